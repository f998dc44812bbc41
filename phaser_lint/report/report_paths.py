"""The paths of a report from elsewhere: from the repository, or from the working directory.

In a report paths are from the project's root. GitHub attaches an annotation or an alert to a file
by its path in the repository, of which the root may be a folder; a terminal opens paths from the
working directory.
"""

from __future__ import annotations

import os

from phaser_lint.contract.deciding_places import BASELINE
from phaser_lint.project.root import CONFIGURATION, PACK, PROJECT_FOLDERS, lies_in, way_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaser_lint.contract.model import Notice, Report, Violation

    Moved = Callable[[str], str]

_OWN = (
    *(f"/{name}/" for name in PROJECT_FOLDERS),
    f"/{BASELINE}",
    f"/{CONFIGURATION}",
)
# The contracts of a user's home and of the program have the same paths from everywhere.
_NOWHERE = ("~/", PACK)


def below(report: Report, folder: str) -> Report:
    """Return *report* with the paths as seen from where its root is called *folder*.

    *folder* has ``/`` between its parts and none at its ends; an empty one changes nothing.
    """
    return _moved(report, lambda path: f"{folder}/{path}") if folder else report


def seen_from(report: Report, folder: str, *, root: str) -> Report:
    """Return *report*, whose paths are from *root*, with paths from *folder*.

    Both are resolved folders; *folder* may lie anywhere.
    """
    if folder == root:
        return report
    outside = "" if lies_in(folder, root) else way_to(root, folder)
    starts: dict[str, str] = {}

    def moved(path: str) -> str:
        above, _, name = path.rpartition("/")
        if not name:
            return relative(path)
        if above not in starts:  # eight thousand files lie in two thousand folders
            start = relative(above)
            starts[above] = "" if start == "." else f"{start}/"
        return starts[above] + name

    def relative(path: str) -> str:
        # Seen from outside, what lies in the root has the root's way in front of its own.
        if outside and path and not path.startswith("..") and not os.path.isabs(path):
            return f"{outside}/{path}"
        return way_to(os.path.join(root, path), folder)

    return _moved(report, moved)


def contract_path(path: str, folder: str, *, root: str) -> str:
    """Return the *path* of a contract file, which is from *root*, as one from *folder*."""
    return _of_project(
        path, lambda path: os.path.relpath(os.path.join(root, path), folder).replace(os.sep, "/")
    )


def _moved(report: Report, moved: Moved) -> Report:
    """Return *report* with *moved* paths; a glob stays as its contract has it."""
    checked = frozenset(report.checked) if report.notices else frozenset()
    return report._replace(
        checked=tuple(map(moved, report.checked)),
        violations=tuple(_violation(entry, moved) for entry in report.violations),
        suppressed=tuple(_violation(entry, moved) for entry in report.suppressed),
        skipped=tuple(entry._replace(path=moved(entry.path)) for entry in report.skipped),
        undecided=tuple(entry._replace(path=moved(entry.path)) for entry in report.undecided),
        problems=tuple(
            entry._replace(path=_of_project(entry.path, moved)) for entry in report.problems
        ),
        notices=tuple(_notice(entry, moved, checked) for entry in report.notices),
        contracts=tuple(
            entry._replace(path=_of_project(entry.path, moved)) for entry in report.contracts
        ),
    )


def _violation(violation: Violation, moved: Moved) -> Violation:
    fix = violation.fix
    if fix is not None:
        violation = violation._replace(fix=fix._replace(path=moved(fix.path)))
    if violation.where == "glob":
        return violation
    return violation._replace(path=moved(violation.path))


def _of_project(path: str, moved: Moved) -> str:
    # A folder of contracts or a baseline that was given is named as the user named it.
    is_given = path.startswith(("/", "~", "../", *_NOWHERE))
    is_own = not is_given and any(own in f"/{path}" for own in _OWN)
    return moved(path) if is_own else path


def _notice(notice: Notice, moved: Moved, checked: frozenset[str]) -> Notice:
    # Without a line it may be about what was given, or a folder by its whole path.
    path, is_checked = notice.path, notice.path in checked
    is_file = is_checked or (not path.startswith(_NOWHERE) and (notice.line or notice.change))
    if path.endswith("/") and not path.startswith(("/", "~")):
        return notice._replace(path=f"{moved(path)}/")
    return notice._replace(path=moved(path) if is_file else _of_project(path, moved))
