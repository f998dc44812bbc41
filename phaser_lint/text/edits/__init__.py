"""What a file holds after an edit, to the letter: one module for each form that edits come in.

Where one of them is given a time ``until`` which it may go on, it raises ``LateReaderError`` after
that.
"""

FOLLOWING = "following the edit"
