"""What helps the author of a contract: its text, its place, and why it finds what it finds."""
