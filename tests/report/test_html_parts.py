"""Parts of the HTML report: the source line around a match, and what may be a link."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Violation
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.report.html_page.markup import is_web_address
from phaser_lint.report.html_page.page_excerpt import split_excerpt
from tests.examples import contract
from tests.report.reports import at_line

LONG = "x" * 400 + "MATCH" + "y" * 400


@pytest.mark.parametrize(
    ("line_text", "column", "end_column", "expected"),
    [
        ("  print(x)", 3, 7, ("  ", "prin", "t(x)", "")),
        ("abc", 1, 4, ("", "abc", "", "")),
        ("abc", 4, 4, ("abc", "", "", "")),
        ("abc", 2, 2, ("a", "", "bc", "")),
        ("", 1, 1, ("", "", "", "")),
        ("\ta\x1bb\r", 3, 4, ("\ta", "\\x1b", "b\\r", "")),
        ("😀é日x", 4, 5, ("😀é日", "x", "", "")),
        ("\udcff\u202e", 2, 3, ("\\xff", "\\u202e", "", "")),
        (LONG, 401, 406, ("…" + "x" * 80, "MATCH", "y" * 215 + "…", "")),
        (LONG, 1, 806, ("", "x" * 300, "…", "")),
    ],
)  # fmt: skip
def test_columns_of_an_excerpt_count_code_points(
    line_text: str, column: int, end_column: int, expected: tuple[str, str | None, str, str]
) -> None:
    violation = at_line("a", 1, column=column, end_column=end_column, line_text=line_text)
    assert split_excerpt(violation) == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (10, ("z" * 10, "MATCH", "z" * 143 + "…")),
        (400, ("…" + "z" * 40, "MATCH", "z" * 113 + "…")),
        (40_000, ("…" + "z" * 40, "MATCH", "z" * 113 + "…")),
    ],
)
def test_excerpt_of_a_long_line(before: int, expected: tuple[str, str, str]) -> None:
    """What is near the match; what a shortened line says of itself is never marked."""
    text = "z" * before + "MATCH" + "z" * 10_000
    (violation,) = make_match_violations(
        contract(), path="a", text=text, spans=[(before, before + 5)]
    )
    assert split_excerpt(violation) == (*expected, f"match at column {before + 1:,} of a long line")


def test_excerpt_of_a_whole_file() -> None:
    """There is no line to show."""
    assert split_excerpt(Violation("a", "error", "m", "a.py", "file")) == ("", None, "", "")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("javascript:alert(1)", False),
        ("JavaScript:alert(1)//https://x", False),
        ("java\nscript:alert(1)", False),
        (" https://example.org", False),
        ("https://example.org/\x01", False),
        ("https:example.org", False),
        ("https://[::1", False),
        ("//example.org", False),
        ("data:text/html,x", False),
        ("ftp://example.org", False),
        ("", False),
        ("https://example.org/a?b=c#d", True),
        ("HTTP://example.org", True),
    ],
)
def test_only_web_addresses_are_links(url: str, expected: bool) -> None:
    """Whatever a browser might run, or resolve against the page's own place, stays text."""
    assert is_web_address(url) is expected
