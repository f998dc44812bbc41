"""What a run can say of a baseline: an entry is gone only if the run would have found it.

A scan of some files knows nothing of the others, one without a contract nothing of that contract,
and a pattern that ran out of time nothing at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from phaser_lint.check.comparison.baseline_file import Entries, EntryKey, make_baseline_entries
from phaser_lint.check.comparison.baseline_in_force import Baseline, note_idle_added_entries
from phaser_lint.check.engine.check_files import examine_files
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import ContractKey, ContractSet, Notice, Report
from phaser_lint.contract.rules import RULES, is_decided_by_tree, is_on_tree
from phaser_lint.contract.rules.violations import render_missing_globs
from phaser_lint.contract.selection import stays_in_folders
from phaser_lint.core import Record
from phaser_lint.core.text import name_contract


class BaselineScope(Record):
    """What a run checked: the content of some files or of all (``None``), and which folders whole.

    The root is an empty folder; see ``Tree``. ``lists``: what stands in lists was looked up.
    """

    content: frozenset[str] | None
    folders: tuple[str, ...]
    lists: bool


def make_baseline_scope(scan: ProjectScan) -> BaselineScope:
    """Return the baseline entries of which a *scan* can say that they are gone, by its files."""
    is_whole = scan.subjects.whole and scan.requested_paths.is_everything
    return BaselineScope(
        # What a sparse checkout leaves out is no part of the content either.
        None if is_whole else frozenset(scan.subjects.content),
        scan.subjects.folders,
        lists=scan.tree is not None,
    )


def without_gone_entries(
    entries: Entries, report: Report, contracts: ContractSet, scope: BaselineScope
) -> Entries:
    """Return *entries* of a baseline without those that are gone by a report of every single match,
    as far as they are in the run's *scope*.

    A count never grows.
    """
    current = make_baseline_entries(report)
    findable = Findable(report, contracts, scope)
    remaining = {
        entry_key: min(number, current.get(entry_key, 0)) if findable.covers(entry_key) else number
        for entry_key, number in entries.items()
    }
    return {entry_key: number for entry_key, number in remaining.items() if number}


def find_moved_file_entries(
    entries: Entries, remaining: Entries, report: Report, earlier_names: Mapping[str, str]
) -> Entries:
    """Return the entries of a baseline that are not gone but taken along by renamed files in the
    scope of a run, not *remaining* ones.

    *earlier_names* are those of files in the *report* that were renamed. Both names together cover
    no more than the earlier one did.
    """
    moved = {}
    for (path, contract_key, line), number in make_baseline_entries(report).items():
        earlier_key = earlier_names.get(path, ""), contract_key, line
        lost = entries.get(earlier_key, 0) - remaining.get(earlier_key, 0)
        uncovered = number - remaining.get((path, contract_key, line), 0)
        if min(lost, uncovered) > 0:
            moved[path, contract_key, line] = min(lost, uncovered)
    return moved


def update_entries(
    entries: Entries, report: Report, contracts: ContractSet, scope: BaselineScope
) -> Entries:
    """Return what *report* found, and those *entries* out of its run's scope: an update."""
    findable = Findable(report, contracts, scope)
    unknown = {
        entry_key: number for entry_key, number in entries.items() if not findable.covers(entry_key)
    }
    return {**unknown, **make_baseline_entries(report)}


def count_gone_entries(entries: Entries, remaining: Entries) -> int:
    """Return how many *entries* are gone: not among *remaining*, or with a smaller count."""
    return sum(remaining.get(entry_key, 0) < number for entry_key, number in entries.items())


def count_removed_entries(entries: Entries, remaining: Entries, moved: Entries) -> int:
    """Return how many of a baseline's *entries* a run finds gone, or there only in part, and not
    *moved* as well: ``--prune`` removes them.

    One may have moved to two files, and two to one.
    """
    unseen: dict[tuple[ContractKey, str], int] = {}
    for (_, contract_key, line), number in moved.items():
        unseen[contract_key, line] = unseen.get((contract_key, line), 0) + number
    removed = 0
    for entry_key, number in sorted(entries.items()):
        line_key = entry_key[1:]
        lost = max(0, number - remaining.get(entry_key, 0))
        taken_along = min(lost, unseen.get(line_key, 0))
        unseen[line_key] = unseen.get(line_key, 0) - taken_along
        removed += lost > taken_along
    return removed


def describe_lost_contracts(
    entries: Entries, contracts: ContractSet, report: Report, *, first: str = ""
) -> list[str]:
    """Return what a run says of each contract of the baseline's *entries* that is gone: how many
    there are, and, *first* of all something else, the command that gives them its new name.

    The likely one is that of the contract with most of their lines in *report*, of every single
    match.
    """
    known_keys = {contract.key for contract in contracts.contracts}.union(contracts.idle)
    lost = [entry_key for entry_key in entries if entry_key[1] not in known_keys]
    listed_keys = {key for _, key, _ in entries}
    keys_by_place: dict[tuple[str, str], list[ContractKey]] = {}
    for path, key, line in make_baseline_entries(report) if lost else ():
        if key not in listed_keys:
            keys_by_place.setdefault((path, line), []).append(key)
    sentences = []
    for lost_key in sorted({key for _, key, _ in lost}):
        places = [(path, line) for path, key, line in lost if key == lost_key]
        names = Counter(key for place in places for key in keys_by_place.get(place, ()))
        new_name = name_contract(names.most_common(1)[0][0]) if names else "NEW-ID"
        old_name = name_contract(lost_key)
        entries_text = "1 entry" if len(places) == 1 else f"{len(places)} entries"
        sentences.append(
            f"{entries_text} of {old_name}, which is no contract any more; if it has another name: "
            f"{first}phaser-lint baseline --rename {old_name}={new_name}"
        )
    return sentences


def note_gone_entries(
    number: int,
    *,
    baseline_path: str,
    usual: bool,
    earlier: bool,
    lost_contracts: Sequence[str] = (),
) -> list[Notice]:
    """Return a notice if a run can say of a *number* of entries of a baseline that they are gone,
    and those on *lost_contracts*.

    *earlier*: it was written in an earlier form, so that they may be there all the same.
    """
    if not number:
        return []
    message = "entry no longer occurs" if number == 1 else "entries no longer occur"
    them, their = ("it", "its") if number == 1 else ("them", "their")
    change, does = "--prune", f"removes {them}, or moves {them} with {their} code"
    if earlier:
        message = f"{message} in the form of an earlier phaser-lint"
        change, does = "--update", "writes it anew"
    command = f"phaser-lint baseline {change}" + ("" if usual else f" --file {baseline_path}")
    texts = [f"{number} baseline {message}; {command} {does}", *lost_contracts]
    return [Notice(baseline_path, None, text) for text in texts]


class Findable:
    """Which entries a run would have found."""

    def __init__(self, report: Report, contracts: ContractSet, scope: BaselineScope) -> None:
        self._scope = scope
        self._contracts = {contract.key: contract for contract in contracts.contracts}
        self._idle = frozenset(contracts.idle)
        self._everything = scope.content is None and "" in scope.folders
        self._valid = not any(problem.skipped for problem in contracts.problems)
        self._undecided = {
            (open_case.path, open_case.contract_key) for open_case in report.undecided
        }
        self._undecided_keys = {key for _, key in self._undecided}
        self._skipped = {skip.path for skip in report.skipped}
        # A folder that cannot be listed, or is left out as a whole.
        self._closed = tuple(skip.path for skip in report.skipped if skip.is_folder)

    def covers(self, entry_key: EntryKey) -> bool:
        """Tell whether *entry_key* of the baseline is in the scope of the run."""
        path, key, _ = entry_key
        if key in self._idle:  # it may come back, or is left out of the run for some files
            return False
        contract = self._contracts.get(key)
        if contract is None:
            # A contract that was deleted breaks no more; one that is broken may come back.
            return self._everything and self._valid
        # What a change broke, nothing that there is can tell.
        if "base" in RULES[contract.type].needs:
            return False
        is_of_tree = is_on_tree(contract) and path == render_missing_globs(contract)
        if is_of_tree or is_decided_by_tree(contract):
            return (
                stays_in_folders(contract, self._scope.folders) and key not in self._undecided_keys
            )
        if path in self._skipped or path.startswith(self._closed):
            return False
        if (path, key) in self._undecided or (
            "lists" in RULES[contract.type].needs and not self._scope.lists
        ):
            return False
        return self._scope.content is None or path in self._scope.content


def note_unmatched_entries(scan: ProjectScan, baseline: Baseline) -> list[Notice]:
    """Return a notice if the *scan* finds nothing for some entries of its *baseline*, which may be
    gone: of all, or of those that the change adds.
    """
    entries = baseline.entries if baseline.added is None else baseline.added
    report, scope, files = scan.report, make_baseline_scope(scan), scan.all_subjects.files
    if baseline.added and scope.content is not None:
        # An entry may name a file that the change leaves alone.
        named_paths = {path for path, _, _ in entries}.difference(scope.content)
        unchanged = examine_files(scan.checker, files.read(sorted(filter(files.mode, named_paths))))
        report = report._replace(
            violations=(*report.violations, *unchanged.violations),
            skipped=(*report.skipped, *unchanged.skipped),
            undecided=(*report.undecided, *unchanged.undecided),
        )
        scope = scope._replace(content=scope.content | named_paths)
    remaining = without_gone_entries(entries, report, scan.checker.contracts, scope=scope)
    number = count_gone_entries(entries, remaining)
    if baseline.added is not None:
        return note_idle_added_entries(number, baseline)
    return note_gone_entries(
        number,
        baseline_path=baseline.given,
        usual=baseline.usual,
        earlier=baseline.earlier,
        lost_contracts=describe_lost_contracts(
            {key: entries[key] for key in entries if key not in remaining},
            scan.checker.contracts,
            report,
        ),
    )
