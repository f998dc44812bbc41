"""Whether two globs can select the same path, or some take out all of one, by the globs alone.

    overlaps_glob("src/**/*.py", "test_*.py")   True: src/test_a.py
    overlaps_glob("src/*.py", "docs/")          False

Globs are those of contracts: gitignore syntax. A name with an ending, and ``CODEOWNERS``, is taken
for a file's, though a folder may be called ``a.py``; a bracket expression counts as any character,
a negated glob as nothing, and overlap asks no ``exclude_glob``. Overlap makes a contract a related
one, no more.
"""

from __future__ import annotations

from phaser_lint.text.globs import BELOW, LEADING
from phaser_lint.text.globs.glob_syntax import parse_glob, spell_out_globs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_DOTTED_ENDINGS = ("rc", "ignore", "attributes", "env", "editorconfig", "gitmodules")
_ANY_RUN = None
_ANY_ONE = ""
_WILDCARDS: Mapping[str, Sequence[str | None]] = {
    "run": (_ANY_RUN,),
    "one": (_ANY_ONE,),
    "set": (_ANY_ONE,),
}


def has_overlapping_globs(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether globs overlap: one of *first* and one of *second* can select the same path."""
    others = spell_out_globs(second)
    return any(overlaps_glob(glob, other) for glob in spell_out_globs(first) for other in others)


def overlaps_glob(first: str, second: str) -> bool:
    """Tell whether the globs *first* and *second* overlap: there is a path that both select."""
    if first.startswith("!") or second.startswith("!"):
        return False
    return first == second or _have_common(_spell_names(first), _spell_names(second))


def is_glob_excluded(glob: str, exclusions: Sequence[str]) -> bool:
    """Tell whether *exclusions* take out all of *glob*: it is one, or below such a folder."""
    folders = [exclusion.strip("/") for exclusion in exclusions if exclusion.endswith(("/", "/**"))]
    starts = tuple([f"{folder.removesuffix('/**')}/" for folder in folders])
    return glob in exclusions or glob.lstrip("/").startswith(starts)


def _spell_names(glob: str) -> list[list[str | None] | None]:
    """Return the names of a glob, letter by letter, with what gitignore leaves open below it."""
    parsed = parse_glob(glob)
    if parsed is None:
        return []
    names: list[list[str | None] | None] = [
        None
        if name is None
        else [sign for piece in name for sign in _WILDCARDS.get(piece.kind, piece.text)]
        for name in parsed.names
    ]
    name = "".join([piece.text for piece in parsed.names[-1] or ()]) if parsed.names else ""
    is_file = "." in name[1:] or _names_file(name)
    if parsed.ending == BELOW or (parsed.ending == LEADING and not is_file):
        return [*names, _ANY_RUN]
    return names


def _names_file(name: str) -> bool:
    """Tell whether a *name* without an ending is a file's, as people call files: ``CODEOWNERS``,
    ``Makefile``, ``.npmrc``.
    """
    is_dotted = name.startswith(".") and name.endswith(_DOTTED_ENDINGS)
    return name.isupper() or name.endswith("file") or is_dotted


def _have_common(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Tell whether two names have a common instance, or two sequences of names.

    ``None`` stands for any run of letters, or of names.
    """
    # Row by row: reachable[j] is whether first[:i] and second[:j] can stand for the same.
    reachable = [True]
    for item in second:
        reachable.append(reachable[-1] and item is _ANY_RUN)
    for own in first:
        row = [reachable[0] and own is _ANY_RUN]
        for index, other in enumerate(second, start=1):
            if own is _ANY_RUN or other is _ANY_RUN:
                row.append(reachable[index] or row[-1])
            else:
                meet = own == other or _ANY_ONE in (own, other)
                if not meet and isinstance(own, list) and reachable[index - 1]:
                    meet = _have_common(own, other)
                row.append(reachable[index - 1] and meet)
        reachable = row
    return reachable[-1]
