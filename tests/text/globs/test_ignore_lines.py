"""What a line of a ``.gitignore`` says of a path, read without git."""

from __future__ import annotations

from phaser_lint.text.globs.ignore_lines import IgnoreLines


def test_a_line_of_many_stars_is_read_like_any_other() -> None:
    """Of twelve stars and a name of two hundred letters ``re`` would never have made an end."""
    lines = IgnoreLines(b"*a" * 12 + b"*xb\n")
    assert lines.decide("a" * 200 + "b", is_folder=False) is None
    assert lines.decide("a" * 200 + "xb", is_folder=False) is True
