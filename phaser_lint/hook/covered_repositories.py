"""Which repositories a check after a command, and Stop, cover.

The event's own, its worktrees that the session touched, and others whose files a tool named.

An agent makes worktrees for itself and its subagents, works in them by shell commands, and merges
what it made. The event names where such a command ran, or the command itself does.
"""

from __future__ import annotations

import os
import time

from phaser_lint.hook.memory.session import read_memory
from phaser_lint.hook.request import memory_at
from phaser_lint.project.git.git_command import worktrees_of
from phaser_lint.project.root import git_root, way_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.hook.request import HookRequest

# Between the end of a tool and the start of its hook, on a busy machine.
_SLACK_SECONDS = 2.0
_OF_A_NAME = frozenset("_-")


def roots_of(request: HookRequest, own: str) -> list[str]:
    """Return the roots that are covered: the event's *own* first, then worktrees, then others."""
    kept = memory_at(request, own)
    named = read_memory(kept).touched if kept else ()
    root = git_root(own)
    trees = [each for each in worktrees_of(root) if each != root] if root else []
    # The deepest first: a worktree often lies inside another one.
    trees = sorted(trees, key=len, reverse=True)
    touched = [each for each in _touched(request, trees) if each not in named]
    there = [each for each in named if each != own and git_root(each)]
    return [own, *touched, *there]


def is_worktree_of(own: str, root: str) -> bool:
    """Tell whether *root* is another worktree of the repository at *own*."""
    return root in worktrees_of(own)


def _touched(request: HookRequest, trees: Sequence[str]) -> list[str]:
    """Return those of *trees*, the deepest first, that the session checked, or touches now."""
    if not trees:
        return []
    moving = request.event.working_directory
    working = os.path.realpath(moving) if moving else request.start
    here = (git_root(working) or "") if working else ""
    command = "\n".join(_texts(request))
    found = []
    for tree in trees:
        names = _names(tree, (working, request.start))
        is_named = any(_names_path(command, name) for name in names)
        for name in names:  # what is left names none that this one lies in
            command = command.replace(name, "\0")
        if tree == here or is_named or _is_new(request, tree) or _was_checked(request, tree):
            found.append(tree)
    return found


def _texts(request: HookRequest) -> list[str]:
    return [value for value in request.event.tool_input.values() if isinstance(value, str)]


def _names(tree: str, folders: Sequence[str]) -> list[str]:
    """Return how a command that runs in one of *folders* may name *tree*."""
    ways = [way_to(tree, folder) for folder in folders if folder]
    ways = [way for way in ways if os.path.basename(way) not in ("", ".", "..")]
    return list(dict.fromkeys((tree, *[f"./{way}" for way in ways], *ways)))


def _names_path(command: str, name: str) -> bool:
    """Tell whether *command* names a path: not as a part of a longer name."""
    start = command.find(name)
    while start >= 0:
        before, after = command[start - 1 : start], command[start + len(name) :][:1]
        inside = before.isalnum() or before in ("_", "-", ".", "/")
        if (not before or not inside) and not (after.isalnum() or after in _OF_A_NAME):
            return True
        start = command.find(name, start + 1)
    return False


def _is_new(request: HookRequest, tree: str) -> bool:
    """Tell whether *tree* was made while the event's tool ran."""
    seconds = request.event.seconds
    if seconds is None:
        return False
    try:
        made = os.lstat(os.path.join(tree, ".git")).st_mtime
    except OSError:
        return False
    return made >= time.time() - seconds - _SLACK_SECONDS


def _was_checked(request: HookRequest, tree: str) -> bool:
    kept = memory_at(request, tree)
    return bool(kept) and os.path.lexists(kept)
