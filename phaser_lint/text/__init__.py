"""Texts and paths: searching, globs, edits, languages; no project and no contract."""
