"""What a large text may break, found by one pass over it, where ``hyperscan`` is installed.

To look for what twenty patterns require takes longer in 300 kB than starting Python does. For the
contracts that select a large file an automaton is made, once (``automata_to_store``), and stored
beside their set: each pattern's literals, or an expression that matches wherever it does, in a text
with a byte for each character. Where neither is found, the pattern matches nowhere.

A stored one counts for that very set and file of the engine, which itself refuses what was made by
another release, or for another processor. Any doubt is a miss: it is made anew.
"""

from __future__ import annotations

import os

from phaser_lint.core.cache_file import name_cache_path, read_stored_value
from phaser_lint.core.text import encode_byte_per_character, normalise_text
from phaser_lint.text.search import folds_into_ascii
from phaser_lint.text.search.hyperscan_database import identify_engine_file, restore_database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract import StoredContracts
    from phaser_lint.contract.prefilter_criteria import Criterion

# The number goes up with every change of what is stored.
FORM = "texts 3"
StoredAutomaton = tuple[tuple[tuple[int, int], ...], tuple[bytes, ...]]
"""By what the database reports a pattern, with its number in the set, and the parts of it."""


def find_absent_patterns(
    criteria: Sequence[Criterion], text: str, filters: StoredContracts
) -> frozenset[int]:
    """Return the numbers of those patterns of *criteria* that *text* certainly lacks, by one pass
    of a stored automaton.
    """
    text = normalise_text(text)
    engine = identify_engine_file()
    # In any case these characters match letters of ASCII, which the automaton does not know.
    if not filters.seal or engine is None or folds_into_ascii(text):
        return frozenset()
    places = tuple([place for place, *_ in criteria])
    key = (filters.seal, engine, places)
    folder = os.path.join(os.path.dirname(os.path.dirname(filters.path)), "texts")
    path = name_cache_path(folder, (filters.path, repr(places)))
    made_for, asked_numbers, serialized = read_stored_value(path, FORM) or (None, (), ())
    text_bytes = encode_byte_per_character(text)
    absent_numbers = (
        search_with_automaton(text_bytes, (asked_numbers, serialized)) if made_for == key else None
    )
    if absent_numbers is None:
        # One is made and stored: the texts that follow load none of what makes it.
        from phaser_lint.contract.automata_to_store import store_automaton

        stored = store_automaton(criteria, text_bytes, filters, path=path, key=key)
        absent_numbers = search_with_automaton(text_bytes, stored)
    return frozenset() if absent_numbers is None else absent_numbers


def search_with_automaton(
    text_bytes: bytes, stored: StoredAutomaton | None
) -> frozenset[int] | None:
    """Return the numbers of patterns that *text_bytes*, a byte for each character, certainly lacks
    by a *stored* automaton.

    ``None`` where nothing is *stored*, or this machine cannot take it.
    """
    if stored is None:
        return None
    asked_numbers, serialized = stored
    if not asked_numbers:
        return frozenset()
    database = restore_database(serialized)
    if database is None:
        return None
    found_numbers = {*database.found_in(text_bytes)}
    return frozenset([number for place, number in asked_numbers if place not in found_numbers])
