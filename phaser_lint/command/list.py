"""``phaser-lint list``: every contract, which files it selects, what is off or overridden, by what.

All levels of the project, what its configuration includes, packs, and the user's own. Exit code 0.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from phaser_lint.check.every_level import whole_project
from phaser_lint.check.project_inputs import contract_folders_of
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.contract.contract_list import listed_contracts
from phaser_lint.contract.model import Report
from phaser_lint.core.command_line import Parser, add_contracts_dir
from phaser_lint.core.text import harmless
from phaser_lint.project.root import working_directory
from phaser_lint.report import contract_table
from phaser_lint.report.report_paths import seen_from

if TYPE_CHECKING:
    from collections.abc import Sequence


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint list",
        "List every contract, and which files it selects.",
        example="phaser-lint list",
        page="authoring.md",
    )
    made.add_switch("--json", help="print JSON")
    add_root_and_git(made)
    add_contracts_dir(made)
    made.add_switch("--project-contracts", help="leave the contracts of the home folder out")
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the contracts and return 0."""
    given = parser().parse_args(arguments)
    options = ProjectOptions(
        root=given.root,
        git=git_of(given),
        contracts_dir=given.contracts_dir,
        user_contracts=not given.project_contracts,
    )
    project = whole_project(options)
    listed = listed_contracts(project.written().entries, project.contracts, project.files)
    # What does not count has its own words in the table.
    counting = {(each.path, each.line) for each in project.contracts.contracts}
    doubts = [each for each in project.contracts.notices if (each.path, each.line) in counting]
    told = Report(problems=project.contracts.problems, notices=tuple(doubts))
    if given.json:
        sys.stdout.write(contract_table.render_json(listed, told.problems, told.notices))
        return exit_codes.CLEAN
    here, top = working_directory(), project.levels.top
    report = seen_from(told, here, root=top)
    rows = contract_table.seen_from_folder(listed, here, root=top)
    shown = (
        contract_table.blocks(rows, width=shutil.get_terminal_size().columns)
        if sys.stdout.isatty()
        else contract_table.lines(rows)
    )
    ends = [
        *contract_table.invalid(report.problems),
        *contract_table.doubtful(report.notices),
        contract_table.totals(rows, report.problems),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in (*shown, *ends)))
    if not (rows or report.problems):
        looked_in = ", ".join(contract_folders_of(options))
        sys.stderr.write(harmless(f"phaser-lint: note: no contracts in {looked_in}") + "\n")
    return exit_codes.CLEAN
