"""What judges: the contracts and what they select, the time there is, and what counts as old."""

from __future__ import annotations

from phaser_lint.contracts.selection import Selection
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaser_lint.engine.comparison import Before
    from phaser_lint.model import ContractSet


class Limits(Record):
    """How long matching may take: seconds a pattern and file, and a clock reading for the end.

    ``grace``: so many seconds longer a first, short turn of every pattern on every file may go on.
    Without ``printed`` what the cells of a notebook printed is not judged: an agent edits none.
    """

    pattern_seconds: float
    deadline: float | None = None
    grace: float = 0.0
    printed: bool = True


class Judge(Record):
    """What is the same for every file of a run; ``judge_by`` makes it of its contracts.

    *clock* gives the seconds that ``limits.deadline`` is measured with. Without *ignores* no
    directive counts. With *before* only what occurs more often than it says is a violation.
    """

    contracts: ContractSet
    selection: Selection
    """Which of the contracts select a path."""
    limits: Limits
    clock: Callable[[], float] | None = None
    ignores: bool = True
    before: Before | None = None

    def by(self, contracts: ContractSet) -> Judge:
        """Return the same judge with other contracts."""
        return self._replace(contracts=contracts, selection=Selection(contracts))


def judge_by(
    contracts: ContractSet,
    limits: Limits,
    *,
    clock: Callable[[], float] | None = None,
    ignores: bool = True,
) -> Judge:
    """Return the judge by these *contracts*, to which nothing is old; see ``Judge``."""
    return Judge(contracts, Selection(contracts), limits, clock, ignores)
