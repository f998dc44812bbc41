"""The newest commits of some states, and their parents, in one run of git."""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.project.git.process_output import Understood, ids_in, require_id
from phaser_lint.project.git.repository import listed_commits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_MOST_COMMITS = 5_000


class CommitGraph(Record):
    """Commits, children first: the ``parents`` of each, and the second that it was ``written``."""

    parents: Mapping[str, Sequence[str]]
    written: Mapping[str, int]

    def reached_from(self, commits: Iterable[str]) -> set[str]:
        """Return those of *commits* and their ancestors that are known here."""
        found = set[str]()
        left = [commit for commit in commits if commit in self.parents]
        while left:
            commit = left.pop()
            if commit not in found:
                found.add(commit)
                left += [each for each in self.parents[commit] if each in self.parents]
        return found


def commit_graph(root: str, tips: Iterable[str], *, without: str, since: int = 0) -> CommitGraph:
    """Return the commits of *tips* that the commit *without* lacks; raises ``GitError``.

    Where there is no such, those that were committed *since* then, if that is given.
    """
    asked = [*tips, *([f"^{without}"] if without else [])]
    options = ("--topo-order", f"--max-count={_MOST_COMMITS}", "--format=%H %at %P")
    limit = (f"--max-age={since}",) if since and not without else ()
    stdin = "".join(f"{each}\n" for each in asked).encode()
    output = listed_commits(root, *options, *limit, "--ignore-missing", "--stdin", stdin=stdin)
    parents: dict[str, list[str]] = {}
    written = {}
    with Understood("rev-list"):
        lines = output.splitlines()
        for header, line in zip(lines[::2], lines[1::2], strict=True):
            commit, date, *others = line.split(" ")
            if header != f"commit {commit}":
                raise ValueError(header)
            parents[commit] = ids_in(" ".join(others))
            written[require_id(commit)] = int(date)
    return CommitGraph(parents, written)
