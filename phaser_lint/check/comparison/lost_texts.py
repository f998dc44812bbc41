"""Texts that a change takes out of sight: nothing reads what is binary now, or too large.

A NUL in a comment would exempt all of a file from every pattern. Where the file was a text before,
and an error's contract searched it, the run checked less than it should: the contract is undecided
on the file. What was binary before, and what is new, lost nothing that was checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phaser_lint.check.changes_since_base import find_commits_before
from phaser_lint.check.comparison.base_commit import open_past
from phaser_lint.check.incoming_changes import make_side_readers
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Contract, Report
from phaser_lint.contract.rules import is_decided_by_tree, searches_text
from phaser_lint.contract.selection import Selection
from phaser_lint.contract.undecided import Undecided, make_undecided
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import TOO_LARGE
from phaser_lint.project.regular_file import BINARY, GARBLED


def find_lost_texts(scan: ProjectScan, commits: Sequence[str]) -> tuple[Undecided, ...]:
    """Return as undecided what *scan* skipped, and what was a text in each of *commits*."""
    changed = frozenset(scan.subjects.content)
    reasons = {
        skip.path: skip.reason
        for skip in scan.checked_files.skipped
        if skip.path in changed and skip.reason in (BINARY, GARBLED, TOO_LARGE)
        if _find_searching_contracts(scan.checker.selection, skip.path)
    }
    if not (reasons and commits):
        return ()
    try:
        lost_since_each = [_find_texts_lost_since(scan, commit, [*reasons]) for commit in commits]
    except GitError as error:  # a partial clone lacks it: it may have been a text
        unknown = "and what it was before cannot be known"
        return tuple(
            make_undecided(contract, path, f"the file is {reason}, {unknown}: {error}")
            for path, reason in reasons.items()
            for contract in _find_searching_contracts(scan.checker.selection, path)
        )
    way_on = "in an earlier change" if scan.bases else "in the same commit"
    # While a merge is in progress, what the other side made binary is on the disk and staged, too.
    unread_by_others = {
        file.path
        for read_now, _ in make_side_readers(scan.root, None)
        for file in read_now([*reasons])
        if isinstance(file, Skip)
    }
    return tuple(
        make_undecided(
            contract,
            path,
            f"the change makes the file {reasons[path]}, so that nothing in it is checked: undo "
            f"that, or leave it out of the contract (exclude_glob) {way_on}",
        )
        for path, contracts in lost_since_each[0].items()
        if path not in unread_by_others
        if all(path in lost_texts for lost_texts in lost_since_each)
        for contract in contracts
    )


def _find_searching_contracts(selection: Selection, path: str) -> Sequence[Contract]:
    """Return the contracts of errors that search the text at *path*."""
    return [
        contract
        for contract in selection.contracts_for(path)
        if contract.severity == "error"
        if searches_text(contract) and not is_decided_by_tree(contract)
    ]


def _find_texts_lost_since(
    scan: ProjectScan, commit: str, paths: Sequence[str]
) -> Mapping[str, Sequence[Contract]]:
    """Return those of *paths* that were texts in *commit*, with the contracts that searched them.

    By an earlier name, too, if a contract selects both. Raises ``GitError``.
    """
    checker = scan.checker
    past = open_past(checker, scan.root, commit)
    renamed = past.names_then(paths)
    names_then = {path: renamed.get(path, path) for path in paths}
    texts = {
        file.path
        for file in past.files.read([*dict.fromkeys(names_then.values())])
        if isinstance(file, TextFile) and file.text  # an empty one held nothing
    }
    selection_then = checker.with_levels_of(renamed.values()).selection
    lost: dict[str, Sequence[Contract]] = {}
    for path, name_then in names_then.items():
        keys_then = {
            contract.key for contract in _find_searching_contracts(selection_then, name_then)
        }
        contracts = [
            contract
            for contract in _find_searching_contracts(checker.selection, path)
            if contract.key in keys_then
        ]
        if name_then in texts and contracts:
            lost[path] = contracts
    return lost


def with_lost_texts(report: Report, scan: ProjectScan) -> Report:
    """Return the project's *report* with lost texts, which the change made binary or too large, as
    undecided, unless a person lets that pass.
    """
    if scan.options.allow_weaker or not scan.checked_files.skipped:
        return report
    commits = find_commits_before(scan.all_subjects.files, scan.options, scan.bases)
    lost_texts = find_lost_texts(scan, commits)
    return report._replace(undecided=tuple(sorted({*report.undecided, *lost_texts})))
