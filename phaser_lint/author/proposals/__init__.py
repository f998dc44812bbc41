"""What a project lacks: found from its files, shown, and written if it is wanted."""
