"""Coding agents: how each one's hook event is read, and how it is answered."""
