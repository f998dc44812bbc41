"""Blocks of languages that close them with a brace: C and what is like it, stylesheets, data."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from phaser_lint.core import Record
from phaser_lint.text.blocks.calls import CallReader, FunctionStyle
from phaser_lint.text.blocks.expressions import ExpressionReader, ExpressionStyle
from phaser_lint.text.blocks.heads import Handlers, Members, find_lines_of_heads
from phaser_lint.text.blocks.outline import NO_SCOPE, NextBelow, SignOutline, Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from phaser_lint.text.regions import Regions
    from phaser_lint.text.search.counted_matches import Span


class BraceStyle(Record):
    """How blocks are opened and closed.

    ``ends``: what stands for a `;` where none is written: Go's own line ends, or ``lines`` that are
    indented no more. ``behind_type``: what follows the closing brace of a type. ``only_in``: the
    parts of a page whose braces count: its scripts and styles, or PHP's program. ``directives``:
    there are lines for a preprocessor, which C has ``continued`` behind a backslash.
    ``functions``: what tells them from other arguments. ``has_bare_statements``: `if f() {` needs
    no brackets, so a brace behind a call may not be its. ``value``: what stands before a brace that
    opens a value, ``@{}``, and ``member`` before one that does among what a constructor
    initialises: ``C() : a{1}, b(2) { … }``. With ``function_try`` a body goes on with what catches
    its exceptions. ``expression``: a body may be one.
    """

    ends: Literal["", "go", "lines"] = ""
    behind_type: str = "{>"
    only_in: Literal["", "scripts", "program"] = ""
    directives: Literal["", "continued", "lines"] = ""
    functions: FunctionStyle | None = None
    has_bare_statements: bool = False
    value: str = ""
    member: str = ""
    function_try: bool = False
    expression: ExpressionStyle | None = None


# Of a type no block of its own stands below.
_BEHIND_BRACE = re.compile(r"[ \t]*\{|\s*([^\s{])")
_BEGINS = re.compile(r"@?\w")
_CONSTRUCTOR = re.compile(r"(?:\w+[ \t]+)*constructor\b")
# Behind them Go takes a line end for a `;`.
_GO_ENDS = re.compile(r"(?:[\w\"'`)\]}]|\+\+|--)[ \t\r]*\Z")
_GO_GOES_ON = re.compile(
    r"\b(?:case|chan|const|default|defer|else|for|func|go|goto|if|import|interface|map|package"
    r"|range|select|struct|switch|type|var)[ \t\r]*\Z"
)
# `for i := 0; i < n; i++ {`, `} else if err := f(); err != nil {`
_CLAUSES_OF_GO = re.compile(
    r"\s*(?:else\b\s*)?(?:(?:case\b[^;{}]*|\w+)\s*:(?!=)\s*)?(?:for|if|switch)\b"
)
_MOST_SIGNS = 200
_NEAR = 80
_CALL_GOES_ON = re.compile(r"[ \t]*\{")
# Of `f(H(a), { b })` it is another argument, of `{ a: H(b), c() { … } }` a method.
_NEXT_ITEM = re.compile(r"[^;{}()\[\]]*?,")
# Between parameters and the brace of their function: its type, and words that are no operators.
_TAIL = re.compile(
    r"\s*(?:(?::(?!:)\s*(?![\s(])|->\s*(?!\s))(?!async\b|function\b|new\b)(?:[^;?]|;[^;?\[\]{}]*\])+"
    r"\??\s*|(?:(?:async|sync|throws|rethrows|const|noexcept|override|final|where|volatile|requires"
    r"|try|throw|extends)\b|&{1,2}\s*(?:(?:noexcept|requires|override|final|try)\b|->|\[\[|\Z)|\[\[)"
    r"[^;?]*)?\Z"
)
_DECLARED = re.compile(r"\s*;")
_PARAMETER_OF_TEMPLATE = re.compile(r"\b(?:class|typename|struct)\b[\s.]*\w*\Z")
_BEHIND_PARAMETER = re.compile(r"\s*(?:=[^;{},>]*)?[,>]")
_STATEMENT = re.compile(r"(?:if|for|match|switch|while)\b")
_TAIL_OF_GO = re.compile(r"[ \t]*(?:(?:[\w*(]|\[\]|<-)[^;:=?]*)?\Z")
_LONGEST_TAIL = 400
_PROGRAM_OPENS, _PROGRAM_CLOSES = re.compile(r"<\?(?!xml)(?:php\b|=)?"), re.compile(r"\?>")
_SCRIPT = re.compile(r"<(script|style)\b[^<>]*>", re.I)
_SCRIPT_CLOSES = {name: re.compile(f"</{name}", re.I) for name in ("script", "style")}


def parse_outline(
    text: str, regions: Regions, style: BraceStyle, *, until: float | None = None
) -> tuple[SignOutline, Sequence[Span]]:
    """Return the outline of *text* in a language with braces, as far as these count there, and the
    spans in which they do.
    """
    spans: list[Span] = []
    if style.only_in == "scripts":
        tag = _SCRIPT.search(text)
        while tag:
            closer = _SCRIPT_CLOSES[tag[1].lower()].search(text, tag.end())
            spans.append((tag.end(), closer.start() if closer else len(text)))
            tag = _SCRIPT.search(text, spans[-1][1])
    elif style.only_in == "program":
        # The programs of a page of PHP, one behind the other.
        opener = _PROGRAM_OPENS.search(text)
        while opener:
            closer = _PROGRAM_CLOSES.search(text, opener.end())
            while closer and regions.region_around(closer.start(), until=until)[2] != "code":
                closer = _PROGRAM_CLOSES.search(text, closer.end())
            spans.append((opener.end(), closer.start() if closer else len(text)))
            opener = _PROGRAM_OPENS.search(text, closer.end()) if closer else None
    else:
        spans = [(0, len(text))]
    return SignOutline(text, regions, parts=[spans], brackets="([", until=until), spans


class BraceBlocks:
    """Finds where blocks end in the text of an *outline*, in *spans* of which braces count.

    Where its brace *must_close*, another one opens no block.
    """

    def __init__(
        self,
        outline: SignOutline,
        spans: Sequence[Span],
        style: BraceStyle,
        *,
        must_close: bool = False,
    ) -> None:
        self.outline, self._spans, self._style = outline, spans, style
        self._must_close = must_close
        self._openings = Walk(self._behind_sign)
        self._members = Members(outline, style.member) if style.member else None
        self._handlers = Handlers(outline) if style.function_try else None
        self._value = re.compile(rf"(?:{style.value})\Z") if style.value else None
        self._expressions = style.expression and ExpressionReader(outline, style.expression)
        self._calls = style.functions and CallReader(outline, style.functions, self._can_open)

    def find_end(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where braces open and end the block of the header from *start* to *end*, if it has
        one.

        *start* is that of its first character that is not blank.
        """
        outline = self.outline
        limit = len(outline.text)
        span = bisect_right(self._spans, (start, limit)) - 1
        if span < 0 or start >= self._spans[span][1] > 0:
            return None
        limit = limit if self._style.only_in == "program" else self._spans[span][1]
        block = None if self.is_declaration(start, end) else self._block_of_header(start, end)
        if block is None or block[0] >= limit:
            return None
        if self._style.ends == "lines":
            # A line between them may begin another statement.
            indent, starts = outline.indent(outline.line_start(start)), outline.lines.starts
            line = self._next_statement.find(bisect_right(starts, end), indent)
            if line < len(starts) and starts[line] < block[0]:
                return None
        return block[0], min(block[1], limit)

    def is_declaration(self, start: int, end: int) -> bool:
        """Tell whether a header only declares: ``class A;``, ``template <class T, …>``."""
        code = self.outline.code
        return bool(
            (not self._style.ends and _DECLARED.match(code, end))
            or (
                self._style.directives == "continued"
                and _PARAMETER_OF_TEMPLATE.search(code, start, end)
                and _BEHIND_PARAMETER.match(code, end)
            )
        )

    def find_reach(self, start: int, end: int) -> int:
        """Return where the statement of a header ends that opens no block, as far as it is told.

        At a `;` or a brace, or where a line begins another one, and behind its call.
        """
        outline = self.outline
        index = outline.index_from(end)
        for bracket in outline.open_brackets(start, end):
            index = max(index, outline.partners.get(bracket, index))
        stop = self._openings.find_end(index)
        behind = outline.sign_offsets[index] if index < len(outline.signs) else end
        starts = outline.lines.starts
        indent = outline.indent(outline.line_start(start))
        line = self._next_statement.find(bisect_right(starts, behind), indent)
        return min(
            outline.sign_offsets[stop] if stop < len(outline.signs) else len(outline.text),
            starts[line] if line < len(starts) else len(outline.text),
        )

    def _block_of_header(self, start: int, end: int) -> Span | None:
        """Return from where to where its block goes, if a brace or a call opens one.

        The last brace in the header that is still open where it ends, or the next one behind.
        """
        outline, call, head_end = self.outline, NO_SCOPE, end
        for index in outline.open_brackets(start, end):
            if outline.signs[index] == "{" and not outline.is_hole(index):
                return self._block_of_brace(index)
            if outline.signs[index] == "(" and call == NO_SCOPE:
                call = index
        index = self._openings.find_end(outline.index_from(end))
        scope, style = outline.scope_at(end), self._style.expression
        if style and not style.head and outline.signs[scope : scope + 1] == ["["]:
            # `[Fact] void F() => g();`
            head_end = outline.sign_offsets[outline.partners.get(scope, scope)] + 1
        expression = self.find_expression((start, head_end), call)
        if expression:
            return expression
        if call == NO_SCOPE:
            block = self._block_of_brace(index)
        else:
            block = self._block_of_call(call, (start, end), next_brace=index)
        return self._handlers.with_handlers(block, end) if self._handlers and block else block

    def find_expression(self, header: Span, call: int) -> Span | None:
        """Return the expression that is the body of a *header*, unless a *call* of it has one."""
        outline, is_call = self.outline, call != NO_SCOPE
        if not self._expressions:
            return None
        if is_call and self._calls and self._calls.arguments_of(call).has_function:
            return None
        limit = len(outline.text)
        if self._style.ends == "lines":
            behind = outline.partners.get(call, -1) if is_call else -1
            place = max(header[1], outline.sign_offsets[behind]) if behind >= 0 else header[1]
            indent, starts = outline.indent(outline.line_start(header[0])), outline.lines.starts
            line = self._next_statement.find(bisect_right(starts, place), indent)
            limit = starts[line] if line < len(starts) else limit
        return self._expressions.find_body(header, call if is_call else None, limit=limit)

    def _block_of_brace(self, index: int) -> Span | None:
        """Return from where to where the sign of *index* makes a block, if it is a brace."""
        outline = self.outline
        if index >= len(outline.signs) or outline.signs[index] != "{":
            return None
        partner = outline.partners.get(index)
        if partner is None and self._must_close:
            return None
        end = len(outline.text) if partner is None else outline.sign_offsets[partner] + 1
        return outline.sign_offsets[index], end

    def _behind_sign(self, index: int) -> int:
        """Return the sign to go on with behind that of *index*; itself where the search ends."""
        outline = self.outline
        if index >= len(outline.sign_offsets):
            return index
        sign, partner = outline.signs[index], outline.partners.get(index)
        behind = index + 1 if partner is None else partner + 1
        if sign == "\n" and self._style.ends == "go":
            offset = outline.sign_offsets[index]
            line_start = max(outline.line_start(offset), offset - _NEAR)
            line = outline.text[line_start:offset].partition("//")[0]
            ends_statement = _GO_ENDS.search(line) and not _GO_GOES_ON.search(line)
            return index if ends_statement else behind
        if sign in "\n([":
            return behind
        if sign == "{" and partner is not None:
            return index if self._can_open(index) else behind
        if sign == ";" and self._style.ends == "go" and self._parts_clauses(index):
            return behind
        if sign == ":" and self._members:
            return self._members.find_end(index)
        # A header may stand in brackets itself.
        return behind if sign in ")]:" else index

    def _parts_clauses(self, semicolon: int) -> bool:
        """Tell whether that of Go with this index stands in the header of a statement."""
        outline, code = self.outline, self.outline.code
        end = outline.sign_offsets[semicolon]
        scope = outline.scope_at(end)
        for index in range(semicolon - 1, max(semicolon - _MOST_SIGNS, 0) - 1, -1):
            start = outline.sign_offsets[index] + 1
            if outline.scope_at(start) != scope or outline.signs[index] in ")]:":
                continue
            if _CLAUSES_OF_GO.match(code, start, end):
                return True
            if outline.signs[index] != ";" and outline.signs[index - 1 : index + 1] != [";", "\n"]:
                return False
        return scope == NO_SCOPE and _CLAUSES_OF_GO.match(code, 0, end) is not None

    def _can_open(self, index: int) -> bool:
        """Tell whether the brace of *index* may open a block: in a string, a type is none."""
        outline, partner = self.outline, self.outline.partners.get(index)
        offset = outline.sign_offsets[index]
        if partner is None or outline.is_hole(index):
            return partner is None
        if self._value and self._value.search(outline.code, max(0, offset - _NEAR), offset):
            return False
        following = _BEHIND_BRACE.match(outline.code, outline.sign_offsets[partner] + 1)
        return not following or (following[1] or "{") not in self._style.behind_type

    def _block_of_call(self, call: int, header: Span, *, next_brace: int) -> Span | None:
        """Return from where to where the block goes of a *header* that ends in a *call*.

        *next_brace*: the one behind the header. That may open an object, or stand in a parameter.
        """
        calls, code, closer = self._calls, self.outline.code, self.outline.partners.get(call)
        body = calls.find_body(call, header[1]) if calls else None
        argument = calls.find_argument(call, header[1]) if calls else None
        if closer is not None:
            behind_call = self.outline.sign_offsets[closer] + 1
            behind = self._openings.find_end(closer + 1)
            if self._goes_on_behind(call, behind, header=header, body=body, argument=argument):
                return self._block_of_brace(behind)
            if next_brace >= closer and not argument:
                block = self._block_of_brace(next_brace)
                is_item = (
                    block
                    and calls
                    and calls.has_objects
                    and _NEXT_ITEM.match(code, behind_call)
                    and self.outline.scope_at(block[0]) == self.outline.scope_at(behind_call)
                )
                return None if is_item else block
            if calls and calls.arrow and calls.arrow.match(code, behind_call):
                return None
        if not calls:
            return self._block_of_brace(next_brace)
        if body is None:
            body = calls.find_body(call, header[1], is_default=True)
        if body is not None:
            return self._block_of_brace(body)
        has_function = argument or calls.arguments_of(call).has_function
        return argument if has_function else self._block_of_brace(next_brace)

    def _goes_on_behind(
        self, call: int, brace: int, *, header: Span, body: int | None, argument: Span | None
    ) -> bool:
        """Tell whether the *brace* behind a *call* is that of what it is the head of.

        *body*, *argument*: what may be its block in its brackets.
        """
        outline, style, code = self.outline, self._style, self.outline.code
        if brace >= len(outline.signs) or outline.signs[brace] != "{":
            return False
        closer = outline.partners[call]
        behind_call, opened_at = outline.sign_offsets[closer] + 1, outline.sign_offsets[brace]
        if self._members and self._members.begin_near(closer + 1, brace):
            return True
        # `if (a.some((b) => { … })) {`, `test("a", list.map { it }) {`
        if not style.has_bare_statements and _CALL_GOES_ON.match(code, behind_call):
            return True
        # Of `({ a }) => { … }` it holds the parameters.
        arrow = self._calls and self._calls.arrow and self._calls.arrow.match(code, behind_call)
        if arrow:
            return arrow.end() == opened_at
        # `if a.iter().any(|b| b) {` by `\bany\(`
        if style.has_bare_statements and argument and not _STATEMENT.match(code, header[0]):
            return False
        tail = _TAIL_OF_GO if style.ends == "go" else _TAIL
        return (
            body is None
            and opened_at - behind_call < _LONGEST_TAIL
            and bool(tail.match(code, behind_call, opened_at))
            and outline.scope_at(opened_at) == outline.scope_at(outline.sign_offsets[call])
        )

    @cached_property
    def _next_statement(self) -> NextBelow:
        """The indents of the lines that begin a statement; of others they are out of reach.

        The line below `@Test` goes on with that. With `@Inject` above `constructor(` a class does.
        """
        outline, indents = self.outline, list[float]()
        heads = find_lines_of_heads(outline)
        annotated_line = annotation_end = -1
        for start, first, scope, kind in zip(*outline.lines, strict=True):
            can_begin = kind == "code" and not outline.are_brackets(scope)
            is_argument = first < annotation_end
            begins = can_begin and (annotated_line < 0 or is_argument)
            begins = begins and first not in heads and bool(_BEGINS.match(outline.code, first))
            indents.append(float(outline.width(start, first)) if begins else float("inf"))
            if not can_begin or is_argument:
                continue
            if annotated_line >= 0 and _CONSTRUCTOR.match(outline.code, first):
                indents[annotated_line] = float("inf")
            annotation_end = outline.find_annotations_end(first)
            if annotation_end < 0:
                annotated_line = -1
            elif annotated_line < 0:
                annotated_line = len(indents) - 1
        return NextBelow(indents)
