"""Where commits came from: from before an agent's session, from a configured remote, or from it.

A commit says when it was made, which whoever makes it can choose. So it also has to have been in
the repository before the session, or to have come from a remote without having been made here. A
remote-tracking branch tells what came, but for what was pushed from here; and what was fetched
without one, as by ``git pull URL BRANCH``, stands in FETCH_HEAD.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from phaser_lint.core.file_records import Session
from phaser_lint.project import find_common_git_folder
from phaser_lint.project.git import require_tree, run_git
from phaser_lint.project.git.answers import (
    AnswerGuard,
    parse_object_ids,
    require_object_id,
    require_object_ids,
)
from phaser_lint.project.git.git_settings import run_git_config
from phaser_lint.project.git.process_output import decode_git_path, split_names
from phaser_lint.project.git.reference_log import (
    LogEntry,
    find_commit_before_pushes,
    read_reference_log,
)
from phaser_lint.project.git.revisions import run_rev_list
from phaser_lint.project.regular_file import read_bytes

_MOST_COMMITS = 500
_REMOTES = "refs/remotes/"
# No dates: for those git reads each object, which of 100,000 references takes a second.
_FIELDS = "%(objectname)%00%(symref)%00%(refname)"
_LARGEST = 1024 * 1024
_URLS = r"^remote\..*\.url$"


def find_objects_folder(folder: str) -> str:
    """Return the folder of git's objects, whose files tell the origin of a commit, before the
    session or in it; *folder* is the repository's own.
    """
    return os.path.join(find_common_git_folder(folder), "objects")


def is_commit_made_before(objects: str, commit: str, *, date: int, start: float) -> bool:
    """Tell whether *commit*, dated *date* (whole seconds), has its origin before the *start* of an
    agent's session.

    The file of the object is exact, that of the newest pack is where it is older. Without them a
    commit of the first second is not before.
    """
    if date > start:
        return False
    for object_path in (os.path.join(commit[:2], commit[2:]), "pack"):
        try:
            # Not when its status changed: a local clone makes a link of it.
            if os.stat(os.path.join(objects, object_path)).st_mtime < start:
                return True
        except OSError:
            continue
        if object_path != "pack":
            return False
    return date < int(start)


class Origins:
    """The origins of the commits in the repository of *root*.

    *start* is the session's, in seconds of the epoch; without a session every commit is of others.
    *made*: commits that are known to be the session's, which git's logs may have lost by now.
    Git lists the references once, when they are first asked for. All methods raise ``GitError``.
    """

    def __init__(self, root: str, start: float | None, made: Iterable[str] = ()) -> None:
        self._root, self._start, self._made = root, start, frozenset(made)
        self._folder = require_tree(root).own_folder
        self._objects = find_objects_folder(self._folder)

    def others_among(self, commits: Mapping[str, int]) -> set[str]:
        """Return those of *commits* that are of others: from before the session, or from a remote.

        Each with the second that it says it was made at.
        """
        young_commits = {
            commit for commit, date in commits.items() if not self._came_before(commit, date)
        }
        from_remotes = young_commits - self.not_from_remotes(young_commits)
        log = read_reference_log(os.path.join(self._folder, "logs", "HEAD")) if from_remotes else ()
        made_here = {log_entry.new for log_entry in log or () if log_entry.is_commit()}
        return (set(commits) - young_commits) | (from_remotes - made_here - self._made)

    def newest_others(self, tip: str, *, without: str) -> list[str]:
        """Return the newest commits of others among the ancestors of *tip* that *without* lacks."""
        options = ("--parents", "--timestamp", "--topo-order", f"--max-count={_MOST_COMMITS}")
        output = run_rev_list(self._root, *options, tip, f"^{without}", "--")
        rows = [line.split() for line in output.splitlines()]
        with AnswerGuard("rev-list"):
            dates = {require_object_id(commit): int(date) for date, commit, *_ in rows}
        foreign_commits = self.others_among(dates)
        newest, ancestors = [], set[str]()
        for _, commit, *parents in rows:
            if commit not in ancestors:
                if commit not in foreign_commits:
                    continue
                newest.append(commit)
            ancestors.update(parents)
        return newest

    def not_from_remotes(self, commits: Iterable[str]) -> set[str]:
        """Return those of *commits*, all made in the session, that came from no remote."""
        candidates = set(commits)
        came_commits = self.came_from_remotes() if candidates else ()
        candidates.difference_update(came_commits)
        if not candidates:
            return candidates
        pushed = {
            log_entry.new
            for _, log in self._young_remotes
            for log_entry in log
            if log_entry.is_push()
        }
        remote_commits = {*came_commits, *(list_fetched_commits(self._root) - pushed)}
        if not remote_commits:
            return candidates
        revisions = "".join(
            f"{revision}\n"
            for revision in (*sorted(candidates), *(f"^{commit}" for commit in remote_commits))
        )
        output = run_rev_list(self._root, "--ignore-missing", "--stdin", stdin=revisions.encode())
        with AnswerGuard("rev-list"):
            return candidates.intersection(parse_object_ids(output))

    def came_from_remotes(self) -> list[str]:
        """Return what remote-tracking branches got in the session, the newest first."""
        earlier_commits = (
            find_commit_before_pushes(log, commit) for commit, log in self._young_remotes
        )
        return [
            commit
            for commit in dict.fromkeys(earlier_commits)
            if commit and commit not in self._made
        ]

    def elsewhere(self, foreign_commits: Iterable[str]) -> list[str]:
        """Return the commits that are not the session's: of others, or from before it.

        *foreign_commits*: those that no branch leads to.
        """
        old_commits = (
            recent
            for recent, date in self._dates_by_commit.items()
            if self._came_before(recent, date)
        )
        unlisted_commits = (
            commit for commit, _ in self._references if commit not in self._recent_commits
        )
        return list(
            dict.fromkeys(
                (*foreign_commits, *self.came_from_remotes(), *old_commits, *unlisted_commits)
            )
        )

    @cached_property
    def _references(self) -> Sequence[tuple[str, str]]:
        """The object and the name of each branch, tag and remote-tracking branch."""
        command = ("for-each-ref", f"--format={_FIELDS}", "refs/heads", "refs/tags", _REMOTES)
        # Not all that Python takes for the end of a line is one in a name.
        lines = decode_git_path(run_git(self._root, *command)).split("\n")[:-1]
        with AnswerGuard("for-each-ref"):
            rows = [line.split("\0") for line in lines]
            references = [(commit, name) for commit, symbolic, name in rows if not symbolic]
            require_object_ids([commit for commit, _ in references])
        return references

    @cached_property
    def _recent_commits(self) -> set[str]:
        """The objects of references that may be of the session, as far as git's files tell."""
        young, commits = self._young_objects(), [commit for commit, _ in self._references]
        return set(commits) if young is None else young.intersection(commits)

    @cached_property
    def _dates_by_commit(self) -> Mapping[str, int]:
        """When the recent commits, tagged ones too, say they were made; the newest first."""
        if not self._recent_commits:
            return {}
        options = ("--no-walk=sorted", "--timestamp", "--ignore-missing", "--stdin")
        stdin = "".join(f"{commit}\n" for commit in sorted(self._recent_commits)).encode()
        rows = run_rev_list(self._root, *options, stdin=stdin).splitlines()
        with AnswerGuard("rev-list"):
            pairs = (row.split() for row in rows)
            return {require_object_id(commit): int(date) for date, commit in pairs}

    @cached_property
    def _young_remotes(self) -> Sequence[tuple[str, Sequence[LogEntry]]]:
        """What remote-tracking branches are since the session, with their logs, newest first."""
        young_commits = [
            commit
            for commit, date in self._dates_by_commit.items()
            if not self._came_before(commit, date)
        ]
        indexes = {commit: index for index, commit in enumerate(young_commits)}
        references = [
            reference
            for reference in self._references
            if reference[0] in indexes and reference[1].startswith(_REMOTES)
        ]
        logs = os.path.join(find_common_git_folder(self._folder), "logs")
        return [
            (commit, read_reference_log(os.path.join(logs, name)) or ())
            for commit, name in sorted(references, key=lambda reference: indexes[reference[0]])
        ]

    def _young_objects(self) -> set[str] | None:
        """Return the objects that came in the session; ``None`` where git's files do not tell."""
        if self._start is None:
            return set()
        if os.path.exists(os.path.join(self._objects, "info", "alternates")):
            return None
        # What is added to a pack again makes that younger, its index not.
        if any(name.endswith(".idx") for name in self._names_since_start("pack")):
            return None
        folders = (f"{number:02x}" for number in range(256))
        return {
            f"{folder}{name}"
            for folder in folders
            if self._is_since_start(folder)
            for name in self._names_since_start(folder)
        }

    def _names_since_start(self, folder: str) -> Iterator[str]:
        """Yield the names of what came into a *folder* of objects in the session."""
        try:
            file_names = os.listdir(os.path.join(self._objects, folder))
        except OSError:
            return
        yield from (name for name in file_names if self._is_since_start(os.path.join(folder, name)))

    def _is_since_start(self, object_path: str) -> bool:
        try:
            return os.stat(os.path.join(self._objects, object_path)).st_mtime >= (self._start or 0)
        except OSError:
            return False

    def _came_before(self, commit: str, date: int) -> bool:
        return self._start is None or is_commit_made_before(
            self._objects, commit, date=date, start=self._start
        )


def open_origins(root: str, session: Session | None) -> Origins:
    """Return the origins of commits (from before the session, a remote, or the session) that a
    *session* holds, or new ones for *root*.
    """
    session_origins = session.origins if session else None
    if isinstance(session_origins, Origins):
        return session_origins
    return Origins(root, session.start, session.made) if session else Origins(root, None)


def list_fetched_commits(root: str) -> set[str]:
    """Return the commits that came with the last ``git fetch`` (FETCH_HEAD): not of the session."""
    path = os.path.join(require_tree(root).own_folder, "FETCH_HEAD")
    try:
        text = decode_git_path(read_bytes(path, limit=_LARGEST))
    except OSError:
        return set()
    lines = [line.split("\t", 2) for line in text.splitlines()]
    urls_by_commit = {
        # ``branch 'main' of URL``, or the URL of a HEAD alone.
        line[0]: url
        for line in lines
        if len(line) == 3
        and not line[0].startswith("^")
        and (url := _normalise_url(line[2].rpartition("' of ")[2]))
    }
    if not urls_by_commit:
        return set()
    url_settings = split_names(run_git_config(root, "--null", "--get-regexp", _URLS))
    urls = {_normalise_url(setting.partition("\n")[2]) for setting in url_settings}
    return {commit for commit, url in urls_by_commit.items() if url in urls}


def _normalise_url(url: str) -> str:
    """Return *url* as FETCH_HEAD has it: without a login, and without what may be left out."""
    scheme, mark, address = url.partition("//")
    host, slash, path = address.partition("/")
    bare = f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"
    return bare.rstrip("/").removesuffix(".git").rstrip("/")
