"""A file on disk beside what it was in a commit: what became of it, and which object it is."""

from __future__ import annotations

import os
from collections.abc import Sequence

from phaser_lint.core.changes import ChangedEntry
from phaser_lint.core.errors import GitError
from phaser_lint.core.hashes import load_hash_function
from phaser_lint.project.git import run_git
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.present_paths import is_file_or_link
from phaser_lint.project.regular_file import MAXIMUM_BYTES, read_bytes


def find_disk_change(
    root: str, path: str, *, old_blob: str, may_be_same: bool = True
) -> ChangedEntry | None:
    """Return how the file at *path* differs on disk from *old_blob*, what it was in a commit;
    ``None`` if nothing changed.

    It is empty where there was none. git also lists what was merely touched: *may_be_same*.
    """
    if not is_file_or_link(root, path):
        return ChangedEntry(path, "delete", old_blob) if old_blob else None
    if not old_blob:
        return ChangedEntry(path, "create")
    if not may_be_same:
        return ChangedEntry(path, "modify", old_blob)

    if old_blob in hash_disk_file(root, path, example=old_blob):
        return None
    if old_blob in _hash_link(root, path, example=old_blob):
        return None
    return ChangedEntry(path, "modify", old_blob)


def hash_as_blobs(root: str, tree_paths: Sequence[str]) -> list[str]:
    """Return the ids of the blobs that the repository around *root* would make of changed files on
    disk.

    *tree_paths* are from the root of the working tree. Raises ``GitError``.
    """
    if not tree_paths:
        return []
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
    lines = b"".join(os.fsencode(f'"{path.translate(escapes)}"\n') for path in tree_paths)
    blob_ids = decode_git_path(run_git(root, "hash-object", "--stdin-paths", stdin=lines)).split()
    if len(blob_ids) != len(tree_paths):
        raise GitError(f"git hash-object: expected {len(tree_paths)} lines, found {len(blob_ids)}")
    return blob_ids


# What git would call the content of a file on disk, without asking git.
#
# git would run the filters that the checkout names. So a file that one of them changes, as git-lfs
# does, is no longer known for the same once it was touched.

_SHA1_DIGITS = 40


def hash_disk_file(root: str, path: str, *, example: str) -> tuple[str, ...]:
    """Return the object ids that git may give a changed file on disk at *path*: as it is, and with
    the line ends of a commit.

    *example* is any id of the repository. Nothing for what is no regular file, or a large one.
    """
    full = os.path.join(root, path)
    try:
        content = b"" if os.path.islink(full) else read_bytes(full, limit=MAXIMUM_BYTES + 1)
    except OSError:
        return ()
    return () if os.path.islink(full) else hash_content(content, example=example)


def _hash_link(root: str, path: str, *, example: str) -> tuple[str, ...]:
    """Return the ids that a link may have, which holds where it leads; nothing for another file."""
    try:
        target = os.readlink(os.path.join(root, path))
    except OSError:
        return ()
    return hash_content(os.fsencode(target), example=example)


def hash_content(content: bytes, *, example: str) -> tuple[str, ...]:
    """Return the ids of the objects that git may make of a changed file's *content*: as it is, and
    with the line ends of a commit.
    """
    if len(content) > MAXIMUM_BYTES:
        return ()
    hash_object = load_hash_function("sha1" if len(example) == _SHA1_DIGITS else "sha256")
    variants = (content, content.replace(b"\r\n", b"\n"))
    blobs = (b"blob %d\0" % len(variant) + variant for variant in variants)
    return tuple(hash_object(blob).hexdigest() for blob in blobs)
