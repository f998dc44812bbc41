"""What stands between the parameters of a function and its body, and behind that.

A::A(int a) : a_{a}, b_(a) { … }                     the members that a constructor initialises
fun <T> f(a: T)                                      lines that are indented no more
where T : A { … }
int f() try { … } catch (const E& e) { … }           the handlers of a body
"""

from __future__ import annotations

import re

from phaser_lint.text.blocks.outline import SignOutline, Walk
from phaser_lint.text.search.counted_matches import Span

# What may stand between the parameters of a constructor and its members; `case f(a):` has none.
_BEFORE_MEMBERS = re.compile(
    r"\)(?:\s*(?:noexcept|try|\[\[[^\[\]]*\]\]))*(?:\s*requires\b[^(){};:?]*)?\s*\Z"
)
_CASE = re.compile(r"\bcase\b[^;{}]*\Z")
_LONGEST_TAIL, _LONGEST_MEMBERS, _NEAR = 400, 2000, 80
# It goes on with the head of a class or function: `where T: A`, but not `with(a) {`.
_GOES_ON = re.compile(
    r"(?:where|with|extends|implements|throws|rethrows)(?:[ \t\r]+(?![=(])|$)", re.M
)
# Supertypes follow on `class A :`, and nothing on a label.
_LABEL = re.compile(r"case\b|@?\w+[ \t]*:\Z")
_TRY = re.compile(r"\btry\s*(?::(?!:)[\s\S]*)?\Z")
_CATCH = re.compile(r"\s*catch\s*\(")


class Members:
    """Finds where members end in the text of an *outline*; *value* stands before a brace of one."""

    def __init__(self, outline: SignOutline, value: str) -> None:
        self._outline, value_before = outline, re.compile(rf"(?:{value})\s*\Z")

        def behind_sign(index: int) -> int:
            if index >= len(outline.signs) or outline.signs[index] not in "([{:\n":
                return index
            offset, partner = outline.sign_offsets[index], outline.partners.get(index)
            near = max(0, offset - _NEAR)
            is_body = outline.signs[index] == "{" and (
                partner is None or not value_before.search(outline.code, near, offset)
            )
            return index if is_body else outline.partners.get(index, index) + 1

        self._ends = Walk(behind_sign)

    def find_end(self, colon: int) -> int:
        """Return the sign behind the members that a *colon* begins, or the next one."""
        code, offset = self._outline.code, self._outline.sign_offsets[colon]
        near = max(0, offset - _LONGEST_TAIL)
        if (
            ":" in (code[offset - 1 : offset], code[offset + 1 : offset + 2])
            or not _BEFORE_MEMBERS.search(code, near, offset)
            or _CASE.search(code, near, offset)
        ):
            return colon + 1
        return self._ends.find_end(colon + 1)

    def begin_near(self, index: int, brace: int) -> bool:
        """Tell whether some begin behind the sign of *index*, in front of that *brace*."""
        outline = self._outline
        nearest = min(brace, outline.index_from(outline.sign_offsets[index] + _LONGEST_TAIL))
        while index < nearest:
            if outline.signs[index] == ":" and self.find_end(index) > index + 1:
                return True
            index = outline.partners.get(index, index) + 1
        return False


class Handlers:
    """Finds where a body ends whose exceptions are caught behind it, in an *outline*."""

    def __init__(self, outline: SignOutline) -> None:
        self._outline = outline

        def behind_handler(closer: int) -> int:
            if closer >= len(outline.signs):
                return closer
            handler = _CATCH.match(outline.code, outline.sign_offsets[closer] + 1)
            bracket = outline.index_from(handler.end() - 1) if handler else closer
            brace = outline.partners.get(bracket, closer) + 1
            is_body = handler and outline.signs[brace : brace + 1] == ["{"]
            return outline.partners.get(brace, closer) if is_body else closer

        self._ends = Walk(behind_handler)

    def with_handlers(self, block: Span, header_end: int) -> Span:
        """Return the *block* of a header with what catches its exceptions, behind a `try`."""
        outline = self._outline
        near = max(header_end, block[0] - _LONGEST_MEMBERS)
        word = outline.code.rfind("try", near, block[0])
        if word < 0 or not _TRY.match(outline.code, word, block[0]):
            return block
        closer = self._ends.find_end(outline.index_from(block[1] - 1))
        ends = [sign_offset + 1 for sign_offset in outline.sign_offsets[closer : closer + 1]]
        return block[0], max(block[1], *ends)


def find_lines_of_heads(outline: SignOutline) -> frozenset[int]:
    """Return where lines begin in *outline* that go on with the head of a class or function."""
    heads, is_head, before = set[int](), False, ""
    for _, first, scope, kind in zip(*outline.lines, strict=True):
        if kind != "code":
            continue
        if not outline.are_brackets(scope):
            if is_head:
                is_head = before.endswith(",")
            else:
                is_head = before.endswith(":") and not _LABEL.match(before)
            is_head = is_head or bool(_GOES_ON.match(outline.code, first))
            if is_head:
                heads.add(first)
        before = outline.code[first : outline.line_end(first)].rstrip()
    return frozenset(heads)
