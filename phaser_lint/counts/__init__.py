"""How often contracts fired on the user's own machine, where the user asks for it."""
