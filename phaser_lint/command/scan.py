"""``phaser-lint scan``: check the project, or the paths named, as they are on disk."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence

from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, choose_file_state, make_git_limits
from phaser_lint.command.report_output import (
    REPORT_FLAGS,
    is_in_commit,
    printed_format,
    prints_remarks,
    publish_report,
    require_formats,
)
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import (
    CACHE_FLAGS,
    CONTRACTS_DIR_FLAG,
    SEVERITIES,
    Flags,
    Parser,
    WrongValueError,
    make_argument,
    make_switch,
    make_timeout_flag,
)
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.files import STATES_IN_GIT, TEXT
from phaser_lint.report.formats import WITH_FIXES, load_renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from rich.progress import Progress

    from phaser_lint.contract.shard import Share
    from phaser_lint.text.globs import Tests

    Element = TypeVar("Element")


def parser() -> Parser:
    """Return the parser of ``phaser-lint scan``."""
    return Parser(
        "phaser-lint scan",
        "Check the project, or the paths named.",
        (
            make_argument(
                "paths", metavar="PATH", nargs="*", help="files and folders [default: all]"
            ),
            *ROOT_AND_GIT_FLAGS,
            CONTRACTS_DIR_FLAG,
            make_argument(
                "--contracts-from",
                metavar="REV",
                help="check by the contracts and the baseline of this git revision",
            ),
            make_switch("--project-contracts", help="leave the contracts of the home folder out"),
            make_switch(
                "--tree",
                help="also check which files exist, in the whole project; without PATH, only that",
            ),
            make_argument(
                "--since",
                metavar="REV",
                help="count only what is new since the branch left this git revision",
            ),
            make_switch(
                "--allow-weaker",
                help="with --since: only note what a change of contracts lets pass",
            ),
            *[
                make_argument(state.flag, metavar=state.metavar, help=state.help)
                if state.metavar
                else make_switch(state.flag, help=state.help)
                for state in STATES_IN_GIT
            ],
            make_argument(
                "--baseline",
                metavar="FILE",
                help="count only what this baseline does not hold [default: "
                ".phaser/baseline.jsonl]",
            ),
            make_switch("--no-baseline", help="use no baseline"),
            make_argument(
                "--severity",
                choices=SEVERITIES,
                default="all",
                help="check only by the contracts of this severity [default: all]",
            ),
            make_argument(
                "--rule",
                metavar="ID",
                action="append",
                default=[],
                help="check only by the contract of this id; repeatable",
            ),
            make_argument(
                "--exclude",
                metavar="GLOB",
                action="append",
                default=[],
                type=parse_exclude,
                help="check no file that this glob selects, from the root as in .gitignore; "
                "repeatable",
            ),
            make_argument(
                "--stdin-filename",
                metavar="PATH",
                help="check the text on standard input as the content of this file, and nothing "
                "else",
            ),
            make_switch("--fix", help="write what the contracts' safe fixes make of violations"),
            make_switch("--diff", help="print what --fix would write as a patch instead"),
            make_switch("--unsafe-fixes", help="with --fix or --diff: make the unsafe ones, too"),
            make_switch("--no-ignores", help="count violations that directives suppress, too"),
            make_argument(
                "--shard",
                metavar="K/N",
                type=parse_share,
                help="check one of N shares of the files, for phaser-lint merge",
            ),
            *REPORT_FLAGS,
            *CACHE_FLAGS,
            make_timeout_flag(SECONDS),
        ),
        example="phaser-lint scan --since origin/main",
        page="scan.md",
    )


def parse_exclude(word: str) -> str:
    """Return the glob that ``scan --exclude`` names on the command line."""
    from phaser_lint.text.globs.glob_problems import find_glob_problem

    problem = find_glob_problem(word)
    if problem:
        raise WrongValueError(problem)
    return word


def parse_share(word: str) -> Share:
    """Return what ``scan --shard K/N`` asks for."""
    from phaser_lint.contract.shard import MOST, Share

    numbers = word.split("/")
    if len(numbers) != 2 or not all(
        number.isascii() and number.isdigit() and len(number) < 9 for number in numbers
    ):
        raise WrongValueError(f"expected K/N, as in 2/4, not {word!r}")
    number, total = map(int, numbers)
    if not 1 <= number <= total <= MOST:
        raise WrongValueError(f"expected K from 1 to N, and N up to {MOST}, not {word!r}")
    return Share(number, total)


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint scan``: scan, print the report, and return the exit code."""
    flags = parser().parse_args(arguments)
    flags.arguments = ("scan", *arguments)
    flags.fails_when_fixed = False
    flags.base = "HEAD"
    if flags.unsafe_fixes and not (flags.fix or flags.diff):
        raise UsageError("--unsafe-fixes: expected --fix or --diff as well")
    is_whole = flags.root is not None or flags.tree or flags.shard is not None
    options = make_project_options(flags)._replace(here=not is_whole)
    if flags.stdin_filename is not None:
        states = [state.destination for state in STATES_IN_GIT]
        flag = next(filter(vars(flags).get, ["tree", *states, "shard", "fix", "diff"]), "")
        if flag or flags.paths not in ([], ["-"]):
            other_path = next((path for path in flags.paths if path != "-"), "")
            conflict = f"--{flag.replace('_', '-')}" if flag else other_path
            raise UsageError(f"--stdin-filename and {conflict}: expected one of them")
        text = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
        options = options._replace(paths=(flags.stdin_filename,), state=TEXT, text=text, here=False)
    elif "-" in flags.paths and not os.path.lexists("-"):
        raise UsageError("-: expected --stdin-filename PATH, which says what file the text is of")
    return answer_scan(flags, options)


def make_project_options(flags: Flags) -> ProjectOptions:
    """Return the options that a scan's flags ask for; raises ``UsageError``."""
    if flags.no_baseline and flags.baseline is not None:
        raise UsageError("--baseline and --no-baseline: expected one of them")
    if flags.exclude and flags.shard is not None:
        raise UsageError("--exclude and --shard: expected one of them; the configuration has both")
    is_hook = flags.arguments[:1] == ("pre-commit",)  # which may be given commits
    if flags.allow_weaker and flags.since is None and not is_hook:
        raise UsageError("--allow-weaker: expected --since as well")
    state = choose_file_state(flags)
    exclude: Tests = ()
    if flags.exclude:
        from phaser_lint.text.globs.compile_globs import compile_glob_list

        exclude = compile_glob_list(tuple(flags.exclude))
    return ProjectOptions(
        paths=tuple(flags.paths),
        root=flags.root,
        git=make_git_limits(flags),
        contracts_dir=flags.contracts_dir,
        contracts_from=flags.contracts_from,
        # The user's own are no revision's.
        user_contracts=not flags.project_contracts and flags.contracts_from is None,
        tree=flags.tree,
        since=flags.since,
        allow_weaker=flags.allow_weaker,
        severity=flags.severity,
        rules=tuple(flags.rule),
        exclude=exclude,
        ignores=not flags.no_ignores,
        seconds=flags.timeout,
        cache=not flags.no_cache,
        cache_dir=flags.cache_dir,
        state=state,
        state_argument=vars(flags)[state.destination] if state.metavar else "",
        baseline=flags.baseline,
        counts_baseline=not flags.no_baseline,
        shard=flags.shard,
    )


def answer_scan(flags: Flags, options: ProjectOptions) -> int:
    """Scan the project as ``scan`` or ``pre-commit``, print the report, return the exit code."""
    formats = require_formats(flags.format, show_suppressed=flags.show_suppressed)
    shows_progress = prints_remarks(flags, printed_format(flags, formats))
    progress = with_progress_bar if sys.stderr.isatty() else with_progress_lines
    fixes = any(target.name in WITH_FIXES for target in formats)
    options = options._replace(
        shown=progress if shows_progress else None,
        fixes=fixes,
        report_files=tuple(
            [os.path.realpath(target.path) for target in formats if target.path is not None]
        ),
    )
    if flags.fix or flags.diff:
        from phaser_lint.command.scan_fixes import answer_fixing

        return answer_fixing(flags, options, formats)
    is_staged = options.state.flag == "--staged"
    in_commit = is_in_commit(flags, is_staged=is_staged)
    # By hand pre-commit may check all files, where nothing is staged: HEAD has all of them.
    is_commit = in_commit and (is_staged or "GIT_INDEX_FILE" in os.environ)
    is_quiet_on_old = is_commit and flags.fail_on != "warning"
    options = options._replace(
        leaves_out_old_warnings=is_quiet_on_old,
        reports_existing=options.reports_existing or (is_commit and is_staged),
    )
    with ProjectInputs(options) as inputs:
        # What renders the report, and reads contracts, is imported while the files are listed.
        for target in formats:
            if target.name != "text":  # what prints has that already
                load_renderer(target.name)
        if inputs.listing.is_first:  # a later scan finds them stored
            import phaser_lint.contract.load_contracts  # noqa: F401 - for what reads them soon
        if options.shard is None:
            from phaser_lint.check.project_check import check_project

            report = check_project(options, inputs)
        else:
            from phaser_lint.check.shards.shard_check import check_shard

            report = check_shard(options.shard, inputs)
    # "git commit -a", and one of named files, ask of an index that is gone once they are refused.
    index = os.environ.get("GIT_INDEX_FILE", "index" if is_staged else "")
    is_in_index = os.path.basename(index) == "index"
    return publish_report(
        flags,
        report,
        formats,
        root=inputs.root,
        in_commit=in_commit,
        is_in_index=is_in_index,
        is_commit=is_commit,
    )


# The progress of a long scan: a bar on a terminal, a line a minute elsewhere.
#
# A contract that runs away takes two seconds on every file: hours, on many.

_QUIET_SECONDS = 0.5
_EVERY = 64
_LINE_SECONDS = 60.0


def with_progress_bar(files: Iterator[Element], total: int) -> Iterator[Element]:
    """Yield *files* of ``scan``, with a bar on standard error once they take half a second."""
    last = time.monotonic()
    bar: Progress | None = None
    try:
        for number, file in enumerate(files):
            is_late = time.monotonic() - last > _QUIET_SECONDS
            if is_late and bar is None:
                bar = _start_progress_bar(total)
            if bar is not None and (is_late or number % _EVERY == 0):
                bar.update(bar.task_ids[0], completed=number)
                last = time.monotonic()
            yield file
    finally:
        if bar is not None:
            bar.stop()


def with_progress_lines(files: Iterator[Element], total: int) -> Iterator[Element]:
    """Yield *files* of ``scan``, with a line on standard error for every minute they take."""
    last = time.monotonic()
    for number, file in enumerate(files):
        if time.monotonic() - last > _LINE_SECONDS:
            sys.stderr.write(f"{number:,} of {total:,} files checked\n")
            last = time.monotonic()
        yield file


def _start_progress_bar(total: int) -> Progress:
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
