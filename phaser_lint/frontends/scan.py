"""``phaser-lint scan``: judge the project, or the paths named, as they are on disk."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from phaser_lint import engine
from phaser_lint.contracts.discover import places
from phaser_lint.frontends import exit_codes
from phaser_lint.frontends.arguments import (
    SEVERITIES,
    Parser,
    add_contracts_dir,
    add_timeout,
    root_for,
    working_directory,
)
from phaser_lint.inputs.git import changed_files
from phaser_lint.inputs.project import named_files, project_files, read_files
from phaser_lint.model import Limits, Notice, Report, Tree
from phaser_lint.outputs import github, json, summary, text
from phaser_lint.project_check import judge_paths
from phaser_lint.result_cache import ResultCache, cache_path, key_of
from phaser_lint.revisions import before_commit, commit_of
from phaser_lint.root import cache_folder, home_folder
from phaser_lint.rules import EXISTENCE_TYPES
from phaser_lint.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.comparison import Before
    from phaser_lint.model import ContractSet
    from phaser_lint.project_check import Shown

FORMATS = ("text", "json", "github")
_SECONDS = 2.0


class Options(NamedTuple):
    """What a scan judges, and how; the ``paths`` are as the user wrote them."""

    paths: tuple[str, ...] = ()
    root: str | None = None
    contracts_dir: str | None = None
    user_contracts: bool = True
    tree: bool = False
    since: str | None = None
    severity: str = "all"
    ignores: bool = True
    seconds: float = _SECONDS
    progress: bool = False
    cache: bool = True
    cache_dir: str | None = None


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint scan", "Check the project, or the paths named.")
    made.add_argument("paths", metavar="PATH", nargs="*", help="files and folders [default: all]")
    made.add_argument("--root", metavar="PATH", help="the project's root folder")
    add_contracts_dir(made)
    made.add_argument(
        "--project-contracts",
        action="store_true",
        help="leave the contracts of the home folder out",
    )
    made.add_argument(
        "--tree",
        action="store_true",
        help="judge which files exist, of the whole project; alone, nothing else",
    )
    made.add_argument(
        "--since", metavar="REV", help="count only what is new since this git revision"
    )
    made.add_argument("--severity", choices=SEVERITIES, default="all")
    made.add_argument("--no-ignores", action="store_true", help="let no ignore directive count")
    made.add_argument("--fail-on", choices=("error", "warning"), default="error")
    made.add_argument("--format", choices=FORMATS, default="text")
    made.add_argument("--quiet", action="store_true", help="print violations and nothing else")
    made.add_argument("--no-cache", action="store_true", help="judge every file afresh")
    made.add_argument("--cache-dir", metavar="PATH", help="keep results of files in this folder")
    add_timeout(made, default=_SECONDS)
    return made


def run(arguments: Sequence[str]) -> int:
    """Scan, print the report, and return the exit code."""
    given = parser().parse_args(arguments)
    options = Options(
        paths=tuple(given.paths),
        root=given.root,
        contracts_dir=given.contracts_dir,
        user_contracts=not given.project_contracts,
        tree=given.tree,
        since=given.since,
        severity=given.severity,
        ignores=not given.no_ignores,
        seconds=given.timeout,
        progress=given.format == "text" and not given.quiet and sys.stderr.isatty(),
        cache=not given.no_cache,
        cache_dir=given.cache_dir,
    )
    report = scan(options)
    write(report, format_name=given.format, quiet=given.quiet)
    return exit_code(report, fail_on=given.fail_on)


def scan(options: Options) -> Report:
    """Return the report on the project as it is on disk; raises ``PhaserError``."""
    root = root_for(options.root)
    contracts = select_severity(
        _contracts(root, options),
        options.severity,
    )
    selection = Selection(contracts)
    limits = Limits(options.seconds)
    before: Before | None = None
    commit = None if options.since is None else commit_of(root, options.since)
    if commit is not None:
        before = before_commit(root, commit, contracts, selection=selection, limits=limits)
    content, listed = _subjects(options, root, commit)
    chosen = [path for path in content if selection.places_for(path)]
    # What no contract selects plays no part in which files there have to be.
    tree = None if listed is None else Tree(selection.selected(listed), whole=True)
    cache = _result_cache(root, contracts, limits, options)
    judged = judge_paths(
        root,
        chosen,
        contracts,
        selection=selection,
        limits=limits,
        ignores=options.ignores,
        cache=cache,
        shown=_progress(options),
    )
    if cache is not None:
        cache.save()
    rest = set(tree.paths).difference(chosen) if tree else set()
    for_tree = selection.read_for_tree(sorted(rest))
    tree_verdicts, tree_skipped = engine.judge_files(
        (),
        read_files(root, for_tree),
        selection=selection,
        limits=limits,
        ignores=options.ignores,
    )
    report = engine.concluded(
        engine.assembled(
            [*judged.verdicts, *tree_verdicts],
            [*judged.skipped, *tree_skipped],
            contracts,
            selection=selection,
            tree=tree,
            clean=judged.clean,
        ),
        contracts,
        before=before,
    )
    whole = not options.paths and not options.tree and options.since is None
    notices = _about_contracts(contracts, selection, root, options, tree if whole else None)
    return report._replace(notices=(*notices, *report.notices))


def _contracts(root: str, options: Options) -> ContractSet:
    home = home_folder()
    user_home = home if options.user_contracts else ""
    from phaser_lint.contracts.load import load_contracts

    return load_contracts(root=root, home=user_home, contracts_dir=options.contracts_dir)


def _progress(options: Options) -> Shown | None:
    if not options.progress:
        return None
    from phaser_lint.frontends.progress import shown

    return shown


def _result_cache(
    root: str, contracts: ContractSet, limits: Limits, options: Options
) -> ResultCache | None:
    folder = options.cache_dir or cache_folder(os.environ, home=home_folder())
    if not options.cache or not folder or not contracts.contracts:
        return None
    key = key_of(contracts, limits=limits, ignores=options.ignores)
    return ResultCache(cache_path(folder, root=root, key=key), now=time.time_ns())


def _subjects(
    options: Options, root: str, commit: str | None
) -> tuple[list[str], list[str] | None]:
    """Return the files whose content is judged, and all files where the tree is judged."""
    if options.paths:
        named = named_files(root, options.paths, working_directory=working_directory())
        return named, project_files(root) if options.tree else None
    listed = project_files(root)
    if commit is not None:
        return changed_files(root, commit), listed
    return ([] if options.tree else listed), listed


def select_severity(contracts: ContractSet, severity: str) -> ContractSet:
    """Return the set with only the contracts of one *severity*, or ``all``."""
    if severity == "all":
        return contracts
    kept = tuple(entry for entry in contracts.contracts if entry.severity == severity)
    others = tuple(entry.rule_id for entry in contracts.contracts if entry.severity != severity)
    return contracts._replace(contracts=kept, idle=(*contracts.idle, *others))


def _about_contracts(
    contracts: ContractSet, selection: Selection, root: str, options: Options, tree: Tree | None
) -> list[Notice]:
    """Return what the user should know of the contracts: none found, globs without a file."""
    if not contracts.contracts and contracts.idle and not contracts.problems:
        of = "" if options.severity == "all" else f" of severity {options.severity}"
        return [Notice(root, None, f"no enabled contract{of}; nothing was checked")]
    if not contracts.contracts and not contracts.problems:
        looked = (
            [options.contracts_dir]
            if options.contracts_dir
            else [
                place.shown
                for place in places(root, home=home_folder(), user=options.user_contracts)
            ]
        )
        return [Notice(root, None, f"no contracts in {', '.join(looked)}; nothing was checked")]
    if tree is None:
        return []
    matched = selection.paths_by_contract(tree.paths)
    return [
        Notice(entry.path, None, f"the glob of {entry.rule_id} matches no file")
        for entry in contracts.contracts
        if entry.rule_id not in matched and entry.type not in (*EXISTENCE_TYPES, "file_contains")
    ]


def write(report: Report, *, format_name: str, quiet: bool) -> None:
    """Print the report on standard output, and what is no violation on standard error."""
    if format_name == "json":
        sys.stdout.write(json.render(report))
    elif format_name == "github":
        sys.stdout.write(github.render(report))
    elif quiet:
        sys.stdout.write(text.violations_only(report))
    elif sys.stdout.isatty():
        _write_to_terminal(report)
    else:
        sys.stdout.write(text.render(report))
    sys.stdout.flush()
    if format_name == "text" and not quiet:
        lines = [*summary.asides(report), summary.counts(report)]
    else:
        # GitHub's log holds them already.
        lines = [] if format_name == "github" else summary.incomplete(report)
    sys.stderr.write("".join(f"{line}\n" for line in lines))


def _write_to_terminal(report: Report) -> None:
    from rich.console import Console

    from phaser_lint.outputs import terminal

    console = Console(highlight=False, soft_wrap=True)
    for line in terminal.lines(report, width=console.width):
        console.print(line)


def exit_code(report: Report, *, fail_on: str) -> int:
    """Return the exit code: incomplete before violations before clean."""
    if report.undecided or any(problem.skipped for problem in report.problems):
        return exit_codes.INCOMPLETE
    failing = (
        report.violations
        if fail_on == "warning"
        else [entry for entry in report.violations if entry.severity == "error"]
    )
    return exit_codes.VIOLATIONS if failing else exit_codes.CLEAN
