"""What ``install`` puts into the settings of agents, and how the hooks in them are read."""
