r"""Texts that go on to a line of their own word: what a ``<<WORD`` begins below its line."""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

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


def next_line(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin the first heredoc that waits for the end of the line, all of which is code."""
    if not scanner.pending:
        return match.end()
    heredoc = scanner.pending.popleft()
    scanner.enter(heredoc.mode, match.end(), heredoc)
    return _ended(scanner, match.end())


def line_in_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """End the heredoc with the line that begins behind the match, where that is its word."""
    return _ended(scanner, match.end())


def _ended(scanner: Scanner, place: int) -> int:
    text, heredoc = scanner.text, scanner.modes[-1][1]
    start = place
    while heredoc.indented and text[start : start + 1] in (" ", "\t"):
        start += 1
    end = start + len(heredoc.word)
    if text.startswith(heredoc.word, start) and _is_whole(heredoc, text[end : end + 1]):
        scanner.leave(end)
        return end
    return place


def _is_whole(heredoc: Heredoc, following: str) -> bool:
    if heredoc.followed_by:
        return following in heredoc.followed_by
    return not (following.isalnum() or following == "_")
