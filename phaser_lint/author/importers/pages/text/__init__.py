"""What a page says: its statements, without Markdown's marks, and which of them state a rule."""
