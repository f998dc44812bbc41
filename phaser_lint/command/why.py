"""``phaser-lint why ID PATH[:LINE]``: why a contract finds what it finds in a file, or a line.

Exit code 0, whatever the result; 2 for an unknown id, or a path that is not there.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phaser_lint.author.explained_verdict import explained
from phaser_lint.author.explanation import Step
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.core.command_line import Parser, add_contracts_dir, add_timeout
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import contract_shown, harmless, path_shown, sorted_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.author.explanation import Explanation


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint why",
        "Explain what a contract reports about a file or a line, and why.",
        example="phaser-lint why no-print src/app.py:3",
        page="authoring.md",
    )
    made.add_argument(
        "names",
        metavar="ID PATH[:LINE]",
        nargs="*",
        help="the contract's id, and a file of the project",
    )
    made.add_argument("--since", metavar="REV", help="count as existing what this git revision has")
    made.add_argument(
        "--baseline", metavar="FILE", help="the baseline [default: .phaser/baseline.jsonl]"
    )
    made.add_switch("--no-baseline", help="use no baseline")
    made.add_switch("--json", help="print JSON")
    add_root_and_git(made)
    add_contracts_dir(made)
    add_timeout(made, default=SECONDS)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print each step, and the result in the last line."""
    given = parser().parse_args(arguments)
    if len(given.names) != 2:
        raise UsageError(f"expected ID PATH[:LINE], found {' '.join(given.names) or 'nothing'}")
    if given.no_baseline and given.baseline is not None:
        raise UsageError("--baseline and --no-baseline: expected one of them")
    options = ProjectOptions(
        root=given.root,
        git=git_of(given),
        contracts_dir=given.contracts_dir,
        since=given.since,
        baseline=given.baseline,
        counts_baseline=not given.no_baseline,
        seconds=given.timeout,
        cache=False,
    )
    name, place = given.names
    explanation = explained(name, place, options)
    if given.json:
        sys.stdout.write(sorted_json(explanation.as_values()))
    else:
        sys.stdout.write(_text(explanation))
    return exit_codes.CLEAN


def _text(explanation: Explanation) -> str:
    contract = explanation.contract
    place = path_shown(explanation.path)
    place = place if explanation.line is None else f"{place}:{explanation.line}"
    where = f"{path_shown(contract.path)}:{contract.line}"
    first = Step("contract", f"{contract.type}, {contract.severity}, in {where}")
    steps = [first, *explanation.steps]
    width = max(len(step.about) for step in steps)
    listed = [harmless(f"  {step.about:<{width}}  {step.text}") for step in steps]
    head = harmless(f"{contract_shown(contract.key)} on {place}")
    below = in_lines(listed, indent=" " * (width + 4))
    return f"{in_lines([head])}{below}{in_lines([explanation.result])}"
