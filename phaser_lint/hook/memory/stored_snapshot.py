"""What the protected files were when an agent's session began, and at their last check.

One file a session and project in the user's cache folder. Without it a change is compared with the
last commit, and what git does not know is not seen: the worst is a change that is not reported.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.core import (
    CREATE,
    Identity,
    Record,
    belongs_to_user,
    find_user_number,
    open_unless_link,
)
from phaser_lint.core.cache_file import name_cache_path, read_stored_record, write_stored_values

# The number goes up with every change of what is stored.
_FORM = "guard 5"


class ProtectedSnapshot(Record):
    """``place_folders``: the folders that the places lie in. ``start``: the texts at the beginning.

    ``seen``: of each file at its last check the identity, ``None`` where a change may not show in
    it yet, and the checksum of its text. ``lost``: an earlier snapshot of the session had vanished.
    ``left_out``: where a check had no more room, until that is reported. ``begun``: the time (ns)
    of a first check that had no room; an older file that it did not note existed then. ``named``:
    the folders of contracts that a configuration or a flag named.
    """

    place_folders: tuple[str, ...]
    start: dict[str, str | None]
    seen: dict[str, tuple[Identity | None, bytes]]
    lost: bool = False
    left_out: str = ""
    begun: int = 0
    named: tuple[str, ...] = ()


def name_snapshot_file(cache: str, *, session: str, root: str, ending: str = ".guard") -> str:
    """Return the path of a session's snapshot of protected files of the project at *root*."""
    return name_cache_path(os.path.join(cache, "sessions"), (session, root), ending=ending)


def read_protected_snapshot(path: str) -> ProtectedSnapshot | None:
    """Return the snapshot of protected files at *path*; ``None``: missing or garbled."""
    return read_stored_record(path, _FORM, ProtectedSnapshot)


def write_snapshot(path: str, snapshot: ProtectedSnapshot) -> bool:
    """Remember *snapshot*, of some files, at *path*; tell whether that was possible."""
    return write_stored_values(path, _FORM, tuple(snapshot))


def write_protected_snapshot(path: str, snapshot: ProtectedSnapshot) -> None:
    """Remember *snapshot*, of protected files, at *path*, and elsewhere that there is one."""
    if not write_snapshot(path, snapshot):
        return
    # An empty file is evidence of the snapshot. Whoever removes the cache takes the snapshot along:
    # this lies in the user's runtime folder, or in the system's temporary one.
    witness = _name_witness(path)
    folder = os.path.dirname(witness)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        status = os.lstat(folder)
        if stat.S_ISDIR(status.st_mode) and belongs_to_user(status):
            os.close(open_unless_link(witness, CREATE))
    except OSError:  # it is there already, or cannot be
        return


def has_snapshot_vanished(path: str) -> bool:
    """Tell whether a snapshot of protected files that was stored at *path* is gone."""
    return not os.path.lexists(path) and os.path.exists(_name_witness(path))


def find_witness_folder(cache: str) -> str:
    """Return the folder of empty files that are evidence of snapshots of protected files in the
    *cache*: another home folder of the same user has another one.
    """
    folders = (os.environ.get("XDG_RUNTIME_DIR"), os.environ.get("TMPDIR"), os.environ.get("TEMP"))
    base = next(filter(None, folders), "/tmp")
    return name_cache_path(base, (cache,), start=f"phaser-lint-{find_user_number()}-")


def _name_witness(path: str) -> str:
    cache = os.path.dirname(os.path.dirname(path))
    return name_cache_path(find_witness_folder(cache), (path,))
