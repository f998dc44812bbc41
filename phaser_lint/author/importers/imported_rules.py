"""An import as a whole: the files read, contracts made of their rules, and written where new."""

from __future__ import annotations

import os

from phaser_lint.author.destination import write_new
from phaser_lint.author.importers.drafts import drafts
from phaser_lint.author.importers.import_report import Imported, ImportOutcome
from phaser_lint.author.importers.known_tools import rule_files, tool_named, tool_of
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core.errors import RuleFileError
from phaser_lint.project.regular_file import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.author.destination import Destination
    from phaser_lint.author.importers.drafts import ImportDraft
    from phaser_lint.author.importers.imported import ImportedFile, Tool


def files_imported(named: Iterable[str], *, tool: str | None = None) -> tuple[ImportedFile, ...]:
    """Return what the files, or those of the folders, that are *named* hold, each once.

    *tool* is the name of the tool whose rules they are, where their names do not tell. Raises
    ``PhaserError``.
    """
    row = tool_named(tool) if tool else None
    known = {os.path.realpath(path): path for each in named for path in rule_files(each, tool=row)}
    return tuple(_file_imported(path, row or tool_of(path)) for path in known.values())


def rules_imported(files: tuple[ImportedFile, ...], place: Destination, *, write: bool) -> Imported:
    """Return what becomes of the rules of *files*; with *write* their contracts are written.

    All new ones, or none: raises ``UsageError``.
    """
    made = drafts(files)
    if write:
        write_new(place, {each.rule_id: each.text for each in made if each.text})
    return Imported(files, tuple(_outcome(each, place) for each in made), write)


def _outcome(draft: ImportDraft, place: Destination) -> ImportOutcome:
    if not draft.text:
        return ImportOutcome(draft, "")
    taken = place.taken.get(draft.rule_id, "")
    return ImportOutcome(draft, "" if taken else place.file_of(draft.rule_id), taken)


def _file_imported(path: str, tool: Tool) -> ImportedFile:
    try:
        data = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except OSError as error:
        raise RuleFileError(f"{path}: cannot be read: {error.strerror or error}") from None
    return tool.read(data, path)
