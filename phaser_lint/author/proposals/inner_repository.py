"""What is said where a repository lies inside a project: a submodule, or a clone in a clone."""

from __future__ import annotations

import os

from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import render_path
from phaser_lint.project import find_repository_root, lies_in, make_relative_path
from phaser_lint.project.project_of_command import find_project_root, require_working_directory


def explain_inner_repository(root: str) -> str:
    """Return that the command's working directory lies in a repository of its own, as a submodule,
    inside the project at *root*, whose contracts count there while its commits go unchecked; else
    nothing.
    """
    start = require_working_directory()
    inner = find_repository_root(start)
    if inner is None or inner == root or not lies_in(inner, root):
        return ""
    name = render_path(make_relative_path(inner, root))
    own_root = join_shell_words(["--root", os.path.relpath(inner, start)])
    return (
        f"{name} is a repository inside this project, {render_path(root)}: its commits are not "
        f"checked. phaser-lint init {own_root} proposes contracts and a hook for it alone"
    )


def explain_outer_project(root: str) -> str:
    """Return of a command's *root* that, with contracts of its own, those of the project around it
    do not count there any more; nothing where no project is around it.
    """
    outer = find_project_root(root)
    if outer == root:
        return ""
    return (
        f"{render_path(root)} has contracts of its own then: those of {render_path(outer)} do not "
        "count in it any more"
    )
