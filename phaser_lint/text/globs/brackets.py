r"""Read a bracket expression of a glob as git's own matcher does: ``[a-z]``, ``[[:digit:]_]``.

A ``!`` or ``^`` at the start negates, a ``]`` right after it is a member, a backslash takes the
next character for itself, and a ``-`` between two characters is a range. None ever matches a slash.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.globs import Bracket

    Range = tuple[str, str]

# The classes of git, which are those of ASCII.
_CLASSES: dict[str, tuple[Range, ...]] = {
    "alnum": (("0", "9"), ("A", "Z"), ("a", "z")),
    "alpha": (("A", "Z"), ("a", "z")),
    "blank": (("\t", "\t"), (" ", " ")),
    "cntrl": (("\0", "\x1f"), ("\x7f", "\x7f")),
    "digit": (("0", "9"),),
    "graph": (("!", "~"),),
    "lower": (("a", "z"),),
    "print": ((" ", "~"),),
    "punct": (("!", "/"), (":", "@"), ("[", "`"), ("{", "~")),
    "space": (("\t", "\n"), ("\r", "\r"), (" ", " ")),
    "upper": (("A", "Z"),),
    "xdigit": (("0", "9"), ("A", "F"), ("a", "f")),
}
# `[._-]` of a few names is spelled out; nobody means all 256 of `[\x00-\xff]` so.
_MOST_MEMBERS = 64


class CharacterSet(Record):
    """A bracket expression; ``members`` are all that it matches, where they are few."""

    bracket: Bracket
    members: tuple[str, ...]


def read_bracket(segment: str, position: int) -> tuple[CharacterSet, int]:
    """Return the expression that starts at *position*, and where it has ended.

    Raises ValueError for one that is not closed, or that git does not know.
    """
    start = position + 1
    is_negated = segment[start : start + 1] in ("!", "^")
    ranges: list[Range] = []
    place = first = start + is_negated
    while place == first or segment[place : place + 1] != "]":
        found, place = _next_ranges(segment, place)
        ranges += found
    return CharacterSet((is_negated, tuple(ranges)), _members(is_negated, ranges)), place + 1


def _next_ranges(segment: str, place: int) -> tuple[tuple[Range, ...], int]:
    if segment.startswith("[:", place):
        name, end = _class_name(segment, place)
        if end:
            return _CLASSES[name], end
    low, place = _character(segment, place)
    # At the end of the expression a "-" is a member.
    if segment[place : place + 1] != "-" or segment[place + 1 : place + 2] in ("]", ""):
        return ((low, low),), place
    high, end = _character(segment, place + 1)
    if high < low:
        raise ValueError(f"`{low}-{high}` is no range of characters")
    return ((low, high),), end


def _class_name(segment: str, place: int) -> tuple[str, int]:
    """The name of the class at the place and where it ends; 0 if it is none but characters."""
    end = segment.find("]", place + 2)
    name = segment[place + 2 : end - 1]
    if end < 0 or segment[end - 1] != ":" or end - 1 < place + 2:
        return "", 0
    if name not in _CLASSES:
        raise ValueError(f"`[:{name}:]` is no class of characters; known are {', '.join(_CLASSES)}")
    return name, end + 1


def _character(segment: str, place: int) -> tuple[str, int]:
    if segment[place : place + 1] == "\\":
        place += 1
    if place >= len(segment):
        raise ValueError("a `[` is not closed; write `\\[` for a bracket")
    return segment[place], place + 1


def _members(is_negated: bool, ranges: list[Range]) -> tuple[str, ...]:
    codes = [range(ord(first), ord(last) + 1) for first, last in ranges]
    if is_negated or sum(map(len, codes)) > _MOST_MEMBERS:
        return ()
    return tuple(dict.fromkeys(chr(code) for each in codes for code in each))
