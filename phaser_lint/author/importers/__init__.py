"""Other tools' rules as contracts: one tool one file, and what of its rules could not be said."""
