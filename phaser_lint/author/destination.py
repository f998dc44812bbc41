"""Where new contracts go: a file a contract, in one folder, and none over what is there.

The folder is the one that is named, else at the root ``.claude/contracts``, where that is there,
else ``.phaser/contracts``, where that is; where none is, that of ``.phaser`` if there is this
folder and no ``.claude``, else ``.claude/contracts``. Where git ignores that, and it is not there
yet, it is the other one. It may lie outside of the project, as the
user's own does, but not behind a link of the project that leads out.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.discover import ContractPlace, list_contract_files
from phaser_lint.contract.near_names import find_nearest_name
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import encode_text, make_printable
from phaser_lint.project import (
    explain_link_out,
    find_path_inside,
    lies_in,
    make_relative_path,
    shorten_path,
)
from phaser_lint.project.atomic_write import write_beside
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import is_ignored_path
from phaser_lint.project.levels import CONFIGURATION, PROJECT_FOLDERS, choose_new_contract_folder
from phaser_lint.project.project_of_command import require_project_levels
from phaser_lint.project.regular_file import read_bytes

_ENDING = ".yaml"
# Where a document says whose contract it is, in whatever form.
_NAMED_ID = re.compile(r"""(?m)(?:^|[{,])\s*["']?(?:rule_id|override|id)["']?:\s*["']?([\w.-]+)""")


class Destination(Record):
    """The folder that new contracts go to, there or not, absolute; and as it is *shown*.

    ``taken`` are the ids that have a contract there already, valid or not, with its file as shown.
    ``note`` warns of a folder in which no contract counts, or only here.
    """

    folder: str
    shown: str
    taken: Mapping[str, str]
    note: str = ""

    def require_free(self, rule_id: str) -> None:
        """Raise ``UsageError`` for an id that is taken at the destination."""
        if rule_id in self.taken:
            raise UsageError(
                f"{make_printable(rule_id)}: that id is taken by {self.taken[rule_id]}: "
                "edit that file, or choose another id"
            )

    def level_in(self, root: str) -> str:
        """Return the destination's level from *root*; the root's for a folder of no level."""
        for name in PROJECT_FOLDERS:
            relative_folder = find_path_inside(root, self.folder) or ""
            if relative_folder.endswith(f"/{name}"):
                return relative_folder[: -len(name) - 1]
        return ""

    def file_of(self, rule_id: str) -> str:
        """Return the file of a new contract at its destination, as it is shown."""
        return f"{self.shown.rstrip('/')}/{rule_id}{_ENDING}"


class NewFiles(Record):
    """The files that were written, and of each id that was left alone the file that has it."""

    written: tuple[str, ...]
    left: tuple[tuple[str, str], ...]


def choose_destination(root: str, *, here: str, chosen_folder: str | None = None) -> Destination:
    """Return the destination of new contracts of the project at *root*: the folder that they go to.

    All are absolute but *chosen_folder*, which is seen from *here*. Raises ``UsageError`` where
    no file can be put there.
    """
    if chosen_folder == "":
        raise UsageError("--to: expected a folder, found an empty text")
    folder = os.path.join(here, chosen_folder) if chosen_folder else ""
    folder = os.path.normpath(folder or os.path.join(root, choose_new_contract_folder(root)))
    within = lies_in(folder, root) and lies_in(here, root)
    folder_text = make_relative_path(folder, here) if within else shorten_path(here, folder)
    reason = explain_link_out(folder, root) if find_path_inside(root, folder) is not None else ""
    if reason:
        raise UsageError(f"{folder_text}: {reason}")
    blocking_path = os.path.realpath(folder)
    while not os.path.lexists(blocking_path):  # at last the root is
        blocking_path = os.path.dirname(blocking_path)
    if not os.path.isdir(blocking_path):
        raise UsageError(f"{folder_text}: expected a folder for contracts, {blocking_path} is none")
    note = ""
    if not any(_is_called(folder, name) for name in PROJECT_FOLDERS):
        included = read_configuration(require_project_levels(root)).include
        if os.path.realpath(folder) not in [
            os.path.realpath(included_place.folder) for included_place in included
        ]:
            usual = " and ".join(PROJECT_FOLDERS)
            message = f"contracts count in {usual}, and in folders that {CONFIGURATION} includes"
            note = f"{folder_text}: note: {message}"
    inside = find_path_inside(root, os.path.realpath(folder))
    tree = find_working_tree(root) if inside is not None and not note else None
    if tree and is_ignored_path(tree, f"{inside}/new{_ENDING}"):
        usual = choose_new_contract_folder(root)
        (other,) = {*PROJECT_FOLDERS} - {usual}
        has_other = not chosen_folder and not is_ignored_path(tree, f"{other}/new{_ENDING}")
        if has_other and not os.path.lexists(folder):
            place = choose_destination(root, here=here, chosen_folder=os.path.join(root, other))
            reason = f"new contracts go here, for git ignores {usual}"
            return place._replace(note=place.note or f"{place.shown}: note: {reason}")
        way = f"; --to {other} is not ignored" if has_other else ""
        note = f"{folder_text}: note: git ignores it, so colleagues and CI lack its contracts{way}"
    return Destination(
        folder=folder,
        shown=folder_text,
        taken=find_files_by_id(folder, folder_text),
        note=note,
    )


def write_new_contracts(destination: Destination, texts: Mapping[str, str]) -> NewFiles:
    """Write each contract of *texts* to its destination, where none is yet: all of them, or none.

    Raises ``UsageError`` where that is not possible.
    """
    taken_ids = {
        rule_id: destination.taken[rule_id] for rule_id in texts if rule_id in destination.taken
    }
    new_texts = {rule_id: text for rule_id, text in texts.items() if rule_id not in taken_ids}
    created_paths: list[str] = []
    try:
        for rule_id, text in new_texts.items():
            created_paths += _make_folders(destination.folder)
            created_paths.append(os.path.join(destination.folder, f"{rule_id}{_ENDING}"))
            _write_new_file(created_paths[-1], text)
    except BaseException as error:  # an interrupt, too
        if isinstance(error, FileExistsError):
            created_paths.pop()
        for path in reversed(created_paths):
            with contextlib.suppress(OSError):
                os.rmdir(path) if os.path.isdir(path) else os.unlink(path)
        if not isinstance(error, OSError):
            raise
        raise UsageError(f"{destination.shown}: cannot be written: {error.strerror}") from None
    return NewFiles(tuple(map(destination.file_of, new_texts)), tuple(taken_ids.items()))


def _is_called(folder: str, name: str) -> bool:
    """Tell whether the last names of a destination's absolute *folder* are *name*."""
    return folder.replace(os.sep, "/").endswith(f"/{name}")


def find_files_by_id(folder: str, folder_text: str) -> dict[str, str]:
    """Return the ids of all contracts of the level whose folder this is, and each one's file.

    The name of a file is taken as well: what it holds may be no YAML.
    """
    file_by_id: dict[str, str] = {}
    folders = [(folder, folder_text)]
    name = next((name for name in PROJECT_FOLDERS if _is_called(folder, name)), "")
    if name:
        level, level_text = folder[: -len(name)], folder_text[: -len(name)]
        folders = [(f"{level}{usual}", f"{level_text}{usual}") for usual in PROJECT_FOLDERS]
    for contract_folder, shown_folder in folders:
        files = list_contract_files(ContractPlace(contract_folder, shown_folder, "given"))
        for file in (
            file for file in files if file.path != contract_folder
        ):  # which no folder may be
            stem = os.path.splitext(os.path.basename(file.path))[0]
            for rule_id in (*read_ids_in_file(file.path), stem):
                file_by_id.setdefault(rule_id, file.shown)
    return file_by_id


def _make_folders(folder: str) -> Iterator[str]:
    """Make *folder*, and yield each that is not there before it is made, the outermost first."""
    if not os.path.isdir(folder):
        yield from _make_folders(os.path.dirname(folder))
        yield folder
        os.mkdir(folder)


def _write_new_file(target: str, text: str) -> None:
    """Write a new file; raises ``FileExistsError`` where another process was quicker."""
    with write_beside(target, encode_text(text)) as temporary:
        try:
            os.link(temporary, target)  # which replaces nothing, as a rename would
        except OSError:
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            os.rename(temporary, target)  # a disk without hard links


# What a contract file says, whether its contracts are valid or not.


def read_mappings(path: str) -> Iterator[dict[str, Any]]:
    """Yield the documents of the destination *path*; none where it is unreadable, or no YAML."""
    try:
        content = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except OSError:
        return
    for document in read_documents(content):
        if isinstance(document.value, dict):
            yield document.value


def read_ids_in_file(path: str) -> Iterator[str]:
    """Yield the ids of the contracts in the file at *path*, the destination of new ones."""
    for mapping in read_mappings(path):
        # In files of Phaser v1.2 the keys are inside of another one.
        inner = mapping.get("rule")
        for rule_id in (
            mapping.get("rule_id"),
            inner.get("id") if isinstance(inner, dict) else None,
        ):
            if isinstance(rule_id, str):
                yield rule_id


def read_meant_ids(path: str, line_number: int, known_ids: Collection[str]) -> Iterator[str]:
    """Yield the ids that the document at a line of the file at *path* names, be it YAML or not; for
    one that is not among *known_ids* the one of these that is near.
    """
    try:
        text = read_bytes(path, limit=MAXIMUM_BYTES).decode("utf-8", "replace")
    except OSError:
        return
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("---")]
    start = max([number for number in starts if number < line_number], default=0)
    end = min([number for number in starts if number >= line_number], default=len(lines))
    for rule_id in _NAMED_ID.findall("\n".join(lines[start:end])):
        yield rule_id if rule_id in known_ids else find_nearest_name(rule_id, known_ids)
