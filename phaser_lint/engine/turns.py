"""Many files in little time: a short turn of every pattern on every file comes before any long one.

In the order of the files alone, one contract that runs away on 150 of them leaves no time for the
plain ``eval`` in the last. So a search that runs out of a turn waits for a longer one, up to all
the time that a pattern has on a file, and within a turn the contracts that ran out of it go last.
What a search finds in the end does not depend on its turns: one that ended has found everything.
"""

from __future__ import annotations

from phaser_lint.engine.file_verdict import judge_file, judge_late, patient, search_for
from phaser_lint.engine.judge import took_longer
from phaser_lint.record import Record
from phaser_lint.search.searcher import OutOfTimeError, Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from phaser_lint.engine.file_verdict import FileVerdict, Search, Searched
    from phaser_lint.engine.judge import Judge, Limits
    from phaser_lint.judged_files import ProposedFile, Skip
    from phaser_lint.model import Contract, ContractKey

    Selected: TypeAlias = tuple[ProposedFile | Skip, Sequence[Contract]]
    """A file, and the contracts that judge it."""
    Tries: TypeAlias = dict[tuple[str, str], "_Try"]
    """What the searches in a file have come to, by the contract's id and the text."""

NO_TIME = "no time left"
# Twenty times what most patterns need on a file; 60 that run away on 200 files take 6 seconds.
_TURNS = (0.0005, 0.01)
# How often a contract runs out of a turn before all others go first.
_PATIENCE = 2


class _Try(Record):
    """What a search found, in the seconds that it was given, and whether that is its answer."""

    found: Searched = ((), NO_TIME)
    seconds: float = 0.0
    is_final: bool = False


class _Turn(Record):
    """So many seconds for each search; with *patience*, without those that ran out so often.

    ``ran_out``: how often each contract did, by its key. ``end``: what the clock shows at its end.
    """

    seconds: float
    patience: int | None
    ran_out: dict[ContractKey, int]
    end: float


def judge_in_turns(judge: Judge, files: Iterable[Selected]) -> list[FileVerdict]:
    """Return the verdict on each of *files*, in their order.

    What there is no time for before the deadline is undecided. A file is taken from
    *files* when its first turn comes, and kept only while it waits for another one.
    """
    limits = judge.limits
    if judge.clock is None or limits.deadline is None:
        search = patient(Searcher(), judge)
        return [judge_file(judge, *each, search=search) for each in files]
    turns = _Turns(limits, judge.clock, limits.deadline)
    verdicts: dict[int, FileVerdict] = {}
    started: Iterable[tuple[int, Selected, Tries]] = (
        (place, each, {}) for place, each in enumerate(files)
    )
    for turn in turns.each():
        waiting = []
        for place, each, tries in started:
            if turns.is_over(turn):
                verdicts.setdefault(place, judge_late(*each))
                continue
            search = turns.search(turn, tries)
            verdicts[place] = judge_file(judge, *each, search=search)
            if not all(tried.is_final for tried in tries.values()):
                waiting.append((place, each, tries))
        started = waiting
    return list(verdicts.values())


class _Turns:
    """The turns of all searches, by one clock; they are over at its *deadline*.

    But for the first one: on a machine that has much else to do half of the time may have gone
    before anything was judged, and that must not let a plain ``eval`` pass.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float], deadline: float) -> None:
        self._longest = limits.pattern_seconds
        self._clock = clock
        self._deadline = deadline
        self._grace = limits.grace
        self._searcher = Searcher()

    def is_over(self, turn: _Turn) -> bool:
        """Tell whether there is no time for anything more in a *turn*."""
        return self._clock() > turn.end

    def each(self) -> Iterator[_Turn]:
        """Yield the turns, from the shortest to the longest."""
        for seconds in (*(turn for turn in _TURNS if turn < self._longest), self._longest):
            ran_out: dict[ContractKey, int] = {}
            first = self._deadline + (self._grace if seconds == _TURNS[0] else 0)
            yield _Turn(seconds, _PATIENCE, ran_out, first)
            yield _Turn(seconds, None, ran_out, self._deadline)

    def search(self, turn: _Turn, tries: Tries) -> Search:
        """Return the search in a file whose searches came to *tries*; it adds to them."""

        def search(contract: Contract, text: str) -> Searched:
            times = turn.ran_out.get(contract.key, 0)
            waits = turn.patience is not None and times >= turn.patience
            tried = tries.setdefault((contract.rule_id, text), _Try())
            if not (tried.is_final or tried.seconds >= turn.seconds or waits or self.is_over(turn)):
                tried = tries[contract.rule_id, text] = self._try(contract, text, turn.seconds)
                turn.ran_out[contract.key] = times + (not tried.is_final)
            return tried.found

        return search

    def _try(self, contract: Contract, text: str, seconds: float) -> _Try:
        given = min(seconds, max(self._deadline - self._clock(), _TURNS[0]))
        try:
            found = search_for(contract, text, searcher=self._searcher, seconds=given)
        except OutOfTimeError as error:
            if given < self._longest:
                return _Try((error.spans, NO_TIME), seconds)
            return _Try((error.spans, took_longer(given)), seconds, is_final=True)
        return _Try(found, seconds, is_final=True)
