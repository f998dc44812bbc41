"""A directive with a character that nobody sees: it ignores nothing, and a notice says why."""

from __future__ import annotations

import pytest

from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.check.engine.directive_places import may_hold_directives
from phaser_lint.check.engine.directives import Malformed

SILENT_LINES = {
    "a directive": "x  # phaser:ignore a",
    "one with a reason of other letters": "x  # phaser:ignore a -- für\u00a0später",
    "one behind a sign": "x = '\u200b❤\ufe0f'  # phaser:ignore a",
    "a file with a mark of its order": "\ufeffx  # phaser:ignore a",
    "prose": "# phaser\u00a0is a game engine, ignore\u200b it",
    "a text": "x = 'phaser:\u200bignore a'",
    "another word": "# phasers\u200b:ignored",
}


@pytest.mark.parametrize("line", SILENT_LINES.values(), ids=SILENT_LINES)
def test_a_character_that_can_be_seen_is_not_reported(line: str) -> None:
    assert parse_directives("a.py", f"{line}\n").malformed == ()


LINES_WITH_NAMES = {
    "a zero-width space before it": ("# \u200bphaser:ignore a", "U+200B"),
    "in its name": ("# pha\u00adser:ignore a", "U+00AD"),
    "behind its name": ("# phaser\u200d:ignore a", "U+200D"),
    "a no-break space before it": ("#\u00a0phaser:ignore a", "U+00A0"),
    "in an id of the next line": (
        "#\u00a0phaser:ignore-next-line no-\u00adprint",
        "U+00A0, U+00AD",
    ),
    "a mark of the order of bytes": ("# \ufeffphaser:ignore-next-line a", "U+FEFF"),
    "marks of direction": ("# \u202aphaser:ignore a\u202c", "U+202A, U+202C"),
    "a wide blank": ("#\u3000phaser:ignore-all", "U+3000"),
    "in the word": ("# phaser:ig\u200bnore a", "U+200B"),
}


@pytest.mark.parametrize(
    ("line", "expected_names"), LINES_WITH_NAMES.values(), ids=LINES_WITH_NAMES
)
def test_a_character_is_named(line: str, expected_names: str) -> None:
    parsed = parse_directives("a.py", f"y = 1\nx = 1  {line}\n")
    expected = f"a character in it that nobody sees ({expected_names}): remove it"
    assert parsed.directives == ()
    assert parsed.malformed == (Malformed(2, expected),)


ESCAPES_BY_TEXT = {
    "ignore\u00a0a": "\\xa0",
    "ignore no-\u00adprint": "\\xad",
    "ignore a\u200b": "\\u200b",
    "ignore-\u2060file a": "\\u2060",
}


@pytest.mark.parametrize(("directive_text", "escaped"), ESCAPES_BY_TEXT.items())
def test_one_that_is_reported_anyway(directive_text: str, escaped: str) -> None:
    """Behind a right beginning the character is shown where it stands."""
    (malformed,) = parse_directives("a.py", f"x  # phaser:{directive_text}\n").malformed
    assert escaped in malformed.expected


def test_a_long_text_of_them() -> None:
    """Each line is looked at once."""
    text = "wide\u3000blank, ignored\n" * 20_000 + "# \u200bphaser:ignore a\n"
    assert [malformed.line for malformed in parse_directives("a.py", text).malformed] == [20_001]


@pytest.mark.parametrize("text", ["é = 1  # type: ignore\n", "# \u200bignore ph\u00adase\n"])
def test_other_words_are_no_reason_to_look_for_directives(text: str) -> None:
    """What reads them would be loaded for any text that says ignore somewhere."""
    assert not may_hold_directives(text)
