"""The paths of a report from elsewhere: from the repository, or from the working directory.

In a report paths are from the project's root. GitHub attaches an annotation or an alert to a file
by its path in the repository, of which the root may be a folder; a terminal opens paths from the
working directory.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from phaser_lint.contract.model import PACK, Report, Violation
from phaser_lint.project import lies_in, make_relative_path
from phaser_lint.project.levels import BASELINE, CONFIGURATION, PROJECT_FOLDERS

MovePath = Callable[[str], str]

_OWN = (
    *(f"/{name}/" for name in PROJECT_FOLDERS),
    f"/{BASELINE}",
    f"/{CONFIGURATION}",
)
# The contracts of a user's home and of the program have the same paths from everywhere.
_NOWHERE = ("~/", PACK)


def move_report_below(report: Report, folder: str) -> Report:
    """Return *report* with its paths from the repository, in which the project's root is called
    *folder*.

    *folder* has ``/`` between its parts and none at its ends; an empty one changes nothing.
    """

    def move(path: str) -> str:
        return f"{folder}/{path}"

    return _move_report(report, move) if folder else report


def move_report_to_folder(report: Report, folder: str, *, root: str) -> Report:
    """Return *report*, whose paths are from the project's *root*, with its paths from *folder*.

    Both are resolved folders; *folder* may lie anywhere.
    """
    if folder == root:
        return report
    outside = "" if lies_in(folder, root) else make_relative_path(root, folder)
    starts: dict[str, str] = {}

    def move(path: str) -> str:
        parent, _, name = path.rpartition("/")
        if not name:
            return relative(path)
        if parent not in starts:  # eight thousand files lie in two thousand folders
            start = relative(parent)
            starts[parent] = "" if start == "." else f"{start}/"
        return starts[parent] + name

    def relative(path: str) -> str:
        # Seen from outside, what lies in the root has the root's way in front of its own.
        if outside and path and not path.startswith("..") and not os.path.isabs(path):
            return f"{outside}/{path}"
        return make_relative_path(os.path.join(root, path), folder)

    return _move_report(report, move)


def name_contract_path(path: str, folder: str, *, root: str) -> str:
    """Return the *path* of a contract file, from *root* in a report, as one from *folder*."""

    def move(path: str) -> str:
        return os.path.relpath(os.path.join(root, path), folder).replace(os.sep, "/")

    return _move_contract_path(path, move)


def _move_report(report: Report, move: MovePath) -> Report:
    """Return *report* with moved paths; a glob stays as its contract has it."""
    checked_paths = frozenset(report.checked) if report.notices else frozenset()
    notices = []
    for notice in report.notices:
        path = notice.path
        # Without a line it may be about what a flag names, or a folder by its whole path.
        is_of_project = notice.line or notice.change or notice.of_project
        is_own_place = not path.startswith(_NOWHERE) and is_of_project
        if path.endswith("/") and not path.startswith(("/", "~")):
            path = f"{move(path)}/"
        elif path in checked_paths or is_own_place:
            path = move(path)
        else:
            path = _move_contract_path(path, move)
        notices.append(notice._replace(path=path))
    return report._replace(
        checked=tuple(map(move, report.checked)),
        violations=tuple(_move_violation(violation, move) for violation in report.violations),
        at_head=None
        if report.at_head is None
        else tuple(_move_violation(violation, move) for violation in report.at_head),
        suppressed=tuple(_move_violation(violation, move) for violation in report.suppressed),
        skipped=tuple(skip._replace(path=move(skip.path)) for skip in report.skipped),
        undecided=tuple(check._replace(path=move(check.path)) for check in report.undecided),
        problems=tuple(
            problem._replace(path=_move_contract_path(problem.path, move))
            for problem in report.problems
        ),
        notices=tuple(notices),
        contracts=tuple(
            contract._replace(path=_move_contract_path(contract.path, move))
            for contract in report.contracts
        ),
    )


def _move_violation(violation: Violation, move: MovePath) -> Violation:
    fix = violation.fix
    if fix is not None:
        violation = violation._replace(fix=fix._replace(path=move(fix.path)))
    if violation.where == "glob":
        return violation
    return violation._replace(path=move(violation.path))


def _move_contract_path(path: str, move: MovePath) -> str:
    # A folder of contracts or a baseline that the command line names stays as the user named it.
    is_elsewhere = path.startswith(("/", "~", "../", *_NOWHERE))
    is_own = not is_elsewhere and any(folder in f"/{path}" for folder in _OWN)
    return move(path) if is_own else path
