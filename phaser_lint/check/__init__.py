"""What is checked: a project, some files, an edit, a stop. Each brings the files to the engine."""
