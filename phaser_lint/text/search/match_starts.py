"""Where a match can start: it is tried at certain places, and where it stands."""

from __future__ import annotations

from phaser_lint.text import deadline_in, left_until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaser_lint.text.search.counted import Counts


def matches_at(
    places: Iterable[int],
    compiled: Any,
    text: str,
    *,
    seconds: float | None,
    counts: Counts | None = None,
) -> Iterator[Any]:
    """Yield what ``finditer`` does for a pattern whose matches start only at *places*.

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
    visible_start = end - len(text[start:end].lstrip())
    return start if visible_start == end else visible_start
