"""The literals that a pattern requires: found in its tree, and looked for in many files at once."""
