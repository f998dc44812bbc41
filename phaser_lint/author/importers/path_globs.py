r"""A pattern that selects paths, as globs where globs select exactly the same.

    ^src/.*\.(py|pyi)$  →  /src/**/*.py, /src/**/*.pyi
    test_.*\.py$        →  none: the .* goes through folders, too

Paths are from the root, without a line end.
"""

from __future__ import annotations

import re
import warnings
from importlib import import_module

from phaser_lint.author.importers.pattern_tokens import leading_flags, tokens
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    Item: TypeAlias = tuple[Any, Any]
    """A code of ``codes``, and what belongs to it."""


_MOST = 24
_SPECIAL = re.compile(r"[\\*?\[{]|^[!#]| $")
_ANY_FLAGS = re.IGNORECASE | re.MULTILINE
# A name in any folder, as people write it: ``(^|/)`` where it is searched, ``(.*/)?`` anywhere.
_AT_A_NAME = re.compile(r"\((?:\?:)?(?:\^\|/|/\|\^)\)")
_IN_ANY_FOLDER = re.compile(r"\^?\((?:\?:)?\.\*/\)\?")
_ANYTHING, _IN_A_FOLDER = "**", "*"


class _Shape(Record):
    """The form of paths: they start with one of the first texts, and end with one of the last.

    What is between is *anything*, something without a slash, or nothing at all.
    """

    first: tuple[str, ...]
    between: str
    last: tuple[str, ...]


class _NoShapeError(Exception):
    pass


def globs_of(pattern: str, *, from_start: bool = False) -> tuple[str, ...]:
    """Return globs that select the paths that *pattern* is found in; none where no globs do.

    With *from_start* it is matched, not searched: a path has to begin with a match.
    """
    name_at = _name_at(pattern, from_start=from_start)
    try:
        shape = _shape(_parsed(pattern[name_at:]), from_start=from_start or name_at > 0)
    except _NoShapeError:
        return ()
    return _named(shape) if name_at else _globs(shape)


def selects_nothing(pattern: str, *, from_start: bool = False) -> bool:
    """Tell whether it is certain that no path has such a form: none starts with a slash."""
    try:
        shape = _shape(_parsed(pattern), from_start=from_start)
    except _NoShapeError:
        return False
    return not _globs(shape)


def path_keys(pattern: str, *, from_start: bool = False) -> dict[str, Any]:
    """Return the keys of a contract that select the paths of ``globs_of``."""
    globs = globs_of(pattern, from_start=from_start)
    if globs:
        return {"file_glob": globs[0] if len(globs) == 1 else list(globs)}
    return {"file_glob": "*", "path_pattern": anchored(pattern) if from_start else pattern}


def anchored(pattern: str) -> str:
    r"""Return *pattern* so that it is found at the start of a path alone: ``\A(?:…)``.

    One that is anchored already, or starts with what may be anything, stays as it is.
    """
    flags, rest = leading_flags(pattern)
    if rest.startswith(("^", ".*")) and "|" not in _outermost(rest):
        return pattern
    return f"{f'(?{flags})' if flags else ''}\\A(?:{rest})"


def _outermost(pattern: str) -> str:
    """Return the part of *pattern* that is in no group."""
    found, depth = "", 0
    for token in tokens(pattern):
        depth += token.kind in ("open", "look")
        found += token.text if depth == 0 else ""
        depth -= token.kind == "close"
    return found


def _name_at(pattern: str, *, from_start: bool) -> int:
    """Return where in *pattern* a name in any folder begins; 0 where none does."""
    found = _IN_ANY_FOLDER.match(pattern)
    if found and not (from_start or found[0].startswith("^")):
        return 0
    found = found or (None if from_start else _AT_A_NAME.match(pattern))
    return found.end() if found else 0


def _parsed(pattern: str) -> list[Any]:
    parsed = parsed_pattern(pattern)
    if parsed is None or parsed.flags & _ANY_FLAGS:
        raise _NoShapeError
    return parsed.items


def _shape(items: Sequence[Any], *, from_start: bool) -> _Shape:
    starts, items = _without(items, first=True)
    ends, items = _without(items, first=False)
    wild = [at for at, item in enumerate(items) if _wild(item)]
    if not (starts or from_start):
        items, wild = [None, *items], [0, *(at + 1 for at in wild)]
    if not ends:
        wild, items = [*wild, len(items)], [*items, None]
    between = _joined(wild)
    if len(between) > 1:
        raise _NoShapeError
    if not between:
        return _Shape(_texts(items), "", ("",))
    first, last = between[0]
    kinds = {_wild(item) or _ANYTHING for item in items[first : last + 1]}
    kind = _ANYTHING if _ANYTHING in kinds else _IN_A_FOLDER
    return _Shape(_texts(items[:first]), kind, _texts(items[last + 1 :]))


def _joined(wild: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last place of what may be anything: neighbours are one."""
    found: list[tuple[int, int]] = []
    for at in wild:
        if found and found[-1][1] == at - 1:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found


def _without(items: Sequence[Any], *, first: bool) -> tuple[bool, list[Any]]:
    """Return whether *items* start, or end, with an anchor, and what is left."""
    anchors = (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING)
    if not first:
        anchors = (codes.AT_END, codes.AT_END_STRING)
    place = 0 if first else -1
    if items and items[place][0] is codes.AT and items[place][1] in anchors:
        return True, [*(items[1:] if first else items[:-1])]
    return False, [*items]


def _wild(item: Any) -> str:
    """Return which of the two an item such as ``.*`` is, or nothing."""
    if item is None:
        return _ANYTHING
    code, value = item
    if code not in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        return ""
    least, most, inner = value
    if (least, most) != (0, codes.MAXREPEAT) or len(inner) != 1:
        return ""
    if inner[0][0] is codes.ANY:
        return _ANYTHING
    return _IN_A_FOLDER if inner[0] == (codes.NOT_LITERAL, ord("/")) else ""


def _texts(items: Iterable[Any]) -> tuple[str, ...]:
    """Return all texts that *items* match; raises ``_NoShapeError`` where those are not few."""
    found = [""]
    for item in items:
        found = [f"{start}{end}" for start in found for end in _texts_of(item)]
        if len(found) > _MOST:
            raise _NoShapeError
    return tuple(dict.fromkeys(found))


def _texts_of(item: Any) -> tuple[str, ...]:
    if item is None:
        raise _NoShapeError
    code, value = item
    if code is codes.LITERAL:
        return (chr(value),)
    if code is codes.SUBPATTERN:
        _, added, removed, inner = value
        if added or removed:
            raise _NoShapeError
        return _texts(inner)
    if code is codes.BRANCH:
        return tuple(text for inner in value[1] for text in _texts(inner))
    if code is codes.IN:
        return _characters(value)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and value[:2] == (0, 1):
        return ("", *_texts(value[2]))
    raise _NoShapeError


def _characters(value: Iterable[Any]) -> tuple[str, ...]:
    found: list[str] = []
    for code, each in value:
        if code is codes.LITERAL:
            found.append(chr(each))
        elif code is codes.RANGE and each[1] - each[0] < _MOST:
            found += map(chr, range(each[0], each[1] + 1))
        else:
            raise _NoShapeError
    return tuple(found)


def _globs(shape: _Shape) -> tuple[str, ...]:
    made = [
        glob
        for first in shape.first
        for last in shape.last
        for glob in _globs_between(_escaped(first), shape.between, _escaped(last))
    ]
    return tuple(dict.fromkeys(made)) if len(made) <= _MOST else ()


def _globs_between(first: str, between: str, last: str) -> tuple[str, ...]:
    """Return globs for the paths that start with *first* and end with *last*."""
    if first.startswith("/") or (f"{first}{last}".endswith("/") and not (between and not last)):
        return ()
    if between == "" and first == "":
        return ()
    if between == "":
        return (f"/{first}",)
    if between == _IN_A_FOLDER:
        return (f"/{first}*{last}",)
    if last.startswith("/"):  # in a folder, whichever
        return (f"/{first}*/**{last}",)
    if first == "":
        return (f"**/*{last}",) if "/" in last else (f"*{last}",)
    if first.endswith("/"):
        return (f"/{first}**/*{last}",) if last else (f"/{first}",)
    # Within a name, or from one folder into others.
    below = f"/{first}*/**/*{last}" if last else f"/{first}*/"
    return (f"/{first}*{last}", below)


def _named(shape: _Shape) -> tuple[str, ...]:
    """Return globs for names in any folder."""
    if shape.between:
        return ()
    return tuple(f"**/{each}" if "/" in each else each for each in map(_escaped, shape.first))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)


# The tree of a pattern as Python's ``re`` parses it: that is what the old tool searched by.

# Of Python 3.10 both are modules of their own.
_parser: Any = getattr(re, "_parser", None) or import_module("sre_parse")
codes: Any = getattr(re, "_constants", None) or import_module("sre_constants")


class ParsedPattern(Record):
    """The items of a pattern, and its flags."""

    items: list[Item]
    flags: int


def parsed_pattern(pattern: str) -> ParsedPattern | None:
    """Return what ``re`` parses *pattern* to, or nothing where it takes it for none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parsed = _parser.parse(pattern)
        except (re.error, ValueError, OverflowError, RecursionError):
            return None
    return ParsedPattern(list(parsed), parsed.state.flags)
