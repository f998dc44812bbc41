"""Where the programs of this installation lie, on the PATH or not: pip, pipx and uv put them there.

find_own_program("phaser-lint-hook")             /home/ann/.local/bin/phaser-lint-hook
not_on_path("phaser-lint-hook", "/usr/bin")      where it lies, and how it gets onto the PATH
name_for_shell({"PRE_COMMIT": "1", …})           what starts phaser-lint once pre-commit has ended
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from sysconfig import get_path

from phaser_lint import PACKAGE
from phaser_lint.core import IS_POSIX, PROGRAM_ENDING
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import render_path

PROGRAM = "phaser-lint"
# No folder of that name: pre-commit that is installed beside phaser-lint writes
# ~/.phaser-lint/bin/python3 into its own hook.
_MENTION = re.compile(r"(?<![\w.-])phaser[-_]lint(?:-hook|-tree)?(?![\w/\\-])")
_COMMENT_STARTS = ("#", "//")
NOT_ON_PATH = "phaser-lint is not on the PATH here"
"""What a hook's own shell can tell without the program, which may lie elsewhere."""
PATH_ADVICE = "install it, or if it is, put its folder on the PATH, as pipx ensurepath does"


def find_own_program(name: str) -> str:
    """Return the path of this installation's own program of that *name*, a link that stays before
    it; empty for none.

    pipx and uv link from the folder where ``pip install --user`` puts programs; behind the link
    they make the environment anew.
    """
    file = f"{name}{PROGRAM_ENDING}"
    program = os.path.join(get_path("scripts"), file)
    of_user = os.path.join(get_path("scripts", f"{os.name}_user"), file)
    if not os.access(of_user, os.X_OK):
        return program if os.access(program, os.X_OK) else ""
    is_other = os.path.exists(program) and not os.path.samefile(program, of_user)
    return program if is_other else of_user


def mentions_program(text: str) -> bool:
    """Tell whether *text*, a script or settings, has the name of our own program or hook."""
    return _MENTION.search(text) is not None


def runs_program(text: str) -> bool:
    """Tell whether a line of *text* names our own program by any name, and is no comment."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(_COMMENT_STARTS)]
    return any(map(mentions_program, lines))


def name_program_for_shell(environment: Mapping[str, str]) -> str:
    """Return what a shell starts our own program by: its name, or its path below pre-commit's
    cache.

    pre-commit puts its own environment before the PATH, and many who commit have no other.
    """
    if "PRE_COMMIT" not in environment:
        return PROGRAM
    folder = get_path("scripts")
    folders = environment.get("PATH", "").split(os.pathsep)
    path = os.pathsep.join(other for other in folders if other != folder)
    return PROGRAM if shutil.which(PROGRAM, path=path) else find_own_program(PROGRAM) or PROGRAM


def explain_not_on_path(name: str, path: str | None) -> str:
    """Return where our own program *name* lies if no folder of *path*, as in ``PATH``, has it, and
    what to do; or nothing.

    Where programs are installed for one user, many a shell does not look.
    """
    if shutil.which(name, path=path) is not None:
        return ""
    folder = os.path.dirname(find_own_program(name))
    if not folder:
        return f"{name} is not on the PATH (pipx install {PACKAGE} puts it there)"
    folder_of_pipx = os.path.join(os.path.expanduser("~"), ".local", "bin")
    is_pipx = folder == folder_of_pipx and shutil.which("pipx", path=path)
    if is_pipx:
        advice = "pipx ensurepath adds it"
    elif IS_POSIX:
        addition = f'export PATH={join_shell_words([folder])}:"$PATH"'
        advice = f"{addition} in the profile of your shell adds it"
    else:
        advice = "add it to Path in the environment variables of your account"
    return f"{name} lies in {render_path(folder)}, which is not on the PATH: {advice}"
