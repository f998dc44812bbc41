"""Where the program of maenifold is, if it is installed.

``MAENIFOLD_ROOT`` is asked first (``bin/maenifold`` or ``maenifold`` under it); a root that is no
folder switches the graph off. Then ``PATH``, then ``~/maenifold/bin``. What a project brings along
does not count.
"""

from __future__ import annotations

import os

from phaser_lint.project.programs import find_checkout, find_user_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "maenifold"
ROOT_VARIABLE = "MAENIFOLD_ROOT"


def find_maenifold_program(environment: Mapping[str, str], *, home: str, project: str) -> str:
    """Return the path of maenifold's program outside of the *project*, or nothing."""
    root = environment.get(ROOT_VARIABLE, "")
    if root.startswith("~/") and home:
        root = os.path.join(home, root[2:])
    if root and not (os.path.isabs(root) and os.path.isdir(root)):
        return ""
    folders = [os.path.join(root, "bin"), root] if root else []
    folders += environment.get("PATH", "").split(os.pathsep)
    folders += [os.path.join(home, PROGRAM, "bin")] if home else []
    return find_user_program(PROGRAM, os.pathsep.join(folders), find_checkout(project)) or ""
