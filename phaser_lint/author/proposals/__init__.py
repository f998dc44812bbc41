"""What a project would do well to have: seen from its files, shown, and written if it is wanted."""
