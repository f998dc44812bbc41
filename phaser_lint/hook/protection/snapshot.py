"""The protected places before and after what an agent does: are they the same?

The hook's clean path asks after every shell command with ``--protect``. ``unannounced_changes``
finds what changed, and whether an agent may change it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping

from phaser_lint.core import Identity
from phaser_lint.hook import HookRequest, limit_git
from phaser_lint.hook.memory import (
    find_project_memory,
    read_session,
    write_session,
)
from phaser_lint.hook.memory.session_start import read_session_start
from phaser_lint.hook.memory.stored_snapshot import (
    ProtectedSnapshot,
    has_snapshot_vanished,
    name_snapshot_file,
    read_protected_snapshot,
    write_protected_snapshot,
)
from phaser_lint.hook.protection.inventory import (
    Inventory,
    hash_brief_text,
    list_git_entries,
    list_protected_files,
    make_fingerprints,
    read_texts_to_keep,
)
from phaser_lint.hook.protection.protected_places import (
    GIT_HOOKS,
    find_named_contract_folders,
    list_git_files,
    list_place_folders,
)
from phaser_lint.project import find_common_git_folder, find_git_folder, find_git_root, lies_in
from phaser_lint.project.git.git_settings import find_hooks_folder
from phaser_lint.project.levels import CONFIGURATION

SECONDS = 1.0
"""To list all protected files, and as much again to read them."""


def find_snapshot_path(request: HookRequest) -> str:
    """Return the path of the session's snapshot of protected places, if it can be kept."""
    session, cache, start = request.event.session, request.cache, request.start
    if not session or not cache or not start:
        return ""
    return name_snapshot_file(cache, session=session, root=find_git_root(start) or start)


def take_first_snapshot(request: HookRequest, *, anew: bool = False) -> None:
    """Take the first snapshot of the protected places before the agent does anything, once a
    session.

    With *anew* it is remembered again: a session that is resumed starts from what the user left.
    One that was only compacted goes on with what it began with.
    """
    anew = anew and request.value.get("source") != "compact"
    path = find_snapshot_path(request)
    if path and (anew or not os.path.exists(path)):
        lost = not anew and has_snapshot_vanished(path)
        write_protected_snapshot(path, make_snapshot(request)._replace(lost=lost))
    root, memory_path = find_project_memory(request) if anew else ("", "")
    repository = find_git_root(root) if root else None
    if repository:
        touched = read_session(memory_path).touched
        session = read_session_start(repository, request.event)
        write_session(memory_path, session._replace(touched=touched))


def make_snapshot(request: HookRequest) -> ProtectedSnapshot:
    """Return a snapshot of what the protected places hold now."""
    place_folders, contract_folders = (
        tuple(list_place_folders(request)),
        find_configured_folders(request),
    )
    moment, hooks, root = time.time_ns(), list[str](), find_git_root(request.start or "/")
    if root:
        folder = find_hooks_folder(limit_git(request, root))
        hooks = [os.path.join(folder, name) for name in GIT_HOOKS] if folder else []
    inventory = take_inventory(request, place_folders, contract_folders, remembered_paths=hooks)
    texts = read_texts_to_keep(inventory.files, until=time.monotonic() + SECONDS)
    unread = next((path for path in inventory.files if path not in texts), "")
    identities = {path: inventory.files[path] for path in texts}
    left_out = inventory.left_out or unread
    fingerprints = make_fingerprints(identities, texts, moment=moment)
    begun = moment if left_out else 0
    return ProtectedSnapshot(
        place_folders, texts, fingerprints, left_out=left_out, begun=begun, named=contract_folders
    )


def find_configured_folders(request: HookRequest) -> tuple[str, ...]:
    """Return for the snapshot the folders of contracts that configurations in the project name."""
    folders, _, _ = _find_folders_below(request, until=time.monotonic() + SECONDS)
    configured = [
        folder for folder in folders if os.path.lexists(os.path.join(folder, CONFIGURATION))
    ]
    return find_named_contract_folders(request, configured)


def _find_folders_below(request: HookRequest, *, until: float) -> tuple[list[str], list[str], str]:
    root = (find_git_root(request.start) or request.start) if request.start else ""
    # A session that begins in the home folder, or at the root, has no project to walk through.
    is_project = root and not lies_in(request.home, root)
    return find_protected_folders(root, until=until) if is_project else ([], [], "")


def take_inventory(
    request: HookRequest,
    place_folders: Iterable[str],
    contract_folders: Iterable[str],
    remembered_paths: Iterable[str],
) -> Inventory:
    """Return, for a snapshot, the inventory of the protected files under *place_folders*, in
    *contract_folders*, and in the project.

    The *remembered_paths* are checked, however many there are.
    """
    until = time.monotonic() + SECONDS
    inventory = list_protected_files(
        place_folders,
        contract_folders=contract_folders,
        git_files=list_git_files(find_git_root(request.start) or "") if request.start else (),
        remembered_paths=remembered_paths,
        until=until,
    )
    folders, repositories, left_out = _find_folders_below(request, until=until)
    inventory_below = list_protected_files(folders, until=until)
    session_repositories = [
        os.path.dirname(path)
        for path in remembered_paths
        if os.path.basename(path) == ".git" and os.path.lexists(path)
    ]
    files = {
        **inventory.files,
        **inventory_below.files,
        **list_git_entries((*repositories, *session_repositories)),
    }
    return Inventory(files, inventory.left_out or inventory_below.left_out or left_out)


def are_protected_files_same(request: HookRequest) -> bool:
    """Tell whether protected places are certainly what the session's snapshot last saw."""
    path = find_snapshot_path(request)
    if not path:
        return True  # without a session it is for Stop to compare with the last commit
    snapshot = read_protected_snapshot(path)
    if snapshot is None or snapshot.lost or snapshot.left_out:
        return False
    inventory = take_inventory(
        request,
        snapshot.place_folders,
        contract_folders=snapshot.named,
        remembered_paths=snapshot.seen,
    )
    is_same = inventory.files == {name: identity for name, (identity, _) in snapshot.seen.items()}
    return is_same and (not inventory.left_out or bool(snapshot.begun))


def is_as_at_start(
    path: str, snapshot: ProtectedSnapshot, identities: Mapping[str, Identity]
) -> bool:
    """Tell, without reading it, whether the file at *path* is as the first *snapshot* has it."""
    identity, checksum = snapshot.seen.get(path, (None, b""))
    is_as_seen = identity is not None and identities.get(path) == identity
    return is_as_seen and checksum == hash_brief_text(snapshot.start.get(path))


def is_older_than_snapshot(path: str, snapshot: ProtectedSnapshot) -> bool:
    """Tell whether *path*, for which the first *snapshot* had no room, is unchanged since."""
    if path in snapshot.seen or path in snapshot.start or not snapshot.begun:
        return False
    try:
        return os.lstat(path).st_ctime_ns < snapshot.begun
    except OSError:
        return False


# Folders below a project that hold contracts or settings of their own, ignored by git or not.
#
# A new level takes what lies below it out of the contracts above, and so does a new repository. So
# every folder is listed; what a worktree holds is another checkout of the same files.

_GIT = ".git"
_MARKS = frozenset((".claude", ".phaser", _GIT))
MOST_FOLDERS = 20_000
"""About a quarter of a second."""


def find_protected_folders(root: str, *, until: float) -> tuple[list[str], list[str], str]:
    """Return the folders below *root* that a snapshot of protected places looks into: those with
    contracts or settings of their own, and those that are repositories.

    Worktrees and submodules of the repository at *root* are none: git keeps them in its own folder.
    Links are not followed. After ``MOST_FOLDERS`` folders, the nearest first, the rest is left out.
    After *until*, by the monotonic clock, the search ends, and the last value is where it ended.
    """
    own_git_folder = os.path.realpath(find_common_git_folder(find_git_folder(root)))
    folders: list[str] = []
    repositories: list[str] = []
    queue = [root]
    for folder in queue:
        if time.monotonic() > until:
            return folders, repositories, folder
        inner: list[str] = []
        marks: list[str] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    marks += [entry.name] if entry.name in _MARKS else []
                    is_inner = entry.name != _GIT and entry.is_dir(follow_symlinks=False)
                    inner += [entry.path] if is_inner else []
        except OSError:
            inner, marks = [], []
        if _GIT in marks and folder != root:
            git_folder_there = os.path.realpath(find_git_folder(folder))
            if lies_in(git_folder_there, os.path.join(own_git_folder, "worktrees")):
                continue
            if not lies_in(git_folder_there, own_git_folder):
                repositories.append(folder)
        if folder != root and marks != [_GIT] and marks:
            folders.append(folder)
        queue += inner[: MOST_FOLDERS - len(queue)]
    return folders, repositories, ""
