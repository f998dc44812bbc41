r"""Texts that go on to a line of their own word: what a ``<<WORD`` begins below its line.

One whose word begins no line below did not begin: ``1 <<W`` shifts.
"""

from __future__ import annotations

import re
from collections import deque
from typing import Any

from phaser_lint.core import Record
from phaser_lint.text.regions.scanner import Scanner


class Heredoc(Record):
    """A word to come, the mode of what stands above it, and whether blanks may stand before it.

    ``followed_by``: one of these signs stands behind the word where it is one; without any it may
    be whatever is no part of a word.
    """

    word: str
    mode: str
    indented: bool
    followed_by: str = "\r\n"


class _OpenHeredoc(Record):
    """A heredoc that is read, and those that wait for its end.

    What begins in a hole of its text has its own text there, before theirs.
    """

    heredoc: Heredoc
    waiting: deque[Any]


def begin_next_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin, at the end of a line, the first of the heredocs that wait for it; return where reading
    goes on.
    """
    while scanner.pending:
        heredoc = scanner.pending.popleft()
        if has_heredoc_end(scanner, heredoc, match.end()):
            return begin_heredoc(scanner, heredoc, match.end())
    return match.end()


def begin_heredoc(scanner: Scanner, heredoc: Heredoc, offset: int) -> int:
    """Begin the *heredoc* at *offset*, where a line does; return where reading goes on."""
    waiting, scanner.pending = scanner.pending, deque()
    scanner.enter(heredoc.mode, offset, _OpenHeredoc(heredoc, waiting))
    return _end_with_line(scanner, offset)


def end_heredoc_by_line(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """End a heredoc with the line that begins behind the match, where that is its word; return
    where reading goes on.

    What began in a hole of the line above comes first.
    """
    return (
        begin_next_heredoc(scanner, match, start)
        if scanner.pending
        else _end_with_line(scanner, match.end())
    )


def has_heredoc_end(scanner: Scanner, heredoc: Heredoc, offset: int) -> bool:
    """Tell whether a line at or below *offset* ends the *heredoc*: without such a line it is none.

    All lines are noted at once: a thousand words without an end would look through the text each.
    """
    signs = heredoc.followed_by
    last_lines = scanner.last_offsets.get((signs, heredoc.indented))
    if last_lines is None:
        blanks = "[ \t]*" if heredoc.indented else ""
        word = f"[^{re.escape(signs)}]*" if signs else r"\w+"
        lines = re.compile(f"^{blanks}({word})", re.MULTILINE)
        last_lines = {
            line[1]: line.start() for line in lines.finditer(scanner.text, offset, scanner.end)
        }
        scanner.last_offsets[signs, heredoc.indented] = last_lines
    return last_lines.get(heredoc.word, -1) >= offset


def _end_with_line(scanner: Scanner, offset: int) -> int:
    text, (heredoc, waiting) = scanner.text, scanner.modes[-1][1]
    start = offset
    while heredoc.indented and text[start : start + 1] in (" ", "\t"):
        start += 1
    if not text.startswith(heredoc.word, start):
        return offset
    end = start + len(heredoc.word)
    sign = text[end : end + 1]
    is_of_word = sign.isalnum() or sign == "_"
    if sign not in heredoc.followed_by if heredoc.followed_by else is_of_word:
        return offset
    scanner.leave(end)
    scanner.pending = waiting
    return end
