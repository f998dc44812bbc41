"""The last commits that are no merges, and what each changed: two runs of git for all of them.

Asked are ``rev-list`` and ``diff-tree``, plumbing: ``git log`` shows what the checkout's settings
say, and with ``log.showSignature`` it starts the program that they name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import WorkingTree, require_tree, run_git
from phaser_lint.project.git.answers import AnswerGuard
from phaser_lint.project.git.head_commit import is_head_unborn
from phaser_lint.project.git.process_output import decode_git_path, is_object_id, split_names
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.regular_file import read_bytes

_FORMAT = "%H%x00%P%x00%cI%x00%s"
LINK = "120000"
# What is in a submodule belongs to another project.
FILES = ("100644", "100755", "100664", LINK)
# With more new and deleted files than this git compares no contents that differ: as by default,
# whatever the settings of the user are.
_MOST = 1000
_LARGEST_LIST = 1024 * 1024
_SHOWN = 12
_AS_OBJECTS = ("--raw", "--no-abbrev", "--no-renames")


class FileObject(Record):
    """A file as a commit has it: its object, or none where it is not there."""

    blob: str = ""
    is_link: bool = False


NOT_THERE = FileObject()


class CommittedChange(Record):
    """What a commit made of the file at a path, relative to the folder that was asked for.

    A file that it renamed is gone, and new under the other name.
    """

    path: str
    was: FileObject
    now: FileObject


class Commit(Record):
    """A commit and what it changed against its first parent, which the first commit has not.

    ``date`` is the committer's, as ISO 8601 has it; ``subject`` is as it was written. A merge has
    other parents as well.
    """

    id: str
    parent: str
    date: str
    subject: str
    changes: tuple[CommittedChange, ...] = ()
    is_merge: bool = False


class Commits(Record):
    """Commits, the newest first. ``cut_at``: where a shallow clone ends before there were enough.

    Of that commit it is not known what it changed, so it is not among them.
    """

    commits: tuple[Commit, ...]
    cut_at: str = ""


def list_head_commits(root: str, number: int) -> Commits:
    """Return HEAD's last *number* commits, no merges, and their changes; raises ``GitError``."""
    if is_head_unborn(require_tree(root).root) and resolve_revision(root, "HEAD") is None:
        return Commits(())
    head_commits = _list_commits(root, "--no-merges", f"--max-count={number}", "HEAD")
    if not head_commits:
        raise GitError("git rev-list: it lists no commit of HEAD, which is one")
    shallow_ids = (
        _read_shallow_ends(require_tree(root))
        if any(not commit.parent for commit in head_commits)
        else frozenset()
    )
    whole_commits = [commit for commit in head_commits if commit.id not in shallow_ids]
    changes = _read_changes(root, whole_commits)
    commits = tuple(commit._replace(changes=changes.get(commit.id, ())) for commit in whole_commits)
    return Commits(
        commits, next((commit.id for commit in head_commits if commit.id in shallow_ids), "")
    )


def find_commit(root: str, revision: str) -> Commit | None:
    """Return the commit that *revision* names, as the last commits are listed but without what it
    changed; ``None`` if there is none.

    Raises ``GitError``, for a commit whose parent a shallow clone lacks as well.
    """
    commit_id = resolve_revision(root, revision)
    if commit_id is None:
        return None
    commits = _list_commits(root, "--max-count=1", commit_id)
    if [commit.id for commit in commits] != [commit_id]:
        raise GitError(f"git rev-list: it does not list {commit_id}, which is a commit")
    [commit] = commits
    if not commit.parent and commit_id in _read_shallow_ends(require_tree(root)):
        raise GitError(
            f"this clone is shallow and ends at {commit_id[:_SHOWN]}; "
            "git fetch --unshallow gets the rest of the history"
        )
    return commit


def _list_commits(root: str, *arguments: str) -> list[Commit]:
    options = ("--encoding=UTF-8", f"--format={_FORMAT}")
    output = decode_git_path(run_git(root, "rev-list", *options, *arguments, "--"))
    # Each comes after a line of its own, "commit" and its id.
    lines = [line for line in output.split("\n")[:-1] if not line.startswith("commit ")]
    commits = []
    with AnswerGuard("rev-list"):
        for line in lines:
            commit_id, parents, date, subject = line.split("\0", 3)
            if not is_object_id(commit_id):
                raise ValueError
            parent, _, other_parents = parents.partition(" ")
            is_merge = bool(other_parents)
            commits.append(Commit(commit_id, parent, date=date, subject=subject, is_merge=is_merge))
    return commits


def _read_shallow_ends(tree: WorkingTree) -> frozenset[str]:
    """Return the commits whose parents a shallow clone lacks: git calls them first ones."""
    path = os.path.join(tree.shared_folder, "shallow")
    try:
        return frozenset(read_bytes(path, limit=_LARGEST_LIST).decode("ascii", "replace").split())
    except OSError:
        return frozenset()


class Renames:
    """The files that *commits* renamed; git is asked once somebody wants to know of one."""

    def __init__(self, root: str, commits: Sequence[Commit]) -> None:
        self._root, self._commits = root, commits
        self._known: Mapping[str, Mapping[str, str]] | None = None

    def read_renames(self, commit: Commit) -> Mapping[str, str]:
        """Return the earlier names of the files that *commit* renamed; raises ``GitError``."""
        if self._known is None:
            # To find them takes git many times as long as all the rest.
            options = ("--name-status", "-M", f"-l{_MOST}", "--diff-filter=R")
            fields = iter(_compare_with_parents(self._root, self._commits, options))
            renames_by_commit: dict[str, dict[str, str]] = {}
            renames: dict[str, str] = {}
            with AnswerGuard("diff-tree"):
                for field in fields:
                    if field.startswith("R"):
                        old_path = next(fields)
                        renames[next(fields)] = old_path
                    else:
                        renames = renames_by_commit.setdefault(field, {})
            self._known = renames_by_commit
        return self._known.get(commit.id, {})


def _read_changes(
    root: str, commits: Sequence[Commit]
) -> Mapping[str, tuple[CommittedChange, ...]]:
    changes_by_commit: dict[str, list[CommittedChange]] = {}
    changes: list[CommittedChange] = []
    fields = iter(_compare_with_parents(root, commits, _AS_OBJECTS))
    with AnswerGuard("diff-tree"):
        for field in fields:
            if field.startswith(":"):
                old_mode, mode, old, new, _ = field[1:].split(" ")
                change = CommittedChange(
                    next(fields), _make_file_object(old_mode, old), _make_file_object(mode, new)
                )
                changes += [change] if change.was.blob or change.now.blob else []
            else:
                changes = changes_by_commit.setdefault(field, [])
    if not changes_by_commit.keys() <= {commit.id for commit in commits}:
        raise GitError("git diff-tree: it lists commits that were not asked for")
    return {
        commit: tuple(committed_changes) for commit, committed_changes in changes_by_commit.items()
    }


def _compare_with_parents(
    root: str, commits: Iterable[Commit], options: Sequence[str]
) -> list[str]:
    """Return what git prints of each of *commits* against its first parent, after its id."""
    stdin = "".join(f"{commit.id}\n" for commit in commits).encode()
    if not stdin:
        return []
    usual = ("--stdin", "-r", "--root", "-z", "--ignore-submodules=none")
    relative = require_tree(root).relative()
    return split_names(run_git(root, "diff-tree", *usual, *options, relative, "--", stdin=stdin))


def _make_file_object(mode: str, blob: str) -> FileObject:
    return FileObject(blob, mode == LINK) if mode in FILES else NOT_THERE
