"""What a workflow run tells of itself."""
