"""The hook about texts that became binary, so that no contract sees what is in them."""

from __future__ import annotations

import os

from phaser_lint.agent import Decision
from phaser_lint.contract.rules import reads_text
from phaser_lint.core.errors import GitError
from phaser_lint.core.judged_files import Skip
from phaser_lint.hook import agent_text
from phaser_lint.hook.decisions import was_told
from phaser_lint.project.disk import BINARY
from phaser_lint.project.git import repository
from phaser_lint.project.git.snapshots import commit_snapshot, read_snapshot
from phaser_lint.project.regular_file import is_garbled_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report
    from phaser_lint.contract.selection import Selection
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project


def garbled_paths(
    occasion: Occasion,
    judge: Judge,
    project: Project,
    files: Sequence[tuple[str, Reconstruction]],
) -> list[str]:
    """Return those of the proposed *files* that would be binary texts; each edit is told."""
    found = [path for path, each in files if each.garbled and is_read(path, judge.selection)]
    for path in found:
        _said(occasion, project, path)
    return found


def garbled(
    occasion: Occasion, judge: Judge, project: Project, report: Report, *, since: str = ""
) -> Decision:
    """Return what is to be said of binary texts on disk: once a session for each of them."""
    try:
        found = garbled_files(project.root, report, selection=judge.selection, since=since)
    except GitError as error:
        failed = f"phaser-lint cannot tell which binary files of {project.root} were texts: {error}"
        told = was_told(occasion, failed, root=project.root)
        return Decision() if told else Decision(to_user=failed)
    fresh = [path for path in found if not _said(occasion, project, path)]
    said = agent_text.garbled([f"{project.way}{path}" for path in fresh])
    return Decision(context=said, to_user=said)


def _said(occasion: Occasion, project: Project, path: str) -> bool:
    return was_told(occasion, f"garbled {path}", root=project.root)


# Texts that became binary: a few control characters in a comment would hide all of a file.


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
