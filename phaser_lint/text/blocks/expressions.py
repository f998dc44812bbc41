"""Expressions that are the body of a function: ``int F(int a) => a + 1;``, ``fun f() = g(1)``."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

from phaser_lint.core import Record
from phaser_lint.text.blocks.outline import SignOutline, Walk
from phaser_lint.text.search.counted_matches import Span


class ExpressionStyle(Record):
    """How a body without braces is written.

    ``mark``: what stands in front of it. ``head``: what is found from the start of its header's
    line to that.
    """

    mark: str = "=>"
    head: str = ""


# So far behind a header, or the brackets that it opens, the mark may stand.
_FARTHEST = 400
# A type may have some, too: `F: (a: A) => B = (a) => b`.
_MOST_MARKS = 8
_BLANKS = re.compile(r"\s*")
# Commas of `f<A, B>(a)` part no items.
_COMMA = re.compile(r"<[\w\s,.?<>]*>|(?P<comma>,)")


class ExpressionReader:
    """Reads the bodies without braces in the text of an *outline*."""

    def __init__(self, outline: SignOutline, style: ExpressionStyle) -> None:
        self._outline = outline
        self._mark, self._head = re.compile(style.mark), re.compile(style.head, re.S)
        self._marks_by_sign: dict[int, list[re.Match[str]]] = {}
        self._commas_by_sign: dict[int, list[int]] = {}

        def behind_unmarked(index: int) -> int:
            return index if any(self._marks_before(index, 0)) else self._behind_type(index)

        def behind_part(index: int) -> int:
            return index if self._comma_before(index, 0) is not None else self._behind_sign(index)

        self._next_marks, self._ends = Walk(behind_unmarked), Walk(behind_part)
        self._stripped_ends: dict[int, int] = {}

    def find_body(self, header: Span, call: int | None, *, limit: int) -> Span | None:
        """Return from where to where the body goes of a *header*, in front of *limit*.

        It may end in the bracket of a *call*. Nothing where braces come first.
        """
        outline, code = self._outline, self._outline.code
        closer = None if call is None else outline.partners.get(call)
        if call is not None and closer is None:
            return None
        offset = header[1] if closer is None else outline.sign_offsets[closer] + 1
        head_start = max(outline.line_start(header[0]), header[0] - _FARTHEST)
        mark_end = self.find_mark(head_start, offset, min(limit, offset + _FARTHEST))
        if mark_end is None:
            return None
        blanks = _BLANKS.match(code, mark_end)
        start = blanks.end() if blanks else mark_end
        if start >= limit or code[start] == "{":
            return None
        index = outline.index_from(start)
        comma = self._comma_before(index, start)
        if comma is None:
            behind = self._behind_sign(index)
            index = index if behind == index else self._ends.find_end(behind)
            comma = self._comma_before(index, start)
        sign = outline.sign_offsets[index] if index < len(outline.signs) else len(code)
        end = last = min(limit, sign if comma is None else comma)
        if end not in self._stripped_ends:
            while last > start and code[last - 1].isspace():
                last -= 1
            self._stripped_ends[end] = last
        return start, max(start, self._stripped_ends[end])

    def find_mark(self, head_start: int, offset: int, limit: int) -> int | None:
        """Return where the mark ends behind *offset* with which the head from *head_start* ends."""
        outline, index = self._outline, self._outline.index_from(offset)
        for _ in range(_MOST_MARKS):
            for mark in islice(self._marks_before(index, offset), _MOST_MARKS):
                if mark.start() >= limit:
                    return None
                if self._head.search(outline.code, head_start, mark.start()):
                    return mark.end()
            behind = self._behind_type(index)
            if behind == index:
                break
            index, offset = self._next_marks.find_end(behind), 0
        return None

    def _marks_before(self, index: int, start: int) -> Iterator[re.Match[str]]:
        """Yield the marks from *start* on between the sign of *index* and the last one."""
        outline = self._outline
        if index not in self._marks_by_sign:
            marks = self._mark.finditer(outline.code, *self._gap_before(index))
            self._marks_by_sign[index] = [mark for mark in marks if outline.is_code(mark.start())]
        marks_in_gap = self._marks_by_sign[index]
        first = bisect_left(marks_in_gap, start, key=re.Match.start)
        return islice(marks_in_gap, first, None)

    def _behind_type(self, index: int) -> int:
        is_brace = self._outline.signs[index : index + 1] == ["{"]
        return index if is_brace else self._behind_sign(index)

    def _behind_sign(self, index: int) -> int:
        outline = self._outline
        if index >= len(outline.signs) or outline.signs[index] in ";)]}":
            return index
        return outline.partners.get(index, index) + 1

    def _comma_before(self, index: int, start: int) -> int | None:
        """Return where a comma stands from *start* on between the sign of *index* and the last."""
        outline = self._outline
        if index not in self._commas_by_sign:
            matches = _COMMA.finditer(outline.code, *self._gap_before(index))
            self._commas_by_sign[index] = [
                match.start()
                for match in matches
                if match["comma"] and outline.is_code(match.start())
            ]
        commas = self._commas_by_sign[index]
        first = bisect_left(commas, start)
        return commas[first] if first < len(commas) else None

    def _gap_before(self, index: int) -> Span:
        """Return what lies between the sign of *index* and the last one."""
        outline = self._outline
        begin = outline.sign_offsets[index - 1] + 1 if index else 0
        return begin, outline.sign_offsets[index] if index < len(outline.signs) else len(
            outline.code
        )
