"""What there is to say of a checked file besides its violations: of few files there is anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaser_lint.contract.match_contract import SearchableText
from phaser_lint.contract.model import Contract, Notice
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.core.text import is_notebook
from phaser_lint.text.notebook import find_unknown_magic
from phaser_lint.text.regions import find_mark_at


def note_odd_file(
    read_file: SearchableText,
    counting_matches: Sequence[tuple[Contract, Sequence[PatternMatches]]],
    contracts: Sequence[Contract],
) -> tuple[Notice, ...]:
    """Return the notices on a file that is searched otherwise than it seems: by what decided where
    the *counting_matches* of contracts count, and by the cells of a notebook that *contracts*
    select.
    """
    all_matches = [matches for _, of_contract in counting_matches for matches in of_contract]
    return (
        *_note_first_unclosed_mark(read_file, all_matches),
        *(
            notice
            for contract, of_contract in counting_matches
            if contract.block_patterns
            for notice in _note_blockless_headers(read_file, contract, of_contract)
        ),
        *(_note_unknown_magic(read_file, contracts) if is_notebook(read_file.file.path) else ()),
    )


def _note_first_unclosed_mark(
    read_file: SearchableText, all_matches: Sequence[PatternMatches]
) -> Iterator[Notice]:
    """Yield a notice on the first mark that nothing closes."""
    places = [
        (matches.text, matches.unclosed_at)
        for matches in all_matches
        # A cell's end closes all.
        if matches.unclosed_at is not None and matches.part is read_file
    ]
    if places:
        marks = [
            (text.count("\n", 0, place) + 1, find_mark_at(text, place)) for text, place in places
        ]
        line, mark = min(marks)
        message = f"read as code from line {line} on: nothing closes `{mark}`"
        yield Notice(read_file.file.path, line, message, reading=True)


def _note_blockless_headers(
    read_file: SearchableText, contract: Contract, all_matches: Sequence[PatternMatches]
) -> Iterator[Notice]:
    """Yield a notice on the headers that open no block, as if nothing stood in one."""
    lines = [
        matches.text.count("\n", 0, start) + 1 if matches.part is read_file else None
        for matches in all_matches
        for start, _ in matches.blockless_headers
    ]
    if lines:
        key, of_one, of_many = "inside", "what follows it is in none", "what follows is in none"
        if contract.is_about_blocks:
            key, of_one, of_many = "each_block", "nothing is required of it", "nothing is required"
        text = f"a header opens no block: {of_one}"
        if len(lines) > 1:
            text = f"{len(lines)} headers open no block, this is the first: {of_many}"
        yield Notice(read_file.file.path, lines[0], f"{contract.rule_id}: {key}: {text}")


def _note_unknown_magic(
    read_file: SearchableText, contracts: Sequence[Contract]
) -> Iterator[Notice]:
    """Yield a notice on the first magic of a notebook's cells whose language nobody knows."""
    path = read_file.file.path
    if not any(contract.counted_in for contract in contracts):
        return
    magics = (find_unknown_magic(cell.name, cell.text) for cell in read_file.parts())
    magic = next(filter(None, magics), "")
    if magic:
        message = f"no reader for cells of {magic}: all of them counts as code"
        yield Notice(path, None, message)
