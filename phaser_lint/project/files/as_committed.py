"""Texts that a checkout has in another encoding than the commit: ``working-tree-encoding``.

One line of a pull request's ``.gitattributes`` has git write ``print(1)`` in EBCDIC on the runner,
where no pattern finds it, or in UTF-16 without its mark, which is binary. What is checked of such a
file is what git keeps of it. One that was changed since, or is not added yet, is read as it is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_state import Files
from phaser_lint.project.files.commit import SnapshotFiles
from phaser_lint.project.files.disk import ENCODING
from phaser_lint.project.files.edited import EditedFiles, FilesAfterEdit
from phaser_lint.project.git import require_tree, run_git
from phaser_lint.project.git.answers import AnswerGuard
from phaser_lint.project.git.disk_blobs import hash_as_blobs
from phaser_lint.project.git.process_output import split_names
from phaser_lint.project.git.snapshots import make_git_snapshot
from phaser_lint.project.git.tracked_files import list_index_entries

_NOT_SET = ("unspecified", "unset", "set")


def open_as_committed(
    files: Files, root: str, paths: Sequence[str]
) -> tuple[Files, FilesAfterEdit]:
    """Return *files* with the texts at *paths* as commits encode them, and what is other in them
    than on disk.

    Raises ``GitError``.
    """
    texts = find_reencoded_texts(root, paths)
    return (EditedFiles(files, texts), dict(texts)) if texts else (files, {})


def find_reencoded_texts(root: str, paths: Sequence[str]) -> Mapping[str, TextFile | Skip]:
    """Return those files at *paths* that the disk has in another encoding
    (``working-tree-encoding``), as they were committed.

    Raises ``GitError``.
    """
    tree = require_tree(root)
    asked = b"".join(os.fsencode(f"{tree.prefix}{path}") + b"\0" for path in paths)
    fields = iter(split_names(run_git(root, "check-attr", "-z", "--stdin", ENCODING, stdin=asked)))
    with AnswerGuard("check-attr"):
        rows = [*zip(fields, fields, fields, strict=True)]
    encoded = {path for path, _, encoding in rows if encoding not in _NOT_SET}
    if not encoded:
        return {}
    snapshot = make_git_snapshot(list_index_entries(root))
    on_disk = [
        path
        for path in tree.paths_inside(encoded)
        if path in snapshot.blobs and os.path.isfile(os.path.join(root, path))
    ]
    # `git diff-files` would name what was only touched, or copied to another disk, too.
    blob_ids = hash_as_blobs(root, [f"{tree.prefix}{path}" for path in on_disk])
    unchanged = [
        path
        for path, blob_id in zip(on_disk, blob_ids, strict=True)
        if blob_id == snapshot.blobs[path]
    ]
    return {file.path: file for file in SnapshotFiles(root, snapshot).read(unchanged)}
