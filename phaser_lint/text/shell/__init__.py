"""Command lines of a POSIX shell: the simple commands that they hold."""
