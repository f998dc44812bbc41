"""Contract files to a ``ContractSet``: discovered, read, validated, put together (``resolve``)."""

from __future__ import annotations

import os

from phaser_lint.contract.configuration import NOTHING, Configuration, read_configuration
from phaser_lint.contract.contract_reader import FileReader
from phaser_lint.contract.discover import ContractPlace, contract_files, places
from phaser_lint.contract.model import Contract, ContractProblem, ContractSet, Notice, Override
from phaser_lint.contract.resolve import resolved
from phaser_lint.contract.selection import takes_all_of
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.project.folders import DISK, resolved_once
from phaser_lint.project.root import CONFIGURATION, folder_of, path_inside
from phaser_lint.text.globs.glob_problems import glob_doubt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Protocol

    from phaser_lint.contract.discover import FoundContracts
    from phaser_lint.contract.read import Loaded
    from phaser_lint.contract.resolve import Entry
    from phaser_lint.project.folders import Folders
    from phaser_lint.project.root import Levels

    class ReadFiles(Protocol):
        """What ``FileReader.read`` is."""

        def __call__(
            self, files: Sequence[FoundContracts], place: ContractPlace
        ) -> Sequence[Loaded]: ...


class WrittenContracts(Record):
    """What the contract files of all *places* say, in order of precedence, and the configuration.

    ``problems`` are those of the files, the configuration's first.
    """

    places: tuple[ContractPlace, ...]
    entries: tuple[Entry, ...]
    configuration: Configuration = NOTHING
    problems: tuple[ContractProblem, ...] = ()


def load_contracts(
    levels: Levels,
    *,
    home: str,
    contracts_dir: str | None = None,
    configuration: Configuration | None = None,
    read: ReadFiles | None = None,
    folders: Folders = DISK,
) -> ContractSet:
    """Return the enabled contracts of *levels*, and every problem of their files.

    With *home* those of the user count too. *contracts_dir* replaces all places; raises
    ``UsageError`` if it is no folder. *configuration* and *read* may know what files hold;
    *folders* are those of a revision, or of an editor.
    """
    written = written_contracts(
        levels,
        home=home,
        contracts_dir=contracts_dir,
        configuration=configuration,
        read=read,
        folders=folders,
    )
    configured = written.configuration
    together = resolved(written.entries, written.problems, exclude=configured.exclude)
    found = [(key, glob_doubt(glob)) for key, globs in configured.globs for glob in globs]
    doubts = [Notice(CONFIGURATION, None, f"{key}: {doubt}") for key, doubt in found if doubt]
    return together._replace(
        notices=(*together.notices, *doubts),
        folders=_places_inside(levels.root, written.places, folders),
        excluded=configured.exclude,
        directives_as_text=configured.directives_as_text,
    )


def written_contracts(
    levels: Levels,
    *,
    home: str,
    contracts_dir: str | None = None,
    configuration: Configuration | None = None,
    read: ReadFiles | None = None,
    folders: Folders = DISK,
) -> WrittenContracts:
    """Return what all contract files say, what does not count included; see ``load_contracts``.

    Those of a level in a folder that the configuration leaves out, such as a fixture's, are none.
    """
    read = read or FileReader(folders).read
    if contracts_dir is not None:
        configured, found = NOTHING, [_given_place(contracts_dir, levels.root)]
    else:
        configured = configuration or read_configuration(levels, folders=folders)
        found = [*places(levels, home=home, included=configured.include)]
    entries: list[Entry] = []
    problems = [*configured.problems]
    kept = [each for each in found if not _is_excluded(each, configured)]
    for place in kept:
        in_place, wrong = _load_place(place, read=read, folders=folders)
        entries += in_place
        problems += wrong
    return WrittenContracts(tuple(kept), tuple(entries), configured, tuple(problems))


def _is_excluded(place: ContractPlace, configuration: Configuration) -> bool:
    level, exclude = folder_of(place.level), configuration.exclude
    return bool(level and exclude) and takes_all_of(level, exclude)


def _given_place(folder: str, root: str) -> ContractPlace:
    if not os.path.isdir(folder):
        raise UsageError(f"--contracts-dir: expected a folder of contract files: {folder}")
    return ContractPlace(os.path.abspath(folder), folder.rstrip("/") or "/", "given", "", root)


def _places_inside(root: str, found: Iterable[ContractPlace], folders: Folders) -> tuple[str, ...]:
    """Return the folders of *found* that lie under *root*, relative to it."""
    resolved = _resolved_folders(found, folders)
    return tuple(inside for path in resolved if (inside := path_inside(root, path)) is not None)


def _resolved_folders(found: Iterable[ContractPlace], folders: Folders) -> Iterator[str]:
    known: dict[str, str] = {}
    for place in found:
        if folders is DISK:
            yield resolved_once(place.folder, known)
            continue
        try:  # noqa: SIM105 - importing contextlib takes as long as reading a contract
            yield folders.resolved(place.folder)
        except OSError:  # of a revision: a link that leads out of it, which is a problem
            pass


def _load_place(
    place: ContractPlace, *, read: ReadFiles, folders: Folders
) -> tuple[list[Entry], list[ContractProblem]]:
    """Return all that one place says, also what is not enabled, and the problems of its files."""
    contracts: dict[str, Contract] = {}
    overrides: list[Override] = []
    problems: list[ContractProblem] = []
    for loaded in read(contract_files(place, folders=folders), place):
        for entry, found in loaded:
            problems += found
            if isinstance(entry, Override):
                overrides.append(entry)
            elif entry is not None:
                first = contracts.setdefault(entry.rule_id, entry)
                if first is not entry:
                    problems.append(_second_of_its_id(entry, first))
    return [*contracts.values(), *overrides], problems


def _second_of_its_id(contract: Contract, first: Contract) -> ContractProblem:
    where = f"{first.path}:{first.line}"
    expected = f"expected an id of its own; {contract.rule_id} is in {where}"
    return ContractProblem(contract.path, "rule_id", expected, line=contract.line)
