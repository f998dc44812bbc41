"""What is staged: the files of git's index, and those of them that the next commit changes.

The index is what ``git commit`` takes, which need not be what is on the disk. git tells hooks by
``GIT_INDEX_FILE`` which index that is (``git commit -a`` and ``git commit FILE`` make one of their
own); everything here honours it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import join_most
from phaser_lint.project.git import find_working_tree, make_git_variables, require_tree, run_git
from phaser_lint.project.git.answers import AnswerGuard
from phaser_lint.project.git.process_output import split_names
from phaser_lint.project.git.revisions import name_empty_tree, resolve_revision
from phaser_lint.project.git.snapshots import Snapshot, make_git_snapshot
from phaser_lint.project.git.tracked_files import read_index_header

_SHOWN_NAMES = 3
_WITHOUT_ANNOUNCED = 2


class StagedFiles(Record):
    """The index: the files that differ from HEAD, the ones it has no more, and all files."""

    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    whole: Snapshot


class IndexEntry(Record):
    """A file whose entry in the index differs from that of a tree: the modes and objects of both.

    What there is none of is all zeros.
    """

    old_mode: str
    mode: str
    old: str
    blob: str
    status: str
    path: str


def is_commit_begun(root: str, variables: Mapping[str, str] | None = None) -> bool:
    """Tell whether a commit of the repository is being made, or is prepared by what is staged in
    its index.

    Git says so only to its own hooks, by the *variables* of this process. A new message, or
    ``--allow-empty``, stages nothing. Raises ``GitError``.
    """
    tree = find_working_tree(root, variables)
    git_environment = make_git_variables(tree, variables) if tree else {}
    return "GIT_INDEX_FILE" in git_environment or is_anything_staged(root)


def is_anything_staged(root: str) -> bool:
    """Tell whether the next commit changes anything by what is staged; the first one may."""
    if resolve_revision(root, "HEAD") is None:
        return True
    return bool(run_git(root, "diff-index", "--cached", "HEAD", "--"))


def read_staged_files(root: str) -> StagedFiles:
    """Return the files that are staged in the index under *root*; raises ``GitError``, also for
    unmerged files.

    What was only announced (``git add -N``) is not in the index. Before the first commit all of it
    is new.
    """
    nothing = name_empty_tree(root)
    entries = list(find_index_differences(root, nothing))
    version, entry_count = read_index_header(require_tree(root))
    # Since the third version entries may be announced alone.
    if version == _WITHOUT_ANNOUNCED and entry_count and not entries:
        raise GitError(f"git diff-index: it lists none of the {entry_count} files of git's index")
    unmerged_paths = sorted(
        {index_entry.path for index_entry in entries if index_entry.status == "U"}
    )
    if unmerged_paths:
        names = join_most(unmerged_paths, _SHOWN_NAMES, last=" and ")
        raise GitError(
            f"--staged: unmerged: {names}; resolve the conflicts and git add the files first"
        )
    snapshot = make_git_snapshot(
        (index_entry.mode, index_entry.blob, index_entry.path) for index_entry in entries
    )
    head = resolve_revision(root, "HEAD")
    differing = entries if head is None else list(find_index_differences(root, head))
    staged_paths = {*snapshot.blobs, *snapshot.links}
    return StagedFiles(
        tuple(sorted(staged_paths.intersection(index_entry.path for index_entry in differing))),
        tuple(sorted(index_entry.path for index_entry in differing if index_entry.status == "D")),
        snapshot,
    )


def find_index_differences(root: str, tree: str) -> Iterator[IndexEntry]:
    """Yield the entry of each file under *root* whose staged entry in the index differs from that
    of *tree*, a commit or the empty tree.
    """
    output = run_git(
        root,
        "diff-index",
        "--cached",
        "--raw",
        "-z",
        "--full-index",
        "--no-renames",
        require_tree(root).relative(),
        "--ita-invisible-in-index",
        "--ignore-submodules=none",
        tree,
        "--",
        once=True,
    )
    fields = iter(split_names(output))
    with AnswerGuard("diff-index"):
        for meta, path in zip(fields, fields, strict=True):
            old_mode, mode, old, blob, status = meta.removeprefix(":").split(" ")
            yield IndexEntry(
                old_mode=old_mode, mode=mode, old=old, blob=blob, status=status, path=path
            )
