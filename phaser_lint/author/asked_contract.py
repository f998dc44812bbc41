"""The contract that somebody asks for by its name, in force or not, and what else has its id."""

from __future__ import annotations

from phaser_lint.author.written_ids import ids_in
from phaser_lint.contract.model import Contract, Override
from phaser_lint.contract.selection import Selection
from phaser_lint.core.errors import UsageError
from phaser_lint.core.record import Record
from phaser_lint.core.text import contract_shown, did_you_mean, printable
from phaser_lint.project.level_names import depth_of, folder_of, is_below
from phaser_lint.project.levels import CONFIGURATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.load import WrittenContracts
    from phaser_lint.contract.model import ContractProblem, ContractSet


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
    """What is wrong with files that say something of its id."""


def asked_contract(
    name: str, path: str, *, top: str, written: WrittenContracts, contracts: ContractSet
) -> AskedContract:
    """Return the contract called *name* that selects *path*, or the nearest one.

    One is named by its id, or as reports call it, with its level. Raises ``UsageError``.
    """
    known = [each for each in written.entries if isinstance(each, Contract)]
    named = [each for each in known if name in _names(each)]
    if not name:
        raise UsageError("ID: expected the id of a contract, found an empty text")
    if not named:
        raise UsageError(_unknown(name, known, written.problems, top))
    selecting = [
        each
        for each in Selection(contracts).contracts_for(path)
        if any(each.key == other.key for other in named)
    ]
    found = selecting[0] if selecting else _nearest(named, path, contracts)
    rule_id = found.rule_id
    overrides = [each for each in written.entries if isinstance(each, Override)]
    return AskedContract(
        found,
        any(each.key == found.key for each in contracts.contracts),
        bool(selecting),
        tuple(each for each in overrides if each.rule_id == rule_id and _counts(each, found)),
        tuple(each for each in known if each.rule_id == rule_id and _is_nearer(each, found)),
        _problems(rule_id, [*known, *overrides], contracts.problems),
    )


def _nearest(named: Sequence[Contract], path: str, contracts: ContractSet) -> Contract:
    """Return the one of the level nearest to *path*, as it is in force where it is."""
    above = [each for each in named if is_below(path, folder_of(each.level))] or named
    nearest = max(above, key=lambda each: depth_of(folder_of(each.level)))
    same = (each for each in contracts.contracts if each.key == nearest.key)
    return next(same, nearest)


def _counts(override: Override, contract: Contract) -> bool:
    """Tell whether *override* may be one of the *contract* as it is in force, if it is."""
    return override.level in (contract.overridden_by or (override.level,))


def _is_nearer(contract: Contract, other: Contract) -> bool:
    return contract.level != other.level and is_below(contract.level, other.level)


def _problems(
    rule_id: str, entries: Sequence[Contract | Override], problems: Sequence[ContractProblem]
) -> tuple[ContractProblem, ...]:
    """Return the *problems* of files that hold an entry of that id, or are called by it."""
    files = {each.path for each in entries if each.rule_id == rule_id}
    return tuple(each for each in problems if each.path in files or _is_called(each.path, rule_id))


def _is_called(path: str, rule_id: str) -> bool:
    return path.rpartition("/")[2].rpartition(".")[0] == rule_id


def _unknown(
    name: str, known: Sequence[Contract], problems: Sequence[ContractProblem], top: str
) -> str:
    """Return that nothing has the *name*; if a file that has it is broken, what is wrong there."""
    paths = dict.fromkeys(each.path for each in problems)
    having = {path for path in paths if _is_called(path, name) or name in ids_in(f"{top}/{path}")}
    if having:
        return "; ".join(str(each) for each in problems if each.path in having)
    names = {each.lower(): each for contract in known for each in _names(contract)}
    meant = names.get(name.lower())
    hint = f"; did you mean {meant}?" if meant else did_you_mean(name, names.values())
    hiding = [str(each) for each in problems if _hides_ids(each)]
    return "; ".join([f"{printable(name)}: no contract has that id{hint}", *hiding])


def _hides_ids(problem: ContractProblem) -> bool:
    """Tell whether it is not known which contracts there would be without it."""
    return problem.line is None or problem.path == CONFIGURATION


def _names(contract: Contract) -> tuple[str, ...]:
    """Return what a contract may be called by: its id, and as reports and lists call it."""
    of_level = f"{contract.level}/{contract.rule_id}" if contract.level else contract.rule_id
    return contract.rule_id, contract_shown(contract.key), of_level
