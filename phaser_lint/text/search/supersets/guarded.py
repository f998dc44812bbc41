r"""Bytes that no text holds, put where hyperscan would otherwise lose matches.

To get over a repeat quickly, or over what stands before any match, hyperscan looks for few bytes,
or pairs of bytes, one of which is in every way out of it, at most four bytes on. The release that
its wheels hold, 5.4.12 of vectorscan, searches for pairs wrongly ("double shufti"): it forgets the
first of two at the end of a block, and misses ``_\s*\n`` wherever sixteen bytes stand in front. It
looks for no pairs where a way out has too many of them, and too many bytes to be looked for one by
one. Such a way is made here, of five bytes that may be one of five each. A superset is asked of a
text with a byte for each character, which holds none of them.
"""

from __future__ import annotations

from phaser_lint.text.search.supersets.expression import Characters, Choice, Row, Times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.search.supersets.expression import Part

ANOTHER_WAY = Row((Characters(frozenset(range(0x80, 0x85))),) * 5)


def guarded(part: Part) -> Part:
    """Return *part*, a whole expression, with another way at its start and out of each repeat."""
    return _guarded(part, open_=True)[0]


def _guarded(part: Part, *, open_: bool) -> tuple[Part, bool]:
    """Return *part*, and whether what follows needs another way.

    *open_*: *part* needs one. A way by itself would be searched for by itself: it leads back to
    what follows.
    """
    match part:
        case Characters():
            return (Choice((part, ANOTHER_WAY)) if open_ else part), False
        case Row():
            row: list[Part] = []
            for each in part.parts:
                made, open_ = _guarded(each, open_=open_)
                row.append(made)
            return Row(tuple(row)), open_
        case Choice():
            choices = [_guarded(each, open_=open_) for each in part.parts]
            return Choice(tuple([made for made, _ in choices])), any(last for _, last in choices)
        case Times() if part.least and open_:
            first, last = _guarded(part.part, open_=True)
            if part.most == 1:
                return first, last
            rest = part._replace(least=part.least - 1, most=part.most and part.most - 1)
            return Row((first, _guarded(rest, open_=False)[0])), True
        case Times():
            inner, last = _guarded(part.part, open_=False)
            return part._replace(part=inner), part.most != 1 or open_ or last
        case _:
            return part, open_
