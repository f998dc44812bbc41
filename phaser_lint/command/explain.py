"""``phaser-lint explain NAME``: what the contracts, the pages and maenifold have on a name.

``phaser-lint list NAME`` is the same.

It prints what an agent is given for ``[[NAME]]``: of the contracts, those in force in the working
directory. Other levels that have a contract of that id are named. An unknown name is an error (1),
with the nearest known ones; an invalid contract, which may be the one that was asked for, makes it
2.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence, Set
from difflib import get_close_matches

from phaser_lint import DOCS
from phaser_lint.check.open_project import WholeProject, open_whole_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.contract_list import list_written_contracts
from phaser_lint.contract.model import Contract, ContractKey, Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import CONTRACTS_DIR_FLAG, Parser, make_argument
from phaser_lint.core.text import make_harmless, make_printable, name_contract
from phaser_lint.project import find_home_folder, find_path_inside
from phaser_lint.project.levels import lies_within_level, name_level_folder
from phaser_lint.project.project_of_command import require_working_directory
from phaser_lint.report import contract_table
from phaser_lint.report.context.context_block import SEPARATOR
from phaser_lint.report.context.links import extract_links, make_link_key
from phaser_lint.report.context.maenifold_program import find_maenifold_program
from phaser_lint.report.context.plain_text import Bounds
from phaser_lint.report.context.providers import Sources, list_context_sections
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.summary import render_asides
from phaser_lint.text.globs import without_path_patterns
from phaser_lint.text.globs.compile_globs import is_folder_taken_out

# The page has the first types in one table, and a part for each of the others.
_NUMBER_IN_TABLE = 6
_LINKED_HEADING = re.compile(r"\A## \[\[(.*)\]\]$", re.MULTILINE)


def parser() -> Parser:
    """Return the parser of ``phaser-lint explain``."""
    return Parser(
        "phaser-lint explain",
        "Show a contract, or what contracts and pages say about a name.",
        (
            make_argument(
                "name", nargs="+", metavar="ID", help="a rule_id, a tag, or a page's link"
            ),
            *ROOT_AND_GIT_FLAGS,
            make_argument(
                "--depth",
                type=int,
                default=1,
                choices=range(4),
                help="steps to related ones [default: 1]",
            ),
            CONTRACTS_DIR_FLAG,
        ),
        example="phaser-lint explain no-print",
        page="for-agents.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint explain``: print what is known of a name; 0, 1 unknown, 2 on problems."""
    flags = parser().parse_args(arguments)
    options = ProjectOptions(
        root=flags.root, git=make_git_limits(flags), contracts_dir=flags.contracts_dir
    )
    return print_explanations(flags.name, options, depth=flags.depth)


def print_explanations(
    names: Sequence[str], options: ProjectOptions, *, depth: int = 1, has_patterns: bool = False
) -> int:
    """Print what ``explain`` has on *names*, and on related ones up to *depth* steps away; return
    the exit code 0, 1 or 2.

    *has_patterns*: patterns as well, which may be longer than all that an agent is given.
    """
    project = open_whole_project(options)
    loaded, root = project.contracts, project.levels.root
    folder = find_path_inside(root, require_working_directory()) or ""
    contracts = tuple(
        contract
        for contract in loaded.contracts
        if _is_at_or_above(contract, folder)
        and not is_folder_taken_out(folder, *without_path_patterns(contract.globs[2:]))
    )
    program = find_maenifold_program(os.environ, home=find_home_folder(), project=root)
    sources = Sources(root, contracts, program)
    # The name of "no-print" or "[[no-print]]".
    plain_names = [(extract_links(word) or [word.strip()])[0] for word in names]
    if "" in plain_names:
        raise UsageError("NAME: expected a name, found an empty text")
    section_by_name = {}
    for name in plain_names:
        # "services/pay/no-print" is the contract of that level.
        of_level = [
            contract
            for contract in loaded.written_contracts()
            if contract.level and name_contract(contract.key) == name
        ][:1]
        own_sources = sources._replace(contracts=tuple(of_level)) if of_level else sources
        section_names = [contract.rule_id for contract in of_level] or [name]
        failures: list[str] = []
        sections = list_context_sections(
            section_names, own_sources, Bounds(depth=depth), failed=failures.append
        )
        sys.stderr.write("".join(f"phaser-lint: {failure}\n" for failure in failures))
        explained = of_level or [each for each in contracts if each.rule_id == name]
        patterns = [contract.pattern for contract in explained if has_patterns]
        sections += [f"Pattern: {make_printable(pattern)}" for pattern in filter(None, patterns)]
        if any(contract.overridden_by for contract in explained):
            sections.append(describe_nearer_words(project, {each.key for each in explained}))
        # Links, as agents get headings, are none for people.
        section_by_name[name] = _LINKED_HEADING.sub(r"\1", "\n\n".join(sections))
        if not sections and name in RULES:
            place = "the-six-types" if name in tuple(RULES)[:_NUMBER_IN_TABLE] else name
            address = f"{DOCS}/contracts.md#{place}"
            section_by_name[name] = f"{name} is a type of contract: {address}"
    sections = [*filter(None, section_by_name.values())]
    sys.stdout.write(render_lines(SEPARATOR.join(sections).split("\n")) if sections else "")
    sys.stdout.flush()
    remarks = []
    for name in section_by_name:
        levels_with_id = [
            make_harmless(contract.level)
            for contract in loaded.written_contracts()
            if not _is_at_or_above(contract, folder)
            and make_link_key(contract.rule_id) == make_link_key(name)
        ]
        if levels_with_id:
            listed_levels = ", ".join(levels_with_id)
            remarks.append(f"phaser-lint: other levels with {make_harmless(name)}: {listed_levels}")
    name_by_key = {
        make_link_key(contract_name): contract_name
        for contract in contracts
        for contract_name in (contract.rule_id, *contract.tags)
    }
    unknown = [name for name, section in section_by_name.items() if not section]
    for name in unknown:
        similar = [
            name_by_key[key] for key in get_close_matches(make_link_key(name), name_by_key, 3)
        ]
        hint = f"; did you mean {' or '.join(map(make_harmless, similar))}?" if similar else ""
        # What a contract that is not valid is called is not known for sure.
        kind = "valid contract" if loaded.problems else "contract"
        remarks.append(f"phaser-lint: no {kind}, tag or page is called {make_harmless(name)}{hint}")
    problems = move_report_to_folder(
        Report(problems=loaded.problems), require_working_directory(), root=root
    )
    lines = [*render_asides(problems), *remarks]
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    if loaded.problems:
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if unknown else exit_codes.CLEAN


def describe_nearer_words(project: WholeProject, keys: Set[ContractKey]) -> str:
    """Return what levels below say of the contracts of these *keys*, a line each, as ``list``."""
    (declarations, _), root = project.read_declarations(), project.levels.root
    listed = list_written_contracts(declarations, project.contracts, files=())
    rows = contract_table.move_rows_to_folder(listed, require_working_directory(), root=root)
    return "\n".join(
        make_harmless(words)
        for row in rows
        if row.contract.key in keys
        for words in contract_table.render_nearer_words(row)
    )


def _is_at_or_above(contract: Contract, folder: str) -> bool:
    return lies_within_level(folder, name_level_folder(contract.level))
