"""``phaser-lint baseline``: record today's violations, so that only new ones count.

    phaser-lint baseline             write .phaser/baseline.jsonl
    phaser-lint baseline --prune     take out what no longer occurs; add nothing
    phaser-lint baseline --update    write it anew

With PATHS only what is known of those files changes. A run that could not check everything writes
nothing: what it missed would count as new later, or as fixed now.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from phaser_lint.agent.install.settings_file import write_settings
from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    entries_of,
    is_earlier,
    read_baseline,
    read_data,
    render_baseline,
    require_baseline,
    usual_from_here,
)
from phaser_lint.check.comparison.baseline_scope import (
    number_covered,
    number_gone,
    still_there,
    updated,
)
from phaser_lint.check.project_check import examine_project
from phaser_lint.check.project_files import is_closed_folder
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.core.command_line import Parser, add_cache, add_contracts_dir, add_timeout
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import count, harmless, path_shown, sorted_json
from phaser_lint.project.project import root_for
from phaser_lint.project.root import led_out, working_directory
from phaser_lint.report.report_paths import seen_from
from phaser_lint.report.summary import asides, incomplete, unread, unread_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaser_lint.check.comparison.baseline_file import Entries
    from phaser_lint.check.project_scan import ProjectScan
    from phaser_lint.contract.model import Report


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint baseline",
        "Record today's violations, so that only new ones count.",
        example="phaser-lint baseline --prune",
        page="git.md",
    )
    made.add_argument("paths", metavar="PATH", nargs="*", help="files and folders [default: all]")
    made.add_argument(
        "--file", metavar="FILE", help=f"the baseline [default: {DEFAULT_PATH} in the root folder]"
    )
    made.add_switch("--update", help="write an existing one anew")
    made.add_switch("--prune", help="remove what no longer occurs, and add nothing")
    made.add_switch("-q", "--quiet", help="print nothing but why nothing is written")
    made.add_switch("--json", help="print JSON")
    add_root_and_git(made)
    add_contracts_dir(made)
    made.add_switch("--project-contracts", help="leave the contracts of the home folder out")
    add_cache(made)
    add_timeout(made, default=SECONDS)
    return made


def run(arguments: Sequence[str]) -> int:
    """Write the baseline, print what it holds, and return the exit code."""
    given = parser().parse_args(arguments)
    root = root_for(given.root)
    path = given.file or os.path.join(root, *DEFAULT_PATH.split("/"))
    shown = given.file or usual_from_here(root)
    outside = "" if given.file else led_out(path, root)
    if outside:
        raise UsageError(f"{shown}: {outside}")
    old = _existing(given, path, shown)
    scan = examine_project(
        ProjectOptions(
            paths=tuple(given.paths),
            root=given.root,
            git=git_of(given),
            contracts_dir=given.contracts_dir,
            user_contracts=not given.project_contracts,
            seconds=given.timeout,
            cache=not given.no_cache,
            cache_dir=given.cache_dir,
            baseline=path,
        )
    )
    report = scan.report._replace(notices=scan.notices)
    from_here = seen_from(report, working_directory(), root=root)
    remarks_on = incomplete if given.quiet else asides
    sys.stderr.write("".join(f"{line}\n" for line in remarks_on(from_here)))
    missing = _not_checked(from_here)
    if missing:
        sys.stderr.write(harmless(f"{shown}: not written: {missing}") + "\n")
        _print_json(given, {"path": shown, "problem": missing, "written": False})
        return exit_codes.INCOMPLETE
    if given.update and old is None and scan.scope.content is not None:
        # A sparse checkout leaves files out; what the baseline holds of them stays.
        old = read_baseline(path, shown=shown) if os.path.lexists(path) else None
    new = _new(given, old, scan)
    is_first = not os.path.lexists(path)
    is_other = is_first or new != old
    if is_other:
        write_settings(path, render_baseline(new))
    pruned = old if given.prune else None
    summary = "; ".join((_summary(pruned, new), *unread_counts(report)))
    lines = [f"{shown}: {summary}", *([_next_step(given.file)] if is_first else [])]
    if not (given.quiet or given.json):
        sys.stdout.write(in_lines(map(harmless, lines)))
    _print_json(
        given,
        {
            "not_read": sum(map(len, unread(report).values())),
            "path": shown,
            "problem": None,
            "written": is_other,
            **_counts(pruned, new),
        },
    )
    return exit_codes.CLEAN


def _print_json(given: Namespace, values: Mapping[str, Any]) -> None:
    if given.json:
        sys.stdout.write(sorted_json({"version": 1, **values}))


def _not_checked(report: Report) -> str:
    """Return why *report* is not on everything, or nothing."""
    if report.undecided or any(problem.skipped for problem in report.problems):
        return "not everything could be checked"
    closed = filter(is_closed_folder, report.skipped)
    return "; ".join(f"{path_shown(skip.path)}: {skip.reason}" for skip in closed)


def _next_step(file: str | None) -> str:
    """Return what to do with a baseline that was written for the first time."""
    if file is None:
        places = "scan, the hooks of git and agents, and the Action"
        return f"Commit it: from now on only what is new counts in {places}."
    return f"phaser-lint scan --baseline {file} counts only what is new."


def _existing(given: Namespace, path: str, shown: str) -> Entries | None:
    """Return the baseline that is there, as far as it is needed; raises ``PhaserError``."""
    if given.update and given.prune:
        raise UsageError("--update and --prune: expected one of them")
    if not os.path.lexists(path):
        if given.prune:
            raise UsageError(f"{shown}: no such file; phaser-lint baseline writes one")
        return None
    if not given.update and not given.prune:
        raise UsageError(
            f"{shown}: is there already; --prune takes out what no longer occurs, "
            "--update writes it anew"
        )
    if given.update and not given.paths:
        # All of it is written anew, so that entries after a merge conflict do no harm.
        require_baseline(path, shown=shown)
        return None
    found = read_baseline(path, shown=shown)
    if is_earlier(read_data(path, shown=shown), shown=shown):
        raise UsageError(
            f"{shown}: written by an earlier phaser-lint, in another form; "
            "--update without paths writes it anew"
        )
    return found


def _new(given: Namespace, old: Entries | None, scan: ProjectScan) -> Entries:
    if old is None:
        return entries_of(scan.report)
    change = still_there if given.prune else updated
    return change(old, scan.report, scan.checker.contracts, scan.scope)


def _counts(pruned: Entries | None, new: Entries) -> dict[str, int]:
    """Return what the *new* baseline holds, and how many entries of the *pruned* one are gone."""
    return {
        "files": len({path for path, _, _ in new}),
        "removed": 0 if pruned is None else number_gone(pruned, new),
        "violations": number_covered(new),
    }


def _summary(pruned: Entries | None, new: Entries) -> str:
    counts = _counts(pruned, new)
    held = f"{count(counts['violations'], 'violation')} in {count(counts['files'], 'file')}"
    if pruned is None:
        return held
    gone = counts["removed"]
    return f"{'1 entry' if gone == 1 else f'{gone} entries'} removed; {held}"
