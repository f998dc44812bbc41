"""``phaser-lint test``: validate the contract files, and try each contract on its examples.

Those of every level at, above and below the working directory, as ``scan`` has them; or those that
are named.

    examples:
      valid: ['logger.info("x")']
      invalid: ['print("x")']

The fix of a contract has to make of an invalid example what its ``fixed`` says, and to leave alone
what it made.

Exit code 0, 1 where a contract finds a violation in a valid example or none in an invalid one, or
its fix makes something else of it, 2 for an invalid contract and for an example that ran out of
time.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from phaser_lint.author.examples_text import as_values, lines_of, totals
from phaser_lint.author.tried_examples import tried_contract
from phaser_lint.check.chosen_contracts import select_rules
from phaser_lint.check.every_level import every_level
from phaser_lint.check.project_inputs import contract_folders_of
from phaser_lint.check.project_notices import about_nothing
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.contract.model import Notice, Report
from phaser_lint.core.command_line import Parser, add_contracts_dir
from phaser_lint.core.text import harmless, sorted_json
from phaser_lint.project.root import working_directory
from phaser_lint.report.report_paths import seen_from
from phaser_lint.report.summary import asides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.author.tried_examples import TriedContract
    from phaser_lint.contract.model import ContractProblem


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint test",
        "Validate the contract files, and try each contract on its examples.",
    )
    made.add_argument("ids", metavar="ID", nargs="*", help="contracts [default: all]")
    add_root_and_git(made)
    add_contracts_dir(made)
    made.add_switch("-v", "--verbose", help="show the examples that are right as well")
    made.add_switch("--json", help="print JSON")
    return made


def run(arguments: Sequence[str]) -> int:
    """Print what the examples show to be wrong; 0, 1, or 2 on an invalid contract."""
    given = parser().parse_args(arguments)
    options = ProjectOptions(root=given.root, git=git_of(given), contracts_dir=given.contracts_dir)
    levels, loaded = every_level(options._replace(here=given.root is None))
    chosen = select_rules(loaded, given.ids, flag="")
    tried = [tried_contract(each, loaded.problems) for each in chosen.written()]
    # What the examples contradict is said of these.
    invalid = tuple(problem for problem in loaded.problems if problem.skipped)
    if given.json:
        sys.stdout.write(_json(tried, invalid))
    else:
        _print(tried, top=levels.top, verbose=given.verbose)
    sys.stdout.flush()
    looked_in = contract_folders_of(options)
    nothing = about_nothing(chosen, levels.top, severity="all", looked_in=looked_in)
    said = Report(problems=invalid, notices=tuple(nothing))
    report = seen_from(said, working_directory(), root=levels.top)
    sys.stderr.write("".join(f"{line}\n" for line in asides(report)))
    results = {example.result for each in tried for example in each.examples}
    if invalid or "undecided" in results:
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if "wrong" in results else exit_codes.CLEAN


def _print(tried: Sequence[TriedContract], *, top: str, verbose: bool) -> None:
    width = shutil.get_terminal_size().columns
    paths = [Notice(each.contract.path, None, "") for each in tried]
    seen = seen_from(Report(notices=tuple(paths)), working_directory(), root=top).notices
    lines = [
        line
        for each, place in zip(tried, seen, strict=True)
        for example in each.examples
        for line in lines_of(example, path=place.path, width=width, verbose=verbose)
    ]
    sys.stdout.write("".join(f"{harmless(line)}\n" for line in (*lines, *totals(tried))))


def _json(tried: Sequence[TriedContract], invalid: Sequence[ContractProblem]) -> str:
    problems = [
        {"expected": each.expected, "key": each.key, "line": each.line, "path": each.path}
        for each in invalid
    ]
    return sorted_json({**as_values(tried), "problems": problems})
