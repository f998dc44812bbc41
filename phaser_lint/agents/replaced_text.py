"""A file on disk with one text replaced by another, as the clients other than Claude Code do it.

They compare with ``\\n`` line ends and write the file's own. An old text that occurs more than once
is refused by most, and so is an empty one for a file that has text: the file stays as it is. One
that is not found may match loosely, which is not foreseen.
"""

from __future__ import annotations

from phaser_lint.agents.event import Reconstruction, exists, proposed, read, unread, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    Replacement: TypeAlias = tuple[str | None, str | None, bool]
    """The old text, the new one, whether every occurrence is meant."""

NOT_FOUND = "old_str not found in file"
SEVERAL = "old_str occurs more than once in file"


def unchanged(path: str) -> Reconstruction:
    """Return the file at *path* as it is."""
    before, reason = read(path)
    if before is None:
        return unread(path, reason)
    return Reconstruction(text=before, before=before)


def deleted(path: str) -> Reconstruction:
    """Return the file at *path* as one that will be gone."""
    before, _ = read(path)
    return Reconstruction(before=before, deleted=exists(path), is_new=not exists(path))


def replaced(path: str, replacements: Sequence[Replacement], *, several: str) -> Reconstruction:
    """Return the file at *path* after the *replacements*, in their order."""
    for old, new, _ in replacements:
        if old is None or new is None:
            return Reconstruction(skip_reason=f"Missing {'old' if old is None else 'new'}_string")
    if replacements[0][0] == "" and not exists(path):
        created = write(path, replacements[0][1])
        if created.text is None or len(replacements) == 1:
            return created
        return _after(created.text, replacements[1:], several, before=None)
    before, reason = read(path)
    if before is None:
        return unread(path, reason if exists(path) else f"File not found: {path}")
    return _after(before, replacements, several, before=before)


def _after(
    text: str, replacements: Sequence[Replacement], several: str, *, before: str | None
) -> Reconstruction:
    for old, new, every in replacements:
        count = _plain(text).count(_plain(old)) if old else 0
        # An empty old text means a new file; where there is one, nothing happens.
        refused = several == "refused" if count else old == "" and text != ""
        if count != 1 and not (every and count):
            if refused:
                return Reconstruction(text=before, before=before, is_new=before is None)
            return Reconstruction(skip_reason=SEVERAL if count else NOT_FOUND)
        text = like(text, _plain(text).replace(_plain(old or ""), _plain(new or "")))
    return proposed(text, before=before, is_new=before is None)


def changed(path: str, change: Callable[[str], str | None]) -> Reconstruction:
    """Return the file at *path* after *change*, which sees ``\\n`` line ends."""
    before, reason = read(path)
    if before is None:
        return unread(path, reason if exists(path) else f"File not found: {path}")
    text = change(_plain(before))
    if text is None:
        return Reconstruction(skip_reason=NOT_FOUND)
    return proposed(like(before, text), before=before, is_new=False)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")


def with_carriage_returns(text: str) -> str:
    """Return *text* with ``\\r\\n`` line ends."""
    return _plain(text).replace("\n", "\r\n")


def like(before: str, text: str) -> str:
    """Return *text* with the line ends of *before*."""
    return with_carriage_returns(text) if "\r\n" in before else text
