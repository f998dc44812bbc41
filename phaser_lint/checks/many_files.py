"""Judging many files on disk: the verdicts of ``file_verdict``, sooner.

A file's bytes are read once. One pass over them (``literals.automaton``) tells which patterns can
match at all; if none can, and nothing in the file needs a closer look, it is clean. Everything else
goes to the engine with the contracts that were ruled out. What a file gave is plain data
(``checks.results``), so that it can come from another process or from the result cache.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.checks.results import is_trivial, packed, unpacked
from phaser_lint.engine.file_verdict import Judged, judge_file, patient
from phaser_lint.files.disk import file_of
from phaser_lint.files.identity import identity_of
from phaser_lint.files.regular_file import (
    MAXIMUM_BYTES,
    NOT_REGULAR,
    SYMBOLIC_LINK,
    NotRegularError,
    read_known,
    read_listed,
)
from phaser_lint.model import ProposedFile, Skip
from phaser_lint.record import Record
from phaser_lint.rules import broken_in_file_by
from phaser_lint.rules.conditions import required_conditions
from phaser_lint.search.literals.automaton import Automaton, Sought, automaton
from phaser_lint.search.searcher import Searcher
from phaser_lint.text import is_binary_ascii, is_notebook, is_utf_16
from phaser_lint.workers import processes, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.checks.result_cache import ResultCache
    from phaser_lint.checks.results import Result
    from phaser_lint.engine.file_verdict import FileVerdict, Searched
    from phaser_lint.engine.judge import Judge
    from phaser_lint.files.identity import Identity
    from phaser_lint.model import Contract
    from phaser_lint.rules.rule import Cause
    from phaser_lint.search.literals.automaton import Glance, Sample

    Shown: TypeAlias = Callable[[Iterator[Any], int], Iterator[Any]]
    """Passes results on as they come, of so many in all: a progress bar."""

# What a file must hold for a directive to stand in it, in the form of a pattern's requirement.
_DIRECTIVE = Sought((((), ("phaser",)),))
# Of so many files it is seen which literals tell something; of one no more than its beginning.
_MOST_SAMPLES = 64
_SAMPLE_BYTES = 64 * 1024
# Importing and preparing it takes as long as searching this many files for one literal after the
# other.
_WORTH_AN_ENGINE = 48
_NO_MATCH: Searched = ((), "")


class Plan(Record):
    """What is to be done with a file, by the contracts that select it and those that may match."""

    contracts: Sequence[Contract]
    """Those that select it."""
    impossible: dict[str, Searched]
    """Those of them whose pattern cannot match, as the engine takes what is known."""
    judge: Judge
    """By which directives count only where one may stand in it."""
    unwanted: tuple[Contract, ...]
    """Those whose pattern may match, and must not."""
    required: tuple[Contract, ...]
    """Those whose pattern may match, and has to."""
    may_be_clean: bool


class _Classes(Record):
    """The places of contracts, by what their matches say of a file; the others ask for none."""

    unwanted: frozenset[int]
    """A match breaks the contract, or is worth knowing: the tree as a whole has to meet it."""
    required: frozenset[int]
    """The lack of a match breaks it."""
    for_engine: frozenset[int]
    """Only its rule can tell."""


def _classes_of(contracts: Sequence[Contract]) -> _Classes:
    causes = [broken_in_file_by(contract) for contract in contracts]
    together = {place for place, contract in enumerate(contracts) if contract.scope == "tree"}

    def places(wanted: Cause) -> frozenset[int]:
        return frozenset(place for place, cause in enumerate(causes) if cause == wanted)

    return _Classes(places("match") | together, places("no match"), places("text"))


class ManyFiles:
    """What *judge* says of the files at *root*; ``results`` takes paths relative to it.

    *special* are those that are no regular files, where a listing has told.
    """

    def __init__(self, judge: Judge, root: str, *, special: frozenset[str] | None = None) -> None:
        self.judge = judge
        self.root = root
        self._special = special
        # Nothing is searched for that the automaton has ruled out.
        self._search = patient(Searcher(filtered=False), judge.limits)
        self._filtered_search = patient(Searcher(), judge.limits)
        self._folder = os.path.join(root, "")
        self._contracts = judge.contracts.contracts
        self._classes = _classes_of(self._contracts)
        self._conditions = required_conditions(self._contracts)
        self._mention = len(self._contracts)
        self._automaton: Automaton | None = None
        self._looks: dict[tuple[tuple[int, ...], frozenset[int]], Plan] = {}

    def prepare(self, paths: Sequence[str]) -> Automaton:
        """Return what files are glanced at with, made once, for those at *paths*."""
        if self._automaton is None:
            patterns = [Sought(each.requirement, each.superset) for each in self._contracts]
            asked = [Sought(each.requirement, each.superset) for _, each in self._conditions]
            samples = self._samples(paths) if len(paths) >= _WORTH_AN_ENGINE else ()
            self._automaton = automaton([*patterns, _DIRECTIVE, *asked], samples, files=len(paths))
        return self._automaton

    def _samples(self, paths: Sequence[str]) -> list[Sample]:
        """Return the bytes of some of *paths*, and the patterns that they are searched for."""
        some = paths[:: -(-len(paths) // _MOST_SAMPLES)]
        always = range(self._mention, self._mention + 1 + len(self._conditions))
        read = [(path, self._read(path)[1]) for path in some]
        return [
            (data[:_SAMPLE_BYTES], (*self.judge.selection.places_for(path), *always))
            for path, data in read
            if isinstance(data, bytes) and not is_utf_16(data)
        ]

    def results(self, paths: Sequence[str]) -> list[tuple[Identity | None, Result]]:
        """Return, for each of *paths*, the file's identity before it was read, and its result."""
        prepared = self.prepare(paths)
        return [self._result(path, prepared) for path in paths]

    def _result(self, path: str, prepared: Automaton) -> tuple[Identity | None, Result]:
        identity, data = self._read(path)
        if isinstance(data, str):
            return identity, data
        if is_utf_16(data) or is_notebook(path):
            return identity, self._of_encoded(path, data)
        glance = prepared.look(data)
        key = self.judge.selection.places_for(path), glance.possible
        plan = self._looks.get(key) or self._plan_for(*key)
        if _is_plain(data, glance):
            return identity, self._of_plain(path, data, plan)
        file = file_of(path, data)
        result = file.reason if isinstance(file, Skip) else self._of_file(file, plan, {})
        return identity, result

    def _read(self, path: str) -> tuple[Identity | None, bytes | str]:
        """Return the file's identity and its bytes, or the reason why it is skipped."""
        full = self._folder + path
        if self._special is not None and path not in self._special:
            try:
                status, data = read_listed(full, limit=MAXIMUM_BYTES + 1)
                return identity_of(status), data
            except OSError:
                pass  # what follows finds out why
        identity = None
        try:
            status = os.lstat(full)
            identity = identity_of(status)
            if stat.S_ISLNK(status.st_mode):
                return identity, SYMBOLIC_LINK
            return identity, read_known(full, status, limit=MAXIMUM_BYTES + 1)
        except NotRegularError:
            return identity, NOT_REGULAR
        except OSError as error:
            return identity, f"cannot be read: {error.strerror or error}"

    def _plan_for(self, places: tuple[int, ...], possible: frozenset[int]) -> Plan:
        """Return how to look at a file. Hundreds of files share it."""
        mentioned = self._mention in possible
        may_match = possible.intersection(places)
        cannot = [place for place in places if place not in possible]
        doubtful = mentioned or not self._classes.for_engine.isdisjoint(places)
        unmet = self._unmet(places, possible)
        # A file that a contract does not judge need not hold what it requires.
        required = self._classes.required.difference(unmet)
        plan = self._looks[places, possible] = Plan(
            contracts=self.judge.selection.contracts_at(places),
            impossible=dict.fromkeys(
                [*(self._contracts[place].rule_id for place in cannot), *unmet.values()], _NO_MATCH
            ),
            judge=self.judge._replace(ignores=self.judge.ignores and mentioned),
            unwanted=self._at(may_match & self._classes.unwanted),
            required=self._at(may_match & required),
            may_be_clean=not doubtful and required.isdisjoint(cannot),
        )
        return plan

    def _unmet(self, places: tuple[int, ...], possible: frozenset[int]) -> dict[int, str]:
        """Return the ids of conditions that cannot be met, by the places of their contracts."""
        return {
            place: condition.of(self._contracts[place]).rule_id
            for number, (place, condition) in enumerate(self._conditions, self._mention + 1)
            if number not in possible and place in places
        }

    def _at(self, places: frozenset[int]) -> tuple[Contract, ...]:
        return tuple([self._contracts[place] for place in sorted(places)])

    def _of_plain(self, path: str, data: bytes, plan: Plan) -> Result:
        if plan.may_be_clean and not plan.unwanted and not plan.required:
            return None
        text = data.decode("ascii")
        known = self._known(text, plan) if "\r" not in text else {}
        if plan.may_be_clean and known and _shows_clean(known, plan):
            return None
        return self._of_file(ProposedFile(path, text), plan, known)

    def _of_encoded(self, path: str, data: bytes) -> Result:
        """Return the result of a file whose bytes do not hold the literals of its text."""
        file = file_of(path, data)
        if isinstance(file, Skip):
            return file.reason
        contracts = self.judge.selection.contracts_for(path)
        verdict = judge_file(self.judge, file, contracts, search=self._filtered_search)
        return None if is_trivial(verdict, contracts) else packed(verdict)

    def _known(self, text: str, plan: Plan) -> dict[str, Searched]:
        """Return what the engine would find for each contract; *text* is what it would search."""
        return {
            contract.rule_id: self._search(contract, text)
            for contract in (*plan.unwanted, *plan.required)
        }

    def _of_file(self, file: ProposedFile, plan: Plan, known: dict[str, Searched]) -> Result:
        verdict = judge_file(
            plan.judge,
            file,
            plan.contracts,
            search=self._search,
            known={**plan.impossible, **known},
        )
        return None if is_trivial(verdict, plan.contracts) else packed(verdict)


def _is_plain(data: bytes, glance: Glance) -> bool:
    """Tell whether a file of these bytes is judged, as the text that they are in ASCII."""
    if len(data) > MAXIMUM_BYTES:
        return False
    return glance.is_usual or (data.isascii() and not is_binary_ascii(data))


def _shows_clean(known: Mapping[str, Searched], plan: Plan) -> bool:
    for contract in plan.unwanted:
        if any(known[contract.rule_id]):
            return False
    return all(known[contract.rule_id][0] for contract in plan.required)


def judge_paths(
    files: ManyFiles,
    paths: Sequence[str],
    *,
    cache: ResultCache | None,
    shown: Shown | None = None,
    workers: int | None = None,
) -> Judged:
    """Return what the judge of *files* says of those at *paths*, as they are on disk.

    *workers* is the number of processes; by default as many as are worth it.
    """
    results = cache.known(files.root, paths) if cache else {}
    unknown = [path for path in paths if path not in results]
    if unknown:
        files.prepare(unknown)  # once, and not in each process
        found = spread(files.results, unknown, count=workers or processes(len(unknown)))
        each = shown(found, len(unknown)) if shown else found
        for path, (identity, result) in zip(unknown, each, strict=True):
            results[path] = result
            if cache:
                cache.keep(path, identity, result)
    return _sorted_out(results.items())


def _sorted_out(results: Iterable[tuple[str, Result]]) -> Judged:
    clean: list[str] = []
    verdicts: list[FileVerdict] = []
    skipped: list[Skip] = []
    for path, result in results:
        if result is None:
            clean.append(path)
        elif isinstance(result, str):
            skipped.append(Skip(path, result))
        else:
            verdicts.append(unpacked(result))
    return Judged(tuple(verdicts), tuple(skipped), tuple(clean))
