"""What is kept of a project between its scans, as far as a run reads or writes it."""

from __future__ import annotations

from phaser_lint.check.project_inputs import cache_folder_of
from phaser_lint.check.result_cache import (
    ListingCache,
    ResultCache,
    cache_file,
    key_of,
    program_key,
)
from phaser_lint.core import Record
from phaser_lint.text.search.literals.automaton import restored_automaton
from phaser_lint.text.search.literals.hyperscan_engine import engine_identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.core.cache_file import CacheFile
    from phaser_lint.text.search.literals.automaton import Automaton, Sought


def listing_cache(root: str, options: ProjectOptions, *, now: int) -> ListingCache | None:
    """Return what folders were known to hold at *now*; ``None`` where git alone tells."""
    folder, key = cache_folder_of(options), program_key()
    if options.staged or options.tracked or not folder or key is None:
        return None
    return ListingCache(cache_file(folder, "listings", root=root, key=key), now=now)


def result_cache(
    checker: Checker, root: str, options: ProjectOptions, *, now: int
) -> ResultCache | None:
    """Return the results of the *checker* that were known at *now*; ``None`` where none is kept."""
    folder = cache_folder_of(options)
    if options.staged or options.text is not None or not folder or not checker.contracts.contracts:
        return None
    key = key_of(checker)
    if key is None:
        return None
    return ResultCache(cache_file(folder, "results", root=root, key=key), now=now)


def automata(root: str, options: ProjectOptions, *, now: int) -> AutomatonCache | None:
    """Return the automata that earlier scans made; ``None`` where none is kept."""
    folder = cache_folder_of(options)
    return AutomatonCache(folder, root, now) if folder else None


# Automata of earlier scans, kept: to choose and compile one takes as long as to read many files.
#
# One counts only for the same patterns, project, program, release of the engine and processor, and
# for about as many files: what it looks for was chosen by a sample of them. Garbled, cut short,
# made on another machine: a miss, which is slower, never different.


class AutomatonCache(Record):
    """The kept automata of the project at ``root``; ``now`` is the time (ns) of this run."""

    folder: str
    root: str
    now: int

    def known(self, patterns: Sequence[Sought], *, files: int) -> Automaton | None:
        """Return the automaton that was kept for *patterns* and so many *files*."""
        key = _key(patterns, files)
        kept = self._file(key).read() if key else None
        if not kept or kept[0] != key:
            return None
        return restored_automaton(patterns, kept[1], kept[2])

    def keep(self, patterns: Sequence[Sought], made: Automaton, *, files: int) -> None:
        """Keep what was *made* of *patterns* for so many *files*, where anything was."""
        key, stored = _key(patterns, files), made.stored()
        if key is None or stored is None:
            return
        file = self._file(key)
        if file.write((key, *stored)):
            file.discard_unused(now=self.now)

    def _file(self, key: str) -> CacheFile:
        return cache_file(self.folder, "automata", root=self.root, key=key)


def _key(patterns: Sequence[Sought], files: int) -> str | None:
    program, engine = program_key(), engine_identity()
    if program is None or engine is None:
        return None
    return repr((program, engine, tuple(map(tuple, patterns)), files.bit_length()))
