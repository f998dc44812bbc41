"""A report as the answer of a command: printed and written by the flags, and an exit code.

``--format FORMAT[=FILE]``: several reports of one run, each to its file, one to standard output. A
missing folder is reported before anything is checked (``report_writing``).

Standard output has the report in one format, standard error what is no violation.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from phaser_lint.command import exit_codes
from phaser_lint.contract.model import Report
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import (
    COLOR_FLAG,
    Flags,
    WrongValueError,
    has_colours,
    make_argument,
    make_switch,
)
from phaser_lint.core.text import render_did_you_mean
from phaser_lint.project import find_folder_in_repository
from phaser_lint.project.project_of_command import require_working_directory
from phaser_lint.report import concise, summary
from phaser_lint.report.formats import FORMATS, TEXTS, WITH_ORIGIN, WITH_SUPPRESSED, load_renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.report.html_page.page_origin import Origin

_BEGINNING = ("", "phaser-lint init proposes contracts for this project, and hooks that check them")


class ReportTarget(Record):
    """One ``--format``: the name of the format, and the file, or ``None`` for standard output."""

    name: str
    path: str | None = None

    def __str__(self) -> str:
        return f"--format {self.name}" if self.path is None else f"--format {self.name}={self.path}"


def parse_format(word: str) -> ReportTarget:
    """Return the report and target of ``--format FORMAT[=FILE]``; raises ``WrongValueError``."""
    name, separator, path = word.partition("=")
    if name not in FORMATS:
        meant = render_did_you_mean(name.lower(), FORMATS)
        raise WrongValueError(f"expected one of {', '.join(FORMATS)}, not {name!r}{meant}")
    if separator and not path:
        raise WrongValueError(f"expected {name} or {name}=FILE, not {word!r}")
    return ReportTarget(name, path if path not in ("", "-") else None)


REPORT_FLAGS = (
    make_argument(
        "--fail-on",
        choices=("error", "warning"),
        help="lowest severity that makes the run fail [default: error]",
    ),
    make_switch("--exit-zero", help="end with 0 where there are violations, too"),
    make_argument(
        "--format",
        metavar="FORMAT[=FILE]",
        type=parse_format,
        action="append",
        help=f"{', '.join(FORMATS)}, to standard output or a file; repeatable [default: text]",
    ),
    make_switch("--show-suppressed", help="list suppressed violations in sarif, marked as such"),
    make_switch("--statistics", help="count the violations of each contract instead"),
    make_switch(
        "-q", "--quiet", help="print violations, what was not checked, and in a commit what to do"
    ),
    COLOR_FLAG,
)
"""Of a command that puts out a report: how it is printed, and its exit code."""


def require_formats(
    targets: Sequence[ReportTarget] | None, *, show_suppressed: bool
) -> tuple[ReportTarget, ...]:
    """Return the reports and their targets, files or standard output, that ``--format`` asks for
    and that can all be had; raises ``UsageError``.
    """
    formats = tuple(targets or (ReportTarget("text"),))
    printed = [target for target in formats if target.path is None]
    if len(printed) > 1:
        raise UsageError(
            f"{printed[0]} and {printed[1]} both go to standard output; "
            f"name a file for one of them: --format {printed[1].name}=FILE"
        )
    if show_suppressed and not any(target.name in WITH_SUPPRESSED for target in formats):
        raise UsageError(f"--show-suppressed: expected with --format {', '.join(WITH_SUPPRESSED)}")
    if len(printed) < len(formats):
        from phaser_lint.command.report_writing import require_report_targets

        require_report_targets(formats)
    return formats


def printed_format(flags: Flags, formats: Sequence[ReportTarget]) -> str | None:
    """Return the format of standard output; ``None`` where all reports go to files.

    Standard error has the totals then. Raises ``UsageError`` where flags exclude each other.
    """
    printed = next((target.name for target in formats if target.path is None), None)
    if flags.exit_zero and flags.fail_on is not None:
        raise UsageError("--exit-zero and --fail-on: expected one of them")
    if flags.statistics and printed not in (*TEXTS, "json"):
        choices = ", ".join((*TEXTS, "json"))
        actual = f"--format {printed}" if printed else "formats that all go to files"
        raise UsageError(
            f"--statistics: expected one of {choices} on standard output, not {actual}"
        )
    return printed


def prints_remarks(flags: Flags, printed: str | None) -> bool:
    """Tell whether a command that puts out a report may say more on standard error than what
    explains exit code 2.

    *printed*: see ``printed_format``.
    """
    return printed in (*TEXTS, None) and not flags.quiet


def is_in_commit(flags: Flags, *, is_staged: bool) -> bool:
    """Tell whether the output of ``scan`` reports on a commit, and has to name the ways on.

    Git's own hook calls this ``--quiet``; git and pre-commit say in the environment who runs.
    """
    is_hook = flags.quiet or not {"GIT_INDEX_FILE", "PRE_COMMIT"}.isdisjoint(os.environ)
    return is_hook and (is_staged or flags.fails_when_fixed)


def publish_report(
    flags: Flags,
    report: Report,
    formats: Sequence[ReportTarget],
    *,
    root: str | None = None,
    in_commit: bool = False,
    is_in_index: bool = False,
    is_commit: bool = False,
) -> int:
    """Put out the report, written and printed in its *formats* as *flags*, and return the exit
    code.

    Without a *root* paths are shown as the report has them. *in_commit*: what fails stops a commit,
    and the ways on are named. *is_in_index*: git's index has what was checked, and keeps it;
    *is_commit*: that is to be a commit.
    """
    try:
        folder = require_working_directory()
    except UsageError:
        # From a folder that was deleted no path leads anywhere.
        folder = root or ""
    from_here, from_repository, origin = report, report, None
    is_for_github = any(target.name == "github" for target in formats)
    if root is not None and (root != folder or is_for_github):
        from phaser_lint.report.paths_from_folder import move_report_below, move_report_to_folder

        if is_for_github:
            from_repository = move_report_below(report, find_folder_in_repository(root))
        # On its own another format counts and shows no violation from here: to move four thousand
        # takes half as long as to write them down.
        names = [target.name for target in formats if target.path is None or target.name in TEXTS]
        is_shown = flags.statistics or not names or not {*names}.isdisjoint(TEXTS)
        shown = report if is_shown else report._replace(violations=(), suppressed=())
        from_here = move_report_to_folder(shown, folder, root=root)
    if any(target.name in WITH_ORIGIN for target in formats):
        from phaser_lint.command.run_origin import make_run_origin

        origin = make_run_origin(root, flags.arguments, os.environ, time=time.time())
    render = partial(
        render_report,
        report=report,
        from_here=from_here,
        from_repository=from_repository,
        show_suppressed=flags.show_suppressed,
        origin=origin,
    )
    if any(target.path is not None for target in formats):
        from phaser_lint.command.report_writing import write_report_files

        write_report_files(formats, render)
    # The tree's hook is shown when it passes, too: at each commit it said "0 files checked".
    if in_commit and flags.fails_when_fixed and flags.tree:
        flags.quiet = flags.quiet or not (report.violations or report.undecided or report.problems)
    printed = printed_format(flags, formats)
    print_report(flags, from_here, printed=printed, render=render, in_commit=in_commit)
    code = apply_exit_zero(flags, choose_exit_code(report, fail_on=flags.fail_on or "error"))
    if in_commit and code and report.violations and printed in TEXTS:
        from phaser_lint.command.refused_commit_output import render_ways_on

        sys.stderr.write(
            render_ways_on(
                flags,
                from_here,
                folder,
                root=root or folder,
                is_in_index=is_in_index,
                is_commit=is_commit,
            )
        )
    return code


def render_report(
    name: str,
    report: Report,
    *,
    from_here: Report,
    from_repository: Report,
    show_suppressed: bool,
    origin: Origin | None,
) -> str:
    """Return the *report* as a target of ``--format`` has it, in the format *name*: text with its
    paths *from here*, the working directory, so that a terminal opens them, GitHub's *from the
    repository*.
    """
    if name in TEXTS:
        report = from_here
    elif name == "github":
        report = from_repository
    render = load_renderer(name, suppressed=show_suppressed and name in WITH_SUPPRESSED)
    return render(report, origin=origin) if name in WITH_ORIGIN else render(report)


def choose_exit_code(report: Report, *, fail_on: str) -> int:
    """Return the exit code after the output of a *report*: incomplete before violations before
    clean.
    """
    if not report.is_decided():
        return exit_codes.INCOMPLETE
    failing = len(report.violations) if fail_on == "warning" else len(report.errors())
    return exit_codes.VIOLATIONS if failing else exit_codes.CLEAN


def apply_exit_zero(flags: Flags, code: int) -> int:
    """Return the exit *code* after a report, but 0 for violations with ``--exit-zero``."""
    return exit_codes.CLEAN if flags.exit_zero and code == exit_codes.VIOLATIONS else code


def print_report(
    flags: Flags,
    report: Report,
    *,
    printed: str | None,
    render: Callable[[str], str],
    in_commit: bool = False,
) -> None:
    """Print the *report* on standard output, and what is no violation on standard error.

    *printed*: see ``printed_format``; what *render* returns of it is printed where it is no text.
    *in_commit*: the ways on are named behind it.
    """
    if printed is not None and (flags.statistics or printed in TEXTS):
        _print_for_people(flags, report, printed)
    elif printed is not None:
        sys.stdout.write(render(printed))
    sys.stdout.flush()
    if printed == "github":  # its log holds them already
        lines = []
    elif not prints_remarks(flags, printed):
        lines = summary.explain_incomplete_run(report)
        if flags.quiet and printed in TEXTS:
            lines += summary.render_verdict_notes(report)
    else:
        totals = [] if printed else [summary.render_totals(report)]
        lines = [
            *summary.render_asides(report),
            *totals,
            summary.render_counts(report),
        ]
        # Most scans check no change; what a merge joins, which has no such flag, may be of one.
        is_of_change = getattr(flags, "since", True) or getattr(flags, "staged", False)
        if report.violations and is_of_change and not in_commit:
            from phaser_lint.report.refused_commit import describe_ways_of_change

            lines += describe_ways_of_change(report)
        lines += _BEGINNING if not report.contracts and summary.has_no_contracts(report) else ()
    sys.stderr.write("".join(f"{line}\n" for line in lines))


def _print_for_people(flags: Flags, report: Report, printed: str) -> None:
    """Print the text of *report*, or its statistics, also in JSON."""
    if flags.statistics:
        from phaser_lint.command.terminal_lines import render_lines
        from phaser_lint.report import statistics

        if printed == "json":
            sys.stdout.write(statistics.render_statistics_json(report))
        else:
            rows = statistics.render(report, quiet=flags.quiet).splitlines()
            sys.stdout.write(render_lines(rows, color=flags.color))
        return
    is_terminal, quiet = sys.stdout.isatty(), flags.quiet
    in_colour = has_colours(os.environ, is_terminal=is_terminal, choice=flags.color)
    usual = "full" if is_terminal and not quiet else "concise"
    is_full = (usual if printed == "text" else printed) == "full"
    if not (in_colour or is_full):
        in_text = concise.render_violations if quiet else concise.render
        sys.stdout.write(in_text(report))
        return
    from rich.text import Text

    from phaser_lint.command.line_colours import make_console
    from phaser_lint.command.terminal_lines import wrap_styled_lines
    from phaser_lint.report import full as terminal

    console = make_console(in_colour=in_colour)
    if is_full:
        lines = terminal.style_violation_blocks(report, width=console.width)
    else:
        lines = terminal.style_violation_lines(report)
        lines += [Text()] if lines and not quiet else []
    lines += [] if quiet else [terminal.style_totals_line(report)]
    for line in wrap_styled_lines(lines) if is_full else lines:
        console.print(line)
