"""The blobs that git would make of files on the disk, by their ids: what became of a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property

from phaser_lint.core.errors import GitError
from phaser_lint.core.hashes import load_hash_function
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.git import require_tree, run_git
from phaser_lint.project.git.answers import parse_object_id
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.regular_file import read_bytes


class DiskBlobs:
    """The objects that git would make of changed files at *paths* under *root*, on the disk.

    Their bytes tell, but for line ends: where only these differ from an object, git is asked, once
    for all files, whether it would convert them (``core.autocrlf``, ``text`` in
    ``.gitattributes``). ``* -text`` and a file with CRLF: git shows it as changed.
    """

    def __init__(self, root: str, paths: Sequence[str]) -> None:
        self._root, self._paths = root, paths

    def identify(self, path: str, example: str) -> tuple[str, ...]:
        """Return the object ids of the file at *path* that may be *example*, the id of an object;
        nothing for what is no regular file, or a large one. Raises ``GitError``.
        """
        raw_id, *converted_ids = hash_disk_file(self._root, path, example=example) or ("",)
        if example == raw_id or example not in converted_ids:
            return (raw_id,) if raw_id else ()
        return (raw_id, self._ids_by_git.get(path, ""))

    @cached_property
    def _ids_by_git(self) -> dict[str, str]:
        """What git would call each file that it can read."""
        root, prefix = self._root, require_tree(self._root).prefix
        paths = [path for path in self._paths if os.path.isfile(os.path.join(root, path))]
        blob_ids = hash_as_blobs(root, [f"{prefix}{path}" for path in paths])
        return dict(zip(paths, blob_ids, strict=True))


def hash_text_as_blob(root: str, path: str, content: bytes) -> str:
    """Return the id of the blob that the repository around *root* would make of a changed file at
    *path* with that *content*. Raises ``GitError``.
    """
    words = ("hash-object", "--stdin", f"--path={require_tree(root).prefix}{path}")
    return parse_object_id(run_git(root, *words, stdin=content), "hash-object")


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


def hash_link(root: str, path: str, *, example: str) -> tuple[str, ...]:
    """Return the ids that a link may have, which holds where it leads; nothing for another file."""
    try:
        target = os.readlink(os.path.join(root, path))
    except OSError:
        return ()
    return hash_content(os.fsencode(target), example=example)


def hash_content(content: bytes, *, example: str) -> tuple[str, ...]:
    """Return the ids git may give a changed file's *content*: as is, or with other line ends."""
    if len(content) > MAXIMUM_BYTES:
        return ()
    hash_object = load_hash_function("sha1" if len(example) == _SHA1_DIGITS else "sha256")
    variants = (content, content.replace(b"\r\n", b"\n"))
    blobs = (b"blob %d\0" % len(variant) + variant for variant in variants)
    return tuple(hash_object(blob).hexdigest() for blob in blobs)
