"""What a change is compared with: revisions, baselines, the work of others."""
