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

from phaser_lint.check.checked_history import History, checked_history, summarise_contracts
from phaser_lint.check.chosen_contracts import select_rules
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.check.every_level import every_level
from phaser_lint.check.project_inputs import contract_folders_of
from phaser_lint.check.project_notices import notices_on_no_contracts
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import colours, exit_codes
from phaser_lint.command.denial_history import sum_denials, write_denials
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.line_styles import make_console
from phaser_lint.command.report_answer import add_color
from phaser_lint.command.terminal import in_lines, wrap_styled
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.selection import summaries
from phaser_lint.core.command_line import Parser, add_contracts_dir, add_timeout, number_of_commits
from phaser_lint.hook.memory.denials import read_log
from phaser_lint.project import cache_folder, home_folder, working_directory
from phaser_lint.project.git.repository import require_repository
from phaser_lint.project.project import levels_for
from phaser_lint.report import commit_history
from phaser_lint.report.report_paths import move_to_folder
from phaser_lint.report.summary import asides, shortfalls

_COMMITS = 100


def parser() -> Parser:
    """Return the parser of ``phaser-lint history``."""
    parser = Parser(
        "phaser-lint history",
        "Show what the contracts would have reported in the last commits.",
        example="phaser-lint history no-print -n 1000",
        page="git.md",
    )
    parser.add_argument("ids", metavar="ID", nargs="*", help="contracts [default: all]")
    parser.add_argument(
        "-n",
        "--number",
        metavar="N",
        type=number_of_commits,
        default=_COMMITS,
        help=f"how many commits that are no merges [default: {_COMMITS}]",
    )
    parser.add_switch("--denials", help="show what hooks denied here instead, since install --log")
    parser.add_switch("--json", help="print JSON")
    add_color(parser)
    add_root_and_git(parser)
    add_contracts_dir(parser)
    parser.add_switch("--project-contracts", help="leave the contracts of the home folder out")
    add_timeout(parser, default=SECONDS)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Print the history of commits, and of contracts; 0, or 2 where less was checked."""
    flags = parser().parse_args(arguments)
    options = ProjectOptions(
        root=flags.root,
        git=git_of(flags),
        contracts_dir=flags.contracts_dir,
        user_contracts=not flags.project_contracts,
    )
    if flags.denials:
        root = levels_for(flags.root).root
        events = read_log(cache_folder(os.environ, home=home_folder()), root)
        write_denials(sum_denials(events, flags.ids), ids=flags.ids, as_json=flags.json)
        return exit_codes.CLEAN
    levels, loaded = every_level(options)
    require_repository(levels.root)
    contracts = select_rules(loaded, flags.ids, flag="")
    checker = checker_by(contracts, Limits(flags.timeout))
    history = checked_history(checker, levels.root, flags.number)
    nothing = notices_on_no_contracts(
        contracts, levels.root, severity="all", looked_in=contract_folders_of(options)
    )
    gaps = [Notice("phaser-lint", None, text) for text in commit_history.gap_lines(history)]
    undecided = tuple(check for commit in history.commits for check in commit.report.undecided)
    remarks = Report(problems=loaded.problems, notices=(*nothing, *gaps), undecided=undecided)
    rows = summarise_contracts(history, contracts)
    if flags.json:
        sys.stdout.write(commit_history.render_history_json(history, rows, loaded.problems))
    else:
        table = commit_history.frequency_table(rows, shows_all=bool(flags.ids))
        totals = ", ".join((commit_history.history_totals(history), *shortfalls(remarks)))
        here, described = working_directory(), summaries(contracts)

        def move(report: Report) -> Report:
            """Return the *report* with paths from the working directory."""
            return move_to_folder(report._replace(contracts=described), here, root=levels.root)

        commits = tuple(
            commit._replace(
                report=move(commit.report),
                overridden=move(Report(violations=commit.overridden)).violations,
            )
            for commit in history.commits
        )
        _write(history._replace(commits=commits), [*table, totals], color=flags.color)
    sys.stdout.flush()
    report = move_to_folder(remarks, working_directory(), root=levels.root)
    sys.stderr.write("".join(f"{line}\n" for line in asides(report)))
    is_whole = report.is_decided() and not history.unchecked
    return exit_codes.CLEAN if is_whole else exit_codes.INCOMPLETE


def _write(history: History, ends: Sequence[str], *, color: str) -> None:
    is_terminal = sys.stdout.isatty()
    in_colour = colours.has_colours(os.environ, is_terminal=is_terminal, choice=color)
    lines = commit_history.history_lines(history)
    if is_terminal or in_colour:
        console = make_console(in_colour=in_colour)
        if is_terminal:
            styled_lines = commit_history.commit_blocks(history, width=console.width)
        else:
            styled_lines = commit_history.styled_history_lines(history)
        for line in wrap_styled(styled_lines):
            console.print(line)
    else:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    ends = ["", *ends] if lines and not is_terminal else ends
    sys.stdout.write(in_lines(ends, color=color))
