"""Lines wrapped between words."""

from __future__ import annotations

import pytest

from phaser_lint.core.wrapping import end_of, wrap_line


@pytest.mark.parametrize(
    ("line", "width"),
    [
        ("", 5),
        ("one two", 7),
        ("one two three", 0),
        ("/a/path/of/its/own", 5),
        ("  /a/path/of/its/own", 5),
        ("one  two   ", 11),
    ],
)
def test_what_stays_one_line(line: str, width: int) -> None:
    """What fits, what has no blank, and everything in no columns; blanks stay."""
    assert wrap_line(line, width=width) == [line]


@pytest.mark.parametrize(
    ("line", "width", "expected"),
    [
        ("one two three", 8, ["one two", "--three"]),
        ("one two three", 6, ["one", "--two", "--three"]),
        ("one  two", 7, ["one", "--two"]),
        ("  one two", 5, ["  one", "--two"]),
        ("in /a/path/of/its/own too", 8, ["in", "--/a/path/of/its/own", "--too"]),
        ("one-two three", 8, ["one-two", "--three"]),
        # Two columns each.
        ("日本 日本 日本", 9, ["日本 日本", "--日本"]),
        ("日本 日本 日本", 8, ["日本", "--日本", "--日本"]),
    ],
)
def test_what_is_wrapped(line: str, width: int, expected: list[str]) -> None:
    """Between words alone, without the blanks there."""
    assert wrap_line(line, width=width, indent="--") == expected


@pytest.mark.parametrize(
    ("width", "expected"),
    [(10, "src/a日.py"), (9, "…c/a日.py"), (6, "…日.py"), (5, "….py"), (1, "…")],
)
def test_the_end_of_a_path(width: int, expected: str) -> None:
    """In cells; where half of a wide character would fit, none of it stands there."""
    assert end_of("src/a日.py", width=width) == expected
