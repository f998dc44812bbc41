"""What helps the author of a contract: its text, its place, and why it says what it says."""
