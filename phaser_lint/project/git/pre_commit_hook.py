"""Git's hook before a commit as pre-commit and prek write it: does git start them in this clone?"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.git_settings import find_hooks_folder
from phaser_lint.project.regular_file import read_bytes

_LONGEST_SCRIPT = 16_384
_PYTHON = re.compile(r"^INSTALL_PYTHON\s*=\s*(\S+)", re.MULTILINE)


def find_hook_file(root: str, variables: Mapping[str, str] | None = None) -> str:
    """Return the path of git's hook before a commit, or nothing where there is no repository."""
    folder = find_hooks_folder(root, variables)
    return os.path.join(folder, "pre-commit") if folder else ""


def explain_idle_pre_commit(
    root: str, variables: Mapping[str, str] | None = None, *, program: str = "pre-commit"
) -> tuple[str, str]:
    """Return why git does not run pre-commit at a commit in the clone at *root*, and the command
    that has it run it, if one does; nothing where git runs it.

    *variables* are those of this process; the *program* may be prek.
    """
    path = find_hook_file(root, variables)
    if not path:
        return "this is no git repository: git runs no hook here", ""
    install = f"{program} install"
    try:
        script = read_bytes(path, limit=_LONGEST_SCRIPT).decode("utf-8", "replace")
    except OSError:
        return f"git does not run pre-commit at a commit: run {install}", install
    if "pre-commit" not in script:
        reason = f"git's hook ({path}) is another's and does not start pre-commit"
        return f"{reason}: run {install}", install
    if not os.access(path, os.X_OK):
        allow = join_shell_words(["chmod", "+x", path])
        return f"git's hook may not be executed: {allow}", allow
    python = _PYTHON.search(script)
    if python and os.path.isabs(python.group(1)) and not os.path.exists(python.group(1)):
        reason = f"git's hook starts {python.group(1)}, which is not there any more"
        return f"{reason}: run {install}", install
    tree = find_working_tree(root, variables)
    if tree and tree.prefix and "prek" not in script:
        return f"pre-commit reads only the configuration in {tree.root}: move the hooks there", ""
    return "", ""
