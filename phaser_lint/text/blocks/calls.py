r"""Calls: which function among the arguments of one is the block of a header such as ``\bit\(``.

it('adds', { timeout: 500 }, () => { … })     the first one with braces
it('adds', { timeout: 500 }, () => add());    or none, however many braces there are
configure(name, { … })                        no function: an object
"""

from __future__ import annotations

import re
from collections.abc import Callable

from phaser_lint.core import Record
from phaser_lint.text.blocks.outline import SignOutline


class FunctionStyle(Record):
    """How a language writes functions among the arguments of a call, where objects stand, too.

    ``body``: what the brace of one follows. ``word``: what it begins with, where parameters and a
    type may stand before its brace. ``arrow``: what stands behind its parameters.
    """

    body: str = ""
    word: str = ""
    arrow: str = ""


# How far back a brace is looked at.
_NEAR = 80


def find_function(
    outline: SignOutline,
    call: int,
    end: int,
    *,
    style: FunctionStyle,
    can_open: Callable[[int], bool],
) -> tuple[int | None, bool]:
    """Return the brace of the first function in a *call* from *end* on, and whether one is there.

    All are indices of signs but *end*. A function without braces has none. *can_open*: tells
    whether a brace may open a block at all.
    """
    body = re.compile(rf"(?:{style.body})\s*\Z") if style.body else None
    marks = re.compile("|".join(filter(None, (style.word, style.arrow, ","))))
    code, closer = outline.code, outline.partners[call]
    index = call + 1
    # Where the last bracket stands, and how far marks were looked for.
    bracket_at = marked_to = outline.sign_offsets[call]
    is_in_function = has_function = False
    while index <= closer:
        offset, partner = outline.sign_offsets[index], outline.partners.get(index)
        for mark in marks.finditer(code, marked_to, offset):
            if not outline.is_code(mark.start()):
                continue
            is_word = mark[0] not in (",", style.arrow)
            has_function = has_function or mark[0] != ","
            is_in_function = is_word or (is_in_function and mark[0] != ",")
        if outline.signs[index] == "{" and offset >= end and can_open(index):
            near = max(bracket_at, offset - _NEAR)
            if is_in_function or (body and body.search(code, near, offset)):
                return index, True
        if partner is None:
            marked_to = offset
        else:
            bracket_at = marked_to = outline.sign_offsets[partner]
        index = (index if partner is None else partner) + 1
    return None, has_function
