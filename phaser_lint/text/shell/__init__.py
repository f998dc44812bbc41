"""The shell of POSIX: the simple commands of a line, the words of one, and whole scripts."""
