"""How many items the compiled form of a pattern holds, known before it is compiled.

``regex`` writes the least count of a repeat out: ``a{99999999}`` takes 14 GB, and
``(a{1000}){1000}`` as much as ``a{1000000}``. What may come on top of it (``.{0,9999999}``) costs
nothing.
"""

from __future__ import annotations

import regex

from phaser_lint.search.literals.pattern_tree import children_of, parsed_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_ITEMS = 100_000


def has_too_many(pattern: str) -> bool:
    """Tell whether repeats write out more than ``MOST_ITEMS`` items; raises for what is no pattern.

    What is written only once counts for nothing: a list of 20,000 words is no repeat.
    """
    # Quick, and certain: without a brace no repeat asks for more than one.
    return "{" in pattern and _least_items(parsed_tree(pattern)) > MOST_ITEMS


def _least_items(tree: Any) -> int:
    waiting, items = [(tree, 1)], 0
    while waiting:
        node, times = waiting.pop()
        # What need not be there at all is written once.
        times *= max(getattr(node, "min_count", 1), 1)
        # The members of a set are one item.
        is_set = isinstance(node, regex._regex_core.SetBase)
        below = [] if is_set else children_of(node)
        items += times if times > 1 and not below and not node.is_empty() else 0
        waiting += [(child, times) for child in below]
    return items
