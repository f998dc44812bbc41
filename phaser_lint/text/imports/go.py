"""Imports of Go: ``import f "fmt"``, and several in brackets."""

from __future__ import annotations

import re

from phaser_lint.text.imports.found import BLOCK, holds_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.text.imports.found import Found, Words

_BEGINS = re.compile(r"(?:^|;)[ \t]*(import)\b", re.MULTILINE)
_COMMENT = rf"//[^\n]*|{BLOCK}"
_PART = re.compile(
    rf"[ \t\r\n;]+|{_COMMENT}|(?P<quote>[\"`])(?P<module>[^\"`\n]*)(?P=quote)|(?P<open>\()"
    r"|(?!(?:import|func|type|var|const)\b)\w+|\."
)


def find(text: str, words: Words, /) -> Iterator[Found]:
    """Yield what may be an import in *text*."""
    for begins in _BEGINS.finditer(text):
        is_block, place = False, begins.end()
        part = _PART.match(text, place)
        while part:
            if part["module"] and holds_all(part["module"], words):
                start, end = part.span("module")
                yield begins.start(1), start - 1, part["module"], start, end, (), False
            if part["open"] and is_block:
                break
            is_block = is_block or bool(part["open"])
            if not is_block and (part["module"] or "\n" in part[0]):
                break
            part = _PART.match(text, part.end())
