"""The names of the files that HEAD has, by which an edit creates a file or modifies one.

One file a session and project in the user's cache folder, which counts as long as HEAD is the same
commit by git's own files. Where that cannot be known, git is asked.
"""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.core.cache_file import name_cache_path, read_stored_record, write_stored_values
from phaser_lint.core.errors import GitError
from phaser_lint.project import find_git_root
from phaser_lint.project.git import ask_git, find_working_tree
from phaser_lint.project.git.head_commit import find_head_commit
from phaser_lint.project.git.process_output import decode_git_path

# The number goes up with every change of what is stored.
_FORM = "head 2"


class _HeadFiles(Record):
    """The commit that HEAD is, and the names of its files between zeros, none if too many."""

    head: bytes
    names: bytes


def name_head_file(cache: str, *, session: str, root: str) -> str:
    """Return the path at which a session remembers the names of HEAD's files at *root*."""
    return name_cache_path(os.path.join(cache, "sessions"), (session, root), ending=".head")


def creates_file(files_by_kind: str, root: str, path: str) -> bool | None:
    """Tell, by the remembered names of HEAD's files, whether an edit of *path*, of the project at
    *root*, creates a file.

    By what is remembered at *files_by_kind*; ``None`` where git has to be asked.
    """
    repository = find_git_root(root)
    names = _read_names(files_by_kind, find_head_commit(repository)) if repository else None
    if not names:
        return None
    if b"\0%s\0" % os.fsencode(path) in names:
        return False
    # A file that git ignores is not created, though HEAD lacks it.
    return None if os.path.lexists(os.path.join(root, path)) else True


def remember_head_files(kept: str, root: str) -> None:
    """Write the names of HEAD's files to the session's file *kept*, where it has none yet."""

    tree = find_working_tree(root)
    head = find_head_commit(tree.root) if tree else b""
    if tree is None or not head or _read_names(kept, head) is not None:
        return
    asking = ("ls-tree", "-r", "-z", "--name-only", "--full-tree", head.decode(), "--")
    try:
        output = ask_git(tree, *asking, *filter(None, (tree.prefix,)))
        listed = os.fsencode(
            "\0".join(("", *tree.paths_inside(decode_git_path(output).split("\0")), ""))
        )
    except GitError:  # of too many it is remembered that they are not known
        listed = b""
    write_stored_values(kept, _FORM, tuple(_HeadFiles(head, listed)))


def _read_names(kept: str, head: bytes) -> bytes | None:
    """Return the names between zeros, nothing where they are too many; ``None``: not known."""
    stored = read_stored_record(kept, _FORM, _HeadFiles)
    return stored.names if stored and head and stored.head == head else None
