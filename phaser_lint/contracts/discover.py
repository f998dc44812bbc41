"""Where contract files are.

Places, the earlier wins on the same ``rule_id``: ``.claude/contracts`` and ``.phaser/contracts``
under the project root, then ``~/.phaser/contracts``. ``--contracts-dir`` replaces them all.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.record import Record
from phaser_lint.root import PROJECT_FOLDERS, USER_FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Source

_ENDINGS = (".yaml", ".yml")


class Place(Record):
    """One folder of contract files: its absolute path and how it is shown to the user."""

    folder: str
    shown: str
    source: Source
    top: str = ""
    """The folder that the globs are relative to."""


class Found(Record):
    """A file of a place that has to be read, or a reason why it cannot count."""

    path: str
    shown: str
    problem: str = ""


def places(root: str, *, home: str, user: bool) -> tuple[Place, ...]:
    """Return the places of contracts for the project at *root*, in order of precedence."""
    users = Place(os.path.join(home, USER_FOLDER), f"~/{USER_FOLDER}", "user", root)
    found = [Place(os.path.join(root, name), name, "project", root) for name in PROJECT_FOLDERS]
    # In the home folder itself, what the user has is no project's.
    found = [place for place in found if not home or place.folder != users.folder]
    return (*found, users) if user and home else tuple(found)


def contract_files(place: Place) -> tuple[Found, ...]:
    """Return the contract files of a place, by name, and what stands there and cannot be one."""
    try:
        names = sorted(os.listdir(place.folder))
    except FileNotFoundError as error:
        if os.path.islink(place.folder):
            return (Found(place.folder, place.shown, f"cannot be read: {error.strerror}"),)
        return ()
    except NotADirectoryError:
        if not os.path.lexists(place.folder):  # the home folder is /dev/null, as for services
            return ()
        return (Found(place.folder, place.shown, "expected a folder of contract files"),)
    except OSError as error:
        return (Found(place.folder, place.shown, f"cannot be read: {error.strerror}"),)
    return tuple(
        found for name in names for found in [_contract_file(place, name)] if found is not None
    )


def _contract_file(place: Place, name: str) -> Found | None:
    path, shown = os.path.join(place.folder, name), f"{place.shown}/{name}"
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return Found(path, shown, f"cannot be read: {error.strerror}") if _named(name) else None
    if stat.S_ISDIR(mode) and not _named(name):
        lost = _holds_contracts(path)
        return Found(path, shown, "contracts in a subfolder are not read") if lost else None
    if not _named(name):
        return None
    return Found(path, shown, "" if stat.S_ISREG(mode) else "expected a regular file")


def _named(name: str) -> bool:
    return name.lower().endswith(_ENDINGS) and not name.startswith(".")


def _holds_contracts(folder: str) -> bool:
    try:
        return any(_named(name) for name in os.listdir(folder))
    except OSError:
        return False
