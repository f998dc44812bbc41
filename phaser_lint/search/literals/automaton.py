"""Which patterns can match a file at all, told by one pass over its bytes.

The literals that each pattern requires (``prefilter``) make one automaton (``hyperscan_engine``);
a file is passed through it once, whatever the number of patterns. Only which literals occur is
asked of it, so its idea of a regular expression, of Unicode or of case plays no part. Without it,
and where few files do not pay for it, the literals are searched one by one: the same answer.
"""

from __future__ import annotations

from phaser_lint.search.literals.hyperscan_engine import database
from phaser_lint.search.prefilter import bytes_requirement, fold_case_bytes, may_match_bytes, once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.search.prefilter import BytesClause, BytesRequirement, Requirement

    Literal = tuple[bytes, bool]
    """A literal, and whether it is searched for in any case."""

# The characters outside of ASCII that match an ASCII letter when case is ignored: where one is, the
# automaton's idea of case is not enough.
_FOLDING = (b"\xc4\xb0", b"\xc4\xb1", b"\xc5\xbf", b"\xe2\x84\xaa")


class LiteralAutomaton:
    """Answers for a fixed list of requirements; each is known by its place in it.

    *many* files to ask for are worth a search engine.
    """

    def __init__(self, requirements: Sequence[Requirement], *, many: bool) -> None:
        self._requirements = [bytes_requirement(requirement) for requirement in requirements]
        self._always = frozenset(
            place for place, requirement in enumerate(self._requirements) if requirement is None
        )
        literals, self._clauses = _numbered(map(_strongest, self._requirements))
        self._waiting = _waiting(self._clauses)
        wanted = [*literals, *((folding, False) for folding in _FOLDING)]
        self._folding = frozenset(range(len(literals), len(wanted)))
        expressions, any_case = [_escaped(each) for each, _ in wanted], [each for _, each in wanted]
        self._database = database(expressions, any_case=any_case) if many else None
        self._known: dict[frozenset[int], frozenset[int]] = {}

    def possible(self, data: bytes) -> frozenset[int]:
        """Return the places of the requirements that *data* may meet; it misses the others."""
        if self._database is None:
            return self._searched(data)
        found = frozenset(self._database.found_in(data))
        # The files of a project hold much the same words: few of these are new.
        possible = self._known.get(found)
        if possible is not None:
            return possible
        if not found.isdisjoint(self._folding):
            return self._searched(data)
        possible = self._known[found] = self._met(found)
        return possible

    def _met(self, found: frozenset[int]) -> frozenset[int]:
        candidates = {place for literal in found for place in self._waiting.get(literal, ())}
        met = [place for place in candidates if _all_met(self._clauses[place], found)]
        return self._always.union(met)

    def _searched(self, data: bytes) -> frozenset[int]:
        folded = once(fold_case_bytes, data)
        return frozenset(
            place
            for place, requirement in enumerate(self._requirements)
            if may_match_bytes(requirement, data, folded)
        )


def _strongest(requirement: BytesRequirement) -> BytesRequirement:
    """Leave out the clauses that others imply.

    ``assert`` saves searches for ``assert(`` and ``assert `` one by one; here it would be one more
    literal to report, in every second file.
    """
    clauses = requirement or ()
    return tuple(
        clause
        for clause in clauses
        if not any(other != clause and _implies(other, clause) for other in clauses)
    )


def _implies(stronger: BytesClause, weaker: BytesClause) -> bool:
    """Tell whether each literal of one clause holds one of the other, searched in the same way."""
    return all(
        any(part in literal for part in parts)
        for literals, parts in zip(stronger, weaker, strict=True)
        for literal in literals
    )


def _numbered(
    requirements: Iterable[BytesRequirement],
) -> tuple[list[Literal], list[tuple[frozenset[int], ...]]]:
    """Return the distinct literals, and each contract's clauses as sets of their numbers."""
    numbers: dict[Literal, int] = {}
    clauses = [
        tuple(
            frozenset(
                [numbers.setdefault((literal, False), len(numbers)) for literal in exact]
                + [numbers.setdefault((literal, True), len(numbers)) for literal in folded]
            )
            for exact, folded in requirement or ()
        )
        for requirement in requirements
    ]
    return list(numbers), clauses


def _waiting(clauses: Sequence[tuple[frozenset[int], ...]]) -> dict[int, list[int]]:
    """Return, for each literal of a contract's first clause, the contracts that wait for it."""
    waiting: dict[int, list[int]] = {}
    for place, of_contract in enumerate(clauses):
        for literal in of_contract[0] if of_contract else ():
            waiting.setdefault(literal, []).append(place)
    return waiting


def _all_met(clauses: tuple[frozenset[int], ...], found: frozenset[int]) -> bool:
    return not any(clause.isdisjoint(found) for clause in clauses)


def _escaped(literal: bytes) -> bytes:
    # Every byte by its number: no byte of a literal can be read as an operator.
    return b"".join(b"\\x%02x" % byte for byte in literal)
