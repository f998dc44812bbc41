"""Whether phaser-lint's hooks are as the session last saw them, without ``--protect``."""

from __future__ import annotations

from phaser_lint.agent.answers import Decision
from phaser_lint.hook import HookRequest
from phaser_lint.hook.memory.hook_identities import find_hook_files_path
from phaser_lint.hook.memory.stored_snapshot import read_protected_snapshot, write_snapshot
from phaser_lint.hook.protection.hook_files import make_hook_files
from phaser_lint.hook.protection.protected_places import list_place_folders


def report_weakened_hooks(request: HookRequest) -> Decision:
    """Return, after a command and at Stop without ``--protect``, which hooks of phaser-lint are
    gone or switched off since the session last looked.
    """
    path = find_hook_files_path(request)
    if not path:
        return Decision()
    earlier = read_protected_snapshot(path)
    current = make_hook_files(
        request, earlier.place_folders if earlier else list_place_folders(request)
    )
    if current == earlier:
        return Decision()
    write_snapshot(path, current)
    # Few sessions change a file with hooks.
    from phaser_lint.hook.protection.unprotected_changes import report_changed_hooks

    return report_changed_hooks(request, earlier, current)
