"""A scan on several machines: the part that each one does, and the one report of them all."""
