"""What ``install`` puts into the settings of agents, and how hooks that stand there are read."""
