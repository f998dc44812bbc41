"""A pattern for names or paths as a table, which tells without any engine whether it matches.

    table = table_of(r"[a-z]+\\.py", whole=True)     None: the engine has to be asked
    globs.match.walked(table, "app.py")             True

To load the engine costs the hook as much as fifty globs. A table has a row for each state, and of
each character its class: one step a character, whatever the pattern, so nothing runs away. The
answer is exact. For texts in printable ASCII alone: of others, and of what a table cannot say
(look-arounds, word boundaries, references, atomic groups), there is none.
"""

from __future__ import annotations

import regex

from phaser_lint.core import Record
from phaser_lint.text.search.literals.pattern_tree import FLAGS, case_variants, executed_tree
from phaser_lint.text.search.supersets.characters import characters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypeAlias

    StateTable: TypeAlias = tuple[bytes, tuple[bytes, ...], bytes]
    """The class of each character, for each state the next one by class, and which accept."""

_OTHER_FLAGS = regex.REVERSE | regex.POSIX | regex.LOCALE | regex.FULLCASE
_MOST_PARTS = 400
_MOST_STATES = 120
_ALL = frozenset(range(128))
_START, _END, _NOTHING = "start", "end", ""
_STARTS = ("StartOfLine", "StartOfLineU", "StartOfString")
_ENDS = (
    "EndOfLine", "EndOfLineU", "EndOfString", "EndOfStringLine", "EndOfStringLineU",
)  # fmt: skip
_SINGLE = ("Character", "Range", "SetUnion", "SetDiff", "SetInter", "SetSymDiff", "Property",
           "Any", "AnyAll", "AnyU")  # fmt: skip


class _UnknownError(Exception):
    """What no table can say."""


class _Edge(Record):
    """A way to another state: by a character of these codes, or with none under a condition."""

    by: frozenset[int] | str
    to: int


def table_of(pattern: str, *, whole: bool) -> StateTable | None:
    """Return the table for *pattern*, which is to match the *whole* text or anywhere in it."""
    try:
        flags = regex.compile(pattern, FLAGS).flags
        if flags & _OTHER_FLAGS:
            return None
        machine = _Machine(flags)
        first, last = machine.state(), machine.state()
        end = machine.add(executed_tree(pattern), first)
        machine.edge(end, _NOTHING, last)
        if not whole:
            machine.edge(first, _ALL, first)
            machine.edge(last, _ALL, last)
        return _determined(machine, first, last)
    except Exception:
        # The private ways of `regex` are walked here: whatever surprises us, the engine is asked.
        return None


class _Machine:
    """States, and the ways between them, of a pattern with these *flags*."""

    def __init__(self, flags: int) -> None:
        self.edges: list[list[_Edge]] = []
        self._flags = flags

    def state(self) -> int:
        if len(self.edges) == _MOST_PARTS:
            raise _UnknownError
        self.edges.append([])
        return len(self.edges) - 1

    def edge(self, start: int, by: frozenset[int] | str, to: int) -> None:
        self.edges[start].append(_Edge(by, to))

    def add(self, node: Any, start: int) -> int:
        """Add the ways of *node* from a state, and return the one where they end."""
        way = _WAYS.get(type(node).__name__)
        if way is None:
            raise _UnknownError(type(node).__name__)
        return way(self, node, start)

    def sequence(self, node: Any, start: int) -> int:
        for item in node.items:
            start = self.add(item, start)
        return start

    def branch(self, node: Any, start: int) -> int:
        end = self.state()
        for branch in node.branches:
            self.edge(self.add(branch, start), _NOTHING, end)
        return end

    def group(self, node: Any, start: int) -> int:
        return self.add(node.subpattern, start)

    def string(self, node: Any, start: int) -> int:
        for code in node.characters:
            start = self._by(_spelt(code, node.case_flags), start)
        return start

    def text_start(self, node: Any, start: int) -> int:
        return self._by(_START, start)

    def text_end(self, node: Any, start: int) -> int:
        return self._by(_END, start)

    def one_character(self, node: Any, start: int) -> int:
        if getattr(node, "zerowidth", False):
            raise _UnknownError(type(node).__name__)
        return self._by(characters_of(node, self._flags), start)

    def _by(self, by: frozenset[int] | str, start: int) -> int:
        end = self.state()
        self.edge(start, by, end)
        return end

    def repeat(self, node: Any, start: int) -> int:
        for _ in range(node.min_count):
            start = self.add(node.subpattern, start)
        if node.max_count is None:
            again = self._by(_NOTHING, start)
            self.edge(self.add(node.subpattern, again), _NOTHING, again)
            return self._by(_NOTHING, again)
        end = self.state()
        for _ in range(node.max_count - node.min_count):
            self.edge(start, _NOTHING, end)
            start = self.add(node.subpattern, start)
        self.edge(start, _NOTHING, end)
        return end

    def reached(self, states: Iterable[int], *conditions: str) -> frozenset[int]:
        """Return all states that are reached without a character, where *conditions* hold."""
        found, waiting = set(states), list(states)
        while waiting:
            for by, to in self.edges[waiting.pop()]:
                if to not in found and (by == _NOTHING or by in conditions):
                    found.add(to)
                    waiting.append(to)
        return frozenset(found)


_WAYS: Mapping[str, Callable[[_Machine, Any, int], int]] = {
    "Sequence": _Machine.sequence,
    "Branch": _Machine.branch,
    "Group": _Machine.group,
    "GreedyRepeat": _Machine.repeat,
    "LazyRepeat": _Machine.repeat,
    "String": _Machine.string,
    # Printable text has no line end: lines and the whole start and end together.
    **dict.fromkeys(_STARTS, _Machine.text_start),
    **dict.fromkeys(_ENDS, _Machine.text_end),
    **dict.fromkeys(_SINGLE, _Machine.one_character),
}


def _spelt(code: int, case_flags: int) -> frozenset[int]:
    if not case_flags & regex.IGNORECASE:
        return _ALL & {code}
    return _ALL & set(map(ord, case_variants(code)))


def _determined(machine: _Machine, first: int, last: int) -> StateTable:
    """Return the table of the sets of states that a text leads to, from the *first* one."""
    classes = _classes(machine)
    samples = [classes.index(number) for number in range(max(classes) + 1)]
    begin = machine.reached([first], _START)
    numbers, sets = {begin: 0}, [begin]
    rows, accepting = [], []
    for states in sets:  # it grows meanwhile
        accepting.append(last in machine.reached(states, _END))
        row = bytearray()
        for code in samples:
            taken = [
                to for state in states for by, to in machine.edges[state]
                if not isinstance(by, str) and code in by
            ]  # fmt: skip
            after = machine.reached(taken)
            if after not in numbers:
                if len(sets) == _MOST_STATES:
                    raise _UnknownError
                numbers[after] = len(sets)
                sets.append(after)
            row.append(numbers[after])
        rows.append(bytes(row))
    return bytes(classes), tuple(rows), bytes(accepting)


def _classes(machine: _Machine) -> list[int]:
    """Return a number for each character: of those that no state tells apart the same."""
    sets = list({by for edges in machine.edges for by, _ in edges if not isinstance(by, str)})
    known: dict[tuple[bool, ...], int] = {}
    return [
        known.setdefault(tuple(code in each for each in sets), len(known)) for code in range(128)
    ]
