"""Judging many files on disk: the verdicts of ``file_verdict``, sooner.

A file's bytes are read once. One pass over them (``literals.automaton``) tells which patterns can
match at all; if none can, and nothing in the file needs a closer look, it is clean. Everything else
goes to the engine with the contracts that were ruled out. Results are plain data, so that they can
come from another process or from the result cache.

A result is ``None`` for a clean file, a text for the reason why a file was skipped, or a packed
``FileVerdict``.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.engine.directives import Directive, Directives, Malformed
from phaser_lint.engine.file_verdict import FileVerdict, judge_file
from phaser_lint.identity import identity_of
from phaser_lint.inputs.disk import file_of
from phaser_lint.inputs.regular_file import (
    MAXIMUM_BYTES,
    NOT_REGULAR,
    NotRegularError,
    read_known,
)
from phaser_lint.literals.automaton import LiteralAutomaton
from phaser_lint.model import Notice, Skip, Undecided, Violation
from phaser_lint.record import Record
from phaser_lint.search import Searcher
from phaser_lint.text import is_binary_ascii
from phaser_lint.workers import processes, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.checks.result_cache import ResultCache
    from phaser_lint.identity import Identity
    from phaser_lint.model import Contract, ContractSet, Limits
    from phaser_lint.selection import Selection

    Result: TypeAlias = str | tuple[Any, ...] | None
    Shown: TypeAlias = Callable[[Iterator[Any], int], Iterator[Any]]
    """Passes results on as they come, of so many in all: a progress bar."""

SYMBOLIC_LINK = "symbolic link"
_FORBIDDING = ("forbid_pattern", "file_not_contains")
_REQUIRING = ("require_pattern", "file_contains")
# What a file must hold for a directive to stand in it, in the form of a pattern's requirement.
_DIRECTIVE = (((), ("phaser",)),)


class ShortLook(Record):
    """What is left to be searched for in a file that is clean at a glance."""

    unwanted: tuple[Contract, ...]
    """Those whose pattern may match, and must not."""
    required: tuple[Contract, ...]
    """Those whose pattern must match, and may."""


class ManyFiles:
    """The judge of a project's files; ``judge`` takes paths relative to the root."""

    def __init__(
        self,
        root: str,
        contracts: ContractSet,
        *,
        selection: Selection,
        limits: Limits,
        ignores: bool,
    ) -> None:
        self._selection = selection
        self._limits = limits
        self._ignores = ignores
        # Nothing is searched for that the automaton has ruled out.
        self._searcher = Searcher(filtered=False)
        self._folder = os.path.join(root, "")
        self._contracts = contracts.contracts
        self._mention = len(contracts.contracts)
        self._automaton: LiteralAutomaton | None = None
        self._looks: dict[tuple[tuple[int, ...], frozenset[int]], ShortLook | None] = {}

    def prepare(self) -> LiteralAutomaton:
        """Return the automaton, made once: it takes as long as judging a hundred files."""
        if self._automaton is None:
            requirements = [contract.requirement for contract in self._contracts]
            self._automaton = LiteralAutomaton([*requirements, _DIRECTIVE])
        return self._automaton

    def judge(self, paths: Sequence[str]) -> list[tuple[Identity | None, Result]]:
        """Return, for each of *paths*, the file's identity before it was read, and its result."""
        automaton = self.prepare()
        return [self._judge(path, automaton) for path in paths]

    def _judge(self, path: str, automaton: LiteralAutomaton) -> tuple[Identity | None, Result]:
        full = self._folder + path
        identity = None
        try:
            status = os.lstat(full)
            identity = identity_of(status)
            if stat.S_ISLNK(status.st_mode):
                return identity, SYMBOLIC_LINK
            data = read_known(full, status, limit=MAXIMUM_BYTES + 1)
        except NotRegularError:
            return identity, NOT_REGULAR
        except OSError as error:
            return identity, f"cannot be read: {error.strerror or error}"
        places = self._selection.places_for(path)
        possible = automaton.possible(data)
        if self._is_clean(data, places, possible):
            return identity, None
        return identity, self._look_closer(path, data, places, possible)

    def _is_clean(self, data: bytes, places: tuple[int, ...], possible: frozenset[int]) -> bool:
        """Tell whether a short look shows that nothing is wrong with the file."""
        key = places, possible
        look = self._looks[key] if key in self._looks else self._look_for(*key)
        if look is None or not data.isascii() or len(data) > MAXIMUM_BYTES or is_binary_ascii(data):
            return False
        if not look.unwanted and not look.required:
            return True
        return b"\r" not in data and self._is_kept(data.decode("ascii"), look)

    def _look_for(self, places: tuple[int, ...], possible: frozenset[int]) -> ShortLook | None:
        """Return what to search for; ``None`` if that would not do. Hundreds of files share it."""
        required = [place for place in places if _is_required(self._contracts[place])]
        look = None
        if possible.issuperset(required) and self._mention not in possible:
            unwanted = [
                self._contracts[place]
                for place in possible.intersection(places)
                if _is_unwanted(self._contracts[place])
            ]
            look = ShortLook(tuple(unwanted), tuple(self._contracts[place] for place in required))
        self._looks[places, possible] = look
        return look

    def _is_kept(self, text: str, look: ShortLook) -> bool:
        try:
            return not any(self._finds(contract, text) for contract in look.unwanted) and all(
                self._finds(contract, text) for contract in look.required
            )
        except (TimeoutError, MemoryError, RuntimeError):
            return False  # the closer look says which contract is undecided, and why

    def _finds(self, contract: Contract, text: str) -> bool:
        return self._searcher.finds(contract, text, seconds=self._limits.pattern_seconds)

    def _look_closer(
        self, path: str, data: bytes, places: tuple[int, ...], possible: frozenset[int]
    ) -> Result:
        file = file_of(path, data)
        if isinstance(file, Skip):
            return file.reason
        contracts = self._selection.contracts_at(places)
        verdict = judge_file(
            file,
            contracts,
            searcher=self._searcher,
            limits=self._limits,
            ignores=self._ignores and self._mention in possible,
            possible={
                contract.rule_id
                for place, contract in zip(places, contracts, strict=True)
                if place in possible
            },
        )
        return None if is_trivial(verdict, contracts) else packed(verdict)


def _is_unwanted(contract: Contract) -> bool:
    # Where the tree as a whole has to meet a contract, a match is not wrong, but worth knowing.
    return contract.type in _FORBIDDING or contract.scope == "tree"


def _is_required(contract: Contract) -> bool:
    return contract.type in _REQUIRING and contract.scope != "tree"


def is_trivial(verdict: FileVerdict, contracts: Sequence[Contract]) -> bool:
    """Tell whether a verdict says no more than that the file was checked."""
    says = verdict.violations or verdict.suppressed or verdict.undecided or verdict.notices
    meets_tree = any(
        contract.scope == "tree" and contract.rule_id in verdict.met for contract in contracts
    )
    return not says and not meets_tree and not verdict.directives.directives


def packed(verdict: FileVerdict) -> tuple[Any, ...]:
    """Return the verdict as plain tuples and texts."""
    return (
        verdict.path,
        tuple(map(tuple, verdict.violations)),
        tuple(map(tuple, verdict.suppressed)),
        tuple(map(tuple, verdict.undecided)),
        tuple(map(tuple, verdict.notices)),
        tuple(tuple(map(tuple, part)) for part in verdict.directives),
        frozenset([(tuple(directive), rule_id) for directive, rule_id in verdict.used]),
        verdict.ran,
        verdict.met,
    )


def unpacked(packed_verdict: tuple[Any, ...]) -> FileVerdict:
    """Return the verdict that ``packed`` made plain."""
    path, violations, suppressed, undecided, notices, directives, used, ran, met = packed_verdict
    return FileVerdict(
        path,
        tuple(Violation(*each) for each in violations),
        tuple(Violation(*each) for each in suppressed),
        tuple(Undecided(*each) for each in undecided),
        tuple(Notice(*each) for each in notices),
        Directives(
            tuple(Directive(*each) for each in directives[0]),
            tuple(Malformed(*each) for each in directives[1]),
        ),
        frozenset((Directive(*directive), rule_id) for directive, rule_id in used),
        ran,
        met,
    )


class Judged(Record):
    """What the files gave: the clean ones, the others' verdicts, and what was skipped."""

    clean: tuple[str, ...]
    verdicts: tuple[FileVerdict, ...]
    skipped: tuple[Skip, ...]


def judge_paths(
    judge: ManyFiles,
    root: str,
    paths: Sequence[str],
    *,
    cache: ResultCache | None,
    shown: Shown | None = None,
    workers: int | None = None,
) -> Judged:
    """Return what *judge* says of the files at *paths* under *root*, as they are on disk.

    *workers* is the number of processes; by default as many as are worth it.
    """
    results = cache.known(root, paths) if cache else {}
    unknown = [path for path in paths if path not in results]
    if unknown:
        judge.prepare()  # once, and not in each process
        found = spread(judge.judge, unknown, count=workers or processes(len(unknown)))
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
    return Judged(tuple(clean), tuple(verdicts), tuple(skipped))
