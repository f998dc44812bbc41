r"""Where can a match start? An expression for the text read backwards ends there.

A part that is looked for from a text's end on, each of its items behind the one that it follows,
ends where it starts: of ``^\s*def\s+_`` there are few places, and ``regex`` tries every line. With
the character in front of a match, which may be any, or as ``^``, ``\b`` and what is looked at say.
Boundaries further in are left out, so that it is certain in any text, of which each character
outside of ASCII is one byte (``expression``).
"""

from __future__ import annotations

from phaser_lint.search.supersets.expression import (
    EVERY,
    NOTHING,
    Ahead,
    Behind,
    Boundary,
    Characters,
    Choice,
    Row,
    Times,
    beside,
    may_be_empty,
    without_end,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.search.supersets.expression import Part

_ANY = Characters(EVERY)
# More of the same make few places fewer, and take long to compile.
_MOST_TIMES = 8


def backwards(part: Part) -> Part | None:
    """Return what *part* and the character in front of it are in a text that is read backwards.

    ``None`` for what may match no character: a match of it may stand where another one ends.
    """
    return None if may_be_empty(part) else _backwards(Row(_with_front([without_end(part)])))


def _with_front(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return *parts* with the character in front of them in the place of what asks for one."""
    for place, part in enumerate(parts):
        inner = parts[place + 1 :]
        match part:
            case Row():
                return _with_front((*part.parts, *inner))
            case Behind(Characters() as front):
                return (front, *inner)
            case Boundary() if (outside := beside(inner, start=True)) != NOTHING:
                return (outside, *inner)
            case Behind() | Ahead() | Boundary():
                continue
            case _:
                break
    return (_ANY, *parts)


def _backwards(part: Part) -> Part:
    match part:
        case Row():
            return Row(tuple(map(_backwards, part.parts[::-1])))
        case Choice():
            return Choice(tuple(map(_backwards, part.parts)))
        case Times():
            is_long = part.least > _MOST_TIMES
            least, most = (_MOST_TIMES, None) if is_long else (part.least, part.most)
            return Times(_backwards(part.part), least, most)
        case Boundary() | Behind() | Ahead():
            return NOTHING
        case _:
            return part
