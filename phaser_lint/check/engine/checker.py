"""The checker: contracts and what they select, and the time there is."""

from __future__ import annotations

import time

from phaser_lint.contract.rules import RULES, reads_tsconfig
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.contract.selection import Selection
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from phaser_lint.contract.model import Contract, ContractKey, ContractSet, Report
    from phaser_lint.contract.rules.rule import Find
    from phaser_lint.core.file_state import Files

# How often a pattern runs out of all its time before it has short turns.
_PATIENCE = 2
# Of the time of a pattern on a file, how often it is lost in all before the next has less of it,
# and how much that is: of two seconds a tenth of one, as in the hook, and a hundredth.
_LOST_WHOLE = 3
_SHARES = ((4, 0.05), (6, 0.005))
_LAST_SHARE = 0.00025
_SHORTEST = 0.0005
# How many times what a search may take all searches of single lines may, in one file.
_LINES = 10


class Checker(Record):
    """What is the same for every file of a run; ``make_checker`` makes it of its contracts.

    A pattern may take *pattern_seconds* on a file, and all that is checked until *deadline*, a
    reading of *clock*; so many seconds longer, the *grace*, a first, short turn of every pattern on
    every file may go on. *runaways*: by contract, how often its pattern ran out of time in the run,
    and how many seconds that lost. Without *printed* what the cells of a notebook printed is not
    checked: an agent edits none. Without *ignores* no directive counts. *contracts_of* returns the
    contracts with those of the levels of more files, by their paths; without it all were read.
    Where imports lead the files of the project at *root* tell, if there is one: those on the disk,
    or what *open_files* opens. ``path_prefix`` comes before paths of the project where an agent
    reads them: nothing in the project that it works in, ``vendor/lib/`` for one inside it,
    ``/work/other/`` for any other one.
    """

    contracts: ContractSet
    selection: Selection
    """Which of the contracts select a path."""
    pattern_seconds: float
    runaways: dict[ContractKey, tuple[int, float]]
    deadline: float | None = None
    grace: float = 0.0
    printed: bool = True
    clock: Callable[[], float] = time.monotonic
    ignores: bool = True
    contracts_of: Callable[[Collection[str]], ContractSet] | None = None
    root: str = ""
    open_files: Callable[[], Files] | None = None
    by_agent: bool = False
    """An agent makes the change: what only people may suppress is compared (``people_only``)."""
    is_committed: bool = False
    """The files are those of a commit, which were there before any change."""
    path_prefix: str = ""

    def has_contracts(self) -> bool:
        """Tell whether there are contracts to check by, or problems of contracts to report."""
        return bool(self.contracts.contracts or self.contracts.problems)

    def seconds_for(self, contract: Contract) -> float:
        """Return how long the pattern of *contract* may still be searched in one file.

        Twenty of them that run away on thirty files would take twenty minutes. Whoever ran out of
        all its time twice has a short turn in every other file, as the hook gives them, and the
        more time is lost in all, the shorter. The run reports in any case what it did not check.
        """
        limit = self.pattern_seconds
        if not self.runaways:
            return limit
        times, _ = self.runaways.get(contract.key, (0, 0.0))
        lost = sum([seconds for _, seconds in self.runaways.values()]) / limit
        if lost < _LOST_WHOLE and times < _PATIENCE:
            return limit
        share = next((share for most, share in _SHARES if lost < most), _LAST_SHARE)
        # What did not run away yet may be a plain pattern, on a machine that has much else to do.
        share = share if times else _SHARES[0][1]
        return min(limit, max(limit * share, _SHORTEST))

    def note_runaway(self, contract: Contract, seconds: float) -> None:
        """Note that a search for the pattern of *contract* saw no end in so many *seconds*."""
        times, lost = self.runaways.get(contract.key, (0, 0.0))
        self.runaways[contract.key] = times + 1, lost + seconds

    def compares_suppressed(self) -> bool:
        """Tell whether what only people may suppress is compared."""
        return self.by_agent and self.selection.is_for_people

    def with_levels_of(self, paths: Collection[str]) -> Checker:
        """Return the checker of the files at *paths*, too, by the contracts of their levels."""
        return (
            self.with_contracts(self.contracts_of(paths)) if self.contracts_of and paths else self
        )

    def with_contracts(self, contracts: ContractSet) -> Checker:
        """Return the same checker with other contracts."""
        selection = Selection(contracts)
        if self.root and "import" in selection.evidence:
            for kind in {contract.type for contract in contracts.contracts}:
                bind = RULES[kind].bind
                contracts = bind(contracts, self.root, self.open_files) if bind else contracts
            selection = Selection(contracts)
        return self._replace(contracts=contracts, selection=selection)

    def reading_aliases(self, open_files: Callable[[], Files]) -> Checker:
        """Return the checker that reads files' aliases, where a contract has some; else itself."""
        if not self.reads_aliases():
            return self
        return self._replace(open_files=open_files).with_contracts(self.contracts)

    def reads_aliases(self) -> bool:
        """Tell whether a contract asks for aliases that files of the project say."""
        return bool(
            self.root
            and "import" in self.selection.evidence
            and any(map(reads_tsconfig, self.contracts.contracts))
        )

    def with_broken_contracts(self, report: Report) -> Checker:
        """Return the checker by only the contracts that *report* has violations of.

        A base matters for no other.
        """
        broken_keys = {violation.contract_key for violation in report.violations}
        broken_contracts = [
            contract for contract in self.contracts.contracts if contract.key in broken_keys
        ]
        if len(broken_contracts) == len(self.contracts.contracts):
            return self
        return self.with_contracts(
            self.contracts._replace(contracts=tuple(broken_contracts), problems=())
        )


def make_checker(
    contracts: ContractSet,
    pattern_seconds: float,
    *,
    deadline: float | None = None,
    grace: float = 0.0,
    printed: bool = True,
    root: str = "",
    open_files: Callable[[], Files] | None = None,
    clock: Callable[[], float] = time.monotonic,
    ignores: bool = True,
) -> Checker:
    """Return the checker by *contracts*, of a project at *root*, if any: on disk, or of the files
    that *open_files* opens.
    """
    checker = Checker(
        contracts,
        Selection(contracts),
        pattern_seconds=pattern_seconds,
        runaways={},
        deadline=deadline,
        grace=grace,
        printed=printed,
        clock=clock,
        ignores=ignores,
        root=root,
        open_files=open_files,
    )
    are_asked = root and "import" in checker.selection.evidence
    return checker.with_contracts(contracts) if are_asked else checker


def limit_line_searches(checker: Checker, search: Find) -> Find:
    """Return *search* as the *checker* limits it for many lines of one file: all together have ten
    times the time of a pattern.

    Five thousand lines that each stay just under it would take three hours.
    """
    clock, spent = checker.clock, 0.0

    def search_in_line(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        nonlocal spent
        most = _LINES * checker.seconds_for(contract)
        if spent > most:
            checker.note_runaway(contract, spent)
            return PatternMatches(reason=f"{explain_timeout(most)} on all lines together")
        began = clock()
        matches = search(contract, text, name)
        spent += clock() - began
        return matches

    return search_in_line


NO_TIME = "no time left"
"""Why a contract is undecided that the time of all was over for."""
_TOOK_LONGER = "took longer than"  # a pattern on a text, or on a path


def explain_timeout(seconds: float, subject: str = "the pattern") -> str:
    """Return why a contract is undecided: *subject* took longer than so many *seconds*."""
    return f"{subject} {_TOOK_LONGER} {seconds * 1000:g} ms"


def is_out_of_time(reason: str) -> bool:
    """Tell whether this *reason* is that the checker had no time left for a contract."""
    return reason == NO_TIME or _TOOK_LONGER in reason
