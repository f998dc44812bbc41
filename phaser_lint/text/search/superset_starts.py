r"""Where a match can start: where a wider expression ends in the text that is read backwards.

``regex`` tries ``^\s*(?:<.*>)?\(`` at every line, and took two milliseconds a file for it. What it
finds at the few places that are returned here are the matches that it finds in the text.
"""

from __future__ import annotations

from phaser_lint.core.text import encode_byte_per_character
from phaser_lint.text.search.hyperscan_compiler import Expression, compile_database
from phaser_lint.text.search.hyperscan_database import Database
from phaser_lint.text.search.match_starts import find_matches_at
from phaser_lint.text.search.searcher import Pattern
from phaser_lint.text.search.supersets.pattern_superset import derive_backward_superset

# Preparing an expression takes as long (s) as searching for most patterns ever does, be it of a
# hundred bytes or of a thousand; a long one longer by so much for the square of them: 0.2 s for
# seven thousand. Looking for it takes so long for each character, and `regex` no longer where
# matches start with a literal.
_WORTH_PREPARING, _SQUARE, _CHARACTER = 0.004, 4e-9, 1e-8
# To try a place costs as much as searching so many characters.
_CHARACTERS_A_PLACE = 64


class SupersetStarts:
    """Tells where matches of a pattern can start, once it has taken its time, and tries them."""

    find_matches = staticmethod(find_matches_at)

    def __init__(self) -> None:
        self._lost: dict[str, float] = {}
        self._expressions: dict[str, bytes | None] = {}
        self._databases: dict[str, Database | None] = {}

    def spend(self, searched: Pattern, text: str, seconds: float) -> None:
        """Take note that searching *text* for the pattern took so many *seconds*."""
        pattern = searched.written
        if searched.literal or pattern in self._databases:
            return
        lost_seconds = seconds - len(text) * _CHARACTER
        lost_seconds = self._lost[pattern] = self._lost.get(pattern, 0.0) + lost_seconds
        if lost_seconds <= _WORTH_PREPARING:
            return
        if pattern not in self._expressions:
            self._expressions[pattern] = derive_backward_superset(pattern)
        expression = self._expressions[pattern]
        if expression is None:
            self._databases[pattern] = None
        elif lost_seconds > _WORTH_PREPARING + len(expression) ** 2 * _SQUARE:
            self._databases[pattern] = compile_database([Expression(expression, 0)])

    def find_starts(self, pattern: Pattern, text: str) -> list[int] | None:
        """Return the places in *text*, in order; ``None``: it is searched sooner as a whole."""
        database, most = self._databases.get(pattern.written), len(text) // _CHARACTERS_A_PLACE
        return (
            None
            if database is None
            else database.starts_in(encode_byte_per_character(text), most=most)
        )
