"""The hook: an agent's event answered."""
