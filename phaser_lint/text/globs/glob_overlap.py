"""Whether two globs can select the same path, decided from the globs alone.

    overlaps("src/**/*.py", "test_*.py")   True: src/test_a.py
    overlaps("src/*.py", "docs/")          False

Globs are those of contracts: gitignore syntax. A name with an ending is taken for a file's, though
a folder may be called ``a.py``; a bracket expression counts as any character, a negated glob as
nothing, and ``exclude_glob`` is not asked. Overlap makes a contract a related one, no more.
"""

from __future__ import annotations

from phaser_lint.text.globs.glob_syntax import all_spelled_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ANY_RUN = "**"


def any_overlaps(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether a glob of *first* and one of *second* can select the same path."""
    theirs = all_spelled_out(second)
    return any(overlaps(each, other) for each in all_spelled_out(first) for other in theirs)


def overlaps(first: str, second: str) -> bool:
    """Tell whether there is a path that both globs select."""
    if first.startswith("!") or second.startswith("!"):
        return False
    if first == second:
        return True
    return _meet(_segments(first), _segments(second), _names_meet)


def _segments(glob: str) -> list[str]:
    """Return the names of a glob, with ``**`` for what gitignore leaves open."""
    inner = glob.strip("/")
    anchored = "/" in glob.rstrip("/")
    names = inner.split("/")
    is_file = "." in names[-1][1:] and not glob.endswith("/")
    # A glob that names a folder selects all that is in it.
    below = [] if is_file or names[-1] == _ANY_RUN else [_ANY_RUN]
    return [*([] if anchored else [_ANY_RUN]), *names, *below]


def _names_meet(one: str, other: str) -> bool:
    return _meet(_characters(one), _characters(other), lambda a, b: a == b or "?" in (a, b))


def _characters(name: str) -> list[str]:
    found, place = [], 0
    while place < len(name):
        character = name[place]
        end = name.find("]", place + 2) if character == "[" else -1
        if end > 0:
            found.append("?")
            place = end
        elif character == "\\" and place + 1 < len(name):
            place += 1
            # "\*" is a star, not any run.
            found.append("\\" + name[place] if name[place] in "*?" else name[place])
        else:
            found.append(_ANY_RUN if character == "*" else character)
        place += 1
    return found


def _meet(first: list[str], second: list[str], equal: Callable[[str, str], bool]) -> bool:
    """Tell whether two sequences, where ``**`` stands for any run, have a common instance."""
    # Row by row: reachable[j] is whether first[:i] and second[:j] can stand for the same.
    reachable = [True]
    for item in second:
        reachable.append(reachable[-1] and item == _ANY_RUN)
    for mine in first:
        row = [reachable[0] and mine == _ANY_RUN]
        for place, theirs in enumerate(second, start=1):
            if _ANY_RUN in (mine, theirs):
                row.append(reachable[place] or row[-1])
            else:
                row.append(reachable[place - 1] and equal(mine, theirs))
        reachable = row
    return reachable[-1]
