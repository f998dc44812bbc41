"""Texts that a checkout has in another encoding than the commit: ``working-tree-encoding``.

One line of a pull request's ``.gitattributes`` has git write ``print(1)`` in EBCDIC on the runner,
where no pattern finds it, or in UTF-16 without its mark, which is binary. What is checked of such a
file is what git keeps of it. One that was changed since, or is not added yet, is read as it is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from phaser_lint.core.checked_files import Skip, TextFile
from phaser_lint.core.files import folders_of
from phaser_lint.project.files.commit import SnapshotFiles
from phaser_lint.project.git.repository import (
    AnswerGuard,
    index_entries,
    names,
    required_tree,
    run_git,
)
from phaser_lint.project.git.snapshots import snapshot_of
from phaser_lint.project.regular_file import MAXIMUM_BYTES, read_bytes

_ATTRIBUTE = "working-tree-encoding"
_NOT_SET = ("unspecified", "unset", "set")


def texts_in_other_encodings(root: str, paths: Sequence[str]) -> Mapping[str, TextFile | Skip]:
    """Return those of *paths* that git wrote in another encoding, as it keeps them.

    Raises ``GitError``.
    """
    tree = required_tree(root)
    full_paths = [f"{tree.prefix}{path}" for path in paths]
    if not any(_sets_encodings(tree.root, folder) for folder in ("", *folders_of(full_paths))):
        return {}
    asked = b"".join(os.fsencode(path) + b"\0" for path in full_paths)
    fields = iter(names(run_git(root, "check-attr", "-z", "--stdin", _ATTRIBUTE, stdin=asked)))
    with AnswerGuard("check-attr"):
        rows = [*zip(fields, fields, fields, strict=True)]
    encoded = {path for path, _, encoding in rows if encoding not in _NOT_SET}
    if not encoded:
        return {}
    encoded.difference_update(names(run_git(root, "diff-files", "-z", "--name-only")))
    snapshot = snapshot_of(index_entries(root))
    unchanged = [path for path in tree.paths_inside(encoded) if path in snapshot.blobs]
    return {file.path: file for file in SnapshotFiles(root, snapshot).read(unchanged)}


def _sets_encodings(git_root: str, folder: str) -> bool:
    """Tell whether the attributes in *folder* may give a file another encoding."""
    path = os.path.join(git_root, folder, ".gitattributes")
    try:
        return _ATTRIBUTE.encode() in read_bytes(path, limit=MAXIMUM_BYTES)
    except OSError:
        return False
