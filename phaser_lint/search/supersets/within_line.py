r"""Does each match of a pattern lie in one line, and is nothing outside of that line looked at?

Then each line can be searched by itself: what `regex` finds in the whole text is what it finds in
the lines, one after the other. So it is where no part of the pattern can match a line end, those in
look-arounds included: at the end of its line it then sees as little as at the end of the text.
"""

from __future__ import annotations

from phaser_lint.search.literals.pattern_tree import children_of
from phaser_lint.search.supersets.characters import characters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LINE_END = ord("\n")
# They match what their parts do, or a place that a line end and the text's end tell alike.
_INSIDE = frozenset(
    (
        "Sequence", "Branch", "Group", "Atomic", "Conditional", "LookAroundConditional",
        "GreedyRepeat", "LazyRepeat", "PossessiveRepeat", "LookAround", "RefGroup", "Boundary",
        "StartOfWord", "EndOfWord", "StartOfLine", "EndOfLine",
    )
)  # fmt: skip
_STRINGS = frozenset(("String", "Literal"))
_CHARACTERS = frozenset(
    ("Character", "Range", "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Property", "Any")
)


def is_within_line(tree: Any, flags: int) -> bool:
    """Tell whether that is so for an executed *tree* of a pattern with these *flags*."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        kind = type(node).__name__
        if kind in _INSIDE:
            waiting += children_of(node)
        elif kind in _STRINGS:
            if _LINE_END in node.characters:
                return False
        elif kind not in _CHARACTERS or _LINE_END in characters_of(node, flags):
            return False
    return True
