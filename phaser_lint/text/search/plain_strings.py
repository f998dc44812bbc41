r"""What ``(?&parens)`` and its siblings see of a text: strings that they read as its language does.

They know no language: of C++'s ``R"(")"`` and ``1'000``, of C#'s ``@"C:\"`` they would take other
characters for a string. Where they would, the signs that mislead them are no signs.
"""

from __future__ import annotations

import re

import regex

from phaser_lint.text import left_until
from phaser_lint.text.regions import CODE, STRING
from phaser_lint.text.search.given_groups import TEXTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.text.regions import Regions
    from phaser_lint.text.search.counted import Span

NO_SIGN = "\x1a"
"""It stands for a sign that means nothing there: no letter, no blank, and ASCII."""
_SIGNS = re.compile(r"[()\[\]{}\"'`/\\]")
_MARKS = re.compile(r"[\"'`/]")
_HOLE = re.compile(r"[$#\\]?[({]")
_TEXTS = regex.compile(TEXTS)


def with_plain_strings(text: str, regions: Regions, *, until: float | None) -> str:
    """Return *text*, which is without comments, with ``NO_SIGN`` for signs that would mislead.

    It is as long. Raises ``TimeoutError`` once it is later than *until*.
    """
    pieces, offset = [], 0
    for start, end in _misleading_spans(text, regions, until=until):
        pieces += [text[offset:start], _SIGNS.sub(NO_SIGN, text[start:end])]
        offset = end
    return "".join([*pieces, text[offset:]]) if offset else text


def _misleading_spans(text: str, regions: Regions, *, until: float | None) -> Iterator[Span]:
    """Yield the strings that a pattern reads in another way, and marks that begin none."""
    offset = 0
    for start, end, kind in [*regions.beside_code(until=until), (len(text), len(text), STRING)]:
        if kind != STRING or end <= offset:
            continue
        mark = _MARKS.search(text, offset, start)
        while mark:
            string = _TEXTS.match(text, mark.start(), timeout=left_until(until))
            if string and regions.region_around(mark.start(), until=until)[2] == CODE:
                yield mark.span()
            mark = _MARKS.search(text, mark.end(), start)
        offset = max(offset, start)
        # `R"(")"` has a prefix, a text between tags or below `<<E` no mark at all.
        mark = _MARKS.search(text, offset, end)
        string = _TEXTS.match(text, mark.start(), timeout=left_until(until)) if mark else None
        last = regions.region_around(string.end() - 1, until=until) if string else (0, 0, CODE)
        is_in_one = last[0] == start or _HOLE.match(text, end)
        if string and last[1] == string.end() and last[2] == STRING and is_in_one:
            offset = string.end()
            continue
        # Between quotes it stays one: `@"C:\\"` is a string without the backslash.
        last_quote = text.rfind(mark[0], mark.end(), end) if mark else -1
        if mark and mark[0] != "/" and last_quote > 0 and "\n" not in text[mark.end() : last_quote]:
            yield mark.end(), last_quote
        elif start < end:
            yield offset, end
        offset = end
