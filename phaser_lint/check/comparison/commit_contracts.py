"""Whether a commit that is to be made does something to contracts: most do not, and load no more.

A commit that turned ``tests-stay`` off and deleted the test passed without a word.
"""

from __future__ import annotations

from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Notice
from phaser_lint.core.errors import GitError
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.levels import PROJECT_FOLDERS

_OWNERS = frozenset(folder.partition("/")[0] for folder in PROJECT_FOLDERS)
"""The folders that contracts and the configuration lie in."""


def note_commit_changes(scan: ProjectScan) -> list[Notice]:
    """Return notices on what the commit of a *scan*, by git's index, does to contracts."""
    options, files = scan.options, scan.all_subjects.files
    names = (files.base,) if files.base else options.changed_since[:1]
    is_other = options.contracts_dir is not None or scan.levels.is_worktrees()
    if not names or is_other:
        return []
    folders = tuple([f"{folder}/" for folder in scan.all_contracts.folders])
    try:
        commit = resolve_revision(scan.root, names[0])
        entries = files.changes_since(commit) if commit else ()
        kinds = {entry.path: entry.kind for entry in entries}
        if commit is None or not any(
            path.startswith(folders) or not _OWNERS.isdisjoint(path.split("/")) for path in kinds
        ):
            return []
        from phaser_lint.check.comparison.contracts_of_revision import note_changes_by_commit

        return note_changes_by_commit(scan, commit, kinds)
    except GitError as error:
        text = f"what the commit does to contracts cannot be known: {error}"
        return [Notice("phaser-lint", None, text, change=True)]
