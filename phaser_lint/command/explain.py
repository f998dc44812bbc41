"""``phaser-lint explain NAME``: what the contracts, the pages and maenifold have on a name.

``phaser-lint list NAME`` is the same.

It prints what an agent is given for ``[[NAME]]``: of the contracts, those in force in the working
directory. Other levels that have a contract of that id are named. An unknown name is an error (1),
with the nearest known ones; an invalid contract, which may be the one that was asked for, makes it
2.
"""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from typing import TYPE_CHECKING

from phaser_lint.check.every_level import every_level
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.contract.model import Report
from phaser_lint.contract.selection import reaches
from phaser_lint.core.command_line import Parser, add_contracts_dir
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import contract_shown, harmless
from phaser_lint.project.root import (
    folder_of,
    home_folder,
    is_below,
    path_inside,
    working_directory,
)
from phaser_lint.report.context.context_block import SEPARATOR
from phaser_lint.report.context.links import extract, key_of
from phaser_lint.report.context.maenifold import find_program
from phaser_lint.report.context.plain_text import Bounds
from phaser_lint.report.context.providers import Sources, sections_for
from phaser_lint.report.report_paths import seen_from
from phaser_lint.report.summary import asides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import Contract


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint explain",
        "Show a contract, or what contracts and pages say about a name.",
        example="phaser-lint explain no-print",
        page="for-agents.md",
    )
    made.add_argument("name", nargs="+", metavar="ID", help="a rule_id, a tag, or a page's link")
    add_root_and_git(made)
    made.add_argument(
        "--depth", type=int, default=1, choices=range(4), help="steps to related ones [default: 1]"
    )
    add_contracts_dir(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the context; 0, 1 for an unknown name, 2 on an invalid contract."""
    given = parser().parse_args(arguments)
    options = ProjectOptions(root=given.root, git=git_of(given), contracts_dir=given.contracts_dir)
    return explained(given.name, options, depth=given.depth)


def explained(names: Sequence[str], options: ProjectOptions, *, depth: int = 1) -> int:
    """Print what is known of *names*, with related ones so many steps away; 0, 1 or 2."""
    levels, loaded = every_level(options)
    root = levels.root
    here = path_inside(root, working_directory()) or ""
    contracts = tuple(each for each in loaded.contracts if _is_in_force(each, here))
    program = find_program(os.environ, home=home_folder(), project=root)
    sources = Sources(root, contracts, program)
    written = loaded.written()
    found = {name: _section(name, sources, written, depth) for name in map(_name, names)}
    sections = [section for section in found.values() if section]
    sys.stdout.write(in_lines(SEPARATOR.join(sections).split("\n")) if sections else "")
    sys.stdout.flush()
    elsewhere = [each for each in written if not _is_at_or_above(each, here)]
    others = [line for name in found for line in _at_other_levels(name, elsewhere)]
    unknown = [_unknown(name, contracts) for name, section in found.items() if not section]
    problems = seen_from(Report(problems=loaded.problems), working_directory(), root=root)
    about = [*asides(problems), *others, *unknown]
    sys.stderr.write("".join(f"{line}\n" for line in about))
    if loaded.problems:
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if unknown else exit_codes.CLEAN


def _is_at_or_above(contract: Contract, here: str) -> bool:
    return is_below(here, folder_of(contract.level))


def _is_in_force(contract: Contract, here: str) -> bool:
    return _is_at_or_above(contract, here) and reaches(contract, here)


def _at_other_levels(name: str, contracts: Sequence[Contract]) -> list[str]:
    """Return a line on those of *contracts*, which do not count here, that have this id."""
    found = [each.level for each in contracts if key_of(each.rule_id) == key_of(name)]
    levels = ", ".join(map(harmless, found))
    return [f"phaser-lint: other levels with {harmless(name)}: {levels}"] if found else []


def _name(written: str) -> str:
    """Return the name of ``no-print`` or ``[[no-print]]``."""
    name = (extract(written) or [written.strip()])[0]
    if not name:
        raise UsageError("NAME: expected a name, found an empty text")
    return name


def _section(name: str, sources: Sources, written: Sequence[Contract], depth: int) -> str:
    """Return what is known of *name*; ``services/pay/no-print`` is the contract of that level."""
    exact = [each for each in written if each.level and contract_shown(each.key) == name]
    for each in exact[:1]:
        name, sources = each.rule_id, sources._replace(contracts=(each,))
    failures: list[str] = []
    sections = sections_for([name], sources, Bounds(depth=depth), failures.append)
    sys.stderr.write("".join(f"phaser-lint: {each}\n" for each in failures))
    return "\n\n".join(sections)


def _unknown(name: str, contracts: Sequence[Contract]) -> str:
    known = {key_of(each): each for contract in contracts for each in _names(contract)}
    close = [known[key] for key in get_close_matches(key_of(name), known, 3)]
    hint = f"; did you mean {' or '.join(map(harmless, close))}?" if close else ""
    return f"phaser-lint: no contract, tag or page is called {harmless(name)}{hint}"


def _names(contract: Contract) -> tuple[str, ...]:
    return (contract.rule_id, *contract.tags)
