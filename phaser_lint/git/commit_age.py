"""Which commits were made before an agent's session began, as far as that can be told.

A commit says when it was made, which whoever makes it can choose. So it also has to have been in
the repository before the session, or to have come from a remote without having been made here.
"""

from __future__ import annotations

import os

from phaser_lint.files.root import common_folder
from phaser_lint.git.from_remotes import not_from_remotes, remote_commits
from phaser_lint.git.process_output import Understood, require_id
from phaser_lint.git.reference_log import log_entries
from phaser_lint.git.repository import names, required_tree, run_git
from phaser_lint.system import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST_COMMITS = 500
_MOST_REFS = 2_000


def objects_of(folder: str) -> str:
    """Return where the repository of a working tree's own git *folder* keeps objects."""
    return os.path.join(common_folder(folder), "objects")


def is_before(objects: str, commit: str, date: int, start: float) -> bool:
    """Tell whether *commit*, of that *date* in whole seconds, was made before *start*.

    The file of the object is exact, that of the newest pack is where it is older. Without them a
    commit of the first second is not before.
    """
    if date > start:
        return False
    for place in (os.path.join(commit[:2], commit[2:]), "pack"):
        try:
            # Not when its status changed: a local clone makes a link of it.
            if os.stat(os.path.join(objects, place)).st_mtime < start:
                return True
        except OSError:
            continue
        if place != "pack":
            return False
    return date < int(start)


class CommitAges:
    """The ages of the commits in the repository of *root*.

    *start* is the session's, in seconds of the epoch; without a session every commit is old.
    """

    def __init__(self, root: str, start: float | None) -> None:
        self._root = root
        self._start = start
        folder = required_tree(root).own_folder()
        self._objects = objects_of(folder)
        self._log = os.path.join(folder, "logs", "HEAD")

    def old_among(self, commits: Mapping[str, int]) -> set[str]:
        """Return those of *commits* that were made before the session, or came from a remote.

        Each with the second that it says it was made at.
        """
        young = {each for each, date in commits.items() if not self._came_before(each, date)}
        came = young - not_from_remotes(self._root, young, since=0)
        return (set(commits) - young) | {each for each in came if not self._was_made_here(each)}

    def _was_made_here(self, commit: str) -> bool:
        entries = log_entries(self._log) or ()
        return any(entry.is_commit() and entry.new == commit for entry in entries)

    def newest_old(self, tip: str, *, without: str) -> list[str]:
        """Return the newest old commits among the ancestors of *tip* that *without* lacks."""
        options = ("--parents", "--timestamp", "--topo-order", f"--max-count={_MOST_COMMITS}")
        listed = decoded(run_git(self._root, "rev-list", *options, tip, f"^{without}", "--"))
        rows = [line.split() for line in listed.splitlines()]
        with Understood("rev-list"):
            old = self.old_among({commit: int(date) for date, commit, *_ in rows})
        found, below = [], set[str]()
        for _, commit, *parents in rows:
            if commit not in below:
                if commit not in old:
                    continue
                found.append(commit)
            below.update(parents)
        return found

    def old_references(self) -> list[str]:
        """Return the commits of branches, tags and remote-tracking branches from before."""
        fields = "%(objectname) %(committerdate:unix) %(*objectname) %(*committerdate:unix)"
        asked = ("for-each-ref", f"--count={_MOST_REFS}", f"--format={fields}%00")
        output = run_git(self._root, *asked, "refs/heads", "refs/tags", "refs/remotes")
        known = {tuple(name.split()[-2:]) for name in names(output) if len(name.split()) > 1}
        with Understood("for-each-ref"):
            found = {require_id(commit): date for commit, date in sorted(known)}
        dated = {commit: int(date) for commit, date in found.items() if date.isdigit()}
        return [commit for commit, date in dated.items() if self._came_before(commit, date)]

    def _came_before(self, commit: str, date: int) -> bool:
        return self._start is None or is_before(self._objects, commit, date, self._start)


def commits_elsewhere(root: str, session_start: float, came: Iterable[str]) -> list[str]:
    """Return the commits that are old wherever they are: of others, or from before the session.

    *came*: those that no branch tells of.
    """
    tracked = [each.commit for each in remote_commits(root)]
    before = CommitAges(root, session_start).old_references()
    return list(dict.fromkeys((*came, *tracked, *before)))
