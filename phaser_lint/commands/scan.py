"""``phaser-lint scan``: judge the project, or the paths named, as they are on disk."""

from __future__ import annotations

import os
import sys
import time

from phaser_lint.checks.project_inputs import ProjectInputs
from phaser_lint.checks.project_options import SECONDS, ProjectOptions
from phaser_lint.command_line import (
    SEVERITIES,
    CommandLine,
    Parser,
    WrongValueError,
    add_contracts_dir,
    add_timeout,
)
from phaser_lint.commands import colours, exit_codes, report_files
from phaser_lint.commands.progress import shown, told
from phaser_lint.errors import UsageError
from phaser_lint.files.root import working_directory
from phaser_lint.outputs import summary, text_lines
from phaser_lint.outputs.formats import WITH_FIXES, WITH_ORIGIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.commands.report_files import Shown, Wanted
    from phaser_lint.model import Report
    from phaser_lint.shards.shard import Share


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint scan", "Check the project, or the paths named.")
    made.add_argument("paths", metavar="PATH", nargs="*", help="files and folders [default: all]")
    made.add_argument("--root", metavar="PATH", help="the project's root folder")
    add_contracts_dir(made)
    made.add_argument(
        "--contracts-from",
        metavar="REV",
        help="judge by the contracts and the baseline of this git revision, not those on disk",
    )
    made.add_switch("--project-contracts", help="leave the contracts of the home folder out")
    made.add_switch(
        "--tree", help="judge which files exist, of the whole project; alone, nothing else"
    )
    made.add_argument(
        "--since",
        metavar="REV",
        help="count only what is new since the branch left this git revision",
    )
    made.add_switch("--staged", help="judge what git has staged, not what is on the disk")
    made.add_argument(
        "--baseline",
        metavar="FILE",
        help="count only what this baseline does not hold [default: .phaser/baseline.jsonl]",
    )
    made.add_switch("--no-baseline", help="let no baseline count")
    made.add_argument("--severity", choices=SEVERITIES, default="all")
    made.add_argument(
        "--rule",
        metavar="ID",
        action="append",
        default=[],
        help="judge by the contract of this id alone; repeatable",
    )
    made.add_switch("--fix", help="write what the contracts' fixes mend")
    made.add_switch("--diff", help="print what --fix would write as a patch instead")
    made.add_switch("--no-ignores", help="let no ignore directive count")
    made.add_argument(
        "--shard",
        metavar="K/N",
        type=share,
        help="judge one of N shares of the files, for phaser-lint merge",
    )
    add_answer(made)
    made.add_switch("--no-cache", help="judge every file afresh")
    made.add_argument("--cache-dir", metavar="PATH", help="keep results of files in this folder")
    add_timeout(made, default=SECONDS)
    return made


def add_answer(made: Parser) -> None:
    """Add the flags that say how a report is printed, and what its exit code is."""
    made.add_argument("--fail-on", choices=("error", "warning"), default="error")
    report_files.add_format(made)
    made.add_switch("--quiet", help="print violations and nothing else")


def share(written: str) -> Share:
    """Return what a ``--shard K/N`` asks for."""
    from phaser_lint.shards.shard import MOST, Share  # few scans share their work

    number, _, of = written.partition("/")
    for part in (number, of):
        if not (part.isascii() and part.isdigit() and len(part) < 9):
            raise WrongValueError(f"expected K/N, as in 2/4, not {written!r}")
    if not 1 <= int(number) <= int(of) <= MOST:
        raise WrongValueError(f"expected K from 1 to N, and N up to {MOST}, not {written!r}")
    return Share(int(number), int(of))


def run(arguments: Sequence[str]) -> int:
    """Scan, print the report, and return the exit code."""
    given = parser().parse_args(arguments)
    given.arguments = ("scan", *arguments)
    given.fails_when_fixed = False
    whole = given.root is not None or given.tree or given.shard is not None
    return answer(given, options_of(given)._replace(here=not whole))


def options_of(given: CommandLine) -> ProjectOptions:
    """Return what the parsed flags ask for; raises ``UsageError`` where two exclude each other."""
    if given.no_baseline and given.baseline is not None:
        raise UsageError("--baseline and --no-baseline: expected one of them")
    return ProjectOptions(
        paths=tuple(given.paths),
        root=given.root,
        contracts_dir=given.contracts_dir,
        contracts_from=given.contracts_from,
        # The user's own are no revision's.
        user_contracts=not given.project_contracts and given.contracts_from is None,
        tree=given.tree,
        since=given.since,
        severity=given.severity,
        rules=tuple(given.rule),
        ignores=not given.no_ignores,
        seconds=given.timeout,
        cache=not given.no_cache,
        cache_dir=given.cache_dir,
        staged=given.staged,
        baseline=given.baseline,
        counts_baseline=not given.no_baseline,
        shard=given.shard,
    )


def answer(given: CommandLine, options: ProjectOptions) -> int:
    """Check the project, print the report as *given*, and return the exit code."""
    formats = report_files.checked(given.format, show_suppressed=given.show_suppressed)
    printed = report_files.to_print(formats)
    progress = shown if sys.stderr.isatty() else told
    speaks = _may_speak(printed, quiet=given.quiet)
    fixes = any(entry.name in WITH_FIXES for entry in formats)
    asked = options._replace(shown=progress if speaks else None, fixes=fixes)
    if given.fix or given.diff:
        return _fixing(given, asked, formats)
    with ProjectInputs(asked) as inputs:
        report = _checked(asked, inputs, formats)
    return publish(given, report, formats, root=inputs.root)


def _fixing(given: CommandLine, options: ProjectOptions, formats: Sequence[Wanted]) -> int:
    from phaser_lint.commands import fixing  # a scan that writes nothing needs none of it

    fixing.refuse(given, formats)
    if given.diff:
        formats = [entry for entry in formats if entry.path is not None]
        fixed = fixing.print_diff(options, on_github="GITHUB_ACTIONS" in os.environ)
    else:
        fixed = fixing.fixed(options)
    code = publish(given, fixed.report, formats, root=fixed.root)
    if _may_speak(report_files.to_print(formats), quiet=given.quiet):
        sys.stderr.write(fixed.said())
    return fixed.exit_code(code, fails=given.fails_when_fixed)


def _checked(options: ProjectOptions, inputs: ProjectInputs, formats: Sequence[Wanted]) -> Report:
    # Here, not above: a tenth of a scan, for which the list of files need not wait.
    report_files.load(formats)
    if options.shard is None:
        from phaser_lint.checks.project_check import check_project

        return check_project(options, inputs)
    from phaser_lint.shards.shard_check import check_shard

    return check_shard(options, options.shard, inputs)


def publish(
    given: CommandLine, report: Report, formats: Sequence[Wanted], *, root: str | None = None
) -> int:
    """Write and print the report in its *formats* as *given*, and return the exit code.

    Without a *root* paths are shown as the report has them.
    """
    answered = report_files.shown_as(
        report, root=root, folder=_here(root), show_suppressed=given.show_suppressed
    )
    if any(entry.name in WITH_ORIGIN for entry in formats):
        from phaser_lint.commands.run_origin import origin_of

        origin = origin_of(root, given.arguments, os.environ, now=time.time())
        answered = answered._replace(origin=origin)
    report_files.write_files(formats, answered)
    write(answered, format_name=report_files.to_print(formats), quiet=given.quiet)
    return exit_code(report, fail_on=given.fail_on)


def _here(root: str | None) -> str:
    try:
        return working_directory()
    except UsageError:
        # From a folder that was deleted no path leads anywhere.
        return root or ""


def _may_speak(format_name: str | None, *, quiet: bool) -> bool:
    """Tell whether standard error may hold more than what explains exit code 2."""
    return format_name in ("text", None) and not quiet


def write(answered: Shown, *, format_name: str | None, quiet: bool) -> None:
    """Print the report on standard output, and what is no violation on standard error.

    Without a format, where all reports went to files, standard error has the totals too.
    """
    if format_name == "text":
        _write_text(answered.from_here, quiet=quiet)
    elif format_name is not None:
        sys.stdout.write(answered.rendered(format_name))
    sys.stdout.flush()
    said = _said(answered.from_here, format_name, quiet=quiet)
    sys.stderr.write("".join(f"{line}\n" for line in said))


def _said(report: Report, format_name: str | None, *, quiet: bool) -> list[str]:
    if format_name == "github":  # its log holds them already
        return []
    if not _may_speak(format_name, quiet=quiet):
        return summary.incomplete(report)
    totals = [] if format_name else [summary.totals(report)]
    return [*summary.asides(report), *totals, summary.counts(report)]


def _write_text(report: Report, *, quiet: bool) -> None:
    is_terminal = sys.stdout.isatty()
    in_colour = colours.wanted(os.environ, is_terminal=is_terminal)
    if in_colour or (is_terminal and not quiet):
        _write_styled(report, quiet=quiet, in_colour=in_colour)
    else:
        sys.stdout.write(text_lines.violations_only(report) if quiet else text_lines.render(report))


def _write_styled(report: Report, *, quiet: bool, in_colour: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    from phaser_lint.outputs import terminal

    console = Console(
        highlight=False,
        soft_wrap=True,
        force_terminal=True,
        color_system="standard" if in_colour else None,
        no_color=not in_colour,
    )
    if sys.stdout.isatty() and not quiet:
        shown = terminal.blocks(report, width=console.width)
    else:
        shown = terminal.one_liners(report)
        shown += [Text()] if shown and not quiet else []
    for line in shown if quiet else [*shown, terminal.totals_line(report)]:
        console.print(line)


def exit_code(report: Report, *, fail_on: str) -> int:
    """Return the exit code: incomplete before violations before clean."""
    if not report.is_decided():
        return exit_codes.INCOMPLETE
    failing = (
        report.violations
        if fail_on == "warning"
        else [entry for entry in report.violations if entry.severity == "error"]
    )
    return exit_codes.VIOLATIONS if failing else exit_codes.CLEAN
