"""Which violations are new, and which existed in an earlier state of the same files.

A violation is new when the same contract with the same matched lines (white space folded) occurs
more often in that file than before. Where the before comes from is the only difference between the
hook (the file on disk), a git revision, and a baseline: each of them has a ``Comparison``. What a
change removes in one file and adds in another is moved, and not new either.
"""

from __future__ import annotations

from phaser_lint.contract.model import IN_LIST, ContractKey, Notice
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import fold_white_space
from phaser_lint.project.regular_file import WITHOUT_LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.contract.model import ContractSet, Report, Violation
    from phaser_lint.core.file_records import Broken

ViolationKey = tuple[ContractKey, str, str]
Occurrences: TypeAlias = "Mapping[ViolationKey, int]"
Comparison: TypeAlias = "Callable[[Report], Occurrences]"
"""Returns how often each violation of a report occurred in an earlier state of the files; raises
``GitError``."""

GIT = "phaser-lint: git"
"""The path of a notice on what git did not answer."""
# No line has it: one that begins with "ignore" is no directive.
_DIRECTIVE = "\n\0"


def make_violation_key(violation: Violation) -> ViolationKey:
    """Return the key by which new violations are told from existing ones: contract, path, the
    folded lines of the match.

    The lines are empty for what belongs to a file or a glob as a whole, or is only counted. With
    them stands the directive of what only people may suppress: so it is never as an open one.
    """
    lines = violation.matched_lines
    if lines is None:
        lines = fold_own_line(violation)
    if violation.suppressed_by:
        # A directive for the file covers it, whatever stands there.
        lines = "" if violation.suppressing_form == "ignore-file" else lines
        lines = f"{lines}{_DIRECTIVE}{violation.suppressed_by}"
    return violation.contract_key, violation.path, lines


def fold_own_line(violation: Violation) -> str:
    """Return *violation*'s line, white space folded, by which it is new or existing."""
    return fold_white_space(violation.line_text if violation.cell is None else violation.cell_text)


def list_broken_contracts(violations: Sequence[Violation], path: str) -> Broken:
    """Return *violations* of *path* by which new ones are told: contract, line, times."""
    keys_and_times = [
        (make_violation_key(violation), violation.times)
        for violation in violations
        if violation.path == path
    ]
    return tuple((contract, line, times) for (contract, _, line), times in keys_and_times)


class PartlyComparedError(GitError):
    """Git told only a part of what existed: the ``counts``; ``failures`` say why."""

    def __init__(self, failures: Sequence[GitError], counts: Occurrences) -> None:
        super().__init__("; ".join(dict.fromkeys(map(str, failures))))
        self.failures, self.counts = failures, counts


def count_existing(report: Report, comparisons: Iterable[Comparison]) -> Occurrences:
    """Return which violations of *report* are not new: how often each existed, in any of
    *comparisons*, at most.

    Each is asked where something is new by those before it, and then about all: its numbers are
    those of whole files. Raises ``GitError`` where the first one does, and ``PartlyComparedError``
    where some have answered.
    """
    counts: Occurrences = {}
    failures: list[GitError] = []
    for place, comparison in enumerate(comparisons):
        if not (without_existing(report, counts) if counts else report).violations:
            break
        try:
            existing = comparison(report)
            counts = take_larger_counts(counts, existing) if counts else existing
        except PartlyComparedError as error:
            counts = take_larger_counts(counts, error.counts)
            failures += error.failures
        except GitError as error:
            if not place:
                raise
            failures.append(error)
    if failures:
        raise PartlyComparedError(failures, counts)
    return counts


def keep_new_violations(
    report: Report, comparisons: Sequence[Comparison], *, compares_open: bool = True
) -> Report:
    """Return *report* with only its new violations, none of which existed in *comparisons*, and
    with notices why git did not tell.

    Without *compares_open* only what is suppressed, and compared for all that, may have existed.
    Raises ``GitError`` where git told nothing.
    """
    if not compares_open:
        suppressed = tuple(filter(_is_suppressed, report.violations))
        if not suppressed:
            return report
        new = keep_new_violations(report._replace(violations=suppressed), comparisons)
        new_suppressed = set(new.violations)
        violations = [
            violation
            for violation in report.violations
            if not _is_suppressed(violation) or violation in new_suppressed
        ]
        return new._replace(violations=tuple(violations))
    if not comparisons:
        return report
    try:
        return without_existing(report, count_existing(report, comparisons))
    except PartlyComparedError as error:
        new = without_existing(report, error.counts)
        return new._replace(notices=(*new.notices, *note_git_failures(error.failures)))


def without_directives(suppressed: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return *suppressed* violations as if they were not, to be compared: which are new."""
    return tuple([violation._replace(suppressed_by="") for violation in suppressed])


def _is_suppressed(violation: Violation) -> bool:
    return bool(violation.suppressed_by)


def note_git_failures(failures: Iterable[GitError]) -> list[Notice]:
    """Return notices that existing violations count as new: git could not compare with HEAD."""
    reasons = dict.fromkeys(map(str, failures))
    return [
        Notice(GIT, None, f"Not compared with the last commit: {reason}.") for reason in reasons
    ]


def count_occurrences(violations: Iterable[Violation]) -> dict[ViolationKey, int]:
    """Return how often each key of *violations*, every single match, occurs among them."""
    counts: dict[ViolationKey, int] = {}
    for violation in violations:
        key = make_violation_key(violation)
        counts[key] = counts.get(key, 0) + violation.times
    return counts


def take_larger_counts(counts: Occurrences, other_counts: Occurrences) -> Occurrences:
    """Return for each existing violation the larger of two counts; what is more is new."""
    return {
        key: max(counts.get(key, 0), other_counts.get(key, 0)) for key in {*counts, *other_counts}
    }


def add_counts(counts: Occurrences, other_counts: Occurrences) -> Occurrences:
    """Return of two counts of existing violations the sum for each; more than that is new."""
    return {key: counts.get(key, 0) + other_counts.get(key, 0) for key in {*counts, *other_counts}}


def can_move(violation: Violation) -> bool:
    """Tell whether *violation* is of a text that can move between files, so that it may be no new
    one.

    What a file lacks is no such text, nor is the empty match at its start that says so.
    """
    place = violation.line, violation.column, violation.end_line, violation.end_column
    return violation.where == "line" and (
        bool(make_violation_key(violation)[2]) or place != (1, 1, 1, 1)
    )


def count_moved_violations(
    before: Report,
    after: Report,
    *,
    last: Collection[str] = (),
    origins: Collection[str] | None = None,
) -> Occurrences:
    """Return how many violations of *after* are moved, not new: removed elsewhere since *before*,
    each removal counted once.

    Both reports hold every single match in the files that one change touches, a renamed file under
    its name of today. What is suppressed afterwards, or could not be checked, was not removed. The
    files in *last* get what the others leave. Where there are *origins*, only what these lost is
    moved.
    """
    counts_then = count_occurrences(filter(can_move, before.violations))
    counts_now = count_occurrences(filter(can_move, after.violations))
    lost = counts_then
    if origins is not None:
        lost = {key: times for key, times in counts_then.items() if key[1] in origins}
    removed = count_removed_lines(lost, after)
    moved_counts: dict[ViolationKey, int] = {}

    def last_then_path(key: ViolationKey) -> tuple[bool, str]:
        return key[1] in last, key[1]

    for key in sorted(counts_now, key=last_then_path):
        contract, _, lines = key
        times = min(counts_now[key] - counts_then.get(key, 0), removed.get((contract, lines), 0))
        if times > 0:
            moved_counts[key] = times
            removed[contract, lines] -= times
    return moved_counts


def count_removed_lines(
    counts_then: Occurrences, after: Report
) -> dict[tuple[ContractKey, str], int]:
    """Return how often the lines of existing violations are no more in *after*, in all files, by
    contract and lines.

    Not what is suppressed in *after*, or could not be checked.
    """
    counts_now = count_occurrences(after.violations)
    suppressed = [
        make_violation_key(violation._replace(suppressed_by=""))
        for violation in (*after.suppressed, *filter(_is_suppressed, after.violations))
    ]
    # A link, or what else is no file, has no lines: those that the file had there were removed.
    skipped = {skip.path for skip in after.skipped if skip.reason not in WITHOUT_LINES}
    undecided = {(open_case.contract_key, open_case.path) for open_case in after.undecided}
    removed: dict[tuple[ContractKey, str], int] = {}
    for key, times in counts_then.items():
        contract, path, lines = key
        less = times - counts_now.get(key, 0)
        if less > 0 and path not in skipped and (contract, path) not in undecided:
            less -= _DIRECTIVE not in lines and sum(
                longer_key[:2] == key[:2] and _stands_in(lines, longer_key[2])
                for longer_key in suppressed
            )
            removed[contract, lines] = removed.get((contract, lines), 0) + max(0, less)
    return removed


def _stands_in(lines: str, longer: str) -> bool:
    """Tell whether *lines* became *longer* ones, as by the directive that suppresses them."""
    words = iter(longer.split())
    return all(word in words for word in lines.split())


def with_names_of_today(
    before: Report, renamed: Mapping[str, str], *, item_contracts: Collection[ContractKey] = ()
) -> Report:
    """Return *before*, an earlier report, with *renamed* files under their new names: so are the
    lists that items of *item_contracts* lack.
    """
    today = {old: new for new, old in renamed.items()}
    if not today:
        return before
    violations = []
    for violation in before.violations:
        lines = violation.matched_lines
        if lines and violation.contract_key in item_contracts:
            text, mark, path = lines.rpartition(IN_LIST)
            lines = f"{text}{mark}{today.get(path, path) if mark else path}"
        path = today.get(violation.path, violation.path)
        violations.append(violation._replace(path=path, matched_lines=lines))
    return before._replace(
        violations=tuple(violations),
        skipped=tuple(
            skip._replace(path=today.get(skip.path, skip.path)) for skip in before.skipped
        ),
        undecided=tuple(
            open_case._replace(path=today.get(open_case.path, open_case.path))
            for open_case in before.undecided
        ),
    )


def without_change_violations(report: Report, contracts: ContractSet) -> Report:
    """Return *report* without violations that are new whatever existed: what a change broke."""
    keys = {
        contract.key for contract in contracts.contracts if "base" in RULES[contract.type].needs
    }
    remaining = (violation for violation in report.violations if violation.contract_key not in keys)
    return report._replace(violations=tuple(remaining)) if keys else report


def without_existing(report: Report, in_base: Occurrences) -> Report:
    """Return the report with only its new violations, and the number of existing ones.

    What people suppressed before is suppressed. Of several equal ones the first count as existing.
    """
    remaining = dict(in_base)
    new, suppressed = [], []
    for violation in report.violations:
        key = make_violation_key(violation)
        if remaining.get(key, 0) < violation.times:
            new.append(violation)
            continue
        remaining[key] -= violation.times
        if violation.suppressed_by:
            suppressed.append(violation)
    return report._replace(
        violations=tuple(new),
        suppressed=(*report.suppressed, *suppressed),
        existing=len(report.violations) - len(new) - len(suppressed),
    )
