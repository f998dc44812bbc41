"""What the hook remembers from one event of an agent's session to the next."""
