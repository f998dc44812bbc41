"""Blocks of languages that close none with a brace: Python, YAML, Ruby, shells, and others."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from phaser_lint.core import Record
from phaser_lint.text.blocks.calls import CallReader, FunctionStyle
from phaser_lint.text.blocks.outline import NextBelow, SignOutline, Walk


class LayoutStyle(Record):
    """How blocks are laid out: by lines that are indented more.

    ``words``: a line that is indented as much and begins with one of them goes on with the same
    construct; with one of ``sections``, if that is a class. ``needs_colon``: a header has one, as
    in Python, or ends in a call that holds one of the ``functions``. ``by_column``: of the header
    its own column counts, as of a key in YAML. ``asides``: how lines begin that are a template's,
    or for a preprocessor: no block ends there.
    """

    words: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    needs_colon: bool = False
    functions: FunctionStyle = FunctionStyle()
    by_column: bool = False
    asides: str = (
        r"\{%|<%|\{\{-\s|\{\{[^\n]*\}\}[ \t\r]*$"
        r"|#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|error|line)\b"
    )


# More than the line of the header, and less than any line in its block.
_AS_MUCH = 0.5
_AS_A_SECTION = 0.25
_AS_A_BODY = 0.75
# On a line of its own it begins the body of `elif b`, too.
_BODIES = ("then", "do", "{")
_CLASS = re.compile(r"[ \t]*(?:class|module)\b")
# What stands behind a block, and is further out, does not belong to it.
_OUTER = ("comment", "aside")
_WORD = re.compile(r"\w+|\S")
_FIRST_WORD = re.compile(r"[ \t\r\f]*(\w+|\S)")
_ITEM = re.compile(r"-(?!\S)")
_DEFINES = re.compile(r"(?:async[ \t]+)?(?:def|class)\b")


class LayoutBlocks:
    """Finds where blocks end in the text of an *outline*."""

    def __init__(self, outline: SignOutline, style: LayoutStyle) -> None:
        self.outline, self._style, self._words = outline, style, frozenset(style.words)
        self._asides = re.compile(style.asides, re.M)
        self._closers_by_scope: dict[tuple[int, bool], _Closers] = {}
        self._headers_of_python = Walk(self._behind_sign)
        self._decorators = Walk(self._behind_decorator)
        self._calls = CallReader(outline, style.functions)

    @cached_property
    def _kinds(self) -> Sequence[str]:
        """The kinds of the lines, with asides beside code."""
        lines, text = self.outline.lines, self.outline.text
        return [
            "aside" if kind == "code" and self._asides.match(text, first) else kind
            for kind, first in zip(lines.kinds, lines.firsts, strict=True)
        ]

    @cached_property
    def _lines_by_scope(self) -> dict[int, list[int]]:
        """The lines that can end a block, by the bracket that they begin in."""
        lines_by_scope: dict[int, list[int]] = {}
        lines = self.outline.lines
        for index, kind in enumerate(self._kinds):
            if kind in ("code", "aside") and not self._is_escaped(lines.starts[index] - 1):
                lines_by_scope.setdefault(lines.scopes[index], []).append(index)
        return lines_by_scope

    def _closers_in(self, scope: int, *, of_aside: bool) -> _Closers:
        """Return the lines that can end a block in the bracket of that index; asides end only the
        block *of_aside*.
        """
        if (scope, of_aside) in self._closers_by_scope:
            return self._closers_by_scope[scope, of_aside]
        outline, lines, style = self.outline, self.outline.lines, self._style
        starts, indents = list[int](), list[float]()
        for index in self._lines_by_scope.get(scope, []):
            if self._kinds[index] == "aside" and not of_aside:
                continue
            start, first = lines.starts[index], lines.firsts[index]
            indent: float = outline.width(start, first)
            word = _WORD.match(outline.text, first) if self._words or style.sections else None
            # What goes on with a construct ends only what is deeper.
            if style.by_column and _ITEM.match(outline.text, first):
                indent += _AS_MUCH
            elif word and word[0] in style.sections:
                indent += _AS_A_SECTION
            elif word and word[0] in self._words:
                indent += _AS_A_BODY if word[0] in _BODIES else _AS_MUCH
            starts.append(start)
            indents.append(indent)
        closers = _Closers(starts, NextBelow(indents))
        self._closers_by_scope[scope, of_aside] = closers
        return closers

    @cached_property
    def _last_inside(self) -> NextBelow:
        """Of the lines from the last one on how far out one is that may be outside."""
        lines = self.outline.lines
        return NextBelow(
            [
                -float(self.outline.width(start, first)) if kind in _OUTER else float("-inf")
                for start, first, kind in zip(
                    reversed(lines.starts),
                    reversed(lines.firsts),
                    reversed(self._kinds),
                    strict=True,
                )
            ]
        )

    def find_end(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where, by layout, the block of the header from *start* to *end* opens and ends, if
        it has one.

        *start* is that of its first character that is not blank.
        """
        outline, text = self.outline, self.outline.text
        scope = outline.scope_at(start)
        if self._style.needs_colon:
            colon = None if outline.are_brackets(scope) else self._find_colon(start)
            if colon is None:
                return self._calls.find_block(start, end)
            opened_at = own_end = max(end, colon + 1)
        elif self._style.by_column:
            opened_at, own_end = start, end
        else:
            opened_at = own_end = outline.line_end(max(start, end - 1))
        line_start = outline.line_start(start)
        word = _FIRST_WORD.match(text, line_start)
        of_aside = word is not None and bool(self._asides.match(text, word.start(1)))
        if self._style.by_column:
            indent: float = outline.column(start)
            indent += _AS_MUCH if _ITEM.match(text, start) else 0
        else:
            indent = outline.indent(line_start)
            # The block of `if a` goes on behind `else`, that of `elsif b` ends there.
            if word and word[1] in self._words:
                indent += _AS_MUCH
            elif self._style.sections and not _CLASS.match(text, line_start):
                indent += _AS_A_SECTION
        own_line_end = outline.line_end(max(start, own_end - 1))
        partner = outline.partners.get(scope)
        stop = len(text) if partner is None else outline.sign_offsets[partner]
        closers = self._closers_in(scope, of_aside=of_aside)
        closing = closers.next_below.find(bisect_left(closers.starts, own_line_end), indent)
        stop = closers.starts[closing] if closing < len(closers.starts) else stop
        # What is not blank in front of that belongs to it, but for comments further out.
        lines = outline.lines
        line = bisect_left(lines.starts, stop) - 1
        if line >= 0 and self._kinds[line] in _OUTER:
            mirrored_line = self._last_inside.find(len(lines.starts) - 1 - line, -indent - _AS_MUCH)
            line = len(lines.starts) - 1 - mirrored_line
        last_end = outline.line_end(lines.starts[line]) if line >= 0 else 0
        return opened_at, max(own_line_end, min(stop, last_end))

    def find_reach(self, start: int, end: int) -> int:
        """Return where the line of a header without a block ends, by layout, or its call."""
        brackets = self.outline.open_brackets(start, end)
        closers = [self.outline.partners.get(bracket, -1) for bracket in brackets]
        last = max(closers, default=-1)
        return self.outline.line_end(end if last < 0 else self.outline.sign_offsets[last])

    def _find_colon(self, offset: int) -> int | None:
        """Return where the colon of a header of Python stands; of a decorator what it decorates."""
        outline, text = self.outline, self.outline.text
        firsts = outline.lines.firsts
        line = bisect_right(outline.lines.starts, offset)
        if line and text.startswith("@", firsts[line - 1]):
            line = self._decorators.find_end(line)
            if line == len(firsts) or not _DEFINES.match(text, firsts[line]):
                return None
            offset = firsts[line]
        index = self._headers_of_python.find_end(outline.index_from(offset))
        if index < len(outline.sign_offsets) and outline.signs[index] == ":":
            return outline.sign_offsets[index]
        return None

    def _behind_decorator(self, index: int) -> int:
        """Return the line to go on with behind that of *index*; itself if it decorates nothing."""
        lines = self.outline.lines
        if index == len(lines.starts):
            return index
        is_passed = (
            lines.kinds[index] != "code"
            or self.outline.are_brackets(lines.scopes[index])
            or self.outline.text.startswith("@", lines.firsts[index])
        )
        return index + 1 if is_passed else index

    def _behind_sign(self, index: int) -> int:
        """Return the sign to go on with behind that of *index*; itself where the header ends."""
        outline = self.outline
        if index >= len(outline.sign_offsets):
            return index
        partner, offset = outline.partners.get(index), outline.sign_offsets[index]
        if partner is not None:
            return partner + 1
        goes_on = (
            outline.text.startswith(":=", offset)
            if outline.signs[index] == ":"
            else outline.signs[index] == "\n" and self._is_escaped(offset)
        )
        return index + 1 if goes_on else index

    def _is_escaped(self, line_end: int) -> bool:
        """Tell whether a line goes on behind its end, as ``x = 1 + \\`` does."""
        if self._style.by_column or line_end < 1:
            return False
        before = self.outline.text[max(0, line_end - 2) : line_end].rstrip("\r")
        return before.endswith("\\") and self.outline.is_code(line_end - 1)


class _Closers(Record):
    """Lines that can end a block: where they start, and what finds one by its indent."""

    starts: Sequence[int]
    next_below: NextBelow
