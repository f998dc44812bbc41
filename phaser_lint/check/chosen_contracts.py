"""The contracts that a run was asked to check by: those of one severity, or of some names."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract, ContractSet
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import name_contract, render_did_you_mean


def select_by_severity(contracts: ContractSet, severity: str) -> ContractSet:
    """Return the contracts that ``--severity`` chooses: those of one *severity*, or ``all``.

    A contract that a level below has with another severity is chosen for some of its files.
    """
    if severity == "all":
        return contracts
    selected = [contract for contract in contracts.contracts if contract.severity == severity]
    return _keep_selected(contracts, selected)


def select_content_contracts(contracts: ContractSet) -> ContractSet:
    """Return the contracts for a text in place of a file: those that its content can break."""
    selected = [
        contract
        for contract in contracts.contracts
        if contract.scope == "file" and RULES[contract.type].subject in ("text", "size")
    ]
    return _keep_selected(contracts, selected)


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
    chosen = {key for key, name in names.items() if not {key[1], name}.isdisjoint(rules)}
    return _keep_selected(
        contracts, [contract for contract in contracts.contracts if contract.key in chosen]
    )


def _keep_selected(contracts: ContractSet, selected: Sequence[Contract]) -> ContractSet:
    """Return the set with only the *selected* contracts; the others are idle, some in part."""
    chosen = set(map(id, selected))
    idle = [contract.key for contract in contracts.contracts if id(contract) not in chosen]
    return contracts._replace(contracts=tuple(selected), idle=(*contracts.idle, *idle))
