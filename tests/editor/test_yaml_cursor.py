"""The place in a contract file where somebody types, in texts that are no YAML yet."""

from __future__ import annotations

import pytest

from phaser_lint.editor.yaml_cursor import find_cursor

CURSOR = "▮"


def place(text: str) -> tuple[str, str, str, str] | None:
    """The way, what the mapping holds, the key whose value is typed, and the word."""
    before, _, after = text.partition(CURSOR)
    start = before.rfind("\n") + 1
    lines = (before + after).split("\n")
    cursor = find_cursor(lines, before.count("\n"), len(before) - start)
    if cursor is None:
        return None
    assert before[start:][cursor.start :] == cursor.word
    assert len(cursor.mappings) == len(cursor.key_path) + 1
    return "/".join(cursor.key_path), " ".join(cursor.mappings[-1]), cursor.key, cursor.word


@pytest.mark.parametrize(
    "text",
    [
        "# ▮",
        "a: 1 # ▮",
        "message: it is ▮",
        "message: 'a' ▮",
        "a: |\n  x▮",
        "a: >-\n\n  x\n  ▮\nb: 1",
        "- a: |\n    x\n    ▮",
        "a: [1] ▮",
        "a: {b: [1]} ▮",
    ],
)
def test_a_cursor_behind_a_value_is_nowhere(text: str) -> None:
    """Behind a value, in a text on several lines, in a comment."""
    assert place(text) is None


@pytest.mark.parametrize(
    ("text", "place_at_cursor"),
    [
        ("▮", ("", "", "", "")),
        ("a: 1\n▮\nb: 2", ("", "a b", "", "")),
        ("a: 1\n---\nb: 1\nx▮\n---\nc: 2", ("", "b", "", "x")),
        ("a: 'it\nb▮\nc: 1", ("", "a c", "", "b")),
        ("a:\n  b: 1\n▮", ("", "a", "", "")),
        ("a: |\n  text\n▮", ("", "a", "", "")),
        ("a: # b\n  ▮", ("a", "", "", "")),
        ("a:\n  ▮\n  b: 1\nc: 2", ("a", "b", "", "")),
        ("a:\n  - ▮", ("a/[]", "", "", "")),
        ("a:\n- ▮", ("a/[]", "", "", "")),
        ("a:\n- b: 1\n  ▮\n- c: 2\nd: 3", ("a/[]", "b", "", "")),
        ("a:\n  b:\n    - c: 1\n    - d: 2\n      e▮\n", ("a/b/[]", "d", "", "e")),
        ("- - a: 1\n    ▮", ("[]/[]", "a", "", "")),
        ("a: ▮", ("", "a", "a", "")),
        ("a:▮", ("", "a", "a", "")),
        ("a: '▮", ("", "a", "a", "")),
        ("a: 1\nb: x▮\nc: 2", ("", "a b c", "b", "x")),
        ("a:\n  - b: x▮", ("a/[]", "b", "b", "x")),
        ("a: {▮", ("a", "", "", "")),
        ("a: {b: 1, c▮", ("a", "b", "", "c")),
        ("a: {b: x▮}", ("a", "b", "b", "x")),
        ("a: [x, y▮", ("a/[]", "", "", "y")),
        ("a: {b: [{c: '{', d▮", ("a/b/[]", "c", "", "d")),
        ("a: {b: [1], ▮", ("a", "b", "", "")),
        ("- {a: ▮", ("[]", "a", "a", "")),
    ],
)
def test_a_cursor_is_at_a_key_or_value_or_item(
    text: str, place_at_cursor: tuple[str, str, str, str]
) -> None:
    """At a key, at a value, and at an item of a list."""
    assert place(text) == place_at_cursor
