"""A baseline: the file of the violations that count as old, and what a run can say of it."""
