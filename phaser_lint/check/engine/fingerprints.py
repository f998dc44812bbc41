"""Fingerprints: what identifies a violation from one report to the next.

A dashboard that is fed a report of every commit must see the same violation again although lines
were inserted above it, and must tell two equal lines of one file apart. So a fingerprint is made
of the contract's level and id, the path, the matched lines with their white space folded, and the
ordinal among the violations that are equal in these. It holds no line number and no message: a
contract that is explained better is still the same contract. The root adds nothing, so that a
project without other levels keeps the fingerprints that it had.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.check.engine.new_violations import fold_own_line
from phaser_lint.contract.model import Report, Violation
from phaser_lint.core.hashes import load_hash_function


def fingerprint_report(report: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fingerprints of the violations and of the suppressed ones of a report, in their
    orders.

    They are numbered together, so that a directive added for one of two equal lines leaves the
    fingerprint of the other as it is.
    """
    digests = fingerprint_violations((*report.violations, *report.suppressed))
    return digests[: len(report.violations)], digests[len(report.violations) :]


def fingerprint_violations(violations: Sequence[Violation]) -> tuple[str, ...]:
    """Return the fingerprint of each violation, 64 hexadecimal digits, all of them different."""
    sha256 = load_hash_function("sha256")
    starts: dict[tuple[str, str, str], str] = {}
    keys: list[str] = []
    ordinals = ["1:1"] * len(violations)
    first_indexes: dict[str, int] = {}
    indexes_by_key: dict[str, list[int]] = {}
    for index, violation in enumerate(violations):
        place = violation.level, violation.rule_id, violation.path
        start = starts.get(place)
        if start is None:
            names = (*filter(None, violation.contract_key), violation.path)
            # With its length: a glob may hold any character that would part it from what follows.
            start = starts[place] = "".join([f"{len(name)}:{name}" for name in names])
        # A directive that is added leaves the fingerprint as it was. What is only counted is
        # distinguished by the line where it stands, lest an alert that was dismissed becomes
        # another as one above it goes.
        lines = violation.matched_lines or fold_own_line(violation)
        key = f"{start}{len(lines)}:{lines}"
        keys.append(key)
        first_index = first_indexes.setdefault(key, index)
        if first_index != index:
            indexes_by_key.setdefault(key, [first_index]).append(index)

    def find_position(index: int) -> tuple[int, int]:
        return violations[index].line or 0, violations[index].column or 0

    # Those that are equal are numbered in the order of their file; most are like no other.
    for indexes in indexes_by_key.values():
        indexes.sort(key=find_position)
        for number, index in enumerate(indexes, 1):
            ordinals[index] = f"{len(str(number))}:{number}"
    # The encoding keeps apart what differs, the bytes of names that are not UTF-8 included.
    texts = map(str.__add__, keys, ordinals)
    return tuple([sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for text in texts])
