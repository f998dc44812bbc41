"""What was there before: revisions, baselines, the work of others."""
