"""What the hook remembers from one event of an agent's session to the next.

Here stands which repositories and worktrees it touched, and what its checks of them remember: an
edit needs only this, and nothing of git for it.
"""

from __future__ import annotations

import os
import time

from phaser_lint.core import Record
from phaser_lint.core.cache_file import CacheFile
from phaser_lint.hook import HookRequest, levels_checking, memory_at
from phaser_lint.project.regular_file import identity_of, is_settled
from phaser_lint.project.root import git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    from phaser_lint.contract.model import ContractKey
    from phaser_lint.core.checked_files import Session
    from phaser_lint.project.regular_file import Identity

    Broken: TypeAlias = tuple[tuple[ContractKey, str, int], ...]
    """Of each violation: the contract, the folded line, and how often it counts."""
    Seen: TypeAlias = tuple[Identity | None, Broken]
    """A file's identity, ``None`` where a change may not show in it yet, and what it broke."""


def memory_place(request: HookRequest) -> tuple[str, str]:
    """Return the root of the agent's project, and where the checks of it are remembered.

    Both are empty where nothing can be remembered.
    """
    # Whether there is something to check by is decided by the folder of each changed file.
    root = levels_checking(request, request.start).root if request.start else ""
    path = memory_at(request, root)
    return (root, path) if path else ("", "")


def memory_of(request: HookRequest, root: str) -> ChangeMemory:
    """Return what the checks of the event's session know of the project at *root*."""
    path = memory_at(request, root)
    memory = read_memory(path) if path else ChangeMemory()
    if memory.start:
        return memory
    _, own_path = memory_place(request)
    if own_path in ("", path):
        return memory
    return memory._replace(start=read_memory(own_path).start)


def session_in(request: HookRequest, root: str) -> Session:
    """Return the event's session as far as its checks of the project at *root* know of it.

    A session that nothing is known of begins now.
    """
    memory = memory_of(request, root)
    return session_of(memory._replace(start=memory.start or time.time()))


def session_of(memory: ChangeMemory) -> Session:
    """Return the session that *memory* is of, in the form that a comparison needs."""
    from phaser_lint.core.checked_files import Session  # here: most checks compare nothing

    return Session(
        memory.start,
        memory.since,
        begun=memory.brought,
        others=memory.others,
        own=memory.own,
        is_shared=memory.is_shared,
        came=memory.came,
    )


def touch(request: HookRequest, paths: Iterable[str]) -> None:
    """Remember the repositories of *paths*, but for the event's own: later checks cover them."""
    own_root, memory_path = memory_place(request)
    if not memory_path:
        return
    folders = {request.links.get(path) or os.path.dirname(path) for path in paths}
    roots = {levels_checking(request, folder).root for folder in folders} - {own_root}
    other_roots = [root for root in sorted(roots) if git_root(root)]
    if not other_roots:
        return
    memory = read_memory(memory_path)
    touched = tuple(dict.fromkeys((*memory.touched, *other_roots)))
    if touched != memory.touched:
        write_memory(memory_path, memory._replace(touched=touched))


# What was seen of a project's changed files in an agent's session, from one check to the next.
#
# For each file that differs from the last commit: its identity when it was checked, and what it
# broke then. A file whose identity is the same is not checked again, and what was reported is not
# reported again.
#
# One file a session and project in the user's cache folder, written whole.
# Hooks that run at the same time may each write theirs, and the last one stays: the worst is a
# file checked twice, or a message that comes twice.

# The number goes up with every change of what is stored.
_FORM = "looks 9"


class ChangeMemory(Record):
    """What was seen until now; ``begun``: all changed files were checked once.

    ``log``: how long git's log of HEAD was then, in bytes; ``head``, ``branch``, ``first``,
    ``left``, ``made`` and ``came``: what HEAD got, see ``HeadHistory``. ``committed``: the files
    that the session's commits in HEAD changed; ``since``, ``others``, ``own`` and ``is_shared``:
    see ``Session``. ``start``: when the session began, in seconds of the epoch; 0 where nothing is
    known of that.
    ``brought``: what git was in the middle of at some check, each as the name of its file and the
    commit in it. ``touched``: the roots of the other repositories whose files a tool named.
    ``gone``: the files that were not there any more. ``is_noted``: the start was noted before any
    tool of the session could write.
    """

    begun: bool = False
    files: Mapping[str, Seen] = {}
    log: int = 0
    since: str = ""
    committed: tuple[str, ...] = ()
    start: float = 0.0
    brought: tuple[tuple[str, str], ...] = ()
    touched: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    head: str = ""
    branch: str = ""
    first: str = ""
    left: tuple[tuple[str, str], ...] = ()
    made: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    is_shared: bool = False
    is_noted: bool = False


def read_memory(path: str) -> ChangeMemory:
    """Return what was seen; nothing where the file is missing or garbled."""
    return CacheFile(path, _FORM).read_record(ChangeMemory) or ChangeMemory()


def write_memory(path: str, memory: ChangeMemory) -> None:
    """Write *memory* down at *path*; where that is not possible, files are checked again."""
    CacheFile(path, _FORM).write(tuple(memory._replace(files=dict(memory.files))))


def identities(root: str, paths: Iterable[str]) -> dict[str, Identity]:
    """Return the identity of each of *paths* that is there."""
    identity_by_path = {}
    for path in paths:
        try:
            identity_by_path[path] = identity_of(os.lstat(os.path.join(root, path)))
        except OSError:  # deleted
            continue
    return identity_by_path


def settle_identity(identity: Identity, *, now: int) -> Identity | None:
    """Return *identity* if a change after *now* (nanoseconds) must show in it."""
    return identity if is_settled(identity, now_ns=now) else None
