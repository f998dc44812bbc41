"""The last commits, each judged by itself, and what they say of each contract."""

from __future__ import annotations

from phaser_lint.git.commit_listing import CommitListing
from phaser_lint.git.last_commits import Renames, commits_of_head
from phaser_lint.git.object_reader import ObjectReader
from phaser_lint.git.repository import require_repository, required_tree
from phaser_lint.past.judged_commit import CommitJudge, PastSources
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaser_lint.engine.judge import Judge
    from phaser_lint.model import Contract, ContractSet
    from phaser_lint.past.judged_commit import JudgedCommit

    Frequency = Literal["never", "rarely", "often", "always", "overridden", "undecided"]

# Of the commits that change a file of the contract; what breaks it more seldom is rare.
_HALF = 0.5
MOST_FILES = 20_000
"""Of one commit. The import of a tree of 100,000 files took longer than all other commits."""


class History(Record):
    """Commits that were judged, the newest first.

    ``cut_at``: where a shallow clone ends before there were enough; that commit is not judged.
    ``whole``: there are no others. ``unjudged``: those of too many files, by their ids, with how
    many they change.
    """

    commits: tuple[JudgedCommit, ...]
    cut_at: str = ""
    whole: bool = False
    unjudged: Mapping[str, int] = {}


class ContractHistory(Record):
    """How many commits change files of a contract, break it, and let it pass by a directive.

    Of those that are ``undecided`` its pattern ran out of time.
    """

    contract: Contract
    touched: int
    broken: int
    overridden: int
    undecided: int

    def frequency(self) -> Frequency:
        """Return how often it is broken, in a word; ``overridden`` where it never counted.

        ``undecided`` where nothing else is known of it: that may be any of them.
        """
        if not self.broken:
            unbroken: Frequency = "undecided" if self.undecided else "never"
            return "overridden" if self.overridden else unbroken
        if self.broken >= self.touched:
            return "always"
        return "often" if self.broken > self.touched * _HALF else "rarely"


def judged_history(judge: Judge, root: str, number: int) -> History:
    """Return what *judge* says of the last *number* commits that are no merges.

    Each is compared with its first parent, the first one of all with nothing. Raises ``GitError``.
    """
    require_repository(root)
    found = commits_of_head(root, number)
    counts = {each.id: len(each.changes) for each in found.commits}
    unjudged = {each: files for each, files in counts.items() if files > MOST_FILES}
    left = [each for each in found.commits if each.id not in unjudged]
    with ObjectReader(root) as reader:
        listing = CommitListing(reader, required_tree(root).prefix)
        sources = PastSources(root, reader, listing, Renames(root, left))
        commits = CommitJudge(judge, sources)
        judged = tuple(map(commits.of, left))
    whole = not found.cut_at and len(found.commits) < number
    return History(judged, found.cut_at, whole=whole, unjudged=unjudged)


def of_contracts(history: History, contracts: ContractSet) -> tuple[ContractHistory, ...]:
    """Return what the *history* says of each of the *contracts*, in their order."""
    return tuple(_of_contract(history, contract) for contract in contracts.written())


def _of_contract(history: History, contract: Contract) -> ContractHistory:
    key, commits = contract.key, history.commits
    return ContractHistory(
        contract,
        sum(key in each.touched for each in commits),
        sum(any(one.contract_key == key for one in each.report.violations) for each in commits),
        sum(any(one.contract_key == key for one in each.overridden) for each in commits),
        sum(any(one.contract_key == key for one in each.report.undecided) for each in commits),
    )
