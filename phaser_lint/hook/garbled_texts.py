"""The hook about texts that became binary, or too large: no contract sees what is in them."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.agent import FileProposal
from phaser_lint.agent.answers import Decision, join_lines
from phaser_lint.check.engine.checker import Checker
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import searches_text
from phaser_lint.contract.selection import Selection
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Skip
from phaser_lint.core.text import TOO_LARGE, make_printable
from phaser_lint.hook import HookRequest, report_lines
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.git import is_in_repository
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.regular_file import BINARY, GARBLED


def find_garbled_proposals(
    request: HookRequest,
    checker: Checker,
    files: Sequence[tuple[str, FileProposal]],
) -> list[str]:
    """Return the paths of proposed *files* that would be garbled; each edit reports them."""
    paths = [
        path
        for path, file in files
        if file.garbled and is_read_by_contract(path, checker.selection)
    ]
    for path in paths:
        _note_first_report(request, checker, path)
    return paths


def report_garbled_texts(
    request: HookRequest, checker: Checker, report: Report, *, since: str = ""
) -> Decision:
    """Return what to report of garbled and too large texts on disk, each once a session."""
    try:
        paths = find_garbled_files(checker.root, report, selection=checker.selection, since=since)
    except GitError as error:
        failed = f"phaser-lint cannot tell which binary files of {checker.root} were texts: {error}"
        is_first = note_first_report(request, failed, root=checker.root, to_user=True)
        return Decision(to_user=failed) if is_first else Decision()
    fresh = [path for path in paths if _note_first_report(request, checker, path)]
    large = [
        f"{checker.path_prefix}{skip.path}"
        for skip in report.skipped
        if skip.reason == TOO_LARGE and is_read_by_contract(skip.path, checker.selection)
        if _note_first_report(request, checker, skip.path)
    ]
    message = join_lines(
        report_lines.render_garbled_texts([f"{checker.path_prefix}{path}" for path in fresh]),
        *(f"Not checked: {make_printable(path)}: {TOO_LARGE}." for path in large),
    )
    return Decision(context=message, to_user=message)


def _note_first_report(request: HookRequest, checker: Checker, path: str) -> bool:
    return note_first_report(request, f"garbled {path}", root=checker.root)


# Texts that became binary: a few control characters in a comment would hide all of a file.


def is_read_by_contract(path: str, selection: Selection) -> bool:
    """Tell whether a contract of *selection* would have read the garbled text at *path*."""
    return any(map(searches_text, selection.contracts_for(path)))


def find_garbled_files(
    root: str, report: Report, *, selection: Selection, since: str
) -> tuple[str, ...]:
    """Return the paths of garbled texts: files that *report* skipped as binary though they are
    texts.

    Those that look like text, and those that the last commit, or *since*, has as text.
    Raises ``GitError``.
    """
    binary = [
        skip
        for skip in report.skipped
        if skip.reason in (BINARY, GARBLED) and is_read_by_contract(skip.path, selection)
    ]
    likely = {skip.path for skip in binary if skip.reason == GARBLED}
    unlikely_paths = [skip.path for skip in binary if skip.reason == BINARY]
    if unlikely_paths and is_in_repository(root):
        commit = since or resolve_revision(root, "HEAD")
        files = CommitFiles(root, commit).read(unlikely_paths) if commit is not None else ()
        likely.update(file.path for file in files if not isinstance(file, Skip) and file.text)
    return tuple(skip.path for skip in binary if skip.path in likely)
