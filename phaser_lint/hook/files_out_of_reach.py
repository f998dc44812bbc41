"""At Stop the user reads, once, which files the session took out of the reach of contracts: moved
to where none selects them, or ignored by git since.

    phaser-lint: core/a.rs: no longer checked by no-dbg: it was src/a.rs
    phaser-lint: ignored by git since this session, so no scan checks them: src/gen/b.rs
"""

from __future__ import annotations

import os

from phaser_lint.agent.answers import Decision
from phaser_lint.check.comparison.at_stop_check import Changed, resolve_session_base
from phaser_lint.check.comparison.base_commit import Past, open_past
from phaser_lint.check.comparison.unselected_files import note_moved_files, select_checked_files
from phaser_lint.check.engine.checker import Checker
from phaser_lint.core.file_records import Session, Skip
from phaser_lint.core.text import join_most, make_printable
from phaser_lint.hook import HookRequest
from phaser_lint.hook.changed_files import is_older_than_session, was_changed_before
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.git import require_tree
from phaser_lint.project.git.tracked_files import list_ignored_since

_EXCLUDE = ".git/info/exclude"
_MOST_SHOWN = 5


def report_files_out_of_reach(
    request: HookRequest,
    checker: Checker,
    root: str,
    *,
    changes: Changed,
    session: Session,
) -> Decision:
    """Return what the user reads of files that the *session* took from the contracts; raises
    ``GitError``.
    """
    gone = [path for path in changes.deleted if not was_changed_before(root, path, session)]

    def open_commit() -> Past:
        return open_past(checker, root, resolve_session_base(root, session))

    notices = note_moved_files(checker, open_commit, gone=gone, paths=changes.files)
    lines = [
        f"{make_printable(f'{checker.path_prefix}{notice.path}')}: {make_printable(notice.text)}"
        for notice in notices[:_MOST_SHOWN]
    ]
    ignored = select_checked_files(checker, _list_newly_ignored(root, changes, session=session))
    if ignored:
        shown = join_most(
            [make_printable(f"{checker.path_prefix}{path}") for path in ignored], _MOST_SHOWN
        )
        lines.append(f"ignored by git since this session, so no scan checks them: {shown}")
    fresh = [
        f"phaser-lint: {line}"
        for line in lines
        if note_first_report(request, line, root=root, to_user=True)
    ]
    return Decision(to_user="\n".join(fresh))


def _list_newly_ignored(root: str, changes: Changed, *, session: Session) -> list[str]:
    """Return the files that git ignores by lines that the *session* added."""
    tree = require_tree(root)
    sources = [
        path
        for path in changes.files
        if os.path.basename(path) == ".gitignore" and not was_changed_before(root, path, session)
    ]
    lines_then: dict[str, list[str]] = {f"{tree.prefix}{path}": [] for path in sources}
    if sources:
        for file in CommitFiles(root, resolve_session_base(root, session)).read(sources):
            if not isinstance(file, Skip):
                lines_then[f"{tree.prefix}{file.path}"] = file.text.splitlines()
    # No commit has it. The folder around it changes with each index that git writes.
    git_folder, _, own_name = os.path.join(tree.root, _EXCLUDE).rpartition("/info/")
    if (
        session.start
        and os.path.isfile(os.path.join(tree.root, _EXCLUDE))
        and not is_older_than_session(git_folder, f"info/{own_name}", session)
    ):
        lines_then[_EXCLUDE] = []
    return list_ignored_since(root, lines_then) if lines_then else []
