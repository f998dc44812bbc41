"""Texts that became binary: a few control characters in a comment would hide all of a file."""

from __future__ import annotations

import os

from phaser_lint.contract.rules import reads_text
from phaser_lint.core.judged_files import Skip
from phaser_lint.project.disk import BINARY
from phaser_lint.project.git import repository
from phaser_lint.project.git.snapshots import commit_snapshot, read_snapshot
from phaser_lint.project.regular_file import is_garbled_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.contract.model import Report
    from phaser_lint.contract.selection import Selection


def is_read(path: str, selection: Selection) -> bool:
    """Tell whether a contract would have read the file at *path*."""
    return any(map(reads_text, selection.contracts_for(path)))


def garbled_files(
    root: str, report: Report, *, selection: Selection, since: str = ""
) -> tuple[str, ...]:
    """Return the files that *report* skipped as binary and that are texts all the same.

    Those are the ones that look like it, and those that the last commit, or *since*, has as text.
    Raises ``GitError``.
    """
    binary = [
        skip.path
        for skip in report.skipped
        if skip.reason == BINARY and is_read(skip.path, selection)
    ]
    likely = {path for path in binary if is_garbled_at(os.path.join(root, path))}
    likely.update(_committed_texts(root, set(binary).difference(likely), since))
    return tuple(path for path in binary if path in likely)


def _committed_texts(root: str, paths: Iterable[str], since: str) -> Sequence[str]:
    wanted = list(paths)
    if not wanted or not repository.is_repository(root):
        return ()
    commit = since or repository.resolve(root, "HEAD")
    if commit is None:
        return ()
    files = read_snapshot(root, commit_snapshot(root, commit), wanted)
    return [file.path for file in files if not isinstance(file, Skip) and file.text]
