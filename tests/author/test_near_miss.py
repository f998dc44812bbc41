"""Of a line that a pattern does not match, the longest part of the pattern that does."""

from __future__ import annotations

import pytest

from phaser_lint.author.near_miss import PatternParts
from phaser_lint.text.search.given_groups import write_out_groups


def parts_in(pattern: str, text: str, *, literal: bool = False) -> list[tuple[str, str]]:
    # A busy machine takes long for what runs away, and then has no time for the others.
    pattern_parts = PatternParts(write_out_groups(pattern), literal=literal, seconds=60)
    return [
        (longest_part.part, text[longest_part.start : longest_part.end])
        for longest_part in pattern_parts.in_text(text)
    ]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("pattern", "text", "parts_and_matches"),
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
        (r"class\s+\w+\(", "in a package (x)\n", []),  # "\s+\w+" is near every line
        (r"\d+-\d+-\d+", "1-22 3\n", [(r"\d+-\d+", "1-22")]),  # no letter is named at all
    ],
)  # fmt: skip
def test_a_pattern_is_cut_at_its_items(
    pattern: str, text: str, parts_and_matches: list[tuple[str, str]]
) -> None:
    """Words, escapes, sets and groups are items, with their repeats."""
    assert parts_in(pattern, text) == parts_and_matches


def test_a_plain_text_is_cut_at_its_words() -> None:
    """Of plain text the words are the items."""
    assert parts_in("print(x)", "print(y)", literal=True) == [("print(", "print(")]


@pytest.mark.parametrize(
    ("pattern", "text", "parts_and_matches"),
    [
        # What is about the case, or says so, is nothing in another one.
        ("[A-Z]{3}_x", "abc_x", [("_x", "_x")]),
        (r"\p{Lu}abc", "xabc", [("abc", "abc")]),
        ("(?i)ab", "a b", []),
        ("(?i:a)b", "A b", []),
        # A word that is left out of two says nothing.
        ("use logger", "use it", [("use ", "use")]),
        (r"\bprint\(", "Print(x)", [(r"(?i)\bprint\(", "Print(")]),
        (r"TODO", "todo", [("(?i)TODO", "todo")]),
        ("use logger", "use  logger", [(r"use\s+logger", "use  logger")]),
        ("use logger", "USE\tlogger", [(r"(?i)use\s+logger", "USE\tlogger")]),
        (r"def get\(", "def  get(", [(r"def\s+get\(", "def  get(")]),
        ("use the logger", "use logger", [(r"use\s+logger", "use logger")]),
        ("use the logger", "Please Use  Logger", [(r"(?i)use\s+logger", "Use  Logger")]),
        # The nearest miss of a line: the whole in another case, before a word less.
        ("use the logger", "use The logger", [("(?i)use the logger", "use The logger")]),
    ],
)
def test_all_of_it_but_for_case_blanks_or_a_word(
    pattern: str, text: str, parts_and_matches: list[tuple[str, str]]
) -> None:
    """What is shown is a pattern that matches."""
    assert parts_in(pattern, text) == parts_and_matches


def test_plain_text_in_another_case() -> None:
    """Shown is a pattern: plain text has no way to say it."""
    assert parts_in("Print(a b)", "print(a  b)", literal=True) == [
        (r"(?i)Print\(a\s+b\)", "print(a  b)")
    ]


def test_half_of_the_characters() -> None:
    """Of plain words each is one of many items: five of eleven are half of what is written."""
    pattern_parts = PatternParts(r"requests\.post\(url, verify=False\)", literal=False, least=0.5)
    assert [
        longest_part.part for longest_part in pattern_parts.in_text("requests.post(url)\n")
    ] == [r"requests\.post\(url"]
    assert pattern_parts.in_text("requests.get(url)\n") == []


def test_each_line_has_its_nearest_miss_once() -> None:
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


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("pattern", ["ab." * 5_000, "|".join(f"word{n}x+" for n in range(3_000))])
def test_of_many_items_some_are_tried(pattern: str) -> None:
    """Of a pattern that a program made some parts are tried, as long as there is time."""
    pattern_parts = PatternParts(pattern, literal=False, seconds=0.5)
    assert [longest_part.part for longest_part in pattern_parts.in_text("nothing of it\n")] == []
