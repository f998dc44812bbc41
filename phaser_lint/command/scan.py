"""``phaser-lint scan``: check the project, or the paths named, as they are on disk."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentTypeError, Namespace

from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import report_files
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.report_answer import add_answer, forgiven, print_options_of, publish
from phaser_lint.core.command_line import (
    SEVERITIES,
    Parser,
    add_cache,
    add_contracts_dir,
    add_timeout,
)
from phaser_lint.core.errors import UsageError
from phaser_lint.project.regular_file import MAXIMUM_BYTES
from phaser_lint.report.formats import WITH_FIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeVar

    from rich.progress import Progress

    from phaser_lint.command.report_files import Wanted
    from phaser_lint.contract.model import Report
    from phaser_lint.contract.shard import Share
    from phaser_lint.text.globs import Tests

    Item = TypeVar("Item")


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint scan",
        "Check the project, or the paths named.",
        example="phaser-lint scan --since origin/main",
        page="scan.md",
    )
    made.add_argument("paths", metavar="PATH", nargs="*", help="files and folders [default: all]")
    add_root_and_git(made)
    add_contracts_dir(made)
    made.add_argument(
        "--contracts-from",
        metavar="REV",
        help="check by the contracts and the baseline of this git revision",
    )
    made.add_switch("--project-contracts", help="leave the contracts of the home folder out")
    made.add_switch(
        "--tree", help="check which files exist, of the whole project; alone, nothing else"
    )
    made.add_argument(
        "--since",
        metavar="REV",
        help="count only what is new since the branch left this git revision",
    )
    _add_scope(made)
    made.add_switch("--fix", help="write what the contracts' safe fixes make of violations")
    made.add_switch("--diff", help="print what --fix would write as a patch instead")
    made.add_switch("--unsafe-fixes", help="with --fix or --diff: make the unsafe ones, too")
    made.add_switch("--no-ignores", help="count violations that directives suppress, too")
    made.add_argument(
        "--shard",
        metavar="K/N",
        type=share,
        help="check one of N shares of the files, for phaser-lint merge",
    )
    add_answer(made)
    add_cache(made)
    add_timeout(made, default=SECONDS)
    return made


def _add_scope(made: Parser) -> None:
    made.add_switch("--staged", help="check what git has staged, not what is on the disk")
    made.add_argument(
        "--baseline",
        metavar="FILE",
        help="count only what this baseline does not hold [default: .phaser/baseline.jsonl]",
    )
    made.add_switch("--no-baseline", help="use no baseline")
    made.add_argument(
        "--severity",
        choices=SEVERITIES,
        default="all",
        help="check by the contracts of this severity alone [default: all]",
    )
    made.add_argument(
        "--rule",
        metavar="ID",
        action="append",
        default=[],
        help="check by the contract of this id alone; repeatable",
    )
    made.add_argument(
        "--exclude",
        metavar="GLOB",
        action="append",
        default=[],
        type=glob,
        help="check no file that this glob selects, from the root as in .gitignore; repeatable",
    )
    made.add_argument(
        "--stdin-filename",
        metavar="PATH",
        help="check the text on standard input as the content of this file, and nothing else",
    )


def glob(written: str) -> str:
    """Return the glob of an ``--exclude``."""
    from phaser_lint.text.globs.glob_problems import glob_problem  # few scans exclude something

    problem = glob_problem(written)
    if problem:
        raise ArgumentTypeError(problem)
    return written


def _compiled(globs: Sequence[str]) -> Tests:
    if not globs:
        return ()
    from phaser_lint.text.globs.compile import compile_patterns

    return compile_patterns(tuple(globs))


def share(written: str) -> Share:
    """Return what a ``--shard K/N`` asks for."""
    from phaser_lint.contract.shard import MOST, Share  # few scans share their work

    number, _, of = written.partition("/")
    for part in (number, of):
        if not (part.isascii() and part.isdigit() and len(part) < 9):
            raise ArgumentTypeError(f"expected K/N, as in 2/4, not {written!r}")
    if not 1 <= int(number) <= int(of) <= MOST:
        raise ArgumentTypeError(f"expected K from 1 to N, and N up to {MOST}, not {written!r}")
    return Share(int(number), int(of))


def run(arguments: Sequence[str]) -> int:
    """Scan, print the report, and return the exit code."""
    given = parser().parse_args(arguments)
    given.arguments = ("scan", *arguments)
    given.fails_when_fixed = False
    if given.unsafe_fixes and not (given.fix or given.diff):
        raise UsageError("--unsafe-fixes: expected --fix or --diff as well")
    whole = given.root is not None or given.tree or given.shard is not None
    options = options_of(given)._replace(here=not whole)
    if given.stdin_filename is not None:
        options = _of_stdin(given, options)
    elif "-" in given.paths and not os.path.lexists("-"):
        raise UsageError("-: expected --stdin-filename PATH, which says what file the text is of")
    return answer(given, options)


def _of_stdin(given: Namespace, options: ProjectOptions) -> ProjectOptions:
    """Return *options* with the text of standard input; raises ``UsageError`` where they differ."""
    others = ("tree", "staged", "shard", "fix", "diff")
    flag = next((name for name in others if getattr(given, name)), "")
    if flag or given.paths not in ([], ["-"]):
        other = f"--{flag}" if flag else next(path for path in given.paths if path != "-")
        raise UsageError(f"--stdin-filename and {other}: expected one of them")
    text = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
    return options._replace(paths=(given.stdin_filename,), text=text, here=False)


def options_of(given: Namespace) -> ProjectOptions:
    """Return what the parsed flags ask for; raises ``UsageError`` where two exclude each other."""
    if given.no_baseline and given.baseline is not None:
        raise UsageError("--baseline and --no-baseline: expected one of them")
    if given.exclude and given.shard is not None:
        raise UsageError("--exclude and --shard: expected one of them; the configuration has both")
    return ProjectOptions(
        paths=tuple(given.paths),
        root=given.root,
        git=git_of(given),
        contracts_dir=given.contracts_dir,
        contracts_from=given.contracts_from,
        # The user's own are no revision's.
        user_contracts=not given.project_contracts and given.contracts_from is None,
        tree=given.tree,
        since=given.since,
        severity=given.severity,
        rules=tuple(given.rule),
        exclude=_compiled(given.exclude),
        ignores=not given.no_ignores,
        seconds=given.timeout,
        cache=not given.no_cache,
        cache_dir=given.cache_dir,
        staged=given.staged,
        baseline=given.baseline,
        counts_baseline=not given.no_baseline,
        shard=given.shard,
    )


def answer(given: Namespace, options: ProjectOptions) -> int:
    """Check the project, print the report as *given*, and return the exit code."""
    formats = report_files.checked(given.format, show_suppressed=given.show_suppressed)
    prints_remarks = print_options_of(given, formats).prints_remarks()
    progress = shown if sys.stderr.isatty() else with_minutes
    fixes = any(entry.name in WITH_FIXES for entry in formats)
    asked = options._replace(shown=progress if prints_remarks else None, fixes=fixes)
    if given.fix or given.diff:
        return _fixing(given, asked, formats)
    with ProjectInputs(asked) as inputs:
        report = _checked(asked, inputs, formats)
    return publish(given, report, formats, root=inputs.root)


def _fixing(given: Namespace, options: ProjectOptions, formats: Sequence[Wanted]) -> int:
    from phaser_lint.command import fixing  # a scan that writes nothing needs none of it

    fixing.refuse(given, formats)
    if given.diff:
        formats = [entry for entry in formats if entry.path is not None]
        on_github, unsafe = "GITHUB_ACTIONS" in os.environ, given.unsafe_fixes
        fixed = fixing.print_diff(options, on_github=on_github, makes_unsafe=unsafe)
    else:
        fixed = fixing.fixed(options, makes_unsafe=given.unsafe_fixes)
    if given.diff and given.fails_when_fixed:
        sys.stdout.flush()
        sys.stderr.write(fixed.left())
    code = publish(given, fixed.report, formats, root=fixed.root)
    if print_options_of(given, formats).prints_remarks():
        sys.stderr.write(fixed.summary(in_commit=given.fails_when_fixed))
    return forgiven(given, fixed.exit_code(code, fails=given.fails_when_fixed))


def _checked(options: ProjectOptions, inputs: ProjectInputs, formats: Sequence[Wanted]) -> Report:
    # Here, not above: a tenth of a scan, for which the list of files need not wait.
    report_files.load(formats)
    if options.shard is None:
        from phaser_lint.check.project_check import check_project

        return check_project(options, inputs)
    from phaser_lint.check.shards.shard_check import check_shard

    return check_shard(options, options.shard, inputs)


# The progress of a long scan: a bar on a terminal, a line a minute elsewhere.
#
# A contract that runs away takes two seconds on every file: hours, on many.

_QUIET_SECONDS = 0.5
_EVERY = 64
_LINE_SECONDS = 60.0


def shown(items: Iterator[Item], total: int) -> Iterator[Item]:
    """Yield *items*, with a bar on standard error once they take longer than half a second."""
    last = time.monotonic()
    bar: Progress | None = None
    try:
        for number, item in enumerate(items):
            late = time.monotonic() - last > _QUIET_SECONDS
            if late and bar is None:
                bar = _started(total)
            if bar is not None and (late or number % _EVERY == 0):
                bar.update(bar.task_ids[0], completed=number)
                last = time.monotonic()
            yield item
    finally:
        if bar is not None:
            bar.stop()


def with_minutes(items: Iterator[Item], total: int) -> Iterator[Item]:
    """Yield *items*, with a line on standard error for every minute that they take."""
    last = time.monotonic()
    for number, item in enumerate(items):
        if time.monotonic() - last > _LINE_SECONDS:
            sys.stderr.write(f"{number:,} of {total:,} files checked\n")
            last = time.monotonic()
        yield item


def _started(total: int) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn("checking"),
        BarColumn(),
        MofNCompleteColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task("checking", total=total)
    bar.start()
    return bar
