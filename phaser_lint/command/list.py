"""``phaser-lint list``: every contract, which files it selects, and what disables or overrides it.

All levels of the project, what its configuration includes, packs, and the user's own. Exit code 0.
With an id it is ``explain``, which shows that contract; with ``--json`` as well the contracts of
that id, and exit code 1 for an unknown one.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phaser_lint.check.every_level import whole_project
from phaser_lint.check.project_inputs import contract_folders_of
from phaser_lint.check.project_notices import about_lookalikes
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.explain import explained
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.contract.contract_list import listed_contracts
from phaser_lint.contract.model import Report
from phaser_lint.core.command_line import Parser, add_contracts_dir, terminal_columns
from phaser_lint.core.text import contract_shown, harmless
from phaser_lint.project.root import CONFIGURATION, working_directory
from phaser_lint.report import contract_table
from phaser_lint.report.report_paths import seen_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.contract_list import ListedContract

_ON_A_PIPE = 120


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint list",
        "List every contract, and which files it selects; or show what one says.",
        example="phaser-lint list no-print",
        page="authoring.md",
    )
    made.add_argument("ids", metavar="ID", nargs="*", help="show this contract, tag or page")
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
    if given.ids and not given.json:
        return explained(given.ids, options)
    project = whole_project(options)
    listed = listed_contracts(project.written().entries, project.contracts, project.files)
    # The table has remarks of its own for contracts that do not count.
    counting = {(each.path, each.line) for each in project.contracts.contracts}
    doubts = [
        each
        for each in project.contracts.notices
        if (each.path, each.line) in counting or each.path == CONFIGURATION
    ]
    if not given.contracts_dir:
        doubts += about_lookalikes(project.levels, project.contracts, project.files)
    remarks = Report(problems=project.contracts.problems, notices=tuple(doubts))
    if given.json:
        return _as_json(given.ids, listed, remarks)
    here, root = working_directory(), project.levels.root
    report = seen_from(remarks, here, root=root)
    rows = contract_table.seen_from_folder(listed, here, root=root)
    width = terminal_columns() if sys.stdout.isatty() else _ON_A_PIPE
    shown = contract_table.lines(rows, width=width)
    ends = [
        *contract_table.invalid(report.problems),
        *contract_table.doubtful(report.notices),
        contract_table.totals(rows, report.problems),
    ]
    sys.stdout.write(in_lines((*shown, *ends)))
    if not (rows or report.problems):
        looked_in = ", ".join(contract_folders_of(options))
        sys.stderr.write(harmless(f"phaser-lint: note: no contracts in {looked_in}") + "\n")
    return exit_codes.CLEAN


def _as_json(ids: Sequence[str], listed: Sequence[ListedContract], remarks: Report) -> int:
    """Print all that are *listed*, or those of the *ids* alone; 1 where one of these is unknown."""
    wanted = [each for each in listed if not ids or not _names(each).isdisjoint(ids)]
    sys.stdout.write(contract_table.render_json(wanted, remarks.problems, remarks.notices))
    sys.stdout.flush()
    known = {name for each in wanted for name in _names(each)}
    unknown = [each for each in ids if each not in known]
    for each in unknown:
        sys.stderr.write(f"phaser-lint: no contract is called {harmless(each)}\n")
    return exit_codes.VIOLATIONS if unknown else exit_codes.CLEAN


def _names(listed: ListedContract) -> set[str]:
    return {listed.contract.rule_id, contract_shown(listed.contract.key)}
