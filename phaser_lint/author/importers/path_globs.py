r"""A pattern that selects paths, as globs where globs select exactly the same.

    ^src/.*\.(py|pyi)$  →  /src/**/*.py, /src/**/*.pyi
    test_.*\.py$        →  none: the .* goes through folders, too

Paths are from the root, without a line end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list
from phaser_lint.author.importers.pattern_tokens import split_into_tokens, split_leading_flags
from phaser_lint.author.importers.python_patterns import codes, parse_python_pattern
from phaser_lint.core import Record
from phaser_lint.text.globs.glob_overlap import has_overlapping_globs

_MOST = 24
_NOTEBOOKS = ("*.ipynb",)
_SPECIAL = re.compile(r"[\\*?\[{]|^[!#]| $")
_ANY_FLAGS = re.IGNORECASE | re.MULTILINE
# A name in any folder, as people write it: ``(^|/)`` where it is searched, ``(.*/)?`` anywhere.
_AT_A_NAME = re.compile(r"\((?:\?:)?(?:\^\|/|/\|\^)\)")
_IN_ANY_FOLDER = re.compile(r"\^?\((?:\?:)?\.\*/\)\?")
_ANYTHING, _IN_A_FOLDER = "**", "*"


class _Shape(Record):
    """The form of paths: they start with one of the first texts, and end with one of the last.

    What is between is anything, something without a slash, or nothing at all.
    """

    first: tuple[str, ...]
    between: str
    last: tuple[str, ...]


class _NoShapeError(Exception):
    pass


def find_equal_globs(pattern: str, *, from_start: bool = False) -> tuple[str, ...]:
    """Return globs that select the paths that *pattern* is found in; none where no globs do.

    With *from_start* it is matched, not searched: a path has to begin with a match.
    """
    # Where a name in any folder begins; 0 where none does.
    start_match = _IN_ANY_FOLDER.match(pattern)
    if start_match and not (from_start or start_match[0].startswith("^")):
        start_match = None
    elif not (start_match or from_start):
        start_match = _AT_A_NAME.match(pattern)
    name_at = start_match.end() if start_match else 0
    try:
        shape = _find_shape(_parse_items(pattern[name_at:]), from_start=from_start or name_at > 0)
    except _NoShapeError:
        return ()
    if not name_at:
        return _make_globs(shape)
    names = () if shape.between else map(_escape_glob, shape.first)
    return tuple(f"**/{name}" if "/" in name else name for name in names)


def selects_nothing(pattern: str, *, from_start: bool = False) -> bool:
    """Tell whether it is certain that an imported *pattern* of paths selects none, and no globs do:
    none starts with a slash.
    """
    try:
        shape = _find_shape(_parse_items(pattern), from_start=from_start)
    except _NoShapeError:
        return False
    return not _make_globs(shape)


def make_path_keys(pattern: str, *, from_start: bool = False) -> dict[str, Any]:
    """Return the keys of a contract that select the paths that *pattern* is found in: globs, or
    else ``path_pattern``.
    """
    globs = find_equal_globs(pattern, from_start=from_start)
    if globs:
        return {"file_glob": make_text_or_list(globs)}
    return {"file_glob": "*", "path_pattern": anchor_at_start(pattern) if from_start else pattern}


def may_select_notebooks(keys: Mapping[str, Any]) -> bool:
    """Tell whether the path pattern and globs in the *keys* of an imported contract, a valid one,
    may select notebooks.
    """
    file_glob, (_, path_pattern) = (
        keys["file_glob"],
        split_leading_flags(keys.get("path_pattern", "")),
    )
    glob_lists = [
        [file_glob] if isinstance(file_glob, str) else file_glob,
        find_equal_globs(path_pattern),
    ]
    return all(has_overlapping_globs(globs, _NOTEBOOKS) for globs in glob_lists if globs)


def anchor_at_start(pattern: str) -> str:
    r"""Return the *pattern* of an imported rule's paths, found only at the start: ``\A(?:…)``.

    One that is anchored already, or starts with what may be anything, stays as it is.
    """
    flags, unflagged = split_leading_flags(pattern)
    outer_text, depth = "", 0  # what is in no group
    for token in split_into_tokens(unflagged):
        depth += token.kind in ("open", "look")
        outer_text += token.text if depth == 0 else ""
        depth -= token.kind == "close"
    if unflagged.startswith(("^", ".*")) and "|" not in outer_text:
        return pattern
    return f"{f'(?{flags})' if flags else ''}\\A(?:{unflagged})"


def _parse_items(pattern: str) -> list[Any]:
    parsed = parse_python_pattern(pattern)
    if parsed is None or parsed.flags & _ANY_FLAGS:
        raise _NoShapeError
    return parsed.items


def _find_shape(pattern_items: Sequence[Any], *, from_start: bool) -> _Shape:
    starts, pattern_items = _without_anchor(pattern_items, at_start=True)
    ends, pattern_items = _without_anchor(pattern_items, at_start=False)
    wild_indices = [
        index for index, pattern_item in enumerate(pattern_items) if _find_wild_kind(pattern_item)
    ]
    if not (starts or from_start):
        pattern_items, wild_indices = (
            [None, *pattern_items],
            [0, *(index + 1 for index in wild_indices)],
        )
    if not ends:
        wild_indices, pattern_items = [*wild_indices, len(pattern_items)], [*pattern_items, None]
    # The first and the last index of what may be anything: neighbours are one.
    between: list[tuple[int, int]] = []
    for index in wild_indices:
        if between and between[-1][1] == index - 1:
            between[-1] = (between[-1][0], index)
        else:
            between.append((index, index))
    if len(between) > 1:
        raise _NoShapeError
    if not between:
        return _Shape(_list_texts(pattern_items), "", ("",))
    first_index, last_index = between[0]
    kinds = {
        _find_wild_kind(pattern_item) or _ANYTHING
        for pattern_item in pattern_items[first_index : last_index + 1]
    }
    kind = _ANYTHING if _ANYTHING in kinds else _IN_A_FOLDER
    return _Shape(
        _list_texts(pattern_items[:first_index]), kind, _list_texts(pattern_items[last_index + 1 :])
    )


def _without_anchor(pattern_items: Sequence[Any], *, at_start: bool) -> tuple[bool, list[Any]]:
    """Return whether *pattern_items* start, or end, with an anchor, and what is left."""
    anchors = (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING)
    if not at_start:
        anchors = (codes.AT_END, codes.AT_END_STRING)
    index = 0 if at_start else -1
    if pattern_items and pattern_items[index][0] is codes.AT and pattern_items[index][1] in anchors:
        return True, [*(pattern_items[1:] if at_start else pattern_items[:-1])]
    return False, [*pattern_items]


def _find_wild_kind(pattern_item: Any) -> str:
    """Return which of the two an item such as ``.*`` is, or nothing."""
    if pattern_item is None:
        return _ANYTHING
    code, arguments = pattern_item
    if code not in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        return ""
    least, most, inner = arguments
    if (least, most) != (0, codes.MAXREPEAT) or len(inner) != 1:
        return ""
    if inner[0][0] is codes.ANY:
        return _ANYTHING
    return _IN_A_FOLDER if inner[0] == (codes.NOT_LITERAL, ord("/")) else ""


def _list_texts(pattern_items: Iterable[Any]) -> tuple[str, ...]:
    """Return all texts that *pattern_items* match; raises ``_NoShapeError`` unless they are few."""
    texts = [""]
    for pattern_item in pattern_items:
        texts = [f"{start}{end}" for start in texts for end in _list_item_texts(pattern_item)]
        if len(texts) > _MOST:
            raise _NoShapeError
    return tuple(dict.fromkeys(texts))


def _list_item_texts(pattern_item: Any) -> tuple[str, ...]:
    if pattern_item is None:
        raise _NoShapeError
    code, arguments = pattern_item
    if code is codes.LITERAL:
        return (chr(arguments),)
    if code is codes.SUBPATTERN:
        _, added, removed, inner = arguments
        if added or removed:
            raise _NoShapeError
        return _list_texts(inner)
    if code is codes.BRANCH:
        return tuple(text for inner in arguments[1] for text in _list_texts(inner))
    if code is codes.IN:
        return _list_characters(arguments)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and arguments[:2] == (0, 1):
        return ("", *_list_texts(arguments[2]))
    raise _NoShapeError


def _list_characters(set_items: Iterable[Any]) -> tuple[str, ...]:
    characters: list[str] = []
    for code, argument in set_items:
        if code is codes.LITERAL:
            characters.append(chr(argument))
        elif code is codes.RANGE and argument[1] - argument[0] < _MOST:
            characters += map(chr, range(argument[0], argument[1] + 1))
        else:
            raise _NoShapeError
    return tuple(characters)


def _make_globs(shape: _Shape) -> tuple[str, ...]:
    globs = [
        glob
        for start in shape.first
        for ending in shape.last
        for glob in _make_globs_between(_escape_glob(start), shape.between, _escape_glob(ending))
    ]
    return tuple(dict.fromkeys(globs)) if len(globs) <= _MOST else ()


def _make_globs_between(start: str, between: str, ending: str) -> tuple[str, ...]:
    """Return globs for the paths that start with *start* and end with *ending*."""
    if start.startswith("/") or (f"{start}{ending}".endswith("/") and not (between and not ending)):
        return ()
    if between == "" and start == "":
        return ()
    if between == "":
        return (f"/{start}",)
    if between == _IN_A_FOLDER:
        return (f"/{start}*{ending}",)
    if ending.startswith("/"):  # in a folder, whichever
        return (f"/{start}*/**{ending}",)
    if start == "":
        return (f"**/*{ending}",) if "/" in ending else (f"*{ending}",)
    if start.endswith("/"):
        return (f"/{start}**/*{ending}",) if ending else (f"/{start}",)
    # Within a name, or from one folder into others.
    glob_below = f"/{start}*/**/*{ending}" if ending else f"/{start}*/"
    return (f"/{start}*{ending}", glob_below)


def _escape_glob(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
