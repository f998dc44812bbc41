"""What blocks make of the matches of a contract, said at each match, or at each header."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.author.searched_texts import SearchedText
from phaser_lint.contract.block_search import find_contract_blocks, has_start
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import HEADERS
from phaser_lint.core import Record
from phaser_lint.text.regions import CODE, PROSE
from phaser_lint.text.search.match_starts import find_match_start
from phaser_lint.text.search.searcher import Searcher

NO_BLOCK = "opens no block"
NO_HEADER = "not searched for "
"""What a note begins with on a text of which a header, or ``until``, is not searched."""


class BlockNote(Record):
    """What is to say of the blocks at a ``place``, and whether what stands there counts."""

    place: Violation
    text: str
    counts: bool


def find_block_key(contract: Contract) -> str:
    """Return the key that a note on blocks names: ``inside``, ``not_inside``, or ``each_block``."""
    return next((key for key in HEADERS if contract.block_patterns_of(key)), "")


def make_block_notes(searched_text: SearchedText, *, seconds: float) -> Sequence[BlockNote]:
    """Return a trial's notes on blocks: what they make of each match in a text, and which headers
    open none.

    Where each block needs a match, that stands at its header. Nothing of a contract without blocks;
    raises ``TimeoutError``.
    """
    contract, text = searched_text.contract, searched_text.text
    if not contract.block_patterns:
        return ()
    searcher = Searcher()
    blocks = find_contract_blocks(
        contract, text, searched_text.name, searcher=searcher, seconds=seconds
    )
    spans, are_all = searched_text.every_match().matches(searcher, seconds=seconds)
    if not are_all and contract.is_about_blocks:
        raise TimeoutError
    notes = [(header, NO_BLOCK, True) for header in blocks.without_block]
    for span, key, kind, wanted_kind in searched_text.unsearched_headers(searcher, seconds=seconds):
        where = kind if kind in (CODE, PROSE) else f"a {kind}"
        notes.append((span, f"{NO_HEADER}{key}: in {where}, not in {wanted_kind}", True))
    if contract.is_about_blocks:
        match_places = sorted([find_match_start(span, text) for span in spans])
        for block in blocks.blocks:
            has_match = "a" if has_start(block, match_places) else "no"
            notes.append((block.header, f"its block has {has_match} match", True))
    else:
        innermost_blocks = [blocks.block_around(find_match_start(span, text)) for span in spans]
        headers = sorted({block.header for block in innermost_blocks if block})
        header_places = searched_text.places(headers)
        lines = {header: place.line for header, place in zip(headers, header_places, strict=True)}
        for span, innermost in zip(spans, innermost_blocks, strict=True):
            if innermost is None:
                key = find_block_key(contract)
                notes.append((span, f"in no block of {key}", key == "not_inside"))
            else:
                of_key = "" if innermost.key == "inside" else f" of {innermost.key}"
                note = f"the block{of_key} opens at line {lines[innermost.header] or 1}"
                notes.append((span, note, innermost.key == "inside"))
    notes.sort()
    places = searched_text.places([span for span, _, _ in notes])
    return [
        BlockNote(place, note, counts)
        for place, (_, note, counts) in zip(places, notes, strict=True)
    ]
