"""Old debt: which violations are new, compared with an earlier state of the same files.

A violation is new when the same contract with the same matched line (white space folded) occurs
more often in that file after than before. Where the before comes from is the only difference
between the hook (the file on disk), a git revision, and a baseline.
"""

from __future__ import annotations

# Imported under its own name: others ask for it here.
from phaser_lint.fingerprints import key_of as key_of
from phaser_lint.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaser_lint.fingerprints import Key
    from phaser_lint.model import ContractSet, Report, Violation

    Occurrences = Mapping[Key, int]
    Before = Callable[[Report], Occurrences]
    """Given the report of now, how often each of its violations occurred before."""


def occurrences(report: Report) -> Occurrences:
    """Return how often each violation occurs in a report with every single match."""
    counts: dict[Key, int] = {}
    for violation in report.violations:
        key = key_of(violation)
        counts[key] = counts.get(key, 0) + 1
    return counts


def either(first: Before, second: Before) -> Before:
    """Return the before that takes for old what is old by the *first* or by the *second*."""

    def more_often(report: Report) -> Occurrences:
        one, other = first(report), second(report)
        return {key: max(one.get(key, 0), other.get(key, 0)) for key in {*one, *other}}

    return more_often


def contracts_in(report: Report, contracts: ContractSet) -> ContractSet:
    """Return the set with only the contracts that *report* has violations of.

    What was there before matters of no other.
    """
    broken = {violation.rule_id for violation in report.violations}
    kept = tuple(entry for entry in contracts.contracts if entry.rule_id in broken)
    return contracts._replace(contracts=kept, problems=())


def without_old(report: Report, before: Occurrences) -> Report:
    """Return the report with only its new violations, and the number of old ones.

    Of several equal ones the first are taken for the old ones.
    """
    left = dict(before)
    new = []
    for violation in report.violations:
        key = key_of(violation)
        if left.get(key, 0) > 0:
            left[key] -= 1
        else:
            new.append(violation)
    return report._replace(violations=tuple(new), old=len(report.violations) - len(new))


def once_per_file(report: Report, contracts: ContractSet) -> Report:
    """Return the report with only the first violation of a file where the rule says ``ONCE``."""
    types = {contract.rule_id: contract.type for contract in contracts.contracts}
    kept: dict[tuple[object, ...], Violation] = {}
    for index, violation in enumerate(report.violations):
        once = RULES[types[violation.rule_id]].ONCE
        kept.setdefault((violation.rule_id, violation.path, None if once else index), violation)
    return report._replace(violations=tuple(kept.values()))
