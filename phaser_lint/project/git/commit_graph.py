"""The newest commits of some states, with their parents, and which commit came after which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import run_git
from phaser_lint.project.git.answers import AnswerGuard, parse_object_ids, require_object_id
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.git.revisions import run_rev_list

_MOST_COMMITS = 5_000


class CommitGraph(Record):
    """Commits, children first: the ``parents`` of each, and its date (``dates``), in seconds."""

    parents: Mapping[str, Sequence[str]]
    dates: Mapping[str, int]

    def reached_from(self, commits: Iterable[str]) -> set[str]:
        """Return those of *commits* and their ancestors that are known here."""
        reached = set[str]()
        pending = [commit for commit in commits if commit in self.parents]
        while pending:
            commit = pending.pop()
            if commit not in reached:
                reached.add(commit)
                pending += [parent for parent in self.parents[commit] if parent in self.parents]
        return reached


def read_commit_graph(
    root: str, tips: Iterable[str], *, excluded_commit: str, since: int = 0
) -> CommitGraph:
    """Return the graph of the commits that *tips* reach and *excluded_commit* does not, with their
    parents; raises ``GitError``.

    Where there is no such, those that were committed *since* then, if that is given.
    """
    revisions = [*tips, *([f"^{excluded_commit}"] if excluded_commit else [])]
    options = ("--topo-order", f"--max-count={_MOST_COMMITS}", "--format=%H %at %P")
    limit = (f"--max-age={since}",) if since and not excluded_commit else ()
    stdin = "".join(f"{revision}\n" for revision in revisions).encode()
    output = run_rev_list(root, *options, *limit, "--ignore-missing", "--stdin", stdin=stdin)
    parents: dict[str, list[str]] = {}
    dates = {}
    with AnswerGuard("rev-list"):
        lines = output.splitlines()
        for header, line in zip(lines[::2], lines[1::2], strict=True):
            commit, date, *parent_words = line.split(" ")
            if header != f"commit {commit}":
                raise ValueError(header)
            parents[commit] = parse_object_ids(" ".join(parent_words))
            dates[require_object_id(commit)] = int(date)
    return CommitGraph(parents, dates)


def read_author_dates(root: str, *revisions: str) -> Mapping[str, int]:
    """Return when the commits that ``git rev-list`` has for *revisions*, options among them, were
    first made, in seconds: what amends or picks a commit keeps that. Raises ``GitError``.
    """
    output = run_rev_list(root, "--format=%at", "--ignore-missing", *revisions, "--")
    lines = output.splitlines()
    with AnswerGuard("rev-list"):
        return {
            require_object_id(header.removeprefix("commit ")): int(date)
            for header, date in zip(lines[::2], lines[1::2], strict=True)
        }


def find_commit_parents(root: str, commits: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the parents of each of *commits* in git's graph; raises ``GitError``."""
    stdin = "".join(f"{commit}\n" for commit in commits).encode()
    output = run_git(root, "rev-list", "--parents", "--no-walk", "--stdin", stdin=stdin)
    with AnswerGuard("rev-list"):
        parents = {
            ids[0]: ids[1:] for ids in map(parse_object_ids, decode_git_path(output).splitlines())
        }
    if not parents.keys() >= set(commits):
        raise GitError("git rev-list: it does not list all commits that it was asked for")
    return parents


def holds_any_commit(root: str, tip: str, commits: Sequence[str]) -> bool:
    """Tell whether *tip* is one of *commits*, or has one among its ancestors."""
    if not commits:
        return False
    stdin = "".join(f"{revision}\n" for revision in (*commits, f"^{tip}")).encode()
    lacking_ids = run_rev_list(root, "--stdin", stdin=stdin)
    with AnswerGuard("rev-list"):
        return not set(commits).issubset(parse_object_ids(lacking_ids))
