"""The last commits, each checked by itself, and what they say of each contract."""

from __future__ import annotations

from phaser_lint.check.comparison.past import Past
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import once_per_file, without_existing
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES, is_on_tree
from phaser_lint.core import Record, decoded
from phaser_lint.core.checked_files import Changes
from phaser_lint.core.files import Files
from phaser_lint.project.disk import by_link, link_to_nothing
from phaser_lint.project.git.last_commits import (
    FILES,
    LINK,
    NOT_THERE,
    FileObject,
    Renames,
    commits_of_head,
)
from phaser_lint.project.git.object_reader import ObjectReader
from phaser_lint.project.git.renames import by_content
from phaser_lint.project.git.repository import require_repository, required_tree, tracked_links
from phaser_lint.project.links import links_among

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import Contract, ContractKey, ContractSet, Violation
    from phaser_lint.core.checked_files import ChangeKind, ProposedFile, Skip, Tree
    from phaser_lint.core.files import Mode
    from phaser_lint.project.git.last_commits import Commit, CommittedChange

    Frequency = Literal["never", "rarely", "often", "always", "overridden", "undecided"]

    Entry = tuple[str, str]
    """The mode and the object of what is in a folder."""


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
        """Return how often it is broken, in a word; ``overridden`` where it never counted.

        ``undecided`` where nothing else is known of it: that may be any of them.
        """
        if not self.broken:
            unbroken: Frequency = "undecided" if self.undecided else "never"
            return "overridden" if self.overridden else unbroken
        if self.broken >= self.touched:
            return "always"
        return "often" if self.broken > self.touched * _HALF else "rarely"


def checked_history(checker: Checker, root: str, number: int) -> History:
    """Return the last *number* commits that are no merges, each with what the *checker* finds.

    Each is compared with its first parent, the first one of all with nothing. Raises ``GitError``.
    """
    require_repository(root)
    found = commits_of_head(root, number)
    counts = {each.id: len(each.changes) for each in found.commits}
    unchecked = {each: files for each, files in counts.items() if files > MOST_FILES}
    left = [each for each in found.commits if each.id not in unchecked]
    changes = [change for each in left for change in each.changes]
    # What no commit changed is there to this day.
    has_links = any(each.was.is_link or each.now.is_link for each in changes)
    has_links = has_links or bool(tracked_links(root))
    with ObjectReader(root) as reader:
        listing = CommitListing(reader, required_tree(root).prefix)
        sources = PastSources(root, reader, listing, Renames(root, left), has_links)
        commits = CommitChecker(checker, sources)
        checked = tuple(map(commits.of, left))
    whole = not found.cut_at and len(found.commits) < number
    return History(checked, found.cut_at, whole=whole, unchecked=unchecked)


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
        """Tell whether the commit breaks a contract whose severity is ``error``."""
        return any(violation.severity == "error" for violation in self.report.violations)


class PastSources(Record):
    """What tells of all commits: their files, which there were, and the names they had before."""

    root: str
    reader: ObjectReader
    listing: CommitListing
    renames: Renames
    has_links: bool


class CommitChecker:
    """Checks one commit after the other."""

    def __init__(self, checker: Checker, sources: PastSources) -> None:
        self._checker, self._sources = checker, sources
        self._by_places: dict[tuple[int, ...], Checker] = {}

    def of(self, commit: Commit) -> CheckedCommit:
        """Return *commit*, checked; raises ``GitError``."""
        selection = self._checker.selection
        by_links = self._of_two(self._checker, commit).by_links()
        paths = (*[each.path for each in commit.changes], *by_links)
        touched = {place for path in paths for place in selection.places_for(path)}
        keys = frozenset(self._checker.contracts.contracts[place].key for place in touched)
        checker = self._concerned(commit, touched)
        if not checker.contracts.contracts:
            return CheckedCommit(commit, Report(), (), keys)
        # To look for directives in files that break nothing takes most of the time.
        strict = self._of_two(checker._replace(ignores=False), commit)
        every = strict.examined()
        if not every.violations:
            return CheckedCommit(commit, every, (), keys)
        lenient = self._of_two(checker, commit)
        found = lenient.examined_again(every)
        new = (
            without_existing(found, lenient.past().count_violations(found))
            if found.violations
            else found
        )
        new = once_per_file(new, checker.contracts)
        return CheckedCommit(commit, new, _overridden(strict, every, found), keys)

    def _of_two(self, checker: Checker, commit: Commit) -> _TwoCommits:
        return _TwoCommits(checker, commit, self._sources)

    def _concerned(self, commit: Commit, touched: set[int]) -> Checker:
        """Return the checker by the contracts that *commit* may break.

        Of the others neither the tree nor a list is another one than before.
        """
        contracts = self._checker.contracts
        places = tuple(
            place
            for place, contract in enumerate(contracts.contracts)
            if place in touched or self._may_break(contract, commit)
        )
        if places not in self._by_places:
            kept = tuple(contracts.contracts[place] for place in places)
            self._by_places[places] = self._checker.by(contracts._replace(contracts=kept))
        return self._by_places[places]

    def _may_break(self, contract: Contract, commit: Commit) -> bool:
        """Tell whether *commit*, which changes none of its own files, may break the contract."""
        if not (is_on_tree(contract) or "lists" in RULES[contract.type].needs):
            return False
        if "partner" in RULES[contract.type].needs and any(map(_may_be_lost, commit.changes)):
            return True
        return self._checker.selection.has_other(contract, [each.path for each in commit.changes])


class _TwoCommits:
    """A commit and its first parent: what they hold, and what became of it in between."""

    def __init__(self, checker: Checker, commit: Commit, sources: PastSources) -> None:
        self._checker, self._commit = checker, commit
        self._root, self._reader, self._listing, self._renames, self._has_links = sources
        self._changes = {each.path: each for each in commit.changes}
        was = {each.path: each.was for each in commit.changes}
        now = {each.path: each.now for each in commit.changes}
        self._then = _CommitFiles(sources, commit.parent, was)
        self._now = _CommitFiles(sources, commit.id, now)

    def examined(self) -> Report:
        """Return the report of every single match in what the commit changed."""
        selection = self._checker.selection
        there = [path for path, each in self._changes.items() if each.now.blob]
        there = sorted({*there, *self.by_links()})
        return self._examined([path for path in there if selection.places_for(path)])

    def by_links(self) -> dict[str, str]:
        """Return the names that links which did not change give files that did, with these."""
        if not self._has_links:
            return {}
        listed = self._listing.of(self._commit.id)
        names = [path for path, file in listed.items() if file.is_link]
        targets = self._now.links.among(names)
        return {
            link: file
            for link, file in targets.items()
            if file in self._changes and link not in self._changes
        }

    def examined_again(self, every: Report) -> Report:
        """Return the report, where *every* match is known, with what directives suppress."""
        if self._checker.selection.asks_for_tree:
            return self.examined()
        broken = {violation.path for violation in every.violations}
        changed = {*self._changes, *self.by_links()}
        found = self._examined(sorted(broken.intersection(changed)))
        return every._replace(violations=found.violations, suppressed=found.suppressed)

    def _examined(self, content: Sequence[str]) -> Report:
        selection = self._checker.selection
        tree = self._tree()
        rest = sorted(set(tree.paths).difference(content)) if tree else ()
        return engine.examine(
            self._checker,
            self._now.read(content),
            tree=tree,
            tree_files=self._now.read(selection.read_for_tree(rest)),
            changes=self._own_changes() if selection.about_changes else None,
        )

    def past(self) -> Past:
        """Return the parent, and what became of it."""
        return Past(
            self._checker,
            self._then,
            changed=self._changes.keys,
            read_now=self._now.read,
            names_then=self._names_then,
        )

    def _names_then(self, paths: Collection[str]) -> Mapping[str, str]:
        # Which of several took the place of a file must not depend on which are looked at.
        rivals = (path for path in self._changes if self._checker.selection.places_for(path))
        return renamed_files(
            self._changes,
            sorted({*paths, *rivals}),
            found_by_git=lambda: self._renames.of(self._commit),
            reader=self._reader,
        )

    def _tree(self) -> Tree | None:
        if not self._checker.selection.asks_for_tree:
            return None
        chosen = self._checker.selection.selected(self._now.paths())
        return self._now.tree(chosen, whole=("",))

    def _own_changes(self) -> Changes:
        kinds = {path: _kind(each) for path, each in self._changes.items()}
        links = self.by_links()
        kinds.update((link, kinds[file]) for link, file in links.items())
        return Changes(kinds, then=self._then.read, now=self._now.read, links=links)


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
        self.links = links_among(sources.root, self._regular, self._text_of_link, among=among)
        self._regular_paths: frozenset[str] | None = None

    def paths(self) -> tuple[str, ...]:
        """Return all files and links."""
        return tuple(self._listing.of(self._commit))

    def read(self, paths: Iterable[str]) -> Iterator[ProposedFile | Skip]:
        """Yield those of *paths* that are there, or why one is not checked: links first."""
        regular = []
        for path in paths:
            target = self.links.target(path)
            if target is None:
                regular.append((path, self._object_at(path)))
            elif not target.path:
                yield link_to_nothing(path)
            else:
                named = [(path, self._object_at(target.path))]
                yield from (by_link(file, target.path) for file in self._reader.read(named))
        yield from self._reader.read(regular)

    def mode(self, path: str) -> Mode:
        """Return what stands at *path*; an executable is a file here."""
        file = self._object_at(path)
        if file.is_link:
            return "link"
        return "file" if file.blob else ""

    def leads_nowhere(self, path: str) -> bool:
        """Tell whether *path* is a link that leads to no file of the commit."""
        return self.links.is_no_file(path)

    def _object_at(self, path: str) -> FileObject:
        if path in self._changed:
            return self._changed[path]
        return self._listing.of(self._commit).get(path, NOT_THERE)

    def _regular(self) -> frozenset[str]:
        if self._regular_paths is None:
            files = self._listing.of(self._commit)
            self._regular_paths = frozenset(
                path for path, file in files.items() if not file.is_link
            )
        return self._regular_paths

    def _text_of_link(self, path: str) -> str | None:
        file = self._listing.of(self._commit).get(path, NOT_THERE)
        if not file.is_link:
            return None
        ((_, _, data),) = self._reader.blobs([(path, file.blob)])
        return decoded(data)


def _overridden(strict: _TwoCommits, every: Report, found: Report) -> tuple[Violation, ...]:
    """Return what is new of *every* match, and suppressed where directives count, as in *found*."""
    if not found.suppressed:
        return ()
    suppressed = frozenset(found.suppressed)
    new = without_existing(every, strict.past().count_violations(every)).violations
    return tuple(violation for violation in new if violation in suppressed)


def _kind(change: CommittedChange) -> ChangeKind:
    if not change.was.blob:
        return "create"
    return "modify" if change.now.blob else "delete"


def _may_be_lost(change: CommittedChange) -> bool:
    """Tell whether a partner may be gone by *change*, or be there: a link to nothing is none."""
    return _kind(change) != "modify" or change.was.is_link or change.now.is_link


# The files that a commit renamed, found as they are where the disk is compared with a commit.


def renamed_files(
    changes: Mapping[str, CommittedChange],
    paths: Iterable[str],
    *,
    found_by_git: Callable[[], Mapping[str, str]],
    reader: ObjectReader,
) -> Mapping[str, str]:
    """Return the earlier names of those of *paths* that are new by the *changes* and renamed.

    What git takes for too different may have most lines of a file that is gone.
    """
    new = [path for path in paths if path in changes and _is_new(changes[path])]
    if not new:
        return {}
    found = found_by_git()
    taken = frozenset(found.values())
    gone = {
        path: each.was.blob
        for path, each in changes.items()
        if path not in taken and _is_gone(each)
    }

    def objects(paths: Iterable[str]) -> list[tuple[str, FileObject]]:
        return [(path, changes[path].now if path in new else changes[path].was) for path in paths]

    moved = by_content(
        sorted(path for path in new if path not in found and not changes[path].now.is_link),
        dict(sorted(gone.items())),
        ids=lambda path, _: (changes[path].now.blob,),
        read_new=lambda paths: reader.contents(objects(paths)),
        read_gone=lambda paths: reader.contents(objects(paths)),
    )
    return {**{path: found[path] for path in new if path in found}, **moved}


def _is_gone(change: CommittedChange) -> bool:
    return bool(change.was.blob) and not change.was.is_link and _is_no_file(change.now)


def _is_new(change: CommittedChange) -> bool:
    return bool(change.now.blob) and _is_no_file(change.was)


def _is_no_file(file: FileObject) -> bool:
    return file.is_link or not file.blob


# All files of one commit after the other, by the folders alone in which two of them differ.
#
# Two hundred commits of a project of ten thousand files would be two million names.

_FOLDER = "40000"
_NOTHING: Entry = ("", "")


class CommitListing:
    """The files below a folder, as the commit that was asked for last has them.

    *prefix* is the way to the folder from the root of the repository, empty or ending in a slash.
    """

    def __init__(self, reader: ObjectReader, prefix: str) -> None:
        self._reader, self._prefix = reader, prefix
        self._commit = ""
        self._root_tree = _NOTHING
        self._files: dict[str, FileObject] = {}
        self._folders: dict[str, Mapping[str, Entry]] = {}

    def of(self, commit: str) -> Mapping[str, FileObject]:
        """Return the files of *commit*, by their paths; those of an empty one are none.

        It holds until another one is asked for. Raises ``GitError``.
        """
        if commit != self._commit:
            root = self._root_of(commit)
            self._change("", self._root_tree, root)
            self._commit, self._root_tree = commit, root
        return self._files

    def _root_of(self, commit: str) -> Entry:
        if not commit:
            return _NOTHING
        entry = _FOLDER, f"{commit}^{{tree}}"
        for name in filter(None, self._prefix.split("/")):
            entry = self._reader.folder(entry[1]).get(name, _NOTHING)
            if entry[0] != _FOLDER:
                return _NOTHING
        return entry

    def _change(self, path: str, old: Entry, new: Entry) -> None:
        """Change what is known at *path* from the *old* to the *new*."""
        if old == new:
            return
        if old[0] in FILES:
            del self._files[path]
        if new[0] in FILES:
            self._files[path] = FileObject(new[1], new[0] == LINK)
        before, after = self._folder(old), self._folder(new)
        start = f"{path}/" if path else ""
        for name in {*before, *after}:
            self._change(f"{start}{name}", before.get(name, _NOTHING), after.get(name, _NOTHING))

    def _folder(self, entry: Entry) -> Mapping[str, Entry]:
        mode, tree = entry
        if mode != _FOLDER:
            return {}
        if tree not in self._folders:
            self._folders[tree] = self._reader.folder(tree)
        return self._folders[tree]
