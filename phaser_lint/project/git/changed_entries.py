"""The files that differ from a commit, on the disk or in the index."""

from __future__ import annotations

from phaser_lint.core.changes import ChangedEntry
from phaser_lint.core.checked_files import ChangeKind
from phaser_lint.project.git import git_command
from phaser_lint.project.git.changed_entry import entry_on_disk
from phaser_lint.project.git.process_output import start_git
from phaser_lint.project.git.repository import (
    AnswerGuard,
    diff_arguments,
    names,
    output_of,
    required_tree,
    run_git,
)
from phaser_lint.project.git.staged_index import differing_in_index
from phaser_lint.project.present_paths import files_or_links

_NONE = "000000"
_SUBMODULE = "160000"
_UNMERGED = "U"


def changed_files(root: str, first_commit: str, *other_commits: str) -> list[str]:
    """Return the files under *root* that differ from each commit on disk, or are untracked.

    A deleted file is not among them.
    """
    touched = set(touched_files(root, first_commit))
    touched.intersection_update(*(touched_files(root, commit) for commit in other_commits))
    return files_or_links(root, sorted(touched))


def touched_files(root: str, commit: str, *, inner_folders: list[str] | None = None) -> list[str]:
    """Return what ``changed_files`` does, and the deleted files as well.

    Repositories that git does not track are added to *inner_folders*, with ``/``.
    """
    changes = entries_on_disk(root, commit, inner_folders=inner_folders)
    return sorted(change.path for change in changes)


def entries_on_disk(
    root: str, commit: str, *, inner_folders: list[str] | None = None
) -> list[ChangedEntry]:
    """Return each file under *root* that differs from *commit* on disk, or is untracked.

    *inner_folders*: see ``touched_files``.
    """
    tree = required_tree(root)
    untracked = ("ls-files", "-z", "--others", "--exclude-standard", *tree.pathspec())
    options = ("--raw", "--full-index", "--no-renames")
    listing = start_git(git_command(tree, *untracked))  # at work beside the comparison
    try:
        fields = iter(names(run_git(root, *diff_arguments(tree, commit, options=options))))
        untracked_names = names(output_of(listing.command, listing.end()))
    finally:
        listing.close()
    untracked_paths = tree.paths_inside(untracked_names)
    if inner_folders is not None:
        inner_folders += [path for path in untracked_paths if path.endswith("/")]
    states = dict.fromkeys(untracked_paths, ("", True))
    with AnswerGuard("diff-index"):
        for meta, path in zip(fields, fields, strict=True):
            old_mode, mode, old, new, _ = meta.removeprefix(":").split(" ")
            # What the index has no more may be on the disk all the same; what git knows did change.
            may_be_same = mode in (old_mode, _NONE) and not new.strip("0")
            states[path] = "" if old_mode == _NONE else old, may_be_same
    changes = (
        entry_on_disk(root, path, old_blob=old_blob, may_be_same=may)
        for path, (old_blob, may) in states.items()
    )
    return [change for change in changes if change is not None]


def entries_in_index(root: str, commit: str) -> list[ChangedEntry]:
    """Return each file under *root* that differs from *commit* in git's index."""
    return [
        ChangedEntry(
            index_entry.path,
            _kind(index_entry.old_mode, index_entry.mode),
            was="" if index_entry.old_mode == _NONE else index_entry.old,
            now="" if index_entry.mode == _NONE else index_entry.blob,
        )
        for index_entry in differing_in_index(root, commit)
        if index_entry.status != _UNMERGED
        and _SUBMODULE not in (index_entry.old_mode, index_entry.mode)
    ]


def entries_between(root: str, commit: str, tip: str) -> list[ChangedEntry]:
    """Return each file under *root* that differs between two commits."""
    options = ("-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--ignore-submodules=all")
    relative = required_tree(root).relative()
    fields = iter(names(run_git(root, "diff-tree", *options, relative, commit, tip, "--")))
    changes = []
    for meta, path in zip(fields, fields, strict=True):
        old_mode, mode, old, new, _ = meta.removeprefix(":").split(" ")
        if _SUBMODULE not in (old_mode, mode):
            changes.append(
                ChangedEntry(
                    path,
                    _kind(old_mode, mode),
                    was="" if old_mode == _NONE else old,
                    now="" if mode == _NONE else new,
                )
            )
    return changes


def _kind(old_mode: str, mode: str) -> ChangeKind:
    if old_mode == _NONE:
        return "create"
    return "delete" if mode == _NONE else "modify"
