"""The frontmatter of hookify: what its own reader makes of lines that are no YAML."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.author.importers.hookify_frontmatter import parse_frontmatter


@pytest.mark.parametrize(
    "text",
    ["", "name: a", "\n---\nname: a\n---\n", "---\nname: a\n", "---\n---\nbody", "---\n- a\n---\n"],
)
def test_a_file_without_two_marks_and_a_key_is_no_rule(text: str) -> None:
    """Two marks, the first at the very start, and a key between."""
    assert parse_frontmatter(text) is None


@pytest.mark.parametrize(
    ("line", "plain_value"),
    [
        (r"\.(ts|tsx)$", r"\.(ts|tsx)$"),
        (r'"\\bprint"', r"\\bprint"),
        ("'it''s'", "it''s"),
        ("block  # at once", "block  # at once"),
        ("|", "|"),
        ("[]", "[]"),
        ("True", True),
        ("FALSE", False),
        ("no", "no"),
        ("a: b", "a: b"),
        ("a --", "a --"),
    ],
)
def test_a_value_is_what_stands_after_the_first_colon(line: str, plain_value: object) -> None:
    """What stands after the first colon, without quotes."""
    frontmatter = parse_frontmatter(f"---\nkey: {line}\n---\n\n  body\n")
    assert frontmatter == ({"key": plain_value}, "body")


@pytest.mark.parametrize(
    ("lines", "list_items"),
    [
        ((), []),
        (("  - a", "- 'b'"), ["a", "b"]),
        (("  - field: command", "    pattern: a: b"), [{"field": "command", "pattern": "a: b"}]),
        (("  - field: a", "  - field: b"), [{"field": "a"}, {"field": "b"}]),
        (("- field: a", "   pattern: b"), [{"field": "a", "pattern": "b"}]),
        # Two blanks are no indentation.
        (("- field: a", "  pattern: b"), [{"field": "a"}]),
        (("  - field: a, pattern: b",), [{"field": "a", "pattern": "b"}]),
        # The comma makes it an item of one line.
        (("  - pattern: a{1,2}: b", "    field: c"), [{"pattern": "a{1"} | {"2}": "b"}]),
        (("  # - a", "", "  - b"), ["b"]),
        (("  - a", "    pattern: b"), ["a"]),
    ],
)
def test_an_item_of_a_list_has_what_is_indented_below_it(
    lines: tuple[str, ...], list_items: list[Any]
) -> None:
    """Items by their dash, and below each what is indented by more than two."""
    text = "\n".join(("---", "conditions:", *lines, "name: x", "---", ""))
    frontmatter = parse_frontmatter(text)
    assert frontmatter == ({"conditions": list_items, "name": "x"}, "")


def test_what_follows_the_second_mark_is_the_message() -> None:
    """Wherever it stands: what comes after it is the message."""
    frontmatter = parse_frontmatter("---\nname: a\npattern: x---y\naction: block\n---\nbody")
    assert frontmatter == ({"name": "a", "pattern": "x"}, "y\naction: block\n---\nbody")


def test_no_continuation_after_a_key() -> None:
    """Lines that belong to nothing are dropped."""
    frontmatter = parse_frontmatter("---\nname: a\n  more: b\n    and: c\n---\n")
    assert frontmatter == ({"name": "a"}, "")
