"""Which commits were made before an agent's session began, as far as that can be told.

A commit says when it was made, which whoever makes it can choose. So it also has to have been in
the repository before the session, or to have come from a remote without having been made here.
"""

from __future__ import annotations

import os

from phaser_lint.errors import GitError
from phaser_lint.files.root import common_folder
from phaser_lint.git.process_output import Understood, is_object_id
from phaser_lint.git.repository import names, required_tree, run_git
from phaser_lint.record import Record
from phaser_lint.system import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_COMMITS = 500
_MOST_REFS = 2_000
_LARGEST_LOG = 1024 * 1024


class Reference(Record):
    """A branch, tag or remote-tracking branch: the commit, and its date in seconds of the epoch."""

    commit: str
    date: int


class CommitAges:
    """The ages of the commits in the repository of *root*.

    *start* is the session's, in seconds of the epoch; without a session every commit is old.
    """

    def __init__(self, root: str, start: float | None) -> None:
        self._root = root
        self._start = start
        folder = required_tree(root).own_folder()
        self._objects = os.path.join(common_folder(folder), "objects")
        self._log = os.path.join(folder, "logs", "HEAD")

    def is_old(self, commit: str, date: int) -> bool:
        """Tell whether *commit*, which says it was made at *date*, was made before the session."""
        if self._start is None:
            return True
        if date >= self._start:
            return False
        return self._came_before(commit, self._start) or (
            not self._was_made_here(commit) and self._is_fetched(commit)
        )

    def _came_before(self, commit: str, start: float) -> bool:
        """Tell whether the object is older; of one in a pack nothing else than its date tells."""
        try:
            return os.stat(os.path.join(self._objects, commit[:2], commit[2:])).st_ctime < start
        except OSError:
            return True

    def _was_made_here(self, commit: str) -> bool:
        try:
            with open(self._log, "rb") as file:
                file.seek(max(0, os.fstat(file.fileno()).st_size - _LARGEST_LOG))
                lines = file.read().split(b"\n")
        except OSError:
            return True
        entries = (line.partition(b"\t") for line in lines)
        return any(
            action.startswith(b"commit") and head.split(b" ")[1:2] == [commit.encode()]
            for head, _, action in entries
        )

    def _is_fetched(self, commit: str) -> bool:
        asked = ("for-each-ref", "--count=1", "--contains", commit, "refs/remotes")
        said = run_git(self._root, *asked)
        if said and not is_object_id(said.partition(b" ")[0]):
            raise GitError("git for-each-ref: its answer cannot be understood")
        return bool(said)

    def newest_old(self, tip: str, *, without: str) -> list[str]:
        """Return the newest old commits among the ancestors of *tip* that *without* lacks."""
        options = ("--parents", "--timestamp", "--topo-order", f"--max-count={_MOST_COMMITS}")
        listed = decoded(run_git(self._root, "rev-list", *options, tip, f"^{without}", "--"))
        found, below = [], set[str]()
        with Understood("rev-list"):
            dated = [
                (int(date), commit, parents)
                for date, commit, *parents in map(str.split, listed.splitlines())
            ]
        for date, commit, parents in dated:
            if commit not in below:
                if not self.is_old(commit, date):
                    continue
                found.append(commit)
            below.update(parents)
        return found

    def old_references(self) -> Iterator[str]:
        """Yield the commits that branches, tags and remote-tracking branches were before."""
        fields = "%(objectname) %(committerdate:unix) %(*objectname) %(*committerdate:unix)"
        asked = ("for-each-ref", f"--count={_MOST_REFS}", f"--format={fields}%00")
        output = run_git(self._root, *asked, "refs/heads", "refs/tags", "refs/remotes")
        known = {tuple(name.split()[-2:]) for name in names(output) if len(name.split()) > 1}
        for commit, date in sorted(known):
            if date.isdigit() and self.is_old(commit, int(date)):
                yield commit
