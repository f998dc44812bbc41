"""What came from the remotes that the repository is configured with: the work of others.

A remote-tracking branch says so, but for what was pushed from here; and what was fetched without
one, as by ``git pull URL BRANCH``, stands in FETCH_HEAD.
"""

from __future__ import annotations

import os

from phaser_lint.files.regular_file import read_bytes
from phaser_lint.files.root import common_folder
from phaser_lint.git.git_settings import settings
from phaser_lint.git.process_output import Understood, ids_in, require_id
from phaser_lint.git.reference_log import before_pushes, log_entries
from phaser_lint.git.repository import names, required_tree, run_git
from phaser_lint.record import Record
from phaser_lint.system import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaser_lint.git.reference_log import LogEntry

_MOST_REFERENCES = 2_000
_FIELDS = "%(objectname) %(committerdate:unix) %(symref)%00%(refname)"
_LARGEST = 1024 * 1024
_URLS = r"^remote\..*\.url$"


class RemoteCommit(Record):
    """What a remote-tracking branch is, or was before what was pushed; its date in seconds."""

    commit: str
    date: int


def remote_commits(root: str, *, since: int = 0) -> list[RemoteCommit]:
    """Return what remote-tracking branches got from their remotes, the newest first.

    Only those whose own commit is not dated before *since*. Raises ``GitError``.
    """
    found = {
        before_pushes(entries, commit): date for commit, date, entries in _tracked(root, since)
    }
    return [RemoteCommit(commit, date) for commit, date in found.items() if commit]


def _tracked(root: str, since: int) -> Iterator[tuple[str, int, Sequence[LogEntry]]]:
    """Yield the commit of each remote-tracking branch, its date, and the branch's log."""
    asked = ("for-each-ref", "--sort=-committerdate", f"--count={_MOST_REFERENCES}")
    listed = decoded(run_git(root, *asked, f"--format={_FIELDS}", "refs/remotes"))
    logs = os.path.join(common_folder(required_tree(root).own_folder()), "logs")
    with Understood("for-each-ref"):
        rows = [_row(line) for line in listed.splitlines()]
    for name, commit, date, symbolic in rows:
        # What is no commit, as a tag of a tree, has no date.
        if date.isdigit() and int(date) >= since and not symbolic:
            yield commit, int(date), log_entries(os.path.join(logs, name)) or ()


def _row(line: str) -> tuple[str, str, str, str]:
    said, name = line.split("\0")
    commit, date, symbolic = said.split(" ", 2)
    return name, require_id(commit), date, symbolic


def holds_any(root: str, tip: str, commits: Sequence[str]) -> bool:
    """Tell whether *tip* is one of *commits*, or came after one."""
    if not commits:
        return False
    asked = "".join(f"{each}\n" for each in (*commits, f"^{tip}")).encode()
    lacking = decoded(run_git(root, "rev-list", "--stdin", stdin=asked))
    with Understood("rev-list"):
        return not set(commits).issubset(ids_in(lacking))


def not_from_remotes(root: str, commits: Iterable[str], *, since: int) -> set[str]:
    """Return those of *commits*, all made *since* then, that came from no configured remote."""
    left = set(commits)
    if not left:
        return left
    tracked = list(_tracked(root, since))
    theirs = {before_pushes(entries, commit) for commit, _, entries in tracked} - {""}
    pushed = {each.new for _, _, entries in tracked for each in entries if each.is_push()}
    theirs |= fetched(root) - pushed
    if not theirs:
        return left
    asked = "".join(f"{each}\n" for each in (*sorted(left), *(f"^{each}" for each in theirs)))
    listed = run_git(root, "rev-list", "--ignore-missing", "--stdin", stdin=asked.encode())
    with Understood("rev-list"):
        return left.intersection(ids_in(decoded(listed)))


def fetched(root: str) -> set[str]:
    """Return the commits of FETCH_HEAD that came from a configured remote."""
    path = os.path.join(required_tree(root).own_folder(), "FETCH_HEAD")
    try:
        text = decoded(read_bytes(path, limit=_LARGEST))
    except OSError:
        return set()
    lines = [line.split("\t", 2) for line in text.splitlines()]
    said = {commit: url for commit, _, source in _complete(lines) if (url := _url(source))}
    urls = _configured(root) if said else set()
    return {commit for commit, url in said.items() if url in urls}


def _complete(lines: list[list[str]]) -> list[list[str]]:
    return [line for line in lines if len(line) == 3 and not line[0].startswith("^")]


def _url(source: str) -> str:
    """Return where ``branch 'main' of URL``, or the URL of a HEAD alone, came from."""
    return _plain(source.rpartition("' of ")[2])


def _configured(root: str) -> set[str]:
    listed = names(settings(root, "--null", "--get-regexp", _URLS))
    return {_plain(each.partition("\n")[2]) for each in listed}


def _plain(url: str) -> str:
    """Return *url* as FETCH_HEAD has it: without a login, and without what may be left out."""
    scheme, mark, rest = url.partition("//")
    host, slash, path = rest.partition("/")
    bare = f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"
    return bare.rstrip("/").removesuffix(".git").rstrip("/")
