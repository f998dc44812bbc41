"""Whether two globs can select the same path, decided from the globs alone.

    overlaps("src/**/*.py", "test_*.py")   True: src/test_a.py
    overlaps("src/*.py", "docs/")          False

Globs are those of contracts: gitignore syntax. A name with an ending is taken for a file's, though
a folder may be called ``a.py``; a bracket expression counts as any character, a negated glob as
nothing, and ``exclude_glob`` is not asked. Overlap makes a contract a related one, no more.
"""

from __future__ import annotations

from phaser_lint.text.globs import BELOW, LEADING
from phaser_lint.text.globs.glob_syntax import all_spelled_out, parse_glob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from phaser_lint.text.globs.glob_syntax import Name

_ANY_RUN = None
_ANY_ONE = ""


def any_overlaps(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether a glob of *first* and one of *second* can select the same path."""
    others = all_spelled_out(second)
    return any(overlaps(glob, other) for glob in all_spelled_out(first) for other in others)


def overlaps(first: str, second: str) -> bool:
    """Tell whether there is a path that both globs select."""
    if first.startswith("!") or second.startswith("!"):
        return False
    return first == second or _have_common(_names(first), _names(second), _names_meet)


def _names(glob: str) -> list[Name]:
    """Return the names of a glob, with what gitignore leaves open below it."""
    parsed = parse_glob(glob)
    if parsed is None:
        return []
    last = parsed.names[-1] if parsed.names else None
    is_file = "." in "".join([piece.text for piece in last or ()])[1:]
    if parsed.ending == BELOW or (parsed.ending == LEADING and not is_file):
        return [*parsed.names, _ANY_RUN]
    return [*parsed.names]


def _names_meet(first: Name, second: Name) -> bool:
    return _have_common(_characters(first), _characters(second), _characters_meet)


def _characters(name: Name) -> list[str | None]:
    characters: list[str | None] = []
    for piece in name or ():
        if piece.kind == "text":
            characters += piece.text
        else:
            characters.append(_ANY_RUN if piece.kind == "run" else _ANY_ONE)
    return characters


def _characters_meet(first: str | None, second: str | None) -> bool:
    return first == second or _ANY_ONE in (first, second)


def _have_common(
    first: Sequence[Any], second: Sequence[Any], meet: Callable[[Any, Any], bool]
) -> bool:
    """Tell whether two sequences, where ``None`` stands for any run, have a common instance."""
    # Row by row: reachable[j] is whether first[:i] and second[:j] can stand for the same.
    reachable = [True]
    for item in second:
        reachable.append(reachable[-1] and item is _ANY_RUN)
    for own in first:
        row = [reachable[0] and own is _ANY_RUN]
        for place, other in enumerate(second, start=1):
            if own is _ANY_RUN or other is _ANY_RUN:
                row.append(reachable[place] or row[-1])
            else:
                row.append(reachable[place - 1] and meet(own, other))
        reachable = row
    return reachable[-1]
