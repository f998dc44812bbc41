"""What becomes of a project's hook in another worktree of its repository: seen there, or not.

Claude Code starts in a worktree that it makes of a commit (``claude -w``), with the settings that
are in that commit. Codex reads a project's hooks only in the main worktree.
"""

from __future__ import annotations

import os

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.install.forms_of_settings import make_removal
from phaser_lint.agent.install.install_table import HOOKS, list_paths_by_scope
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.settings_locations import Machine, locate
from phaser_lint.core.errors import GitError
from phaser_lint.project import find_main_worktree
from phaser_lint.project.git import WorkingTree, find_working_tree, run_git
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.git.tracked_files import is_ignored_path

_SCOPE = "project"
# Files that git ignores go into a new worktree of Claude Code where this file names them.
_COPIED = ".worktreeinclude"


def explain_lost_hook(agent: Agent, machine: Machine) -> str:
    """Return that *agent* starts in a new worktree without the project's hook, and what to do.

    Nothing where the commit has the hook, where there is another one, or where there is no git.
    """
    if not agent.worktree_command or agent.name not in HOOKS:
        return ""
    name = HOOKS[agent.name].files[_SCOPE]
    other_paths = (
        path
        for scope, paths in list_paths_by_scope(agent.name).items()
        for path in paths
        if path != name
    )
    if not _has_hook(agent, name, machine) or any(
        _has_hook(agent, path, machine) for path in other_paths
    ):
        return ""
    tree = find_working_tree(machine.root)
    try:
        if (
            tree is None
            or resolve_revision(machine.root, "HEAD") is None
            or _is_in_commit(agent, name, tree)
        ):
            return ""
        if not is_ignored_path(tree, name):
            return (
                f"{agent.worktree_command} starts from a commit, and none has this hook yet: "
                f"commit {name}"
            )
        if _is_copied(tree, name):
            return ""
        return (
            f"git ignores {name}, so nobody else, nor {agent.worktree_command}, gets the hook: "
            f"git add -f {name}"
        )
    except GitError:
        return ""


def _has_hook(agent: Agent, pattern: str, machine: Machine) -> bool:
    place = locate(agent, pattern, machine)
    try:
        return place is not None and _holds_ours(agent, place.path, read_settings(place.path))
    except SettingsError:
        return False


def _holds_ours(agent: Agent, path: str, text: str | None) -> bool:
    return make_removal(path, agent.name)(text).changed


def _is_in_commit(agent: Agent, name: str, tree: WorkingTree) -> bool:
    try:
        text = run_git(tree.root, "cat-file", "blob", f"HEAD:{tree.prefix}{name}")
        return _holds_ours(agent, name, decode_git_path(text))
    except (GitError, SettingsError):
        return False


def _is_copied(tree: WorkingTree, name: str) -> bool:
    if not os.path.isfile(os.path.join(tree.root, _COPIED)):
        return False
    listing = ("ls-files", "-z", "--others", "--ignored", f"--exclude-from={_COPIED}")
    return bool(run_git(tree.root, *listing, "--", f":(literal){tree.prefix}{name}"))


def find_hooks_root(agent: Agent, root: str) -> str:
    """Return the root, maybe that of the main worktree, at which *agent* reads the hooks of the
    project at *root*; empty where it reads none.

    In a linked worktree that may be the main one, and only where both have its folder.
    """
    main = find_main_worktree(root) if agent.hooks_of_main else ""
    if not main:
        return root
    return main if os.path.isdir(os.path.join(root, agent.hooks_of_main)) else ""


def explain_unread_hook(agent: Agent, machine: Machine) -> str:
    """Return that *agent* does not read the project's hook in this worktree, and what to do."""
    read_from = find_hooks_root(agent, machine.root)
    if read_from == machine.root:
        return ""
    name = HOOKS[agent.name].files[_SCOPE]
    main = machine._replace(root=find_main_worktree(machine.root))
    if not _has_hook(agent, name, main):
        lacks = f"{agent.shown} reads {name} of the main worktree, not of this one"
        command = f"phaser-lint install --agent {agent.name} --root {main.root}"
        return f"{lacks}: run {command}" if _has_hook(agent, name, machine) else ""
    if read_from:
        return ""
    return (
        f"{agent.shown} runs the hook of the main worktree here only where there is a folder "
        f"{agent.hooks_of_main}: mkdir {agent.hooks_of_main}"
    )
