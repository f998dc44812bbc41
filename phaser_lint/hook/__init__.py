"""The gate: an agent's event answered."""
