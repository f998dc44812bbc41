r"""What ``(?&parens)`` and its siblings see of a text: strings that they read as its language does.

They know no language: of C++'s ``R"(")"`` and ``1'000``, of C#'s ``@"C:\"`` they would take other
characters for a string. Where they would, the signs that mislead them are no signs.
"""

from __future__ import annotations

import re

import regex

from phaser_lint.text.deadlines import require_time_left
from phaser_lint.text.regions import CODE, STRING, Regions
from phaser_lint.text.search.given_groups import TEXTS

NO_SIGN = "\x1a"
"""It stands for a sign that means nothing there: no letter, no blank, and ASCII."""
_SIGNS = re.compile(r"[()\[\]{}\"'`/\\]")
_MARKS = re.compile(r"[\"'`/]")
_HOLE = re.compile(r"[$#\\]?[({]")
_QUOTED = re.compile(r"([\"'`])(?P<inner>[^\n]*)\1")
_TEXTS = regex.compile(TEXTS)


def with_plain_strings(text: str, regions: Regions, *, until: float | None) -> str:
    """Return *text* to be searched for ``(?&parens)``: plain strings in place of all others, no
    comments, and ``NO_SIGN`` for signs that would mislead.

    It is as long. Raises ``TimeoutError`` once it is later than *until*.
    """
    misleading_spans, offset = list[tuple[int, int]](), 0
    for start, end, kind in [*regions.beside_code(until=until), (len(text), len(text), STRING)]:
        if kind != STRING or end <= offset:
            continue
        for mark in _MARKS.finditer(text, offset, start):  # `1'000`
            string = _TEXTS.match(text, mark.start(), timeout=require_time_left(until))
            if string and regions.region_around(mark.start(), until=until)[2] == CODE:
                misleading_spans.append(mark.span())
        offset = max(offset, start)
        # `R"(")"` has a prefix, a text between tags or below `<<E` no mark at all.
        first_mark = _MARKS.search(text, offset, end)
        string = first_mark and _TEXTS.match(
            text, first_mark.start(), timeout=require_time_left(until)
        )
        last = regions.region_around(string.end() - 1, until=until) if string else (0, 0, CODE)
        is_in_one = last[0] == start or _HOLE.match(text, end)
        if string and last[1] == string.end() and last[2] == STRING and is_in_one:
            offset = string.end()
            continue
        # Between quotes it stays one: `@"C:\\"` is a string without the backslash.
        quoted = _QUOTED.search(text, offset, end)
        misleading_spans.append(quoted.span("inner") if quoted else (offset, end))
        offset = end
    pieces, offset = [], 0
    for start, end in misleading_spans:
        pieces += [text[offset:start], _SIGNS.sub(NO_SIGN, text[start:end])]
        offset = end
    return "".join([*pieces, text[offset:]]) if offset else text
