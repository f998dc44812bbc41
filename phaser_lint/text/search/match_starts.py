r"""Where a match can start at all: the places of literals, of which one starts every match.

``regex`` searches fast for a pattern that starts with one literal. For a choice of them, as in
``(?i)\b(?:todo|fixme)\b``, it tries every character. ``text/search/literals/required.py`` derives
the literals, for patterns of which each start can be tried by itself; the matches are those that
``regex`` finds, because it is asked at every place where there can be one.
"""

from __future__ import annotations

from phaser_lint.text import deadline_in, left_until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from phaser_lint.text.search import Clause
    from phaser_lint.text.search.counted import Counts

# Each literal is a pass over the text, and each place costs as much as searching so many
# characters.
_MOST_LITERALS = 8
_SHORTEST_LITERAL = 3
_CHARACTERS_A_PLACE = 128


def worth_looking_for(starts: Clause | None) -> bool:
    r"""Tell whether looking for *starts* is faster than searching as ``regex`` does.

    ``\b(?:todo|fixme)\b`` is searched at a tenth of the speed of ``\btodo\b``. Not so
    ``except *:``, of which each match starts with ``except``.
    """
    literals = (*starts[0], *starts[1]) if starts else ()
    beginnings = {literal[:_SHORTEST_LITERAL] for literal in literals}
    short = any(len(beginning) < _SHORTEST_LITERAL for beginning in beginnings)
    return len(beginnings) > 1 and len(literals) <= _MOST_LITERALS and not short


def places_of(starts: Clause, text: str, folded: Callable[[], str]) -> list[int] | None:
    """Return the places of the literals *starts* in *text*, in order; ``None``: cannot tell.

    *folded* gives ``fold_case(text)``.
    """
    exact, insensitive = starts
    places = {place for literal in exact for place in _occurrences(literal, text)}
    if insensitive:
        folded_text = folded()
        if len(folded_text) != len(text):
            return None  # the places in one are not those in the other
        places.update(
            place for literal in insensitive for place in _occurrences(literal, folded_text)
        )
    return sorted(places)


def are_few(places: list[int], text: str) -> bool:
    """Tell whether trying the *places* is faster than searching the whole *text*."""
    return len(places) * _CHARACTERS_A_PLACE <= len(text)


def _occurrences(literal: str, text: str) -> Iterator[int]:
    place = text.find(literal)
    while place >= 0:
        yield place
        place = text.find(literal, place + 1)


def matches_at(
    places: Iterable[int],
    compiled: Any,
    text: str,
    *,
    seconds: float | None,
    counts: Counts | None = None,
) -> Iterator[Any]:
    """Yield what ``finditer`` does for a pattern whose matches start at *places* alone.

    Without *seconds* there is no limit; *counts*: see ``counted``.
    """
    end, deadline = 0, deadline_in(seconds)
    for place in places:
        if place < end:
            continue
        match = compiled.match(text, place, timeout=left_until(deadline), concurrent=True)
        if match is None:
            continue
        region = counts(place_of(match.span(), text)) if counts else None
        end = match.end() if region is None else min(match.end(), region[1])
        if region is None:
            yield match


def place_of(span: tuple[int, int], text: str) -> int:
    """Return where a match stands: at its first character that is not blank, if it has one."""
    start, end = span
    if start == end or not text[start].isspace():
        return start
    first = end - len(text[start:end].lstrip())
    return start if first == end else first
