"""Where a contract's pattern matches without a violation, and where only a part of it does."""

from __future__ import annotations

import time

from phaser_lint.authoring.longest_part import PatternParts
from phaser_lint.authoring.searched_texts import searched_texts
from phaser_lint.judged_files import Skip
from phaser_lint.record import Record
from phaser_lint.search.searcher import Searcher
from phaser_lint.text import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaser_lint.authoring.searched_texts import SearchedText
    from phaser_lint.judged_files import ProposedFile
    from phaser_lint.model import Contract, Violation
    from phaser_lint.rules.rule import Spans

_SECONDS = 0.1
_MOST = 5
# Of the items of a pattern: less is a word that stands everywhere.
_LEAST = 0.5
_MOST_MATCHES = 20


class NearLine(Record):
    """A near miss: the part of the pattern, how many parts are longer, and its place."""

    part: str
    rank: int
    place: Violation


class Nearby(Record):
    """What of the pattern is found without a violation, in so many ``files``: until time was up.

    ``lines`` are the nearest misses, the longest parts first; ``matches`` the first matches in
    lines without a violation, such as those that a condition lets pass.
    """

    lines: tuple[NearLine, ...] = ()
    matches: tuple[Violation, ...] = ()
    files: int = 0


def nearby(
    contract: Contract,
    files: Iterable[ProposedFile | Skip],
    *,
    broken: Iterable[Violation],
    seconds: float,
) -> Nearby:
    """Return what of the pattern is in *files* besides the *broken* lines.

    Of lines that say the same the first; after so many *seconds* no further file is looked at.
    """
    known = {(each.path, each.line) for each in broken}
    parts = PatternParts(contract.pattern, literal=contract.literal, least=_LEAST)
    searcher, end, looked = Searcher(), time.monotonic() + seconds, 0
    best: dict[str, NearLine] = {}
    matches: dict[str, Violation] = {}
    for file in files:
        if time.monotonic() > end:
            break
        looked += 1
        texts = () if isinstance(file, Skip) else searched_texts(contract, file)
        for text in texts:
            spans, are_all = text.matches(searcher, seconds=_SECONDS)
            for place in text.places(spans[:_MOST_MATCHES]):
                if (place.path, place.line) not in known and len(matches) < _MOST_MATCHES:
                    matches.setdefault(fold(place.line_text), place)
            for near in _near(text, parts, spans, known=best) if are_all else ():
                best[fold(near.place.line_text)] = near
        best = dict(sorted(best.items(), key=lambda each: each[1].rank)[:_MOST])
    return Nearby(tuple(best.values()), tuple(matches.values()), looked)


def _near(
    text: SearchedText, parts: PatternParts, spans: Spans, *, known: Mapping[str, NearLine]
) -> Iterator[NearLine]:
    """Yield the nearest misses in *text* that are better than the worst *known* one."""
    worst = max(each.rank for each in known.values()) if len(known) >= _MOST else None
    touched = {line for start, end in spans for line in _line_starts(text.text, start, end)}
    said, most = {*known}, len(known) + _MOST
    for miss in parts.in_text(text.text, but=touched, longer_than=worst):
        start = text.text.rfind("\n", 0, miss.start) + 1
        line = fold(text.text[start : (text.text.find("\n", miss.start) + 1 or None)])
        if line not in said:
            said.add(line)
            yield NearLine(miss.part, miss.rank, text.places([(miss.start, miss.end)])[0])
        if len(said) >= most:
            return


def _line_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where the lines start that a match touches."""
    line = text.rfind("\n", 0, start) + 1
    while line <= max(end - 1, start):
        yield line
        after = text.find("\n", line)
        if after < 0:
            return
        line = after + 1
