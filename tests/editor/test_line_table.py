"""Positions in a text: LSP's own lines, three encodings, and places that there are not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaser_lint.editor.line_table import ENCODINGS, LineTable

# "é" has two bytes, "汉" three, "😀" four and two units of UTF-16; the rest ends lines elsewhere.
ALPHABET = "ab\t é汉😀\ufeff\u2028\u2029\x0b\x0c\x85\x1c\ud83d\ude00\r\n"
TEXTS = st.text(st.sampled_from(ALPHABET), max_size=40)
BYTES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def lines_of(text: str) -> list[tuple[int, str]]:
    """Each line of *text*, without its end, and where it starts: the slow way."""
    starts_and_lines, start = [], 0
    for end in re.finditer("\r\n|\n|\r", text):
        starts_and_lines.append((start, text[start : end.start()]))
        start = end.end()
    return [*starts_and_lines, (start, text[start:])]


def units_of(text: str, encoding: str) -> int:
    """How long *text* is in *encoding*, a character after the other."""
    name, size = BYTES[encoding]
    return sum(len(character.encode(name, "surrogatepass")) // size for character in text)


def offset_of(text: str, encoding: str, line: int, character: int) -> int:
    """Where that position is in *text*: the slow way."""
    lines = lines_of(text)
    if line < 0:
        return 0
    if line >= len(lines):
        return len(text)
    start, line_text = lines[line]
    fitting = [
        at for at in range(len(line_text) + 1) if units_of(line_text[:at], encoding) <= character
    ]
    return start + max(fitting, default=0)


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(deadline=None)
@given(text=TEXTS, line=st.integers(-2, 12), character=st.integers(-2, 60))
def test_a_position_is_found(encoding: str, text: str, line: int, character: int) -> None:
    """In any text, and where there is none of that number."""
    offset = LineTable(text, encoding).offset({"line": line, "character": character})
    assert offset == offset_of(text, encoding, line, character)


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(deadline=None)
@given(text=TEXTS)
def test_every_place_has_a_position(encoding: str, text: str) -> None:
    """Which leads back to it, but between ``\\r`` and ``\\n``: no line ends there, none starts."""
    table = LineTable(text, encoding)
    expected = {
        start + at: {"line": number, "character": units_of(line[:at], encoding)}
        for number, (start, line) in enumerate(lines_of(text))
        for at in range(len(line) + 1)
    }
    for offset in range(len(text) + 1):
        between = text.startswith("\r\n", offset - 1) and offset > 0
        place = offset - 1 if between else offset
        assert table.position(offset) == expected[place]
        assert table.offset(expected[place]) == place


@settings(deadline=None)
@given(text=TEXTS)
def test_the_lines_are_those_of_the_protocol(text: str) -> None:
    """Where each starts and ends."""
    table = LineTable(text, "utf-32")
    lines = lines_of(text)
    spans = [(start, start + len(line)) for start, line in lines]
    assert [table.line_span(number) for number in range(len(lines))] == spans
    assert [table.line_of(start) for start, _ in lines] == [*range(len(lines))]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line", ["a" * 5000, "é" * 5000, "a😀" * 2500, "\ud83d" * 5000])
def test_a_long_line_is_measured(encoding: str, line: str) -> None:
    """In front, at, and behind what is measured at once."""
    text = f"x\n{line}\r\ny"
    table = LineTable(text, encoding)
    for at in (0, 1, 1021, 1022, 1023, 2046, 4999, 5000):
        position = {"line": 1, "character": units_of(line[:at], encoding)}
        assert table.position(2 + at) == position
        assert table.offset(position) == 2 + at


@pytest.mark.parametrize(
    ("encoding", "text", "start", "end", "expected"),
    [
        ("utf-16", "", 0, 0, (0, 0, 0, 0)),
        ("utf-16", "\ufeffab", 1, 2, (0, 1, 0, 2)),
        ("utf-8", "\ufeffab", 1, 2, (0, 3, 0, 4)),
        ("utf-16", "a\rb", 2, 3, (1, 0, 1, 1)),
        ("utf-16", "a\u2028b\x0cc", 4, 5, (0, 4, 0, 5)),
        ("utf-16", "\t😀!", 2, 3, (0, 3, 0, 4)),
        ("utf-8", "\t😀!", 2, 3, (0, 5, 0, 6)),
        ("utf-32", "\t😀!", 2, 3, (0, 2, 0, 3)),
        ("utf-16", "ab\r\ncd", 0, 4, (0, 0, 1, 0)),
        ("utf-16", "ab\r\ncd", 1, 3, (0, 1, 0, 2)),
        ("utf-16", "ab", -5, 99, (0, 0, 0, 2)),
    ],
)
def test_a_range_goes_from_a_character_to_another(
    encoding: str, text: str, start: int, end: int, expected: tuple[int, int, int, int]
) -> None:
    """From a character up to another."""
    first_line, character, last_line, until = expected
    assert LineTable(text, encoding).range(start, end) == {
        "start": {"line": first_line, "character": character},
        "end": {"line": last_line, "character": until},
    }
