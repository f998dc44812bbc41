"""The files that hold phaser-lint's hooks, and what they hold, in a session without ``--protect``.

Contracts are none of them, as an agent that is asked for contracts writes them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator

from phaser_lint.contract.deciding_places import BY_NAME
from phaser_lint.hook import HookRequest
from phaser_lint.hook.memory.hook_identities import find_hook_files_path, identify_hook_file
from phaser_lint.hook.memory.stored_snapshot import ProtectedSnapshot, write_snapshot
from phaser_lint.hook.protection.inventory import make_fingerprints, read_texts_to_keep
from phaser_lint.hook.protection.protected_places import (
    COMMIT_PLACES,
    PLACES,
    list_git_files,
    list_moved_places,
    list_place_folders,
    may_name_protected_place,
)
from phaser_lint.project import find_git_root

# To read them.
_SECONDS = 0.5
_CONTRACT_PLACES = tuple(f"/{name}" for name in BY_NAME)


def note_hook_files(request: HookRequest) -> None:
    """Remember what the files with hooks hold, once a session: before its first tool, or after one
    that changed none of what git knows.
    """
    path = find_hook_files_path(request)
    if path and not os.path.lexists(path):
        write_snapshot(path, make_hook_files(request, list_place_folders(request)))


def make_hook_files(request: HookRequest, place_folders: Iterable[str]) -> ProtectedSnapshot:
    """Return a snapshot of what the files with hooks under *place_folders* hold now; ``named``:
    files, or folders of such, that are not there.
    """
    folders, moment, missing_paths = tuple(place_folders), time.time_ns(), list[str]()
    identities = {}
    for path in dict.fromkeys(_list_hook_files(request, folders)):
        identity = identify_hook_file(path)
        if identity is None:
            missing_paths += [] if os.path.lexists(path) else [path]
        elif not os.path.isdir(path):
            identities[path] = identity
    texts = read_texts_to_keep(identities, until=time.monotonic() + _SECONDS)
    known = {path: identities[path] for path in texts}
    seen = make_fingerprints(known, texts, moment=moment)
    return ProtectedSnapshot(folders, texts, seen, named=tuple(missing_paths))


def _list_hook_files(request: HookRequest, place_folders: Iterable[str]) -> Iterator[str]:
    """Yield the paths of files with hooks; of a folder that is not there, that alone."""
    yield from list_git_files(find_git_root(request.start) or "")
    for base in filter(None, place_folders):
        for folder, names in (*PLACES, *COMMIT_PLACES):
            place = os.path.join(base, folder) if folder else base
            if not os.path.isdir(place):
                yield place
                continue
            for name in names:
                path = os.path.join(place, name)
                if not _is_of_contracts(path):
                    yield path
    for path, _ in list_moved_places(os.environ):
        if not _is_of_contracts(path):
            yield path


def may_hold_hook(path: str) -> bool:
    """Tell whether the file at *path* may hold a hook, so that its loss is told at once."""
    return may_name_protected_place(path) and not _is_of_contracts(path)


def _is_of_contracts(path: str) -> bool:
    return any(place in path.replace(os.sep, "/") for place in _CONTRACT_PLACES)
