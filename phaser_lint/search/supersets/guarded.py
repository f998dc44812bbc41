r"""Bytes that no ASCII text holds, put where hyperscan would otherwise lose matches.

To get over a repeat quickly, or over what stands before any match, hyperscan looks for two bytes
that every way out of it holds, where there are at most eight such pairs ("double shufti"). The
release that its wheels hold, 5.4.12 of vectorscan, forgets the first of the two at the end of a
block: it misses ``_\s*\n`` wherever sixteen bytes stand in front of it. The pair may be the next
two bytes, or lie up to four bytes further on. Nine bytes more in each of these characters make more
pairs than it looks for so. A superset is asked of ASCII text: there it matches what it did.
"""

from __future__ import annotations

from phaser_lint.search.supersets.expression import Characters, Choice, Row, Times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.search.supersets.expression import Part

_NEVER = frozenset(range(0x80, 0x89))
_NEAR = 6
"""How many characters behind a repeat are looked at to get over it."""


def guarded(part: Part) -> Part:
    """Return *part*, a whole expression, with the bytes where they are needed."""
    return _guarded(part, _NEAR)[0]


def _guarded(part: Part, near: int) -> tuple[Part, int]:
    """Return *part*, of which the first characters are so *near*, and how near is what follows."""
    match part:
        case Characters():
            return (Characters(part.codes | _NEVER) if near else part), max(near - 1, 0)
        case Row():
            row: list[Part] = []
            for each in part.parts:
                made, near = _guarded(each, near)
                row.append(made)
            return Row(tuple(row)), near
        case Choice():
            choices = [_guarded(each, near) for each in part.parts]
            return Choice(tuple([made for made, _ in choices])), max(last for _, last in choices)
        case Times():
            is_loop = part.most != 1
            inner, last = _guarded(part.part, _NEAR if is_loop else near)
            behind = _NEAR if is_loop else max(last, 0 if part.least else near)
            return part._replace(part=inner), behind
        case _:
            return part, near
