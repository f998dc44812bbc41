r"""In which lines a match can be at all: those that the pattern's superset matches in.

Where a match lies in one line (``supersets/within_line.py``), `regex` finds the same in the lines
that can hold one as in the whole text: ``\w.*!=[^=].*`` took it a millisecond a file, for three
lines of it.
"""

from __future__ import annotations

from phaser_lint.search.literals.hyperscan_engine import Expression, database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.model import Contract
    from phaser_lint.search.literals.hyperscan_engine import Database

# Preparing a superset by itself takes as long as a few searches.
_WORTH_PREPARING = 16
# With more hits than one in so many characters nearly every line is searched.
_CHARACTERS_A_HIT = 64


class MatchLines:
    """Tells in which lines of a text a contract's pattern may match, from its 16th text on.

    For an engine that supersets are asked of (``probe``).
    """

    def __init__(self) -> None:
        self._asked: dict[str, int] = {}
        self._databases: dict[str, Database | None] = {}

    def of(self, contract: Contract, text: str) -> list[tuple[int, int]] | None:
        """Return where the lines start and end, in order; ``None``: the whole text is searched."""
        if not contract.within_line or contract.superset is None or not text.isascii():
            return None
        found = self._database(contract.pattern, contract.superset)
        ends = found.ends_in(text.encode(), most=len(text) // _CHARACTERS_A_HIT) if found else None
        return None if ends is None else lines_around(ends, text)

    def _database(self, pattern: str, superset: bytes) -> Database | None:
        if pattern in self._databases:
            return self._databases[pattern]
        asked = self._asked[pattern] = self._asked.get(pattern, 0) + 1
        if asked < _WORTH_PREPARING:
            return None
        self._databases[pattern] = database([Expression(superset, 0)])
        return self._databases[pattern]


def lines_around(ends: Iterable[int], text: str) -> list[tuple[int, int]]:
    """Return the lines around the places where something *ends*, those next to each other as one.

    What ends with a line end may have looked at it from either side: both lines count.
    """
    lines: list[tuple[int, int]] = []
    for end in sorted(ends):
        if lines and end <= lines[-1][1]:
            continue
        start, stop = text.rfind("\n", 0, max(end - 1, 0)) + 1, text.find("\n", end)
        stop = len(text) if stop < 0 else stop
        if lines and start <= lines[-1][1]:
            start = lines.pop()[0]
        lines.append((start, stop))
    return lines
