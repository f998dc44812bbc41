"""Open texts, changed as editors tell it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.message_parameters import InvalidParametersError
from phaser_lint.editor.open_text import OpenText, with_text_changes

OPEN = OpenText("file:///a", "python", 1, "aé\r\n😀b\rc", "/a")


def change(start: tuple[int, int], end: tuple[int, int], text: str) -> Any:
    """A change of the text from *start* to *end*."""
    places = {
        name: {"line": line, "character": character}
        for name, (line, character) in (("start", start), ("end", end))
    }
    return {"range": places, "text": text}


@pytest.mark.parametrize(
    ("encoding", "changes", "text"),
    [
        ("utf-16", [], "aé\r\n😀b\rc"),
        ("utf-16", [{"text": "new"}], "new"),
        ("utf-16", [{"range": None, "text": "new"}], "new"),
        ("utf-8", [change((0, 1), (0, 3), "e")], "ae\r\n😀b\rc"),
        ("utf-16", [change((0, 1), (0, 2), "e")], "ae\r\n😀b\rc"),
        ("utf-16", [change((1, 2), (1, 3), "")], "aé\r\n😀\rc"),
        ("utf-32", [change((1, 1), (1, 2), "")], "aé\r\n😀\rc"),
        ("utf-8", [change((1, 4), (1, 5), "")], "aé\r\n😀\rc"),
        ("utf-16", [change((0, 9), (1, 0), "")], "aé😀b\rc"),
        ("utf-16", [change((2, 0), (9, 9), "x")], "aé\r\n😀b\rx"),
        ("utf-16", [change((2, 1), (2, 0), "x")], "aé\r\n😀b\rx"),
        (
            "utf-16",
            [
                change((0, 0), (1, 0), ""),
                change((0, 2), (0, 3), "z\n"),
                change((1, 0), (1, 0), "y"),
            ],
            "😀z\ny\rc",
        ),
    ],
)
def test_changes_follow_one_another(encoding: str, changes: list[Any], text: str) -> None:
    """One after the other, each in the text that the one before has left."""
    table = LineTable(OPEN.text, encoding)
    assert with_text_changes(OPEN, changes, version=2, table=table) == OPEN._replace(
        version=2, text=text, is_saved=False
    )


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", range(100))
def test_many_changes_do_what_each_does_by_itself(seed: int) -> None:
    """Together they do what each does by itself, wherever lines end then."""
    chance = random.Random(seed)

    def place() -> tuple[int, int]:
        return chance.randrange(8), chance.randrange(4)

    changes = [
        change(place(), place(), "".join(chance.choices("a😀\r\n", k=chance.randrange(4))))
        for _ in range(6)
    ]
    if seed % 2:
        changes.sort(key=lambda text_change: -text_change["range"]["start"]["line"])
    expected = OPEN
    for text_change in changes:
        table = LineTable(expected.text, "utf-16")
        expected = with_text_changes(expected, [text_change], version=2, table=table)
    table = LineTable(OPEN.text, "utf-16")
    assert with_text_changes(OPEN, changes, version=2, table=table) == expected


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (None, "contentChanges: expected a list"),
        ([3], "text: expected a text"),
        ([{}], "text: expected a text"),
        ([{"text": "", "range": 3}], "range.start.line: expected a whole number from 0"),
        ([change((0, -1), (0, 0), "")], "range.start.character: expected a whole number from 0"),
    ],
)
def test_what_is_no_change(changes: Any, problem: str) -> None:
    """It is named, with what was expected."""
    with pytest.raises(InvalidParametersError, match=f"^{problem}$"):
        with_text_changes(OPEN, changes, version=2, table=LineTable(OPEN.text, "utf-16"))
