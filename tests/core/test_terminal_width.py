"""Lines wrapped between words."""

from __future__ import annotations

import pytest

from phaser_lint.core.terminal_width import cut_path_to_width, render_table_rows, wrap_line


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
def test_lines_are_wrapped_only_between_words(line: str, width: int, expected: list[str]) -> None:
    """Between words alone, without the blanks there."""
    assert wrap_line(line, width=width, indent="--") == expected


@pytest.mark.parametrize(
    ("width", "expected"),
    [(10, "src/a日.py"), (9, "…c/a日.py"), (6, "…日.py"), (5, "….py"), (1, "…")],
)
def test_the_end_of_a_path(width: int, expected: str) -> None:
    """In cells; where half of a wide character would fit, none of it stands there."""
    assert cut_path_to_width("src/a日.py", width=width) == expected


ROWS = (
    ("name", "kind", "globs", "file"),
    ("no-print", "error", "src/**/*.py, tests/**/*.py", ".claude/contracts/no-print.yaml:1"),
    ("b", "error", "*", "a.yaml:1"),
)


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (0, "no-print  error  src/**/*.py, tests/**/*.py  .claude/contracts/no-print.yaml:1"),
        (78, "no-print  error  src/**/*.py, tests/**/*.py  .claude/contracts/no-print.yaml:1"),
        (70, "no-print  error  src/**/*.py, test…  .claude/contracts/no-print.yaml:1"),
        (60, "no-print  error  src/**/*.…  …aude/contracts/no-print.yaml:1"),
        (48, "no-print  error  src/**/*.…  …ts/no-print.yaml:1"),
        (46, "no-print  error  src/**/*.…  …/no-print.yaml:1"),
        (45, "no-print  error  …e/contracts/no-print.yaml:1"),
        (30, "no-print  …cts/no-print.yaml:1"),
        (20, "no-print"),
    ],
)
def test_a_table_fits(width: int, expected: str) -> None:
    """Globs are cut, then columns left out, so that a file is named in full."""
    rows = render_table_rows(ROWS, width=width, shortened=2, left_out=(2, 1, 3))
    assert rows[1] == expected
    assert not width or max(map(len, rows)) <= width
