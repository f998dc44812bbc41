"""The automaton for large texts, made of contracts that select one: see ``stored_automata``."""

from __future__ import annotations

import time

from phaser_lint.contract.read import contracts_of
from phaser_lint.contract.rules import pattern_in_text
from phaser_lint.text.search import once
from phaser_lint.text.search.literals.automaton import (
    Sought,
    automaton,
    bytes_requirement,
    fold_case_bytes,
    may_match_bytes,
)
from phaser_lint.text.search.supersets.of_pattern import superset_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.screen import Criterion
    from phaser_lint.contract.stored_automata import StoredAutomaton
    from phaser_lint.contract.stored_filters import StoredFilters
    from phaser_lint.core.cache_file import CacheFile
    from phaser_lint.text.search import Requirement

# What the text that it is made for holds, others will hold, too.
_MANY = 1000
# Ten take fifty milliseconds to compile, and an edit waits for them: 240 took seconds.
_MOST_SUPERSETS = 30


def store_automaton(
    criteria: Sequence[Criterion], data: bytes, kept: StoredFilters, *, file: CacheFile, key: Any
) -> StoredAutomaton:
    """Return the automaton for *criteria* of *kept*, stored from now on in *file* under *key*.

    It is made for *data*, a text with a byte for each character.
    """
    loaded = contracts_of(kept)
    made = made_automaton(criteria, loaded.contracts if loaded else (), data)
    if file.write((key, *made)):
        file.discard_unused(now_ns=time.time_ns())
    return made


def made_automaton(
    criteria: Sequence[Criterion], contracts: Sequence[Contract], data: bytes
) -> StoredAutomaton:
    """Return the automaton for *criteria* of *contracts*, with nothing asked where none is made.

    Only what is forbidden is looked for, in the text with its line ends normalised.
    """
    folded = once(fold_case_bytes, data)
    numbers = [
        each.pattern.number
        for each in criteria
        if contracts and each.broken_by == "match" and not each.pattern.raw_text
    ]
    sought = [_sought(contracts[number], data, folded) for number in numbers]
    supersets = {each.pattern: superset_of(each.pattern) for each in sought if each.pattern}
    few, samples = _with_few_supersets(sought, supersets), [(data, range(len(sought)))]
    made = automaton(few, samples, files=_MANY, superset_of=supersets.get)
    stored = made.stored()
    if stored is None:
        return (), ()
    return tuple([(place, numbers[place]) for place in sorted(made.asked)]), stored[1]


def _sought(contract: Contract, data: bytes, folded: Callable[[], bytes]) -> Sought:
    """Return the literals of the contract's pattern, or, where *data* holds those, its superset."""
    requirement = _in_ascii(contract.searched.requirement)
    if may_match_bytes(bytes_requirement(requirement), data, folded):
        return Sought(None, pattern_in_text(contract))
    return Sought(requirement)


def _with_few_supersets(
    sought: Sequence[Sought], supersets: Mapping[str, bytes | None]
) -> list[Sought]:
    places = [place for place, each in enumerate(sought) if supersets.get(each.pattern)]
    too_many = {*places[_MOST_SUPERSETS:]}
    return [Sought(None) if place in too_many else each for place, each in enumerate(sought)]


def _in_ascii(requirement: Requirement) -> Requirement:
    """Return what is left of *requirement* for a text whose other characters all look the same."""
    clauses = [clause for clause in requirement or () if "".join(sum(clause, ())).isascii()]
    return tuple(clauses) or None
