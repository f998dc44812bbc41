"""The texts of a notebook: the sources of its cells and what they printed, found in its JSON.

``locate_cells`` knows where in the file the literals stand that a text is made of, and
``CharacterPlaces`` where each of its characters does, escapes included: a report names places that
an editor can open. Most notebooks are clean, so their places are looked for once one is asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from json import JSONDecoder, loads
from typing import Any

from phaser_lint.core import Record
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.languages import find_file_types

Spot = tuple[int, int]
"""Where something starts in the file and where it ends, counted in characters."""

_DECODER = JSONDecoder()
_BLANKS = re.compile(r"[ \t\n\r]*")
# notebook, cells, cell, outputs, output, data, lines: what is further down is in no text.
_DEEPEST = 7
_PRINTED = {"stream": ("text",), "error": ("traceback",)}
# Languages and kernels that are called otherwise than their files end.
_ENDINGS = {
    "python": "py", "ipython": "py", "r": "r", "julia": "jl", "javascript": "js",
    "typescript": "ts", "c++": "cpp", "c#": "cs", "csharp": "cs", "f#": "fsx", "fsharp": "fsx",
    "rust": "rs", "ruby": "rb", "kotlin": "kt", "haskell": "hs", "bash": "sh", "powershell": "ps1",
    "pwsh": "ps1", "octave": "m", "matlab": "m", "perl": "pm", "ocaml": "ml", "clojure": "clj",
    "elixir": "ex", "ir": "r", "xr": "r", "almond": "scala", "spylon-kernel": "scala",
    "iruby": "rb", "xcpp": "cpp", "gophernotes": "go", "deno": "ts", "jslab": "js",
}  # fmt: skip
# What the first line of a cell hands it to, and in what that is written; of the first ones only the
# time, the output or the place changes, and what follows is in the notebook's own language.
_MAGIC = re.compile(r"\s*%%(?P<name>[!\w]+)[ \t]*(?P<argument>[^\n]*)")
_OWN_MAGICS = frozenset(
    ("time", "timeit", "capture", "prun", "memit", "mprun", "lprun", "debug", "snakeviz", "scalene")
)
_MAGIC_ENDINGS = {
    "bash": "sh", "sh": "sh", "shell": "sh", "system": "sh", "sx": "sh", "!": "sh", "script": "sh",
    "cmd": "bat", "powershell": "ps1", "pwsh": "ps1", "html": "html", "javascript": "js",
    "js": "js", "typescript": "ts", "latex": "tex", "markdown": "md", "svg": "svg", "perl": "pm",
    "python": "py", "python2": "py", "python3": "py", "pypy": "py", "local": "py", "spark": "py",
    "pyspark": "py", "ruby": "rb", "sql": "sql", "sparksql": "sql", "bigquery": "sql", "r": "r",
    "julia": "jl", "scala": "scala", "rust": "rs", "go": "go", "java": "java", "kotlin": "kt",
    "cpp": "cpp", "c": "c", "cu": "cu", "cuda": "cu", "cython": "pyx", "lua": "lua", "css": "css",
    "yaml": "yaml", "json": "json", "xml": "xml", "graphql": "graphql", "manim": "py",
}  # fmt: skip
_FILE_MAGICS = ("writefile", "file", "overwrite")
_UNKNOWN = "txt"


class Cell(Record):
    """A text of a notebook: of the cell of that number, or of what it printed.

    ``ending`` is that of a file in its language, of a raw cell ``raw``; a printed text has none.
    """

    number: int
    text: str
    ending: str


class WrittenCell(Record):
    """Where the text of a cell is written: its JSON literals, and the value that they make."""

    literals: tuple[Spot, ...]
    offset: int


class _Literal(str):
    """A text of JSON, and where it stands."""

    spot: Spot


class _Items(list["Any"]):
    """A list of JSON, and where it begins."""

    offset: int


READING_CELLS = "reading the cells of the notebook"
# So many values of JSON are read between two looks at the clock.
_VALUES_A_LOOK = 100


def parse_cells(text: str, *, printed: bool, until: float | None = None) -> tuple[Cell, ...] | None:
    """Return the cells of the notebook that *text* holds as JSON, and, with *printed*, what they
    printed.

    ``None`` where it is no notebook of format 4. Raises ``LateReaderError`` once it is later than
    *until*.
    """
    try:
        return tuple(
            Cell(number, "".join(lines), ending)
            for number, ending, lines in _list_texts(loads(text), until, printed=printed)
        )
    except (ValueError, TypeError, RecursionError):
        return None


def locate_cells(text: str, *, printed: bool, until: float | None = None) -> list[WrittenCell]:
    """Return where each cell of a notebook that ``parse_cells`` gives is written; ten times as
    slow.

    Raises ``LateReaderError`` as that does.
    """
    notebook, _ = _JSONPlaces(text, until).value(0)
    cells = []
    for _, _, lines in _list_texts(notebook, until, printed=printed):
        offset = lines.offset if isinstance(lines, _Items) else lines[0].spot[0]
        cells.append(WrittenCell(tuple(line.spot for line in lines), offset))
    return cells


# A pair of escapes that are halves of a pair is one character.
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)"
)


class CharacterPlaces:
    """Where in the file *text* each character stands that its *literals* hold, counted from 0.

    Escapes and what is between two of them are noted: of a cell of 5 MB a pair of numbers for each
    character took a gigabyte. Raises ``LateReaderError`` once it is later than *until*.
    """

    def __init__(self, text: str, literals: Sequence[Spot], *, until: float | None = None) -> None:
        self.number = 0
        # Of each piece: which character it begins with, where, and how wide each of it is.
        self._firsts: list[int] = []
        self._starts: list[int] = []
        self._widths: list[int] = []
        for start, end in literals:
            keep_to_deadline(until, READING_CELLS)
            offset = start + 1
            for escape in _ESCAPE.finditer(text, offset, end - 1):
                if len(self._firsts) % _VALUES_A_LOOK == 0:
                    keep_to_deadline(until, READING_CELLS)
                self._add(offset, escape.start() - offset, width=1)
                self._add(escape.start(), 1, width=escape.end() - escape.start())
                offset = escape.end()
            self._add(offset, end - 1 - offset, width=1)

    def _add(self, offset: int, characters: int, *, width: int) -> None:
        if characters:
            self._firsts.append(self.number)
            self._starts.append(offset)
            self._widths.append(width)
            self.number += characters

    def find_spot(self, character: int) -> Spot:
        """Return where in the notebook's file the *character* of that number stands."""
        piece = bisect_right(self._firsts, character) - 1
        width = self._widths[piece]
        start = self._starts[piece] + (character - self._firsts[piece]) * width
        return start, start + width

    def number_until(self, offset: int) -> int:
        """Return how many characters of a cell start at *offset* in the file, or before it."""
        piece = bisect_right(self._starts, offset) - 1
        if piece < 0:
            return 0
        following = self._firsts[piece + 1] if piece + 1 < len(self._firsts) else self.number
        started_characters = (offset - self._starts[piece]) // self._widths[piece] + 1
        return min(self._firsts[piece] + started_characters, following)


class _JSONPlaces:
    """The JSON *text*, read with the places of its texts and lists; it is known to be JSON."""

    def __init__(self, text: str, until: float | None) -> None:
        self._text, self._until = text, until
        self._number = 0

    def value(self, offset: int, depth: int = 0) -> tuple[Any, int]:
        """Return the value at *offset*, its texts and lists with their offsets, and its end."""
        self._number += 1
        if self._number % _VALUES_A_LOOK == 0:
            keep_to_deadline(self._until, READING_CELLS)
        offset = self._skip_blanks(offset)
        opener = self._text[offset]
        if opener == "[" and depth < _DEEPEST:
            elements = _Items()
            elements.offset = offset
            offset = self._skip_blanks(offset + 1)
            while self._text[offset] != "]":
                element, offset = self.value(offset, depth + 1)
                elements.append(element)
                offset = self._skip_comma(offset)
            return elements, offset + 1
        if opener == "{" and depth < _DEEPEST:
            members = {}
            offset = self._skip_blanks(offset + 1)
            while self._text[offset] != "}":
                key, offset = _DECODER.raw_decode(self._text, offset)
                members[key], offset = self.value(self._skip_blanks(offset) + 1, depth + 1)
                offset = self._skip_comma(offset)
            return members, offset + 1
        json_value, end = _DECODER.raw_decode(self._text, offset)
        if opener == '"':
            json_value = _Literal(json_value)
            json_value.spot = (offset, end)
        return json_value, end

    def _skip_comma(self, offset: int) -> int:
        """Return where the next item begins, or the bracket stands."""
        offset = self._skip_blanks(offset)
        return self._skip_blanks(offset + 1) if self._text[offset] == "," else offset

    def _skip_blanks(self, offset: int) -> int:
        return _BLANKS.match(self._text, offset).end()  # type: ignore[union-attr]


def _read_member(node: Any, *keys: str) -> Any:
    """Return what stands at *keys* in a notebook's JSON, one in the other, or ``None``."""
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def _read_word(node: Any, key: str) -> str:
    word = _read_member(node, key)
    return word.lower() if isinstance(word, str) else ""


def _find_language(notebook: Any) -> str:
    """Return the ending of files in the language of the notebook's code cells."""
    language_info = _read_member(notebook, "metadata", "language_info")
    kernel = _read_member(notebook, "metadata", "kernelspec")
    names = (
        _read_word(language_info, "file_extension").lstrip("."),
        _read_word(language_info, "name"),
        _read_word(kernel, "language"),
        _read_word(kernel, "name").rstrip("-.0123456789"),  # `julia-1.9`
    )
    endings = (_ENDINGS.get(name, name) for name in names if name)
    return next((ending for ending in endings if find_file_types(f"cell.{ending}")), "py")


def _list_texts(
    notebook: Any, until: float | None, *, printed: bool
) -> Iterator[tuple[int, str, list[Any]]]:
    """Yield each text's cell, its ending, and the texts that make it; raises ``ValueError``."""
    cells, language = _read_member(notebook, "cells"), _find_language(notebook)
    if not isinstance(cells, list):
        raise ValueError("expected a list of cells")
    for number, cell in enumerate(cells, start=1):
        keep_to_deadline(until, READING_CELLS)
        lines = _require_lines(_read_member(cell, "source"))
        cell_type = _read_word(cell, "cell_type")
        ending = {"markdown": "md", "raw": "raw"}.get(cell_type) or _find_ending(lines, language)
        yield number, ending, lines
        outputs = _read_member(cell, "outputs") if printed else None
        for output in outputs if isinstance(outputs, list) else ():
            keep_to_deadline(until, READING_CELLS)
            keys = _PRINTED.get(_read_word(output, "output_type"), ("data", "text/plain"))
            output_text = _read_member(output, *keys)
            # The lines of a traceback have no ends: each is a text of its own.
            are_texts = isinstance(output_text, list) and keys == ("traceback",)
            for printed_text in output_text if are_texts else [output_text]:
                if printed_text is not None:
                    yield number, "", _require_lines(printed_text)


def _find_ending(lines: Sequence[str], language: str) -> str:
    """Return the ending of files in the language of a cell: its magic's, or the notebook's."""
    magic = _MAGIC.match("".join(lines)) if any("%%" in line for line in lines[:3]) else None
    if magic is None or magic["name"] in _OWN_MAGICS:
        return language
    if magic["name"] in _FILE_MAGICS:
        file_name = magic["argument"].split()[-1:] or [""]
        types = find_file_types(file_name[0])
        return (types[0].endings.partition(" ")[0] if types else "") or _UNKNOWN
    if magic["name"] == "script":
        program = magic["argument"].split()[:1] or [""]
        return _MAGIC_ENDINGS.get(program[0].rpartition("/")[2], _UNKNOWN)
    return _MAGIC_ENDINGS.get(magic["name"].lower(), _UNKNOWN)


def find_unknown_magic(name: str, text: str) -> str:
    """Return the magic (``%%name``) of a notebook's cell with this *name* and *text* if nobody
    knows its language; else an empty text.
    """
    magic = _MAGIC.match(text) if name.endswith(f".{_UNKNOWN}") else None
    is_unknown = magic is not None and magic["name"] not in _FILE_MAGICS
    return f"%%{magic['name']}" if magic and is_unknown else ""


def _require_lines(source: Any) -> list[Any]:
    lines = source if isinstance(source, list) else [source]
    if not all(isinstance(line, str) for line in lines):
        raise ValueError("expected a text, or a list of them")
    return lines
