"""Where files come from: the disk, git, a walk of a folder."""
