"""Whether a commit that is to be made does something to contracts: most do not, and load no more.

A commit that turned ``tests-stay`` off and deleted the test passed without a word.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress

from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.core.file_records import ChangeKind
from phaser_lint.project import find_path_inside
from phaser_lint.project.folders import DISK
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.levels import CONFIGURATION, PROJECT_FOLDERS

OWNERS = frozenset(folder.partition("/")[0] for folder in PROJECT_FOLDERS)
"""The folders that contracts and the configuration lie in: ``.phaser``."""


def find_staged_changes(scan: ProjectScan) -> tuple[str, Mapping[str, ChangeKind]] | None:
    """Return the commit that the commit of a *scan* follows, and what becomes of each file by git's
    index; raises ``GitError``.
    """
    options, files = scan.options, scan.all_subjects.files
    names = (files.base,) if files.base else options.changed_since[:1]
    is_other = options.contracts_dir is not None or scan.levels.is_worktrees()
    commit = resolve_revision(scan.root, names[0]) if names and not is_other else None
    if commit is None:
        return None
    return commit, {entry.path: entry.kind for entry in files.changes_since(commit)}


def may_be_of_contracts(scan: ProjectScan, paths: Iterable[str]) -> bool:
    """Tell whether one of the changed *paths* may decide which contracts count."""
    folders = tuple([f"{folder}/" for folder in scan.all_contracts.folders])
    linked_paths = list_linked_paths(scan.root, scan.all_contracts.folders)
    return any(
        path.startswith(folders) or path in linked_paths or not OWNERS.isdisjoint(path.split("/"))
        for path in paths
    )


def list_linked_paths(root: str, contract_folders: Iterable[str]) -> list[str]:
    """Return the files of the project at *root* that links in the *contract_folders* lead to, and
    one in place of the configuration: ``.claude/contracts/a.yaml -> ../../shared/a.yaml``.
    """
    places = [os.path.join(root, CONFIGURATION)]
    for folder in [os.path.join(root, folder) for folder in contract_folders]:
        with suppress(OSError):  # it may have gone
            places += [os.path.join(folder, name) for name in DISK.names(folder)]
    real_paths = [os.path.realpath(place) for place in places if os.path.islink(place)]
    inner_paths = [find_path_inside(os.path.realpath(root), path) for path in real_paths]
    return [path for path in inner_paths if path]
