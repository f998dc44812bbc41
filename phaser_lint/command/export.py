"""``phaser-lint export``: write the contracts into files that agents read before they edit.

    phaser-lint export --claude-rules    .claude/rules/phaser-lint.md
    phaser-lint export --agents-md       AGENTS.md, between two markers
    phaser-lint export --agents-md --check

The user's own contracts are left out: the files are for everybody. So is a contract that selects
no file of the project. Exit code 0; with ``--check``,
which writes nothing, 1 where a file is not what it is to be; 2 for an invalid contract, and for a
file that is not ours or has no pair of markers: nothing is written then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from phaser_lint.check.open_project import open_whole_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.contract_list import count_selected_files
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import CONTRACTS_DIR_FLAG, Parser, make_switch
from phaser_lint.core.text import render_path, render_sorted_json
from phaser_lint.project import make_relative_path
from phaser_lint.project.project_of_command import require_working_directory
from phaser_lint.report.exports.agents_page import make_agents_page
from phaser_lint.report.exports.claude_rules import make_claude_rules
from phaser_lint.report.exports.exported_file import write_exported_files
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.summary import render_asides

_STATUS_IN_CHECK = {"new": "missing", "changed": "differs", "removed": "left over"}


def parser() -> Parser:
    """Return the parser of ``phaser-lint export``."""
    return Parser(
        "phaser-lint export",
        "Write the contracts into files that agents read.",
        (
            make_switch("--claude-rules", help="write .claude/rules/phaser-lint.md"),
            make_switch("--agents-md", help="write AGENTS.md, between its markers"),
            make_switch("--check", help="write nothing; exit code 1 where a file is out of date"),
            make_switch("--json", help="print JSON"),
            *ROOT_AND_GIT_FLAGS,
            CONTRACTS_DIR_FLAG,
        ),
        example="phaser-lint export --agents-md",
        page="for-agents.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint export``: write the exported files, or compare them; 0, 1 or 2."""
    flags = parser().parse_args(arguments)
    if not (flags.claude_rules or flags.agents_md):
        raise UsageError("export: expected --claude-rules or --agents-md, or both")
    options = ProjectOptions(
        root=flags.root,
        git=make_git_limits(flags),
        contracts_dir=flags.contracts_dir,
        user_contracts=False,
    )
    project = open_whole_project(options)
    levels, loaded = project.levels, project.contracts
    if loaded.problems:
        problems = move_report_to_folder(
            Report(problems=loaded.problems), require_working_directory(), root=levels.root
        )
        sys.stderr.write("".join(f"{line}\n" for line in render_asides(problems)))
        return exit_codes.INCOMPLETE
    numbers = count_selected_files(loaded, project.files)
    contracts = [
        contract
        for contract in loaded.written_contracts()
        if numbers.get(contract.key)
        or RULES[contract.type].asks_which_files()
        or RULES[contract.type].breaking_kinds(contract)
    ]
    files = make_claude_rules(levels.root, contracts) if flags.claude_rules else []
    files += [make_agents_page(levels.root, contracts)] if flags.agents_md else []
    different = [file for file in files if file.status != "unchanged"]
    if not flags.check:
        write_exported_files(levels.root, different)
    if flags.json:
        objects = [{"path": file.path, "status": file.status} for file in files]
        sys.stdout.write(render_sorted_json({"version": 1, "files": objects}))
    else:
        words = _STATUS_IN_CHECK if flags.check else {}
        sys.stdout.write(
            render_lines(
                render_path(
                    make_relative_path(
                        os.path.join(levels.root, file.path), require_working_directory()
                    )
                )
                + f": {words.get(file.status, file.status)}"
                for file in files
            )
        )
    return exit_codes.VIOLATIONS if flags.check and different else exit_codes.CLEAN
