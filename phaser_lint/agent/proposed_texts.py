"""The text that a file tool leaves in a file: changed, or with lines inserted, in its line ends.

Tools of agents search in texts with plain line feeds, and write the line ends that were there.
"""

from __future__ import annotations

import os

from phaser_lint.agent import FileProposal, is_silent_skip, propose_text
from phaser_lint.project.regular_file import is_garbled_file, read_text_or_reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NOT_FOUND = "not found in file"


def propose_change(path: str, change: Callable[[str], str | None]) -> FileProposal:
    """Return the file at *path* after *change* of its text, which has plain line feeds."""
    before, reason = read_text_or_reason(path)
    if before is None:
        return propose_missing_or_unread(path, reason)
    text = change(with_line_feeds(before))
    if text is None:
        return FileProposal(skip_reason=f"searched text {NOT_FOUND}")
    return propose_text(restore_line_ends(before, text), before=before, is_new=False)


def propose_insertion(path: str, inserted: str, *, after: int) -> FileProposal:
    """Return the file at *path* with the text that a file tool proposes: *inserted* below so many
    of its lines, *after*, at its start below 0, at its end where it has fewer.
    """

    def insert(text: str) -> str:
        lines, index = text.split("\n"), max(after, 0)
        return "\n".join([*lines[:index], *inserted.split("\n"), *lines[index:]])

    return propose_change(path, insert)


def propose_missing_or_unread(path: str, reason: str) -> FileProposal:
    """Return the proposal of a file tool that changes the file at *path*, which is not there, or
    was not read for this *reason*.
    """
    return propose_unread(path, reason if os.path.lexists(path) else f"File not found: {path}")


def propose_unread(path: str, reason: str) -> FileProposal:
    """Return any agent's proposal for the file at *path* that could not be read: no check."""
    if not is_silent_skip(reason):
        return FileProposal(skip_reason=reason)
    return FileProposal(skip_reason=reason, garbled=is_garbled_file(path))


def with_line_feeds(text: str) -> str:
    """Return *text* with plain line feeds, as a file tool searches in it to propose another."""
    return text.replace("\r\n", "\n")


def with_carriage_returns(text: str) -> str:
    """Return *text* with the carriage returns that a file tool proposes where the file had some."""
    return with_line_feeds(text).replace("\n", "\r\n")


def restore_line_ends(before: str, text: str, *, levels: bool = False) -> str:
    """Return *text* as a file tool leaves it: in line ends of *before*; *levels*: of most lines."""
    carriage_returns = before.count("\r\n")
    if levels and 2 * carriage_returns < before.count("\n"):
        return with_line_feeds(text)
    return with_carriage_returns(text) if carriage_returns else text
