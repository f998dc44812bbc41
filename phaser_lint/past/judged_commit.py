"""A commit judged against its first parent, as ``scan --since`` judges the disk.

Contracts and levels are those of today on both sides. No baseline plays a part: it holds what there
was when it was written, and here each commit answers for what it added. Nothing of the disk is
asked, but git, and that once for all commits.
"""

from __future__ import annotations

from phaser_lint.change import Changes
from phaser_lint.checks.moved_code import Past
from phaser_lint.checks.other_files import tree_among
from phaser_lint.checks.revisions import before_change
from phaser_lint.engine import check as engine
from phaser_lint.engine.comparison import without_old
from phaser_lint.files.listed import broken_links_among
from phaser_lint.git.last_commits import NOT_THERE
from phaser_lint.model import Report
from phaser_lint.past.renamed_files import renamed_files
from phaser_lint.record import Record
from phaser_lint.rules import asks_for_partner, is_about_lists, is_on_tree
from phaser_lint.system import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from phaser_lint.change import ChangeKind
    from phaser_lint.engine.judge import Judge
    from phaser_lint.git.commit_listing import CommitListing
    from phaser_lint.git.last_commits import Commit, CommittedChange, FileObject, Renames
    from phaser_lint.git.object_reader import ObjectReader
    from phaser_lint.judged_files import ProposedFile, Skip, Tree
    from phaser_lint.model import Contract, ContractKey, Violation


class JudgedCommit(Record):
    """What the contracts say of a commit: ``report`` has what is new in it.

    ``overridden``: what would be new but for a directive. ``touched``: the contracts that select a
    file that it changed.
    """

    commit: Commit
    report: Report
    overridden: tuple[Violation, ...]
    touched: frozenset[ContractKey]

    def stops(self) -> bool:
        """Tell whether the commit breaks a contract whose severity is ``error``."""
        return any(violation.severity == "error" for violation in self.report.violations)


class PastSources(Record):
    """What tells of all commits: their files, which there were, and the names they had before."""

    root: str
    reader: ObjectReader
    listing: CommitListing
    renames: Renames


class CommitJudge:
    """Judges one commit after the other."""

    def __init__(self, judge: Judge, sources: PastSources) -> None:
        self._judge, self._sources = judge, sources
        self._by_places: dict[tuple[int, ...], Judge] = {}

    def of(self, commit: Commit) -> JudgedCommit:
        """Return what is said of *commit*; raises ``GitError``."""
        selection = self._judge.selection
        touched = {place for each in commit.changes for place in selection.places_for(each.path)}
        keys = frozenset(self._judge.contracts.contracts[place].key for place in touched)
        judge = self._concerned(commit, touched)
        if not judge.contracts.contracts:
            return JudgedCommit(commit, Report(), (), keys)
        # To look for directives in files that break nothing takes most of the time.
        strict = self._of_two(judge._replace(ignores=False), commit)
        every = strict.examined()
        if not every.violations:
            return JudgedCommit(commit, every, (), keys)
        lenient = self._of_two(judge, commit)
        found = lenient.examined_again(every)
        new = engine.concluded(found, judge.contracts, before=before_change(lenient.past()))
        return JudgedCommit(commit, new, _overridden(strict, every, found), keys)

    def _of_two(self, judge: Judge, commit: Commit) -> _TwoCommits:
        return _TwoCommits(judge, commit, self._sources)

    def _concerned(self, commit: Commit, touched: set[int]) -> Judge:
        """Return the judge by the contracts that *commit* may break.

        Of the others neither the tree nor a list is another one than before.
        """
        contracts = self._judge.contracts
        places = tuple(
            place
            for place, contract in enumerate(contracts.contracts)
            if place in touched or self._may_break(contract, commit)
        )
        if places not in self._by_places:
            kept = tuple(contracts.contracts[place] for place in places)
            self._by_places[places] = self._judge.by(contracts._replace(contracts=kept))
        return self._by_places[places]

    def _may_break(self, contract: Contract, commit: Commit) -> bool:
        """Tell whether *commit*, which changes none of its own files, may break the contract."""
        if not (is_on_tree(contract) or is_about_lists(contract)):
            return False
        if asks_for_partner(contract) and any(_kind(each) != "modify" for each in commit.changes):
            return True
        return self._judge.selection.has_other(contract, [each.path for each in commit.changes])


class _TwoCommits:
    """A commit and its first parent: what they hold, and what became of it in between."""

    def __init__(self, judge: Judge, commit: Commit, sources: PastSources) -> None:
        self._judge, self._commit = judge, commit
        self._root, self._reader, self._listing, self._renames = sources
        self._changes = {each.path: each for each in commit.changes}

    def examined(self) -> Report:
        """Return the report of every single match in what the commit changed."""
        selection = self._judge.selection
        there = (path for path, each in self._changes.items() if each.now.blob)
        return self._examined([path for path in there if selection.places_for(path)])

    def examined_again(self, every: Report) -> Report:
        """Return the report, where *every* match is known, as directives let it pass."""
        if self._judge.selection.asks_for_tree:
            return self.examined()
        broken = {violation.path for violation in every.violations}
        found = self._examined(sorted(broken.intersection(self._changes)))
        return every._replace(violations=found.violations, suppressed=found.suppressed)

    def _examined(self, content: Sequence[str]) -> Report:
        selection = self._judge.selection
        tree = self._tree()
        rest = sorted(set(tree.paths).difference(content)) if tree else ()
        return engine.examine(
            self._judge,
            self._now(content),
            tree=tree,
            tree_files=self._now(selection.read_for_tree(rest)),
            changes=self._told() if selection.about_changes else None,
        )

    def past(self) -> Past:
        """Return the parent, and what became of it."""
        return Past(
            self._judge,
            lambda: tuple(self._listing.of(self._commit.parent)),
            read=self._then,
            changed=self._changes.keys,
            read_now=self._now,
            names_then=self._names_then,
            leads_nowhere=self._broken_links(self._commit.parent),
        )

    def _names_then(self, paths: Collection[str]) -> Mapping[str, str]:
        # Which of several took the place of a file must not depend on which are looked at.
        rivals = (path for path in self._changes if self._judge.selection.places_for(path))
        return renamed_files(
            self._changes,
            sorted({*paths, *rivals}),
            found_by_git=lambda: self._renames.of(self._commit),
            reader=self._reader,
        )

    def _tree(self) -> Tree | None:
        if not self._judge.selection.asks_for_tree:
            return None
        listed = tuple(self._listing.of(self._commit.id))
        chosen = self._judge.selection.selected(listed)
        return tree_among(
            chosen,
            whole=("",),
            listing=lambda: listed,
            read=self._now,
            leads_nowhere=self._broken_links(self._commit.id),
        )

    def _broken_links(self, commit: str) -> Callable[[str], bool]:
        """Return what tells of a path of the *commit* that it is a link to nothing in it."""

        def target_of(path: str) -> str | None:
            file = self._listing.of(commit).get(path, NOT_THERE)
            if not file.is_link:
                return None
            ((_, _, data),) = self._reader.blobs([(path, file.blob)])
            return decoded(data)

        return broken_links_among(self._root, lambda: tuple(self._listing.of(commit)), target_of)

    def _told(self) -> Changes:
        kinds = {path: _kind(each) for path, each in self._changes.items()}
        return Changes(kinds, then=self._then, now=self._now)

    def _then(self, paths: Iterable[str]) -> Iterator[ProposedFile | Skip]:
        return self._reader.read([(path, self._was(path)) for path in paths])

    def _now(self, paths: Iterable[str]) -> Iterator[ProposedFile | Skip]:
        return self._reader.read([(path, self._is(path)) for path in paths])

    def _was(self, path: str) -> FileObject:
        change = self._changes.get(path)
        if change is not None:
            return change.was
        return self._listing.of(self._commit.parent).get(path, NOT_THERE)

    def _is(self, path: str) -> FileObject:
        change = self._changes.get(path)
        if change is not None:
            return change.now
        return self._listing.of(self._commit.id).get(path, NOT_THERE)


def _overridden(strict: _TwoCommits, every: Report, found: Report) -> tuple[Violation, ...]:
    """Return what is new of *every* match and let pass where directives count, as in *found*."""
    if not found.suppressed:
        return ()
    let_pass = frozenset(found.suppressed)
    new = without_old(every, before_change(strict.past())(every)).violations
    return tuple(violation for violation in new if violation in let_pass)


def _kind(change: CommittedChange) -> ChangeKind:
    if not change.was.blob:
        return "create"
    return "modify" if change.now.blob else "delete"
