"""Files that a change moves, or deletes, out of the reach of contracts.

``git mv httpx src/httpx`` takes all that there is from a contract on ``httpx/**``, whose own file
stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from phaser_lint.check.comparison.base_commit import open_past
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import PACK, ContractKey, ContractSet, Notice
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.selection import Selection
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import join_most, name_contract
from phaser_lint.project.file_or_skip import select_present_paths
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
    names_by_notice: dict[Notice, list[str]] = {}
    for notice, name in of_each[0]:
        if all((notice, name) in rows for rows in of_each):
            names_by_notice.setdefault(notice, []).append(name)
    notices = []
    for notice, names in names_by_notice.items():
        shown_names = join_most(names, _MOST_SHOWN)
        if len(names) > 1:
            shown_names = f"{len(names)} contracts ({shown_names})"
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
    # A file that has to be there, or must not, or stay as it is, is a matter of its contract.
    contracts = {
        contract.key: contract
        for contract in scan.checker.contracts.written_contracts()
        if not RULES[contract.type].asks_which_files()
        if not RULES[contract.type].breaking_kinds(contract)
    }
    gone_by_contract: dict[ContractKey, list[str]] = {}
    for path in gone:
        for key in {contract.key for contract in checker_then.selection.contracts_for(path)}:
            if key in contracts:
                gone_by_contract.setdefault(key, []).append(path)
    if not gone_by_contract:
        return []
    paths_now = [*{*scan.listing.files(), *scan.listing.left_out()}.difference(gone)]
    # Where its globs are other ones now, they may be the reason.
    idle = _find_idle_contracts(checker_then.contracts, gone_by_contract, paths_now)
    idle &= _find_idle_contracts(scan.checker.contracts, idle, paths_now)
    # A pack is for projects in many languages.
    idle = {key for key in idle if not contracts[key].path.startswith(PACK)}
    names_now: Mapping[str, str] = {}
    if gone_by_contract.keys() - idle:
        names_now = _find_names_now(scan, commit, present.intersection(touched))
    notices = []
    for key, paths in sorted(gone_by_contract.items()):
        contract, name = contracts[key], name_contract(key)
        if key in idle:
            text = f"{name} selects no file any more: this change moves or deletes all of them"
            notices.append((Notice(contract.path, None, text, change=True), name))
            continue
        unchecked = [
            path
            for path in paths
            if path in names_now
            # A nearer contract of that id takes its place.
            if all(
                other.rule_id != contract.rule_id
                for other in scan.checker.selection.contracts_for(names_now[path])
            )
        ]
        if unchecked:
            others = join_most([names_now[path] for path in unchecked[1:]], _MOST_SHOWN)
            text = f"no longer checked by {_NAMES}: it was {unchecked[0]}"
            text += f"; nor are {others}" if others else ""
            notices.append((Notice(names_now[unchecked[0]], None, text, change=True), name))
    return notices


def _find_idle_contracts(
    contracts: ContractSet, keys: Collection[ContractKey], paths: Sequence[str]
) -> set[ContractKey]:
    """Return those of *keys* whose contracts the change leaves with none of *paths* selected."""
    asked = tuple([contract for contract in contracts.contracts if contract.key in keys])
    selection = Selection(contracts._replace(contracts=asked))
    return {contract.key for contract in selection.idle(paths)}


def _find_names_now(scan: ProjectScan, commit: str, paths: Collection[str]) -> Mapping[str, str]:
    """Return what files of the *commit* are called now, as far as *paths* are these."""
    try:
        renamed = open_past(scan.checker, scan.root, commit).names_then(paths)
    except GitError:  # a partial clone lacks it: what was renamed cannot be known
        return {}
    return {earlier: path for path, earlier in renamed.items()}
