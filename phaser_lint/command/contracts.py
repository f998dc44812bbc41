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
from collections.abc import Sequence

from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Parser, make_switch
from phaser_lint.core.text import make_harmless, name_contract, render_did_you_mean
from phaser_lint.project.project_of_command import require_project_root, require_working_directory
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.summary import list_shortfalls, render_asides, render_place


def parser() -> Parser:
    """Return the parser of ``phaser contracts check``."""
    return Parser(
        "phaser contracts check",
        "Scan the project, and print a line for each contract, as Phaser v1.2 did. The exit code "
        "is 0 even where contracts fail, but with --fail-on-error, and 2 where something could not "
        "be checked. To validate only the contract files, run phaser-lint test.",
        (
            *ROOT_AND_GIT_FLAGS,
            make_switch("-v", "--verbose", help="list the violations"),
            make_switch("--fail-on-error", help="exit 1 if a contract failed"),
        ),
        example="phaser-lint contracts check --verbose",
        page="contracts.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Print for ``phaser contracts check`` a line for each contract, and the totals; 0, 1 or 2."""
    if arguments and arguments[0] in ("-h", "--help"):
        parser().parse_args(["--help"])
    if not arguments or arguments[0] != "check":
        meant = render_did_you_mean(arguments[0], ["check"]) if arguments else ""
        raise UsageError(f"phaser contracts: expected the command check{meant}")
    flags = parser().parse_args(arguments[1:])
    report = check_project(ProjectOptions(root=flags.root, git=make_git_limits(flags)))
    failed = {violation.contract_key for violation in report.violations}
    failed |= {check.contract_key for check in report.undecided}
    for contract in report.contracts:
        verdict = "FAIL" if contract.key in failed else "PASS"
        sys.stdout.write(f"[{verdict}] {name_contract(contract.key)}\n")
        for violation in report.violations if flags.verbose else ():
            if violation.contract_key == contract.key:
                line = f"  {render_place(violation)}: {violation.message.strip()}"
                sys.stdout.write(f"{make_harmless(line)}\n")
    passed = len(report.contracts) - len(failed)
    phrases = (f"{passed} passed", f"{len(failed)} failed", *list_shortfalls(report))
    sys.stdout.write(make_harmless(f"Results: {', '.join(phrases)}") + "\n")
    sys.stdout.flush()
    about = render_asides(
        move_report_to_folder(
            report, require_working_directory(), root=require_project_root(flags.root)
        )
    )
    sys.stderr.write("".join(f"{line}\n" for line in about))
    if not report.is_decided():
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if flags.fail_on_error and failed else exit_codes.CLEAN
