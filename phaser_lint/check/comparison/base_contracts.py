"""A change judged by the contracts of its base beside its own: none relaxes them for itself.

What the base's contracts alone report as new counts, with the words that the change makes the
contract weaker: no contract of the change, whatever its id, reports something new on one of these
lines, as severe as that. Nobody compares patterns. A contract that is renamed, moved or reworded is
no weaker, nor is one that a better one replaces; and a change that only relaxes breaks nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import TypeAlias

from phaser_lint import DOCS
from phaser_lint.check.comparison.base_commit import open_past
from phaser_lint.check.comparison.lost_texts import find_lost_texts
from phaser_lint.check.comparison.moved_along import without_moved_along
from phaser_lint.check.comparison.renamed_directives import without_renamed_directives
from phaser_lint.check.comparison.scan_comparisons import find_new_in_scan
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.project_options import Subjects
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Contract, ContractKey, Notice, Report, Violation
from phaser_lint.contract.report_parts import WEAKER, ContractSummary, make_contract_summaries
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import join_most, name_contract, render_quantity
from phaser_lint.project.files.edited import EditedFiles, FilesAfterEdit

_Extent: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

_WAYS_ON = (
    "in an earlier change, suppress the line, or let a person allow it (--allow-weaker, the input "
    f"allow-weaker); see {DOCS}/github-action.md#when-contracts-change"
)
_MOST_SHOWN = 5


class BaseJudgement(Record):
    """What only the base's contracts report as new, of which contracts, and notices on them.

    ``undecided``: on texts that the change took out of their sight.
    """

    violations: tuple[Violation, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    contracts: tuple[ContractSummary, ...] = ()
    notices: tuple[Notice, ...] = ()

    def as_notices(self) -> BaseJudgement:
        """Return it with a notice for each contract that is weaker, in place of its violations."""
        summaries_by_key = {summary.key: summary for summary in self.contracts}
        places: dict[ContractKey, list[str]] = {}
        for violation in self.violations:
            line = "" if violation.line is None else f":{violation.line}"
            places.setdefault(violation.contract_key, []).append(f"{violation.path}{line}")
        notices = []
        for key, broken in places.items():
            shown_places = join_most(broken, _MOST_SHOWN)
            text = (
                f"contract {name_contract(key)} is weaker: "
                f"{render_quantity(len(broken), 'violation')} of it let pass ({shown_places})"
            )
            notices.append(Notice(summaries_by_key[key].path, None, text, change=True))
        for open_case in self.undecided:
            text = f"{name_contract(open_case.contract_key)} of the base: {open_case.reason}"
            notices.append(Notice(open_case.path, None, text, change=True))
        return BaseJudgement(notices=(*notices, *self.notices))

    def with_ways_on(self) -> BaseJudgement:
        """Return it with a notice that names the ways on, where a contract is weaker."""
        keys = dict.fromkeys(violation.contract_key for violation in self.violations)
        if not keys:
            return self
        names = join_most([name_contract(key) for key in keys], _MOST_SHOWN)
        them = "it" if len(keys) == 1 else "them"
        text = f"the change makes {names} weaker: relax {them} {_WAYS_ON}"
        return self._replace(
            notices=(*self.notices, Notice("phaser-lint", None, text, change=True))
        )

    def with_summaries(self, of_change: Sequence[ContractSummary]) -> tuple[ContractSummary, ...]:
        """Return the contracts *of_change*, and those of the base that they lack."""
        keys = {summary.key for summary in of_change}
        broken_keys = {violation.contract_key for violation in self.violations} - keys
        of_base = [summary for summary in self.contracts if summary.key in broken_keys]
        return tuple(sorted([*of_change, *of_base], key=attrgetter("key")))


def with_base_ids(checker: Checker, by_bases: Sequence[ProjectScan]) -> Checker:
    """Return *checker*, whose directives may name a contract that only a base has."""
    contracts = checker.contracts
    keys = {contract.key for scan in by_bases for contract in scan.checker.contracts.contracts}
    keys -= {contract.key for contract in contracts.contracts}
    return checker._replace(contracts=contracts._replace(idle=(*contracts.idle, *keys)))


def restore_earlier_names(
    checker: Checker, root: str, commit: str, subjects: Subjects
) -> tuple[Subjects, Mapping[str, str], FilesAfterEdit]:
    """Return *subjects* for the contracts of the base: files that were renamed since *commit* are
    what they were called in it.

    With the earlier names by those of today, and with what is other in it than on disk. Raises
    ``GitError``.
    """
    names = open_past(checker, root, commit).names_then(subjects.content)
    if not names:
        return subjects, {}, {}
    changed_files: dict[str, TextFile | Skip | None] = dict.fromkeys(names)
    for file in subjects.files.read(sorted(names)):
        changed_files[names[file.path]] = file._replace(path=names[file.path])
    renamed = subjects._replace(
        content=[names.get(path, path) for path in subjects.content],
        listed=[names.get(path, path) for path in subjects.listed],
        files=EditedFiles(subjects.files, changed_files),
    )
    return renamed, names, changed_files


def note_unjudged_change(error: Exception) -> Notice:
    """Return the notice that the contracts of the base judge nothing, by what went wrong."""
    text = f"the contracts of the base cannot judge the change: {error}"
    return Notice("phaser-lint", None, text, change=True)


def join_weaker_violations(
    violations: Iterable[Violation], weaker: Sequence[Violation]
) -> Iterator[Violation]:
    """Yield *violations* by the contracts of the change and the *weaker* ones by those of the base,
    each place once.

    What is a warning by the change and was an error before is the error.
    """
    weaker_places = set(map(_locate_violation, weaker))
    for violation in violations:
        if violation.severity == "error" or _locate_violation(violation) not in weaker_places:
            yield violation
    yield from weaker


def judge_by_bases(scan: ProjectScan, new: Report, *, allow_weaker: bool) -> BaseJudgement:
    """Return what only the contracts of the bases report as new, and those of the change do not: it
    made them weaker.

    *new*: what these report, every single match. Where weaker contracts are allowed, notices say
    so of each; else one names the ways on.
    """
    reported_places = _ReportedPlaces(scan, new)
    try:
        judgements = [
            _judge_by_base(scan, reported_places, base_scan) for base_scan in scan.by_bases
        ]
    except GitError as error:
        return BaseJudgement(notices=(note_unjudged_change(error),))
    first_judgement, *others = judgements
    notices = dict.fromkeys(notice for judgement in judgements for notice in judgement.notices)
    # What is as one of them has it is no change; messages may differ.
    places_of_others = [set(map(_locate_violation, judgement.violations)) for judgement in others]
    violations = [
        violation
        for violation in first_judgement.violations
        if all(_locate_violation(violation) in places for places in places_of_others)
    ]
    undecided = [
        open_case
        for open_case in first_judgement.undecided
        if all(open_case in judgement.undecided for judgement in judgements)
    ]
    judgement = first_judgement._replace(
        violations=tuple(violations), undecided=tuple(undecided), notices=tuple(notices)
    )
    return judgement.as_notices() if allow_weaker else judgement.with_ways_on()


def _locate_violation(violation: Violation) -> tuple[ContractKey, str, int | None, int | None]:
    return violation.contract_key, violation.path, violation.line, violation.column


def _judge_by_base(
    scan: ProjectScan, reported_places: _ReportedPlaces, by_base: ProjectScan
) -> BaseJudgement:
    """Return what only one base's contracts report as new, and what they could not judge."""
    names_of_today = {old: path for path, old in by_base.earlier_names.items()}
    report, contracts = find_new_in_scan(by_base), by_base.checker.contracts
    report = without_renamed_directives(
        report, scan, by_base=by_base, names_of_today=names_of_today
    )
    report = without_moved_along(report, scan, by_base=by_base, names_of_today=names_of_today)
    contracts_by_key = {contract.key: contract for contract in contracts.contracts}
    weaker = []
    for violation in report.violations:
        base_contract = contracts_by_key[violation.contract_key]
        path = violation.path
        if RULES[base_contract.type].subject != "change":  # that has the names of today
            path = names_of_today.get(path, path)
        message = f"{violation.message} ({WEAKER})"
        violation = violation._replace(path=path, message=message)
        if not reported_places.hold(violation, base_contract):
            weaker.append(violation)
    notices = [
        Notice(problem.path, None, problem.text(), change=True)
        for problem in contracts.problems
        if problem not in scan.checker.contracts.problems
    ]
    undecided = set(scan.report.undecided)
    for open_case in report.undecided:
        if open_case not in undecided:
            contract = name_contract(open_case.contract_key)
            text = f"{contract} of the base is undecided: {open_case.reason}"
            path = names_of_today.get(open_case.path, open_case.path)
            notices.append(Notice(path, None, text, change=True))
    told_paths = {open_case.path for open_case in scan.report.undecided}
    lost_texts = [
        open_case._replace(path=path)
        for open_case in find_lost_texts(by_base, by_base.bases)
        if (path := names_of_today.get(open_case.path, open_case.path)) not in told_paths
    ]
    weaker_report = keep_one_per_file(report._replace(violations=tuple(weaker)), contracts)
    return BaseJudgement(
        violations=weaker_report.violations,
        undecided=tuple(lost_texts),
        contracts=make_contract_summaries(contracts),
        notices=tuple(notices),
    )


class _ReportedPlaces:
    """Where the contracts of a change report something new.

    What a directive suppresses is not reported: one that names the base's contract, as far as that
    takes it, suppresses what the base reports, too.
    """

    def __init__(self, scan: ProjectScan, new: Report) -> None:
        types = {contract.key: contract.type for contract in scan.checker.contracts.contracts}
        # By the path, and whether it is an error.
        self._types: dict[tuple[str, bool], set[str]] = {}
        self._extents: dict[tuple[str, bool], list[_Extent]] = {}
        for violation in new.violations:
            key = violation.path, violation.severity == "error"
            if violation.where != "line":
                self._types.setdefault(key, set()).add(types[violation.contract_key])
                continue
            extents, (first, last) = self._extents.setdefault(key, []), _measure_extent(violation)
            if extents and extents[-1][1] >= first:  # they come in the order of the text
                extents[-1] = extents[-1][0], max(extents[-1][1], last)
            else:
                extents.append((first, last))

    def hold(self, violation: Violation, contract: Contract) -> bool:
        """Tell whether that is reported as well which a *contract* of the base reports: in the same
        text, not just on the same line, or of the same file; as severe as that.
        """
        severities = (True,) if violation.severity == "error" else (True, False)
        keys = [(violation.path, is_error) for is_error in severities]
        if violation.where != "line":
            return any(contract.type in self._types.get(key, ()) for key in keys)
        first, last = _measure_extent(violation)
        for key in keys:
            extents = self._extents.get(key, [])
            place = bisect_right(extents, last, key=itemgetter(0))
            if place and extents[place - 1][1] >= first:
                return True
        return False


def _measure_extent(violation: Violation) -> _Extent:
    """Return where a match begins and ends, both as line and column."""
    first = violation.line or 1, violation.column or 1
    return first, (violation.end_line or first[0], violation.end_column or first[1])
