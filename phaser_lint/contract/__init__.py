"""Contract files: where they are, how they are read, and what makes one valid."""
