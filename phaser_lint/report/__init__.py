"""Reports as text: one pure function from a ``Report`` to a string for each format."""
