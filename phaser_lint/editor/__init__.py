"""A language server: it answers what editors ask about open texts, by the same engine."""
