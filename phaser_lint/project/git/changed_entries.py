"""The files that differ from a commit, on the disk or in the index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from phaser_lint.core.changes import ChangedEntry
from phaser_lint.core.file_records import ChangeKind
from phaser_lint.project.file_or_skip import is_file_or_link
from phaser_lint.project.git import WorkingTree, make_git_command, require_tree, run_git
from phaser_lint.project.git.answers import AnswerGuard
from phaser_lint.project.git.disk_blobs import DiskBlobs, hash_link
from phaser_lint.project.git.git_status import find_head_objects
from phaser_lint.project.git.process_output import require_git_output, split_names, start_git
from phaser_lint.project.git.staged_index import find_index_differences

_NONE = "000000"
_SUBMODULE = "160000"
_UNMERGED = "U"
_MOST_NAMED = 500


def list_touched_files(
    root: str, commit: str, *, inner_folders: list[str] | None = None
) -> list[str]:
    """Return the changed files under *root*, those that differ on disk from *commit*, deleted ones
    among them, or are untracked.

    Repositories that git does not track are added to *inner_folders*, with ``/``.
    """
    changes = list_disk_changes(root, commit, inner_folders=inner_folders)
    return sorted(change.path for change in changes)


def list_disk_changes(
    root: str, commit: str, *, inner_folders: list[str] | None = None
) -> list[ChangedEntry]:
    """Return the changed entry of each file under *root* that differs from *commit* on disk, or is
    untracked.

    *inner_folders*: see ``list_touched_files``.
    """
    tree = require_tree(root)
    untracked = ("ls-files", "-z", "--others", "--exclude-standard", *tree.pathspec())
    options = ("--raw", "--full-index", "--no-renames")
    answers, question = tree.root.answers, (tree.root, *untracked)
    listing = None
    if question not in answers:
        listing = start_git(make_git_command(tree, *untracked))  # at work beside the comparison
    try:
        diff = make_diff_arguments(tree, commit, options=options)
        fields = iter(split_names(run_git(root, *diff, once=True)))
        if listing is not None:
            answers[question] = require_git_output(listing.end())
    finally:
        if listing is not None:
            listing.close()
    untracked_paths = tree.paths_inside(split_names(answers[question]))
    if inner_folders is not None:
        inner_folders += [path for path in untracked_paths if path.endswith("/")]
    states = dict.fromkeys(untracked_paths, ("", True))
    with AnswerGuard("diff-index"):
        for meta, path in zip(fields, fields, strict=True):
            old_mode, mode, old, new, _ = meta.removeprefix(":").split(" ")
            # What the index has no more may be on the disk all the same; what git knows did change.
            may_be_same = mode in (old_mode, _NONE) and not new.strip("0")
            states[path] = "" if old_mode == _NONE else old, may_be_same
    return find_disk_changes(root, states)


def find_disk_changes(root: str, states: Mapping[str, tuple[str, bool]]) -> list[ChangedEntry]:
    """Return the changed entries among the files at the paths of *states*: what became of each on
    disk since a commit.

    A state is the object then, empty where there was none, and whether it may be the same now: git
    also lists what was merely touched. Raises ``GitError``.
    """
    blobs = DiskBlobs(root, [path for path, (_, may_be_same) in states.items() if may_be_same])
    changes = []
    for path, (old_blob, may_be_same) in states.items():
        if not is_file_or_link(root, path):
            changes += [ChangedEntry(path, "delete", old_blob)] if old_blob else []
        elif not old_blob:
            changes.append(ChangedEntry(path, "create"))
        elif not may_be_same or not (
            old_blob in blobs.identify(path, old_blob)
            or old_blob in hash_link(root, path, example=old_blob)
        ):
            changes.append(ChangedEntry(path, "modify", old_blob))
    return changes


def make_diff_arguments(
    tree: WorkingTree, commit: str, *, options: Iterable[str]
) -> tuple[str, ...]:
    """Return the arguments of the git command that lists the changed entries of a repository: the
    files that differ between *commit* and the disk.

    Not by ``git diff``, which writes what it learned of the files, and needs their contents.
    """
    return ("diff-index", "-z", "--ignore-submodules=all", tree.relative(), *options, commit, "--")


def list_uncommitted_changes(root: str) -> list[ChangedEntry]:
    """Return the changed entries of the files on disk that differ from HEAD, or are new to git."""
    return find_disk_changes(root, find_head_objects(root))


def list_index_changes(root: str, commit: str) -> list[ChangedEntry]:
    """Return the changed entry of each file under *root* whose index differs from *commit*."""
    return [
        ChangedEntry(
            index_entry.path,
            _tell_change_kind(index_entry.old_mode, index_entry.mode),
            was="" if index_entry.old_mode == _NONE else index_entry.old,
            now="" if index_entry.mode == _NONE else index_entry.blob,
        )
        for index_entry in find_index_differences(root, commit)
        if index_entry.status != _UNMERGED
        and _SUBMODULE not in (index_entry.old_mode, index_entry.mode)
    ]


def list_changes_between_commits(
    root: str, commit: str, tip: str, *, paths: Sequence[str] = ()
) -> list[ChangedEntry]:
    """Return the changed entry of each file under *root* between *commit* and *tip*; with *paths*,
    where they are few enough for a command line, only of what is there.
    """
    options = ("-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--ignore-submodules=all")
    tree = require_tree(root)
    names = (
        [f":(literal){tree.prefix}{path}" for path in paths] if len(paths) <= _MOST_NAMED else ()
    )
    asking = (*options, tree.relative(), commit, tip, "--", *names)
    fields = iter(split_names(run_git(root, "diff-tree", *asking)))
    changes = []
    for meta, path in zip(fields, fields, strict=True):
        old_mode, mode, old, new, _ = meta.removeprefix(":").split(" ")
        if _SUBMODULE not in (old_mode, mode):
            changes.append(
                ChangedEntry(
                    path,
                    _tell_change_kind(old_mode, mode),
                    was="" if old_mode == _NONE else old,
                    now="" if mode == _NONE else new,
                )
            )
    return changes


def _tell_change_kind(old_mode: str, mode: str) -> ChangeKind:
    if old_mode == _NONE:
        return "create"
    return "delete" if mode == _NONE else "modify"
