"""What a file holds after an edit, to the letter: one module for each form that edits come in."""
