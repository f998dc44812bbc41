"""Which names of files in one folder the globs of all contracts tell apart.

Nearly all globs ask for an ending, ``*.py``. Of the other names that they ask for, few files have
one. All files of a folder with one ending, and with none of those names, are alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from phaser_lint.core import Record
from phaser_lint.text.globs import REGEX, SECTIONS, UNFOUND, Test


class NamesToldApart(Record):
    """Names of files, and what such a name starts or ends with besides ``.py`` and the like.

    Of two names with the same text from the last dot on, and none of these, any glob selects both
    or neither in the same folder.
    """

    whole: frozenset[str]
    starts: tuple[str, ...]
    ends: tuple[str, ...]


def names_told_apart(tests: Iterable[Test]) -> NamesToldApart | None:
    """Return what the *tests* of globs tell apart; ``None`` where that is more than texts tell."""
    whole, starts, ends = {"", "."}, set(), set()
    for needle, _, kind, shape in set(tests):
        if kind in (REGEX, UNFOUND):
            return None
        texts = [needle]  # that a path, between slashes, may be asked to hold
        if kind == SECTIONS:
            start, sections, last, _ = shape
            texts += [start, *[text for section in (*sections, last) for text in section[:2]]]
        for text in filter(None, texts):
            # The subject is the path between slashes: the last name of a text may be the file's.
            _, slash, name = text.removesuffix("/").rpartition("/")
            if not text.endswith("/"):
                if not slash:
                    return None
                starts.add(name)
            elif slash:
                whole.add(name)
            elif name and name.rfind("."):
                ends.add(name)
    return NamesToldApart(frozenset(whole), tuple(starts), tuple(ends))
