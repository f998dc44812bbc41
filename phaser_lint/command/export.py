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
from typing import TYPE_CHECKING

from phaser_lint.check.every_level import whole_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.contract.contract_list import files_selected
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.command_line import Parser, add_contracts_dir
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import path_shown, sorted_json
from phaser_lint.project.root import way_to, working_directory
from phaser_lint.report.exports.agents_page import agents_page
from phaser_lint.report.exports.claude_rules import claude_rules
from phaser_lint.report.exports.exported_file import write_exported
from phaser_lint.report.report_paths import seen_from
from phaser_lint.report.summary import asides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import Contract, ContractSet
    from phaser_lint.report.exports.exported_file import ExportedFile


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint export",
        "Write the contracts into files that agents read.",
        example="phaser-lint export --agents-md",
        page="for-agents.md",
    )
    made.add_switch("--claude-rules", help="write .claude/rules/phaser-lint.md")
    made.add_switch("--agents-md", help="write AGENTS.md, between its markers")
    made.add_switch("--check", help="write nothing; exit code 1 where a file is out of date")
    made.add_switch("--json", help="print JSON")
    add_root_and_git(made)
    add_contracts_dir(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Write the files, or compare them; 0, 1 or 2."""
    given = parser().parse_args(arguments)
    if not (given.claude_rules or given.agents_md):
        raise UsageError("export: expected --claude-rules or --agents-md, or both")
    options = ProjectOptions(
        root=given.root, git=git_of(given), contracts_dir=given.contracts_dir, user_contracts=False
    )
    project = whole_project(options)
    levels, loaded = project.levels, project.contracts
    if loaded.problems:
        problems = seen_from(
            Report(problems=loaded.problems), working_directory(), root=levels.root
        )
        sys.stderr.write("".join(f"{line}\n" for line in asides(problems)))
        return exit_codes.INCOMPLETE
    contracts = _used(loaded, project.files)
    files = claude_rules(levels.root, contracts) if given.claude_rules else []
    files += [agents_page(levels.root, contracts)] if given.agents_md else []
    different = [file for file in files if file.status != "unchanged"]
    if not given.check:
        write_exported(levels.root, different)
    lines = _lines(files, levels.root, check=given.check)
    sys.stdout.write(_as_json(files) if given.json else lines)
    return exit_codes.VIOLATIONS if given.check and different else exit_codes.CLEAN


def _used(contracts: ContractSet, files: Sequence[str]) -> list[Contract]:
    """Return those of *contracts* that select some of *files*, or are about which files exist."""
    numbers = files_selected(contracts, files)
    return [
        each
        for each in contracts.written()
        if numbers.get(each.key)
        or RULES[each.type].asks_which_files()
        or RULES[each.type].breaking_kinds(each)
    ]


def _lines(files: Sequence[ExportedFile], root: str, *, check: bool) -> str:
    here = working_directory()
    places = [way_to(os.path.join(root, file.path), here) for file in files]
    would = {"new": "missing", "changed": "differs", "removed": "left over"} if check else {}
    return in_lines(
        f"{path_shown(place)}: {would.get(file.status, file.status)}"
        for place, file in zip(places, files, strict=True)
    )


def _as_json(files: Sequence[ExportedFile]) -> str:
    values = [{"path": file.path, "status": file.status} for file in files]
    return sorted_json({"version": 1, "files": values})
