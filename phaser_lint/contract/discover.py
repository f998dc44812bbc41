"""Which contract files there are.

Places, the earlier wins on the same ``rule_id``: of each level, the nearest first,
``.claude/contracts`` and ``.phaser/contracts``; what the root's configuration includes, folders and
packs; then ``~/.phaser/contracts``. ``--contracts-dir`` replaces them all.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from phaser_lint.contract.model import Ignorable, Source, ToldLanguages
from phaser_lint.contract.packed_contracts import FileKey
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.project import explain_link_out, find_path_inside, make_relative_path
from phaser_lint.project.folders import DISK, Folders, resolve_path_once
from phaser_lint.project.levels import (
    USER_FOLDER,
    USER_LEVEL,
    Levels,
    is_contract_file,
    is_contract_name,
    join_levels,
    make_levels,
    name_level_folder,
)
from phaser_lint.text.globs import Tests
from phaser_lint.text.globs.compile_globs import is_folder_taken_out


class ContractPlace(Record):
    """One folder of contract files: its absolute path and how it is shown to the user."""

    folder: str
    shown: str
    source: Source
    level: str = ""
    """The level that its contracts are of."""
    root: str = ""
    """The folder that the globs are relative to."""
    bound: str = ""
    """The folder that no link may lead out of; empty for a place of the user's own choice."""


class Configuration(Record):
    """What the file says, and what is wrong with it.

    ``include`` are places of contracts, beside those of the levels; ``exclude`` are tests, and so
    are ``directives_as_text`` and ``branches``, which ``globs`` has as they are written, by their
    keys. ``named`` are the folders in the project and the packs that it is to include, whether they
    count or not.
    ``languages`` are those that it tells, and ``language_names`` these as they are written.
    """

    include: tuple[ContractPlace, ...] = ()
    exclude: Tests = ()
    directives_as_text: Tests = ()
    branches: Tests = ()
    problems: tuple[ContractProblem, ...] = ()
    globs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    named: tuple[str, ...] = ()
    languages: ToldLanguages = ()
    language_names: tuple[tuple[str, str], ...] = ()
    ignorable: Ignorable = True

    def written_globs(self, key: str) -> tuple[str, ...]:
        """Return the globs of the configuration's *key* as they are written."""
        return dict(self.globs).get(key, ())

    def globs_of_languages(self) -> tuple[str, tuple[str, ...]]:
        """Return the key of the languages, and the globs that have some."""
        return "languages", tuple([glob for glob, _ in self.language_names])


NOTHING = Configuration()


class ContractFile(Record):
    """A file of a place that has to be read, or what is there and cannot count: its ``problem``."""

    path: str
    shown: str
    place: ContractPlace
    problem: str = ""

    @property
    def key(self) -> FileKey:
        """What a discovered file's content is known by: one may be included at the root, too."""
        return self.path, self.place.level, self.place.source


class DiscoveredFiles(Record):
    """The places that count for the project at ``root``, and the contract files in them.

    Both are in order of precedence. ``folders`` are those that the files are read from, and
    ``folders_inside`` those of the places that lie under the root, relative to it.
    """

    root: str
    places: tuple[ContractPlace, ...]
    files: tuple[ContractFile, ...]
    configuration: Configuration = NOTHING
    folders: Folders = DISK
    folders_inside: tuple[str, ...] = ()


def with_contract_levels(levels: Levels, paths: Iterable[str], *, home: str) -> Levels:
    """Return *levels* with those of contract files at absolute *paths*, which no disk has."""
    known_folders = {home, *(level.folder for level in levels.levels)}
    folders = {
        os.path.dirname(os.path.dirname(os.path.dirname(path)))
        for path in paths
        if is_contract_file(path.replace(os.sep, "/"))
    }
    new_levels = make_levels(levels.root, folders - known_folders, home=home)
    return join_levels([levels, new_levels]) if new_levels.levels else levels


def discover_contract_files(
    levels: Levels,
    *,
    home: str = "",
    contracts_dir: str | None = None,
    configuration: Configuration = NOTHING,
    folders: Folders = DISK,
) -> DiscoveredFiles:
    """Discover the contract files of *levels*, and of what their *configuration* includes, and
    return them with their places.

    With *home* those of the user count, too. *contracts_dir* replaces all places; raises
    ``UsageError`` if it is no folder. *folders* are those of a revision, or of an editor.
    """
    if contracts_dir is not None:
        if not os.path.isdir(contracts_dir):
            expected = "expected a folder of contract files"
            raise UsageError(f"--contracts-dir: {expected}: {contracts_dir}")
        folder, shown_folder = os.path.abspath(contracts_dir), contracts_dir.rstrip("/") or "/"
        places: Sequence[ContractPlace] = [
            ContractPlace(
                folder=folder, shown=shown_folder, source="given", level="", root=levels.root
            )
        ]
        configuration = NOTHING
    else:
        exclude = configuration.exclude
        # A level in a folder that the configuration leaves out, such as a fixture's, is none.
        places = [
            place
            for place in list_contract_places(levels, home=home, included=configuration.include)
            if not (exclude and name_level_folder(place.level))
            or not is_folder_taken_out(name_level_folder(place.level), exclude)
        ]
    resolve = folders.resolve_links
    # Not on Windows: a junction there is no link that is looked for.
    if folders is DISK and os.name == "posix":
        resolve = partial(resolve_path_once, real_paths={})
    files = [
        file
        for place in places
        for file in list_contract_files(place, folders=folders, resolve=resolve)
    ]
    folders_inside = list[str]()
    for place in places:
        try:
            inside = find_path_inside(levels.root, resolve(place.folder))
        except OSError:  # of a revision: a link that leads out of it, which is a problem
            continue
        folders_inside += [] if inside is None else [inside]
    return DiscoveredFiles(
        root=levels.root,
        places=tuple(places),
        files=tuple(files),
        configuration=configuration,
        folders=folders,
        folders_inside=tuple(folders_inside),
    )


def list_contract_places(
    levels: Levels, *, home: str, included: Sequence[ContractPlace] = ()
) -> list[ContractPlace]:
    """Return the places in which contract files of *levels* are discovered, in order of precedence.

    Without *home* those of the project only. *included* are those that the configuration names.
    """
    places = []
    for level in levels.levels:
        shown_folder = level.name and f"{level.name}/"
        if levels.is_worktrees():
            shown_folder = f"{make_relative_path(level.folder, levels.root)}/"
        for name in level.contract_folders:
            place = ContractPlace(
                folder=os.path.join(level.folder, name),
                shown=f"{shown_folder}{name}",
                source="project",
                level=level.name,
                root=os.path.join(levels.root, level.name) if level.name else levels.root,
                bound=levels.base or levels.root,
            )
            places.append(place)
    places += included
    if home:
        folder = os.path.join(home, USER_FOLDER)
        places.append(
            ContractPlace(
                folder=folder,
                shown=f"~/{USER_FOLDER}",
                source="user",
                level=USER_LEVEL,
                root=levels.root,
            )
        )
    return places


def list_contract_files(
    place: ContractPlace,
    *,
    folders: Folders = DISK,
    resolve: Callable[[str], str] = os.path.realpath,
) -> list[ContractFile]:
    """Return the contract files of a *place* by name, and what stands there and cannot be one.

    *resolve* returns a folder's path without links.
    """
    # A revision follows no link that leads out by itself.
    bound = place.bound if folders is DISK else ""
    problem = ""
    try:
        names = sorted(folders.names(place.folder))
    except OSError as error:
        is_no_folder = isinstance(error, NotADirectoryError)
        # The home folder is /dev/null, as for services.
        may_be_missing = is_no_folder or isinstance(error, FileNotFoundError)
        if may_be_missing and not folders.is_there(place.folder):
            return []
        names, problem = [], f"cannot be read: {error.strerror}"
        problem = "expected a folder of contract files" if is_no_folder else problem
    else:
        if bound and any(map(is_contract_name, names)):
            problem = explain_link_out(place.folder, bound, resolve=resolve)
    if problem:
        return [ContractFile(path=place.folder, shown=place.shown, place=place, problem=problem)]
    files = []
    for name in names:
        path = os.path.join(place.folder, name)
        wrong = _find_file_problem(path, bound=bound, folders=folders)
        if wrong is not None:
            files.append(
                ContractFile(path=path, shown=f"{place.shown}/{name}", place=place, problem=wrong)
            )
    return files


def _find_file_problem(path: str, *, bound: str, folders: Folders) -> str | None:
    """Return why the file at *path* cannot count, or nothing; ``None`` if it is no contract file.

    No link may lead out of the folder *bound*.
    """
    is_called_so = is_contract_name(os.path.basename(path))
    try:
        mode = folders.mode(path)
        if not is_called_so:
            is_lost = stat.S_ISDIR(mode) and any(map(is_contract_name, folders.names(path)))
            return "contracts in a subfolder are not read: move them up" if is_lost else None
    except OSError as error:
        return f"cannot be read: {error.strerror}" if is_called_so else None
    if not stat.S_ISREG(mode):
        return "expected a regular file"
    return explain_link_out(path, bound) if bound and os.path.islink(path) else ""
