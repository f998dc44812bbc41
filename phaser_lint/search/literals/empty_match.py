r"""Does a pattern match at every place of every text, with nothing if need be: ``x*``, ``(a|)``?

Such a pattern says nothing of a text. Where the empty match has a condition (``^(?!#)``, ``$``,
``\b``) it says something.

The tree of the pattern, as ``regex`` executes it, is folded from the leaves up. A node is certain
if it succeeds wherever it is tried, whatever stands there; of certain nodes in a row each is tried
where the one before it ended, so none ever has to go back. What is not known is not certain.
"""

from __future__ import annotations

import regex

from phaser_lint.search.literals.pattern_tree import FLAGS, executed_tree, nodes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Groups = Mapping[int, Any]
    """The groups that may be called, by number; the one that is looked at is none of them."""

_SECONDS = 0.1
# They take alternatives away that were not tried yet.
_CUTTING = frozenset(("Prune", "Skip", "Failure"))
# `.*` takes what there is: that it is empty has a condition, the line's end.
_ANY = frozenset(("Any", "AnyAll", "AnyU"))


def matches_everywhere(pattern: str) -> bool:
    """Tell whether ``regex.compile(pattern, MULTILINE | VERSION0)`` matches everywhere for certain.

    Raises what ``regex`` raises for what is no pattern.
    """
    try:
        # Quick: a pattern that needs a character finds nothing in nothing.
        if regex.compile(pattern, FLAGS).search("", timeout=_SECONDS) is None:
            return False
        tree = executed_tree(pattern)
        nodes = list(nodes_of(tree))
        if not _CUTTING.isdisjoint(type(node).__name__ for node in nodes):
            return False
        groups = {node.group: node for node in nodes if type(node).__name__ == "Group"}
        return _is_certain(tree, groups)
    except Exception:
        # The private ways of `regex` are walked here: what surprises us is a pattern like others.
        return False


def _is_certain(node: Any, groups: Groups) -> bool:
    is_certain = _CERTAIN.get(type(node).__name__)
    return is_certain is not None and is_certain(node, groups)


def _all_items(node: Any, groups: Groups) -> bool:
    return all(_is_certain(item, groups) for item in node.items)


def _any_branch(node: Any, groups: Groups) -> bool:
    return any(_is_certain(branch, groups) for branch in node.branches)


def _inside(node: Any, groups: Groups) -> bool:
    return _is_certain(node.subpattern, groups)


def _repeat(node: Any, groups: Groups) -> bool:
    if type(node.subpattern).__name__ in _ANY and type(node).__name__ != "LazyRepeat":
        return False
    return node.min_count == 0 or _inside(node, groups)


def _look_around(node: Any, groups: Groups) -> bool:
    return bool(node.positive) and _inside(node, groups)


def _conditional(node: Any, groups: Groups) -> bool:
    return _is_certain(node.yes_item, groups) and _is_certain(node.no_item, groups)


def _call(node: Any, groups: Groups) -> bool:
    called = groups.get(node.group)
    # Without the group itself: one that needs its own success has none.
    others = {number: group for number, group in groups.items() if number != node.group}
    return called is not None and _inside(called, others)


def _fuzzy(node: Any, groups: Groups) -> bool:
    if _inside(node, groups):
        return all(node.constraints[kind][0] == 0 for kind in "dise")
    return False


def _always(node: Any, groups: Groups) -> bool:
    return True


_CERTAIN: Mapping[str, Callable[[Any, Groups], bool]] = {
    "Sequence": _all_items,
    "Branch": _any_branch,
    "Group": _inside,
    "Atomic": _inside,
    "GreedyRepeat": _repeat,
    "LazyRepeat": _repeat,
    "PossessiveRepeat": _repeat,
    "LookAround": _look_around,
    "Conditional": _conditional,
    "LookAroundConditional": _conditional,
    "CallGroup": _call,
    "Fuzzy": _fuzzy,
    "Keep": _always,
}
