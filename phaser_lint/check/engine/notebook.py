"""The texts of a notebook: the sources of its cells and what they printed, found in its JSON.

``written_cells`` knows where in the file the literals stand that a text is made of, and ``spots``
where each of its characters does, escapes included: a report names places that an editor can open.
Most notebooks are clean, so their places are looked for once one is asked for.
"""

from __future__ import annotations

from json import JSONDecoder, loads

from phaser_lint.core import Record
from phaser_lint.text.languages import file_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    Spot: TypeAlias = tuple[int, int]
    """Where something starts in the file and where it ends, counted in characters."""

_DECODER = JSONDecoder()
# notebook, cells, cell, outputs, output, data, lines: what is further down is in no text.
_DEEPEST = 7
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

    ``ending`` is that of a file in its language; a printed text has none.
    """

    number: int
    text: str
    ending: str


class WrittenCell(Record):
    """Where the text of a cell is written: its JSON literals, and the value that they make."""

    literals: tuple[Spot, ...]
    place: int


class _Literal(str):
    """A text of JSON, and where it stands."""

    spot: Spot


class _Items(list["Any"]):
    """A list of JSON, and where it begins."""

    place: int


def read_cells(text: str, *, printed: bool) -> tuple[Cell, ...] | None:
    """Return the cells of the notebook that *text* holds, and what they *printed*.

    ``None`` where it is no notebook of format 4.
    """
    try:
        return tuple(
            Cell(number, "".join(lines), ending)
            for number, ending, lines in _texts(loads(text), printed=printed)
        )
    except (ValueError, TypeError, RecursionError):
        return None


def written_cells(text: str, *, printed: bool) -> list[WrittenCell]:
    """Return where each cell that ``read_cells`` gives is written; ten times as slow."""
    notebook, _ = _value(text, 0)
    return [
        WrittenCell(tuple(line.spot for line in lines), _place(lines))
        for _, _, lines in _texts(notebook, printed=printed)
    ]


def _place(lines: Any) -> int:
    place: int = lines.place if isinstance(lines, _Items) else lines[0].spot[0]
    return place


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


def _value(text: str, at: int, depth: int = 0) -> tuple[Any, int]:
    """Return the JSON value at *at*, its texts and lists with their places, and where it ends."""
    at = _past_blanks(text, at)
    opener = text[at]
    if opener == "[" and depth < _DEEPEST:
        return _items(text, at, depth + 1)
    if opener == "{" and depth < _DEEPEST:
        return _members(text, at + 1, depth + 1)
    value, end = _DECODER.raw_decode(text, at)
    if opener == '"':
        value = _Literal(value)
        value.spot = (at, end)
    return value, end


def _items(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    items = _Items()
    items.place = at
    at = _past_blanks(text, at + 1)
    while text[at] != "]":
        value, at = _value(text, at, depth)
        items.append(value)
        at = _past_comma(text, at)
    return items, at + 1


def _members(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    members = {}
    at = _past_blanks(text, at)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        members[key], at = _value(text, _past_blanks(text, at) + 1, depth)
        at = _past_comma(text, at)
    return members, at + 1


def _past_comma(text: str, at: int) -> int:
    """Return where the next item begins, or the bracket stands; the text is known to be JSON."""
    at = _past_blanks(text, at)
    return _past_blanks(text, at + 1) if text[at] == "," else at


def _past_blanks(text: str, at: int) -> int:
    while text[at] in " \t\n\r":
        at += 1
    return at


def _member(value: Any, *keys: str) -> Any:
    """Return what stands at *keys*, one in the other, or ``None``."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _word(value: Any, *keys: str) -> str:
    found = _member(value, *keys)
    return found.lower() if isinstance(found, str) else ""


def _language(notebook: Any) -> str:
    """Return the ending of files in the language of the code cells."""
    names = (
        _word(notebook, "metadata", "language_info", "file_extension").lstrip("."),
        _word(notebook, "metadata", "language_info", "name"),
        _word(notebook, "metadata", "kernelspec", "language"),
        _word(notebook, "metadata", "kernelspec", "name"),
    )
    endings = (_ENDINGS.get(name, name) for name in names if name)
    return next((ending for ending in endings if file_types(f"cell.{ending}")), "py")


def _texts(notebook: Any, *, printed: bool) -> Iterator[tuple[int, str, list[Any]]]:
    """Yield each text's cell, its ending, and the texts that make it; raises ``ValueError``."""
    cells, language = _member(notebook, "cells"), _language(notebook)
    if not isinstance(cells, list):
        raise ValueError("expected a list of cells")
    for number, cell in enumerate(cells, start=1):
        ending = {"markdown": "md", "raw": "txt"}.get(_word(cell, "cell_type"), language)
        yield number, ending, _lines(_member(cell, "source"))
        outputs = _member(cell, "outputs") if printed else None
        for output in outputs if isinstance(outputs, list) else ():
            for value in _printed(output):
                yield number, "", _lines(value)


def _printed(output: Any) -> list[Any]:
    keys = _PRINTED.get(_word(output, "output_type"), ("data", "text/plain"))
    value = _member(output, *keys)
    # The lines of a traceback have no ends: each is a text of its own.
    several = value if isinstance(value, list) and keys == ("traceback",) else [value]
    return [each for each in several if each is not None]


def _lines(value: Any) -> list[Any]:
    lines = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str) for each in lines):
        raise ValueError("expected a text, or a list of them")
    return lines
