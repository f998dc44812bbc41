r"""The commands that a pattern finds, spelled out: a few texts with marks in them.

git\s+push\b.*-f     git push<word><anything>-f
(^|[;&|])\s*sudo\s   <start>sudo<blank>, <next>sudo<blank>
rm\s+-(rf|fr)        rm<blank>-rf, rm<blank>-fr
"""

from __future__ import annotations

from phaser_lint.importers.python_tree import codes, parsed_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaser_lint.importers.python_tree import Item

# Anything, a word's start or end, the line's start and end, the start of a line's next command.
ANYTHING, WORD, START, END, NEXT = "\0\1\2\3\4"
# Where one command of a line ends and the next begins.
BETWEEN = frozenset(";&|\n")
_BLANKS = frozenset(" \t\n\r\f\v")
_MOST = 16
_ANCHORS = {
    codes.AT_BEGINNING: START,
    codes.AT_BEGINNING_STRING: START,
    codes.AT_BOUNDARY: WORD,
    codes.AT_END: END,
    codes.AT_END_STRING: END,
}


class UnspelledError(Exception):
    """The pattern finds what no few texts say; ``start`` are those of what stands before it."""

    def __init__(self, start: Sequence[str] = ()) -> None:
        super().__init__("it finds more spellings than a few")
        self.start = tuple(start)


def command_texts(pattern: str) -> tuple[str, ...]:
    """Return the texts; raises ``UnspelledError``."""
    parsed = parsed_pattern(pattern)
    if parsed is None:
        raise UnspelledError
    return _texts(parsed.items)


def _texts(items: Iterable[Item]) -> tuple[str, ...]:
    found: tuple[str, ...] = ("",)
    for item in items:
        try:
            each = _of_item(item)
        except UnspelledError:
            raise UnspelledError(found) from None
        longer = tuple(dict.fromkeys(start + end for start in found for end in each))
        if len(longer) > _MOST:
            raise UnspelledError(found)
        found = longer
    return found


def _of_item(item: Item) -> tuple[str, ...]:
    code, value = item
    if code is codes.LITERAL:
        return _of_characters([chr(value)])
    if code is codes.AT and value in _ANCHORS:
        return (_ANCHORS[value],)
    if code is codes.SUBPATTERN:
        return _texts(value[-1])
    if code is codes.BRANCH:
        return tuple(text for branch in value[1] for text in _texts(branch))
    if code is codes.IN:
        return _of_characters(_members(value))
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        return _repeated(*value)
    raise UnspelledError


def _repeated(least: int, most: Any, inner: Sequence[Item]) -> tuple[str, ...]:
    if len(inner) == 1 and most is codes.MAXREPEAT and _is_anything(*inner[0]):
        return (ANYTHING,)
    once = _texts(inner)
    if once == (" ",):
        return (" ",) if least else ("", " ")
    if (least, most) == (0, 1):
        return ("", *once)
    if once == (NEXT,):
        return (NEXT,) if least else ("", NEXT)
    raise UnspelledError


def _is_anything(code: Any, value: Any) -> bool:
    """Tell whether an item is any character of a command, but for those between two commands."""
    if code is codes.NOT_LITERAL:
        return chr(value) in BETWEEN
    if code is codes.IN and value[0][0] is codes.NEGATE:
        return all(each is codes.LITERAL and chr(at) in BETWEEN for each, at in value[1:])
    return code is codes.ANY


def _members(value: Sequence[Item]) -> list[str]:
    found = []
    for code, each in value:
        if code is codes.LITERAL:
            found.append(chr(each))
        elif code is codes.CATEGORY and each is codes.CATEGORY_SPACE:
            found.append(" ")
        else:
            raise UnspelledError
    return found


def _of_characters(characters: Iterable[str]) -> tuple[str, ...]:
    spelled = (NEXT if c in BETWEEN else " " if c in _BLANKS else c for c in characters)
    return tuple(dict.fromkeys(spelled))
