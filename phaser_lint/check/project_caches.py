"""What is kept of a project between its scans, as far as a run reads or writes it."""

from __future__ import annotations

from phaser_lint.check.project_inputs import cache_folder_of
from phaser_lint.check.result_cache import (
    ListingCache,
    ResultCache,
    cache_file,
    cache_key,
    program_key,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.project_options import ProjectOptions


def listing_cache(root: str, options: ProjectOptions, *, started_at: int) -> ListingCache | None:
    """Return what is stored of folders for a run that *started_at* then (ns).

    ``None`` where only git tells.
    """
    folder, key = cache_folder_of(options), program_key()
    if options.state.is_in_git or options.tracked or not folder or key is None:
        return None
    return ListingCache(cache_file(folder, "listings", root=root, key=key), started_at=started_at)


def result_cache(
    checker: Checker, root: str, options: ProjectOptions, *, started_at: int
) -> ResultCache | None:
    """Return what is stored of the *checker*'s verdicts for a run that *started_at* then (ns).

    ``None`` where none is stored.
    """
    folder = cache_folder_of(options)
    if options.state.kept_by != "disk" or not folder or not checker.contracts.contracts:
        return None
    key = cache_key(checker)
    if key is None:
        return None
    return ResultCache(cache_file(folder, "results", root=root, key=key), started_at=started_at)
