r"""How long can a search for a pattern take, for each character of a text?

Of ``\bprint\(`` a few steps, whatever the text; of ``\w+\s*=`` as many as the text has characters,
of ``(a|aa)+$`` more than anybody can wait for. ``regex`` asks the clock for each search that may
not take longer than some time: one of which the steps are known to be few needs no such limit.

The tree of the pattern, as ``regex`` executes it, is folded from the leaves up, to the ways in
which a node can match at one place and the steps of trying them all. A repeat without an end, and
what is not known, has no bound.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# More is as good as no bound: a text of 1,000 characters takes a million steps.
_MOST = 1_000
_REPEATS = ("GreedyRepeat", "LazyRepeat", "PossessiveRepeat")
_SINGLE = frozenset(
    ("Character", "Range", "Property", "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Any",
     "AnyAll", "AnyU", "Boundary", "StartOfWord", "EndOfWord", "StartOfLine", "StartOfLineU",
     "EndOfLine", "EndOfLineU", "StartOfString", "EndOfString", "EndOfStringLine",
     "EndOfStringLineU", "SearchAnchor", "Keep", "Failure")
)  # fmt: skip


class _TooManyError(Exception):
    """There is no bound, or none that is worth knowing."""


class _Cost(Record):
    """In how many ways a node can match at one place, and in how many steps all are tried."""

    ways: int
    steps: int


def most_steps(tree: Any) -> int:
    """Return the most steps of a search for each place that it starts at; 0 if no bound is known.

    *tree* is what ``pattern_tree.executed_tree`` returns.
    """
    try:
        return _cost(tree).steps
    except _TooManyError:
        return 0


def _cost(node: Any) -> _Cost:
    kind = type(node).__name__
    if kind in _SINGLE:
        return _Cost(1, 1)
    if kind not in _COSTS:
        raise _TooManyError
    cost = _COSTS[kind](node)
    if max(cost) > _MOST:
        raise _TooManyError
    return cost


def _in_a_row(costs: Iterable[_Cost]) -> _Cost:
    """Return the cost of nodes in a row: each is tried after every way of those before it."""
    ways, steps = 1, 1
    for cost in costs:
        ways, steps = ways * cost.ways, steps + ways * cost.steps
    return _Cost(ways, steps)


def _sequence(node: Any) -> _Cost:
    return _in_a_row(map(_cost, node.items))


def _branch(node: Any) -> _Cost:
    costs = list(map(_cost, node.branches))
    return _Cost(sum(cost.ways for cost in costs), 1 + sum(cost.steps for cost in costs))


def _inside(node: Any) -> _Cost:
    cost = _cost(node.subpattern)
    return _Cost(cost.ways, cost.steps + 1)


def _repeat(node: Any) -> _Cost:
    if node.max_count is None or node.max_count > _MOST:
        raise _TooManyError
    once = _cost(node.subpattern)
    # Each number of times is a way to go on; the ways of all times before it come with it.
    ways, steps, row = 1, 1, 1
    for _ in range(node.max_count):
        steps += row * (once.steps + 1)
        row *= once.ways
        ways += row
        if steps > _MOST:
            raise _TooManyError
    return _Cost(ways, steps)


def _look_around(node: Any) -> _Cost:
    # What it is like inside is not tried again in another way.
    return _Cost(1, _cost(node.subpattern).steps + 1)


def _string(node: Any) -> _Cost:
    # A character may fold to three.
    return _Cost(1, 3 * len(node.characters))


_COSTS: dict[str, Callable[[Any], _Cost]] = {
    "Sequence": _sequence,
    "Branch": _branch,
    "Group": _inside,
    "Atomic": _inside,
    "LookAround": _look_around,
    "String": _string,
    "Literal": _string,
    **dict.fromkeys(_REPEATS, _repeat),
}
