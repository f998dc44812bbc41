"""Which paths git ignores in a working tree, and the files that say so."""

from __future__ import annotations

import os
from collections.abc import Sequence

from phaser_lint.core.errors import GitError
from phaser_lint.project import find_common_git_folder
from phaser_lint.project.git import WorkingTree, make_git_command, make_git_variables
from phaser_lint.project.git.process_output import run_git_to_end, split_names

# Of a user: git's configuration and, without another name in there, what it ignores everywhere.
_OF_A_USER = (".gitconfig", ".config/git/config", ".config/git/ignore")


def is_ignored_path(tree: WorkingTree, path: str) -> bool | None:
    """Tell whether git ignores the file at *path*; ``None`` where it cannot tell."""
    ignored = find_ignored_paths(tree, [path])
    return None if ignored is None else bool(ignored)


def find_ignored_paths(tree: WorkingTree, paths: Sequence[str]) -> list[str] | None:
    """Return those of *paths* in the folder of *tree*, there or not, that the repository's git
    ignores.

    What it tracks it does not ignore. ``None`` where git cannot tell.
    """
    # From the root, so that no name is taken for an option or a pattern.
    paths_by_name = {f"./{tree.prefix}{path}": path for path in paths}
    try:
        git = make_git_command(tree, "check-ignore", "-z", "--stdin")
        end = run_git_to_end(
            git, stdin=b"".join(os.fsencode(name) + b"\0" for name in paths_by_name)
        )
    except GitError:
        return None
    ignored_names = split_names(end.output)
    # What was not asked about is no answer.
    if end.code not in (0, 1) or not paths_by_name.keys() >= {*ignored_names}:
        return None
    return [paths_by_name[name] for name in ignored_names]


def list_ignore_sources(tree: WorkingTree) -> list[str]:
    """Return the files, there or not, that tell what the repository ignores, besides each
    ``.gitignore``.

    Neither the index, which changes with much else, nor what ``core.excludesFile`` names is one.
    """
    own_folder = tree.own_folder()
    shared = find_common_git_folder(own_folder)
    variables = make_git_variables(tree)
    home, config_home = variables.get("HOME", ""), variables.get("XDG_CONFIG_HOME", "")
    return [
        os.path.join(shared, "info/exclude"),
        os.path.join(shared, "config"),
        *[os.path.join(home, name) for name in _OF_A_USER if home],
        *[os.path.join(config_home, name) for name in ("git/config", "git/ignore") if config_home],
    ]
