"""What is printed of a page's lines, and the task for the agent that writes the rest."""
