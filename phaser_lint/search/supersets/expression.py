r"""The parts of an expression, cut where only "is there a match at all" is asked, and written down.

A text has a match of ``\w+!\s*(?://|$)`` wherever it has one of ``\w!\s*(?://|$)``: what may be
absent at an end is left out, and what may be repeated there needs its least count alone. What a
match looks at in front of it, or behind it, stands there, and is taken in. Elsewhere such a
condition is left out, and a long repeat loses its limit. Each step keeps what is matched, or widens
it.
"""

from __future__ import annotations

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Part: TypeAlias = "Characters | Mark | Row | Choice | Times | Behind | Ahead"

# Compiling takes time for each character that is written out, and more than in proportion.
_MOST_COPIES = 300
_LONGEST_LIMIT = 4


class Characters(Record):
    """One character, of those with the ``codes``; of none of them: nothing in ASCII."""

    codes: frozenset[int]

    @property
    def size(self) -> int:
        """How many characters are written out."""
        return 1

    def cut_at_start(self) -> Part:
        return self

    def cut_at_end(self) -> Part:
        return self

    def written(self) -> bytes:
        """Return the expression, every character by its number: none is read as an operator."""
        if not self.codes:
            return rb"[\x80-\xff]"
        if len(self.codes) == 1:
            return b"\\x%02x" % min(self.codes)
        return b"[%s]" % b"".join(b"\\x%02x-\\x%02x" % run for run in _runs(sorted(self.codes)))


class Mark(Record):
    """A place without a character, known to the engine by the same name: an end of the text, or of
    a word.
    """

    name: bytes

    @property
    def size(self) -> int:
        return 0

    def cut_at_start(self) -> Part:
        return self

    def cut_at_end(self) -> Part:
        return self

    def written(self) -> bytes:
        return self.name


class Row(Record):
    """Parts that follow each other; none of them: the empty text."""

    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def cut_at_start(self) -> Part:
        for place, part in enumerate(self.parts):
            first = part.cut_at_start()
            if first != NOTHING:
                return Row((first, *self.parts[place + 1 :]))
        return NOTHING

    def cut_at_end(self) -> Part:
        for place in range(len(self.parts) - 1, -1, -1):
            last = self.parts[place].cut_at_end()
            if last != NOTHING:
                return Row((*self.parts[:place], last))
        return NOTHING

    def written(self) -> bytes:
        return b"".join([part.written() for part in self.parts])


class Choice(Record):
    """One of the parts."""

    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def cut_at_start(self) -> Part:
        return _choice([part.cut_at_start() for part in self.parts])

    def cut_at_end(self) -> Part:
        return _choice([part.cut_at_end() for part in self.parts])

    def written(self) -> bytes:
        return b"(?:%s)" % b"|".join([part.written() for part in self.parts])


class Times(Record):
    """A part from ``least`` to ``most`` times in a row; ``None``: as often as one likes."""

    part: Part
    least: int
    most: int | None

    @property
    def size(self) -> int:
        least, most = self._limits()
        return self.part.size * max(most or 0, least, 1)

    def cut_at_start(self) -> Part:
        if self.least == 1:
            return self.part.cut_at_start()
        return self._replace(most=self.least) if self.least else NOTHING

    def cut_at_end(self) -> Part:
        if self.least == 1:
            return self.part.cut_at_end()
        return self._replace(most=self.least) if self.least else NOTHING

    def written(self) -> bytes:
        least, most = self._limits()
        limits = b"{%d,%s}" % (least, b"" if most is None else b"%d" % most)
        return b"(?:%s)%s" % (self.part.written(), limits)

    def _limits(self) -> tuple[int, int | None]:
        copies = max(_MOST_COPIES // max(self.part.size, 1), 1)
        if self.least > copies:
            return copies, None
        is_short = self.most is not None and self.most <= max(self.least, _LONGEST_LIMIT)
        return self.least, self.most if is_short else None


class Behind(Record):
    """A place that the ``part`` ends at."""

    part: Part

    @property
    def size(self) -> int:
        return self.part.size

    def cut_at_start(self) -> Part:
        return self.part.cut_at_start()

    def cut_at_end(self) -> Part:
        return self

    def written(self) -> bytes:
        return b""


class Ahead(Record):
    """A place that the ``part`` starts at."""

    part: Part

    @property
    def size(self) -> int:
        return self.part.size

    def cut_at_start(self) -> Part:
        return NOTHING

    def cut_at_end(self) -> Part:
        return self.part.cut_at_end()

    def written(self) -> bytes:
        return b""


NOTHING = Row(())


def cut(part: Part) -> Part:
    """Return what every text holds that holds *part*, and as little of it as tells as much."""
    return part.cut_at_end().cut_at_start()


def _choice(parts: Sequence[Part]) -> Part:
    # What need not be there tells nothing.
    return NOTHING if NOTHING in parts else Choice(tuple(parts))


def _runs(codes: Sequence[int]) -> list[tuple[int, int]]:
    starts = [code for code in codes if code - 1 not in codes]
    ends = [code for code in codes if code + 1 not in codes]
    return list(zip(starts, ends, strict=True))
