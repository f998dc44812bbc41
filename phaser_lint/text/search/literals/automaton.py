"""Which patterns can match a file at all, found by one pass over its bytes.

Most patterns require a literal that few files hold: that is looked for. Of the others, by what a
sample of the files shows, an expression is looked for that matches wherever the pattern does
(``supersets``); it is certain of a text with a byte for each character. All of them make one
automaton (``hyperscan_engine``), and a file is passed through it once, whatever the number of
patterns; what else a pattern requires is looked for where it may match. Without the automaton, and
where few files do not pay for it, the literals are searched one by one.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.text import byte_each, decode, normalise
from phaser_lint.text.search import (
    bytes_requirement,
    fold_case_bytes,
    may_match_bytes,
    once,
)
from phaser_lint.text.search.hyperscan_database import Database
from phaser_lint.text.search.literals.hyperscan_engine import Expression, database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.text.search import BytesRequirement, Requirement

    Sample: TypeAlias = tuple[bytes, Collection[int]]
    """A file's bytes, and the places of the patterns that are to be searched for in it."""
    Text: TypeAlias = tuple[bytes, Callable[[], bytes]]
    """The bytes of one, and what folds them once."""

# The characters outside of ASCII that match an ASCII letter when case is ignored: where one is, the
# automaton's idea of case is not enough.
_FOLDING = (b"\xc4\xb0", b"\xc4\xb1", b"\xc5\xbf", b"\xe2\x84\xaa")
# The control characters that ``text`` counts, all that is not ASCII, and what line ends may be made
# of: then the text has other bytes. Among the others they would take those half as long again, and
# four times to compile.
_UNUSUAL, _CARRIAGE_RETURN = 0, 1
_ODD = (
    Expression(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x80-\xff]", _UNUSUAL, once=True),
    Expression(rb"\r", _CARRIAGE_RETURN, once=True),
)
# Compiling a superset takes as long as searching so many files for the pattern.
_WORTH_A_SUPERSET = 40
# How a pattern is looked for, where not by the clause of this number.
_BY_SUPERSET, _BY_ITSELF = -1, -2


class Sought(Record):
    """What a text requires for a match of a pattern, and the pattern itself, if it may be asked."""

    requirement: Requirement
    pattern: str = ""
    raw_text: bool = False
    """It sees the text with its own line ends."""


class Glance(Record):
    """What one pass shows: the places of the patterns that may match; the others cannot.

    ``is_usual``: the bytes hold neither control characters nor other than ASCII. False is no
    statement.
    """

    possible: frozenset[int]
    is_usual: bool


class Automaton:
    """Answers for a fixed list of patterns; each is known by its place in it.

    *ways* tell how each of them is looked for; *made* is what looks, ``None``: nothing does.
    """

    def __init__(
        self, patterns: Sequence[Sought], ways: Sequence[int] = (), made: Database | None = None
    ) -> None:
        self._database, self._ways = made, ways
        self._odd = None if made is None else database(_ODD)
        self._requirements = [bytes_requirement(each.requirement) for each in patterns]
        self._all = frozenset(range(len(patterns)))
        self._by_superset, self._by_itself = (
            frozenset(place for place, way in enumerate(ways) if way == wanted)
            for wanted in (_BY_SUPERSET, _BY_ITSELF)
        )
        self._raw = frozenset(each for each in self._by_superset if patterns[each].raw_text)
        self._rest = [
            _without(requirement, way)
            for requirement, way in zip(self._requirements, ways, strict=False)
        ]
        self._known: dict[frozenset[int], tuple[Glance, list[int]]] = {}

    def look(self, data: bytes) -> Glance:
        """Return what one pass over *data* shows."""
        if self._database is None or self._odd is None:
            return Glance(self._by_literals(data), is_usual=False)
        odd, found = self._odd.found_in(data), frozenset(self._database.found_in(data))
        if _UNUSUAL in odd or _CARRIAGE_RETURN in odd:
            return Glance(self._look_closer(found, data), is_usual=_UNUSUAL not in odd)
        # The files of a project hold much the same: few of these are new.
        if found not in self._known:
            self._known[found] = self._sorted_out(found)
        glance, doubtful = self._known[found]
        if not doubtful:
            return glance
        return Glance(glance.possible | self._met(doubtful, data), is_usual=True)

    def _sorted_out(self, found: frozenset[int]) -> tuple[Glance, list[int]]:
        """Return what is certain of plain ASCII text, and the places that it is left to ask for."""
        places = self._all & found | self._by_itself
        # A superset that matches holds the literals.
        doubtful = [
            place for place in places if self._ways[place] != _BY_SUPERSET and self._rest[place]
        ]
        return Glance(places.difference(doubtful), is_usual=True), doubtful

    def _look_closer(self, found: frozenset[int], data: bytes) -> frozenset[int]:
        """Return the places of patterns that may match in the text of *data*, whatever that is."""
        by_superset = self._by_superset
        if by_superset and self._database:
            text = byte_each(normalise(decode(data)))
            by_superset &= self._raw.union(self._database.found_in(text))
        if any(folding in data for folding in _FOLDING):
            return self._by_literals(data) - self._by_superset | by_superset
        left = self._all & found - self._by_superset | self._by_itself
        return self._met(left, data) | by_superset

    def _met(self, places: Iterable[int], data: bytes) -> frozenset[int]:
        """Return those of *places* of which *data* holds what is left to ask for."""
        return _possible(places, self._rest, data, bytes.lower)

    def _by_literals(self, data: bytes) -> frozenset[int]:
        return _possible(self._all, self._requirements, data, fold_case_bytes)

    @property
    def asks_supersets(self) -> bool:
        """Whether there is an engine that supersets are asked of, and any to ask for."""
        return self._database is not None and _BY_SUPERSET in self._ways

    @property
    def asked(self) -> frozenset[int]:
        """The places of the patterns that the pass decides on; any other may match."""
        return frozenset() if self._database is None else self._all - self._by_itself

    def stored(self) -> tuple[tuple[int, ...], tuple[bytes, ...]] | None:
        """Return how each pattern is looked for, and the stored database; ``None``: nothing."""
        data = self._database.stored() if self._database else None
        return None if data is None else (tuple(self._ways), data)


def automaton(
    patterns: Sequence[Sought],
    samples: Sequence[Sample] = (),
    *,
    files: int = 0,
    superset_of: Callable[[str], bytes | None] | None = None,
) -> Automaton:
    """Return the automaton for *patterns*, good for so many *files*, of which these are *samples*.

    *superset_of* gives a pattern's (``supersets.of_pattern``). Without a sample nothing is
    compiled: few files do not pay for it.
    """
    if not samples:
        return Automaton(patterns)
    rarest = _rarest_clauses(patterns, samples)
    often = [
        place
        for place, (_, met) in enumerate(rarest)
        if patterns[place].pattern and met * files > _WORTH_A_SUPERSET * len(samples)
    ]
    supersets = _supersets(patterns, often, superset_of) if superset_of else {}
    clauses = [number for number, _ in rarest]
    made = database(_expressions(patterns, clauses, supersets))
    if made is None:
        # One of the supersets was refused, or there is no engine at all.
        supersets = {place: each for place, each in supersets.items() if _is_taken(each)}
        made = database(_expressions(patterns, clauses, supersets))
    ways = [_BY_SUPERSET if place in supersets else way for place, way in enumerate(clauses)]
    return Automaton(patterns, ways, made)


def _supersets(
    patterns: Sequence[Sought], places: Sequence[int], superset_of: Callable[[str], bytes | None]
) -> dict[int, bytes]:
    """Return those of the patterns at *places*; none where the engine loses matches."""
    from phaser_lint.text.search.supersets.of_pattern import (
        finds_what_it_must,  # what is kept was probed
    )

    asked = places if places and finds_what_it_must() else ()
    found = {place: superset_of(patterns[place].pattern) for place in asked}
    return {place: each for place, each in found.items() if each is not None}


def _rarest_clauses(patterns: Sequence[Sought], samples: Sequence[Sample]) -> list[tuple[int, int]]:
    """Return for each pattern the clause that the fewest samples meet, and how many these are."""
    texts: list[list[Text]] = [[] for _ in patterns]
    for data, places in samples:
        text = data, once(fold_case_bytes, data)
        for place in places:
            texts[place].append(text)
    return [_rarest(each, those) for each, those in zip(patterns, texts, strict=True)]


def _rarest(pattern: Sought, texts: Sequence[Text]) -> tuple[int, int]:
    clauses = bytes_requirement(pattern.requirement) or ()
    chosen, fewest = _BY_ITSELF, len(texts) + 1
    for number, clause in enumerate(clauses):
        met = 0
        for data, folded in texts if fewest else ():
            met += may_match_bytes((clause,), data, folded)
            if met == fewest:  # no better than another one
                break
        if met < fewest:
            chosen, fewest = number, met
    return chosen, min(fewest, len(texts))


def _expressions(
    patterns: Sequence[Sought], clauses: Sequence[int], supersets: Mapping[int, bytes]
) -> list[Expression]:
    """Return what is looked for, each pattern by its place."""
    expressions: list[Expression] = []
    for place, (pattern, number) in enumerate(zip(patterns, clauses, strict=True)):
        if place in supersets:
            expressions.append(Expression(supersets[place], place, once=True))
        elif number != _BY_ITSELF:
            exact, folded = (bytes_requirement(pattern.requirement) or ())[number]
            expressions += [Expression(_escaped(each), place) for each in exact]
            expressions += [Expression(_escaped(each), place, any_case=True) for each in folded]
    return expressions


def _possible(
    places: Iterable[int],
    requirements: Sequence[BytesRequirement],
    data: bytes,
    fold: Callable[[bytes], bytes],
) -> frozenset[int]:
    folded = once(fold, data)
    return frozenset(
        [place for place in places if may_match_bytes(requirements[place], data, folded)]
    )


def _is_taken(superset: bytes) -> bool:
    return database([Expression(superset, 0, once=True)]) is not None


def _without(requirement: BytesRequirement, way: int) -> BytesRequirement:
    """Return what is left of a requirement once the clause number *way* is known to be met."""
    clauses = requirement or ()
    rest = clauses if way < 0 else (*clauses[:way], *clauses[way + 1 :])
    return rest or None


def _escaped(literal: bytes) -> bytes:
    # Every byte by its number: no byte of a literal can be read as an operator.
    return b"".join([b"\\x%02x" % byte for byte in literal])
