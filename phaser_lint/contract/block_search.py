"""What the keys about blocks make of a text: where a match counts, which blocks have none."""

from __future__ import annotations

from bisect import bisect_left

from phaser_lint.contract.rules.rule import HEADERS, PatternMatches
from phaser_lint.text.blocks import BlockHeaders, find_header_blocks
from phaser_lint.text.deadlines import make_deadline, require_time_left
from phaser_lint.text.search.counted_matches import BlockQuestion
from phaser_lint.text.search.given_groups import holds_group
from phaser_lint.text.search.match_starts import find_counting_offset
from phaser_lint.text.search.plain_strings import with_plain_strings
from phaser_lint.text.search.searcher import MAXIMUM_MATCHES, TOO_MANY_MATCHES, OutOfTimeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import Contract
    from phaser_lint.text.blocks import BlockFinders
    from phaser_lint.text.regions import Regions
    from phaser_lint.text.search.counted_matches import Counts, FoundBlock, FoundBlocks
    from phaser_lint.text.search.searcher import Searcher


def can_be_in_block(contract: Contract, text: str, searcher: Searcher) -> bool:
    """Tell, before a search for blocks, whether *text* holds what a header of ``inside`` needs,
    where matches have to be in a block.

    Most files have none of a rule's: no `def test_` in an application.
    """
    header_patterns = contract.block_patterns_of("inside")
    return not header_patterns or any(
        searcher.is_possible(header_pattern, text) for header_pattern in header_patterns
    )


def make_block_question(contract: Contract, searcher: Searcher) -> BlockQuestion:
    """Return in which block a match counts by the keys of *contract*: a block search's question."""
    compiled_pattern = searcher.compiled_pattern

    def find(
        text: str, name: str, *, regions: Regions, finders: BlockFinders, until: float | None
    ) -> FoundBlocks:
        headers_by_key = {
            key: tuple(
                [
                    compiled_pattern(pattern)
                    for pattern in contract.block_patterns_of(key)
                    if searcher.is_possible(pattern, text)
                ]
            )
            for key in HEADERS
        }
        # What ends blocks is never left out: without it layout would.
        ends = tuple(map(compiled_pattern, contract.block_patterns_of("until")))
        headers = BlockHeaders(**headers_by_key, until=ends)
        seen = regions.without_comments(until=until)
        if any(holds_group(pattern.written) for _, pattern in contract.block_patterns):
            seen = with_plain_strings(seen, regions, until=until)
        return find_header_blocks(
            name,
            text,
            headers,
            regions=regions,
            seen=seen,
            finders=finders,
            until=until,
        )

    wanted = "inside" if contract.block_patterns_of("inside") else ""
    return BlockQuestion(contract.block_patterns, wanted, find)


def find_contract_blocks(
    contract: Contract, text: str, name: str, *, searcher: Searcher, seconds: float
) -> FoundBlocks:
    """Return the blocks of *text* by the keys of *contract*; raises ``TimeoutError``."""
    question = make_block_question(contract, searcher)
    return searcher.counted_places.blocks(question, text, name, seconds=seconds)


def find_headers_without_match(
    contract: Contract,
    text: str,
    name: str,
    *,
    searcher: Searcher,
    counts: Counts | None,
    seconds: float,
) -> PatternMatches:
    """Search *text* for blocks of *contract* in which no match begins that *counts*, and return
    their headers.

    Raises ``OutOfTimeError`` after so many *seconds*.
    """
    until = make_deadline(seconds)
    try:
        found_blocks = find_contract_blocks(
            contract, text, name, searcher=searcher, seconds=seconds
        )
        blocks, declarations = found_blocks.blocks, set(found_blocks.declarations)
        blockless_headers = tuple(
            [header for header in found_blocks.without_block if header not in declarations]
        )
        starts = list[int]()
        if blocks and searcher.is_possible(contract.searched, text):
            left = require_time_left(until)
            seen = searcher.seen_text(contract.searched, text, name, seconds=left)
            matches = searcher.matches(contract.searched, text, seen, seconds=left, counts=counts)
            starts = [find_counting_offset(match.span(), seen, text) for match in matches]
    except TimeoutError as error:
        raise OutOfTimeError([], error) from None
    header_by_opening: dict[int, tuple[int, int]] = {}
    for block in blocks:
        if not has_start(block, starts):
            # `@Test` and `void \\w+` open one block.
            header_by_opening.setdefault(block.opened_at, block.header)
    headers = [*header_by_opening.values()]
    last_place = max((block.header[0] for block in blocks), default=-1)
    unclosed_at = searcher.counted_places.unclosed_before(last_place, text, name)
    return PatternMatches(
        headers[:MAXIMUM_MATCHES],
        reason=TOO_MANY_MATCHES if len(headers) > MAXIMUM_MATCHES else "",
        unclosed_at=unclosed_at,
        blockless_headers=blockless_headers,
    )


def has_start(block: FoundBlock, starts: Sequence[int]) -> bool:
    """Tell whether one of *starts*, offsets of matches in order, lies in the *block*."""
    return bisect_left(starts, block.start) < bisect_left(starts, block.end)
