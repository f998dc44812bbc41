"""``phaser contracts check``: one line a contract, as Phaser v1.2 printed it.

    [PASS] has-license
    [FAIL] no-print
    Results: 1 passed, 1 failed

What could not be checked is counted behind the results.

Exit code 0, or 1 with ``--fail-on-error`` when a contract failed; 2 when something could not be
checked, an invalid contract included.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.core.command_line import Parser
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import contract_shown, did_you_mean, harmless
from phaser_lint.project.project import root_for
from phaser_lint.project.root import working_directory
from phaser_lint.report.report_paths import seen_from
from phaser_lint.report.summary import asides, place, shortfalls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import ContractSummary, Report


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser contracts check",
        "Scan the project, and print a line for each contract, as Phaser v1.2 did. The exit code "
        "is 0 even where contracts fail, but with --fail-on-error, and 2 where something could not "
        "be checked. To validate the contract files alone, run phaser-lint test.",
        example="phaser-lint contracts check --verbose",
        page="contracts.md",
    )
    add_root_and_git(made)
    made.add_switch("-v", "--verbose", help="list the violations")
    made.add_switch("--fail-on-error", help="exit 1 if a contract failed")
    return made


def run(arguments: Sequence[str]) -> int:
    """Print a line for each contract, and the totals."""
    if arguments and arguments[0] in ("-h", "--help"):
        parser().parse_args(["--help"])
    if not arguments or arguments[0] != "check":
        meant = did_you_mean(arguments[0], ["check"]) if arguments else ""
        raise UsageError(f"phaser contracts: expected the command check{meant}")
    given = parser().parse_args(arguments[1:])
    report = check_project(ProjectOptions(root=given.root, git=git_of(given)))
    failed = {entry.contract_key for entry in report.violations}
    failed |= {entry.contract_key for entry in report.undecided}
    for contract in report.contracts:
        verdict = "FAIL" if contract.key in failed else "PASS"
        sys.stdout.write(f"[{verdict}] {contract_shown(contract.key)}\n")
        if given.verbose:
            sys.stdout.write(_violations(contract, report))
    passed = len(report.contracts) - len(failed)
    results = (f"{passed} passed", f"{len(failed)} failed", *shortfalls(report))
    sys.stdout.write(harmless(f"Results: {', '.join(results)}") + "\n")
    sys.stdout.flush()
    about = asides(seen_from(report, working_directory(), root=root_for(given.root)))
    sys.stderr.write("".join(f"{line}\n" for line in about))
    if not report.is_decided():
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if given.fail_on_error and failed else exit_codes.CLEAN


def _violations(contract: ContractSummary, report: Report) -> str:
    return "".join(
        harmless(f"  {place(violation)}: {violation.message.strip()}") + "\n"
        for violation in report.violations
        if violation.contract_key == contract.key
    )
