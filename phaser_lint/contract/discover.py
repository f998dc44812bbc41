"""Where contract files are.

Places, the earlier wins on the same ``rule_id``: of each level, the nearest first,
``.claude/contracts`` and ``.phaser/contracts``; what the root's configuration includes, folders and
packs; then ``~/.phaser/contracts``. ``--contracts-dir`` replaces them all.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.core import Record
from phaser_lint.project.folders import DISK
from phaser_lint.project.root import USER_FOLDER, USER_LEVEL, is_contract_name, led_out, way_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import Source
    from phaser_lint.project.folders import Folders
    from phaser_lint.project.root import Level, Levels


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


class FoundContracts(Record):
    """A file of a place that has to be read, or a reason why it cannot count."""

    path: str
    shown: str
    problem: str = ""


def places(
    levels: Levels, *, home: str, included: Sequence[ContractPlace] = ()
) -> tuple[ContractPlace, ...]:
    """Return the places of the contracts of *levels*, in order of precedence.

    Without *home* those of the project alone. *included* are those that the configuration names.
    """
    users = ContractPlace(
        os.path.join(home, USER_FOLDER), f"~/{USER_FOLDER}", "user", USER_LEVEL, levels.root
    )
    found = [place for level in levels.levels for place in _of_level(level, levels)]
    return (*found, *included, users) if home else (*found, *included)


def _of_level(level: Level, levels: Levels) -> list[ContractPlace]:
    shown = level.name and f"{level.name}/"
    if levels.is_worktrees():
        shown = f"{way_to(level.folder, levels.root)}/"
    where = os.path.join(levels.root, level.name) if level.name else levels.root
    return [
        ContractPlace(
            os.path.join(level.folder, name),
            f"{shown}{name}",
            "project",
            level.name,
            where,
            levels.base or levels.root,
        )
        for name in level.places
    ]


def contract_files(place: ContractPlace, *, folders: Folders = DISK) -> tuple[FoundContracts, ...]:
    """Return the contract files of a place, by name, and what stands there and cannot be one."""
    try:
        names = sorted(folders.names(place.folder))
    except FileNotFoundError as error:
        if folders.is_there(place.folder):
            return (FoundContracts(place.folder, place.shown, f"cannot be read: {error.strerror}"),)
        return ()
    except NotADirectoryError:
        if not folders.is_there(place.folder):  # the home folder is /dev/null, as for services
            return ()
        return (FoundContracts(place.folder, place.shown, "expected a folder of contract files"),)
    except OSError as error:
        return (FoundContracts(place.folder, place.shown, f"cannot be read: {error.strerror}"),)
    out = led_out(place.folder, place.bound) if _is_bound(place, folders) else ""
    if out and any(map(is_contract_name, names)):
        return (FoundContracts(place.folder, place.shown, out),)
    found = (_contract_file(place, name, folders) for name in names)
    return tuple(file for file in found if file is not None)


def _contract_file(place: ContractPlace, name: str, folders: Folders) -> FoundContracts | None:
    path, shown = os.path.join(place.folder, name), f"{place.shown}/{name}"
    try:
        mode = folders.mode(path)
    except OSError as error:
        return (
            FoundContracts(path, shown, f"cannot be read: {error.strerror}")
            if is_contract_name(name)
            else None
        )
    if stat.S_ISDIR(mode) and not is_contract_name(name):
        lost = _holds_contracts(path, folders)
        return (
            FoundContracts(path, shown, "contracts in a subfolder are not read") if lost else None
        )
    if not is_contract_name(name):
        return None
    if not stat.S_ISREG(mode):
        return FoundContracts(path, shown, "expected a regular file")
    may_lead_out = _is_bound(place, folders) and os.path.islink(path)
    return FoundContracts(path, shown, led_out(path, place.bound) if may_lead_out else "")


def _is_bound(place: ContractPlace, folders: Folders) -> bool:
    """Tell whether links of the disk count; a revision follows none that leads out by itself."""
    return bool(place.bound) and folders is DISK


def _holds_contracts(folder: str, folders: Folders) -> bool:
    try:
        return any(map(is_contract_name, folders.names(folder)))
    except OSError:
        return False
