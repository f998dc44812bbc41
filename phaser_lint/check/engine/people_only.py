"""What only people may suppress: an agent's change is judged by its directives, too.

Of a contract with ``ignorable: people`` what a directive suppresses is compared as open violations
are: with what the base has suppressed. So it is among the violations until it is compared, known by
its lines and its directive. What is covered by a directive for the file is one for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.rules.violations import make_file_violation


def with_suppressed_by_people(
    checker: Checker,
    report: Report,
    verdicts: Sequence[FileVerdict],
    *,
    order: Callable[[Violation], tuple[str | int, ...]],
) -> Report:
    """Return *report* with what only people may suppress (``ignorable: people``) among its
    violations, in their *order*.

    Where the *checker* checks a commit, a directive for a file counts that suppresses nothing yet.
    """
    keys = {contract.key for contract in checker.contracts.for_people()}
    compared: dict[Hashable, Violation] = {}
    suppressed = []
    if checker.is_committed:
        compared = {
            make_violation_key(violation): violation
            for violation in _list_permissions(checker, verdicts)
        }
    for index, violation in enumerate(report.suppressed):
        is_of_file = violation.suppressing_form == "ignore-file"
        key = make_violation_key(violation) if is_of_file else index
        # A change is suppressed by what the base has.
        is_compared = violation.suppressed_by and violation.contract_key in keys
        if is_compared and key not in compared:
            compared[key] = violation
        else:
            suppressed.append(violation)
    if not compared:
        return report
    violations = sorted([*report.violations, *compared.values()], key=order)
    return report._replace(violations=tuple(violations), suppressed=tuple(suppressed))


def _list_permissions(checker: Checker, verdicts: Sequence[FileVerdict]) -> Iterator[Violation]:
    """Yield what each directive for a file would suppress."""
    contracts = checker.contracts.for_people()
    for verdict in verdicts:
        for directive in verdict.directives:
            if directive.form != "ignore-file" or not directive.has_reason():
                continue
            for contract in contracts:
                if contract.rule_id in directive.ids and contract.key in verdict.ran:
                    violation = make_file_violation(contract, path=verdict.path)
                    yield violation._replace(suppressed_by=directive.words())
