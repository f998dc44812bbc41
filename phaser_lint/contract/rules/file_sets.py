"""Sets of files: those for which the other globs of a contract become the same.

Where these globs have fields (see ``path_fields``) a contract is checked for each set by itself.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES, filled_path_fields, has_file_sets
from phaser_lint.contract.selection import Selection
from phaser_lint.core import Record
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs import CompiledGlobs, selects_path
from phaser_lint.text.globs.compile_globs import compile_spelled_globs
from phaser_lint.text.globs.glob_syntax import list_selecting_globs
from phaser_lint.text.globs.path_index import PathIndex

_SPECIAL = frozenset("\\*?[")


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


def split_into_sets(
    contract: Contract, paths: Iterable[str]
) -> tuple[list[FileSet], dict[str, str]]:
    """Return the sets of files that *paths* make, and of others why their set is unknown."""
    if not has_file_sets(contract):
        return [FileSet(OtherGlobs((), contract.own_globs), tuple(paths))], {}

    search, reasons = filled_path_fields.make_path_search(contract), dict[str, str]()
    paths_by_globs: dict[tuple[str, ...], list[str]] = {}
    for path in paths:
        try:
            paths_by_globs.setdefault(
                filled_path_fields.fill_other_globs(contract, path, search), []
            ).append(path)
        except TimeoutError as error:
            reasons[path] = str(error)
    compiled_by_globs = {
        globs: filled_path_fields.compile_other_globs(contract, globs) for globs in paths_by_globs
    }
    return [
        FileSet(OtherGlobs(key, compiled_by_globs[key]), tuple(set_paths))
        for key, set_paths in paths_by_globs.items()
    ], reasons


def find_dependent_paths(
    contract: Contract, paths: Iterable[str], other_paths: Iterable[str]
) -> list[str]:
    """Return those of *paths* in a set of files, whose globs may select one of *other_paths*.

    Where each file of a package has its own list, a change of one file is no reason to read all.
    """
    search, index = filled_path_fields.make_path_search(contract), PathIndex(other_paths)
    is_met_by_globs: dict[tuple[str, ...], bool] = {}
    going_paths = []
    for path in paths:
        try:
            globs = filled_path_fields.fill_other_globs(contract, path, search)
        except TimeoutError:  # that it is undecided has to be reported
            going_paths.append(path)
            continue
        if globs not in is_met_by_globs:
            candidates = index.may_match(globs)
            tests = filled_path_fields.compile_other_globs(contract, globs) if candidates else ()
            is_met_by_globs[globs] = any(selects_path(tests, candidate) for candidate in candidates)
        if is_met_by_globs[globs]:
            going_paths.append(path)
    return going_paths


def select_for_change(
    selection: Selection, paths: Iterable[str], touched_paths: Sequence[str]
) -> list[str]:
    """Return those of *paths* that contracts on the tree read after a change of *touched_paths*: of
    files in sets that have their own lists only those of sets that it may concern.
    """
    contracts_by_place, read_paths = selection.contracts_read_for_tree(), set[str]()
    all_paths = [*paths] if contracts_by_place else []
    for place, contract in contracts_by_place.items():
        selected_paths = [path for path in all_paths if place in selection.places_for(path)]
        if "lists" in RULES[contract.type].needs and has_file_sets(contract):
            selected_paths = find_dependent_paths(contract, selected_paths, touched_paths)
        read_paths.update(selected_paths)
    return [path for path in all_paths if path in read_paths]


def find_set_globs(contract: Contract, path: str) -> tuple[str, ...] | None:
    """Return the globs of the set of *path*: nothing without fields, ``None`` if unknown."""
    sets, _ = split_into_sets(contract, (path,))
    return sets[0].others.globs if sets else None


def find_missing_lists(contract: Contract, others: OtherGlobs, paths: Iterable[str]) -> list[str]:
    """Return the lists that each have to hold an item (``lists: all``) and are not among *paths*:
    the files that a glob without wildcards names.
    """
    if contract.value_of("lists") != "all":
        return []
    list_paths, level = [*paths], name_level_folder(contract.level)
    missing_paths = []
    for glob in list_selecting_globs(others.globs or contract.value_of("listed_in")):
        name = glob.removeprefix("**/").lstrip("/")
        path = posixpath.join(level, name)
        # `README.md` and `**/de/a.md` name one in any folder, and `docs` all that lies in it.
        tests = (compile_spelled_globs((glob,), folder=level), ())
        if (
            _SPECIAL.isdisjoint(name)
            and selects_path(others.compiled, path)
            and not any(selects_path(tests, list_path) for list_path in list_paths)
        ):
            missing_paths.append(path)
    return missing_paths
