r"""The parts of an expression, cut where only "is there a match" is asked, turned, written down.

A text has a match of ``\w+!\s*(?://|$)`` wherever it has one of ``\w!\s*(?://|$)``: what may be
absent at an end is left out, and what may be repeated there needs only its least count. What a
match looks at in front of it, or behind it, stands there, and is taken in; so is what ``\b`` or
``\B`` asks for, where all that can stand beside it are characters of words, or none of them.
Elsewhere such a condition is left out, and a long repeat loses its limit. Each step keeps what is
matched, or widens it.

The text is searched between two line ends: its start and its end are no condition, but characters.
A character outside of ASCII is one byte, ``OTHER``, whichever it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.core import Record

Codes = frozenset[int]
ASCII = frozenset(range(128))
OTHER = 0xFF
EVERY = ASCII | {OTHER}
_WORD = frozenset(code for code in ASCII if chr(code).isalnum() or chr(code) == "_")
# Compiling takes time for each character that is written out, and more than in proportion.
_MOST_COPIES = 300
_LONGEST_LIMIT = 4


class Characters(Record):
    """One character, of those with the ``codes``; of none of them: nothing that there is."""

    codes: Codes


class Boundary(Record):
    """The start or the end of a word; without ``is_edge`` a place that is neither."""

    is_edge: bool = True


class Series(Record):
    """Parts that follow each other; none of them: the empty text."""

    parts: tuple[ExpressionPart, ...]


class Choice(Record):
    """One of the parts."""

    parts: tuple[ExpressionPart, ...]


class Times(Record):
    """A part from ``least`` to ``most`` times in a row; ``None``: as often as one likes."""

    part: ExpressionPart
    least: int
    most: int | None


class Behind(Record):
    """A place that the ``part`` ends at."""

    part: ExpressionPart


class Ahead(Record):
    """A place that the ``part`` starts at."""

    part: ExpressionPart


ExpressionPart = Characters | Boundary | Series | Choice | Times | Behind | Ahead
NOTHING = Series(())


def cut_expression(part: ExpressionPart) -> ExpressionPart:
    """Return the superset's expression *part*, cut to what every text holds that holds it: as
    little as tells as much.
    """
    return _cut_edge(without_expression_end(part), start=True)


def without_expression_end(part: ExpressionPart) -> ExpressionPart:
    """Return the superset's expression of what starts wherever *part* does, its end cut off as far
    as it tells nothing.
    """
    return _cut_edge(part, start=False)


def may_match_nothing(part: ExpressionPart) -> bool:
    """Tell whether *part* of a superset's expression may match no character."""
    return _find_edge(part, start=True)[1]


def drop_places(part: ExpressionPart) -> ExpressionPart:
    """Return the superset's expression *part* without its places: what matches the texts that it
    does, wherever they stand.
    """
    match part:
        case Series() | Choice():
            return part._replace(parts=tuple(map(drop_places, part.parts)))
        case Times():
            return part._replace(part=drop_places(part.part))
        case Characters():
            return part
        case _:
            return NOTHING


def measure_expression(part: ExpressionPart) -> int:
    """Return how many characters the superset's expression *part* is, written out."""
    match part:
        case Characters():
            return 1
        case Series() | Choice():
            return sum(map(measure_expression, part.parts))
        case Times():
            size = measure_expression(part.part)
            least, most = _limit_copies(part, size)
            return size * max(most or 0, least, 1)
        case _:
            return 0


def render_expression(part: ExpressionPart) -> bytes:
    """Return the superset's expression *part* as Hyperscan reads it, every character by its number:
    none is read as an operator.
    """
    return _render_part(part, {})


def _render_part(part: ExpressionPart, classes: dict[Codes, bytes]) -> bytes:
    """Return the expression's part as written; *classes*: those that were written already."""
    match part:
        case Characters():
            codes = part.codes
            if len(codes) == 1:
                return b"\\x%02x" % min(codes)
            if codes not in classes:
                starts = sorted([code for code in codes if code - 1 not in codes])
                ends = sorted([code for code in codes if code + 1 not in codes])
                runs = [b"\\x%02x-\\x%02x" % run for run in zip(starts, ends, strict=True)]
                classes[codes] = b"[%s]" % (b"".join(runs) or rb"\x80-\xff")
            return classes[codes]
        case Series():
            return b"".join([_render_part(inner_part, classes) for inner_part in part.parts])
        case Choice():
            return b"(?:%s)" % b"|".join(
                [_render_part(inner_part, classes) for inner_part in part.parts]
            )
        case Times():
            least, most = _limit_copies(part, measure_expression(part.part))
            limits = b"{%d,%s}" % (least, b"" if most is None else b"%d" % most)
            return b"(?:%s)%s" % (_render_part(part.part, classes), limits)
        case _:
            return b""


def _cut_edge(part: ExpressionPart, *, start: bool) -> ExpressionPart:
    """Return what is left of a part of an expression that nothing is matched before, or nothing
    after.
    """
    match part:
        case Series():
            return _cut_row(part.parts if start else part.parts[::-1], start=start)
        case Choice():
            parts = tuple([_cut_edge(inner_part, start=start) for inner_part in part.parts])
            # What need not be there tells nothing.
            return NOTHING if NOTHING in parts else Choice(parts)
        case Times() if part.least == 1:
            return _cut_edge(part.part, start=start)
        case Times():
            return part._replace(most=part.least) if part.least else NOTHING
        case Behind() if start:
            return _cut_edge(part.part, start=True)
        case Ahead() if not start:
            return _cut_edge(part.part, start=False)
        case Ahead() | Boundary():
            return NOTHING
        case _:
            return part


def _cut_row(parts: Sequence[ExpressionPart], *, start: bool) -> ExpressionPart:
    """Return what is left of *parts*, the outermost first."""
    for index, part in enumerate(parts):
        inner = parts[index + 1 :]
        if isinstance(part, Boundary):
            outermost = find_boundary_outside(part, inner, start=start)
        else:
            outermost = _cut_edge(part, start=start)
        if outermost != NOTHING:
            parts_left = (outermost, *inner)
            return Series(parts_left if start else parts_left[::-1])
    return NOTHING


def find_boundary_outside(
    boundary: Boundary, inner: Sequence[ExpressionPart], *, start: bool
) -> ExpressionPart:
    """Return the expression of what stands outside of a word *boundary*, by the parts *inner*
    of it.
    """
    codes = _find_outermost(inner, start=start)
    if codes is None or OTHER in codes:  # which may be of a word, or not
        return NOTHING
    is_word = codes <= _WORD
    if not (is_word or codes.isdisjoint(_WORD)):
        return NOTHING
    return Characters(EVERY - _WORD if is_word == boundary.is_edge else _WORD | {OTHER})


def _find_outermost(parts: Sequence[ExpressionPart], *, start: bool) -> Codes | None:
    """Return the first characters of *parts*, or the last; ``None`` where there may be none."""
    all_codes: Codes = frozenset()
    for part in parts:
        codes, may_be_empty = _find_edge(part, start=start)
        all_codes |= codes
        if not may_be_empty:
            return all_codes
    return None


def _find_edge(part: ExpressionPart, *, start: bool) -> tuple[Codes, bool]:
    """Return the first characters of *part* of an expression, or the last, and whether it may have
    none.
    """
    match part:
        case Characters():
            return part.codes, False
        case Series():
            codes = _find_outermost(part.parts if start else part.parts[::-1], start=start)
            return (EVERY, True) if codes is None else (codes, False)
        case Choice():
            edges = [_find_edge(inner_part, start=start) for inner_part in part.parts]
            return frozenset().union(*[codes for codes, _ in edges]), any(
                may_be_empty for _, may_be_empty in edges
            )
        case Times():
            codes, may_be_empty = _find_edge(part.part, start=start)
            return codes, may_be_empty or not part.least
        case _:
            return frozenset(), True


def _limit_copies(times: Times, size: int) -> tuple[int, int | None]:
    """Return how often a part of this *size* is written out: as often as it pays."""
    copies = max(_MOST_COPIES // max(size, 1), 1)
    if times.least > copies:
        return copies, None
    is_short = times.most is not None and times.most <= max(times.least, _LONGEST_LIMIT)
    return times.least, times.most if is_short else None


# Where can a match start? An expression for the text read backwards ends there.
#
# A part that is looked for from a text's end on, each of its items behind the one that it follows,
# ends where it starts: of ``^\s*def\s+_`` there are few places, and ``regex`` tries every line.
# With the character in front of a match, which may be any, or as ``^``, ``\b`` and what is looked
# at say. Boundaries further in are left out, so that it is certain in any text, of which each
# character outside of ASCII is one byte.

_ANY = Characters(EVERY)
# More of the same make few places fewer, and take long to compile.
_MOST_TIMES = 8


def turn_backwards(part: ExpressionPart) -> ExpressionPart | None:
    """Return *part* of a superset turned for a text that is read backwards, with the character in
    front of it.

    ``None`` for what may match no character: a match of it may stand where another one ends.
    """
    return (
        None
        if may_match_nothing(part)
        else _turn_part_backwards(Series(_with_front_character([without_expression_end(part)])))
    )


def _with_front_character(parts: Sequence[ExpressionPart]) -> tuple[ExpressionPart, ...]:
    """Return *parts* with the character in front of them in the place of what asks for one."""
    for index, part in enumerate(parts):
        inner = parts[index + 1 :]
        match part:
            case Series():
                return _with_front_character((*part.parts, *inner))
            case Behind(Characters() as front):
                return (front, *inner)
            case Boundary():
                outside = find_boundary_outside(part, inner, start=True)
                if outside != NOTHING:
                    return (outside, *inner)
            case Behind() | Ahead():
                continue
            case _:
                break
    return (_ANY, *parts)


def _turn_part_backwards(part: ExpressionPart) -> ExpressionPart:
    match part:
        case Series():
            return Series(tuple(map(_turn_part_backwards, part.parts[::-1])))
        case Choice():
            return Choice(tuple(map(_turn_part_backwards, part.parts)))
        case Times():
            is_long = part.least > _MOST_TIMES
            least, most = (_MOST_TIMES, None) if is_long else (part.least, part.most)
            return Times(_turn_part_backwards(part.part), least, most)
        case Boundary() | Behind() | Ahead():
            return NOTHING
        case _:
            return part
