"""``phaser-lint history``: what today's contracts would have reported in the commits so far.

    phaser-lint history              the last 100 commits that are no merges
    phaser-lint history no-print     by only this contract
    phaser-lint history -n 1000      of more commits
    phaser-lint history --denials    what the hook denied on this machine, where it keeps a log

Each is compared with its first parent, as ``scan --since`` compares. Exit code 0, whatever was
found; 2 where not everything could be checked, and without git.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from phaser_lint.check.checked_history import History, check_history, summarise_contracts
from phaser_lint.check.chosen_contracts import select_named_contracts
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.open_project import open_every_level
from phaser_lint.check.project_inputs import list_contract_folders
from phaser_lint.check.project_notices import note_no_contracts
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.denial_history import print_denials, sum_denials
from phaser_lint.command.git_flags import (
    ROOT_AND_GIT_FLAGS,
    make_git_limits,
    parse_commit_count,
)
from phaser_lint.command.line_colours import make_console
from phaser_lint.command.terminal_lines import render_lines, wrap_styled_lines
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.report_parts import make_contract_summaries
from phaser_lint.core.shared_flags import (
    COLOR_FLAG,
    CONTRACTS_DIR_FLAG,
    Parser,
    has_colours,
    make_argument,
    make_switch,
    make_timeout_flag,
)
from phaser_lint.hook.memory.denials import read_denial_log
from phaser_lint.project import find_home_folder, find_user_cache_folder
from phaser_lint.project.git import require_repository
from phaser_lint.project.project_of_command import require_project_levels, require_working_directory
from phaser_lint.report import commit_history
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.summary import list_shortfalls, render_asides

_COMMITS = 100


def parser() -> Parser:
    """Return the parser of ``phaser-lint history``."""
    return Parser(
        "phaser-lint history",
        "Show what the contracts would have reported in the last commits.",
        (
            make_argument("ids", metavar="ID", nargs="*", help="contracts [default: all]"),
            make_argument(
                "-n",
                "--number",
                metavar="N",
                type=parse_commit_count,
                default=_COMMITS,
                help=f"how many commits that are no merges [default: {_COMMITS}]",
            ),
            make_switch(
                "--denials", help="show what hooks denied here instead, since install --log"
            ),
            make_switch("--json", help="print JSON"),
            COLOR_FLAG,
            *ROOT_AND_GIT_FLAGS,
            CONTRACTS_DIR_FLAG,
            make_switch("--project-contracts", help="leave the contracts of the home folder out"),
            make_timeout_flag(SECONDS),
        ),
        example="phaser-lint history no-print -n 1000",
        page="git.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint history``: print what commits and contracts did; 0, or 2 if incomplete."""
    flags = parser().parse_args(arguments)
    options = ProjectOptions(
        root=flags.root,
        git=make_git_limits(flags),
        contracts_dir=flags.contracts_dir,
        user_contracts=not flags.project_contracts,
    )
    if flags.denials:
        root = require_project_levels(flags.root).root
        events = read_denial_log(find_user_cache_folder(os.environ, home=find_home_folder()), root)
        print_denials(sum_denials(events, flags.ids), ids=flags.ids, as_json=flags.json)
        return exit_codes.CLEAN
    levels, loaded = open_every_level(options)
    require_repository(levels.root)
    contracts = select_named_contracts(loaded, flags.ids, flag="")
    checker = make_checker(contracts, flags.timeout)
    history = check_history(checker, levels.root, flags.number)
    nothing = note_no_contracts(
        contracts, levels.root, severity="all", looked_in=list_contract_folders(options)
    )
    gaps = [
        Notice("phaser-lint", None, text) for text in commit_history.describe_history_gaps(history)
    ]
    undecided = tuple(check for commit in history.commits for check in commit.report.undecided)
    remarks = Report(problems=loaded.problems, notices=(*nothing, *gaps), undecided=undecided)
    rows = summarise_contracts(history, contracts)
    if flags.json:
        sys.stdout.write(commit_history.render_history_json(history, rows, loaded.problems))
    else:
        table = commit_history.render_frequency_table(rows, shows_all=bool(flags.ids))
        totals = ", ".join(
            (commit_history.render_history_totals(history), *list_shortfalls(remarks))
        )
        here, described = require_working_directory(), make_contract_summaries(contracts)

        def move(report: Report) -> Report:
            """Return the *report* with paths from the working directory."""
            return move_report_to_folder(
                report._replace(contracts=described), here, root=levels.root
            )

        commits = tuple(
            commit._replace(
                report=move(commit.report),
                overridden=move(Report(violations=commit.overridden)).violations,
            )
            for commit in history.commits
        )
        _print_history(history._replace(commits=commits), [*table, totals], color=flags.color)
    sys.stdout.flush()
    report = move_report_to_folder(remarks, require_working_directory(), root=levels.root)
    sys.stderr.write("".join(f"{line}\n" for line in render_asides(report)))
    is_whole = report.is_decided() and not history.unchecked
    return exit_codes.CLEAN if is_whole else exit_codes.INCOMPLETE


def _print_history(history: History, ends: Sequence[str], *, color: str) -> None:
    is_terminal = sys.stdout.isatty()
    in_colour = has_colours(os.environ, is_terminal=is_terminal, choice=color)
    lines = commit_history.render_history_lines(history)
    if is_terminal or in_colour:
        console = make_console(in_colour=in_colour)
        if is_terminal:
            styled_lines = commit_history.style_commit_blocks(history, width=console.width)
        else:
            styled_lines = commit_history.style_history_lines(history)
        for line in wrap_styled_lines(styled_lines):
            console.print(line)
    else:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    ends = ["", *ends] if lines and not is_terminal else ends
    sys.stdout.write(render_lines(ends, color=color))
