"""The contracts that a run was asked to check by: those of one severity, or of some names."""

from __future__ import annotations

from collections.abc import Sequence, Set

from phaser_lint.contract.model import ContractKey, ContractSet
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import name_contract, render_did_you_mean


def select_by_severity(contracts: ContractSet, severity: str) -> ContractSet:
    """Return the contracts that ``--severity`` chooses: those of one *severity*, or ``all``."""
    if severity == "all":
        return contracts
    return _select_by_keys(
        contracts,
        {contract.key for contract in contracts.contracts if contract.severity == severity},
    )


def select_content_contracts(contracts: ContractSet) -> ContractSet:
    """Return the contracts for a text in place of a file: those that its content can break."""
    return _select_by_keys(
        contracts,
        {
            contract.key
            for contract in contracts.contracts
            if contract.scope == "file" and RULES[contract.type].subject in ("text", "size")
        },
    )


def select_named_contracts(
    contracts: ContractSet, rules: Sequence[str], *, flag: str = "--rule ", are_known: bool = True
) -> ContractSet:
    """Return the contracts chosen by ``--rule``: the set with only those that *rules* name; all
    where *rules* is empty.

    A name is the id of a contract, or what reports call it: its level and its id. A name that no
    contract in force has raises ``UsageError``, in which *flag* stands before it; but not where a
    contract is skipped because of a problem, which may be the one, nor unless *are_known*: then
    other contracts than these may have it.
    """
    names = {contract.key: name_contract(contract.key) for contract in contracts.contracts}
    known_names = dict.fromkeys([*names.values(), *(rule_id for _, rule_id in names)])
    are_all = are_known and not any(problem.skipped for problem in contracts.problems)
    for rule in rules:
        if rule not in known_names and are_all:
            hint = render_did_you_mean(rule, known_names)
            raise UsageError(f"{flag}{rule}: no contract of that id is in force{hint}")
    if not rules:
        return contracts
    return _select_by_keys(
        contracts, {key for key, name in names.items() if not {key[1], name}.isdisjoint(rules)}
    )


def _select_by_keys(contracts: ContractSet, keys: Set[ContractKey]) -> ContractSet:
    """Return the set with only the contracts of these *keys*; the others are idle."""
    selected = tuple(contract for contract in contracts.contracts if contract.key in keys)
    idle = tuple(contract.key for contract in contracts.contracts if contract.key not in keys)
    return contracts._replace(contracts=selected, idle=(*contracts.idle, *idle))
