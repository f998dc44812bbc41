"""The names that symbolic links inside of a checkout give a file that is named.

    src/a.py → ../assets/data.txt      an edit of src/a.py writes assets/data.txt
    src/lib → ../vendor/lib            an edit of src/lib/x.py writes vendor/lib/x.py

Either is checked under both names.
"""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.project import explain_link_out, find_path_inside, find_repository_root

_MOST_LINKS = 40
"""As many as the system follows."""


class LinkName(Record):
    """A name that leads through a link: the whole ``path``, and the ``folder`` of that link.

    The folder is resolved; nothing of the path below it is.
    """

    path: str
    folder: str


def list_link_names(path: str) -> list[LinkName]:
    """Return each name that the absolute *path* has on its way through links, its own first.

    Nothing where no link is on the way, nor where links go round. ``lib/../a.py`` with a link
    ``lib`` is the name of no file.
    """
    top = os.path.splitdrive(path)[0] + os.sep
    link_names: list[LinkName] = []
    folder, pending_names, link_count = top, _split_path_names(path[len(top) :]), 0
    while pending_names:
        name = pending_names.pop(0)
        if name == os.pardir:
            folder = os.path.dirname(folder)
            continue
        try:
            target = os.readlink(os.path.join(folder, name))
        except (OSError, ValueError):
            folder = os.path.join(folder, name)
            continue
        link_count += 1
        if link_count > _MOST_LINKS:
            return []
        if os.pardir not in pending_names:
            link_names.append(LinkName(os.path.join(folder, name, *pending_names), folder))
        if os.path.isabs(target):
            folder, target = top, target[len(top) :]
        pending_names = [*_split_path_names(target), *pending_names]
    return link_names


def _split_path_names(path: str) -> list[str]:
    names = path.replace(os.altsep or os.sep, os.sep).split(os.sep)
    return [name for name in names if name not in ("", os.curdir)]


def are_in_one_checkout(name: LinkName, real: str, *, root: str) -> bool:
    """Tell whether the link of a *name* stands in the same checkout as *real*, the file that it
    leads to.

    *root* is that of the link's project.
    """
    if find_path_inside(root, real) is None or explain_link_out(name.path, root):
        return False
    return find_repository_root(name.folder) == find_repository_root(os.path.dirname(real))
