"""Texts that are open in an editor, saved or not."""

from __future__ import annotations

import math

from phaser_lint.core import JsonValue, Record
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.message_parameters import (
    require_list,
    require_object,
    require_position_at,
    require_text_at,
)


class OpenText(Record):
    """An open text: its URI, the language as the editor calls it, its version, and what it holds.

    ``path``: of the file that it is to be; ``None`` where it is none. ``is_saved``: as far as the
    editor has reported, the file on disk holds the same.
    """

    uri: str
    language: str
    version: int
    text: str
    path: str | None
    is_saved: bool = True


def with_text_changes(
    document: OpenText, changes: JsonValue, *, version: int, table: LineTable
) -> OpenText:
    """Return an open text after *changes*, one after the other, as the editor sends them.

    *table* has its lines. Raises ``InvalidParametersError`` for what is no change.
    """
    text, unchanged = document.text, math.inf
    for change in require_list(changes, "contentChanges"):
        new = require_text_at(change, "text")
        if require_object(change, "contentChanges").get("range") is None:
            text, unchanged = new, 0
            continue
        positions = [require_position_at(change, "range", name) for name in ("start", "end")]
        # Where everything is replaced, hundreds come, the last of the text first.
        if max(position["line"] for position in positions) >= unchanged:
            table = LineTable(text, table.encoding)
        start, end = sorted(map(table.offset, positions))
        text, unchanged = text[:start] + new + text[end:], table.line_of(start)
    return document._replace(text=text, version=version, is_saved=False)
