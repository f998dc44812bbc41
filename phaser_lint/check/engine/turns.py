"""Many files in little time: a short turn of every pattern on every file comes before any long one.

In the order of the files alone, one contract that runs away on 150 of them leaves no time for the
plain ``eval`` in the last. So a search that runs out of a turn waits for a longer one, up to all
the time that a pattern has on a file, and within a turn the contracts that ran out of it go last.
What a search finds in the end does not depend on its turns: one that ended has found everything.
A scan has all the time, and takes no turns.
"""

from __future__ import annotations

from phaser_lint.check.engine.checker import NO_TIME, explain_timeout
from phaser_lint.check.engine.file_verdict import check_file, make_late_verdict, read_parts_in_time
from phaser_lint.contract.match_contract import find_contract_matches
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.core import Record
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.file_verdict import FileVerdict, ReadFile
    from phaser_lint.contract.model import Contract, ContractKey
    from phaser_lint.contract.rules.rule import Find
    from phaser_lint.core.file_records import Skip, TextFile

    SelectedFile: TypeAlias = tuple[TextFile | Skip, Sequence[Contract]]
    """A file, and the contracts that check it."""
    Attempts: TypeAlias = dict[tuple[str, str, str], "_Attempt"]
    """What the searches in a file have come to, by the contract's id, the text and its name."""

# Twenty times what most patterns need on a file; 60 that run away on 200 files take 6 seconds.
_TURNS = (0.0005, 0.01)
# How often a contract runs out of a turn before all others go first.
_PATIENCE = 2


class _Attempt(Record):
    """What a search gave, in the seconds that it had, and whether that is its answer."""

    matches: PatternMatches = PatternMatches(reason=NO_TIME)
    seconds: float = 0.0
    is_final: bool = False


class _Turn:
    """So many *seconds* for each search, until the deadline of *checker*'s limits.

    The first one ends later: on a machine that has much else to do half of the time may have gone
    before anything was checked, and a plain ``eval`` must be found all the same. With *patience*
    it goes on without the contracts that ran out of it so often.
    """

    def __init__(
        self, checker: Checker, searcher: Searcher, *, seconds: float, patience: int | None
    ) -> None:
        limits = checker.limits
        self._clock, self._searcher = checker.clock, searcher
        self._longest, self._deadline = limits.pattern_seconds, limits.deadline or 0.0
        self._seconds, self._patience = seconds, patience
        self._times_out: dict[ContractKey, int] = {}
        is_first = seconds == _TURNS[0] and patience is not None
        self._end = self._deadline + (limits.grace if is_first else 0)

    def is_over(self) -> bool:
        """Tell whether there is no time for anything more in the turn."""
        return self._clock() > self._end

    def adds_nothing_to(self, attempts: Attempts) -> bool:
        """Tell whether each search in a file had as long already as it has in the turn."""
        return all(
            attempt.is_final or attempt.seconds >= self._seconds for attempt in attempts.values()
        )

    def find_with(self, attempts: Attempts) -> Find:
        """Return the search in a file whose searches came to *attempts*; it adds to them."""

        def find(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
            key, times = (contract.rule_id, text, name), self._times_out.get(contract.key, 0)
            attempt = attempts.setdefault(key, _Attempt())
            waits = self._patience is not None and times >= self._patience
            is_done = attempt.is_final or attempt.seconds >= self._seconds
            if is_done or waits or self.is_over():
                return attempt.matches
            seconds, is_final = min(self._seconds, self.seconds_left(_TURNS[0])), True
            try:
                matches = find_contract_matches(
                    contract, text, name, searcher=self._searcher, seconds=seconds
                )
            except OutOfTimeError as error:
                is_final = seconds >= self._longest
                reason = explain_timeout(seconds, error.late_part) if is_final else NO_TIME
                matches = PatternMatches(error.spans, reason)
            attempts[key] = _Attempt(matches, self._seconds, is_final)
            self._times_out[contract.key] = times + (not is_final)
            return matches

        return find

    def seconds_left(self, least: float) -> float:
        """Return how long a search, or what reads the text for it, may take; *least* at least."""
        return min(self._longest, max(self._deadline - self._clock(), least))


def check_in_turns(checker: Checker, files: Iterable[SelectedFile]) -> list[FileVerdict]:
    """Return the verdict of ``check_files`` on each of *files*, in their order, checked with short
    turns of all patterns before long ones.

    What there is no time for before the deadline of *checker*'s limits is undecided. A file is
    taken from *files* when its first turn comes, and kept only while it waits for another one.
    """
    searcher, longest = Searcher(), checker.limits.pattern_seconds
    verdicts: dict[int, FileVerdict] = {}
    open_files: Iterable[tuple[int, SelectedFile, Attempts, ReadFile | None]] = (
        (place, selected, {}, None) for place, selected in enumerate(files)
    )
    lengths = [*(seconds for seconds in _TURNS if seconds < longest), longest]
    for seconds, patience in [(length, most) for length in lengths for most in (_PATIENCE, None)]:
        turn = _Turn(checker, searcher, seconds=seconds, patience=patience)
        waiting = []
        for place, (file, contracts), attempts, read_file in open_files:
            if turn.is_over():
                verdicts.setdefault(place, make_late_verdict(file, contracts))
                continue
            if attempts and turn.adds_nothing_to(attempts):
                waiting.append((place, (file, contracts), attempts, read_file))
                continue
            # A text is read once, however many turns its searches have.
            if read_file is None:
                seconds_left = turn.seconds_left(_TURNS[-1])
                read_file = read_parts_in_time(checker, file, seconds=seconds_left)
            find = turn.find_with(attempts)
            verdicts[place] = check_file(checker, file, contracts, find=find, read_file=read_file)
            if not all(attempt.is_final for attempt in attempts.values()):
                waiting.append((place, (file, contracts), attempts, read_file))
        if not waiting:  # as nearly always after the first turn
            break
        open_files = waiting
    return list(verdicts.values())
