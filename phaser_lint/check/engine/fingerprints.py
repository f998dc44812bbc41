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
    digests = [""] * len(violations)
    if not violations:
        return ()
    sha256 = load_hash_function("sha256")
    times_by_key: dict[str, int] = {}
    starts: dict[tuple[str, str, str], str] = {}
    positions = [
        (violation.path, violation.line or 0, violation.column or 0) for violation in violations
    ]
    # Those of a file come in its order; so do all, mostly, and are sorted at once.
    for index in sorted(range(len(violations)), key=positions.__getitem__):
        violation = violations[index]
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
        times = times_by_key[key] = times_by_key.get(key, 0) + 1
        # The encoding keeps apart what differs, the bytes of names that are not UTF-8 included.
        text = f"{key}{len(str(times))}:{times}"
        digests[index] = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return tuple(digests)
