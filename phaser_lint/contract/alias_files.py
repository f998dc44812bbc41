"""The files that decide where imports lead: each ``tsconfig.json``, with what it extends."""

from __future__ import annotations

import os
from collections.abc import Iterable

from phaser_lint.contract.rules.modules import CONFIG_NAME, Modules
from phaser_lint.core.errors import PhaserError
from phaser_lint.project.files.disk import DiskFiles


def list_alias_files(root: str, folders: Iterable[str]) -> tuple[str, ...]:
    """Return the places that decide where imports lead, for contracts that ask ``tsconfig``: the
    files, absolute, that aliases in the project at *root* stand in.

    And those that would be one in *folders*, which are absolute, too.
    """
    files = DiskFiles(root)
    modules = Modules(root, lambda: files)
    try:
        config_paths = [path for path in files.paths() if path.split("/")[-1] == CONFIG_NAME]
    except PhaserError:  # those that an edit names are known all the same
        config_paths = []
    start = os.path.join(root, "")
    own_folders = [folder for folder in folders if os.path.join(folder, "").startswith(start)]
    in_folders = [os.path.join(folder, CONFIG_NAME) for folder in own_folders]
    read_paths = [read for path in config_paths for read in modules.aliases(path).read]
    in_project = [os.path.join(root, path) for path in (*config_paths, *read_paths)]
    return tuple(dict.fromkeys((*in_folders, *in_project)))
