"""``phaser-lint test``: validate the contract files, and try each contract on its examples.

Those of every level at, above and below the working directory, as ``scan`` has them.

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

import sys
from typing import TYPE_CHECKING

from phaser_lint.checks.every_level import every_level
from phaser_lint.checks.project_options import ProjectOptions
from phaser_lint.command_line import Parser, add_contracts_dir
from phaser_lint.commands import exit_codes
from phaser_lint.contracts.own_examples import agrees, examples_of
from phaser_lint.files.root import working_directory
from phaser_lint.fixes.example_trial import fix_trial
from phaser_lint.model import Report
from phaser_lint.outputs.report_paths import seen_from
from phaser_lint.outputs.summary import asides
from phaser_lint.record import Record
from phaser_lint.text import contract_shown, count, harmless, path_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.model import Contract

_SECONDS = 2.0


class _Tried(Record):
    """A line for each example that is wrong, and for each that ran out of time."""

    wrong: tuple[str, ...]
    undecided: tuple[str, ...]


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint test",
        "Validate the contract files, and try each contract on its examples.",
    )
    made.add_argument("--root", metavar="PATH", help="the project's root folder")
    add_contracts_dir(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print what the examples show to be wrong; 0, 1, or 2 on an invalid contract."""
    given = parser().parse_args(arguments)
    options = ProjectOptions(root=given.root, contracts_dir=given.contracts_dir)
    levels, loaded = every_level(options._replace(here=given.root is None))
    contracts = loaded.written()
    tried = [_tried(contract) for contract in contracts]
    wrong = [line for each in tried for line in each.wrong]
    undecided = [line for each in tried for line in each.undecided]
    sys.stdout.write("".join(f"{harmless(line)}\n" for line in (*wrong, *undecided)))
    examples = sum(len(list(examples_of(contract))) for contract in contracts)
    sys.stdout.write(_totals(contracts, examples, wrong, undecided))
    sys.stdout.flush()
    # What the examples contradict was said above.
    invalid = tuple(problem for problem in loaded.problems if problem.skipped)
    problems = seen_from(Report(problems=invalid), working_directory(), root=levels.top)
    sys.stderr.write("".join(f"{line}\n" for line in asides(problems)))
    if invalid or undecided:
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if wrong else exit_codes.CLEAN


def _tried(contract: Contract) -> _Tried:
    place = f"{path_shown(contract.path)}:{contract.line}: {contract_shown(contract.key)}"
    wrong, undecided = [], []
    for example in examples_of(contract):
        agreed = agrees(contract, example, seconds=_SECONDS)
        if agreed is None:
            undecided.append(f"{place}: {example.key}: the pattern took longer than {_SECONDS:g} s")
        elif not agreed:
            wrong.append(f"{place}: {example.key}: {example.contradicted()}")
        elif not example.is_valid:
            tried = fix_trial(contract, example.example, seconds=_SECONDS)
            lines = wrong if tried.is_decided else undecided
            lines += [f"{place}: {example.key}: {tried.wrong}"] if tried.wrong else []
    return _Tried(tuple(wrong), tuple(undecided))


def _totals(
    contracts: Sequence[Contract], examples: int, wrong: Sequence[str], undecided: Sequence[str]
) -> str:
    late = f", {len(undecided)} undecided" if undecided else ""
    return (
        f"{count(len(contracts), 'contract')}, {count(examples, 'example')}, "
        f"{len(wrong)} wrong{late}\n"
    )
