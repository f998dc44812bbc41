"""Where new contracts go: a file a contract, in one folder, and none over what is there.

The folder is the one that is named, else at the root ``.claude/contracts``, where that is there,
else ``.phaser/contracts``, where that is, else ``.claude/contracts``. It may lie outside of the
project, as the user's own does, but not behind a link of the project that leads out.
"""

from __future__ import annotations

import contextlib
import errno
import os

from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.discover import contract_files
from phaser_lint.contract.model import ContractPlace
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import encode, printable
from phaser_lint.project.project import levels_for
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.root import (
    CONFIGURATION,
    PROJECT_FOLDERS,
    led_out,
    lies_in,
    path_inside,
    way_to,
)
from phaser_lint.project.whole_files import written_beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any


_ENDING = ".yaml"


class Destination(Record):
    """The folder that new contracts go to, there or not, absolute; and as it is *shown*.

    ``taken`` are the ids that have a contract there already, valid or not, with its file as shown.
    ``note`` warns of a folder in which no contract counts.
    """

    folder: str
    shown: str
    taken: Mapping[str, str]
    note: str = ""

    def require_free(self, rule_id: str) -> None:
        """Raise ``UsageError`` for an id that is taken."""
        if rule_id in self.taken:
            raise UsageError(f"{printable(rule_id)}: that id is taken by {self.taken[rule_id]}")

    def level_in(self, root: str) -> str:
        """Return the level whose folder it is, from *root*; the root's for a folder of no level."""
        for name in PROJECT_FOLDERS:
            inside = path_inside(root, self.folder) or ""
            if inside.endswith(f"/{name}"):
                return inside[: -len(name) - 1]
        return ""

    def file_of(self, rule_id: str) -> str:
        """Return the file of a new contract, as it is shown."""
        return f"{self.shown.rstrip('/')}/{rule_id}{_ENDING}"


class NewFiles(Record):
    """The files that were written, and of each id that was left alone the file that has it."""

    written: tuple[str, ...]
    left: tuple[tuple[str, str], ...]


def destination(root: str, *, here: str, named: str | None = None) -> Destination:
    """Return where the new contracts of the project at *root* go; *named* is seen from *here*.

    All are absolute but *named*. Raises ``UsageError`` where no file can be put there.
    """
    if named == "":
        raise UsageError("--to: expected a folder, found an empty text")
    folder = os.path.normpath(os.path.join(here, named) if named else _usual(root))
    within = lies_in(folder, root) and lies_in(here, root)
    shown = way_to(folder, here) if within else path_inside(here, folder) or folder
    outside = led_out(folder, root) if path_inside(root, folder) is not None else ""
    if outside:
        raise UsageError(f"{shown}: {outside}")
    wrong = _no_folder(os.path.realpath(folder))
    if wrong:
        raise UsageError(f"{shown}: expected a folder for contracts, {wrong} is none")
    return Destination(folder, shown, _taken(folder, shown), _note(folder, shown, root))


def write_new(place: Destination, texts: Mapping[str, str]) -> NewFiles:
    """Write each contract of *texts*, by its id, that has none yet: all of them, or none.

    Raises ``UsageError`` where that is not possible.
    """
    left = {each: place.taken[each] for each in texts if each in place.taken}
    new = {each: text for each, text in texts.items() if each not in left}
    made: list[str] = []
    try:
        for rule_id, text in new.items():
            made += _made_folders(place.folder)
            made.append(os.path.join(place.folder, f"{rule_id}{_ENDING}"))
            _write(made[-1], text)
    except BaseException as error:  # an interrupt, too
        _remove(made[:-1] if isinstance(error, FileExistsError) else made)
        if not isinstance(error, OSError):
            raise
        raise UsageError(f"{place.shown}: cannot be written: {error.strerror}") from None
    return NewFiles(tuple(map(place.file_of, new)), tuple(left.items()))


def _note(folder: str, shown: str, root: str) -> str:
    if any(_is_called(folder, name) for name in PROJECT_FOLDERS):
        return ""
    included = read_configuration(levels_for(root)).include
    if os.path.realpath(folder) in [os.path.realpath(place.folder) for place in included]:
        return ""
    usual = " and ".join(PROJECT_FOLDERS)
    message = f"contracts count in {usual}, and in folders that {CONFIGURATION} includes"
    return f"{shown}: note: {message}"


def _is_called(folder: str, name: str) -> bool:
    """Tell whether the last names of an absolute *folder* are *name*."""
    return folder.replace(os.sep, "/").endswith(f"/{name}")


def _usual(root: str) -> str:
    folders = [os.path.join(root, name) for name in PROJECT_FOLDERS]
    return next((each for each in folders if os.path.lexists(each)), folders[0])


def _no_folder(folder: str) -> str:
    """Return what, at *folder* or above it, is there and no folder; or nothing."""
    while not os.path.lexists(folder):  # at last the root is
        folder = os.path.dirname(folder)
    return "" if os.path.isdir(folder) else folder


def _taken(folder: str, shown: str) -> dict[str, str]:
    """Return the ids of all contracts of the level whose folder this is, and each one's file.

    The name of a file is taken as well: what it holds may be no YAML.
    """
    found: dict[str, str] = {}
    for each, name in _places_of_level(folder, shown):
        files = contract_files(ContractPlace(each, name, "given"))
        for file in (file for file in files if file.path != each):  # which no folder may be
            stem = os.path.splitext(os.path.basename(file.path))[0]
            for rule_id in (*ids_in(file.path), stem):
                found.setdefault(rule_id, file.shown)
    return found


def _places_of_level(folder: str, shown: str) -> list[tuple[str, str]]:
    for name in PROJECT_FOLDERS:
        if _is_called(folder, name):
            level = folder[: -len(name)]
            return [(f"{level}{each}", f"{shown[: -len(name)]}{each}") for each in PROJECT_FOLDERS]
    return [(folder, shown)]


def _made_folders(folder: str) -> Iterator[str]:
    """Make *folder*, and yield each that is not there before it is made, the outermost first."""
    if not os.path.isdir(folder):
        yield from _made_folders(os.path.dirname(folder))
        yield folder
        os.mkdir(folder)


def _write(target: str, text: str) -> None:
    """Write a new file; raises ``FileExistsError`` where another process was quicker."""
    with written_beside(target, encode(text)) as temporary:
        try:
            os.link(temporary, target)  # which replaces nothing, as a rename would
        except OSError:
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            os.rename(temporary, target)  # a disk without hard links


def _remove(made: list[str]) -> None:
    for each in reversed(made):
        with contextlib.suppress(OSError):
            os.rmdir(each) if os.path.isdir(each) else os.unlink(each)


# The ids in a contract file, whether its contracts are valid or not.


def ids_in(path: str) -> Iterator[str]:
    """Yield the ids in the file at *path*; none of one that cannot be read, or is no YAML."""
    try:
        data = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except OSError:
        return
    for document in read_documents(data):
        value: Any = document.value if isinstance(document.value, dict) else {}
        # In files of Phaser v1.2 the keys are inside of another one.
        inner = value.get("rule")
        for found in (value.get("rule_id"), inner.get("id") if isinstance(inner, dict) else None):
            if isinstance(found, str):
                yield found
