"""Which repositories a check after a command, and Stop, cover.

The event's own, its worktrees that the session touched, and others whose files a tool named.

An agent makes worktrees for itself and its subagents, works in them by shell commands, and merges
what it made. The event names where such a command ran, or the command itself does.
"""

from __future__ import annotations

import os

from phaser_lint.agent import Event
from phaser_lint.hook import SLACK_SECONDS, HookRequest, find_memory_path
from phaser_lint.hook.memory import read_session
from phaser_lint.project import find_git_root, make_relative_path
from phaser_lint.project.git import list_worktrees

_OF_A_NAME = frozenset("_-")


def list_covered_roots(request: HookRequest, own_root: str) -> list[str]:
    """Return the roots of the covered repositories, which checks after a command and Stop look at:
    *own_root* first, then worktrees, then others.
    """
    memory_path = find_memory_path(request, own_root)
    remembered = read_session(memory_path).touched if memory_path else ()
    other_roots = [name for name in remembered if name != own_root and find_git_root(name)]
    root = find_git_root(own_root)
    trees = [tree for tree in list_worktrees(root) if tree != root] if root else []
    if not trees:
        return [own_root, *other_roots]
    event = request.event
    moving = event.working_directory
    working = os.path.realpath(moving) if moving else request.start
    here = (find_git_root(working) or "") if working else ""
    arguments = event.tool_input.values()
    command = "\n".join(argument for argument in arguments if isinstance(argument, str))
    touched_trees = []
    # The deepest first: a worktree often lies inside another one.
    for tree in sorted(trees, key=len, reverse=True):
        # How a command that runs in one of the folders may name it.
        from_folders = [
            make_relative_path(tree, folder) for folder in (working, request.start) if folder
        ]
        relative_paths = [
            path for path in from_folders if os.path.basename(path) not in ("", ".", "..")
        ]
        names = dict.fromkeys((tree, *[f"./{path}" for path in relative_paths], *relative_paths))
        is_named = any(_names_path(command, name) for name in names)
        for name in names:  # what is left names none that this one lies in
            command = command.replace(name, "\0")
        tree_memory = find_memory_path(request, tree)
        was_checked = bool(tree_memory) and os.path.lexists(tree_memory)
        is_touched = tree == here or is_named or was_checked or _was_made_by_tool(event, tree)
        if is_touched and tree not in remembered:
            touched_trees.append(tree)
    return [own_root, *touched_trees, *other_roots]


def _was_made_by_tool(event: Event, tree: str) -> bool:
    """Tell whether *tree* was made while the event's tool ran."""
    if event.seconds is None:
        return False
    try:
        modified = os.lstat(os.path.join(tree, ".git")).st_mtime
    except OSError:
        return False
    return modified >= event.tool_began - SLACK_SECONDS


def _names_path(command: str, name: str) -> bool:
    """Tell whether *command* names a path: not as a part of a longer name."""
    start = command.find(name)
    while start >= 0:
        before, after = command[start - 1 : start], command[start + len(name) :][:1]
        continues_a_name = before.isalnum() or before in ("_", "-", ".", "/")
        if (not before or not continues_a_name) and not (after.isalnum() or after in _OF_A_NAME):
            return True
        start = command.find(name, start + 1)
    return False
