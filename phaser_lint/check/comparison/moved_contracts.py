"""Contracts that a change moves together with the files that they check.

    base      .claude/contracts/a.yaml             src/**/*.ts     src/A.ts
    change    apps/web/.claude/contracts/a.yaml    src/**/*.ts     apps/web/src/A.ts

Today's contract does not select ``src/A.ts``, so that all that was wrong there seemed new. What the
base's contract found in a file's earlier name existed, if it is the same one: of that id and type,
in the same file, or in the one that this was renamed from. Its globs may have changed with the
move. What the base's contract did not select, or not find, is new; and so is what today's would not
have found lacking there: a file that lacked ``MIT`` and loses ``Apache`` on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from phaser_lint.check.comparison.revision_contracts import read_contracts_at
from phaser_lint.contract.model import Contract, ContractKey, ContractSet, Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record


class MovedContracts(Record):
    """The contracts of a base that select other files today, and which they are today, by the keys
    of then.
    """

    contracts: ContractSet
    today: Mapping[ContractKey, Contract]

    def as_contracts_of_today(self, report: Report) -> Report:
        """Return *report*, by the moved contracts as they were, as by those of today."""
        return report._replace(
            violations=tuple(
                [
                    violation._replace(level=self.today[violation.contract_key].level)
                    for violation in report.violations
                ]
            ),
            undecided=tuple(
                [
                    open_case._replace(level=self.today[open_case.contract_key].level)
                    for open_case in report.undecided
                ]
            ),
        )


def find_moved_contracts(
    root: str,
    commit: str,
    contracts: Collection[Contract],
    *,
    find_names_then: Callable[[Collection[str]], Mapping[str, str]],
) -> MovedContracts:
    """Return of which contracts in *commit* today's *contracts*, of the project at *root*, are
    moved ones; raises ``GitError``.
    """
    contracts_then = read_contracts_at(root, commit)
    names_then = find_names_then({contract.path for contract in contracts})
    today: dict[ContractKey, Contract] = {}
    for contract in contracts:
        path_then = names_then.get(contract.path, contract.path)
        for then in contracts_then.contracts:
            if (then.rule_id, then.type, then.path) != (contract.rule_id, contract.type, path_then):
                continue
            if (then.key, then.globs) != (contract.key, contract.globs):
                today.setdefault(then.key, contract)
    moved = [
        _with_demand_of_today(then, today[then.key])
        for then in contracts_then.contracts
        if then.key in today
    ]
    return MovedContracts(contracts_then._replace(contracts=tuple(moved), problems=()), today)


def _with_demand_of_today(then: Contract, today: Contract) -> Contract:
    """Return the contract of *then*, or, where it finds what lacks a match, that of *today* for the
    files that it selected: the one lack is not the other.
    """
    if RULES[today.type].evidence != "no match" and not today.is_about_blocks:
        return then
    return today._replace(level=then.level, globs=then.globs, path=then.path, source=then.source)
