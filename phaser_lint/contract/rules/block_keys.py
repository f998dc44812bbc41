r"""The keys about blocks: in which of them a match counts, or which of them need one.

    inside: '\bfn \w+'           a match counts in these, however deep
    not_inside: '\bmod \w+'      and not in these; of blocks of both, the innermost decides
    each_block: '@Test\b'        each of these needs a match
    until: '@endcan'             what ends them, in place of layout or braces

A header is a pattern, or one of a list. How far its block goes says ``text/blocks``.
"""

from __future__ import annotations

from collections.abc import Iterator

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.rule import HEADERS, ExpectedAt
from phaser_lint.text.search.patterns import searches_backward

_UNTIL = "until"


def is_block_key(key: str) -> bool:
    """Tell whether *key* is one of the block keys, whose values are patterns."""
    return key in HEADERS or key == _UNTIL


def find_block_problems(contract: Contract) -> Iterator[ExpectedAt]:
    """Yield what is wrong with the block keys of *contract*, which are right one by one."""
    keys = list(dict.fromkeys(key for key, _ in contract.block_patterns))
    header_keys = [key for key in keys if key != _UNTIL]
    if not header_keys:
        *names, last_name = HEADERS
        yield _UNTIL, f"{', '.join(names)} or {last_name} as well, whose blocks it ends"
    if contract.is_about_blocks:
        for key in [key for key in header_keys if key != "each_block"]:
            yield key, "none beside each_block, whose blocks need a match each"
        if contract.value_of("fix") is not None:
            yield "fix", "no fix with each_block: what a block lacks stands inside of it"
    if contract.literal:
        yield keys[0], "none with literal: true; write the pattern as a regular expression"
    if contract.scope == "tree":
        yield keys[0], "none with scope: tree, which any one of the files meets"
    for key, pattern in contract.block_patterns:
        if searches_backward(pattern.written, literal=False):
            yield key, "a pattern without `(?r)`, since a block begins behind its header"
        elif pattern.raw_text and not contract.searched.raw_text:
            yield key, "no carriage return, which the pattern does not name either"
