"""Many files in little time: a short turn of every pattern on every file comes before any long one.

In the order of the files alone, one contract that runs away on 150 of them leaves no time for the
plain ``eval`` in the last. So a search that runs out of a turn waits for a longer one, up to all
the time that a pattern has on a file, and within a turn the contracts that ran out of it go last.
What a search finds in the end does not depend on its turns: one that ended has found everything.
A scan has all the time, and takes no turns. Nor does an edit whose searches all end in a short one.
"""

from __future__ import annotations

from itertools import chain

from phaser_lint.check.engine.checker import NO_TIME, explain_timeout
from phaser_lint.check.engine.file_verdict import (
    SHORT_SECONDS,
    SHORTEST_READING,
    check_file,
    make_late_verdict,
    read_parts_in_time,
)
from phaser_lint.contract.match_contract import find_contract_matches
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.file_verdict import FileVerdict
    from phaser_lint.contract.match_contract import SearchableText
    from phaser_lint.contract.model import Contract, ContractKey
    from phaser_lint.core.file_records import Skip, TextFile

    SelectedFile: TypeAlias = tuple[TextFile | Skip, Sequence[Contract]]
    """A file, and the contracts that check it."""
    Search: TypeAlias = tuple[str, str, str]
    """One in a file: the contract's id, the text and its name."""

# 60 patterns that run away on 200 files take 6 seconds of the first.
_TURNS = (SHORT_SECONDS, 0.01)
# How often a contract runs out of a turn before all others go first.
_PATIENCE = 2
_WITHOUT_END = float("inf")
_NOT_YET = PatternMatches(reason=NO_TIME)


class _Turn:
    """So many *seconds* for each search, until the deadline of *checker*.

    The first one ends later: on a machine that has much else to do half of the time may have gone
    before anything was checked, and a plain ``eval`` must be found all the same. With *patience*
    it goes on without the contracts that ran out of it so often.
    """

    def __init__(
        self, checker: Checker, searcher: Searcher, *, seconds: float, patience: int | None
    ) -> None:
        self.checker, self.searcher = checker, searcher
        self.seconds, self.patience = seconds, patience
        self.times_out: dict[ContractKey, int] = {}
        self.deadline = checker.deadline or 0.0
        is_first = seconds == _TURNS[0] and patience is not None
        self.end = self.deadline + (checker.grace if is_first else 0)


class _OpenFile:
    """A file whose searches take turns: what each has come to, and in how many seconds.

    The file is the one at this *place* among all. Its text is read once, however many turns its
    searches have.
    """

    turn: _Turn
    """The one that it has now."""

    def __init__(
        self, place: int, selected_file: SelectedFile, read_file: SearchableText | None
    ) -> None:
        self.place, (self.file, self.contracts) = place, selected_file
        self.read_file = read_file
        self._matches: dict[Search, PatternMatches] = {}
        self.seconds: dict[Search, float] = {}
        """Those of the longest turn that a search had; without end once it has its answer."""

    def find(self, contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        """Return what a search has come to, after it had the turn of its file."""
        search, turn = (contract.rule_id, text, name), self.turn
        matches = self._matches.setdefault(search, _NOT_YET)
        times = turn.times_out.get(contract.key, 0)
        waits = turn.patience is not None and times >= turn.patience
        is_done = self.seconds.setdefault(search, 0.0) >= turn.seconds
        clock = turn.checker.clock
        if is_done or waits or clock() > turn.end:
            return matches
        seconds, is_final = min(turn.seconds, max(turn.deadline - clock(), _TURNS[0])), True
        try:
            matches = find_contract_matches(
                contract, text, name, searcher=turn.searcher, seconds=seconds
            )
        except OutOfTimeError as error:
            is_final = seconds >= turn.checker.pattern_seconds
            reason = explain_timeout(seconds, error.late_part) if is_final else NO_TIME
            matches = PatternMatches(error.spans, reason)
        self._matches[search] = matches
        self.seconds[search] = _WITHOUT_END if is_final else turn.seconds
        turn.times_out[contract.key] = times + (not is_final)
        return matches


def check_in_turns(
    checker: Checker,
    first_file: SelectedFile,
    other_files: Iterable[SelectedFile] = (),
    *,
    read_file: SearchableText | None = None,
) -> list[FileVerdict]:
    """Return the verdict of ``check_files`` on each of the files, in their order, checked with
    short turns of all patterns before long ones.

    What there is no time for before the deadline of *checker* is undecided. A file is
    taken from *other_files* when its first turn comes, and kept only while it waits for another
    one. *read_file*: the first one, where it was read already.
    """
    searcher, clock, longest = Searcher(), checker.clock, checker.pattern_seconds
    verdicts: dict[int, FileVerdict] = {}
    open_files: Iterable[_OpenFile] = (
        _OpenFile(place, selected_file, None if place else read_file)
        for place, selected_file in enumerate(chain((first_file,), other_files))
    )
    lengths = [*(seconds for seconds in _TURNS if seconds < longest), longest]
    for seconds, patience in [(length, most) for length in lengths for most in (_PATIENCE, None)]:
        turn = _Turn(checker, searcher, seconds=seconds, patience=patience)
        waiting = []
        for open_file in open_files:
            place, file, contracts = open_file.place, open_file.file, open_file.contracts
            if clock() > turn.end:
                verdicts.setdefault(place, make_late_verdict(file, contracts))
                continue
            # To have had as long a turn already adds nothing.
            if min(open_file.seconds.values(), default=0.0) < seconds:
                if open_file.read_file is None:
                    seconds_left = min(longest, max(turn.deadline - clock(), SHORTEST_READING))
                    open_file.read_file = read_parts_in_time(checker, file, seconds=seconds_left)
                open_file.turn = turn
                verdicts[place] = check_file(
                    checker, file, contracts, find=open_file.find, read_file=open_file.read_file
                )
            if min(open_file.seconds.values(), default=_WITHOUT_END) < _WITHOUT_END:
                waiting.append(open_file)
        if not waiting:  # as nearly always after the first turn
            break
        open_files = waiting
    return list(verdicts.values())
