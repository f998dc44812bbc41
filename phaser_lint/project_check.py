"""Many files of a project checked: known results from the cache, the rest on all cores."""

from __future__ import annotations

from phaser_lint.many_files import ManyFiles, unpacked
from phaser_lint.model import Skip
from phaser_lint.record import Record
from phaser_lint.workers import processes, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phaser_lint.engine import FileVerdict
    from phaser_lint.many_files import Result
    from phaser_lint.model import ContractSet, Limits
    from phaser_lint.result_cache import ResultCache
    from phaser_lint.selection import Selection

    Shown = Callable[[Iterator[Result], int], Iterator[Result]]
    """Passes results on as they come, of so many in all: a progress bar."""


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
