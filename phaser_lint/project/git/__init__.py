"""What git knows, and the one door to it."""
