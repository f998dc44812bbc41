"""The automaton for large texts, made of contracts that select one: see ``stored_automata``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from phaser_lint.contract import StoredContracts
from phaser_lint.contract.model import Contract
from phaser_lint.contract.packed_contracts import unpack_contract_set
from phaser_lint.contract.prefilter_criteria import (
    Criterion,
    choose_prefilter_pattern,
    choose_text_pattern,
)
from phaser_lint.contract.stored_automata import FORM, StoredAutomaton
from phaser_lint.core.cache_file import discard_unused_files, write_stored_values
from phaser_lint.text.search import compute_once, may_match
from phaser_lint.text.search.literals.automaton import (
    Sought,
    fold_case_bytes,
    make_bytes_requirement,
)
from phaser_lint.text.search.literals.automaton_building import build_automaton
from phaser_lint.text.search.supersets.pattern_superset import derive_superset

# What the text that it is made for holds, others will hold, too.
_MANY = 1000
# Ten take fifty milliseconds to compile, and an edit waits for them: 240 took seconds.
_MOST_SUPERSETS = 30


def store_automaton(
    criteria: Sequence[Criterion],
    text_bytes: bytes,
    filters: StoredContracts,
    *,
    path: str,
    key: Any,
) -> StoredAutomaton:
    """Make the automaton that is to be stored for *criteria* of *filters*, store it at *path* under
    *key*, and return it.

    It is made for *text_bytes*, a text with a byte for each character.
    """
    contract_set = unpack_contract_set(filters)
    automaton = make_automaton(criteria, contract_set.contracts if contract_set else (), text_bytes)
    if write_stored_values(path, FORM, (key, *automaton)):
        discard_unused_files(path, now_ns=time.time_ns())
    return automaton


def make_automaton(
    criteria: Sequence[Criterion], contracts: Sequence[Contract], text_bytes: bytes
) -> StoredAutomaton:
    """Return the automaton that is to be stored for *criteria* of *contracts*, with nothing asked
    where none is made.

    Only what is forbidden is looked for, in the text with its line ends normalised.
    """
    folded = compute_once(fold_case_bytes, text_bytes)
    numbers = [
        number
        for _, broken_by, (number, _, is_on_raw_text, *_), *_ in criteria
        if contracts and broken_by == "match" and not is_on_raw_text
    ]
    # Of each the literals of its pattern, or, where the text holds those, its superset.
    sought_patterns = []
    for number in numbers:
        searched = choose_prefilter_pattern(contracts[number])
        # What is left for a text whose other characters all look the same.
        clauses = [
            clause for clause in searched.requirement or () if "".join(sum(clause, ())).isascii()
        ]
        requirement = tuple(clauses) or None
        sought_literals = Sought(requirement)
        if may_match(make_bytes_requirement(requirement), text_bytes, folded):
            pattern = choose_text_pattern(contracts[number])
            sought_literals = Sought(None, pattern, without_comments=searched.without_comments)
        sought_patterns.append(sought_literals)
    supersets = {
        _make_superset_key(sought_pattern): derive_superset(*_make_superset_key(sought_pattern))
        for sought_pattern in sought_patterns
        if sought_pattern.pattern
    }
    places = [
        place
        for place, sought_pattern in enumerate(sought_patterns)
        if supersets.get(_make_superset_key(sought_pattern))
    ]
    for place in places[_MOST_SUPERSETS:]:
        sought_patterns[place] = Sought(None)

    def known_superset(pattern: str, without_comments: bool) -> bytes | None:
        return supersets[pattern, without_comments]

    samples = [(text_bytes, range(len(sought_patterns)))]
    compiled = build_automaton(sought_patterns, samples, files=_MANY, superset_of=known_superset)
    stored = compiled.stored_parts()
    if stored is None:
        return (), ()
    return tuple([(place, numbers[place]) for place in sorted(compiled.decided_places)]), stored[1]


def _make_superset_key(sought_pattern: Sought) -> tuple[str, bool]:
    """Return what the automaton's superset is of: the pattern, and whether comments are blank."""
    return sought_pattern.pattern, sought_pattern.without_comments
