"""What existed, as far as another run has counted it: the comparison of a shard, and of a merge."""

from __future__ import annotations

from phaser_lint.check.engine.new_violations import Occurrences
from phaser_lint.contract.model import Report


class GivenCounts:
    """What existed as far as somebody has counted it already."""

    def __init__(self, counts: Occurrences) -> None:
        self._counts = counts

    def count(self, report: Report) -> Occurrences:
        """Return how often each violation occurred by the given counts."""
        return self._counts
