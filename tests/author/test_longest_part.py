"""Of a line that a pattern does not match, the longest part of the pattern that does."""

from __future__ import annotations

import pytest

from phaser_lint.author.longest_part import PatternParts
from phaser_lint.text.search.given_groups import written_out


def parts_in(pattern: str, text: str, *, literal: bool = False) -> list[tuple[str, str]]:
    parts = PatternParts(written_out(pattern), literal=literal)
    return [(each.part, text[each.start : each.end]) for each in parts.in_text(text)]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"\bprint\(", "nothing here\n", []),
        (r"\d{4}", "1 2 3\n", []),  # one item has no part
        (r"a\.b", "a b", []),  # a single character tells nothing
        (r"\bprint\(", "pprint(x)\n", [(r"print\(", "print(")]),
        (r"\bprint\(", "  print (x)\n", [(r"\bprint", "print")]),
        (
            r"requests\.get\((?!.*timeout)",
            "requests.get(u, timeout=1)\n",
            [(r"requests\.get\(", "requests.get(")],
        ),
        (r"(?i)foo\s+bar|baz", "FOO  x\n", [(r"foo\s+", "FOO")]),
        (r"requests\.(?:get|post)(?&parens)", "requests.get (u)\n", [
            (r"requests\.(?:get|post)", "requests.get")
        ]),
        (r"ab+c(d)\1", "xabbby\n", [("ab+", "abbb")]),  # the part "\1" is no pattern
        (r"[^]a]bc(?#c)d", "xbc", [("[^]a]bc(?#c)", "xbc")]),
    ],
)  # fmt: skip
def test_parts(pattern: str, text: str, found: list[tuple[str, str]]) -> None:
    """Words, escapes, sets and groups are items, with their repeats."""
    assert parts_in(pattern, text) == found


def test_literal() -> None:
    """Of plain text the words are the items."""
    assert parts_in("print(x)", "print(y)", literal=True) == [("print(", "print(")]


def test_half_of_the_characters() -> None:
    """Of plain words each is one of many items: five of eleven are half of what is written."""
    parts = PatternParts(r"requests\.post\(url, verify=False\)", literal=False, least=0.5)
    assert [each.part for each in parts.in_text("requests.post(url)\n")] == [r"requests\.post\(url"]
    assert parts.in_text("requests.get(url)\n") == []


def test_each_line_once() -> None:
    """The longest part of each line, the nearest miss first; blanks around it left out."""
    text = "get(\n  requests.get\nrequests.get(\n"
    assert parts_in(r"requests\.get\(\)", text) == [
        (r"requests\.get\(", "requests.get("),
        (r"requests\.get", "requests.get"),
        (r"get\(", "get("),
    ]


def test_a_part_that_runs_away() -> None:
    """``(a|aa)+$`` is given up; the others are tried."""
    text = f"{'a' * 60}!\nname\n"
    assert parts_in(r"(a|aa)+$name\(", text) == [("(a|aa)+", "a" * 60), ("name", "name")]


@pytest.mark.parametrize("pattern", ["ab." * 5_000, "|".join(f"word{n}x+" for n in range(3_000))])
def test_many_items(pattern: str) -> None:
    """Of a pattern that a program made some parts are tried, as long as there is time."""
    parts = PatternParts(pattern, literal=False, seconds=0.5)
    assert [each.part for each in parts.in_text("nothing of it\n")] == []
