"""What HEAD got in an agent's session: which of its commits are the session's own.

git's log of HEAD says what was committed there, also where another branch is checked out by now.
Of what else HEAD holds, however it came there, the commits themselves show it: whatever was written
in the session, and came from no configured remote. ``project/git/session_branches.py`` returns
what all that led to.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence

from phaser_lint.core import Record
from phaser_lint.project import find_git_folder
from phaser_lint.project.git import require_tree
from phaser_lint.project.git.commit_graph import CommitGraph, read_commit_graph
from phaser_lint.project.git.commit_origins import (
    Origins,
    find_objects_folder,
    is_commit_made_before,
    list_fetched_commits,
)
from phaser_lint.project.git.head_commit import find_head_branch, find_head_log_path
from phaser_lint.project.git.reference_log import (
    LogEntry,
    find_head_log_time,
    is_null_commit,
    read_reference_log,
)
from phaser_lint.project.git.revisions import name_empty_tree

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


def begin_head_history(root: str, commit: str, *, start: float, origins: Origins) -> HeadHistory:
    """Return the history of HEAD, *commit* by now, since the *start* of an agent's session; raises
    ``GitError``.

    For a repository of which nobody knows what HEAD was then. The start is in seconds of the epoch.
    """
    git_root = require_tree(root).root
    log, objects = (
        read_reference_log(find_head_log_path(git_root)) or (),
        find_objects_folder(find_git_folder(git_root)),
    )
    # The log's own time is exact, those in it are whole seconds.
    is_older = find_head_log_time(git_root) < start
    entries = () if is_older else tuple(entry for entry in log if entry.time >= int(start))
    for index in reversed(range(len(entries))):
        entry = entries[index]
        if entry.is_commit() and is_commit_made_before(
            objects, entry.new, date=entry.time, start=start
        ):
            entries = entries[index + 1 :]
            break
    if entries:
        first_commit = entries[0].old
        earlier = log[: len(log) - len(entries)]
        if is_null_commit(first_commit) and earlier:  # a branch without a parent began
            first_commit = earlier[-1].new
        elif is_null_commit(first_commit):
            # In a new worktree HEAD began as what is its first commit.
            first_commit = name_empty_tree(root) if entries[0].is_commit() else entries[0].new
        history = HeadHistory(
            "" if first_commit == name_empty_tree(root) else first_commit, "", first_commit
        )
        return _add_commits(root, commit, history, entries=entries, start=start, origins=origins)
    is_logged = is_older and bool(log) and log[-1].new == commit
    if (
        not commit
        or is_logged
        or is_commit_made_before(objects, commit, date=int(start), start=start)
    ):
        return HeadHistory(commit, find_head_branch(git_root), commit or name_empty_tree(root))
    return _add_commits(root, commit, HeadHistory(), entries=(), start=start, origins=origins)


def continue_head_history(
    root: str,
    commit: str,
    history: HeadHistory,
    *,
    after: int,
    start: float,
    origins: Origins,
) -> HeadHistory:
    """Return the history of HEAD, *commit* by now, with what it got since the look that *history*
    is of.

    Raises ``GitError``. The log of HEAD had the size *after* then. The session began at *start*.
    """
    path = find_head_log_path(require_tree(root).root)
    entries = read_reference_log(path, after=after)
    if entries is None:
        # It was written anew: the times tell.
        entries = tuple(
            log_entry
            for log_entry in read_reference_log(path) or ()
            if log_entry.time >= int(start)
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
    branch = find_head_branch(require_tree(root).root)
    branches_left = _follow_left_branches(entries, history, branch=branch, commit=commit)
    logged = [log_entry.new for log_entry in entries if log_entry.is_commit()]
    own_commits = dict.fromkeys((*history.made, *logged))
    brought_commits = [log_entry.new for log_entry in entries if log_entry.brings()]
    # What a branch got that was left at once, and what was made, for it may be rewritten by now.
    tips = [tip for tip in (commit, *brought_commits, *own_commits) if tip]
    passed_tips = _list_passed_commits(
        root, entries, history, branches=(branch, *branches_left), start=start
    )
    old_tips: list[str] = []
    if tips:
        graph = read_commit_graph(
            root, (*tips, *passed_tips), excluded_commit=history.first, since=int(start)
        )
        reached_now, reached_before = graph.reached_from(tips), graph.reached_from([history.commit])
        new_commits = [
            commit_id
            for commit_id in graph.dates
            if commit_id in reached_now and commit_id not in reached_before
        ]
        young_commits = _select_commits_since(
            root, graph, new_commits, own_commits=own_commits, start=start
        )
        remote_commits = set(young_commits) - origins.not_from_remotes(young_commits)
        # Whatever brought the rest: a merge, a pick, a rebase, a pull, a reset, plumbing.
        own_commits |= dict.fromkeys(
            commit_id for commit_id in young_commits if commit_id not in remote_commits
        )
        # What HEAD was of before the session: an amend, a reset, a rebase may have taken its place.
        # Not the copy of an amended commit, which keeps the user's date.
        objects = find_objects_folder(require_tree(root).own_folder)
        old_tips = [
            commit_id
            for commit_id in filter(None, dict.fromkeys((commit, *passed_tips)))
            if is_commit_made_before(
                objects, commit_id, date=graph.dates.get(commit_id, 0), start=start
            )
            and not graph.reached_from([commit_id]).intersection(own_commits)
        ]
    other_branches = tuple(
        (name, tip_left) for name, tip_left in branches_left.items() if name != branch
    )
    # Without a log it is what the session's own commits, if there are any, began at.
    first_commit = history.first or ("" if own_commits else commit)
    foreign_commits = tuple(
        dict.fromkeys((*history.came, *old_tips, *sorted(list_fetched_commits(root))))
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


def _follow_left_branches(
    entries: Sequence[LogEntry], history: HeadHistory, *, branch: str, commit: str
) -> dict[str, str]:
    """Return where each branch was left; *branch* is the one that HEAD is by now, at *commit*."""
    # HEAD was first what the first entry says that leaves a branch.
    actions = (log_entry.action for log_entry in entries if log_entry.action.startswith(_MOVED))
    first_branch = next(actions, "").removeprefix(_MOVED).partition(_TO)[0]
    moves = _HeadMoves(history, history.branch or first_branch or branch, current_branch=branch)
    for log_entry in entries:
        moves.follow(log_entry)
    moves.arrive_at(commit)
    return moves.branches


class _HeadMoves:
    """The way of HEAD from branch to branch."""

    def __init__(self, history: HeadHistory, name: str, *, current_branch: str) -> None:
        self.branches = {branch: tip for branch, tip in history.left if branch != current_branch}
        self._name, self._head, self._begun = name, history.commit, history.commit

    def follow(self, log_entry: LogEntry) -> None:
        """Take an entry of the log for a step."""
        action, old_commit = log_entry.action, log_entry.old
        if action.startswith(_RENAMED):
            old_name, _, new_name = action.removeprefix(_RENAMED).partition(f"{_TO}{_BRANCHES}")
            if old_name in self.branches:
                self.branches[new_name] = self.branches.pop(old_name)
            self._name = new_name if self._name == old_name else self._name
        is_step = not (is_null_commit(log_entry.new) or is_null_commit(old_commit))
        if is_step:
            # HEAD may become another branch without a word of that: which it was is not known.
            self.arrive_at(old_commit)
        if is_step and not action:
            self.branches[f"{UNKNOWN}{old_commit}"] = old_commit
            self._name = ""
        elif is_step and action.startswith(_MOVED):
            branch, _, self._name = action.removeprefix(_MOVED).partition(_TO)
            self.branches[branch] = old_commit
        elif is_step and _BEGUN in action:
            self._begun = old_commit
        elif is_step and _FINISHED in action:
            rebased = action.partition(_FINISHED)[2]
            if self._name and rebased != self._name:
                self.branches[self._name] = self._begun
            self._name = rebased
        self._head = log_entry.new

    def arrive_at(self, commit: str) -> None:
        """Remember what HEAD was, where it is *commit* without an entry for that."""
        if not is_null_commit(self._head) and self._head != commit:
            self.branches[f"{UNKNOWN}{self._head}"] = self._head
            self._name = ""


def _list_passed_commits(
    root: str,
    entries: Sequence[LogEntry],
    history: HeadHistory,
    branches: Iterable[str],
    start: float,
) -> list[str]:
    """Return what HEAD and *branches* were in the session's time, but for what *history* knows.

    A rebase of the user's branch by its name leaves what that was in its own log alone.
    """
    logs = os.path.join(require_tree(root).shared_folder, "logs", _BRANCHES)
    commits = [
        history.commit,
        *(commit for log_entry in entries for commit in (log_entry.old, log_entry.new)),
    ]
    for name in branches:
        if name and not name.startswith(UNKNOWN):
            log = read_reference_log(os.path.join(logs, name)) or ()
            commits += [log_entry.old for log_entry in log if log_entry.time >= int(start)]
    known_commits = {*history.came, *history.made}
    passed = dict.fromkeys(
        commit for commit in commits if not is_null_commit(commit) and commit not in known_commits
    )
    return list(passed)[-_MOST_BRANCHES:]


def _select_commits_since(
    root: str, graph: CommitGraph, commits: Sequence[str], own_commits: Container[str], start: float
) -> list[str]:
    """Return those of *commits* that were made since *start*, but for *own_commits*.

    A commit of before that was amended keeps its date, and so does what a rebase makes of it.
    """
    objects = find_objects_folder(require_tree(root).own_folder)
    amended = {date for commit, date in graph.dates.items() if commit in own_commits}
    return [
        commit
        for commit in commits
        if commit not in own_commits
        and (graph.dates[commit] >= int(start) or graph.dates[commit] in amended)
        and not is_commit_made_before(objects, commit, date=graph.dates[commit], start=start)
    ]
