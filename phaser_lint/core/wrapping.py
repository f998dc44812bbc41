"""Lines for a terminal: wrapped between words, a path in a table cut, where there is no room."""

from __future__ import annotations

import os
import re

WIDEST = 80
_WORD = re.compile(r"\s*(\S+)")
INDENT = "    "
_CUT = "…"


def terminal_columns(descriptor: int = 1, *, unknown: int = WIDEST) -> int:
    """Return the columns of the terminal at *descriptor*, by default standard output.

    ``COLUMNS`` in the environment counts first, as for ``shutil``, which imports compressors. Of no
    terminal, and of one that does not know its size, they are *unknown*.
    """
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(descriptor).columns or unknown
    except OSError:
        return unknown


def wrap_line(line: str, *, width: int, indent: str = INDENT) -> list[str]:
    """Return *line* in lines of *width* columns, all but the first with *indent*.

    A word that is wider, such as a path, stays whole. In no columns nothing is wrapped.
    """
    starts = line_starts(line, width=width, indent=indent)
    first_line, *next_lines = [
        line[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)
    ]
    if not next_lines:
        return [line]
    return [first_line.rstrip(), *(f"{indent}{next_line.rstrip()}" for next_line in next_lines)]


def end_of(path: str, *, width: int) -> str:
    """Return *path* in at most *width* columns: of one that is too long the end says more."""
    if columns_of(path) <= width:
        return path
    ends = (path[start:] for start in range(len(path) + 1))
    return f"{_CUT}{next(end for end in ends if not end or columns_of(end) < width)}"


def columns_of(text: str) -> int:
    """Return how many columns *text* takes on a terminal."""
    if _has_plain_widths(text):
        return len(text)
    from rich.cells import cell_len  # what most texts need not wait for

    return cell_len(text)


def fitted(text: str, *, width: int) -> str:
    """Return *text* in exactly *width* columns: cut, or with blanks behind it."""
    if _has_plain_widths(text):
        return text[:width].ljust(width)
    from rich.cells import set_cell_size  # as above

    return set_cell_size(text, width)


def _has_plain_widths(text: str) -> bool:
    return text.isascii() and text.isprintable()


def line_starts(line: str, *, width: int, indent: str = INDENT) -> list[int]:
    """Return where each of the lines that ``wrap_line`` returns starts in *line*."""
    starts = [0]
    if width and not (line.isascii() and len(line) <= width):
        for word in _WORD.finditer(line):
            before = line[starts[-1] : word.start()]
            columns = columns_of(before + word[0]) + len(indent) * (len(starts) > 1)
            if columns > width and before.strip():
                starts.append(word.start(1))
    return starts
