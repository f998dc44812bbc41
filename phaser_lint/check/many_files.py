"""Checking many files on disk: the verdicts of ``file_verdict``, sooner.

A file's bytes are read once. One pass over them (``literals.automaton``) tells which patterns can
match at all; if none can, and nothing in the file needs a closer look, it is clean. Everything else
goes to the engine with the contracts that were ruled out. What a file gave is plain data
(``check.results``), so that it can come from another process or from the result cache.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.check.engine.check import contracts_for_skipped, selected_for
from phaser_lint.check.engine.file_verdict import FileVerdicts, check_file, meets_facts, patient
from phaser_lint.check.results import Sharing, is_trivial, packed, unpacked
from phaser_lint.contract.rules import broken_in_file_by, pattern_in_text
from phaser_lint.contract.rules.rule import required_conditions
from phaser_lint.core import Record
from phaser_lint.core.checked_files import ProposedFile, Skip
from phaser_lint.core.text import is_binary_ascii, is_notebook, is_utf_16
from phaser_lint.core.workers import processes, spread
from phaser_lint.project.disk import file_of, unread
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.links import LEADS_TO_NOTHING, LinkTarget, target_on_disk
from phaser_lint.project.regular_file import (
    MAXIMUM_BYTES,
    NOT_REGULAR,
    NotRegularError,
    identity_of,
    read_known,
    read_listed,
)
from phaser_lint.text.search.literals.automaton import Sought, automaton
from phaser_lint.text.search.searcher import Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.file_verdict import FileVerdict, Searched
    from phaser_lint.check.project_caches import AutomatonCache
    from phaser_lint.check.result_cache import ResultCache
    from phaser_lint.check.results import Result
    from phaser_lint.contract.model import Contract, ContractKey
    from phaser_lint.contract.rules.rule import Cause
    from phaser_lint.project.regular_file import Identity
    from phaser_lint.text.search.literals.automaton import Automaton, Glance, Sample

    Shown: TypeAlias = Callable[[Iterator[Any], int], Iterator[Any]]
    """Passes results on as they come, of so many in all: a progress bar."""


# Of so many files it is seen which literals tell something; of one no more than its beginning.
_MOST_SAMPLES = 32
# Of five hundred patterns half of a first scan of Django would be to look for each in each sample.
_MOST_LOOKS, _FEWEST_SAMPLES = 8_000, 16
_SAMPLE_BYTES = 64 * 1024
# Importing and preparing it takes as long as searching this many files for one literal after the
# other.
_WORTH_AN_ENGINE = 48


class ManyFiles:
    """What the *checker* finds in the files at *root*; ``results`` takes paths relative to it.

    *special* are those that are no regular files, where a listing says which; *disk* knows the
    links among them, and *automata* are those of earlier runs.
    """

    def __init__(
        self,
        checker: Checker,
        root: str,
        *,
        special: frozenset[str] | None = None,
        disk: DiskFiles | None = None,
        automata: AutomatonCache | None = None,
    ) -> None:
        self.checker = checker
        self.root = root
        self._special, self._automata = special, automata
        self._disk = disk or DiskFiles(root)
        # In plain text nothing is searched for that the automaton has ruled out.
        self._search = patient(Searcher(filtered=False), checker)
        self._filtered_search = patient(Searcher(), checker)
        self._folder = os.path.join(root, "")
        self.plans = Plans(checker)
        self._automaton: Automaton | None = None

    def prepare(self, paths: Sequence[str]) -> Automaton:
        """Return what files are glanced at with, made once, for those at *paths*."""
        if self._automaton is None:
            self._automaton = self._made(self.plans.patterns(), paths)
            if self._automaton.asks_supersets:
                # Here: of files that did not change nothing is searched.
                from phaser_lint.text.search.superset_starts import SupersetStarts

                starts, checker = SupersetStarts(), self.checker
                self._search = patient(Searcher(filtered=False, starts=starts), checker)
                self._filtered_search = patient(Searcher(starts=starts), checker)
        return self._automaton

    def _made(self, patterns: Sequence[Sought], paths: Sequence[str]) -> Automaton:
        files = len(paths)
        if files < _WORTH_AN_ENGINE:
            return automaton(patterns)
        known = self._automata.known(patterns, files=files) if self._automata else None
        if known is not None:
            return known
        from phaser_lint.text.search.supersets.of_pattern import (
            superset_of,  # what is kept has its own
        )

        samples = self._samples(paths, patterns=len(patterns))
        made = automaton(patterns, samples, files=files, superset_of=superset_of)
        if self._automata:
            self._automata.keep(patterns, made, files=files)
        return made

    def _samples(self, paths: Sequence[str], *, patterns: int) -> list[Sample]:
        """Return the bytes of some of *paths*, and which of so many *patterns* they may hold."""
        most = max(_FEWEST_SAMPLES, min(_MOST_SAMPLES, _MOST_LOOKS // patterns))
        some = paths[:: -(-len(paths) // most)]
        read = [(path, self._read(path)[1]) for path in some]
        return [
            (data[:_SAMPLE_BYTES], self.plans.looked_for(path))
            for path, data in read
            if isinstance(data, bytes) and not is_utf_16(data)
        ]

    def results(self, paths: Sequence[str]) -> list[tuple[Identity | None, Result]]:
        """Return, for each of *paths*, the file's identity before it was read, and its result."""
        prepared = self.prepare(paths)
        return [self._result(path, prepared) for path in paths]

    def _result(self, path: str, prepared: Automaton) -> tuple[Identity | None, Result]:
        identity, data = self._read(path)
        if isinstance(data, Skip):
            return identity, self._of_skip(data)
        if isinstance(data, ProposedFile):
            return identity, self._of_link(data)
        # Whether a contract checks it is for the engine to decide, whatever the file holds.
        is_unknown = bool(self.checker.selection.unknown(path))
        if is_unknown or is_utf_16(data) or is_notebook(path):
            return identity, self._of_encoded(path, data)
        glance = prepared.look(data)
        plan = self.plans.plan_for(path, glance.possible)
        if _is_plain(data, glance):
            return identity, self._of_plain(path, data, plan)
        file = file_of(path, data, identity[0] if identity else None)
        if isinstance(file, Skip):
            return identity, self._of_skip(file)
        return identity, self._of_file(file, plan, {})

    def _read(self, path: str) -> tuple[Identity | None, bytes | ProposedFile | Skip]:
        """Return the file's identity and its bytes, or why it is skipped.

        For a link the file that it leads to, without an identity: nothing of the link shows what
        becomes of that.
        """
        full = self._folder + path
        if self._special is None or path in self._special:
            target = self._disk.links.target(path)
            if target is not None:
                return None, self._disk.read_link(path, target)
        else:
            try:
                status, data = read_listed(full, limit=MAXIMUM_BYTES + 1)
                return identity_of(status), data
            except OSError:
                pass  # what follows finds out why
        identity = None
        try:
            status = os.lstat(full)
            identity = identity_of(status)
            if stat.S_ISLNK(status.st_mode):  # which it became since it was listed
                target = target_on_disk(self.root, path) or LinkTarget(why=LEADS_TO_NOTHING)
                return None, self._disk.read_link(path, target)
            return identity, read_known(full, status, limit=MAXIMUM_BYTES + 1)
        except NotRegularError:
            return identity, Skip(path, NOT_REGULAR)
        except OSError as error:
            return identity, unread(path, error)

    def _of_plain(self, path: str, data: bytes, plan: Plan) -> Result:
        may_be_clean = plan.may_be_clean and all(
            meets_facts(contract, path, data, search=self._search) for contract in plan.of_facts
        )
        if may_be_clean and not plan.unwanted and not plan.required:
            return None
        text = data.decode("ascii")
        known = self._known(path, text, plan) if "\r" not in text else {}
        if may_be_clean and known and _shows_clean(known, plan):
            return None
        return self._of_file(ProposedFile(path, text), plan, known)

    def _of_encoded(self, path: str, data: bytes) -> Result:
        """Return the result of a file whose bytes do not hold the literals of its text."""
        file = file_of(path, data)
        if isinstance(file, Skip):
            return self._of_skip(file)
        contracts = self.checker.selection.contracts_for(path)
        verdict = check_file(self.checker, file, contracts, search=self._filtered_search)
        return None if is_trivial(verdict, contracts) else packed(verdict, of_all=True)

    def _of_link(self, linked: ProposedFile | Skip) -> Result:
        """Return what the file that a link leads to gives under the name of the link."""
        file, contracts = selected_for(self.checker.selection, linked)
        if isinstance(file, Skip):
            return self._of_skip(file)
        return packed(check_file(self.checker, file, contracts, search=self._filtered_search))

    def _of_skip(self, skip: Skip) -> Result:
        """Return why a file is skipped, or what its name and its size break."""
        contracts = contracts_for_skipped(skip, self.checker.selection.contracts_for(skip.path))
        if not contracts:
            return skip.reason
        verdict = check_file(self.checker, skip, contracts, search=self._filtered_search)
        return skip.reason if is_trivial(verdict, contracts) else packed(verdict)

    def _known(self, path: str, text: str, plan: Plan) -> dict[str, Searched]:
        """Return what the engine would find for each contract; *text* is what it would search."""
        return {
            contract.rule_id: self._search(contract, text, path)
            for contract in (*plan.unwanted, *plan.required)
        }

    def _of_file(self, file: ProposedFile, plan: Plan, known: dict[str, Searched]) -> Result:
        verdict = check_file(
            plan.checker,
            file,
            plan.contracts,
            search=self._filtered_search,
            known={**plan.impossible, **known},
        )
        trivial = is_trivial(verdict, plan.contracts)
        return None if trivial else packed(verdict, of_all=True)


def _is_plain(data: bytes, glance: Glance) -> bool:
    """Tell whether a file of these bytes is checked, as the text that they are in ASCII."""
    if len(data) > MAXIMUM_BYTES:
        return False
    return glance.is_usual or (data.isascii() and not is_binary_ascii(data))


def _shows_clean(known: Mapping[str, Searched], plan: Plan) -> bool:
    for contract in plan.unwanted:
        if any(known[contract.rule_id]):
            return False
    return all(known[contract.rule_id][0] for contract in plan.required)


def check_paths(
    files: ManyFiles,
    paths: Sequence[str],
    *,
    cache: ResultCache | None,
    shown: Shown | None = None,
    workers: int | None = None,
) -> FileVerdicts:
    """Return what the checker of *files* finds in those at *paths*, as they are on disk.

    *workers* is the number of processes; by default as many as are worth it.
    """
    results = cache.known(files.root, paths) if cache else {}
    unknown = [path for path in paths if path not in results]
    sharing = Sharing()
    if unknown:
        files.prepare(unknown)  # once, and not in each process
        found = spread(files.results, unknown, count=workers or processes(len(unknown)))
        each = shown(found, len(unknown)) if shown else found
        for path, (identity, result) in zip(unknown, each, strict=True):
            results[path] = sharing.of(result)
            if cache:
                cache.keep(path, identity, results[path])
    # In this order the report does not depend on what was known of the files.
    return _sorted_out(((path, results[path]) for path in paths), files.plans)


def _sorted_out(results: Iterable[tuple[str, Result]], plans: Plans) -> FileVerdicts:
    clean: list[str] = []
    verdicts: list[FileVerdict] = []
    skipped: list[Skip] = []
    for path, result in results:
        if result is None:
            clean.append(path)
        elif isinstance(result, str):
            skipped.append(Skip(path, result))
        else:
            verdict = unpacked(result, selecting=plans.selecting(path))
            verdicts.append(verdict)
            if verdict.skipped:
                skipped.append(Skip(path, verdict.skipped))
    return FileVerdicts(tuple(verdicts), tuple(skipped), tuple(clean))


# How to look at a file, by the contracts that select it and by those that may match in it.
#
# Hundreds of files share an answer.

# What a file must hold for a directive to stand in it, in the form of a pattern's requirement.
_DIRECTIVE = Sought((((), ("phaser",)),))
_NO_MATCH: Searched = ((), "")


class Plan(Record):
    """What is to be done with a file, by the contracts that select it and those that may match."""

    contracts: Sequence[Contract]
    """Those that select it, but for those that a match alone can break and that have none."""
    impossible: dict[str, Searched]
    """Those of them whose pattern cannot match, as the engine takes what is known."""
    checker: Checker
    """By which directives count only where one may stand in it."""
    unwanted: tuple[Contract, ...]
    """Those whose pattern may match, and must not."""
    required: tuple[Contract, ...]
    """Those whose pattern may match, and has to."""
    of_facts: tuple[Contract, ...]
    """Those that check its name, or its size."""
    may_be_clean: bool


class _Classes(Record):
    """The places of contracts, by what their matches say of a file; the others ask for none."""

    unwanted: frozenset[int]
    """A match breaks the contract, or is worth knowing: the tree as a whole has to meet it."""
    required: frozenset[int]
    """The lack of a match breaks it."""
    by_match: frozenset[int]
    """Without a match there is nothing to report of the file, whatever else a contract asks."""
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
    """The plans of a *checker*.

    A contract is known by its place among all of them, a directive by the next one, and the
    conditions of contracts by those after it.
    """

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._contracts = checker.contracts.contracts
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
        return (*self._checker.selection.places_for(path), *always)

    def selecting(self, path: str) -> frozenset[ContractKey]:
        """Return the contracts that select the file at *path*; the same object for many."""
        places = self._checker.selection.places_for(path)
        if places not in self._keys:
            self._keys[places] = frozenset([self._contracts[place].key for place in places])
        return self._keys[places]

    def plan_for(self, path: str, possible: frozenset[int]) -> Plan:
        """Return how to look at the file at *path*, in which *possible* may match."""
        key = self._checker.selection.places_for(path), possible
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
        # A file that a contract does not check need not hold what it requires.
        required = self._classes.required.difference(unmet)
        return Plan(
            contracts=self._at(selecting - silent),
            impossible=dict.fromkeys(
                [*(self._contracts[place].rule_id for place in cannot - silent), *unmet.values()],
                _NO_MATCH,
            ),
            checker=self._checker._replace(ignores=self._checker.ignores and mentioned),
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
