"""Sets of files: those for which the other globs of a contract become the same.

Where these globs have fields (see ``path_fields``) a contract is checked for each set by itself.
"""

from __future__ import annotations

from phaser_lint.contract.rules import has_sets
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.contract.model import Contract
    from phaser_lint.text.globs import CompiledGlobs


class OtherGlobs(Record):
    """What the other globs of a contract become for a file, as texts and compiled.

    Without fields there are no texts: they are the contract's own.
    """

    globs: tuple[str, ...]
    compiled: CompiledGlobs


class FileSet(Record):
    """Some files, and what goes with them."""

    others: OtherGlobs
    paths: tuple[str, ...]


def sets_of(contract: Contract, paths: Iterable[str]) -> tuple[list[FileSet], dict[str, str]]:
    """Return the sets of *paths*, and why of others it cannot be known which they belong to."""
    if not has_sets(contract):
        return [FileSet(OtherGlobs((), contract.own_globs), tuple(paths))], {}
    from phaser_lint.contract.rules import path_fields  # here: few contracts have fields

    search, reasons = path_fields.path_search(contract), dict[str, str]()
    paths_by_globs: dict[tuple[str, ...], list[str]] = {}
    for path in paths:
        try:
            paths_by_globs.setdefault(path_fields.others_of(contract, path, search), []).append(
                path
            )
        except TimeoutError as error:
            reasons[path] = str(error)
    compiled_by_globs = {
        globs: path_fields.compiled_others(contract, globs) for globs in paths_by_globs
    }
    return [
        FileSet(OtherGlobs(key, compiled_by_globs[key]), tuple(set_paths))
        for key, set_paths in paths_by_globs.items()
    ], reasons


def globs_of_set(contract: Contract, path: str) -> tuple[str, ...] | None:
    """Return what tells the set of *path*: nothing without fields, ``None`` if it is not known."""
    sets, _ = sets_of(contract, (path,))
    return sets[0].others.globs if sets else None
