"""Where a match can start: it is tried at certain places, and where it stands."""

from __future__ import annotations

from phaser_lint.text.deadlines import make_deadline, require_time_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaser_lint.text.search.counted_matches import Counts


def find_matches_at(
    offsets: Iterable[int],
    compiled: Any,
    text: str,
    *,
    seconds: float | None,
    counts: Counts | None = None,
    written: str | None = None,
) -> Iterator[Any]:
    """Yield the matches of a pattern whose matches start only at *offsets* of *text*, as
    ``finditer`` does.

    Without *seconds* there is no limit; *counts*, *written*: see ``counted_matches``.
    """
    end, deadline = 0, make_deadline(seconds)
    for offset in offsets:
        if offset < end:
            continue
        match = compiled.match(text, offset, timeout=require_time_left(deadline), concurrent=True)
        if match is None:
            continue
        region = counts(find_counting_offset(match.span(), text, written)) if counts else None
        end = match.end() if region is None else min(match.end(), region[1])
        if region is None:
            yield match


def find_match_start(span: tuple[int, int], text: str) -> int:
    """Return where in *text* a match with this *span* starts for its reader: at its first character
    that is not blank, if it has one.
    """
    start, end = span
    if start == end or not text[start].isspace():
        return start
    visible_start = end - len(text[start:end].lstrip())
    return start if visible_start == end else visible_start


def find_counting_offset(span: tuple[int, int], seen: str, written: str | None) -> int:
    """Return where a match with this *span* counts as starting: the offset at which it stands in
    what its pattern has *seen*.

    Blanks alone that are none in the text as it is *written* stand where that shows the comment.
    """
    offset = find_match_start(span, seen)
    is_blank = span[0] < span[1] and seen[offset].isspace()
    return find_match_start(span, written) if is_blank and written is not None else offset
