"""How to look at a file, by the contracts that select it and by those that may match in it.

Hundreds of files share an answer.
"""

from __future__ import annotations

from phaser_lint.record import Record
from phaser_lint.rules import broken_in_file_by, pattern_in_text
from phaser_lint.rules.conditions import required_conditions
from phaser_lint.search.literals.automaton import Sought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.engine.file_verdict import Searched
    from phaser_lint.engine.judge import Judge
    from phaser_lint.model import Contract, ContractKey
    from phaser_lint.rules.rule import Cause

# What a file must hold for a directive to stand in it, in the form of a pattern's requirement.
_DIRECTIVE = Sought((((), ("phaser",)),))
_NO_MATCH: Searched = ((), "")


class Plan(Record):
    """What is to be done with a file, by the contracts that select it and those that may match."""

    contracts: Sequence[Contract]
    """Those that select it, but for those that a match alone can break and that have none."""
    impossible: dict[str, Searched]
    """Those of them whose pattern cannot match, as the engine takes what is known."""
    judge: Judge
    """By which directives count only where one may stand in it."""
    unwanted: tuple[Contract, ...]
    """Those whose pattern may match, and must not."""
    required: tuple[Contract, ...]
    """Those whose pattern may match, and has to."""
    of_facts: tuple[Contract, ...]
    """Those that judge its name, or its size."""
    may_be_clean: bool


class _Classes(Record):
    """The places of contracts, by what their matches say of a file; the others ask for none."""

    unwanted: frozenset[int]
    """A match breaks the contract, or is worth knowing: the tree as a whole has to meet it."""
    required: frozenset[int]
    """The lack of a match breaks it."""
    by_match: frozenset[int]
    """Without a match there is nothing to say of the file, whatever else a contract asks."""
    for_engine: frozenset[int]
    """Only its rule can tell."""
    of_facts: frozenset[int]
    """What the file holds plays no part."""


def _classes_of(contracts: Sequence[Contract]) -> _Classes:
    causes = [broken_in_file_by(contract) for contract in contracts]
    together = {place for place, contract in enumerate(contracts) if contract.scope == "tree"}

    def places(wanted: Cause) -> frozenset[int]:
        return frozenset(place for place, cause in enumerate(causes) if cause == wanted)

    matching, of_facts = places("match"), places("name") | places("size")
    return _Classes(matching | together, places("no match"), matching, places("text"), of_facts)


class Plans:
    """The plans of *judge*. A contract is known by its place among all of them, a directive by the
    next one, and the conditions of contracts by those after it.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._contracts = judge.contracts.contracts
        self._classes = _classes_of(self._contracts)
        self._conditions = required_conditions(self._contracts)
        self._mention = len(self._contracts)
        self._known: dict[tuple[tuple[int, ...], frozenset[int]], Plan] = {}
        self._keys: dict[tuple[int, ...], frozenset[ContractKey]] = {}

    def patterns(self) -> list[Sought]:
        """Return what is looked for in files, each in its place."""
        asked = [condition.searched for _, condition in self._conditions]
        return [
            *[
                Sought(each.searched.requirement, pattern_in_text(each), each.searched.raw_text)
                for each in self._contracts
            ],
            _DIRECTIVE,
            *[Sought(each.requirement, each.written, each.raw_text) for each in asked],
        ]

    def looked_for(self, path: str) -> tuple[int, ...]:
        """Return the places of what is looked for in the file at *path*."""
        always = range(self._mention, self._mention + 1 + len(self._conditions))
        return (*self._judge.selection.places_for(path), *always)

    def selecting(self, path: str) -> frozenset[ContractKey]:
        """Return the contracts that select the file at *path*; the same object for many."""
        places = self._judge.selection.places_for(path)
        if places not in self._keys:
            self._keys[places] = frozenset([self._contracts[place].key for place in places])
        return self._keys[places]

    def plan_for(self, path: str, possible: frozenset[int]) -> Plan:
        """Return how to look at the file at *path*, in which *possible* may match."""
        key = self._judge.selection.places_for(path), possible
        if key not in self._known:
            self._known[key] = self._made(*key)
        return self._known[key]

    def _made(self, places: tuple[int, ...], possible: frozenset[int]) -> Plan:
        mentioned = self._mention in possible
        selecting = frozenset(places)
        may_match, cannot = selecting & possible, selecting - possible
        # Of five hundred contracts the engine would ask of each whether none of its matches counts.
        silent = self._classes.by_match & cannot
        doubtful = mentioned or not self._classes.for_engine.isdisjoint(places)
        unmet = self._unmet(places, possible)
        # A file that a contract does not judge need not hold what it requires.
        required = self._classes.required.difference(unmet)
        return Plan(
            contracts=self._at(selecting - silent),
            impossible=dict.fromkeys(
                [*(self._contracts[place].rule_id for place in cannot - silent), *unmet.values()],
                _NO_MATCH,
            ),
            judge=self._judge._replace(ignores=self._judge.ignores and mentioned),
            unwanted=self._at(may_match & self._classes.unwanted),
            required=self._at(may_match & required),
            of_facts=self._at(self._classes.of_facts.intersection(places)),
            may_be_clean=not doubtful and required.isdisjoint(cannot),
        )

    def _unmet(self, places: tuple[int, ...], possible: frozenset[int]) -> dict[int, str]:
        """Return the ids of conditions that cannot be met, by the places of their contracts."""
        return {
            place: condition.of(self._contracts[place]).rule_id
            for number, (place, condition) in enumerate(self._conditions, self._mention + 1)
            if number not in possible and place in places
        }

    def _at(self, places: frozenset[int]) -> tuple[Contract, ...]:
        return tuple([self._contracts[place] for place in sorted(places)])
