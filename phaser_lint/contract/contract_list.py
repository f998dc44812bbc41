"""Every contract that is written down, and what becomes of it: its files, what nearer levels say.

A set holds what counts, put together for whoever asks what selects a file. Here each contract
stands once, as it was written, and those that do not count stand beside it, with the reason.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract, Override
from phaser_lint.contract.overrides import changed_fields
from phaser_lint.contract.selection import Selection
from phaser_lint.core import Record
from phaser_lint.project.root import USER_LEVEL, depth_of, is_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Literal

    from phaser_lint.contract.model import ContractKey, ContractSet, Entry

    Reason = Literal["disabled", "replaced", "preceded"]


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

    reason: Reason
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


def listed_contracts(
    entries: Sequence[Entry], together: ContractSet, files: Sequence[str]
) -> tuple[ListedContract, ...]:
    """Return the contracts among *entries*, by level and id; *together* is what counts of them.

    *files* are all those of the project.
    """
    refused = {(each.path, each.line) for each in together.problems if each.skipped}
    accepted = [each for each in entries if (each.path, each.line) not in refused]
    written = [each for each in accepted if isinstance(each, Contract)]
    overrides = [each for each in accepted if isinstance(each, Override)]
    counting = {(each.key, each.path, each.line) for each in together.contracts}
    numbers = files_selected(together, files)
    by_id: dict[str, list[Contract]] = {}
    for contract in written:
        by_id.setdefault(contract.rule_id, []).append(contract)
    listed = []
    for contract in written:
        counts = (contract.key, contract.path, contract.line) in counting
        same = by_id[contract.rule_id]
        nearer = _nearer(contract, same, overrides)
        if counts:
            listed.append(ListedContract(contract, numbers.get(contract.key, 0), nearer=nearer))
        else:
            listed.append(ListedContract(contract, 0, _turned_off(contract, same, nearer)))
    return tuple(sorted(listed, key=_place))


def _place(listed: ListedContract) -> tuple[str, str, str, int]:
    contract = listed.contract
    return contract.level, contract.rule_id, contract.path, contract.line


def files_selected(contracts: ContractSet, files: Sequence[str]) -> dict[ContractKey, int]:
    """Return how many of *files* each contract selects."""
    selection, numbers = Selection(contracts), dict[tuple[int, ...], int]()
    for path in selection.selected(files):
        places = selection.places_for(path)
        numbers[places] = numbers.get(places, 0) + 1
    found: dict[ContractKey, int] = {}
    for places, number in numbers.items():
        for key in {contracts.contracts[place].key for place in places}:
            found[key] = found.get(key, 0) + number
    return found


def _nearer(
    contract: Contract, same: Iterable[Contract], overrides: Iterable[Override]
) -> tuple[NearerWord, ...]:
    """Return what nearer levels say of a *contract*, *same* being all of its id."""
    replacing = [
        NearerWord(each.level, each.path, each.line, {})
        for each in same
        if each.level != contract.level and _target(each, same) is contract
    ]
    changing = [
        NearerWord(each.level, each.path, each.line, _changes(each))
        for each in overrides
        if each.rule_id == contract.rule_id and _target(each, same) is contract
    ]
    return tuple(sorted([*replacing, *changing], key=lambda word: (word.level, word.path)))


def _target(entry: Entry, same: Iterable[Contract]) -> Contract | None:
    """Return the nearest contract above that *entry* replaces or changes; of one level the first.

    An override changes an included one of its own level, too.
    """
    above = [
        each
        for each in same
        if is_below(entry.level, each.level)
        and (each.level != entry.level or (isinstance(entry, Override) and each.is_included))
    ]
    return max(above, key=lambda each: _depth(each.level), default=None)


def _depth(level: str) -> int:
    return -1 if level == USER_LEVEL else depth_of(level)


def _changes(override: Override) -> Mapping[str, Any]:
    excluded = {"exclude_glob": override.exclude_glob} if override.exclude_glob else {}
    return {**changed_fields(override), **excluded}


def _turned_off(
    contract: Contract, same: Sequence[Contract], nearer: Iterable[NearerWord]
) -> TurnedOff:
    for word in nearer:
        if word.changes.get("enabled") is False and word.level == contract.level:
            return TurnedOff("disabled", word.path, word.line)
        if not word.changes and word.level == "":
            return TurnedOff("replaced", word.path, word.line)
    if not contract.enabled:
        return TurnedOff("disabled", contract.path, contract.line)
    first = next(each for each in same if each.level == contract.level)
    reason: Reason = "preceded" if first.is_included == contract.is_included else "replaced"
    return TurnedOff(reason, first.path, first.line)
