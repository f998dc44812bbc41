"""The matches that count of a pattern: those that begin in certain regions of a text.

A match that does not count takes nothing away. Where it goes on behind its region, so does the
search: of ``/* print( */ print(1)`` and ``print\\(.*\\(`` the second one is found.
"""

from __future__ import annotations

from functools import partial

from phaser_lint.text import deadline_in, left_until
from phaser_lint.text.regions import DOCSTRING, KINDS, STRING, regions_of
from phaser_lint.text.search.match_starts import counting_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.text.regions import Regions

    Span: TypeAlias = tuple[int, int]
    Counts: TypeAlias = Callable[[int], Span | None]
    """Returns nothing for a place where matches count, and else the region that it lies in."""


class CountedPlaces:
    """Which places of a text count; of the last text that was asked about the regions are kept."""

    def __init__(self) -> None:
        self._latest: tuple[str, str, dict[bool, Regions]] | None = None

    def counting(
        self, region_names: Sequence[str], text: str, name: str, *, seconds: float
    ) -> CountingPlaces:
        """Return what tells the places of *text* that lie in one of the regions.

        The *name* of a file tells its language. Nothing is read before the first place is asked;
        it raises ``TimeoutError`` where so many *seconds* are over before it is known.
        """
        kinds = {kind for region_name in region_names for kind in KINDS[region_name]}
        documented = (STRING in kinds) != (DOCSTRING in kinds)
        return CountingPlaces(
            partial(self._regions, text, name, documented), kinds, deadline_in(seconds)
        )

    def without_comments(self, text: str, name: str, *, seconds: float) -> str:
        """Return *text* with blanks in place of its comments; raises ``LateReaderError``."""
        return self._regions(text, name, False).without_comments(until=deadline_in(seconds))

    def _regions(self, text: str, name: str, documented: bool) -> Regions:
        latest = self._latest
        if latest is None or latest[0] is not text or latest[1] != name:
            latest = self._latest = text, name, {}
        regions = latest[2]
        if documented not in regions:
            regions[documented] = regions_of(name, text, documented=documented)
        return regions[documented]


class CountingPlaces:
    """Tells which places count: those in regions of these *kinds*."""

    unclosed_at: int | None = None
    """Where a mark stands that nothing closes, once a place behind it was asked."""

    def __init__(
        self, read_regions: Callable[[], Regions], kinds: Collection[str], until: float | None
    ) -> None:
        self._read_regions, self._kinds, self._until = read_regions, kinds, until

    def __call__(self, place: int) -> Span | None:
        """Return nothing for a place that counts, and else the region that it lies in."""
        regions = self._read_regions()
        start, end, kind = regions.around(place, until=self._until)
        if regions.unclosed_at is not None and regions.unclosed_at <= place:
            self.unclosed_at = regions.unclosed_at
        return None if kind in self._kinds else (start, end)


def counted_matches(
    compiled: Any,
    text: str,
    *,
    counts: Counts,
    seconds: float | None,
    written: str | None = None,
) -> Iterator[Any]:
    """Yield the matches in *text* that count.

    *written*: the text itself, where that is what its patterns see of it. Without *seconds* there
    is no limit; raises ``TimeoutError``.
    """
    end = deadline_in(seconds)
    place: int | None = 0
    while place is not None:
        matches = compiled.finditer(text, place, timeout=left_until(end), concurrent=True)
        place = None
        for match in matches:
            region = counts(counting_place(match.span(), text, written))
            if region is None:
                yield match
            elif match.end() > region[1]:
                place = region[1]
                break
