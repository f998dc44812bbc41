"""Finding a pattern in a text, soundly and soon."""
