"""The host's side of a hook: run its command as an agent does, and understand the answer."""
