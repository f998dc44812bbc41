"""Edits of one text: written by a fix, applied, made one of several, followed by a place in it.

Places count characters of the text as it stands in the file; edits are in ascending order and do
not overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaser_lint.core import Record
from phaser_lint.core.text import unify_line_ends


class Replacement(Record):
    """What stands from ``start`` to ``end`` becomes ``text``."""

    start: int
    end: int
    text: str

    def overlaps(self, start: int, end: int) -> bool:
        """Tell whether the edit changes what stands from *start* to *end*, or its middle.

        Of an empty span it is not known on which side of it a change beside it is.
        """
        if start == end:
            return self.start <= start <= self.end
        if self.start == self.end:
            return start < self.start < end
        return self.start < end and start < self.end


class FixPiece(Record):
    """A part of what a fix writes: a text of its own, or what a group of the pattern stood for."""

    text: str
    is_group: bool = False


class WrittenFix(Record):
    """What a fix writes in place of a match, piece by piece."""

    start: int
    end: int
    pieces: tuple[FixPiece, ...]
    comments: tuple[str, ...] = ()
    """Those in the match, which its pattern does not see."""

    def lost_comment(self) -> str:
        """Return the first comment that the fix takes away for good; empty: there is none."""
        text = unify_line_ends("".join(piece.text for piece in self.pieces))
        return next((comment for comment in self.comments if comment not in text), "")

    def size(self) -> int:
        """Return how many characters the fix writes."""
        return sum(len(piece.text) for piece in self.pieces)

    def replacement(self) -> Replacement:
        """Return the edit."""
        return Replacement(self.start, self.end, "".join(piece.text for piece in self.pieces))

    def group_spans(self, offset: int) -> list[tuple[int, int]]:
        """Return where each group stands in the text that has the fix at *offset*."""
        spans = []
        for piece in self.pieces:
            if piece.is_group:
                spans.append((offset, offset + len(piece.text)))
            offset += len(piece.text)
        return spans


def apply_edits(text: str, edits: Iterable[Replacement]) -> str:
    """Return *text* with all *edits* of fixes in it, which are in ascending order."""
    pieces, offset = [], 0
    for edit in edits:
        pieces += [text[offset : edit.start], edit.text]
        offset = edit.end
    return "".join([*pieces, text[offset:]])


def follow_spans(
    spans: Sequence[tuple[int, int]], edits: Sequence[Replacement]
) -> list[tuple[int, int] | None]:
    """Return where ascending *spans* stand after *edits*; ``None`` for an overlapped one."""
    new_spans: list[tuple[int, int] | None] = []
    number_passed = shift = 0
    for start, end in spans:
        while number_passed < len(edits) and edits[number_passed].end <= start:
            if edits[number_passed].overlaps(start, end):
                break
            shift += len(edits[number_passed].text) - (
                edits[number_passed].end - edits[number_passed].start
            )
            number_passed += 1
        is_overlapped = number_passed < len(edits) and edits[number_passed].overlaps(start, end)
        new_spans.append(None if is_overlapped else (start + shift, end + shift))
    return new_spans


def join_edits(
    length: int, edits: Iterable[Replacement], later_edits: Iterable[Replacement]
) -> tuple[Replacement, ...]:
    """Return the edits in a text of that *length* that do what *edits* of fixes, and then
    *later_edits*, do.

    Edits that touch become one.
    """
    pieces: list[_Piece] = []
    offset = 0
    for edit in edits:
        pieces += [_Piece(offset, edit.start), _Piece(0, 0, edit.text)]
        offset = edit.end
    reversed_pieces = [*pieces, _Piece(offset, length)][::-1]
    result_pieces: list[_Piece] = []
    offset = 0
    for edit in later_edits:
        result_pieces += _take_pieces(reversed_pieces, edit.start - offset)
        _take_pieces(reversed_pieces, edit.end - edit.start)
        result_pieces.append(_Piece(0, 0, edit.text))
        offset = edit.end
    joined_edits = []
    offset, new_text = 0, ""
    for piece in (*result_pieces, *reversed(reversed_pieces)):
        if piece.text:
            new_text += piece.text
        elif piece.size():
            if new_text or piece.start != offset:
                joined_edits.append(Replacement(offset, piece.start, new_text))
            offset, new_text = piece.end, ""
    if new_text or offset != length:
        joined_edits.append(Replacement(offset, length, new_text))
    return tuple(joined_edits)


class _Piece(Record):
    """A part of a changed text: what stood from ``start`` to ``end``, or else a new ``text``."""

    start: int
    end: int
    text: str = ""

    def size(self) -> int:
        """Return how many characters the piece of an edited text has."""
        return len(self.text) or self.end - self.start

    def cut(self, size: int) -> tuple[_Piece, _Piece]:
        """Return the first *size* characters, and the others."""
        if self.text:
            return self._replace(text=self.text[:size]), self._replace(text=self.text[size:])
        middle = self.start + size
        return self._replace(end=middle), self._replace(start=middle)


def _take_pieces(reversed_pieces: list[_Piece], size: int) -> list[_Piece]:
    """Take the first *size* characters off *reversed_pieces*, which start at their end."""
    first_pieces = []
    while size > 0:
        piece = reversed_pieces.pop()
        if piece.size() > size:
            piece, remaining = piece.cut(size)
            reversed_pieces.append(remaining)
        first_pieces.append(piece)
        size -= piece.size()
    return first_pieces
