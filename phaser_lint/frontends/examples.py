"""``phaser-lint test``: run each contract on its own examples.

    examples:
      valid: ['logger.info("x")']
      invalid: ['print("x")']

A violation in a valid example is *noisy*, none in an invalid one is *missing*; one that runs out of
time is *undecided*. For ``file_exists`` and ``file_not_exists`` an example is a path.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phaser_lint.contracts.load import load_contracts
from phaser_lint.engine.file_verdict import judge_file, patient
from phaser_lint.frontends import exit_codes
from phaser_lint.frontends.arguments import Parser, add_contracts_dir
from phaser_lint.globs.match import match
from phaser_lint.model import Limits, ProposedFile, Report
from phaser_lint.outputs.summary import asides
from phaser_lint.root import home_folder, root_for
from phaser_lint.rules import EXISTENCE_TYPES
from phaser_lint.search import Searcher
from phaser_lint.text import count, harmless, path_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.model import Contract

_SECONDS = 2.0


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint test", "Run each contract on its own examples.")
    made.add_argument("--root", metavar="PATH", help="the project's root folder")
    add_contracts_dir(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print what the examples show to be wrong; 0, 1, or 2 on an invalid contract."""
    given = parser().parse_args(arguments)
    contracts = load_contracts(
        root=root_for(given.root), home=home_folder(), contracts_dir=given.contracts_dir
    )
    wrong = [line for contract in contracts.contracts for line in failures(contract)]
    examples = sum(
        len(contract.valid_examples) + len(contract.invalid_examples)
        for contract in contracts.contracts
    )
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    sys.stdout.write(
        f"{count(len(contracts.contracts), 'contract')}, {count(examples, 'example')}, "
        f"{len(wrong)} wrong\n"
    )
    sys.stdout.flush()
    about = asides(Report(problems=contracts.problems))
    sys.stderr.write("".join(f"{line}\n" for line in about))
    if any(problem.skipped for problem in contracts.problems):
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if wrong else exit_codes.CLEAN


def failures(contract: Contract) -> list[str]:
    """Return a line for each example that the contract judges otherwise than it says."""
    lines = []
    for kind, examples in (
        ("noisy", contract.valid_examples),
        ("missing", contract.invalid_examples),
    ):
        for example in examples:
            verdict = verdict_on(contract, example)
            if verdict != ("kept" if kind == "noisy" else "broken"):
                shown = harmless(example.strip().split("\n")[0][:60])
                wrong = "undecided" if verdict == "undecided" else kind
                lines.append(
                    harmless(f"{path_shown(contract.path)}: {contract.rule_id}: {wrong}: {shown}")
                )
    return lines


def verdict_on(contract: Contract, example: str) -> str:
    """Return ``kept``, ``broken`` or ``undecided`` for *example*, a text or a path."""
    if contract.type in EXISTENCE_TYPES:
        broken = match(contract.globs, example) == (contract.type == "file_not_exists")
        return "broken" if broken else "kept"
    verdict = judge_file(
        ProposedFile("example", example),
        [contract._replace(scope="file")],
        search=patient(Searcher(), Limits(_SECONDS)),
        ignores=False,
    )
    if verdict.undecided:
        return "undecided"
    return "broken" if verdict.violations else "kept"
