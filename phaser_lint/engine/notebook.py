"""The texts of a notebook: the sources of its cells and what they printed, found in its JSON.

``read_cells`` knows where in the file the literals stand that a text is made of, and ``spots``
where each of its characters does, escapes included: a report names places that an editor can open.
"""

from __future__ import annotations

from json import JSONDecoder

from phaser_lint.comments import is_known
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    Spot: TypeAlias = tuple[int, int]
    """Where something starts in the file and where it ends, counted in characters."""

_BLANKS = " \t\n\r"
_DECODER = JSONDecoder()
_PRINTED = {"stream": ("text",), "error": ("traceback",)}
# Kernels whose languages are called otherwise than their files end.
_ENDINGS = {
    "python": "py", "ipython": "py", "r": "r", "julia": "jl", "javascript": "js",
    "typescript": "ts", "c++": "cpp", "c#": "cs", "csharp": "cs", "f#": "fsx", "fsharp": "fsx",
    "rust": "rs", "ruby": "rb", "kotlin": "kt", "haskell": "hs", "bash": "sh", "powershell": "ps1",
    "pwsh": "ps1", "octave": "m", "matlab": "m", "perl": "pm", "ocaml": "ml", "clojure": "clj",
}  # fmt: skip


class Cell(Record):
    """A text of a notebook: of the cell of that number, or of what it printed.

    ``ending`` is that of a file in its language; a printed text has none. ``literals`` are the
    JSON literals that make the text, and ``place`` where its value stands.
    """

    number: int
    text: str
    ending: str
    literals: tuple[Spot, ...]
    place: int


class _Literal(Record):
    text: str
    start: int
    end: int


def read_cells(text: str, *, printed: bool) -> tuple[Cell, ...] | None:
    """Return the cells of the notebook that *text* holds, and what they *printed*.

    ``None`` where it is no notebook of format 4.
    """
    try:
        notebook, end = _value(text, 0)
        if text[end:].strip(_BLANKS):
            return None
        cells = _member(notebook, "cells")[0]
        if not isinstance(cells, list):
            return None
        language = _language(notebook)
        return tuple(
            each
            for number, cell in enumerate(cells, start=1)
            for each in _texts(cell, number, language, printed=printed)
        )
    except (ValueError, TypeError, RecursionError):
        return None


def spots(text: str, literals: Sequence[Spot]) -> list[Spot]:
    """Return where in the file *text* each character stands that its *literals* hold."""
    return [spot for start, end in literals for spot in _characters(text, start + 1, end - 1)]


def _characters(text: str, at: int, end: int) -> Iterator[Spot]:
    while at < end:
        width = 1
        if text[at] == "\\":
            width = _escape_width(text, at) if text[at + 1] == "u" else 2
        yield at, at + width
        at += width


def _escape_width(text: str, at: int) -> int:
    """Return the length of a ``\\u`` escape; two that are halves of a pair are one character."""
    high, low = text[at + 2 : at + 6], text[at + 6 : at + 12]
    if 0xD800 <= int(high, 16) < 0xDC00 and low.startswith("\\u"):
        return 12 if 0xDC00 <= int(low[2:], 16) < 0xE000 else 6
    return 6


def _value(text: str, at: int) -> tuple[Any, int]:
    """Return the JSON value at *at* and where it ends: texts with their places, objects as pairs.

    Raises ``ValueError``.
    """
    at = _past_blanks(text, at)
    opener = text[at : at + 1]
    if opener == "[":
        return _items(text, at + 1)
    if opener == "{":
        return _members(text, at + 1)
    value, end = _DECODER.raw_decode(text, at)
    return (_Literal(value, at, end) if opener == '"' else value), end


def _items(text: str, at: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    at = _past_blanks(text, at)
    while text[at : at + 1] != "]":
        at = _past_comma(text, at, first=not items)
        value, at = _value(text, at)
        items.append(value)
        at = _past_blanks(text, at)
    return items, at + 1


def _members(text: str, at: int) -> tuple[dict[str, tuple[Any, int]], int]:
    """Return the values of an object with their places, by key; the last of a key counts."""
    members: dict[str, tuple[Any, int]] = {}
    first, at = True, _past_blanks(text, at)
    while text[at : at + 1] != "}":
        key, at = _value(text, _past_comma(text, at, first=first))
        at = _past_blanks(text, at)
        if not isinstance(key, _Literal) or text[at : at + 1] != ":":
            raise ValueError(f"expected a key at {at}")
        place = _past_blanks(text, at + 1)
        value, at = _value(text, place)
        members[key.text] = (value, place)
        first, at = False, _past_blanks(text, at)
    return members, at + 1


def _past_comma(text: str, at: int, *, first: bool) -> int:
    if first:
        return at
    if text[at : at + 1] != ",":
        raise ValueError(f"expected a comma at {at}")
    return at + 1


def _past_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    return at


def _member(value: Any, *keys: str) -> tuple[Any, int]:
    """Return what stands at *keys*, one in the other, and its place; ``None`` for nothing."""
    place = 0
    for key in keys:
        value, place = value.get(key, (None, 0)) if isinstance(value, dict) else (None, 0)
    return value, place


def _word(value: Any, *keys: str) -> str:
    found = _member(value, *keys)[0]
    return found.text.lower() if isinstance(found, _Literal) else ""


def _language(notebook: Any) -> str:
    """Return the ending of files in the language of the code cells."""
    written = _word(notebook, "metadata", "language_info", "file_extension").lstrip(".")
    names = (
        written,
        _word(notebook, "metadata", "language_info", "name"),
        _word(notebook, "metadata", "kernelspec", "language"),
        _word(notebook, "metadata", "kernelspec", "name"),
    )
    endings = (_ENDINGS.get(name, name) for name in names if name)
    return next((ending for ending in endings if is_known(f"cell.{ending}")), "py")


def _texts(cell: Any, number: int, language: str, *, printed: bool) -> Iterator[Cell]:
    kind = _word(cell, "cell_type")
    ending = {"markdown": "md", "raw": "txt"}.get(kind, language)
    yield _made(_member(cell, "source"), number, ending)
    outputs = _member(cell, "outputs")[0] if printed else None
    for output in outputs if isinstance(outputs, list) else ():
        keys = _PRINTED.get(_word(output, "output_type"), ("data", "text/plain"))
        value, place = _member(output, *keys)
        # The lines of a traceback have no ends: each is a text of its own.
        lines = value if isinstance(value, list) and keys == ("traceback",) else [value]
        yield from (_made((line, place), number, "") for line in lines if line is not None)


def _made(found: tuple[Any, int], number: int, ending: str) -> Cell:
    value, place = found
    literals = value if isinstance(value, list) else [value]
    if not all(isinstance(each, _Literal) for each in literals):
        raise ValueError(f"expected a text at {place}")
    text = "".join(each.text for each in literals)
    spots = tuple((each.start, each.end) for each in literals)
    return Cell(number, text, ending, spots, place)
