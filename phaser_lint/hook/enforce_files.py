"""``phaser enforce --file`` and ``--all``: what is on the disk, for continuous integration."""

from __future__ import annotations

import os

from phaser_lint.agent import DEFAULT, FileProposal
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_notices import note_unchecked_changes
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.contract.model import Report
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_records import Skip
from phaser_lint.hook import HookRequest, Options, find_file_levels, make_hook_request
from phaser_lint.hook.enforce_event import (
    check_files_on_disk,
    explain_no_contracts,
    place_event_files,
)
from phaser_lint.hook.projects_of_files import open_folder_project
from phaser_lint.hook.symlink_names import with_link_names
from phaser_lint.project import find_path_inside, is_text_link
from phaser_lint.project.regular_file import SYMBOLIC_LINK


def enforce_file(
    path_argument: str, severity: str, contracts_dir: str | None, seconds: float
) -> Report | str:
    """Return the report of ``enforce --file`` on *path_argument*, or why nothing was checked."""
    if ".." in path_argument.replace("\\", "/").split("/"):
        raise UsageError(f"--file: expected a path without ..: {path_argument}")
    full = os.path.realpath(path_argument)
    if not path_argument or not os.path.exists(full):
        raise UsageError(f"--file: no such file: {path_argument}")
    if os.path.isdir(full):
        raise UsageError(f"--file: expected a file, not a folder: {path_argument}")
    request_of_file = _make_request(contracts_dir, seconds)._replace(touched=(full,))
    request = with_link_names(request_of_file, [os.path.abspath(path_argument)])
    files = [
        FileProposal(path=path, leads_to=full if path in request.links else "")
        for path in request.touched
    ]
    levels = find_file_levels(request, full)
    if find_path_inside(levels.root, full) is None:
        raise UsageError(f"--file: lies outside of the project at {levels.root}: {path_argument}")
    if is_text_link(levels.root, find_path_inside(levels.root, full) or ""):
        return Report(skipped=(Skip(full, SYMBOLIC_LINK),))
    event_checker, files_of_project = place_event_files(request, files, levels)
    checker = make_checker(event_checker.contracts, seconds, printed=False, root=event_checker.root)
    return check_files_on_disk(request, checker, files_of_project, severity=severity)


def check_all_files(severity: str, contracts_dir: str | None, seconds: float) -> Report | str:
    """Return the report of ``enforce --all`` on the project, or why nothing was checked."""
    options = ProjectOptions(contracts_dir=contracts_dir, severity=severity, seconds=seconds)
    report = check_project(options)
    if not report.contracts and not report.problems:
        checker = open_folder_project(
            _make_request(contracts_dir, seconds), os.path.realpath(os.getcwd())
        )
        return explain_no_contracts(checker.contracts, severity)
    return report._replace(
        notices=tuple(note_unchecked_changes(report.contracts, options.ways_to_base))
    )


def _make_request(contracts_dir: str | None, seconds: float) -> HookRequest:
    options = Options(contracts_dir=contracts_dir, seconds=seconds, reads_all=True)
    return make_hook_request({}, options, DEFAULT)
