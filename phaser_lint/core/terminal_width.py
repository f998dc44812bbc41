"""Lines for a terminal: wrapped between words, and tables that are as wide as it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

WIDEST = 80
_WORD = r"\s*(\S+)"
INDENT = "    "
_CUT = "…"
_BETWEEN = "  "
_LEAST = 10


def count_terminal_columns(descriptor: int = 1, *, unknown: int = WIDEST) -> int:
    """Return how many columns lines may be wrapped to: those of the terminal at *descriptor*, by
    default standard output.

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


def stream_columns(stream: TextIO) -> int:
    """Return the columns of *stream*'s terminal; 0 where it is none, or knows no size."""
    return count_terminal_columns(stream.fileno(), unknown=0) if stream.isatty() else 0


def wrap_line(line: str, *, width: int, indent: str = INDENT) -> list[str]:
    """Return *line* wrapped between words to lines of *width* columns, all but the first with
    *indent*.

    A word that is wider, such as a path, stays whole. In no columns nothing is wrapped.
    """
    starts = find_row_starts(line, width=width, indent=indent)
    first_line, *next_lines = [
        line[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)
    ]
    if not next_lines:
        return [line]
    return [first_line.rstrip(), *(f"{indent}{next_line.rstrip()}" for next_line in next_lines)]


def cut_path_to_width(path: str, *, width: int) -> str:
    """Return *path* in at most *width* columns: of a longer one the end, which says more."""
    if count_columns(path) <= width:
        return path
    ends = (path[start:] for start in range(len(path) + 1))
    return f"{_CUT}{next(end for end in ends if not end or count_columns(end) < width)}"


def count_columns(text: str) -> int:
    """Return how many columns *text* takes in a terminal: a wide character takes two."""
    if _has_plain_widths(text):
        return len(text)
    from rich.cells import cell_len  # what most texts need not wait for

    return cell_len(text)


def fit_width(text: str, *, width: int) -> str:
    """Return *text* in exactly *width* columns of a terminal, cut, or with blanks behind it."""
    if _has_plain_widths(text):
        return text[:width].ljust(width)
    from rich.cells import set_cell_size  # as above

    return set_cell_size(text, width)


def _has_plain_widths(text: str) -> bool:
    return text.isascii() and text.isprintable()


def cut_to_width(text: str, *, width: int) -> str:
    """Return *text* in at most *width* columns of a terminal, marked where it is cut."""
    if count_columns(text) <= width:
        return text
    return f"{fit_width(text, width=max(0, width - 1))}{_CUT}"


def render_table_rows(
    rows: Sequence[Sequence[str]],
    *,
    width: int,
    shortened: int | None = None,
    left_out: Sequence[int],
) -> list[str]:
    """Return *rows*, the first of them the heading, as lines of a table as wide as the terminal;
    *width* is in columns, 0 for any.

    In the last column are paths, of which the end stays: a file is named in full. For that the
    column *shortened* is cut down to ten cells, then the columns *left_out* go, one by one.
    """
    widths = [max(map(count_columns, cells)) for cells in zip(*rows, strict=True)]
    columns, path = [*range(len(widths))], len(widths) - 1
    least_widths = [*widths]
    splits = [row[path].rpartition("/") for row in rows]
    least_widths[path] = max(
        count_columns(name) + (len(f"{_CUT}/") if folder else 0) for folder, _, name in splits
    )
    if shortened is not None:
        least_widths[shortened] = min(widths[shortened], _LEAST)
    for column in left_out if width else ():
        if _sum_widths(least_widths, columns) <= width:
            break
        columns.remove(column)
    room = width - _sum_widths(least_widths, columns)
    for growing in (path, shortened):
        if growing is not None and growing in columns:
            further = widths[growing] - least_widths[growing]
            further = min(further, max(0, room)) if width else further
            least_widths[growing] += further
            room -= further
    return [
        _BETWEEN.join(
            fit_width(
                (cut_path_to_width if column == path else cut_to_width)(
                    row[column], width=least_widths[column]
                ),
                width=least_widths[column],
            )
            for column in columns
        ).rstrip()
        for row in rows
    ]


def _sum_widths(widths: Sequence[int], columns: Sequence[int]) -> int:
    return sum(widths[column] for column in columns) + len(_BETWEEN) * (len(columns) - 1)


def find_row_starts(line: str, *, width: int, indent: str = INDENT) -> list[int]:
    """Return where in *line* each row of a terminal starts that ``wrap_line`` makes of it."""
    starts = [0]
    if width and not (line.isascii() and len(line) <= width):
        for word in re.finditer(_WORD, line):
            before = line[starts[-1] : word.start()]
            columns = count_columns(before + word[0]) + len(indent) * (len(starts) > 1)
            if columns > width and before.strip():
                starts.append(word.start(1))
    return starts
