"""Every contract that is written down, and what becomes of it: its files, what nearer levels say.

A set holds what counts, put together for whoever asks what selects a file. Here each contract
stands once, as it was written, and those that do not count stand beside it, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Literal

from phaser_lint.contract.model import Contract, ContractKey, ContractSet
from phaser_lint.contract.overrides import Declaration, Override
from phaser_lint.contract.selection import Selection
from phaser_lint.core import Record
from phaser_lint.project.levels import USER_LEVEL, count_level_depth, lies_within_level

OffReason = Literal["disabled", "replaced", "preceded"]


class NearerWord(Record):
    """What a level nearer to the files says of a contract, in the file at *path*.

    ``changes`` are the keys that it sets; none where it has a contract of its own in its place.
    """

    level: str
    path: str
    line: int
    changes: Mapping[str, Any]


class TurnedOff(Record):
    """Why a contract that is valid counts nowhere; *path* and *line* are of what turns it off.

    It is ``disabled``, itself or by an override; the root has one of its id in place of an included
    one or the user's (``replaced``); or its level has an earlier one (``preceded``).
    """

    reason: OffReason
    path: str
    line: int


class ListedContract(Record):
    """A contract as it is written, and how many files it selects.

    ``nearer`` is what other levels say of it, where it counts.
    """

    contract: Contract
    files: int
    off: TurnedOff | None = None
    nearer: tuple[NearerWord, ...] = ()


def list_written_contracts(
    declarations: Sequence[Declaration], contract_set: ContractSet, files: Sequence[str]
) -> tuple[ListedContract, ...]:
    """Return the list of the contracts among *declarations*, by level and id, as ``phaser-lint
    list`` shows it: the files of each, and what nearer levels say.

    *contract_set* is what counts of them, and *files* are all those of the project.
    """
    refused_places = {
        (problem.path, problem.line) for problem in contract_set.problems if problem.skipped
    }
    accepted_declarations = [
        declaration
        for declaration in declarations
        if (declaration.path, declaration.line) not in refused_places
    ]
    contracts = [
        declaration for declaration in accepted_declarations if isinstance(declaration, Contract)
    ]
    overrides = [
        declaration for declaration in accepted_declarations if isinstance(declaration, Override)
    ]
    # The configuration may say who suppresses it.
    ignorable_by_place = {
        (contract.key, contract.path, contract.line): contract.ignorable
        for contract in contract_set.contracts
    }
    numbers = count_selected_files(contract_set, files)
    by_id: dict[str, list[Contract]] = {}
    for contract in contracts:
        by_id.setdefault(contract.rule_id, []).append(contract)
    rows = []
    for contract in contracts:
        place = contract.key, contract.path, contract.line
        namesakes = by_id[contract.rule_id]
        nearer = _find_nearer_words(contract, namesakes, overrides)
        if place in ignorable_by_place:
            contract = contract._replace(ignorable=ignorable_by_place[place])
            rows.append(ListedContract(contract, numbers.get(contract.key, 0), nearer=nearer))
        else:
            rows.append(
                ListedContract(contract, 0, _explain_turning_off(contract, namesakes, nearer))
            )
    order = attrgetter("contract.level", "contract.rule_id", "contract.path", "contract.line")
    return tuple(sorted(rows, key=order))


def count_selected_files(contracts: ContractSet, files: Sequence[str]) -> dict[ContractKey, int]:
    """Return how many of *files* each contract selects, by its key, for a list of contracts."""
    selection, numbers_by_places = Selection(contracts), dict[tuple[int, ...], int]()
    for path in selection.select_paths(files):
        places = selection.places_for(path)
        numbers_by_places[places] = numbers_by_places.get(places, 0) + 1
    numbers_by_key: dict[ContractKey, int] = {}
    for places, number in numbers_by_places.items():
        for key in {contracts.contracts[place].key for place in places}:
            numbers_by_key[key] = numbers_by_key.get(key, 0) + number
    return numbers_by_key


def _find_nearer_words(
    contract: Contract, namesakes: Iterable[Contract], overrides: Iterable[Override]
) -> tuple[NearerWord, ...]:
    """Return what nearer levels say of a *contract*, *namesakes* being all of its id."""
    replacing_words = [
        NearerWord(level=namesake.level, path=namesake.path, line=namesake.line, changes={})
        for namesake in namesakes
        if namesake.level != contract.level and _find_target(namesake, namesakes) is contract
    ]
    changing_words = [
        NearerWord(
            level=override.level,
            path=override.path,
            line=override.line,
            changes={
                **override.changed_fields(),
                **({"exclude_glob": override.exclude_glob} if override.exclude_glob else {}),
            },
        )
        for override in overrides
        if override.rule_id == contract.rule_id and _find_target(override, namesakes) is contract
    ]
    return tuple(sorted([*replacing_words, *changing_words], key=attrgetter("level", "path")))


def _find_target(declaration: Declaration, namesakes: Iterable[Contract]) -> Contract | None:
    """Return the nearest contract above that *declaration* replaces or changes.

    Of one level it is the first. An override changes an included one of its own level, too.
    """
    contracts_above = [
        namesake
        for namesake in namesakes
        if lies_within_level(declaration.level, namesake.level)
        and (
            namesake.level != declaration.level
            or (isinstance(declaration, Override) and namesake.is_included)
        )
    ]
    depths = [
        -1 if namesake.level == USER_LEVEL else count_level_depth(namesake.level)
        for namesake in contracts_above
    ]
    return contracts_above[depths.index(max(depths))] if depths else None


def _explain_turning_off(
    contract: Contract, namesakes: Sequence[Contract], nearer: Iterable[NearerWord]
) -> TurnedOff:
    for word in nearer:
        if word.changes.get("enabled") is False and word.level == contract.level:
            return TurnedOff("disabled", word.path, word.line)
        if not word.changes and word.level == "":
            return TurnedOff("replaced", word.path, word.line)
    if not contract.enabled:
        return TurnedOff("disabled", contract.path, contract.line)
    winner = next(namesake for namesake in namesakes if namesake.level == contract.level)
    reason: OffReason = "preceded" if winner.is_included == contract.is_included else "replaced"
    return TurnedOff(reason, winner.path, winner.line)
