"""The hook without ``--protect``: what a session changed of contracts, baseline and hooks.

Nothing is denied. That a hook is gone is told after the command, where no Stop may come any more;
all else at Stop, to the user alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from phaser_lint.agent.answers import Decision
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.contract.model import Violation
from phaser_lint.core.errors import GitError
from phaser_lint.hook import HookRequest
from phaser_lint.hook.changed_files import find_repository_changes
from phaser_lint.hook.memory import find_project_memory
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.hook.memory.stored_snapshot import (
    ProtectedSnapshot,
)
from phaser_lint.hook.protection.built_in_contracts import (
    GIT_HOOKS_ID,
    PRE_COMMIT_ID,
    SETTINGS_ID,
    ProtectedChange,
)
from phaser_lint.hook.protection.hook_files import may_hold_hook
from phaser_lint.hook.protection.refused_changes import (
    ADVICE,
    make_protected_change,
    read_committed_text,
    read_text_on_disk,
    refuse_event_changes,
    render_places_by_rule,
)
from phaser_lint.project import find_git_root

_HOOK_IDS = (SETTINGS_ID, PRE_COMMIT_ID, GIT_HOOKS_ID)
_PROTECT = "phaser-lint install --protect denies that to an agent."


def report_changed_hooks(
    request: HookRequest, earlier: ProtectedSnapshot | None, current: ProtectedSnapshot
) -> Decision:
    """Return which hooks of phaser-lint are gone or switched off since the session last looked,
    when the files with hooks held what *earlier* has; ``None``: it never did.
    """
    changes = _compare(earlier, current) if earlier else _find_first_changes(request)
    lost = [change for change in refuse_event_changes(request, changes) if _is_of_hook(change)]
    # By one call several hooks may run, and what Stop would say is said here.
    fresh = [violation for violation in lost if _is_untold(request, violation, changes)]
    if not fresh:
        return Decision()
    places = render_places_by_rule(fresh, by_kind=True)
    text = f"phaser-lint's hook is gone or switched off: {places}."
    # Stop has no context to give.
    context = "" if request.event.name in ("Stop", "SubagentStop") else f"{text} {ADVICE}"
    to_user = f"{text} What it checked may pass unchecked from now on. {_PROTECT}"
    return Decision(context=context, to_user=to_user)


def _compare(earlier: ProtectedSnapshot, current: ProtectedSnapshot) -> list[ProtectedChange]:
    changes = []
    for path in dict.fromkeys((*earlier.start, *current.start)):
        before, after = earlier.start.get(path), current.start.get(path)
        if before != after:
            changes.append(make_protected_change(path, before, after))
    return changes


def _find_first_changes(request: HookRequest) -> list[ProtectedChange]:
    """Return what the session's first command changed, by the last commit: more nobody knows."""
    root, _ = find_project_memory(request)
    try:
        changed = find_repository_changes(request, root) if root else None
        names = [*changed.changed, *changed.gone] if changed else []
        paths = [os.path.join(root, name) for name in names if may_hold_hook(f"/{name}")]
        return _compare_with_commit(request, paths, "HEAD")
    except GitError:  # the check of the files tells it
        return []


def _compare_with_commit(
    request: HookRequest, paths: Iterable[str], revision: str
) -> list[ProtectedChange]:
    return [
        make_protected_change(
            path, read_committed_text(request, path, revision), read_text_on_disk(path)
        )
        for path in paths
    ]


def _is_of_hook(violation: Violation) -> bool:
    return violation.rule_id in _HOOK_IDS


def _is_untold(
    request: HookRequest, violation: Violation, changes: Sequence[ProtectedChange]
) -> bool:
    """Note that the user is told of *violation*; tell whether that is the first time, by the text
    that the file holds now: what was put back may go again.
    """
    ending = f"/{violation.path.removeprefix('~/')}"
    texts = [change.after for change in changes if f"/{change.path}".endswith(ending)]
    key = f"weakened {make_violation_key(violation)!r} {texts!r}"
    root = find_git_root(request.start) or request.start
    return note_first_report(request, key, root=root, to_user=True)


def report_unprotected_changes(
    request: HookRequest, paths: Iterable[str], *, since: str, root: str
) -> Decision:
    """Return, to the user, unannounced changes of the session at *paths* that ``--protect`` would
    have denied.

    Once for the same files: an agent that is asked for contracts writes them. *since* is the commit
    of the session's start, if that is known. Raises ``GitError``.
    """
    changes = _compare_with_commit(request, paths, since or "HEAD")
    changed = [
        violation
        for violation in refuse_event_changes(request, changes)
        if not _is_of_hook(violation) or _is_untold(request, violation, changes)
    ]
    if not changed:
        return Decision()
    places = render_places_by_rule(changed, by_kind=True)
    message = f"phaser-lint: changed in this session: {places}. {_PROTECT}"
    is_first = note_first_report(request, message, root=root, to_user=True)
    return Decision(to_user=message) if is_first else Decision()
