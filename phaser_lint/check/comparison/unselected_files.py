"""Files that a change moves, or deletes, out of the reach of contracts.

``git mv httpx src/httpx`` takes all that there is from a contract on ``httpx/**``, whose own file
stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain

from phaser_lint.check.comparison.base_commit import Past, open_past, open_past_of_tracked
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import ContractKey, ContractSet, Notice
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.selection import Selection
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import ChangeKind
from phaser_lint.core.text import join_contract_names, join_most, name_contract
from phaser_lint.project.file_or_skip import select_present_paths
from phaser_lint.project.levels import is_contract_file
from phaser_lint.text.globs import Tests, selects_path

_MOST_SHOWN = 5
_NAMES = "\0"
"""What stands for the contracts that one notice is about, until all are known."""


def note_unselected_files(
    scan: ProjectScan, by_bases: Sequence[ProjectScan], *, exclude: Tests
) -> list[Notice]:
    """Return a notice on the unselected files of each contract: those that it no longer selects
    since the change moved or deleted them, compared with all bases.

    *by_bases*: the same by the contracts of each base, where these differ: they tell what was
    checked. *exclude*: what this run leaves out.
    """
    scans_then = by_bases or [scan] * len(scan.bases)
    of_each = [
        _note_unselected_since(scan, base, checker_then=scan_then.checker, exclude=exclude)
        for base, scan_then in zip(scan.bases, scans_then, strict=True)
    ]
    return _join_names([row for row in of_each[0] if all(row in rows for rows in of_each)])


def _join_names(rows: Iterable[tuple[Notice, str]]) -> list[Notice]:
    """Return the notices of *rows* once each, with the contracts that they are about."""
    names_by_notice: dict[Notice, list[str]] = {}
    for notice, name in rows:
        names_by_notice.setdefault(notice, []).append(name)
    notices = []
    for notice, names in names_by_notice.items():
        shown_names = join_contract_names(names, most=_MOST_SHOWN)
        notices.append(notice._replace(text=notice.text.replace(_NAMES, shown_names)))
    return notices


def _note_unselected_since(
    scan: ProjectScan, commit: str, checker_then: Checker, exclude: Tests
) -> list[tuple[Notice, str]]:
    """Return rows of a notice and a contract, which it has a mark in place of."""
    touched = scan.listing.touched_files(commit)
    present = {*select_present_paths(scan.root, touched), *scan.listing.left_out()}
    gone = [
        path
        for path in touched
        if path not in present and scan.requested_paths.covers(path)
        if not (exclude and selects_path((exclude,), path))
    ]
    if not gone:
        return []
    gone_by_contract = _group_by_contract(scan.checker, checker_then.selection, gone)
    if not gone_by_contract:
        return []
    paths_now = [*{*scan.listing.files(), *scan.listing.left_out()}.difference(gone)]
    # Where its globs are other ones now, they may be the reason.
    idle = _find_idle_contracts(checker_then.contracts, gone_by_contract, paths_now)
    idle &= _find_idle_contracts(scan.checker.contracts, idle, paths_now)
    # A pack is for projects in many languages.
    asked = {contract.key: contract for contract in scan.checker.contracts.written_contracts()}
    idle = {key for key in idle if asked[key].source != "pack"}
    notices = []
    for key in sorted(idle):
        name = name_contract(key)
        text = f"{name} selects no file any more: this change moves or deletes all of them"
        notices.append((Notice(asked[key].path, None, text, change=True, weakens=True), name))
    moved = {key: gone_by_contract[key] for key in sorted(gone_by_contract.keys() - idle)}
    open_commit = partial(open_past, scan.checker, root=scan.root, commit=commit)
    paths = present.intersection(touched)
    return [*_note_moved(scan.checker, open_commit, moved, paths=paths), *notices]


def note_staged_moves(
    scan: ProjectScan, commit: str, kinds: Mapping[str, ChangeKind]
) -> list[Notice]:
    """Return the same of the moved files of a commit that follows *commit*, by their *kinds*."""
    gone = [path for path, kind in kinds.items() if kind == "delete"]
    files = scan.all_subjects.files
    open_commit = partial(open_past_of_tracked, scan.checker, files=files, commit=commit)
    return note_moved_files(scan.checker, open_commit, gone=gone, paths={*kinds}.difference(gone))


def note_moved_files(
    checker: Checker,
    open_commit: Callable[[], Past],
    *,
    gone: Collection[str],
    paths: Collection[str],
) -> list[Notice]:
    """Return a notice on each of *paths* that contracts no longer select, which they did under its
    name in the commit that *open_commit* opens, one of those that are *gone*.
    """
    # A folder of contracts that moved held contract files all the same, which few globs name.
    lost_folders = {os.path.dirname(path) for path in gone if is_contract_file(path)}
    contracts = checker.contracts
    selection_then = (
        Selection(contracts._replace(folders=(*contracts.folders, *sorted(lost_folders))))
        if lost_folders
        else checker.selection
    )
    gone_by_contract = _group_by_contract(checker, selection_then, sorted(gone))
    return _join_names(_note_moved(checker, open_commit, gone_by_contract, paths=paths))


def select_checked_files(checker: Checker, paths: Collection[str]) -> list[str]:
    """Return those of *paths* that contracts of the project's own ask for their content."""
    of_project = [each for each in checker.contracts.contracts if each.source != "pack"]
    checker = checker.with_contracts(checker.contracts._replace(contracts=tuple(of_project)))
    return sorted({*chain(*_group_by_contract(checker, checker.selection, paths).values())})


def _group_by_contract(
    checker: Checker, selection_then: Selection, gone: Collection[str]
) -> dict[ContractKey, list[str]]:
    """Return by the contracts of *checker* those of the *gone* files that each selected."""
    # A file that has to be there, or must not, or stay as it is, is a matter of its contract.
    keys = {
        contract.key
        for contract in checker.contracts.contracts
        if not RULES[contract.type].asks_which_files()
        if not RULES[contract.type].breaking_kinds(contract)
    }
    gone_by_contract: dict[ContractKey, list[str]] = {}
    for path in gone:
        for key in keys.intersection([each.key for each in selection_then.contracts_for(path)]):
            gone_by_contract.setdefault(key, []).append(path)
    return gone_by_contract


def _note_moved(
    checker: Checker,
    open_commit: Callable[[], Past],
    gone_by_contract: Mapping[ContractKey, Sequence[str]],
    *,
    paths: Collection[str],
) -> list[tuple[Notice, str]]:
    """Return such rows on the same files that contracts lost by a new name, one of *paths*."""
    if not gone_by_contract:
        return []
    try:
        renamed = open_commit().names_then(paths)
    except GitError:  # a partial clone lacks it: what was renamed cannot be known
        return []
    names_now = {earlier: path for path, earlier in renamed.items()}
    rows = []
    for key, gone in sorted(gone_by_contract.items()):
        unchecked = [
            path
            for path in gone
            if path in names_now
            # A nearer contract of that id takes its place.
            if all(
                other.rule_id != key[1]
                for other in checker.selection.contracts_for(names_now[path])
            )
        ]
        if unchecked:
            others = join_most([names_now[path] for path in unchecked[1:]], _MOST_SHOWN)
            text = f"no longer checked by {_NAMES}: it was {unchecked[0]}"
            text += f"; nor are {others}" if others else ""
            notice = Notice(names_now[unchecked[0]], None, text, change=True, weakens=True)
            rows.append((notice, name_contract(key)))
    return rows


def _find_idle_contracts(
    contracts: ContractSet, keys: Collection[ContractKey], paths: Sequence[str]
) -> set[ContractKey]:
    """Return those of *keys* whose contracts the change leaves with none of *paths* selected."""
    asked = tuple([contract for contract in contracts.contracts if contract.key in keys])
    selection = Selection(contracts._replace(contracts=asked))
    return {contract.key for contract in selection.idle(paths)}
