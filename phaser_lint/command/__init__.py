"""The commands: each reads its input, calls the engine, prints, and returns an exit code."""
