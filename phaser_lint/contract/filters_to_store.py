"""What the clean path has to know of contracts, made of them: see ``prefilter``."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract import ChangeGroup, CriteriaGroup, PlainCriterion
from phaser_lint.contract.model import Contract, ContractSet
from phaser_lint.contract.prefilter_criteria import (
    Criterion,
    PrefilterPattern,
    choose_prefilter_pattern,
    make_criteria,
)
from phaser_lint.contract.rules import (
    RULES,
    is_met_by_other_files,
    reads_tsconfig,
    requires_file,
)
from phaser_lint.contract.rules.conditions import list_file_conditions
from phaser_lint.contract.selection import names_folder, names_folder_in_own_globs
from phaser_lint.text.globs import CompiledGlobs
from phaser_lint.text.globs.compile_globs import compile_globs, pack_code

# What regex reads as anything but itself; without any of them a pattern is plain text.
_SPECIAL = frozenset("\\^$.|?*+()[]{}")


def make_filters_part(
    loaded: ContractSet,
) -> tuple[bool, tuple[str, ...], tuple[CriteriaGroup, ...], tuple[ChangeGroup, ...]]:
    """Return the filters that are to be stored of the contracts *loaded*: what the hook's clean
    path asks first, as ``StoredContracts`` has it.
    """
    folders = frozenset(f"{folder}/" for folder in loaded.folders if folder)
    criteria: dict[tuple[CompiledGlobs, bool], list[PlainCriterion]] = {}
    for criterion in make_criteria(loaded.contracts):
        contract = loaded.contracts[criterion.place]
        # What other files have to do with it is known by its ``changes``.
        if contract.scope != "tree" and not is_met_by_other_files(contract):
            key = contract.globs, names_folder(contract, folders)
            criteria.setdefault(key, []).append(_with_search_codes(criterion, contract).plain())
    grouped = tuple((*key, tuple(plain_data)) for key, plain_data in criteria.items())
    # Which files have something to do with a contract by what becomes of them.
    changes: list[ChangeGroup] = []
    for contract in loaded.contracts:
        rule, selecting = RULES[contract.type], (contract.globs, names_folder(contract, folders))
        breaking_kinds = rule.breaking_kinds(contract)
        is_whole = "base" in rule.needs or contract.scope == "tree"
        if breaking_kinds:
            changes.append((*selecting, breaking_kinds))
        elif is_whole or is_met_by_other_files(contract):
            changes.append((*selecting, ("others",)))
        elif requires_file(contract):
            changes.append((*selecting, ("delete",)))
        if rule.globs_of(contract.own):
            changes.append(
                (contract.own_globs, names_folder_in_own_globs(contract, folders), ("others",))
            )
        if reads_tsconfig(contract):  # protection asks of each such file whether it decides
            of_json = compile_globs(("*.json",), ())
            changes.append((of_json, True, ("create", "modify", "delete")))
        if "partner" in rule.needs:  # any file may be one
            changes.append((compile_globs(("*",), ()), True, ("delete",)))
    # What the examples contradict is in force: the clean path checks by it, Stop reports it.
    has_problems = any(problem.skipped for problem in loaded.problems)
    return has_problems, loaded.folders, grouped, tuple(dict.fromkeys(changes))


def _with_search_codes(criterion: Criterion, contract: Contract) -> Criterion:
    """Return *criterion* with what finds its patterns without the compiler."""
    searched_pattern = choose_prefilter_pattern(contract)
    if criterion.broken_by == "size":
        lines, size = contract.value_of("max_lines"), contract.value_of("max_bytes")
        return criterion._replace(most_lines=lines, most_bytes=size)
    # Where a match has to stand somewhere in particular, that it is there says nothing.
    if criterion.broken_by == "no match" and contract.counts_in_parts:
        return criterion._replace(broken_by="text")
    # What its pattern sees of a text with comments is for the engine to find.
    code = None if searched_pattern.without_comments else searched_pattern.code
    pattern = criterion.pattern._replace(
        code=pack_code(code), end_code=pack_code(code and searched_pattern.end_code)
    )
    if criterion.broken_by == "name":
        if not pattern.code:
            return criterion._replace(broken_by="text")
        return criterion._replace(pattern=pattern)
    is_plain = searched_pattern.literal or _SPECIAL.isdisjoint(searched_pattern.written)
    if is_plain and not (searched_pattern.without_comments and " " in searched_pattern.written):
        pattern = pattern._replace(text=searched_pattern.written)
    conditions = list_file_conditions(contract)
    needed_codes = [
        pack_code(condition.searched.code) for condition in conditions if condition.is_wanted()
    ]
    exempting_codes = [
        pack_code(condition.searched.code) for condition in conditions if not condition.is_wanted()
    ]
    return criterion._replace(
        pattern=pattern,
        needed=_add_codes(criterion.needed, needed_codes),
        exempting=_add_codes(criterion.exempting, exempting_codes),
    )


def _add_codes(
    patterns: Sequence[PrefilterPattern], codes: Sequence[bytes]
) -> tuple[PrefilterPattern, ...]:
    return tuple(
        [pattern._replace(code=code) for pattern, code in zip(patterns, codes, strict=True)]
    )
