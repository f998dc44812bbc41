"""The expressions that match wherever a pattern does: ``None`` where nothing is certain.

Each is made when it is asked for. Of most patterns a literal tells more, and of the rest one is
needed: to derive all of them took a quarter of reading a contract.
"""

from __future__ import annotations

import regex

from phaser_lint.search.literals.pattern_tree import FLAGS, executed_tree, tries_each_place
from phaser_lint.search.supersets.backwards import backwards
from phaser_lint.search.supersets.expression import NOTHING, cut, size_of, unplaced, written
from phaser_lint.search.supersets.guarded import guarded
from phaser_lint.search.supersets.widened import widened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaser_lint.search.supersets.expression import Part

_LARGEST = 2000
"""How many characters may be written out."""


def superset_of(pattern: str) -> bytes | None:
    """Return the one for a text with a byte for each character (``text.byte_each``)."""
    # A boundary further in would ask which characters outside of ASCII belong to words.
    return _expression(pattern, lambda part: unplaced(cut(part)))


def backwards_of(pattern: str) -> bytes | None:
    """Return the one for such a text that is read backwards.

    There a match and the character in front of it end in their start.
    """
    return _expression(pattern, backwards, among=tries_each_place)


def _expression(
    pattern: str,
    form: Callable[[Part], Part | None],
    *,
    among: Callable[[Any, int], bool] = lambda tree, flags: True,
) -> bytes | None:
    try:
        tree, flags = executed_tree(pattern), regex.compile(pattern, FLAGS).flags
        whole = widened(tree, flags) if among(tree, flags) else None
        part = None if whole is None else form(whole)
        if part is None or part == NOTHING or size_of(part) > _LARGEST:
            return None
        return written(guarded(part))
    except Exception:
        # The private ways of `regex` are walked here: whatever surprises us, the literals decide.
        return None
