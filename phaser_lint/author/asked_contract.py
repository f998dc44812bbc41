"""The contract that somebody asks for by its name, in force or not, and what else has its id."""

from __future__ import annotations

import os
from collections.abc import Sequence

from phaser_lint.author.destination import read_ids_in_file, read_meant_ids
from phaser_lint.contract.model import Contract, ContractSet
from phaser_lint.contract.overrides import Declarations, Override
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.selection import Selection
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import make_printable, name_contract, render_did_you_mean
from phaser_lint.project.levels import (
    CONFIGURATION,
    PROJECT_FOLDERS,
    count_level_depth,
    lies_within_level,
    name_level_folder,
)


class AskedContract(Record):
    """A contract as it is for a file: with what overrides make of it there.

    ``in_force``: it counts, be it for other files. ``overrides`` are those of its id, ``nearer``
    the contracts of its id at levels below its own.
    """

    contract: Contract
    in_force: bool
    selects: bool
    overrides: tuple[Override, ...]
    nearer: tuple[Contract, ...]
    problems: tuple[ContractProblem, ...]
    """What is wrong with documents of its id, or nearly, at levels that count for the file."""


def find_asked_contract(
    name: str, path: str, *, root: str, written: Declarations, contracts: ContractSet
) -> AskedContract:
    """Return the contract that somebody asks for by *name*: the one that selects *path*, or the
    nearest one.

    One is named by its id, or as reports call it, with its level. Raises ``UsageError``.
    """
    declarations, problems = written
    all_contracts = [
        declaration for declaration in declarations if isinstance(declaration, Contract)
    ]
    named_contracts = [
        contract for contract in all_contracts if name in _list_contract_names(contract)
    ]
    if not name:
        raise UsageError("ID: expected the id of a contract, found an empty text")
    if not named_contracts:
        raise UsageError(_describe_unknown(name, all_contracts, problems=problems, root=root))
    selecting = [
        selecting_contract
        for selecting_contract in Selection(contracts).contracts_for(path)
        if any(selecting_contract.key == named_contract.key for named_contract in named_contracts)
    ]
    # Of those that do not select it the one of the nearest level, as it is in force where it is.
    contracts_above = [
        contract
        for contract in named_contracts
        if lies_within_level(path, name_level_folder(contract.level))
    ] or named_contracts
    depths = [count_level_depth(name_level_folder(contract.level)) for contract in contracts_above]
    nearest = contracts_above[depths.index(max(depths))]
    in_force = [contract for contract in contracts.contracts if contract.key == nearest.key]
    chosen_contract = [*selecting, *in_force, nearest][0]
    rule_id = chosen_contract.rule_id
    overrides = [declaration for declaration in declarations if isinstance(declaration, Override)]
    ids = {contract.rule_id for contract in all_contracts}
    return AskedContract(
        contract=chosen_contract,
        in_force=any(contract.key == chosen_contract.key for contract in contracts.contracts),
        selects=bool(selecting),
        overrides=tuple(
            override
            for override in overrides
            if override.rule_id == rule_id
            # One of the contract as it is in force, if it is.
            and override.level in (chosen_contract.overridden_by or (override.level,))
        ),
        nearer=tuple(
            contract
            for contract in all_contracts
            if contract.rule_id == rule_id
            and contract.level != chosen_contract.level
            and lies_within_level(contract.level, chosen_contract.level)
        ),
        problems=tuple(
            problem
            for problem in contracts.problems
            # Without a folder of contracts in its path it is of no level.
            if all(
                lies_within_level(path, problem.path.rpartition(f"{name}/")[0].rstrip("/"))
                for name in PROJECT_FOLDERS
            )
            and (
                _is_called(problem.path, rule_id)
                or rule_id in read_meant_ids(f"{root}/{problem.path}", problem.line or 1, ids)
            )
        ),
    )


def _is_called(path: str, rule_id: str) -> bool:
    return path.rpartition("/")[2].rpartition(".")[0] == rule_id


def _describe_unknown(
    name: str, all_contracts: Sequence[Contract], problems: Sequence[ContractProblem], root: str
) -> str:
    """Return that nothing has the *name*; where an invalid file has it, what is wrong there."""
    paths = dict.fromkeys(problem.path for problem in problems)
    matching_paths = {
        path
        for path in paths
        if _is_called(path, name) or name in read_ids_in_file(f"{root}/{path}")
    }
    if matching_paths:
        return "; ".join(str(problem) for problem in problems if problem.path in matching_paths)
    names_by_lower_case = {
        contract_name.lower(): contract_name
        for contract in all_contracts
        for contract_name in _list_contract_names(contract)
    }
    near_name = names_by_lower_case.get(name.lower())
    hint = (
        f"; did you mean {near_name}?"
        if near_name
        else render_did_you_mean(name, names_by_lower_case.values())
    )
    if os.path.lexists(name):
        hint = "; expected ID PATH[:LINE]"
    # Without these it is not known which contracts there would be.
    hiding_problems = [
        str(problem)
        for problem in problems
        if problem.line is None or problem.path == CONFIGURATION
    ]
    return "; ".join([f"{make_printable(name)}: no contract has that id{hint}", *hiding_problems])


def _list_contract_names(contract: Contract) -> tuple[str, ...]:
    """Return what a contract may be called by: its id, and as reports and lists call it."""
    of_level = f"{contract.level}/{contract.rule_id}" if contract.level else contract.rule_id
    return contract.rule_id, name_contract(contract.key), of_level
