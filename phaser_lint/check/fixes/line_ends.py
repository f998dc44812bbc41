r"""Line ends and the byte order mark of a file, which a contract's pattern does not see.

``normalise_text`` takes them out of what is searched; what fixes the file must leave them in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from phaser_lint.check.fixes.first_statements import find_first_statements_end, holds_only_comments
from phaser_lint.check.fixes.fix_edits import Replacement
from phaser_lint.core import Record
from phaser_lint.core.text import BOM, replace_lone_returns, unify_line_ends
from phaser_lint.text.languages import ends_paragraph
from phaser_lint.text.languages.text_beginning import find_beginning_end

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


# Where lines go that a file lacks: at its start, behind what has to stand first, or at its end.

_BLANKS = re.compile(r"[ \t]*")
_EMPTY_LINE = re.compile(r"[ \t]*(?:[\r\n]|\Z)")


def prepend_lines(text: str, lines: str, *, path: str) -> Replacement:
    """Return *lines* with the line ends of *text*, a file at *path*, as a fix's edit that puts them
    at its start, behind what must stand first.
    """
    offset, whole = find_beginning_end(path, text), lines if lines.endswith("\n") else f"{lines}\n"
    if not holds_only_comments(path, text, lines):
        offset = find_first_statements_end(
            path, replace_lone_returns(text), start=offset, lines=lines
        )
    elif ends_paragraph(path) and not _EMPTY_LINE.match(text, offset):
        whole = whole if whole.endswith("\n\n") else f"{whole}\n"
    if offset == measure_byte_order_mark(text) or text[offset - 1] in "\r\n":
        return Replacement(offset, offset, adapt_line_ends(whole, text, offset))
    # "<?php echo 1;": what follows on that line goes on below.
    blanks = _BLANKS.match(text, offset)
    insertion_end = blanks.end() if blanks else offset
    return Replacement(offset, insertion_end, adapt_line_ends(f"\n{whole}", text, offset))


def append_lines(text: str, lines: str) -> Replacement:
    """Return the edit that puts *lines* at the end of *text*, which ends as it did."""
    offset = len(text)
    if offset == measure_byte_order_mark(text) or text.endswith(("\r", "\n")):
        lines = lines if lines.endswith("\n") else f"{lines}\n"
        return Replacement(offset, offset, adapt_line_ends(lines, text, offset))
    return Replacement(
        offset, offset, adapt_line_ends(f"\n{lines.removesuffix(chr(10))}", text, offset)
    )
