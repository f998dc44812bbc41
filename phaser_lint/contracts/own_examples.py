"""A contract tried on its own examples: whether it says of each what its author says of it.

    examples:
      valid: ['logger.info("x")']
      invalid: ['print("x")']

For types that look at names only an example is a path. Directives count for nothing.
"""

from __future__ import annotations

from phaser_lint.globs.match import match
from phaser_lint.record import Record
from phaser_lint.rules import RULES, has_pattern, reads_text
from phaser_lint.search.searcher import OutOfTimeError, Searcher, TooManyMatchesError
from phaser_lint.text import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.model import Contract
    from phaser_lint.rules.rule import Spans

_SECONDS = 0.1
# Of all examples that a set of contracts has: sixty slow patterns must not keep a hook waiting.
_SECONDS_LOST = 1.0
_LONGEST = 60


class Example(Record):
    """One example of a contract; ``key`` is where it stands: ``examples.valid[0]``."""

    key: str
    text: str
    is_valid: bool

    def contradicted(self) -> str:
        """Return what was expected of the example, where the contract says otherwise."""
        first = self.text.strip().split("\n")[0]
        shown = first if len(first) <= _LONGEST else f"{first[:_LONGEST]}…"
        expected, found = ("no", "one") if self.is_valid else ("a", "none")
        return f"expected {expected} violation in `{shown}`, found {found}"


class ExampleTrials:
    """Tries the examples of one contract after the other, as long as few run out of time."""

    def __init__(self) -> None:
        self._left = _SECONDS_LOST

    def contradicting(self, contract: Contract) -> list[Example]:
        """Return the examples that the contract judges otherwise for certain."""
        contradicting = []
        for example in examples_of(contract):
            agrees = self._agrees(contract, example)
            if agrees is False:
                contradicting.append(example)
        return contradicting

    def _agrees(self, contract: Contract, example: Example) -> bool | None:
        if self._left <= 0:
            return None
        agreed = agrees(contract, example, seconds=_SECONDS)
        self._left -= _SECONDS if agreed is None else 0
        return agreed


def examples_of(contract: Contract) -> Iterator[Example]:
    """Yield the examples of a contract, the valid ones first."""
    for number, text in enumerate(contract.valid_examples):
        yield Example(f"examples.valid[{number}]", text, True)
    for number, text in enumerate(contract.invalid_examples):
        yield Example(f"examples.invalid[{number}]", text, False)


def agrees(contract: Contract, example: Example, *, seconds: float) -> bool | None:
    """Tell whether the contract judges *example* as it says; ``None``: not in time."""
    try:
        broken = _is_broken(contract, example.text, seconds=seconds)
    except (OutOfTimeError, TooManyMatchesError, MemoryError, RuntimeError):  # the engine's limits
        return None
    return example.is_valid != broken


def _is_broken(contract: Contract, text: str, *, seconds: float) -> bool:
    rule = RULES[contract.type]
    if not reads_text(contract):
        paths = [text] if match(contract.globs, text) else []
        return bool(rule.check_tree(contract, paths=paths, whole=True, met=False))
    searched = text if contract.raw_text else normalise(text)
    spans = _spans(contract, searched, seconds=seconds)
    return bool(rule.check_file(contract, path="", text=searched, spans=spans))


def _spans(contract: Contract, text: str, *, seconds: float) -> Spans:
    """Return the matches in *text*; one of them where that is all that matters."""
    if not has_pattern(contract):
        return ()
    first = "text" not in RULES[contract.type].broken_by
    return Searcher().find_spans(contract, text, seconds=seconds, only_first=first)
