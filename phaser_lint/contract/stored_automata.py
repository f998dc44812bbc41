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

from phaser_lint.core.cache_file import CacheFile, cache_path
from phaser_lint.core.text import byte_each
from phaser_lint.text.search import folds_into_ascii
from phaser_lint.text.search.hyperscan_database import engine_file, restored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.stored_filters import Filter, StoredFilters

    StoredAutomaton: TypeAlias = tuple[tuple[int, ...], tuple[bytes, ...]]
    """The places of the filters that are looked for, and the parts of the database that does."""


def left_by_one_pass(filters: Sequence[Filter], text: str, kept: StoredFilters) -> Sequence[Filter]:
    """Return those of *filters*, of *kept*, of which *text* may hold the pattern.

    Those that are not looked for are among them.
    """
    # In any case these characters match letters of ASCII, which the automaton does not know.
    if not kept.seal or folds_into_ascii(text):
        return filters
    engine = engine_file()
    if engine is None:
        return filters
    key = (kept.seal, engine, tuple([each[-1] for each in filters]))
    file, data = _file(kept.path, key[-1]), byte_each(text)
    left = left_of(filters, data, _read(file, key))
    if left is None:
        # One is made and stored: the texts that follow load none of what makes it.
        from phaser_lint.contract.automata_to_store import store_automaton

        left = left_of(filters, data, store_automaton(filters, data, kept, file=file, key=key))
    return filters if left is None else left


def left_of(
    filters: Sequence[Filter], data: bytes, stored: StoredAutomaton | None
) -> Sequence[Filter] | None:
    """Return those of *filters* that *data*, a text with a byte for each character, may match.

    ``None`` where nothing is *stored*, or this machine cannot take it.
    """
    if stored is None:
        return None
    asked, parts = stored
    if not asked:
        return filters
    automaton = restored(parts)
    if automaton is None:
        return None
    absent = {*asked}.difference(automaton.found_in(data))
    return [each for place, each in enumerate(filters) if place not in absent]


def _file(stored: str, places: tuple[int, ...]) -> CacheFile:
    folder = os.path.join(os.path.dirname(os.path.dirname(stored)), "texts")
    return CacheFile(cache_path(folder, (stored, repr(places))), "texts 2")


def _read(file: CacheFile, key: Any) -> StoredAutomaton | None:
    """Return what is stored in *file* under the *key*; ``None`` where nothing sound is."""
    found, asked, parts = file.read() or (None, (), ())
    return (asked, parts) if found == key else None
