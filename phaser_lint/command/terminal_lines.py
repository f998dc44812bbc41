"""What a person reads on a terminal: lines that are wrapped between words. A pipe gets them whole.

Source lines are cut to the width where they are shown; data (JSON, patches) is never wrapped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

from phaser_lint.core.shared_flags import has_colours
from phaser_lint.core.terminal_width import (
    INDENT,
    count_columns,
    find_row_starts,
    stream_columns,
    wrap_line,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from rich.text import Text

_STYLED = "\x1b"


def render_lines(lines: Iterable[str], *, indent: str = INDENT, color: str = "auto") -> str:
    """Return the text of *lines* that a command prints, wrapped to the terminal if there is one;
    what is wrapped goes on at *indent*.

    Below a wide *indent* a line may have no room for its longest word: it goes on at the usual one.
    It has colours by *color*, see ``has_colours``.
    """
    width = stream_columns(sys.stdout)
    rows = list[str]()
    for line in lines:
        wrapped = wrap_line(line, width=width, indent=indent)
        if width and len(indent) > len(INDENT) and max(map(count_columns, wrapped)) > width:
            wrapped = wrap_line(line, width=width)
        rows += wrapped
    if has_colours(os.environ, is_terminal=sys.stdout.isatty(), choice=color):
        from phaser_lint.command.line_colours import colour_rows  # a pipe needs none

        rows = [*colour_rows(rows)]
    return "".join(f"{row}\n" for row in rows)


def wrap_styled_lines(lines: Iterable[Text]) -> Iterator[Text]:
    """Yield styled *lines* wrapped to the terminal; a paragraph stays at its indent."""
    width = stream_columns(sys.stdout)
    for line in lines:
        blanks = len(line.plain) - len(line.plain.lstrip())
        indent = " " * blanks or INDENT
        starts = find_row_starts(line.plain, width=width, indent=indent)
        for start, row in zip(starts, line.divide(starts[1:]), strict=True):
            if len(starts) > 1:
                row.rstrip()
            yield row.__class__(indent).append_text(row) if start else row


def wrap_stream(stream: TextIO) -> TextIO:
    """Return a *stream* of sentences, as standard error is, that wraps lines if a terminal."""
    terminal: Any = _Wrapping(stream)
    return terminal if stream.isatty() else stream


class _Wrapping:
    """A terminal. What has styles, a progress bar, knows its own width."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write whole lines to the terminal."""
        if _STYLED in text:
            return self._stream.write(text)
        width = stream_columns(self._stream)
        lines = [row for line in text.split("\n") for row in wrap_line(line, width=width)]
        return self._stream.write("\n".join(lines))
