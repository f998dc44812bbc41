"""``phaser-lint list``: every contract, which files it selects, and what disables or overrides it.

All levels of the project, what its configuration includes, packs, and the user's own. Exit code 0.
With an id it is ``explain``, which shows that contract; with ``--json`` as well the contracts of
that id, and exit code 1 for an unknown one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from phaser_lint.check.open_project import open_whole_project
from phaser_lint.check.project_inputs import list_contract_folders
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.contract_list import list_written_contracts
from phaser_lint.contract.lookalikes import note_project_lookalikes
from phaser_lint.contract.model import Report
from phaser_lint.core.shared_flags import CONTRACTS_DIR_FLAG, Parser, make_argument, make_switch
from phaser_lint.core.terminal_width import count_terminal_columns
from phaser_lint.core.text import make_harmless, name_contract
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.project.project_of_command import require_working_directory
from phaser_lint.report import contract_table
from phaser_lint.report.paths_from_folder import move_report_to_folder

_ON_A_PIPE = 120


def parser() -> Parser:
    """Return the parser of ``phaser-lint list``."""
    return Parser(
        "phaser-lint list",
        "List every contract, and which files it selects; or show what one says.",
        (
            make_argument("ids", metavar="ID", nargs="*", help="show this contract, tag or page"),
            make_switch("--json", help="print JSON"),
            *ROOT_AND_GIT_FLAGS,
            CONTRACTS_DIR_FLAG,
            make_switch("--project-contracts", help="leave the contracts of the home folder out"),
        ),
        example="phaser-lint list no-print",
        page="authoring.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Print the list of contracts for ``phaser-lint list``, and return 0."""
    flags = parser().parse_args(arguments)
    options = ProjectOptions(
        root=flags.root,
        git=make_git_limits(flags),
        contracts_dir=flags.contracts_dir,
        user_contracts=not flags.project_contracts,
    )
    if flags.ids and not flags.json:
        from phaser_lint.command.explain import print_explanations  # the list needs none of it

        return print_explanations(flags.ids, options, has_patterns=True)
    project = open_whole_project(options)
    declarations, _ = project.read_declarations()
    contracts = list_written_contracts(declarations, project.contracts, project.files)
    # The table has remarks of its own for contracts that do not count.
    counting = {(contract.path, contract.line) for contract in project.contracts.contracts}
    doubts = [
        notice
        for notice in project.contracts.notices
        if (notice.path, notice.line) in counting or notice.path == CONFIGURATION
    ]
    if not flags.contracts_dir:
        doubts += note_project_lookalikes(project.levels, project.contracts, project.files)
    remarks = Report(problems=project.contracts.problems, notices=tuple(doubts))
    if flags.json:
        json_rows, names = [], set[str]()
        for row in contracts:
            row_names = {row.contract.rule_id, name_contract(row.contract.key)}
            if not flags.ids or not row_names.isdisjoint(flags.ids):
                json_rows.append(row)
                names |= row_names
        notices, problems = remarks.notices, remarks.problems
        sys.stdout.write(contract_table.render_table_json(json_rows, problems, notices))
        sys.stdout.flush()
        unknown = [rule_id for rule_id in flags.ids if rule_id not in names]
        for rule_id in unknown:
            sys.stderr.write(f"phaser-lint: no contract is called {make_harmless(rule_id)}\n")
        return exit_codes.VIOLATIONS if unknown else exit_codes.CLEAN
    here, root = require_working_directory(), project.levels.root
    report = move_report_to_folder(remarks, here, root=root)
    rows = contract_table.move_rows_to_folder(contracts, here, root=root)
    width = count_terminal_columns() if sys.stdout.isatty() else _ON_A_PIPE
    lines = [
        *contract_table.render_table_lines(rows, width=width),
        *contract_table.render_problem_lines(report.problems),
        *contract_table.render_notice_lines(report.notices),
        contract_table.render_table_totals(rows, report.problems),
    ]
    sys.stdout.write(render_lines(lines))
    if not (rows or report.problems):
        looked_in = ", ".join(list_contract_folders(options))
        sys.stderr.write(make_harmless(f"phaser-lint: note: no contracts in {looked_in}") + "\n")
    return exit_codes.CLEAN
