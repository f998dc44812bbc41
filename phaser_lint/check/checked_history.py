"""The last commits, each checked by itself, and what they say of each contract."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Literal

from phaser_lint.check.changes_since_base import find_commit_changes, with_branch
from phaser_lint.check.comparison.base_commit import Past
from phaser_lint.check.comparison.commits import CommitComparison
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import without_directives, without_existing
from phaser_lint.contract.model import Contract, ContractKey, ContractSet, Report, Violation
from phaser_lint.contract.rules import RULES, is_on_tree
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core import Record
from phaser_lint.core.changes import Changes
from phaser_lint.core.file_records import ChangeKind, Skip, TextFile
from phaser_lint.core.file_state import Files, Mode
from phaser_lint.project.file_or_skip import make_broken_link_skip, with_link_target
from phaser_lint.project.git import require_repository, require_tree
from phaser_lint.project.git.commit_listing import CommitListing
from phaser_lint.project.git.last_commits import (
    NOT_THERE,
    Commit,
    CommittedChange,
    FileObject,
    Renames,
    list_head_commits,
)
from phaser_lint.project.git.merge_bases import list_own_commits
from phaser_lint.project.git.object_reader import ObjectReader
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.git.renames import match_renames_by_content
from phaser_lint.project.git.tracked_files import list_tracked_links
from phaser_lint.project.symlinks import make_state_links

Frequency = Literal["never", "rarely", "often", "always", "overridden", "undecided"]


# Of the commits that change a file of the contract; what breaks it more seldom is rare.
_HALF = 0.5
MOST_FILES = 20_000
"""Of one commit. The import of a tree of 100,000 files took longer than all other commits."""


class History(Record):
    """Commits that were checked, the newest first.

    ``cut_at``: where a shallow clone ends before there were enough; that commit is not checked.
    ``whole``: there are no others. ``unchecked``: those of too many files, by their ids, with how
    many they change.
    """

    commits: tuple[CheckedCommit, ...]
    cut_at: str = ""
    whole: bool = False
    unchecked: Mapping[str, int] = {}


class ContractHistory(Record):
    """How many commits change files of a contract, break it, and suppress it by a directive.

    Of those that are ``undecided`` its pattern ran out of time.
    """

    contract: Contract
    touched: int
    broken: int
    overridden: int
    undecided: int

    def frequency(self) -> Frequency:
        """Return how often commits break the contract, in a word; ``overridden`` where it never
        counted.

        ``undecided`` where nothing else is known of it: that may be any of them.
        """
        if not self.broken:
            unbroken: Frequency = "undecided" if self.undecided else "never"
            return "overridden" if self.overridden else unbroken
        if self.broken >= self.touched:
            return "always"
        return "often" if self.broken > self.touched * _HALF else "rarely"


def check_history(checker: Checker, root: str, number: int) -> History:
    """Return the history for ``phaser-lint history``: the last *number* commits that are no merges,
    each checked by the *checker*.

    Each is compared with its first parent, the first one of all with nothing. Raises ``GitError``.
    """
    require_repository(root)
    of_head = list_head_commits(root, number)
    counts = {commit.id: len(commit.changes) for commit in of_head.commits}
    unchecked = {commit_id: files for commit_id, files in counts.items() if files > MOST_FILES}
    commits = [commit for commit in of_head.commits if commit.id not in unchecked]
    changes = [change for commit in commits for change in commit.changes]
    # What no commit changed is there to this day.
    has_links = any(change.was.is_link or change.now.is_link for change in changes)
    has_links = has_links or bool(list_tracked_links(root))
    with ObjectReader(root) as reader:
        listing = CommitListing(reader, require_tree(root).prefix)
        sources = PastSources(
            root,
            reader,
            listing=listing,
            renames=Renames(root, commits),
            has_links=has_links,
            list_own=cache(partial(list_own_commits, root)),
        )
        checked_commits = tuple(map(CommitChecker(checker, sources).check_commit, commits))
    is_whole = not of_head.cut_at and len(of_head.commits) < number
    return History(checked_commits, of_head.cut_at, whole=is_whole, unchecked=unchecked)


def summarise_contracts(history: History, contracts: ContractSet) -> tuple[ContractHistory, ...]:
    """Return how many commits of *history* touched, broke or overrode each of *contracts*."""
    commits = history.commits
    return tuple(
        ContractHistory(
            contract,
            sum(contract.key in commit.touched for commit in commits),
            broken=sum(_is_among(contract.key, commit.report.violations) for commit in commits),
            overridden=sum(_is_among(contract.key, commit.overridden) for commit in commits),
            undecided=sum(_is_among(contract.key, commit.report.undecided) for commit in commits),
        )
        for contract in contracts.written_contracts()
    )


def _is_among(key: ContractKey, outcomes: Iterable[Violation | Undecided]) -> bool:
    return any(outcome.contract_key == key for outcome in outcomes)


# A commit checked against its first parent, as ``scan --since`` checks the disk.
#
# Contracts and levels are those of today on both sides. No baseline plays a part: it holds what
# there was when it was written, and here each commit answers for what it added. Nothing of the
# disk is asked, but git, and that once for all commits.


class CheckedCommit(Record):
    """What the contracts say of a commit: ``report`` has what is new in it.

    ``overridden``: what would be new but for a directive. ``touched``: the contracts that select a
    file that it changed.
    """

    commit: Commit
    report: Report
    overridden: tuple[Violation, ...]
    touched: frozenset[ContractKey]

    def stops(self) -> bool:
        """Tell whether the checked commit breaks a contract whose severity is ``error``."""
        return any(violation.severity == "error" for violation in self.report.violations)


class PastSources(Record):
    """What tells of all commits: their files, which there were, and the names they had before."""

    root: str
    reader: ObjectReader
    listing: CommitListing
    renames: Renames
    has_links: bool
    list_own: Callable[[], frozenset[str]]
    """Returns those of the branch itself, which may change what it brought."""


class CommitChecker:
    """Checks one commit after the other."""

    def __init__(self, checker: Checker, sources: PastSources) -> None:
        self._checker, self._sources = checker, sources
        self._by_places: dict[tuple[int, ...], Checker] = {}

    def check_commit(self, commit: Commit) -> CheckedCommit:
        """Return *commit*, checked; raises ``GitError``."""
        selection = self._checker.selection
        by_links = self._pair_with_parent(self._checker, commit).names_by_links()
        paths = (*[change.path for change in commit.changes], *by_links)
        touched = {place for path in paths for place in selection.places_for(path)}
        keys = frozenset(self._checker.contracts.contracts[place].key for place in touched)
        checker = self._select_concerned(commit, touched)
        if not checker.contracts.contracts:
            return CheckedCommit(commit, Report(), (), touched=keys)
        pair = self._pair_with_parent(checker, commit)
        new = report = pair.examine_changes()
        if report.violations:
            counts = pair.past().count_violations(report)
            if commit.parent and pair.is_own():
                comparison = CommitComparison(
                    checker, self._sources.root, (commit.parent,), tip=commit.id
                )
                counts = comparison.with_defaults(report, counts)
            new = without_existing(report, counts)
        overridden: list[Violation] = []
        if report.suppressed:
            strict = self._pair_with_parent(checker._replace(ignores=False), commit)
            all_matches = strict.examine_changes()
            suppressed = frozenset(without_directives(report.suppressed))
            existing = strict.past().count_violations(all_matches)
            strictly_new = without_existing(all_matches, existing).violations
            overridden = [violation for violation in strictly_new if violation in suppressed]
        new = keep_one_per_file(new, checker.contracts)
        return CheckedCommit(commit, new, tuple(overridden), touched=keys)

    def _pair_with_parent(self, checker: Checker, commit: Commit) -> _TwoCommits:
        return _TwoCommits(checker, commit, self._sources)

    def _select_concerned(self, commit: Commit, touched: set[int]) -> Checker:
        """Return the checker by the contracts that *commit* of the history may break.

        Those that are *touched* select a file that it changes. Of the others neither the tree nor a
        list is another one than before.
        """
        contracts, has_other = self._checker.contracts, self._checker.selection.has_other
        paths = [change.path for change in commit.changes]
        # A partner may be gone, or be there: a link to nothing is none.
        may_lose_partner = any(
            _tell_change_kind(change) != "modify" or change.was.is_link or change.now.is_link
            for change in commit.changes
        )
        concerned_places = []
        for place, contract in enumerate(contracts.contracts):
            needs = RULES[contract.type].needs
            asks_for_others = is_on_tree(contract) or "lists" in needs
            loses_partner = may_lose_partner and "partner" in needs
            if place in touched or (
                asks_for_others and (loses_partner or has_other(contract, paths))
            ):
                concerned_places.append(place)
        places = tuple(concerned_places)
        if places not in self._by_places:
            concerned = tuple(contracts.contracts[place] for place in places)
            self._by_places[places] = self._checker.with_contracts(
                contracts._replace(contracts=concerned)
            )
        return self._by_places[places]


class _TwoCommits:
    """A commit and its first parent: what they hold, and what became of it in between."""

    def __init__(self, checker: Checker, commit: Commit, sources: PastSources) -> None:
        self._checker, self._commit = checker, commit
        self._root, self._reader, self._listing, self._renames, self._has_links, _ = sources
        self._list_own = sources.list_own
        self._changes = {change.path: change for change in commit.changes}
        objects_before = {change.path: change.was for change in commit.changes}
        objects_after = {change.path: change.now for change in commit.changes}
        self._then = _CommitFiles(sources, commit.parent, objects_before)
        self._now = _CommitFiles(sources, commit.id, objects_after)

    def examine_changes(self) -> Report:
        """Return the report of every single match in what the commit changed."""
        selection = self._checker.selection
        paths_after = [path for path, change in self._changes.items() if change.now.blob]
        paths_after = sorted({*paths_after, *self.names_by_links()})
        content = [path for path in paths_after if selection.places_for(path)]
        tree, changes = None, None
        if selection.asks_for_tree:
            tree = self._now.tree(selection.select_paths(self._now.paths()), whole=("",))
        if selection.about_changes:
            files_by_link = self.names_by_links()
            kinds = {path: _tell_change_kind(change) for path, change in self._changes.items()}
            kinds.update((link, kinds[file]) for link, file in files_by_link.items())
            changes = Changes(kinds, then=self._then.read, now=self._now.read, links=files_by_link)
            if self.is_own():
                tip = self._commit.id
                find_since = partial(find_commit_changes, self._root, tip=tip)
                bases = (self._commit.parent,) if self._commit.parent else ()
                changes = with_branch(
                    changes, self._root, bases, find_since=find_since, branch_tip=tip
                )
        other_paths = sorted(set(tree.paths).difference(content)) if tree else ()
        return engine.examine_files(
            self._checker,
            self._now.read(content),
            tree=tree,
            tree_files=self._now.read(selection.read_for_tree(other_paths)),
            changes=changes,
        )

    def is_own(self) -> bool:
        """Tell whether the commit is of the branch itself; raises ``GitError``."""
        return self._commit.id in self._list_own()

    def names_by_links(self) -> dict[str, str]:
        """Return the names that links which did not change give files that did, with these."""
        if not self._has_links:
            return {}
        files_by_path = self._listing.list_files(self._commit.id)
        names = [path for path, file in files_by_path.items() if file.is_link]
        targets = self._now.links.select_links(names)
        return {
            link: file
            for link, file in targets.items()
            if file in self._changes and link not in self._changes
        }

    def past(self) -> Past:
        """Return the parent of the checked commit, and what became of it."""
        return Past(
            self._checker,
            self._then,
            root=self._root,
            commit=self._commit.parent,
            changed=self._changes.keys,
            read_now=self._now.read,
            names_then=self._find_names_then,
        )

    def _find_names_then(self, paths: Collection[str]) -> Mapping[str, str]:
        # Which of several took the place of a file must not depend on which are looked at.
        rivals = (path for path in self._changes if self._checker.selection.places_for(path))
        return find_names_in_parent(
            self._changes,
            sorted({*paths, *rivals}),
            found_by_git=partial(self._renames.read_renames, self._commit),
            reader=self._reader,
        )


class _CommitFiles(Files):
    """The files of one of two commits, read by the git that reads all of them.

    *changed*: those that differ from the other commit, as this one has them.
    """

    def __init__(
        self, sources: PastSources, commit: str, changed: Mapping[str, FileObject]
    ) -> None:
        self._listing, self._reader = sources.listing, sources.reader
        self._commit, self._changed = commit, changed
        among = None if sources.has_links else ()
        self.links = make_state_links(sources.root, self._is_regular, self._read_link, among=among)

    def paths(self) -> tuple[str, ...]:
        """Return all files and links of a checked commit."""
        return tuple(self._listing.list_files(self._commit))

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield those of *paths* that the checked commit has, or why not: links first."""
        regular = []
        for path in paths:
            target = self.links.target(path)
            if target is None:
                regular.append((path, self._find_object(path)))
            elif not target.path:
                yield make_broken_link_skip(path)
            else:
                linked_object = [(path, self._find_object(target.path))]
                yield from (
                    with_link_target(file, target.path) for file in self._reader.read(linked_object)
                )
        yield from self._reader.read(regular)

    def mode(self, path: str) -> Mode:
        """Return what stands at *path* of a checked commit; an executable is a file here."""
        file = self._find_object(path)
        if file.is_link:
            return "link"
        return "file" if file.blob else ""

    def leads_nowhere(self, path: str) -> bool:
        """Tell whether *path* is a link that leads to no file of the checked commit."""
        return self.links.is_no_file(path)

    def _find_object(self, path: str) -> FileObject:
        if path in self._changed:
            return self._changed[path]
        return self._listing.list_files(self._commit).get(path, NOT_THERE)

    def _is_regular(self, path: str) -> bool:
        file = self._listing.list_files(self._commit).get(path)
        return file is not None and not file.is_link

    def _read_link(self, path: str) -> str | None:
        file = self._listing.list_files(self._commit).get(path, NOT_THERE)
        if not file.is_link:
            return None
        ((_, _, content),) = self._reader.blobs([(path, file.blob)])
        return decode_git_path(content)


def _tell_change_kind(change: CommittedChange) -> ChangeKind:
    if not change.was.blob:
        return "create"
    return "modify" if change.now.blob else "delete"


# The files that a commit renamed, found as they are where the disk is compared with a commit.


def find_names_in_parent(
    changes: Mapping[str, CommittedChange],
    paths: Iterable[str],
    *,
    found_by_git: Callable[[], Mapping[str, str]],
    reader: ObjectReader,
) -> Mapping[str, str]:
    """Return for a checked commit of the history what those of *paths* were called in its parent
    that its *changes* renamed.

    What git takes for too different may have most lines of a file that is gone.
    """
    new = [
        path
        for path in paths
        if path in changes and changes[path].now.blob and _is_no_file(changes[path].was)
    ]
    if not new:
        return {}
    renames = found_by_git()
    renamed_paths = frozenset(renames.values())
    blobs_gone = {
        path: change.was.blob
        for path, change in changes.items()
        if path not in renamed_paths and not _is_no_file(change.was) and _is_no_file(change.now)
    }

    def ids_of_new(path: str, _: str) -> tuple[str]:
        return (changes[path].now.blob,)

    def read_objects(paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        return reader.contents(
            [(path, changes[path].now if path in new else changes[path].was) for path in paths]
        )

    moved = match_renames_by_content(
        sorted(path for path in new if path not in renames and not changes[path].now.is_link),
        dict(sorted(blobs_gone.items())),
        ids=ids_of_new,
        read_new=read_objects,
        read_gone=read_objects,
    )
    return {**{path: renames[path] for path in new if path in renames}, **moved}


def _is_no_file(file: FileObject) -> bool:
    return file.is_link or not file.blob
