"""Where contract files are, and where a project's root is.

Places, the earlier wins on the same ``rule_id``: ``.claude/contracts`` and ``.phaser/contracts``
under the project root, then ``~/.phaser/contracts``. ``--contracts-dir`` replaces them all.

The root is the nearest folder with a contracts folder at or above the start, not above the top of
the git repository and never the home folder; else the top of the repository; else the start.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Source

PROJECT_FOLDERS = (".claude/contracts", ".phaser/contracts")
USER_FOLDER = ".phaser/contracts"
_ENDINGS = (".yaml", ".yml")


class Place(Record):
    """One folder of contract files: its absolute path and how it is shown to the user."""

    folder: str
    shown: str
    source: Source


class Found(Record):
    """A file of a place that has to be read, or a reason why it cannot count."""

    path: str
    shown: str
    problem: str = ""


def home_folder() -> str:
    """Return the user's home folder, resolved; empty if there is none."""
    home = os.path.expanduser("~")
    return os.path.realpath(home) if os.path.isabs(home) else ""


def find_root(start: str, *, home: str) -> str | None:
    """Return the nearest folder with a contracts folder at or above *start*, if there is one.

    *start* is a resolved folder. Nothing above the top of a git repository counts, nor the home
    folder or anything above it.
    """
    folder = start
    while folder != home:
        if any(os.path.isdir(os.path.join(folder, name)) for name in PROJECT_FOLDERS):
            return folder
        above = os.path.dirname(folder)
        if above == folder or os.path.lexists(os.path.join(folder, ".git")):
            return None
        folder = above
    return None


def git_top(start: str) -> str | None:
    """Return the nearest folder at or above *start* that holds ``.git``."""
    folder = start
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def project_root(start: str, *, home: str, fallback: str | None = None) -> str:
    """Return the root for *start*; *fallback* (an agent's own) comes before git's top."""
    return find_root(start, home=home) or fallback or git_top(start) or start


def places(root: str, *, home: str, user: bool) -> tuple[Place, ...]:
    """Return the places of contracts for the project at *root*, in order of precedence."""
    found = [
        Place(os.path.join(root, *name.split("/")), name, "project") for name in PROJECT_FOLDERS
    ]
    if user and home:
        found.append(Place(os.path.join(home, USER_FOLDER), f"~/{USER_FOLDER}", "user"))
    return tuple(found)


def contract_files(place: Place) -> tuple[Found, ...]:
    """Return the contract files of a place, by name, and what stands there and cannot be one."""
    try:
        names = sorted(os.listdir(place.folder))
    except FileNotFoundError:
        return ()
    except NotADirectoryError:
        return (Found(place.folder, place.shown, "expected a folder of contract files"),)
    except OSError as error:
        return (Found(place.folder, place.shown, f"cannot be read: {error.strerror}"),)
    return tuple(
        found
        for name in names
        for found in [_contract_file(place, name)]
        if found is not None
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
