"""How a line that is sure to say one thing becomes a contract, and what makes it a condition."""
