"""What the contracts of several levels come to: each with the files that are left to it.

A nearer contract takes the files below it out of the farther one's of the same id; an override
changes one for the files below it. Both become part of the globs, so that whoever asks which
contracts select a file asks nothing else: two contracts of one id never select the same file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from phaser_lint.contract.model import Contract, ContractSet, Ignorable, Notice
from phaser_lint.contract.override_problems import find_override_problem
from phaser_lint.contract.overrides import Declaration, Override
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.rules import RULES, checks_files_together
from phaser_lint.contract.rules.message_fields import PLAIN, find_message_doubt
from phaser_lint.contract.rules.path_fields import find_field_doubt
from phaser_lint.core.text import name_contract
from phaser_lint.project.levels import (
    USER_LEVEL,
    count_level_depth,
    lies_within_level,
    list_levels_above,
)
from phaser_lint.text.globs import Tests
from phaser_lint.text.globs.compile_globs import make_tests_below, make_tests_outside
from phaser_lint.text.globs.glob_problems import find_globs_doubt
from phaser_lint.text.search.pattern_problems import find_pattern_doubt

STRICTNESS: tuple[Ignorable, ...] = (True, "reason", "people", False)
"""The values of ``ignorable``, each stricter than the one before."""

# Of a literal of JavaScript or Perl, and of what a word processor makes of quotes.
_DOUBTFUL_STARTS = ("/", "m/", "qr/", "s/", *"“„‘‚”’")


def resolve_contracts(
    declarations: Sequence[Declaration],
    problems: Iterable[ContractProblem] = (),
    *,
    exclude: Tests = (),
    ignorable: Ignorable = True,
) -> ContractSet:
    """Resolve *declarations* of several levels: return the set that they come to; of one level,
    those of the places that win come first.

    *problems* are those of the files, to which those between levels are added. *exclude* takes
    files out of every contract. *ignorable* is the project's default.
    """
    if ignorable is not True:
        declarations = [
            apply_ignorable(declaration, ignorable)
            if isinstance(declaration, Contract)
            else declaration
            for declaration in declarations
        ]
    contracts = [declaration for declaration in declarations if isinstance(declaration, Contract)]
    ids = [*dict.fromkeys([contract.rule_id for contract in contracts])]
    by_id: dict[str, list[Declaration]] = {}
    for declaration in declarations:
        by_id.setdefault(declaration.rule_id, []).append(declaration)
    all_problems, notices = [*problems], list[Notice]()
    variants: list[Contract] = []
    for namesakes in by_id.values():
        first, *others = namesakes
        if isinstance(first, Contract) and not (others or exclude):  # as most are: as it is written
            variants += [first] if first.enabled else []
            continue
        variants += _make_counting_variants(
            namesakes, exclude, ids=ids, problems=all_problems, notices=notices
        )
    active = {variant.key for variant in variants}
    for contract in {variant.key: variant for variant in variants}.values():
        for doubt in filter(None, _find_doubts(contract)):
            message = f"{name_contract(contract.key)}: {doubt}"
            notices.append(Notice(contract.path, contract.line, message))
    keys = dict.fromkeys([contract.key for contract in contracts])
    return ContractSet(
        tuple(sorted(variants, key=_make_sort_key)),
        tuple(all_problems),
        idle=tuple([key for key in keys if key not in active]),
        notices=tuple(notices),
    )


def apply_ignorable(contract: Contract, default: Ignorable) -> Contract:
    """Return a level's *contract*, before it is resolved with the others, with the *default* of the
    project where it does not say what directives it takes.

    Of a pack, which nobody here edits, the stricter of the two counts. The user's contracts are not
    the project's.
    """
    is_open = contract.is_silent_on_directives or (
        contract.source == "pack"
        and STRICTNESS.index(contract.ignorable) < STRICTNESS.index(default)
    )
    if default is True or contract.source == "user" or not is_open:
        return contract
    return contract._replace(ignorable=default, is_silent_on_directives=True)


def _find_doubts(contract: Contract) -> Iterator[str]:
    """Yield why *contract* hardly means what it says, or nothing, each."""
    rule = RULES[contract.type]
    if rule.doubt is not None:
        yield rule.doubt(contract)
    if "{" in contract.message and PLAIN not in dict(contract.own):
        yield find_message_doubt(contract)
    if "fix" in dict(contract.own):
        from phaser_lint.contract.fix_problems import find_fix_doubt  # few have one

        yield find_fix_doubt(contract)
    conditions = [
        searched.written for _, searched in (*contract.conditions, *contract.block_patterns)
    ]
    for pattern in (contract.pattern, *conditions):
        if pattern.startswith(_DOUBTFUL_STARTS) and not contract.literal:
            yield find_pattern_doubt(pattern)
    if any("{" in pattern for pattern in (contract.pattern, contract.path_pattern, *conditions)):
        yield find_field_doubt(contract)
    # Of any key: one character, where a name in brackets may be meant.
    own_keys = rule.all_keys() if contract.own else ()
    own_globs = [contract.value_of(key.name) or () for key in own_keys if key.holds_globs()]
    glob_lists = (contract.file_glob, contract.exclude_glob, *own_globs)
    yield next(filter(None, map(find_globs_doubt, glob_lists)), "")
    # A pack is for projects in many languages.
    if contract.counts_in_parts and contract.source != "pack":
        from phaser_lint.contract.language_doubts import find_language_doubts  # few ask where

        yield from find_language_doubts(contract)


def _make_counting_variants(
    namesakes: Sequence[Declaration],
    exclude: Tests,
    *,
    ids: Sequence[str],
    problems: list[ContractProblem],
    notices: list[Notice],
) -> list[Contract]:
    """Return the contracts that count of *namesakes*, each as it is for some of its files, and add
    what is wrong with the others.

    *ids* are those of all contracts; *exclude* takes files out.
    """
    # Of each level the first counts, but for a strict one that is included.
    first_by_level: dict[str, Contract] = {}
    for contract in namesakes:
        if isinstance(contract, Override):
            continue
        earlier = first_by_level.setdefault(contract.level, contract)
        if earlier is contract:
            continue
        if earlier.is_included == contract.is_included:
            taken_by = f"{earlier.path}:{earlier.line} has that id, too"
            message = f"{contract.rule_id} does not count: {taken_by}"
            notices.append(Notice(contract.path, contract.line, message))
        elif _is_strict(contract):
            first_by_level[contract.level] = contract
            problems.append(_make_refusal(earlier, contract))
    contracts_by_level: dict[str, Contract] = {}
    for level in sorted(first_by_level, key=_measure_distance, reverse=True):
        contract, level_above = (
            first_by_level[level],
            _find_nearest_level(contracts_by_level, level),
        )
        if level_above is not None and _is_strict(contracts_by_level[level_above]):
            problems.append(_make_refusal(contract, contracts_by_level[level_above]))
        else:
            contracts_by_level[level] = contract
    overrides = [declaration for declaration in namesakes if isinstance(declaration, Override)]
    overrides_by_level = _accept_overrides(
        overrides, contracts_by_level, ids=ids, problems=problems
    )
    levels_replaced_by: dict[str | None, list[str]] = {}
    for level in contracts_by_level:
        levels_replaced_by.setdefault(_find_nearest_level(contracts_by_level, level), []).append(
            level
        )
    return [
        variant
        for level, contract in contracts_by_level.items()
        # What the project says at its root leaves nothing to the user's contract.
        if "" not in levels_replaced_by.get(level, ())
        for variant in _make_variants(
            contract,
            overrides_by_level[level],
            replaced_at=frozenset(levels_replaced_by.get(level, ())),
            exclude=exclude,
        )
    ]


def _is_strict(contract: Contract) -> bool:
    """Tell whether no nearer contract replaces it. One that is not enabled stops nothing."""
    return contract.enabled and contract.is_guarded


def _make_refusal(contract: Contract, strict: Contract) -> ContractProblem:
    written = f"`ignorable: {strict.written_ignorable}`"
    expected = (
        f"expected another id: {strict.path}:{strict.line} has {written}, "
        "which nothing nearer replaces"
    )
    return ContractProblem(contract.path, "rule_id", expected, line=contract.line)


def _accept_overrides(
    overrides: Iterable[Override],
    contracts_by_level: Mapping[str, Contract],
    *,
    ids: Sequence[str],
    problems: list[ContractProblem],
) -> Mapping[str, list[Override]]:
    """Return the overrides that count, by the level of what they change, and add what is wrong."""
    overrides_by_level: dict[str, list[Override]] = {level: [] for level in contracts_by_level}
    for override in sorted(
        overrides, key=lambda override: _measure_distance(override.level), reverse=True
    ):
        own_contract = contracts_by_level.get(override.level)
        is_above = own_contract is not None and own_contract.is_included
        level = (
            override.level if is_above else _find_nearest_level(contracts_by_level, override.level)
        )
        earlier = [] if level is None else overrides_by_level[level]
        target = (
            None
            if level is None
            else _with_overrides(contracts_by_level[level], earlier, override.level)
        )
        problem = find_override_problem(
            override, target, earlier, own_contract=own_contract, known_ids=ids
        )
        if problem is not None:
            problems.append(problem)
        elif level is not None:
            earlier.append(override)
    return overrides_by_level


def _find_nearest_level(contracts_by_level: Mapping[str, Contract], level: str) -> str | None:
    """Return the nearest of the levels above *level* that a contract is of."""
    return next(
        (
            level_above
            for level_above in list_levels_above(level)
            if level_above in contracts_by_level
        ),
        None,
    )


def _measure_distance(level: str) -> int:
    """Return how far a level is from the files: the user's is the farthest of all."""
    return 1 if level == USER_LEVEL else -count_level_depth(level)


def _make_sort_key(contract: Contract) -> tuple[bool, int]:
    """Return what sorts contracts from the root down, the user's last."""
    return contract.level == USER_LEVEL, count_level_depth(contract.level)


def _with_overrides(contract: Contract, overrides: Iterable[Override], level: str) -> Contract:
    """Return *contract* as *overrides* make it for the files at *level*, field by field."""
    for override in overrides:
        if lies_within_level(level, override.level):
            contract = contract._replace(**override.changed_fields())
    return contract


def _make_variants(
    contract: Contract, overrides: Sequence[Override], *, replaced_at: Set[str], exclude: Tests
) -> Iterator[Contract]:
    """Yield *contract*, and for each of the *overrides* what becomes of it there, if it is enabled.

    The levels *replaced_at* have another one of its id.
    """
    excluded_tests = [override.excluded for override in overrides if override.excluded]
    changing_overrides = [override for override in overrides if override.changed_fields()]
    overriding_levels = tuple(sorted({*replaced_at, *(override.level for override in overrides)}))
    # The levels below which the contract does not count, whatever its severity there.
    given_away = {
        *replaced_at,
        *(override.level for override in overrides if override.enabled is False),
    }
    # What checks all its files together can only lose some of them.
    regions = (
        changing_overrides if changing_overrides and not checks_files_together(contract) else ()
    )
    for region in (None, *regions):
        level = contract.level if region is None else region.level
        variant = (
            contract if region is None else _with_overrides(contract, changing_overrides, level)
        )
        other_levels = {
            override.level for override in changing_overrides if override is not region
        } | replaced_at
        lost_levels = {
            level_below
            for level_below in other_levels
            if region is None or lies_within_level(level_below, level)
        }
        if not variant.enabled or "" in lost_levels:
            continue
        inside_tests = () if region is None or not level else make_tests_outside(level)
        further_tests = [
            tests
            for tests in (make_tests_below(lost_levels), inside_tests, *excluded_tests, exclude)
            if tests
        ]
        if further_tests or overriding_levels:
            variant = variant._replace(
                globs=(*contract.globs, *further_tests),
                own_globs=(*contract.own_globs, make_tests_below(given_away)),
                overridden_by=overriding_levels,
            )
        yield variant
