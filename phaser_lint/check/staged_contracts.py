"""Contracts as the next commit has them, or another state of the files that git keeps, where the
disk has something else.

``severty: error`` that was staged, and repaired on the disk only, passed git's own hook, and an
unstaged ``enabled: false`` let everything pass; pre-commit, which puts unstaged changes aside,
refused both. A file that git does not track counts as on the disk, as it does there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from phaser_lint.check.commit_contracts import list_linked_paths
from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.discover import DiscoveredFiles, with_contract_levels
from phaser_lint.contract.load_contracts import load_contracts
from phaser_lint.contract.model import ContractSet, Notice
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.edited_folders import EditedFolders
from phaser_lint.project.git import require_tree, run_git
from phaser_lint.project.git.process_output import split_names
from phaser_lint.project.git.snapshots import (
    make_git_snapshot,
    read_blob_contents,
    read_commit_snapshot,
)
from phaser_lint.project.git.tracked_files import list_index_entries
from phaser_lint.project.levels import CONFIGURATION, PROJECT_FOLDERS, Levels
from phaser_lint.project.regular_file import read_bytes

# Changed, deleted or of another kind on the disk; a file announced by `git add -N` is not staged.
_UNLIKE_DISK = ("-z", "--name-only", "--diff-filter=MDT", "--ignore-submodules=all")


def load_staged_contracts(
    contracts: ContractSet, levels: Levels, *, revision: str, participle: str, home: str
) -> ContractSet:
    """Return the staged *contracts* of *levels*, read from the disk, as a *revision* has them:
    git's index where that is empty. A notice calls them by the *participle* (``staged``).

    With *home* those of the user count, too. Raises ``GitError``.
    """
    discovered, staged_paths = discover_staged_files(
        contracts.folders, levels, revision=revision, home=home
    )
    if discovered is None:
        return contracts
    staged_contracts = load_contracts(discovered)
    notices = [
        Notice(path, None, f"counts as {participle}; the disk has other content")
        for path in staged_paths
    ]
    return staged_contracts._replace(notices=(*staged_contracts.notices, *notices))


def discover_staged_files(
    contract_folders: Sequence[str], levels: Levels, *, revision: str, home: str = ""
) -> tuple[DiscoveredFiles | None, Sequence[str]]:
    """Return the staged contract files of *levels*, as a *revision* or git's index has them, and
    those that the disk has otherwise; ``None`` where there are none of these.

    *contract_folders*: those of the levels, and included ones.
    """
    root = levels.root
    staged_contents = _read_contents_unlike_disk(root, contract_folders, revision=revision)
    if not staged_contents:
        return None, ()
    files = {os.path.join(root, path): content for path, content in staged_contents.items()}
    staged_levels = with_contract_levels(levels, files, home=home)
    folders = EditedFolders(files)
    return discover_configured_files(staged_levels, home=home, folders=folders), [*staged_contents]


def _read_contents_unlike_disk(
    root: str, contract_folders: Sequence[str], *, revision: str
) -> Mapping[str, bytes]:
    """Return the files that decide what counts, where *revision*, or the index, differ."""
    tree = require_tree(root)
    any_level = re.sub(r"([*?\[\\])", r"\\\1", tree.prefix) + "**"
    named_paths = [*contract_folders, *list_linked_paths(root, contract_folders)]
    specs = [f":(top,literal){tree.prefix}{path}" for path in named_paths]
    specs.append(f":(top,literal){tree.prefix}{CONFIGURATION}")
    specs += [f":(top,glob){any_level}/{folder}/*" for folder in PROJECT_FOLDERS]
    compared = (
        ("diff-index", *_UNLIKE_DISK, revision) if revision else ("diff-files", *_UNLIKE_DISK)
    )
    changed_paths = tree.paths_inside(split_names(run_git(root, *compared, "--", *specs)))
    if not changed_paths:
        return {}
    snapshot = (
        read_commit_snapshot(root, revision)
        if revision
        else make_git_snapshot(list_index_entries(root))
    )
    staged_contents = read_blob_contents(root, snapshot.blobs, changed_paths)
    # Git names what was only touched, too, or copied.
    return {
        path: content
        for path, content in staged_contents
        if not _is_on_disk(content, os.path.join(root, path))
    }


def _is_on_disk(content: bytes, path: str) -> bool:
    """Tell whether the file at *path* holds that *content*, whatever its line ends are."""
    try:
        on_disk = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except OSError:
        return False
    return on_disk.replace(b"\r\n", b"\n") == content.replace(b"\r\n", b"\n")
