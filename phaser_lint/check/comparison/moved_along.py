"""Files that a change moves together with the contract that keeps their text, or freezes them.

    base      .claude/contracts/a.yaml             keep_pattern on src/**     src/A.tsx
    change    apps/web/.claude/contracts/a.yaml    keep_pattern on src/**     apps/web/src/A.tsx

By the contract of the base ``src/A.tsx`` is gone, and all that it held is lost.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.check.comparison.base_commit import open_past
from phaser_lint.check.engine.lost_matches import count_kept_texts
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.file_records import TextFile


def without_moved_along(
    report: Report, scan: ProjectScan, *, by_base: ProjectScan, names_of_today: Mapping[str, str]
) -> Report:
    """Return *report*, by the contracts of one base, without what became of files that moved with
    their contract, as by ``git mv src .claude apps/web``: they keep what it keeps, or are the same.
    """
    contracts = {contract.key: contract for contract in by_base.checker.contracts.contracts}
    moved = {
        violation: names_of_today[violation.path]
        for violation in report.violations
        if RULES[contracts[violation.contract_key].type].subject == "change"
        if violation.path in names_of_today
    }
    if not moved:
        return report
    past = open_past(scan.checker, scan.root, by_base.ruling or by_base.bases[0])
    today = [
        contract
        for contract in scan.checker.contracts.contracts
        if contract.rule_id in {violation.rule_id for violation in moved}
    ]
    names_then = past.names_then({contract.path for contract in today})
    places_then = {
        (contract.rule_id, contract.type, names_then.get(contract.path, contract.path)): contract
        for contract in today
    }
    texts_then = {file.path: file for file in past.files.read(sorted({v.path for v in moved}))}
    texts_now = {file.path: file for file in scan.read(sorted({*moved.values()}))}
    violations = []
    for violation in report.violations:
        contract, path = contracts[violation.contract_key], moved.get(violation, "")
        counterpart = places_then.get((contract.rule_id, contract.type, contract.path))
        then, now = texts_then.get(violation.path), texts_now.get(path)
        if (
            counterpart is None
            or counterpart.key not in scan.checker.selection.keys_for(path)
            or not isinstance(then, TextFile)
            or not isinstance(now, TextFile)
        ):
            violations.append(violation)
        elif RULES[contract.type].evidence == "lost match":
            lost = count_kept_texts(by_base.checker, contract, then)
            lost -= count_kept_texts(by_base.checker, contract, now._replace(path=then.path))
            # Where the number counts, no text is told from others.
            if lost[violation.matched_lines] if violation.matched_lines else lost:
                violations.append(violation._replace(path=path))
        elif then.text != now.text:
            violations.append(violation)
    return report._replace(violations=tuple(violations))
