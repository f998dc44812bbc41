"""What was seen of a project's changed files in an agent's session, from one look to the next.

For each file that differs from the last commit: its identity when it was judged, and what it broke
then. A file whose identity is the same is not judged again, and what was said is not said again.

One file a session and project in the user's cache folder, written whole (``private_file``). Hooks
that run at the same time may each write theirs, and the last one stays: the worst is a file judged
twice, or a sentence said twice.
"""

from __future__ import annotations

import marshal
import os

from phaser_lint.core.record import Record
from phaser_lint.project.regular_file import (
    CHECKSUM_BYTES,
    checksum,
    identity_of,
    is_settled,
    read_private,
    write_private,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    from phaser_lint.contract.model import ContractKey
    from phaser_lint.project.regular_file import Identity

    Broken: TypeAlias = tuple[tuple[ContractKey, str, int], ...]
    """Of each violation: the contract, the folded line, and how often it counts."""
    Seen: TypeAlias = tuple[Identity | None, Broken]
    """A file's identity, ``None`` where it does not tell yet, and what the file broke."""

# The number goes up with every change of what is stored.
_MAGIC = b"phaser-lint looks 7\n"


class ChangeMemory(Record):
    """What was seen until now; ``begun``: all changed files were looked at once.

    ``log``: how long git's log of HEAD was then, in bytes; ``head``, ``branch``, ``first``,
    ``left``, ``made`` and ``came``: what HEAD got, see ``HeadHistory``. ``committed``: the files
    that the session's commits in HEAD changed; ``since``, ``others``, ``own`` and ``is_shared``:
    see ``Session``. ``start``: when the session began, in seconds of the epoch; 0 where nothing is
    known of that.
    ``brought``: what git was in the middle of at some look, each as the name of its file and the
    commit in it. ``touched``: the tops of the other repositories whose files a tool named.
    ``gone``: the files that were not there any more.
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


def memory_path(cache: str, *, session: str, root: str) -> str:
    """Return the file for a session's looks at the project at *root*."""
    name = checksum(f"{session}\0{root}".encode("utf-8", "surrogatepass")).hex()
    return os.path.join(cache, "sessions", f"{name}.looks")


def read_memory(path: str) -> ChangeMemory:
    """Return what was seen; nothing where the file is missing or garbled."""
    data = read_private(path) or b""
    start = len(_MAGIC) + CHECKSUM_BYTES
    if not data.startswith(_MAGIC) or checksum(data[start:]) != data[len(_MAGIC) : start]:
        return ChangeMemory()
    try:
        return ChangeMemory(*marshal.loads(data[start:]))
    except (ValueError, EOFError, TypeError):  # not what a checksum lets through, but no trust
        return ChangeMemory()


def write_memory(path: str, memory: ChangeMemory) -> None:
    """Write *memory* down at *path*; where that is not possible, files are judged again."""
    plain = memory._replace(files=dict(memory.files))
    data = marshal.dumps([*plain])
    write_private(path, _MAGIC + checksum(data) + data)


def identities(root: str, paths: Iterable[str]) -> dict[str, Identity]:
    """Return the identity of each of *paths* that is there."""
    found = {}
    for path in paths:
        try:
            found[path] = identity_of(os.lstat(os.path.join(root, path)))
        except OSError:  # deleted
            continue
    return found


def settled(identity: Identity, *, now: int) -> Identity | None:
    """Return *identity* if a change after *now* (nanoseconds) must show in it."""
    return identity if is_settled(identity, now=now) else None
