"""Merging hooks into an agent's JSON settings file, and taking them out again.

`merge` decides what the new text is, `document` edits JSON text in place, `strict_json` reads and
writes values (all pure); `file` reads and writes the file.
"""
