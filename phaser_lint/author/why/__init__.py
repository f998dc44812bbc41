"""For ``why``: what a contract finds in a file, told in steps."""
