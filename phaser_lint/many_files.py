"""Judging many files on disk: the verdicts of ``file_verdict``, sooner.

A file's bytes are read once. One pass over them (``literal_automaton``) tells which patterns can
match at all; if none can, and nothing in the file needs a closer look, it is clean. Everything else
goes to the engine with the contracts that were ruled out. Results are plain data, so that they can
come from another process or from the result cache.

A result is ``None`` for a clean file, a text for the reason why a file was skipped, or a packed
``FileVerdict``.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.directives import Directive, Directives, Malformed
from phaser_lint.file_verdict import FileVerdict, judge_file
from phaser_lint.inputs.disk import file_of
from phaser_lint.inputs.regular_file import (
    MAXIMUM_BYTES,
    NOT_REGULAR,
    NotRegularError,
    read_bytes,
)
from phaser_lint.literal_automaton import LiteralAutomaton
from phaser_lint.model import Notice, Skip, Undecided, Violation
from phaser_lint.record import Record
from phaser_lint.search import Searcher
from phaser_lint.text import is_binary
from phaser_lint.workers import processes, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.model import Contract, ContractSet, Limits
    from phaser_lint.result_cache import ResultCache
    from phaser_lint.selection import Selection

    Result: TypeAlias = str | tuple[Any, ...] | None
    Shown: TypeAlias = Callable[[Iterator[Result], int], Iterator[Result]]
    """Passes results on as they come, of so many in all: a progress bar."""

SYMBOLIC_LINK = "symbolic link"
_FORBIDDING = ("forbid_pattern", "file_not_contains")
# What a file must hold for a directive to stand in it, in the form of a pattern's requirement.
_DIRECTIVE = (((), ("phaser",)),)


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
        self._searcher = Searcher()
        self._folder = os.path.join(root, "")
        requirements = [contract.requirement for contract in contracts.contracts]
        self._mention = len(requirements)
        self._automaton = LiteralAutomaton([*requirements, _DIRECTIVE])
        self._forbidding: dict[tuple[int, ...], bool] = {}

    def judge(self, paths: Sequence[str]) -> list[Result]:
        """Return the result of each of *paths*."""
        return [self._judge(path) for path in paths]

    def _judge(self, path: str) -> Result:
        full = self._folder + path
        try:
            if stat.S_ISLNK(os.lstat(full).st_mode):
                return SYMBOLIC_LINK
            data = read_bytes(full, limit=MAXIMUM_BYTES + 1)
        except NotRegularError:
            return NOT_REGULAR
        except OSError as error:
            return f"cannot be read: {error.strerror or error}"
        places = self._selection.places_for(path)
        possible = self._automaton.possible(data)
        if self._is_clean(data, places, possible):
            return None
        return self._look_closer(path, data, places, possible)

    def _is_clean(self, data: bytes, places: tuple[int, ...], possible: frozenset[int]) -> bool:
        """Tell whether the bytes alone show that nothing is wrong with the file."""
        return (
            possible.isdisjoint(places)
            and self._only_forbid(places)
            and data.isascii()
            and len(data) <= MAXIMUM_BYTES
            and self._mention not in possible
            and not is_binary(data.decode("ascii"))
        )

    def _only_forbid(self, places: tuple[int, ...]) -> bool:
        known = self._forbidding.get(places)
        if known is None:
            contracts = self._selection.contracts_at(places)
            known = all(contract.type in _FORBIDDING for contract in contracts)
            self._forbidding[places] = known
        return known

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
            ignores=self._ignores,
            possible={
                contract.rule_id
                for place, contract in zip(places, contracts, strict=True)
                if place in possible
            },
        )
        return None if is_trivial(verdict, contracts) else packed(verdict)


def is_trivial(verdict: FileVerdict, contracts: Sequence[Contract]) -> bool:
    """Tell whether a verdict says no more than that the file was checked."""
    says = verdict.violations or verdict.suppressed or verdict.undecided or verdict.notices
    meets_tree = any(
        contract.scope == "tree" and contract.rule_id in verdict.met for contract in contracts
    )
    return not says and not meets_tree and not verdict.directives.directives


def packed(verdict: FileVerdict) -> tuple[Any, ...]:
    """Return the verdict as plain tuples and texts."""
    return tuple(_plain(part) for part in verdict)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return frozenset(map(_plain, value)) if isinstance(value, frozenset) else value


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
    root: str,
    paths: Sequence[str],
    contracts: ContractSet,
    *,
    selection: Selection,
    limits: Limits,
    ignores: bool,
    cache: ResultCache | None,
    shown: Shown | None = None,
    workers: int | None = None,
) -> Judged:
    """Return what *contracts* say of the files at *paths* under *root*, as they are on disk.

    *workers* is the number of processes; by default as many as are worth it.
    """
    results: dict[str, Result] = {}
    unknown: list[str] = []
    identities = {}
    for path in paths:
        identity, is_known, result = cache.known(root, path) if cache else (None, False, None)
        if is_known:
            results[path] = result
        else:
            unknown.append(path)
            identities[path] = identity
    found: Iterator[Result] = iter(())
    if unknown:
        judge = ManyFiles(root, contracts, selection=selection, limits=limits, ignores=ignores)
        found = spread(judge.judge, unknown, count=workers or processes(len(unknown)))
    for path, result in zip(unknown, shown(found, len(unknown)) if shown else found, strict=True):
        results[path] = result
        if cache:
            cache.keep(path, identities[path], result)
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
