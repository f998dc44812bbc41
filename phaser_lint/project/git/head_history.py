"""What HEAD got in an agent's session: which of its commits are the session's own.

git's log of HEAD says what was committed there, also where another branch is checked out by now.
Of what else HEAD holds, however it came there, the commits themselves show it: whatever was written
in the session, and came from no configured remote. ``project/git/held_states.py`` returns what all
that led to.
"""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.project.git.commit_graph import commit_graph
from phaser_lint.project.git.commit_origins import fetched, is_before, objects_of
from phaser_lint.project.git.git_status import log_of, log_time
from phaser_lint.project.git.head_commit import head_branch
from phaser_lint.project.git.reference_log import LogEntry, is_none, log_entries
from phaser_lint.project.git.repository import empty_tree, required_tree
from phaser_lint.project.root import common_folder, git_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from phaser_lint.project.git.commit_graph import CommitGraph
    from phaser_lint.project.git.commit_origins import Origins

_MOVED, _TO = "checkout: moving from ", " to "
_RENAMED = "Branch: renamed refs/heads/"
_BEGUN, _FINISHED = "(start): checkout", "(finish): returning to refs/heads/"
_BRANCHES = "refs/heads/"
UNKNOWN = "?"
"""What stands before a commit in place of a branch that HEAD was: plumbing does not say which."""
_MOST_BRANCHES = 50


class HeadHistory(Record):
    """What is known of HEAD at a look.

    ``commit`` is HEAD, ``branch`` the name of the branch, if it is one. ``first``: what HEAD was
    when the session began, a commit or the empty tree; nothing where that cannot be known.
    ``left``: the other branches that HEAD was, each with the commit that it was left at; a detached
    HEAD has the commit as its name, what is not known to be a branch ``UNKNOWN`` before that.
    ``made``: the commits that are the session's own. ``came``: commits that are not: what HEAD, or
    a branch that it was, had before the session, and what was fetched from a configured remote
    without a branch that leads to it.
    """

    commit: str = ""
    branch: str = ""
    first: str = ""
    left: tuple[tuple[str, str], ...] = ()
    made: tuple[str, ...] = ()
    came: tuple[str, ...] = ()


def first_history(root: str, commit: str, *, start: float, origins: Origins) -> HeadHistory:
    """Return what HEAD, *commit* by now, got since the *start* of a session; raises ``GitError``.

    For a repository of which nobody knows what HEAD was then. The start is in seconds of the epoch.
    """
    git_root = required_tree(root).root
    log, objects = log_entries(log_of(git_root)) or (), objects_of(git_folder(git_root))
    # The log's own time is exact, those in it are whole seconds.
    is_older = log_time(git_root) < start
    entries = () if is_older else _entries_since(log, objects, start)
    if entries:
        first = _first(root, entries[0])
        known = HeadHistory("" if first == empty_tree(root) else first, "", first)
        return _with_commits(root, commit, known, entries, start=start, origins=origins)
    is_logged = is_older and bool(log) and log[-1].new == commit
    if not commit or is_logged or is_before(objects, commit, int(start), start):
        return HeadHistory(commit, head_branch(git_root), commit or empty_tree(root))
    return _with_commits(root, commit, HeadHistory(), (), start=start, origins=origins)


def history_since(
    root: str,
    commit: str,
    known: HeadHistory,
    *,
    after: int,
    start: float,
    origins: Origins,
) -> HeadHistory:
    """Return what HEAD, *commit* by now, got since the look that *known* is of.

    Raises ``GitError``. The log of HEAD had the size *after* then. The session began at *start*.
    """
    path = log_of(required_tree(root).root)
    entries = log_entries(path, after=after)
    if entries is None:
        # It was written anew: the times tell.
        entries = tuple(each for each in log_entries(path) or () if each.time >= int(start))
    return _with_commits(root, commit, known, entries, start=start, origins=origins)


def _with_commits(
    root: str,
    commit: str,
    known: HeadHistory,
    entries: Sequence[LogEntry],
    *,
    start: float,
    origins: Origins,
) -> HeadHistory:
    branch = head_branch(required_tree(root).root)
    left = _left(entries, known, branch, commit)
    logged = [entry.new for entry in entries if entry.is_commit()]
    made = dict.fromkeys((*known.made, *logged))
    # What a branch got that was left at once, and what was made, for it may be rewritten by now.
    got = [each for each in (commit, *_brought(entries), *made) if each]
    passed = _passed(root, entries, known, (branch, *left), start)
    older: list[str] = []
    if got:
        graph = commit_graph(root, (*got, *passed), without=known.first, since=int(start))
        now, held = graph.reached_from(got), graph.reached_from([known.commit])
        fresh = [each for each in graph.written if each in now and each not in held]
        young = _written_since(root, graph, fresh, made, start)
        theirs = set(young) - origins.not_from_remotes(young)
        # Whatever brought the rest: a merge, a pick, a rebase, a pull, a reset, plumbing.
        made |= dict.fromkeys(each for each in young if each not in theirs)
        # What HEAD was of before the session: an amend, a reset, a rebase may have taken its place.
        # Not the copy of an amended commit, which keeps the user's date.
        objects = objects_of(required_tree(root).own_folder())
        older = [
            each
            for each in filter(None, dict.fromkeys((commit, *passed)))
            if is_before(objects, each, graph.written.get(each, 0), start)
            and not graph.reached_from([each]).intersection(made)
        ]
    others = tuple((name, at) for name, at in left.items() if name != branch)
    # Without a log it is what the session's own commits, if there are any, began at.
    first = known.first or ("" if made else commit)
    came = tuple(dict.fromkeys((*known.came, *older, *sorted(fetched(root)))))
    kept = others[-_MOST_BRANCHES:]
    return HeadHistory(commit, branch, first, kept, tuple(made), came[-_MOST_BRANCHES:])


def _entries_since(log: Sequence[LogEntry], objects: str, since: float) -> tuple[LogEntry, ...]:
    """Return the entries of a *log* that nobody looked at yet which were made *since* then."""
    fresh = tuple(each for each in log if each.time >= int(since))
    older = [
        place
        for place, each in enumerate(fresh)
        if each.is_commit() and is_before(objects, each.new, each.time, since)
    ]
    return fresh[older[-1] + 1 :] if older else fresh


def _first(root: str, entry: LogEntry) -> str:
    """Return what HEAD was before the *entry*; in a worktree that was made, what it began as."""
    if not is_none(entry.old):
        return entry.old
    return empty_tree(root) if entry.is_commit() else entry.new


def _left(
    entries: Sequence[LogEntry], known: HeadHistory, branch: str, commit: str
) -> dict[str, str]:
    """Return where each branch was left; *branch* is the one that HEAD is by now, at *commit*."""
    way = _Way(known, known.branch or _first_branch(entries) or branch, without=branch)
    for entry in entries:
        way.goes(entry)
    way.ends_at(commit)
    return way.left


class _Way:
    """The way of HEAD from branch to branch."""

    def __init__(self, known: HeadHistory, name: str, *, without: str) -> None:
        self.left = {branch: at for branch, at in known.left if branch != without}
        self._name, self._at, self._begun = name, known.commit, known.commit

    def goes(self, entry: LogEntry) -> None:
        """Take an entry of the log for a step."""
        if entry.action.startswith(_RENAMED):
            self._rename(entry)
        if not (is_none(entry.new) or is_none(entry.old)):
            # HEAD may become another branch without a word of that: which it was is not known.
            self.ends_at(entry.old)
            self._step(entry)
        self._at = entry.new

    def ends_at(self, commit: str) -> None:
        """Remember what HEAD was, where it is *commit* without an entry for that."""
        if not is_none(self._at) and self._at != commit:
            self.left[f"{UNKNOWN}{self._at}"] = self._at
            self._name = ""

    def _step(self, entry: LogEntry) -> None:
        if not entry.action:
            self.left[f"{UNKNOWN}{entry.old}"] = entry.old
            self._name = ""
        elif entry.action.startswith(_MOVED):
            came, _, self._name = entry.action.removeprefix(_MOVED).partition(_TO)
            self.left[came] = entry.old
        elif _BEGUN in entry.action:
            self._begun = entry.old
        elif _FINISHED in entry.action:
            rebased = entry.action.partition(_FINISHED)[2]
            if self._name and rebased != self._name:
                self.left[self._name] = self._begun
            self._name = rebased

    def _rename(self, entry: LogEntry) -> None:
        old, _, new = entry.action.removeprefix(_RENAMED).partition(f"{_TO}{_BRANCHES}")
        if old in self.left:
            self.left[new] = self.left.pop(old)
        self._name = new if self._name == old else self._name


def _first_branch(entries: Sequence[LogEntry]) -> str:
    """Return the branch that HEAD was first, as the first entry says that leaves one."""
    moves = (each.action for each in entries if each.action.startswith(_MOVED))
    return next(moves, "").removeprefix(_MOVED).partition(_TO)[0]


def _brought(entries: Iterable[LogEntry]) -> list[str]:
    return [entry.new for entry in entries if entry.brings()]


def _passed(
    root: str,
    entries: Sequence[LogEntry],
    known: HeadHistory,
    branches: Iterable[str],
    start: float,
) -> list[str]:
    """Return what HEAD and *branches* were in the session's time, but for what is *known*.

    A rebase of the user's branch by its name leaves what that was in its own log alone.
    """
    logs = os.path.join(common_folder(required_tree(root).own_folder()), "logs", _BRANCHES)
    found = [known.commit, *(each for entry in entries for each in (entry.old, entry.new))]
    for name in branches:
        if name and not name.startswith(UNKNOWN):
            log = log_entries(os.path.join(logs, name)) or ()
            found += [entry.old for entry in log if entry.time >= int(start)]
    known_commits = {*known.came, *known.made}
    passed = dict.fromkeys(
        each for each in found if not is_none(each) and each not in known_commits
    )
    return list(passed)[-_MOST_BRANCHES:]


def _written_since(
    root: str, graph: CommitGraph, commits: Sequence[str], made: Container[str], start: float
) -> list[str]:
    """Return those of *commits*, but for those *made*, that were made since the session's *start*.

    A commit of before that was amended keeps its date, and so does what a rebase makes of it.
    """
    objects = objects_of(required_tree(root).own_folder())
    amended = {written for commit, written in graph.written.items() if commit in made}
    return [
        commit
        for commit in commits
        if commit not in made
        and (graph.written[commit] >= int(start) or graph.written[commit] in amended)
        and not is_before(objects, commit, graph.written[commit], start)
    ]
