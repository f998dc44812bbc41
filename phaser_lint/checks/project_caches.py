"""What is kept of a project between its scans, as far as a run reads or writes it."""

from __future__ import annotations

from phaser_lint.checks.automaton_cache import AutomatonCache
from phaser_lint.checks.project_inputs import cache_folder_of
from phaser_lint.checks.result_cache import (
    ListingCache,
    ResultCache,
    cache_path,
    key_of,
    program_key,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.checks.project_options import ProjectOptions
    from phaser_lint.engine.judge import Judge


def listing_cache(root: str, options: ProjectOptions, *, now: int) -> ListingCache | None:
    """Return what folders were known to hold at *now*; ``None`` where git alone tells."""
    folder, key = cache_folder_of(options), program_key()
    if options.staged or options.tracked or not folder or key is None:
        return None
    return ListingCache(cache_path(folder, root=root, key=key, kind="listings"), now=now)


def result_cache(
    judge: Judge, root: str, options: ProjectOptions, *, now: int
) -> ResultCache | None:
    """Return what files were known to give *judge* at *now*; ``None`` where none is kept."""
    folder = cache_folder_of(options)
    if options.staged or options.text is not None or not folder or not judge.contracts.contracts:
        return None
    key = key_of(judge)
    return None if key is None else ResultCache(cache_path(folder, root=root, key=key), now=now)


def automata(root: str, options: ProjectOptions, *, now: int) -> AutomatonCache | None:
    """Return the automata that earlier scans made; ``None`` where none is kept."""
    folder = cache_folder_of(options)
    return AutomatonCache(folder, root, now) if folder else None
