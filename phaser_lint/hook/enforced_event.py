"""What ``phaser enforce`` finds of an event that breaks something, or may: imported only then."""

from __future__ import annotations

import os

from phaser_lint.check.chosen_contracts import select_severity
from phaser_lint.check.edit_check import (
    changes_of_edit,
    changes_written,
    check_reconstruction,
    reconstruction_of,
    with_undecided,
)
from phaser_lint.contract.model import Report
from phaser_lint.core.checked_files import Skip
from phaser_lint.hook.clean import NO_CONTRACTS
from phaser_lint.hook.memory.session import session_in
from phaser_lint.hook.projects_of_files import checker_of, project_of
from phaser_lint.project.regular_file import is_utf_16_at
from phaser_lint.project.root import path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import ContractSet
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.hook.request import HookRequest


def check_event(request: HookRequest, proposed: Reconstruction, severity: str) -> Report | str:
    """Return the report on the file that is *proposed*, or why nothing was checked."""
    if not proposed.path:
        return Report(skipped=(Skip("", proposed.skip_reason),))
    project = project_of(request, os.path.dirname(proposed.path))
    path = path_inside(project.root, proposed.path)
    if path is None:
        outside = f"outside of the project at {project.root}"
        return Report(skipped=(Skip(proposed.path, outside),))
    checker = checker_of(request, project)
    checker = checker.by(select_severity(project.contracts, severity))
    if request.event.name == "PostToolUse":
        # The edit is on disk already: applied again it would find nothing to replace.
        return check_on_disk(request, checker, project, path)
    if not project.contracts.contracts:
        problems = project.contracts.problems
        return Report(problems=problems) if problems else nothing_counts(project.contracts)
    session = session_in(request, project.root)
    changes, unknown = changes_of_edit(checker, project.root, [(path, proposed)], session=session)
    report = check_reconstruction(checker, path, proposed, changes=changes)
    return with_undecided(report, unknown)._replace(notices=())


def nothing_counts(contracts: ContractSet, severity: str = "all") -> str:
    """Return why there was nothing to check by: no contract of this *severity* counts."""
    if not contracts.contracts and not contracts.idle:
        return NO_CONTRACTS
    of = "" if severity == "all" or not contracts.contracts else f" of severity {severity}"
    return f"no enabled contract{of}; nothing was checked"


def check_on_disk(
    request: HookRequest, checker: Checker, project: Project, path: str
) -> Report | str:
    """Return the report on the file at *path* as it is on disk, or why nothing was checked."""
    if not project.checks():
        return nothing_counts(project.contracts)
    from phaser_lint.project.disk import BINARY, read_file  # before an edit nothing is read

    is_binary = is_utf_16_at(os.path.join(project.root, path))
    file = Skip(path, BINARY) if is_binary else read_file(project.root, path)
    session = session_in(request, project.root)
    changes, unknown = changes_written(checker, project.root, [path], session=session)
    report = check_reconstruction(checker, path, reconstruction_of(file), changes=changes)
    return with_undecided(report, unknown)._replace(notices=())
