"""What code a page names, in backquotes or in words, and the patterns that find it."""
