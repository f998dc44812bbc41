r"""Calls: which of the arguments of one is the block of a header such as ``\bit\(``.

it('adds', { timeout: 500 }, () => { … })     the first function with braces
it('adds', { timeout: 500 }, () => add())     else the last argument that holds a function
query(wrap(async () => { … }))                in another call, too
query({ query() { … } })                      else the last one that holds one in an object
configure(name, { … })                        none: whoever asks takes the first braces
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable

from phaser_lint.core import Record
from phaser_lint.text.blocks.outline import READING, SignOutline
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.search.counted_matches import Span


class FunctionStyle(Record):
    """How a language writes functions among the arguments of a call, where objects stand, too.

    ``body``: what the brace of one follows. ``word``: what it begins with, where parameters and a
    type may stand before its brace, which one has that ``needs_braces``. ``arrow``: what stands
    behind its parameters. ``short``: what one without braces begins with that has no arrow, and
    ``short_end`` what ends its parameters, if no brackets do. ``parameter``: what an argument
    begins with that is a parameter, whose arrow is that of a type, or of a default, and ``cast``
    what a type follows elsewhere. ``method``: what the brace of a function in an object follows.
    ``has_objects``: braces may hold no code.
    """

    body: str = ""
    word: str = ""
    needs_braces: bool = True
    arrow: str = ""
    short: str = ""
    short_end: str = ""
    parameter: str = ""
    cast: str = ""
    method: str = ""
    has_objects: bool = True


# How far back a brace is looked at, and how far the types of a generic one go on.
_NEAR, _LONGEST_TYPES = 80, 400
_BLANKS = re.compile(r"\s*")
_TYPES_SIGN = re.compile(r"=>|->|[<>()\[\]{};]")
# Behind it `<` compares: `a < b`, `a << b`, `a <= b`.
_TYPES_BEGIN = r"(?<!<)<(?![<=\s])"
_SIGNS_A_LOOK = 1_000


class Arguments:
    """The functions in a bracket: braces by their signs, other arguments by where they stand.

    ``bodies``: the braces of functions that stand in it directly, ``defaults`` of those that are
    the default of a parameter. ``last``: the last argument that holds a function, of whatever
    kind, and ``last_object`` the last one that holds one only in an object. ``has_function``: a
    function, or the type of one, stands in it directly.
    """

    def __init__(self) -> None:
        self.bodies: list[int] = []
        self.defaults: list[int] = []
        self.last: Span | None = None
        self.last_object: Span | None = None
        self.has_function = False


class _OpenBracket:
    """A bracket that is read, and what is known of the argument that it is read in."""

    def __init__(self, sign: str, *, index: int, offset: int, closer: int) -> None:
        self.sign, self.index, self.closer = sign, index, closer
        self.is_code = False
        # How far it is read, and where the last bracket in it ends.
        self.read_to = offset
        self.types_end = 0
        self.arguments = Arguments()
        self.begin_argument(offset + 1)

    def begin_argument(self, offset: int) -> None:
        self.start = offset
        self.is_in_function = self.is_in_short = self.is_parameter = self.is_cast = False
        self.has_function = self.has_object = False

    def end_argument(self, offset: int) -> None:
        if self.has_function:
            self.arguments.last = self.start, offset
        elif self.has_object:
            self.arguments.last_object = self.start, offset

    def note_bracket(self, bracket: _OpenBracket, *, is_hole: bool) -> None:
        """Note what a *bracket* in this one holds, unless a string or a function does."""
        self.read_to = bracket.read_to
        if bracket.is_code or is_hole:
            return
        if bracket.arguments.last and bracket.sign != "{":
            self.has_function |= not self.is_parameter
        elif bracket.arguments.last or bracket.arguments.last_object:
            self.has_object = True


class CallReader:
    """Reads the arguments of the calls of an *outline*, each bracket once.

    *can_open*: tells whether the brace of an index may open a block, where any does.
    """

    def __init__(
        self,
        outline: SignOutline,
        style: FunctionStyle,
        can_open: Callable[[int], bool] | None = None,
    ) -> None:
        self._outline, self._style, self._can_open = outline, style, can_open
        kinds = {
            name: getattr(style, name) for name in ("short", "short_end", "word", "arrow", "cast")
        }
        kinds |= {"comma": ",", "types": _TYPES_BEGIN}
        self._marks = re.compile(
            "|".join(f"(?P<{name}>{pattern})" for name, pattern in kinds.items() if pattern)
        )
        self._body = re.compile(rf"(?:{style.body})\s*\Z") if style.body else None
        self._method = re.compile(rf"(?:{style.method})\s*\Z") if style.method else None
        self._parameter = re.compile(rf"\s*(?:{style.parameter})") if style.parameter else None
        self.arrow = re.compile(rf"\s*{style.arrow}\s*") if style.arrow else None
        self.has_objects = style.has_objects
        self._arguments: dict[int, Arguments] = {}
        self._ends: dict[int, int] = {}

    def find_block(self, start: int, end: int) -> Span | None:
        """Return the argument that holds a function in the call that a header ends in."""
        for index in self._outline.open_brackets(start, end):
            if self._outline.signs[index] == "(":
                return self.find_argument(index, end)
        return None

    def closer_of(self, call: int) -> int:
        """Return the sign that closes a *call*, or what is around it; else how many there are."""
        outline = self._outline
        around = outline.scope_at(outline.sign_offsets[call])
        end = outline.partners.get(around, len(outline.signs))
        return outline.partners.get(call, end)

    def arguments_of(self, call: int) -> Arguments:
        """Return what stands in the brackets of a *call*."""
        if call in self._arguments:
            return self._arguments[call]
        outline, index = self._outline, call + 1
        open_brackets = [self._open(call, self.closer_of(call))]
        while open_brackets:
            keep_to_deadline(outline.until if not index % _SIGNS_A_LOOK else None, READING)
            bracket = open_brackets[-1]
            if index == bracket.closer:
                open_brackets.pop()
                offset, arguments = self._offset_of(index), bracket.arguments
                self._read_to(bracket, offset)
                bracket.end_argument(offset)
                self._arguments[bracket.index] = arguments
                is_hole = bracket.sign == "{" and outline.is_hole(bracket.index)
                if open_brackets:
                    open_brackets[-1].note_bracket(bracket, is_hole=is_hole)
                    # What nothing closes ends with what is around it.
                    if open_brackets[-1].closer == index:
                        continue
            elif outline.signs[index] in "([{":
                closer = outline.partners.get(index, bracket.closer)
                bracket = self._open(index, closer, inside_of=bracket)
                open_brackets.append(bracket)
                if bracket.is_code:  # whoever asks for a call in it reads that
                    bracket.read_to = self._offset_of(closer)
                    index = closer - 1
            index += 1
        return self._arguments[call]

    def find_body(self, call: int, end: int, *, is_default: bool = False) -> int | None:
        """Return the first brace from *end* on of a function that stands directly in a *call*."""
        arguments = self.arguments_of(call)
        bodies = arguments.defaults if is_default else arguments.bodies
        place = bisect_left(bodies, self._outline.index_from(end))
        return bodies[place] if place < len(bodies) else None

    def find_argument(self, call: int, end: int) -> Span | None:
        """Return the last argument in a *call* that holds a function, if it goes on behind *end*.

        One that holds it in an object counts where no other does, and none has the type of one.
        """
        arguments = self.arguments_of(call)
        argument = arguments.last
        if argument is None and not arguments.has_function:
            argument = arguments.last_object
        if argument is None or argument[1] <= end:
            return None
        blanks = _BLANKS.match(self._outline.code, argument[0])
        last = argument[1]
        # What nothing closes ends where many others do.
        if last not in self._ends:
            while last and self._outline.text[last - 1].isspace():
                last -= 1
            self._ends[argument[1]] = last
        return blanks.end() if blanks else argument[0], self._ends[argument[1]]

    def _open(
        self, index: int, closer: int, *, inside_of: _OpenBracket | None = None
    ) -> _OpenBracket:
        """Return the bracket of *index*, and note in the one around whether it is a function's."""
        outline, style, around = self._outline, self._style, inside_of
        sign, offset = outline.signs[index], outline.sign_offsets[index]
        bracket = _OpenBracket(sign, index=index, offset=offset, closer=closer)
        self._look_for_parameter(bracket)
        if around is None:
            return bracket
        near = max(around.read_to, offset - _NEAR)
        self._read_to(around, offset)
        if sign != "{" or not (self._can_open and self._can_open(index)):
            return bracket
        if around.is_in_function or (self._body and self._body.search(outline.code, near, offset)):
            arguments, bracket.is_code = around.arguments, True
            (arguments.defaults if around.is_parameter else arguments.bodies).append(index)
        elif not style.has_objects:
            bracket.is_code = True
        elif around.sign == "{" and self._method:
            bracket.is_code = bool(self._method.search(outline.code, near, offset))
        around.has_function |= bracket.is_code and not around.is_parameter
        return bracket

    def _offset_of(self, closer: int) -> int:
        signs = self._outline.sign_offsets
        return signs[closer] if closer < len(signs) else len(self._outline.text)

    def _read_to(self, bracket: _OpenBracket, offset: int) -> None:
        """Read what stands in a *bracket* up to *offset*, in which no other one is."""
        for mark in self._marks.finditer(self._outline.code, bracket.read_to, offset):
            kind, start = mark.lastgroup, mark.start()
            if not self._outline.is_code(start):
                continue
            if mark[0].startswith(",") and not bracket.is_in_short and start >= bracket.types_end:
                bracket.end_argument(start)
                bracket.begin_argument(start + 1)
                self._look_for_parameter(bracket)
            if kind == "types":
                bracket.types_end = max(
                    bracket.types_end, find_types_end(self._outline.code, start)
                )
            elif kind == "cast":
                bracket.is_cast = True
            elif kind == "short_end" or (kind == "short" and bracket.is_in_short):
                bracket.is_in_short = False
            elif kind != "comma" and not bracket.is_cast and start >= bracket.types_end:
                is_word = kind == "word"
                bracket.arguments.has_function = True
                # Go's `f func() error` is a type.
                is_function = not is_word or not self._style.needs_braces
                bracket.has_function |= is_function and not bracket.is_parameter
                bracket.is_in_function = bracket.is_in_function or is_word
                bracket.is_in_short = kind == "short" and bool(self._style.short_end)
        bracket.read_to = offset

    def _look_for_parameter(self, bracket: _OpenBracket) -> None:
        if self._parameter and bracket.sign == "(":
            bracket.is_parameter = bool(self._parameter.match(self._outline.code, bracket.start))


def find_types_end(code: str, start: int) -> int:
    """Return where the types of a call end that may begin at *start* in *code*, as in ``f<A,
    B>(a)``; else *start*.
    """
    depth = 0
    for sign in _TYPES_SIGN.finditer(code, start, start + _LONGEST_TYPES):
        if sign[0] in ("=>", "->"):
            continue
        if sign[0] == ";" and depth == 1:
            break
        depth += 1 if sign[0] in "<([{" else -1 if sign[0] in ">)]}" else 0
        if not depth:
            # `a<b, c>d` compares, but `A.<B, C>d()` of Java does not.
            is_type = not code[sign.end() : sign.end() + 1].isalnum() or code[start - 1] == "."
            return sign.end() if sign[0] == ">" and is_type else start
    return start
