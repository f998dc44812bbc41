"""What an agent should know before it writes: the contracts, as files that agents read."""
