r"""Line ends and the byte order mark of a file, which a contract's pattern does not see.

``normalise_text`` takes them out of what is searched; what fixes the file must leave them in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from phaser_lint.core import Record
from phaser_lint.core.text import BOM, unify_line_ends

_RETURN = "\r\n"
_LINE_END = re.compile(r"\r\n?|\n")


class NormalForm(Record):
    """How places in what ``normalise_text`` makes of a text lead back to the text itself."""

    mark: int
    """How many characters of a mark are missing at the start."""
    returns: tuple[int, ...]
    """Where, in the normal form, the line ends stand that were two characters."""

    def in_file(self, offset: int) -> int:
        """Return where what is at *offset* in the normal form stands with the file's line ends."""
        return offset + self.mark + bisect_left(self.returns, offset)


def make_normal_form(text: str) -> NormalForm:
    """Return *text* with normalised line ends, and how places lead back to its own ones."""
    mark = measure_byte_order_mark(text)
    returns: list[int] = []
    return_place = text.find(_RETURN)
    while return_place >= 0:
        returns.append(return_place - mark - len(returns))
        return_place = text.find(_RETURN, return_place + 2)
    return NormalForm(mark, tuple(returns))


def measure_byte_order_mark(text: str) -> int:
    """Return how many characters of *text* are its byte order mark, which stays: one, or none."""
    return len(BOM) if text.startswith(BOM) else 0


def adapt_line_ends(new_text: str, text: str, offset: int) -> str:
    """Return *new_text*, which a fix writes, with the line ends that *text* has at *offset*."""
    plain = unify_line_ends(new_text)
    return plain.replace("\n", find_line_end_at(text, offset)) if "\n" in plain else plain


def find_line_end_at(text: str, offset: int) -> str:
    """Return the line end at *offset* of *text*; of the last line that of the one before."""
    line_end = _LINE_END.search(text, offset - text.startswith(_RETURN, max(offset - 1, 0)))
    if line_end is None:
        last = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset), 0)
        line_end = _LINE_END.match(text, last - text.startswith(_RETURN, max(last - 1, 0)))
    return line_end[0] if line_end else "\n"
