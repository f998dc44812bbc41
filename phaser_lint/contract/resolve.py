"""What the contracts of several levels come to: each with the files that are left to it.

A nearer contract takes the files below it out of the farther one's of the same id; an override
changes one for the files below it. Both become part of the globs, so that whoever asks which
contracts select a file asks nothing else: two contracts of one id never select the same file.
"""

from __future__ import annotations

import re
from itertools import chain

from phaser_lint.contract.model import Contract, ContractProblem, ContractSet, Notice, Override
from phaser_lint.contract.overrides import changed_fields, override_problem
from phaser_lint.contract.rules import RULES, checks_files_together
from phaser_lint.contract.rules.forbidden_imports import FORBID
from phaser_lint.core import Record
from phaser_lint.core.text import contract_shown
from phaser_lint.project.root import USER_LEVEL, depth_of, is_below, levels_above
from phaser_lint.text.globs.compile import below_any, outside_of
from phaser_lint.text.globs.glob_problems import glob_doubt
from phaser_lint.text.globs.glob_syntax import selecting
from phaser_lint.text.regions import is_known
from phaser_lint.text.search.pattern_problems import pattern_doubt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.text.globs import Tests

    Entry: TypeAlias = Contract | Override


# A glob that says how the names of its files end.
_ENDS = re.compile(r"\.[\w-]+\Z")


class _Defined(Record):
    """A contract that counts, what nearer levels change of it, and the levels that replace it."""

    contract: Contract
    overrides: tuple[Override, ...] = ()
    replaced_at: tuple[str, ...] = ()

    @property
    def overriding_levels(self) -> tuple[str, ...]:
        """The levels that replace or change it."""
        return tuple(sorted({*self.replaced_at, *(each.level for each in self.overrides)}))


class _First(Record):
    """Of one id, the contract of each level, and what is wrong with the others of the level."""

    contracts: Mapping[str, Contract]
    problems: tuple[ContractProblem, ...]
    notices: tuple[Notice, ...]


class _OfOneId(Record):
    """What the entries of one id come to."""

    defined: tuple[_Defined, ...]
    problems: tuple[ContractProblem, ...]
    notices: tuple[Notice, ...]


def resolved(
    entries: Sequence[Entry], problems: Iterable[ContractProblem] = (), *, exclude: Tests = ()
) -> ContractSet:
    """Return the set that *entries* come to: of one level, those of the places that win first.

    *problems* are those of the files, to which those between levels are added. *exclude* takes
    files out of every contract.
    """
    by_id: dict[str, list[Entry]] = {}
    for entry in entries:
        by_id.setdefault(entry.rule_id, []).append(entry)
    known = [*dict.fromkeys(each.rule_id for each in entries if isinstance(each, Contract))]
    found = [_of_one_id(each, known) for each in by_id.values()]
    variants = [
        variant for one in found for each in one.defined for variant in _variants(each, exclude)
    ]
    active = {variant.key for variant in variants}
    defined = dict.fromkeys(entry.key for entry in entries if isinstance(entry, Contract))
    return ContractSet(
        tuple(sorted(variants, key=lambda contract: _from_the_root(contract.level))),
        (*problems, *(problem for one in found for problem in one.problems)),
        idle=tuple(key for key in defined if key not in active),
        notices=(*(notice for one in found for notice in one.notices), *_doubts(variants)),
    )


def _doubts(contracts: Iterable[Contract]) -> Iterator[Notice]:
    """Yield a notice on each of *contracts* that hardly means what it says, once for a copy."""
    for contract in {each.key: each for each in contracts}.values():
        doubts = (
            RULES[contract.type].doubt(contract),
            _doubt_of_pattern(contract),
            _doubt_of_fields(contract),
            _doubt_of_globs(contract),
        )
        for message in filter(None, (*doubts, _doubt_of_language(contract))):
            yield Notice(contract.path, contract.line, f"{contract_shown(contract.key)}: {message}")


def _doubt_of_pattern(contract: Contract) -> str:
    if contract.literal or not contract.pattern.startswith("/"):
        return ""

    return pattern_doubt(contract.pattern)


def _doubt_of_fields(contract: Contract) -> str:
    conditions = [searched.written for _, searched in contract.conditions]
    if not any("{" in each for each in (contract.pattern, contract.path_pattern, *conditions)):
        return ""
    from phaser_lint.contract.rules.path_fields import doubt_of_fields  # here: few have braces

    return doubt_of_fields(contract)


def _doubt_of_globs(contract: Contract) -> str:
    """Return which glob of any key has one character where a name in brackets may be meant."""
    keys = [key for key in RULES[contract.type].keys if key.kind == "globs" or key.name == FORBID]
    own = [contract.value_of(key.name) or () for key in keys]
    globs = [*contract.file_glob, *contract.exclude_glob, *chain.from_iterable(own)]
    return next(filter(None, map(glob_doubt, globs)), "")


def _doubt_of_language(contract: Contract) -> str:
    """Return which globs name files of which nobody knows where comments and strings stand."""
    if not contract.counted_in:
        return ""
    globs = selecting(contract.file_glob)
    unknown = [glob for glob in globs if _ENDS.search(glob) and not is_known(glob)]
    files = ", ".join(unknown)
    return f"in: no language is known of {files}: all of it counts as code" if unknown else ""


def _of_one_id(entries: Sequence[Entry], known: Sequence[str]) -> _OfOneId:
    written = [entry for entry in entries if isinstance(entry, Contract)]
    first = _first_of_each_level(written)
    counting, replacing = _counting(first.contracts)
    accepted, refused = _accepted(
        [entry for entry in entries if isinstance(entry, Override)], counting, known
    )
    replaced: dict[str | None, list[str]] = {}
    for level in counting:
        replaced.setdefault(_nearest(counting, level), []).append(level)
    defined = [
        _Defined(contract, tuple(accepted.get(level, ())), tuple(replaced.get(level, ())))
        for level, contract in counting.items()
    ]
    # What the project says at its root leaves nothing to the user's contract.
    left = [each for each in defined if "" not in each.replaced_at]
    problems = (*first.problems, *replacing, *refused)
    return _OfOneId(tuple(left), problems, first.notices)


def _first_of_each_level(contracts: Iterable[Contract]) -> _First:
    """Return the contract of each level: the first, but for a strict one that is included."""
    first: dict[str, Contract] = {}
    problems: list[ContractProblem] = []
    notices: list[Notice] = []
    for contract in contracts:
        level = contract.level
        kept = first.setdefault(level, contract)
        if kept is contract:
            continue
        if kept.is_included == contract.is_included:
            message = f"{contract.rule_id} does not count: {kept.path}:{kept.line} has that id, too"
            notices.append(Notice(contract.path, contract.line, message))
        elif _is_strict(contract):
            first[level] = contract
            problems.append(_refused(kept, contract))
    return _First(first, tuple(problems), tuple(notices))


def _counting(first: Mapping[str, Contract]) -> tuple[dict[str, Contract], list[ContractProblem]]:
    """Return the contracts that count, the farthest first, and what is wrong with the others."""
    counting: dict[str, Contract] = {}
    problems = []
    for level in sorted(first, key=_distance, reverse=True):
        contract, above = first[level], _nearest(counting, level)
        if above is not None and _is_strict(counting[above]):
            problems.append(_refused(contract, counting[above]))
        else:
            counting[level] = contract
    return counting, problems


def _is_strict(contract: Contract) -> bool:
    """Tell whether nothing nearer replaces it. One that is not enabled stops nothing."""
    return contract.enabled and not contract.ignorable


def _refused(contract: Contract, strict: Contract) -> ContractProblem:
    expected = (
        f"expected another id: {strict.path}:{strict.line} has `ignorable: false`, "
        "which nothing nearer replaces"
    )
    return ContractProblem(contract.path, "rule_id", expected, line=contract.line)


def _accepted(
    overrides: Iterable[Override], counting: Mapping[str, Contract], known: Sequence[str]
) -> tuple[dict[str, list[Override]], list[ContractProblem]]:
    """Return the overrides that count, by the level of what they change, and what is wrong."""
    accepted: dict[str, list[Override]] = {}
    problems = []
    for override in sorted(overrides, key=lambda each: _distance(each.level), reverse=True):
        level = _overridden(counting, override)
        target = None if level is None else counting[level]
        earlier = accepted.get(level or "", [])
        now = None if target is None else _changed(target, earlier, override.level)
        own = counting.get(override.level)
        problem = override_problem(override, now, earlier, own=own, known=known)
        if problem is None and level is not None:
            accepted.setdefault(level, []).append(override)
        elif problem is not None:
            problems.append(problem)
    return accepted, problems


def _overridden(counting: Mapping[str, Contract], override: Override) -> str | None:
    own = counting.get(override.level)
    is_above = own is not None and own.is_included
    return override.level if is_above else _nearest(counting, override.level)


def _nearest(counting: Mapping[str, Contract], level: str) -> str | None:
    """Return the nearest of the levels above *level* that *counting* has a contract for."""
    return next((above for above in levels_above(level) if above in counting), None)


def _distance(level: str) -> int:
    """Return how far a level is from the files: the user's is the farthest of all."""
    return 1 if level == USER_LEVEL else -depth_of(level)


def _from_the_root(level: str) -> tuple[bool, int]:
    return level == USER_LEVEL, depth_of(level)


def _changed(contract: Contract, overrides: Iterable[Override], level: str) -> Contract:
    """Return *contract* as *overrides* make it for the files at *level*, field by field."""
    for override in overrides:
        if is_below(level, override.level):
            contract = contract._replace(**changed_fields(override))
    return contract


def _variants(defined: _Defined, exclude: Tests) -> Iterator[Contract]:
    """Yield the contract, and for each override what becomes of it there, if it is enabled."""
    contract, overrides = defined.contract, defined.overrides
    others = [each.excluded for each in overrides if each.excluded]
    splitting = [each for each in overrides if changed_fields(each)]
    # What checks all its files together can only lose some of them.
    regions = splitting if splitting and not checks_files_together(contract) else ()
    for region in (None, *regions):
        level = contract.level if region is None else region.level
        changed = contract if region is None else _changed(contract, splitting, level)
        below = {each.level for each in splitting if each is not region} | {*defined.replaced_at}
        gone = {each for each in below if region is None or is_below(each, level)}
        if not changed.enabled or "" in gone:
            continue
        inside = () if region is None or not level else outside_of(level)
        further = [tests for tests in (below_any(gone), inside, *others, exclude) if tests]
        if further or defined.overriding_levels:
            changed = changed._replace(
                globs=(*contract.globs, *further),
                own_globs=(*contract.own_globs, below_any(_given_away(defined))),
                overridden_by=defined.overriding_levels,
            )
        yield changed


def _given_away(defined: _Defined) -> set[str]:
    """Return the levels below which the contract does not count, whatever its severity there."""
    off = {each.level for each in defined.overrides if each.enabled is False}
    return off | {*defined.replaced_at}
