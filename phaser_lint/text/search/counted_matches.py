"""The matches that count of a pattern: those that begin in certain regions, or blocks, of a text.

A match that does not count takes nothing away. Where it goes on behind its region, so does the
search: of ``/* print( */ print(1)`` and ``print\\(.*\\(`` the second one is found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from phaser_lint.core import Record
from phaser_lint.text.deadlines import make_deadline, require_time_left
from phaser_lint.text.regions import COMMENT, DOC_COMMENT, DOCSTRING, KINDS, STRING, open_regions
from phaser_lint.text.search.given_groups import holds_group
from phaser_lint.text.search.match_starts import find_counting_offset
from phaser_lint.text.search.plain_strings import with_plain_strings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from phaser_lint.text.regions import Regions

    class FoundBlock(Protocol):
        """A block of a text, and the key of its header."""

        @property
        def key(self) -> str: ...
        @property
        def header(self) -> Span: ...
        @property
        def start(self) -> int: ...
        @property
        def end(self) -> int: ...
        @property
        def opened_at(self) -> int: ...

    class FoundBlocks(Protocol):
        """The blocks of a text, by their headers, and the headers that open none.

        Of ``declarations`` among them no notice tells.
        """

        @property
        def blocks(self) -> Sequence[FoundBlock]: ...
        @property
        def without_block(self) -> Sequence[Span]: ...
        @property
        def declarations(self) -> Sequence[Span]: ...
        def block_around(self, offset: int) -> FoundBlock | None:
            """Return the innermost block that holds *offset*."""

        def header_without_block(self, offset: int) -> Span | None:
            """Return the header that would have one that holds *offset*, if it opened any."""

    class FindBlocks(Protocol):
        """Finds the blocks of a *text* by its *regions*."""

        def __call__(
            self,
            text: str,
            name: str,
            *,
            regions: Regions,
            finders: dict[Any, Any],
            until: float | None,
        ) -> FoundBlocks:
            """Raise ``TimeoutError`` once it is late; *finders* are kept for other questions."""


Span = tuple[int, int]
Counts = Callable[[int], Span | None]
"""Returns nothing for a place where matches count, and else the region that it lies in, or the
stretch of a text in which the same block is the innermost one."""


class BlockQuestion(Record):
    """In which block a place counts: one of the *wanted* key, or in none where that is empty.

    Questions with the same *patterns* find the same blocks.
    """

    patterns: Sequence[tuple[str, Any]]
    wanted: str
    find: FindBlocks


def find_counted_matches(
    compiled: Any,
    text: str,
    *,
    counts: Counts,
    seconds: float | None,
    written: str | None = None,
) -> Iterator[Any]:
    """Yield the matches of a pattern in *text* that are counted, since they begin in a region or
    block that *counts*.

    *written*: the text itself, where that is what its patterns see of it. Without *seconds* there
    is no limit; raises ``TimeoutError``.
    """
    end = make_deadline(seconds)
    offset: int | None = 0
    while offset is not None:
        matches = compiled.finditer(text, offset, timeout=require_time_left(end), concurrent=True)
        offset = None
        for match in matches:
            region = counts(find_counting_offset(match.span(), text, written))
            if region is None:
                yield match
            elif match.end() > region[1]:
                offset = region[1]
                break


def without_comments_around(span: tuple[int, int], seen: str, text: str) -> tuple[int, int]:
    """Return the *span* of a counted match without the blanks at its start and end that its pattern
    has *seen* in place of a comment in *text*.

    A match so stands where it does in what its pattern has *seen*, and ends there.
    """
    start, end = span
    if start == end or not (seen[start].isspace() or seen[end - 1].isspace()):
        return span
    matched_text = seen[start:end]
    visible_start = end - len(matched_text.lstrip())
    visible_end = start + len(matched_text.rstrip())
    if visible_start == end:
        return span
    return (
        start if not text[start:visible_start].strip() else visible_start,
        end if not text[visible_end:end].strip() else visible_end,
    )


class CountedPlaces:
    """Which places of a text count, and the matches there.

    Of the last text that was asked about the regions are kept, and its blocks.
    """

    find_matches = staticmethod(find_counted_matches)
    written_span = staticmethod(without_comments_around)

    def __init__(self) -> None:
        self._latest: tuple[str, str, dict[bool, Regions]] | None = None
        self._latest_plain: tuple[Regions, str] | None = None
        self._latest_blocks: tuple[str, str, Any, FoundBlocks, Sequence[int]] | None = None
        self._kept_of_text: dict[Any, Any] = {}

    def counting(
        self,
        region_names: Sequence[str],
        text: str,
        name: str,
        *,
        of_blocks: BlockQuestion | None = None,
        seconds: float,
    ) -> CountingPlaces:
        """Return what tells the places of *text* that lie in one of the regions, if any are named.

        And in a block, if that is asked. The *name* of a file tells its language. Nothing is read
        before the first place is asked; it raises ``TimeoutError`` where so many *seconds* are over
        before it is known.
        """
        kinds = {kind for region_name in region_names for kind in KINDS[region_name]}
        documented = (STRING in kinds) != (DOCSTRING in kinds) or (
            (COMMENT in kinds) != (DOC_COMMENT in kinds)
        )
        until = make_deadline(seconds)
        return CountingPlaces(
            partial(self._regions, text, name, documented=documented),
            kinds,
            wanted_block=of_blocks.wanted if of_blocks else "",
            read_blocks=partial(self._blocks, of_blocks, text, name=name, until=until)
            if of_blocks
            else None,
            until=until,
        )

    def seen_text(self, pattern: str, text: str, name: str, *, seconds: float | None) -> str:
        """Return what *pattern* sees of *text*, with blanks in place of its comments.

        A given group sees strings as the language has them. Raises ``TimeoutError`` after so many
        *seconds*.
        """
        until, regions = make_deadline(seconds), self._regions(text, name, False)
        code = regions.without_comments(until=until)
        if not holds_group(pattern):
            return code
        if self._latest_plain is None or self._latest_plain[0] is not regions:
            self._latest_plain = regions, with_plain_strings(code, regions, until=until)
        return self._latest_plain[1]

    def blocks(
        self, of_blocks: BlockQuestion, text: str, name: str, *, seconds: float
    ) -> FoundBlocks:
        """Return the blocks of *text*; raises ``TimeoutError`` after so many *seconds*."""
        return self._blocks(of_blocks, text, name=name, until=make_deadline(seconds))[0]

    def unclosed_before(self, offset: int, text: str, name: str) -> int | None:
        """Return where a mark stands in *text* before *offset* that nothing closes, once read."""
        unclosed_at = self._regions(text, name, documented=False).unclosed_at
        return unclosed_at if unclosed_at is not None and unclosed_at <= offset else None

    def _blocks(
        self, of_blocks: BlockQuestion, text: str, name: str, until: float | None
    ) -> tuple[FoundBlocks, Sequence[int]]:
        """Return the blocks of *text*, and where in it another block may be the innermost one."""
        latest = self._latest_blocks
        if (
            latest is None
            or latest[0] is not text
            or latest[1] != name
            or latest[2] is not of_blocks.patterns
        ):
            regions = self._regions(text, name, documented=False)
            if latest is None or latest[0] is not text or latest[1] != name:
                self._kept_of_text = {}
            blocks = of_blocks.find(
                text, name, regions=regions, finders=self._kept_of_text, until=until
            )
            edges = {edge for block in blocks.blocks for edge in (block.start, block.end)}
            latest = text, name, of_blocks.patterns, blocks, sorted({0, len(text), *edges})
            self._latest_blocks = latest
        return latest[3:]

    def _regions(self, text: str, name: str, documented: bool) -> Regions:
        latest = self._latest
        if latest is None or latest[0] is not text or latest[1] != name:
            latest = self._latest = text, name, {}
        regions = latest[2]
        if documented not in regions:
            regions[documented] = open_regions(name, text, documented=documented)
        return regions[documented]


class CountingPlaces:
    """Tells which places count: those in regions of these *kinds*, and in the *wanted_block*.

    Without *kinds* those in all regions do, and in any block unless blocks are read.
    """

    unclosed_at: int | None = None
    """Where a mark stands that nothing closes, once a place behind it was asked."""

    def __init__(
        self,
        read_regions: Callable[[], Regions],
        kinds: Collection[str],
        *,
        wanted_block: str,
        read_blocks: Callable[[], tuple[FoundBlocks, Sequence[int]]] | None,
        until: float | None,
    ) -> None:
        self._read_regions, self._kinds, self._until = read_regions, kinds, until
        self._wanted_block, self._read_blocks = wanted_block, read_blocks
        self._blockless_headers: set[Span] = set()

    @property
    def blockless_headers(self) -> tuple[Span, ...]:
        """The headers that open no block, behind which a place was asked that counts in one."""
        return tuple(sorted(self._blockless_headers))

    def __call__(self, offset: int) -> Span | None:
        """Return nothing for a place that counts, and else the stretch that it lies in."""
        regions = self._read_regions()
        start, end, kind = regions.region_around(offset, until=self._until)
        if regions.unclosed_at is not None and regions.unclosed_at <= offset:
            self.unclosed_at = regions.unclosed_at
        if self._kinds and kind not in self._kinds:
            return start, end
        if self._read_blocks is None:
            return None
        blocks, edges = self._read_blocks()
        block = blocks.block_around(offset)
        if (block.key if block else "") == self._wanted_block:
            return None
        header = None if block else blocks.header_without_block(offset)
        self._blockless_headers.update([header] if header else ())
        after = min(bisect_right(edges, offset), len(edges) - 1)
        return edges[after - 1], edges[after]
