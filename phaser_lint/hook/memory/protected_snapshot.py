"""What the protected files were when an agent's session began, and at their last check.

One file a session and project in the user's cache folder. Without it a change is compared with the
last commit, and what git does not know is not seen: the worst is a change that is not reported.
"""

from __future__ import annotations

import marshal
import os
import stat

from phaser_lint.core import CREATE, Record, is_own, open_itself, user_number
from phaser_lint.project.regular_file import CHECKSUM_BYTES, checksum, read_private, write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.project.regular_file import Identity

# The number goes up with every change of what is stored.
_MAGIC = b"phaser-lint guard 4\n"


class ProtectedSnapshot(Record):
    """``bases``: the folders that the places lie in. ``start``: the texts at the beginning.

    ``seen``: of each file at its last check the identity, ``None`` where a change may not show in
    it yet, and the checksum of its text. ``lost``: an earlier snapshot of the session had vanished.
    ``left_out``: where a check had no more room, until that is reported. ``begun``: the time (ns)
    of a first check that had no room; an older file that it did not note existed then. ``named``:
    the folders of contracts that a configuration or a flag named.
    """

    bases: tuple[str, ...] = ()
    start: Mapping[str, str | None] = {}
    seen: Mapping[str, tuple[Identity | None, bytes]] = {}
    lost: bool = False
    left_out: str = ""
    begun: int = 0
    named: tuple[str, ...] = ()


def protected_snapshot_path(cache: str, *, session: str, root: str) -> str:
    """Return the file for a session's snapshot of the project at *root*."""
    name = checksum(f"{session}\0{root}".encode("utf-8", "surrogatepass")).hex()
    return os.path.join(cache, "sessions", f"{name}.guard")


def read_protected_snapshot(path: str) -> ProtectedSnapshot | None:
    """Return what was remembered; ``None`` where the file is missing or garbled."""
    data = read_private(path) or b""
    start = len(_MAGIC) + CHECKSUM_BYTES
    if not data.startswith(_MAGIC) or checksum(data[start:]) != data[len(_MAGIC) : start]:
        return None
    try:
        return ProtectedSnapshot(*marshal.loads(data[start:]))
    except (ValueError, EOFError, TypeError):  # a checksum proves no origin
        return None


def write_protected_snapshot(path: str, snapshot: ProtectedSnapshot) -> None:
    """Remember *snapshot*, and elsewhere that there is one."""
    bases, start, seen = snapshot[:3]
    data = marshal.dumps((bases, dict(start), dict(seen), *snapshot[3:]))
    if write_private(path, _MAGIC + checksum(data) + data):
        _witness(path)


def has_vanished(path: str) -> bool:
    """Tell whether there was a snapshot at *path* that is not there any more."""
    return not os.path.lexists(path) and os.path.exists(_witness_path(path))


def _witness(path: str) -> None:
    """Leave an empty file as evidence of the snapshot at *path*.

    Whoever removes the cache takes the snapshot along: this lies in the user's runtime folder, or
    in the system's temporary one.
    """
    found = _witness_path(path)
    folder = os.path.dirname(found)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        status = os.lstat(folder)
        if stat.S_ISDIR(status.st_mode) and is_own(status):
            os.close(open_itself(found, CREATE))
    except OSError:  # it is there already, or cannot be
        return


def _witness_path(path: str) -> str:
    folders = (os.environ.get("XDG_RUNTIME_DIR"), os.environ.get("TMPDIR"), os.environ.get("TEMP"))
    base = next(filter(None, folders), "/tmp")
    name = checksum(path.encode("utf-8", "surrogateescape")).hex()
    return os.path.join(base, f"phaser-lint-{user_number()}", name)
