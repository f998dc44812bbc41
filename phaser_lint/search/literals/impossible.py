r"""Can a pattern match at all? ``$_GET`` and ``foo^`` cannot: an anchor stands within a line.

The tree of the pattern is walked twice: from its start with what may stand behind a place, and
from its end with what may stand in front of one. Each node takes of that what it can, and leaves to
the next what may be then. Nothing left: no text has a match. What a look-around asks is let be, and
behind a node that is not known there may be anything.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from phaser_lint.search.literals.pattern_items import (
    is_condition,
    is_one_character,
    is_repeat,
    kind_of,
)
from phaser_lint.search.literals.pattern_tree import parsed_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Beside: TypeAlias = "frozenset[Literal['line end', 'more of the line', 'nothing']]"

_LINE_END: Beside = frozenset(("line end",))
_MORE: Beside = frozenset(("more of the line",))
_NOTHING: Beside = frozenset(("nothing",))
_ANCHOR_WITHIN = re.compile(r"(?<!^)\\A|\\[Zz](?!$)")
_ANYTHING = _LINE_END | _MORE | _NOTHING
_BEHIND = {
    "EndOfLine": _LINE_END | _NOTHING,
    "EndOfStringLine": _LINE_END | _NOTHING,
    "EndOfString": _NOTHING,
}
_IN_FRONT = {"StartOfLine": _LINE_END | _NOTHING, "StartOfString": _NOTHING}


def impossible_side(pattern: str) -> Literal["behind", "in front", ""]:
    """Return on which side of an anchor *pattern* wants what cannot be there: it never matches."""
    # Quick: most patterns have anchors at their start and their end alone.
    if not ("^" in pattern[1:] or "$" in pattern[:-1] or _ANCHOR_WITHIN.search(pattern)):
        return ""
    try:
        tree = parsed_tree(pattern)
        if not _left(tree, _ANYTHING, forward=True):
            return "behind"
        return "" if _left(tree, _ANYTHING, forward=False) else "in front"
    except Exception:
        # The private ways of `regex` are walked here: what surprises us may match.
        return ""


def _left(node: Any, beside: Beside, *, forward: bool) -> Beside:
    """Return what may stand on the far side of *node*, where this may on the near one."""
    kind = kind_of(node)
    if kind == "Sequence":
        for item in node.items if forward else reversed(node.items):
            beside = beside and _left(item, beside, forward=forward)
        return beside
    if kind == "Branch":
        ways = [_left(each, beside, forward=forward) for each in node.branches]
        return frozenset().union(*ways)
    if kind in ("Group", "Atomic"):
        return _left(node.subpattern, beside, forward=forward)
    if is_repeat(node):
        once = _left(node.subpattern, beside, forward=forward)
        often = _ANYTHING if once and node.max_count != 1 else once
        return often if node.min_count else often | beside
    if is_condition(node):
        return beside & (_BEHIND if forward else _IN_FRONT).get(kind, _ANYTHING)
    if is_one_character(node):
        return _ANYTHING if beside & _taken(node) else frozenset()
    return _ANYTHING


def _taken(node: Any) -> Beside:
    takes_line_end = kind_of(node) == "AnyAll" or (
        kind_of(node) != "Any" and node.matches(ord("\n"))
    )
    return _LINE_END | _MORE if takes_line_end else _MORE
