"""Which repositories and worktrees a session touched, and where its looks at them are remembered.

Apart from ``changed_files``, since an edit asks this alone and needs nothing of git for it.
"""

from __future__ import annotations

import os

from phaser_lint.files.root import git_top
from phaser_lint.hook.memory.changes import ChangeMemory, memory_path, read_memory, write_memory
from phaser_lint.hook.occasion import levels_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.hook.occasion import Occasion


def memory_at(occasion: Occasion, root: str) -> str:
    """Return where the session's looks at *root* are kept; nothing where they cannot be."""
    session, cache = occasion.event.session, occasion.cache
    return memory_path(cache, session=session, root=root) if session and cache and root else ""


def place_of(occasion: Occasion) -> tuple[str, str]:
    """Return the root of the project that the agent works on, and where its looks are kept.

    Both are empty where nothing can be remembered.
    """
    # Whether there is something to judge by, the folder of each changed file has to tell.
    root = levels_of(occasion, occasion.start).top if occasion.start else ""
    path = memory_at(occasion, root)
    return (root, path) if path else ("", "")


def memory_of(occasion: Occasion, root: str) -> ChangeMemory:
    """Return what the looks of the event's session know of the project at *root*."""
    path, (_, own) = memory_at(occasion, root), place_of(occasion)
    memory = read_memory(path) if path else ChangeMemory()
    if memory.start or own in ("", path):
        return memory
    return memory._replace(start=read_memory(own).start)


def commit_before(occasion: Occasion, root: str) -> str:
    """Return the last commit before those that the session made in the project at *root*, if any.

    As far as the looks know: where nothing was committed, it is empty.
    """
    return memory_of(occasion, root).since


def touch(occasion: Occasion, paths: Iterable[str]) -> None:
    """Remember the repositories of *paths* that are not the event's own: looks cover them."""
    root, kept = place_of(occasion)
    folders = {os.path.dirname(path) for path in paths} if kept else ()
    tops = {levels_of(occasion, folder).top for folder in folders}
    others = [top for top in sorted(tops) if top != root and git_top(top)]
    if not others:
        return
    memory = read_memory(kept)
    touched = tuple(dict.fromkeys((*memory.touched, *others)))
    if touched != memory.touched:
        write_memory(kept, memory._replace(touched=touched))
