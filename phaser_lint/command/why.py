"""``phaser-lint why ID PATH[:LINE]``: why a contract finds what it finds in a file, or a line.

Exit code 0, whatever the result; 2 for an unknown id, or a path that is not there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from phaser_lint.author.why.explained_verdict import explain_verdict
from phaser_lint.author.why.steps import Step
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, choose_file_state, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import (
    CONTRACTS_DIR_FLAG,
    Parser,
    make_argument,
    make_switch,
    make_timeout_flag,
)
from phaser_lint.core.text import make_harmless, name_contract, render_path, render_sorted_json
from phaser_lint.project.files import STATES_IN_GIT


def parser() -> Parser:
    """Return the parser of ``phaser-lint why``."""
    return Parser(
        "phaser-lint why",
        "Explain what a contract reports about a file or a line, and why.",
        (
            make_argument(
                "names",
                metavar="ID PATH[:LINE]",
                nargs="*",
                help="the contract's id, and a file of the project",
            ),
            make_argument(
                "--since", metavar="REV", help="count as existing what this git revision has"
            ),
            *[make_switch(state.flag, help=state.help) for state in STATES_IN_GIT],
            make_argument(
                "--baseline", metavar="FILE", help="the baseline [default: .phaser/baseline.jsonl]"
            ),
            make_switch("--no-baseline", help="use no baseline"),
            make_switch("--json", help="print JSON"),
            *ROOT_AND_GIT_FLAGS,
            CONTRACTS_DIR_FLAG,
            make_timeout_flag(SECONDS),
        ),
        example="phaser-lint why no-print src/app.py:3",
        page="authoring.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint why``: print each step, and the result in the last line."""
    flags = parser().parse_args(arguments)
    if len(flags.names) != 2:
        found = " ".join(flags.names) or "nothing"
        if len(flags.names) == 1 and os.path.lexists(flags.names[0]):
            found = f"only the path {found}; `phaser-lint list` has the ids"
        elif len(flags.names) == 1:
            found += f"; `phaser-lint explain {found}` is about the contract alone"
        raise UsageError(f"expected ID PATH[:LINE], found {found}")
    if flags.no_baseline and flags.baseline is not None:
        raise UsageError("--baseline and --no-baseline: expected one of them")
    state = choose_file_state(flags)
    if state.is_in_git and flags.since is not None:
        raise UsageError(f"{state.flag} and --since: expected one of them")
    options = ProjectOptions(
        root=flags.root,
        git=make_git_limits(flags),
        contracts_dir=flags.contracts_dir,
        state=state,
        since=flags.since,
        baseline=flags.baseline,
        counts_baseline=not flags.no_baseline,
        seconds=flags.timeout,
        keeps_results=False,
    )
    name, place = flags.names
    explanation = explain_verdict(name, place, options)
    if flags.json:
        sys.stdout.write(render_sorted_json(explanation.as_values()))
    else:
        contract, place = explanation.contract, render_path(explanation.path)
        place = place if explanation.line is None else f"{place}:{explanation.line}"
        contract_place = f"{render_path(contract.path)}:{contract.line}"
        about_contract = f"{contract.type}, {contract.severity}, in {contract_place}"
        steps = [Step("contract", about_contract), *explanation.steps]
        width = max(len(step.about) for step in steps)
        lines = [make_harmless(f"  {step.about:<{width}}  {step.text}") for step in steps]
        staged = f", as {state.participle}" if state.is_in_git else ""
        head = make_harmless(f"{name_contract(contract.key)} on {place}{staged}")
        sys.stdout.write(render_lines([head]))
        sys.stdout.write(render_lines(lines, indent=" " * (width + 4)))
        sys.stdout.write(render_lines([explanation.result]))
    return exit_codes.CLEAN
