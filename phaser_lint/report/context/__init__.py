"""Names in double brackets, ``[[no-print]]``, and what the project knows about them."""
