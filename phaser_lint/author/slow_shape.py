r"""A text on which a pattern runs away, found before a file holds one.

``(\w+\s?)+;`` is quick on every line of a project, until one has a long name and no semicolon.
"""

from __future__ import annotations

from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.matching_text import matching_text
from phaser_lint.contract.rules.rule import SEARCHING
from phaser_lint.text.search.searcher import Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.contract.model import Contract

LENGTH = 2_000
SECONDS = 0.1
# Of what matches at all: its pieces, each of which is repeated.
_MOST = 8
_END = "\u00a7"


def slow_text(contract: Contract) -> str:
    """Return what *contract*'s pattern takes longer than ``SECONDS`` for if it is repeated.

    ``LENGTH`` characters of it, then one that does not fit, and then a match: what a pattern
    requires is there. Empty where none is known.
    """
    if RULES[contract.type].reads not in SEARCHING:
        return ""
    searcher = Searcher(filtered=False)
    sample = matching_text(contract) or ""
    for piece in [*dict.fromkeys(_pieces(sample))][:_MOST]:
        text = f"{(piece * LENGTH)[:LENGTH]}{_END}{sample}"
        try:
            searcher.finds(contract.searched, text, seconds=SECONDS)
        except TimeoutError:
            return piece
        except (MemoryError, RuntimeError):
            continue
    return ""


def _pieces(sample: str) -> Iterator[str]:
    yield from ("a", " ", "a ", "x=") if sample else ()
    yield from (character for character in sample if not character.isalnum())
    yield from (sample, sample[:-1]) if len(sample) > 1 else ()
