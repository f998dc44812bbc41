"""Whether the files that hold phaser-lint's hooks are what a session without ``--protect`` saw.

Once the hook is gone no Stop may come to tell of it, so every command is followed by a look at
these files. It reads none, and asks for no file that the session's first look did not list.
"""

from __future__ import annotations

import os

from phaser_lint.core import Identity, make_file_identity
from phaser_lint.hook import HookRequest
from phaser_lint.hook.memory.stored_snapshot import name_snapshot_file, read_protected_snapshot
from phaser_lint.project import find_git_root


def find_hook_files_path(request: HookRequest) -> str:
    """Return where the session's memory of files with hooks lies; empty where there can be none."""
    session, cache, start = request.event.session, request.cache, request.start
    if request.options.protect or not (session and cache and start):
        return ""
    root = find_git_root(start) or start
    return name_snapshot_file(cache, session=session, root=root, ending=".hooks")


def are_hook_files_same(request: HookRequest) -> bool:
    """Tell whether the files with hooks are certainly what the session last saw, if it saw any."""
    path = find_hook_files_path(request)
    snapshot = read_protected_snapshot(path) if path else None
    if snapshot is None:
        return True
    return not any(map(os.path.lexists, snapshot.named)) and all(
        identity is not None and identity == identify_hook_file(name)
        for name, (identity, _) in snapshot.seen.items()
    )


def identify_hook_file(path: str) -> Identity | None:
    """Return the identity of the file with hooks at *path*, to compare two looks at it; ``None``
    without a file.
    """
    try:
        return make_file_identity(os.stat(path))
    except OSError:
        return None
