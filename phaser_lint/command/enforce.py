"""``phaser enforce``: the specified command for hooks, continuous integration and use by hand.

Decisions are in the output, not in the exit code: 0, or 3 when it could not run properly.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from typing import TYPE_CHECKING

from phaser_lint.agent import DEFAULT, Reconstruction
from phaser_lint.agent.claude_code import events as claude_code
from phaser_lint.check.chosen_contracts import select_severity
from phaser_lint.check.edit_check import (
    changes_of_edit,
    changes_written,
    check_reconstruction,
    reconstruction_of,
    with_undecided,
)
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_notices import about_unchecked_changes
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes, install
from phaser_lint.contract.model import Report
from phaser_lint.core.checked_files import Skip
from phaser_lint.core.command_line import SEVERITIES, Parser, contracts_folder, milliseconds
from phaser_lint.core.errors import PhaserError, UsageError
from phaser_lint.core.text import event_bytes, event_value, harmless, is_utf_16
from phaser_lint.hook import enforce_answers
from phaser_lint.hook.linked_files import with_link_names
from phaser_lint.hook.memory.session import session_in
from phaser_lint.hook.projects_of_files import checker_of, project_by
from phaser_lint.hook.request import SECONDS, Options, levels_of_file, request_of
from phaser_lint.project.disk import BINARY, read_file
from phaser_lint.project.regular_file import MAXIMUM_BYTES, read_bytes
from phaser_lint.project.root import path_inside, together
from phaser_lint.report import summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agent import Event
    from phaser_lint.check.edited_together import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.core.checked_files import Changes
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.hook.request import HookRequest
    from phaser_lint.project.root import Levels

HELP = """\
Usage: phaser enforce [OPTIONS]

Check contracts against proposed file changes.

Options:
  --stdin               Read hook input JSON from stdin (required for hooks)
  --file PATH           Check contracts for file on disk (for CI/manual use)
  --all                 Check all files against all contracts (for CI)
  --severity [error|warning|all]
                        Filter violations by severity [default: all]
  --format [hook|json|text]
                        Output format [default: hook when --stdin, text otherwise]
  --contracts-dir PATH  Override contracts directory
  --timeout MS          Regex timeout in milliseconds [default: 100]
  --quiet               Suppress informational output
  --help                Show this message and exit.

Commands:
  install               Install hook configuration for Claude Code (see phaser
                        enforce install --help)

Exit Codes:
  0  Success (output JSON controls decision)
  3  Internal error (stdin parse failure, contract load error)

Notes:
  - All decision logic is communicated via JSON output, not exit codes
  - Exit code 0 is used for both allow and deny decisions
  - Exit code 3 indicates the hook could not run properly

Examples:
  # Hook usage (stdin mode) - PreToolUse
  phaser enforce --stdin --severity error

  # Hook usage (stdin mode) - PostToolUse
  phaser enforce --stdin --severity warning

  # Manual check against file on disk
  phaser enforce --file src/app.swift --format text

  # CI check (all files)
  phaser enforce --all --format text
"""


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser enforce", "", help_text=HELP)
    made.add_argument("--stdin", action="store_true")
    made.add_argument("--file", metavar="PATH")
    made.add_argument("--all", action="store_true")
    made.add_argument("--severity", choices=SEVERITIES, default="all")
    made.add_argument("--format", choices=("hook", "json", "text"))
    made.add_argument("--contracts-dir", metavar="PATH", type=contracts_folder)
    made.add_argument("--timeout", metavar="MS", type=milliseconds, default=SECONDS)
    made.add_argument("--quiet", action="store_true")
    return made


def run(arguments: Sequence[str]) -> int:
    """Check what the flags name, print the answer, and return 0 or 3."""
    try:
        if arguments and arguments[0] == "install":
            return install.run_enforce_install(arguments[1:])
        return _enforce(parser().parse_args(arguments))
    except PhaserError as error:
        sys.stderr.write(f"phaser enforce: {harmless(str(error))}\n")
        return exit_codes.BUG


def _enforce(given: Namespace) -> int:
    if sum((given.stdin, given.file is not None, given.all)) != 1:
        raise UsageError("expected exactly one of --stdin, --file PATH and --all")
    event_name = "PreToolUse"
    options = Options(
        time.monotonic(), contracts_dir=given.contracts_dir, seconds=given.timeout, reads_all=True
    )
    if given.stdin:
        value = event_value(event_bytes(sys.stdin.buffer.read))
        request = request_of(value, options, DEFAULT)
        event_name = request.event.name
        report = _check_event(request, given.severity)
    elif given.all:
        report = _check_all(given.severity, given.contracts_dir, given.timeout)
    else:
        report = _check_file(request_of({}, options, DEFAULT), given.file, given.severity)
    _write(
        report,
        format_name=given.format or ("hook" if given.stdin else "text"),
        event_name=event_name,
        quiet=given.quiet,
    )
    return exit_codes.CLEAN


def _check_event(request: HookRequest, severity: str) -> Report | None:
    """Return the report on the file that the event touches; ``None`` without contracts."""
    event = request.event
    reconstructed = request.proposals or _named_files(request)
    proposed = _as_specified(event, reconstructed[0])
    if not proposed.path:
        return Report(skipped=(Skip("", proposed.skip_reason),))
    levels = levels_of_file(request, proposed.path)
    if path_inside(levels.root, proposed.path) is None:
        outside = f"outside of the project at {levels.root}"
        return Report(skipped=(Skip(proposed.path, outside),))
    files = [proposed, *[_as_specified(event, each) for each in reconstructed[1:]]]
    project, placed = _placed(request, files, levels)
    checker = checker_of(request, project)
    checker = checker.by(select_severity(project.contracts, severity))
    if event.name == "PostToolUse":
        # The edit is on disk already: applied again it would find nothing to replace.
        return _check_disk(request, checker, project, placed)
    if not project.contracts.contracts:
        return Report(problems=project.contracts.problems) if project.checks() else None
    session = session_in(request, project.root)
    changes, unknown = changes_of_edit(checker, project.root, placed, session=session)
    report = _checked(checker, project.root, placed, changes)
    return _without_notices(with_undecided(report, unknown))


def _named_files(request: HookRequest) -> list[Reconstruction]:
    """Return the file that the event names, under all names that it gives it."""
    made = claude_code.reconstruct(request.event)
    names = [name for name in request.touched if name in request.links]
    return [made, *[made._replace(path=name, leads_to=made.path) for name in names]]


def _placed(
    request: HookRequest, files: Sequence[Reconstruction], own: Levels
) -> tuple[Project, Proposals]:
    """Return the project with the levels *own*, and those of *files* that lie in it."""
    chains = [own]
    placed = []
    for each in files:
        levels = levels_of_file(request, each.path) if each.path else None
        inside = path_inside(own.root, each.path)
        if levels is not None and levels.root == own.root and inside is not None:
            chains.append(levels)
            leads_to = path_inside(own.root, each.leads_to) or ""
            placed.append((inside, each._replace(leads_to=leads_to)))
    return project_by(request, together(chains)), placed


def _checked(checker: Checker, root: str, files: Proposals, changes: Changes | None) -> Report:
    if len(files) == 1:
        return check_reconstruction(checker, *files[0], changes=changes)
    from phaser_lint.check.edited_together import check_files  # most files have one name

    report = check_files(checker, root, files, changes=changes)
    # What is skipped is said by the name of the file.
    linked = {path for path, each in files if each.leads_to}
    return report._replace(
        skipped=tuple(each for each in report.skipped if each.path not in linked)
    )


def _as_specified(event: Event, proposed: Reconstruction) -> Reconstruction:
    if event.tool in ("", "Write") or not proposed.file_edit or not _is_utf_16(proposed.path):
        return proposed
    return proposed._replace(text=None, skip_reason="Binary file detected")


def _is_utf_16(path: str) -> bool:
    """Tell whether the file at *path* is UTF-16, which is binary here: the specification asks for
    no more than a NUL."""
    try:
        return is_utf_16(read_bytes(path, limit=MAXIMUM_BYTES))
    except OSError:
        return False


def _check_file(request: HookRequest, written: str, severity: str) -> Report | None:
    if ".." in written.replace("\\", "/").split("/"):
        raise UsageError(f"--file: expected a path without ..: {written}")
    full = os.path.realpath(written)
    if not written or not os.path.exists(full):
        raise UsageError(f"--file: no such file: {written}")
    if os.path.isdir(full):
        raise UsageError(f"--file: expected a file, not a folder: {written}")
    named = request._replace(touched=(full,))
    request = with_link_names(named, [os.path.abspath(written)])
    files = [
        Reconstruction(path=path, leads_to=full if path in request.links else "")
        for path in request.touched
    ]
    own = levels_of_file(request, full)
    if path_inside(own.root, full) is None:
        raise UsageError(f"--file: lies outside of the project at {own.root}: {written}")
    project, placed = _placed(request, files, own)
    contracts = select_severity(project.contracts, severity)
    limits = Limits(request.options.seconds, printed=False)
    checker = checker_by(contracts, limits, clock=time.monotonic)
    return _check_disk(request, checker, project, placed)


def _check_disk(
    request: HookRequest, checker: Checker, project: Project, files: Proposals
) -> Report | None:
    if not project.checks():
        return None
    root, written = project.root, []
    for path, each in files:
        is_binary = _is_utf_16(os.path.join(root, path))
        file = Skip(path, BINARY) if is_binary else read_file(root, path)
        written.append((path, reconstruction_of(file)._replace(leads_to=each.leads_to)))
    session, paths = session_in(request, root), [path for path, _ in files]
    changes, unknown = changes_written(checker, root, paths, session=session)
    report = _checked(checker, root, written, changes)
    return _without_notices(with_undecided(report, unknown))


def _without_notices(report: Report) -> Report:
    return report._replace(notices=())


def _check_all(severity: str, contracts_dir: str | None, seconds: float) -> Report | None:
    options = ProjectOptions(contracts_dir=contracts_dir, severity=severity, seconds=seconds)
    report = check_project(options)
    unchecked = about_unchecked_changes(report.contracts)
    shown = report._replace(notices=tuple(unchecked))
    return shown if report.contracts or report.problems else None


def _write(report: Report | None, *, format_name: str, event_name: str, quiet: bool) -> None:
    shown = report or Report()
    if format_name == "hook":
        nothing = report is None or (not report.checked and not report.violations)
        sys.stdout.write(
            "{}\n" if nothing else enforce_answers.render_hook(shown, event_name=event_name)
        )
    elif format_name == "json":
        sys.stdout.write(enforce_answers.render_json(shown))
    else:
        sys.stdout.write(enforce_answers.render_text(shown, quiet=quiet))
    sys.stdout.flush()
    lines = summary.asides(shown)
    if not quiet:
        lines += [harmless(f"skipped: {_named(skip)}{skip.reason}") for skip in shown.skipped]
        lines += [] if report is not None else ["no contracts; nothing was checked"]
    sys.stderr.write("".join(f"phaser enforce: {line}\n" for line in lines))


def _named(skip: Skip) -> str:
    return f"{skip.path}: " if skip.path else ""
