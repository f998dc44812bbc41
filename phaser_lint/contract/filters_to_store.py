"""What the clean path has to know of contracts, made of them: see ``stored_filters``."""

from __future__ import annotations

import marshal
import re

from phaser_lint.contract.rules import (
    RULES,
    asks_for_partner,
    breaking_kinds,
    broken_in_file_by,
    is_about_changes,
    is_met_by_other_files,
    requires_file,
)
from phaser_lint.contract.rules.rule import conditions_of_file
from phaser_lint.contract.selection import names_folder, names_others
from phaser_lint.text.globs.compile import compile_globs
from phaser_lint.text.globs.glob_syntax import ranges_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from phaser_lint.contract.model import Contract, ContractSet
    from phaser_lint.contract.stored_filters import (
        ChangeGroup,
        Fact,
        Filter,
        Group,
        NameTexts,
        When,
    )
    from phaser_lint.text.globs import CompiledGlobs
    from phaser_lint.text.search.searcher import Code

# Every other cause is for the engine.
_FORBIDS: Mapping[str, bool] = {"match": True, "no match": False}
# What a file is by itself, whatever it holds.
_OF_FACTS = ("name", "size")
# `[a-z_]+\.py` and `[A-Z]\w*\.tsx`: a set for the first character or none, one for the others.
_NAME = r"\^?(\[[\w-]+\])?(\[[\w-]+\]|\\w)([*+])((?:[\w-]|\\\.)*)\$?"
# What regex reads as anything but itself; without any of them a pattern is plain text.
_SPECIAL = frozenset("\\^$.|?*+()[]{}")


def first_part(
    loaded: ContractSet,
) -> tuple[bool, tuple[str, ...], tuple[Group, ...], tuple[ChangeGroup, ...]]:
    """Return what the clean path has to know of *loaded*: all but the last of ``StoredFilters``."""
    folders = frozenset(f"{folder}/" for folder in loaded.folders if folder)
    filters: dict[tuple[CompiledGlobs, bool], list[Filter]] = {}
    facts: dict[tuple[CompiledGlobs, bool], list[Fact]] = {}
    for place, contract in enumerate(loaded.contracts):
        cause = broken_in_file_by(contract)
        if is_met_by_other_files(contract):
            continue
        key = contract.globs, names_folder(contract, folders)
        if cause in _OF_FACTS and (cause == "size" or contract.searched.code is not None):
            facts.setdefault(key, []).append(_fact(contract))
        elif cause is not None:
            # Where a match has to stand somewhere in particular, that it is there says nothing.
            forbids = None if cause == "no match" and contract.counted_in else _FORBIDS.get(cause)
            filters.setdefault(key, []).append(_filter(contract, forbids, place))
    grouped = tuple(
        (*key, tuple(filters.get(key, ())), tuple(facts.get(key, ())))
        for key in dict.fromkeys([*filters, *facts])
    )
    changes = dict.fromkeys(
        group for contract in loaded.contracts for group in _change_groups(contract, folders)
    )
    # What the examples contradict is in force: the clean path checks by it, Stop reports it.
    has_problems = any(problem.skipped for problem in loaded.problems)
    return has_problems, loaded.folders, grouped, tuple(changes)


def _change_groups(contract: Contract, folders: Collection[str]) -> Iterator[ChangeGroup]:
    """Yield which files have something to do with the contract by what becomes of them."""
    selecting = contract.globs, names_folder(contract, folders)
    alone = breaking_kinds(contract)
    if alone:
        yield *selecting, alone
    elif is_about_changes(contract) or is_met_by_other_files(contract) or contract.scope == "tree":
        yield *selecting, ("others",)
    elif requires_file(contract):
        yield *selecting, ("delete",)
    if RULES[contract.type].globs_of(contract.own):
        yield contract.own_globs, names_others(contract, folders), ("others",)
    if asks_for_partner(contract):  # any file may be one
        yield compile_globs(("*",), ()), True, ("delete",)


def _fact(contract: Contract) -> Fact:
    lines, size = contract.value_of("max_lines"), contract.value_of("max_bytes")
    return _name_texts(contract), _packed(contract.searched.code), lines, size


def _name_texts(contract: Contract) -> NameTexts:
    """Return what says in texts what a name has to be, where the pattern is as simple as most."""
    name = None if contract.literal else re.fullmatch(_NAME, contract.pattern, re.ASCII)
    if name is None or (name[1] is None) == (name[3] == "*"):
        return "", "", ""
    first, others = ("".join(_characters_of(text)) for text in (name[1] or name[2], name[2]))
    return first, others, name[4].replace("\\.", ".")


def _characters_of(expression: str) -> Iterator[str]:
    for first, last in ranges_of("[a-zA-Z0-9_]" if expression == r"\w" else expression):
        yield from map(chr, range(ord(first), ord(last) + 1))


def _filter(contract: Contract, forbids: bool | None, place: int) -> Filter:
    is_plain = contract.literal or _SPECIAL.isdisjoint(contract.pattern)
    return (
        forbids,
        contract.searched.raw_text,
        contract.pattern if is_plain else "",
        contract.searched.requirement,
        _packed(contract.searched.code),
        _conditions(contract) if forbids is False else _shorter(contract),
        place,
    )


def _conditions(contract: Contract) -> tuple[When, ...]:
    return tuple(
        (each.is_wanted(), pattern.raw_text, pattern.requirement, _packed(pattern.code))
        for each in conditions_of_file(contract)
        for pattern in [each.searched]
    )


def _shorter(contract: Contract) -> tuple[When, ...]:
    # Where a match breaks the contract, none is all that has to be known.
    if contract.searched.existence is None:
        return ()
    return ((True, contract.searched.raw_text, None, _packed(contract.searched.existence)),)


def _packed(code: Code | None) -> bytes:
    return b"" if code is None else marshal.dumps(code)
