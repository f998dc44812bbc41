"""What a shell completes: the words of every command line, and a script that offers them."""
