"""Which violations are new, and which exist in a base: an earlier state of the same files.

A violation is new when the same contract with the same matched lines (white space folded) occurs
more often in that file than in the base. Where the base comes from is the only difference
between the hook (the file on disk), a git revision, and a baseline. What a change removes in one
file and adds in another is moved, and not new either.
"""

from __future__ import annotations

# Imported under its own name: others ask for it here.
from phaser_lint.check.engine.fingerprints import key_of as key_of
from phaser_lint.contract.rules import RULES
from phaser_lint.project.regular_file import WITHOUT_LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from phaser_lint.check.engine.fingerprints import Key
    from phaser_lint.contract.model import ContractKey, ContractSet, Report, Violation

    Occurrences = Mapping[Key, int]
    Base = Callable[[Report], Occurrences]
    """Given the report of now, how often each of its violations occurs in the base."""


def occurrences(report: Report) -> Occurrences:
    """Return how often each violation occurs in a report with every single match."""
    return counted(report.violations)


def counted(violations: Iterable[Violation]) -> dict[Key, int]:
    """Return how often each of *violations* occurs among them."""
    counts: dict[Key, int] = {}
    for violation in violations:
        key = key_of(violation)
        counts[key] = counts.get(key, 0) + violation.times
    return counts


def either(first: Base, second: Base) -> Base:
    """Return the base that holds what the *first* or the *second* holds.

    The second is asked only where something is new by the first.
    """

    def more_often(report: Report) -> Occurrences:
        one = first(report)
        left = without_existing(report, one) if one else report
        other = second(report) if left.violations else {}
        return {key: max(one.get(key, 0), other.get(key, 0)) for key in {*one, *other}}

    return more_often


def added(first: Occurrences, second: Occurrences) -> Occurrences:
    """Return how often each violation occurs in both together."""
    return {key: first.get(key, 0) + second.get(key, 0) for key in {*first, *second}}


def can_move(violation: Violation) -> bool:
    """Tell whether *violation* belongs to a text that can stand elsewhere.

    What a file lacks is no such text, nor is the empty match at its start that says so.
    """
    place = violation.line, violation.column, violation.end_line, violation.end_column
    return violation.where == "line" and (bool(key_of(violation)[2]) or place != (1, 1, 1, 1))


def moved(before: Report, after: Report, *, last: Collection[str] = ()) -> Occurrences:
    """Return how many violations of *after* were removed elsewhere, each removal counted once.

    Both reports hold every single match in the files that one change touches, a renamed file under
    its name of today. What is suppressed afterwards, or could not be checked, was not removed. The
    files in *last* get what the others leave.
    """
    then = counted(filter(can_move, before.violations))
    now = counted(filter(can_move, after.violations))
    removed = _removed(then, after)
    found: dict[Key, int] = {}
    for key in sorted(now, key=lambda key: (key[1] in last, key[1])):
        contract, _, lines = key
        times = min(now[key] - then.get(key, 0), removed.get((contract, lines), 0))
        if times > 0:
            found[key] = times
            removed[contract, lines] -= times
    return found


def _removed(then: Occurrences, after: Report) -> dict[tuple[ContractKey, str], int]:
    """Return how often the lines of a contract's violations *then* are no more, in all files."""
    there = counted(after.violations)
    suppressed = [key_of(violation) for violation in after.suppressed]
    # A link, or what else is no file, has no lines: those that the file had there were removed.
    skipped = {skip.path for skip in after.skipped if skip.reason not in WITHOUT_LINES}
    undecided = {(entry.contract_key, entry.path) for entry in after.undecided}
    removed: dict[tuple[ContractKey, str], int] = {}
    for key, times in then.items():
        contract, path, lines = key
        less = times - there.get(key, 0)
        if less > 0 and path not in skipped and (contract, path) not in undecided:
            less -= sum(
                other[:2] == key[:2] and _stands_in(lines, other[2]) for other in suppressed
            )
            removed[contract, lines] = removed.get((contract, lines), 0) + max(0, less)
    return removed


def _stands_in(lines: str, longer: str) -> bool:
    """Tell whether *lines* became *longer* ones, as by the directive that suppresses them."""
    words = iter(longer.split())
    return all(word in words for word in lines.split())


def contracts_in(report: Report, contracts: ContractSet) -> ContractSet:
    """Return the set with only the contracts that *report* has violations of.

    The base matters for no other.
    """
    broken = {violation.contract_key for violation in report.violations}
    kept = tuple(entry for entry in contracts.contracts if entry.key in broken)
    return contracts._replace(contracts=kept, problems=())


def without_changes(report: Report, contracts: ContractSet) -> Report:
    """Return the report without what a change broke: that is compared with a base already."""
    about = {entry.key for entry in contracts.contracts if "base" in RULES[entry.type].needs}
    kept = (each for each in report.violations if each.contract_key not in about)
    return report._replace(violations=tuple(kept)) if about else report


def without_existing(report: Report, in_base: Occurrences) -> Report:
    """Return the report with only its new violations, and the number of existing ones.

    Of several equal ones the first count as existing.
    """
    left = dict(in_base)
    new = []
    for violation in report.violations:
        key = key_of(violation)
        if left.get(key, 0) >= violation.times:
            left[key] -= violation.times
        else:
            new.append(violation)
    return report._replace(violations=tuple(new), existing=len(report.violations) - len(new))


def once_per_file(report: Report, contracts: ContractSet) -> Report:
    """Return the report with only the first violation of a file where the rule says ``ONCE``."""
    types = {contract.key: contract.type for contract in contracts.contracts}
    kept: dict[tuple[object, ...], Violation] = {}
    for index, violation in enumerate(report.violations):
        key = violation.contract_key
        once = RULES[types[key]].once
        kept.setdefault((key, violation.path, None if once else index), violation)
    return report._replace(violations=tuple(kept.values()))
