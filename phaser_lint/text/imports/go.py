"""Imports of Go: ``import f "fmt"``, and several in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.text.imports.import_search import Gaps, ImportMatch, ImportQuery, holds_all_words

_BEGINS = re.compile(r"(?:^|;)[ \t]*(import)\b", re.MULTILINE)
_PART = re.compile(
    r"(?P<quote>[\"`])(?P<module>[^\"`\n]*)(?P=quote)|(?P<open>\()"
    r"|(?!(?:import|func|type|var|const)\b)\w+|\."
)


def find(text: str, query: ImportQuery, /) -> Iterator[ImportMatch]:
    """Yield what may be an import of Go in *text*."""
    gaps, passed = Gaps(text, blanks=r"[ \t\r\n;]+", unclosed=True), 0
    for begins in _BEGINS.finditer(text):
        query.look_at_clock()
        is_block, is_named = False, False
        word, offset = begins.start(1), begins.end()
        # In a comment each of them may go on to the end.
        if word < passed and not query.is_code(word):
            continue
        while True:
            begun = gaps.end(offset)
            # Behind a name the line's end ends the statement, behind the word it does not.
            if is_named and not is_block and gaps.holds_line_end(offset, begun):
                break
            import_part = _PART.match(text, begun)
            if import_part is None:
                break
            if import_part["module"] and holds_all_words(import_part["module"], query.words):
                start, end = import_part.span("module")
                yield word, start - 1, import_part["module"], start, end, (), False, False
            if (import_part["open"] and is_block) or (import_part["module"] and not is_block):
                break
            is_block = is_block or bool(import_part["open"])
            is_named = not import_part.lastgroup
            offset = import_part.end()
        passed = max(passed, offset)
