"""Whether a commit that is to be made does something to contracts: most do not, and load no more.

A commit that turned ``tests-stay`` off and deleted the test passed without a word.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress

from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.core.file_records import ChangeKind
from phaser_lint.project.folders import DISK
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.levels import PROJECT_FOLDERS

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
    if any(path.startswith(folders) or not OWNERS.isdisjoint(path.split("/")) for path in paths):
        return True
    # What `.claude/contracts/a.yaml -> ../../shared/a.yaml` leads to may be any of them.
    places = [scan.levels.configuration]
    for folder in [os.path.join(scan.root, folder) for folder in scan.all_contracts.folders]:
        with suppress(OSError):  # it may have gone
            places += [os.path.join(folder, name) for name in DISK.names(folder)]
    return any(map(os.path.islink, places))
