"""Texts that are open in an editor, as they stand there."""

from __future__ import annotations

import os

from phaser_lint.record import Record
from phaser_lint.server.line_table import LineTable
from phaser_lint.server.parameters import listed, mapping, position, text_of
from phaser_lint.server.uris import path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class OpenText(Record):
    """An open text: its URI, the language as the editor calls it, its version, and what it holds.

    ``path``: of the file that it is to be; ``None`` where it is none. ``is_saved``: as far as the
    editor has told, the file on disk holds the same.
    """

    uri: str
    language: str
    version: int
    text: str
    path: str | None
    is_saved: bool = True


def file_path(uri: str) -> str | None:
    """Return the path of the file that *uri* means, as projects name it; ``None`` without one.

    A link has its own name, in a folder that has none.
    """
    path = path_of(uri)
    if path is None:
        return None
    folder, name = os.path.split(os.path.normpath(path))
    return os.path.join(os.path.realpath(folder), name)


def with_changes(document: OpenText, changes: Any, *, version: int, encoding: str) -> OpenText:
    """Return the document after *changes*, one after the other, as the editor tells them.

    Raises ``InvalidParametersError`` for what is no change.
    """
    text = document.text
    for change in listed(changes, "contentChanges"):
        text = _changed(text, change, encoding)
    return document._replace(text=text, version=version, is_saved=False)


def _changed(text: str, change: Any, encoding: str) -> str:
    new = text_of(change, "text")
    if mapping(change, "contentChanges").get("range") is None:
        return new
    table = LineTable(text, encoding)
    start, end = (table.offset(position(change, "range", place)) for place in ("start", "end"))
    if end < start:
        start, end = end, start
    return text[:start] + new + text[end:]
