"""Edits of one text: applied to it, made one of several, and followed by a place in it.

Places count characters of the text as it stands in the file; edits are in ascending order and do
not overlap.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Span = tuple[int, int]


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


def apply_edits(text: str, edits: Iterable[Replacement]) -> str:
    """Return *text* with all *edits*."""
    pieces, done = [], 0
    for edit in edits:
        pieces += [text[done : edit.start], edit.text]
        done = edit.end
    return "".join([*pieces, text[done:]])


def followed(spans: Sequence[Span], edits: Sequence[Replacement]) -> list[Span | None]:
    """Return where the ascending *spans* of a text stand after *edits*; ``None``: overlapped."""
    found: list[Span | None] = []
    passed = shift = 0
    for start, end in spans:
        while passed < len(edits) and edits[passed].end <= start:
            if edits[passed].overlaps(start, end):
                break
            shift += len(edits[passed].text) - (edits[passed].end - edits[passed].start)
            passed += 1
        overlapped = passed < len(edits) and edits[passed].overlaps(start, end)
        found.append(None if overlapped else (start + shift, end + shift))
    return found


def together(
    length: int, edits: Iterable[Replacement], more: Iterable[Replacement]
) -> tuple[Replacement, ...]:
    """Return the edits that do what *edits* of a text of that *length*, and then *more*, do.

    Edits that touch become one.
    """
    rest = [*_pieces(length, edits)][::-1]
    done: list[_Piece] = []
    place = 0
    for edit in more:
        done += _taken(rest, edit.start - place)
        _taken(rest, edit.end - edit.start)
        done.append(_Piece(0, 0, edit.text))
        place = edit.end
    return tuple(_between([*done, *reversed(rest)], length))


class _Piece(Record):
    """A part of a changed text: what stood from ``start`` to ``end``, or else a new ``text``."""

    start: int
    end: int
    text: str = ""

    def size(self) -> int:
        """Return how many characters it has."""
        return len(self.text) or self.end - self.start

    def cut(self, size: int) -> tuple[_Piece, _Piece]:
        """Return the first *size* characters, and the others."""
        if self.text:
            return self._replace(text=self.text[:size]), self._replace(text=self.text[size:])
        middle = self.start + size
        return self._replace(end=middle), self._replace(start=middle)


def _pieces(length: int, edits: Iterable[Replacement]) -> Iterator[_Piece]:
    done = 0
    for edit in edits:
        yield _Piece(done, edit.start)
        yield _Piece(0, 0, edit.text)
        done = edit.end
    yield _Piece(done, length)


def _taken(rest: list[_Piece], size: int) -> list[_Piece]:
    """Take the first *size* characters from the end of *rest*, which is in reverse order."""
    taken = []
    while size > 0:
        piece = rest.pop()
        if piece.size() > size:
            piece, left = piece.cut(size)
            rest.append(left)
        taken.append(piece)
        size -= piece.size()
    return taken


def _between(pieces: Iterable[_Piece], length: int) -> Iterator[Replacement]:
    """Yield the edits that leave those *pieces* of a text of that *length*."""
    done, written = 0, ""
    for piece in pieces:
        if piece.text:
            written += piece.text
        elif piece.size():
            if written or piece.start != done:
                yield Replacement(done, piece.start, written)
            done, written = piece.end, ""
    if written or done != length:
        yield Replacement(done, length, written)
