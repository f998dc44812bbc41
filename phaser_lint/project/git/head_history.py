"""What HEAD got in an agent's session: which of its commits are the session's own.

git's log of HEAD says what was committed there, also where another branch is checked out by now.
Of what else HEAD holds, however it came there, the commits themselves show it: whatever was written
in the session, and came from no configured remote. ``project/git/held_states.py`` returns what all
that led to.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence

from phaser_lint.core import Record
from phaser_lint.project.git.commit_graph import CommitGraph, commit_graph
from phaser_lint.project.git.commit_origins import Origins, fetched_commits, is_before, objects_of
from phaser_lint.project.git.git_status import log_of, log_time
from phaser_lint.project.git.head_commit import head_branch
from phaser_lint.project.git.reference_log import LogEntry, is_none, log_entries
from phaser_lint.project.git.repository import empty_tree, required_tree
from phaser_lint.project.root import common_folder, git_folder

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
        first_commit = _commit_before(root, entries[0])
        history = HeadHistory(
            "" if first_commit == empty_tree(root) else first_commit, "", first_commit
        )
        return _add_commits(root, commit, history, entries=entries, start=start, origins=origins)
    is_logged = is_older and bool(log) and log[-1].new == commit
    if not commit or is_logged or is_before(objects, commit, date=int(start), start=start):
        return HeadHistory(commit, head_branch(git_root), commit or empty_tree(root))
    return _add_commits(root, commit, HeadHistory(), entries=(), start=start, origins=origins)


def history_since(
    root: str,
    commit: str,
    history: HeadHistory,
    *,
    after: int,
    start: float,
    origins: Origins,
) -> HeadHistory:
    """Return what HEAD, *commit* by now, got since the look that *history* is of.

    Raises ``GitError``. The log of HEAD had the size *after* then. The session began at *start*.
    """
    path = log_of(required_tree(root).root)
    entries = log_entries(path, after=after)
    if entries is None:
        # It was written anew: the times tell.
        entries = tuple(
            log_entry for log_entry in log_entries(path) or () if log_entry.time >= int(start)
        )
    return _add_commits(root, commit, history, entries=entries, start=start, origins=origins)


def _add_commits(
    root: str,
    commit: str,
    history: HeadHistory,
    *,
    entries: Sequence[LogEntry],
    start: float,
    origins: Origins,
) -> HeadHistory:
    branch = head_branch(required_tree(root).root)
    branches_left = _branches_left(entries, history, branch=branch, commit=commit)
    logged = [log_entry.new for log_entry in entries if log_entry.is_commit()]
    own_commits = dict.fromkeys((*history.made, *logged))
    # What a branch got that was left at once, and what was made, for it may be rewritten by now.
    tips = [tip for tip in (commit, *_brought_commits(entries), *own_commits) if tip]
    passed_tips = _passed_commits(
        root, entries, history, branches=(branch, *branches_left), start=start
    )
    old_tips: list[str] = []
    if tips:
        graph = commit_graph(
            root, (*tips, *passed_tips), excluded_commit=history.first, since=int(start)
        )
        reached_now, reached_before = graph.reached_from(tips), graph.reached_from([history.commit])
        new_commits = [
            commit_id
            for commit_id in graph.dates
            if commit_id in reached_now and commit_id not in reached_before
        ]
        young_commits = _commits_since(
            root, graph, new_commits, own_commits=own_commits, start=start
        )
        remote_commits = set(young_commits) - origins.not_from_remotes(young_commits)
        # Whatever brought the rest: a merge, a pick, a rebase, a pull, a reset, plumbing.
        own_commits |= dict.fromkeys(
            commit_id for commit_id in young_commits if commit_id not in remote_commits
        )
        # What HEAD was of before the session: an amend, a reset, a rebase may have taken its place.
        # Not the copy of an amended commit, which keeps the user's date.
        objects = objects_of(required_tree(root).own_folder())
        old_tips = [
            commit_id
            for commit_id in filter(None, dict.fromkeys((commit, *passed_tips)))
            if is_before(objects, commit_id, date=graph.dates.get(commit_id, 0), start=start)
            and not graph.reached_from([commit_id]).intersection(own_commits)
        ]
    other_branches = tuple(
        (name, tip_left) for name, tip_left in branches_left.items() if name != branch
    )
    # Without a log it is what the session's own commits, if there are any, began at.
    first_commit = history.first or ("" if own_commits else commit)
    foreign_commits = tuple(
        dict.fromkeys((*history.came, *old_tips, *sorted(fetched_commits(root))))
    )
    last_branches = other_branches[-_MOST_BRANCHES:]
    return HeadHistory(
        commit=commit,
        branch=branch,
        first=first_commit,
        left=last_branches,
        made=tuple(own_commits),
        came=foreign_commits[-_MOST_BRANCHES:],
    )


def _entries_since(log: Sequence[LogEntry], objects: str, start: float) -> tuple[LogEntry, ...]:
    """Return the entries of a *log* that nobody looked at yet and that were made since *start*."""
    new_entries = tuple(log_entry for log_entry in log if log_entry.time >= int(start))
    old_indexes = [
        index
        for index, log_entry in enumerate(new_entries)
        if log_entry.is_commit()
        and is_before(objects, log_entry.new, date=log_entry.time, start=start)
    ]
    return new_entries[old_indexes[-1] + 1 :] if old_indexes else new_entries


def _commit_before(root: str, log_entry: LogEntry) -> str:
    """Return what HEAD was before *log_entry*; in a new worktree, what it began as."""
    if not is_none(log_entry.old):
        return log_entry.old
    return empty_tree(root) if log_entry.is_commit() else log_entry.new


def _branches_left(
    entries: Sequence[LogEntry], history: HeadHistory, *, branch: str, commit: str
) -> dict[str, str]:
    """Return where each branch was left; *branch* is the one that HEAD is by now, at *commit*."""
    moves = _HeadMoves(
        history, history.branch or _first_branch(entries) or branch, current_branch=branch
    )
    for log_entry in entries:
        moves.follow(log_entry)
    moves.arrive_at(commit)
    return moves.branches


class _HeadMoves:
    """The way of HEAD from branch to branch."""

    def __init__(self, history: HeadHistory, name: str, *, current_branch: str) -> None:
        self.branches = {branch: tip for branch, tip in history.left if branch != current_branch}
        self._name, self._at, self._begun = name, history.commit, history.commit

    def follow(self, log_entry: LogEntry) -> None:
        """Take an entry of the log for a step."""
        if log_entry.action.startswith(_RENAMED):
            self._rename(log_entry)
        if not (is_none(log_entry.new) or is_none(log_entry.old)):
            # HEAD may become another branch without a word of that: which it was is not known.
            self.arrive_at(log_entry.old)
            self._step(log_entry)
        self._at = log_entry.new

    def arrive_at(self, commit: str) -> None:
        """Remember what HEAD was, where it is *commit* without an entry for that."""
        if not is_none(self._at) and self._at != commit:
            self.branches[f"{UNKNOWN}{self._at}"] = self._at
            self._name = ""

    def _step(self, log_entry: LogEntry) -> None:
        if not log_entry.action:
            self.branches[f"{UNKNOWN}{log_entry.old}"] = log_entry.old
            self._name = ""
        elif log_entry.action.startswith(_MOVED):
            branch, _, self._name = log_entry.action.removeprefix(_MOVED).partition(_TO)
            self.branches[branch] = log_entry.old
        elif _BEGUN in log_entry.action:
            self._begun = log_entry.old
        elif _FINISHED in log_entry.action:
            rebased = log_entry.action.partition(_FINISHED)[2]
            if self._name and rebased != self._name:
                self.branches[self._name] = self._begun
            self._name = rebased

    def _rename(self, log_entry: LogEntry) -> None:
        old_name, _, new_name = log_entry.action.removeprefix(_RENAMED).partition(
            f"{_TO}{_BRANCHES}"
        )
        if old_name in self.branches:
            self.branches[new_name] = self.branches.pop(old_name)
        self._name = new_name if self._name == old_name else self._name


def _first_branch(entries: Sequence[LogEntry]) -> str:
    """Return the branch that HEAD was first, as the first entry says that leaves one."""
    moves = (log_entry.action for log_entry in entries if log_entry.action.startswith(_MOVED))
    return next(moves, "").removeprefix(_MOVED).partition(_TO)[0]


def _brought_commits(entries: Iterable[LogEntry]) -> list[str]:
    return [log_entry.new for log_entry in entries if log_entry.brings()]


def _passed_commits(
    root: str,
    entries: Sequence[LogEntry],
    history: HeadHistory,
    branches: Iterable[str],
    start: float,
) -> list[str]:
    """Return what HEAD and *branches* were in the session's time, but for what *history* knows.

    A rebase of the user's branch by its name leaves what that was in its own log alone.
    """
    logs = os.path.join(common_folder(required_tree(root).own_folder()), "logs", _BRANCHES)
    commits = [
        history.commit,
        *(commit for log_entry in entries for commit in (log_entry.old, log_entry.new)),
    ]
    for name in branches:
        if name and not name.startswith(UNKNOWN):
            log = log_entries(os.path.join(logs, name)) or ()
            commits += [log_entry.old for log_entry in log if log_entry.time >= int(start)]
    known_commits = {*history.came, *history.made}
    passed = dict.fromkeys(
        commit for commit in commits if not is_none(commit) and commit not in known_commits
    )
    return list(passed)[-_MOST_BRANCHES:]


def _commits_since(
    root: str, graph: CommitGraph, commits: Sequence[str], own_commits: Container[str], start: float
) -> list[str]:
    """Return those of *commits* that were made since *start*, but for *own_commits*.

    A commit of before that was amended keeps its date, and so does what a rebase makes of it.
    """
    objects = objects_of(required_tree(root).own_folder())
    amended = {date for commit, date in graph.dates.items() if commit in own_commits}
    return [
        commit
        for commit in commits
        if commit not in own_commits
        and (graph.dates[commit] >= int(start) or graph.dates[commit] in amended)
        and not is_before(objects, commit, date=graph.dates[commit], start=start)
    ]
