"""A language server: what editors ask of texts that are open, answered by the same engine."""
