"""``phaser-lint test``: validate the contract files, and try each contract on its examples.

Those of every level at, above and below the working directory, as ``scan`` has them; or those that
are named. Contracts of packs are tried only by name: they are none of the project's.

    examples:
      valid: ['logger.info("x")']
      invalid: ['print("x")']

The fix of a contract has to turn an invalid example into its ``fixed``, and to leave that alone.

Exit code 0, 1 where a contract finds a violation in a valid example or none in an invalid one, or
its fix makes something else of it, 2 for an invalid contract and for an example that ran out of
time.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from phaser_lint.author.draft import MESSAGE
from phaser_lint.author.own_example_trials import TriedContract, TriedExample, try_own_examples
from phaser_lint.check.chosen_contracts import select_named_contracts
from phaser_lint.check.open_project import open_whole_project
from phaser_lint.check.project_inputs import list_contract_folders
from phaser_lint.check.project_notices import note_idle_contracts, note_no_contracts
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.glob_advice import note_near_exclusions
from phaser_lint.contract.lookalikes import note_project_lookalikes
from phaser_lint.contract.model import PACK, Notice, Report
from phaser_lint.contract.selection import Selection
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import CONTRACTS_DIR_FLAG, Parser, make_argument, make_switch
from phaser_lint.core.terminal_width import count_terminal_columns
from phaser_lint.core.text import (
    join_most,
    make_harmless,
    make_printable,
    name_contract,
    render_path,
    render_quantity,
    render_sorted_json,
    without_commands,
)
from phaser_lint.project.levels import CONFIGURATION, decides_what_counts
from phaser_lint.project.project_of_command import require_working_directory
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.plain_excerpt import render_excerpt_lines
from phaser_lint.report.summary import explain_incomplete_run, render_asides, render_place


def parser() -> Parser:
    """Return the parser of ``phaser-lint test``, which tries contracts on their examples."""
    return Parser(
        "phaser-lint test",
        "Validate the contract files, and try each contract on its examples.",
        (
            make_argument("ids", metavar="ID", nargs="*", help="contracts [default: all]"),
            *ROOT_AND_GIT_FLAGS,
            CONTRACTS_DIR_FLAG,
            make_switch("-q", "--quiet", help="print what is wrong, and nothing else"),
            make_switch("-v", "--verbose", help="show the examples that are right as well"),
            make_switch("--json", help="print JSON"),
        ),
        example="phaser-lint test no-print --verbose",
        page="contracts.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint test``: print what examples show; 0, 1, or 2 on an invalid contract."""
    flags = parser().parse_args(arguments)
    if flags.quiet and flags.verbose:
        raise UsageError("--quiet and --verbose: expected one of them")
    options = ProjectOptions(
        root=flags.root, git=make_git_limits(flags), contracts_dir=flags.contracts_dir
    )
    project = open_whole_project(options._replace(here=flags.root is None))
    levels, loaded = project.levels, project.contracts
    chosen = select_named_contracts(loaded, flags.ids, flag="")
    tried_contracts = [
        contract
        for contract in chosen.written_contracts()
        if flags.ids or not contract.path.startswith(PACK)
    ]
    variants_by_key = chosen.group_variants()
    trials = [
        try_own_examples(variants_by_key[contract.key], loaded.problems)
        for contract in tried_contracts
    ]
    of_packs = len(chosen.written_contracts()) - len(trials)
    # Only these are reported here: which contracts contradict their examples is printed below.
    invalid = tuple(problem for problem in loaded.problems if problem.skipped)
    remarks_on = explain_incomplete_run if flags.quiet else render_asides
    here = require_working_directory()
    if flags.json:
        problems = [
            {
                "expected": problem.expected,
                "key": problem.key,
                "line": problem.line,
                "path": problem.path,
            }
            for problem in invalid
        ]
        fields = {**map_example_trials(trials), "of_packs": of_packs, "problems": problems}
        sys.stdout.write(render_sorted_json(fields))
    else:
        # As notices: those get their paths as they are from here.
        notices = tuple(Notice(contract.path, None, "") for contract in tried_contracts)
        moved = move_report_to_folder(Report(notices=notices), here, root=levels.root).notices
        width = count_terminal_columns()
        lines = [
            line
            for trial, notice in zip(trials, moved, strict=True)
            for example in trial.examples
            for line in render_example_lines(
                example, path=notice.path, width=width, verbose=flags.verbose
            )
        ]
        # With the examples that are wrong, not beside: a count without reasons helps nobody.
        lines += remarks_on(move_report_to_folder(Report(problems=invalid), here, root=levels.root))
        if not flags.quiet:
            lines += render_example_totals(trials, problems=len(invalid), of_packs=of_packs)
        sys.stdout.write(render_lines(map(make_harmless, lines)))
    sys.stdout.flush()
    folders = list_contract_folders(options)
    nothing = note_no_contracts(chosen, levels.root, severity="all", looked_in=folders)
    contract_places = {(contract.path, contract.line) for contract in chosen.contracts}
    doubts = [notice for notice in loaded.notices if (notice.path, notice.line) in contract_places]
    # `try --save` without `--message` leaves it to be filled in, and an edit is denied with it.
    doubts += [
        Notice(contract.path, contract.line, f"message: expected what to do, not {MESSAGE!r}")
        for contract in chosen.contracts
        if contract.message == MESSAGE
    ]
    if not (flags.ids or flags.contracts_dir):
        doubts += [notice for notice in loaded.notices if notice.path == CONFIGURATION]
        doubts += note_project_lookalikes(levels, loaded, ())
    # An example that names no file does not show that a glob has a typo, nor does a new project.
    if not (flags.contracts_dir or all(map(decides_what_counts, project.files))):
        doubts += note_idle_contracts(Selection(chosen).idle(project.files), project.files)
        doubts += note_near_exclusions(chosen.contracts, project.files)
    remarks = Report(problems=invalid if flags.json else (), notices=(*nothing, *doubts))
    report = move_report_to_folder(remarks, here, root=levels.root)
    sys.stderr.write("".join(f"{line}\n" for line in remarks_on(report)))
    outcomes = {example.result for trial in trials for example in trial.examples}
    if invalid or "undecided" in outcomes:
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if "wrong" in outcomes else exit_codes.CLEAN


# What contracts find in their own examples, as text and as plain values for JSON.

VERSION = 1
_MOST_NAMED = 10
_VIOLATION_KEYS = ("column", "end_column", "end_line", "line", "line_text", "path", "where")


def render_example_lines(
    example: TriedExample, *, path: str, width: int, verbose: bool
) -> list[str]:
    """Return the lines that ``phaser-lint test`` prints of an example in so many columns: nothing
    of one that is right.

    *path* is the contract's file as it is shown. *verbose*: all of them.
    """
    if example.result == "right" and not verbose:
        return []
    name = name_contract(example.contract.key)
    number = "no" if example.keyed.is_valid else "a"
    message = example.mismatch() or f"right: {number} violation in `{example.keyed.title()}`"
    head = f"{render_path(path)}:{example.line}: {name}: {example.keyed.key}: {message}"
    violations = example.found or ()
    lines = [without_commands(make_printable(head))]
    lines += [
        line for violation in violations for line in render_excerpt_lines(violation, width=width)
    ]
    for violation in violations:
        if violation.line is None and violation.path:
            message = make_printable(violation.message.strip().split("\n")[0])
            lines.append(
                f"  {without_commands(render_place(violation))}: {without_commands(message)}"
            )
    # A valid example may be right only because nothing of it is checked.
    unselected = [example.unselected] if example.unselected and not example.reasons else []
    reasons = [*example.reasons, *unselected]
    lines += [f"  {without_commands(make_printable(reason))}" for reason in reasons]
    if example.near:
        lines.append(
            f"  the longest part of the pattern that matches: {make_printable(example.near)}"
        )
    if example.fix.made is not None and not example.fix.wrong:
        lines.append(f"  fixed: {make_printable(example.fix.made)}")
    return lines


def render_example_totals(
    contracts: Sequence[TriedContract], *, problems: int, of_packs: int
) -> list[str]:
    """Return the last lines of ``phaser-lint test``: which contracts have no examples, and how many
    of the examples are wrong.

    *problems*: how many there are in files that are no contracts therefore. *of_packs*: how many
    contracts of packs were not tried.
    """
    bare = [trial for trial in contracts if not trial.examples]
    unproved = [trial for trial in contracts if trial.examples and not trial.has_invalid]
    outcomes = [example.result for trial in contracts for example in trial.examples]
    fixes = sum(trial.fixes for trial in contracts)
    phrases = [
        render_quantity(len(contracts), "contract"),
        render_quantity(len(outcomes), "example"),
    ]
    phrases += [render_quantity(fixes, "fix").replace("fixs", "fixes")] if fixes else []
    phrases.append(f"{outcomes.count('wrong')} wrong")
    phrases += [f"{outcomes.count('undecided')} undecided"] if "undecided" in outcomes else []
    phrases += [render_quantity(problems, "contract problem")] if problems else []
    phrases += [f"{render_quantity(of_packs, 'contract')} of packs not tried"] if of_packs else []
    lines = []
    for lack, trials in (("without examples", bare), ("without an invalid example", unproved)):
        names = [name_contract(trial.contract.key) for trial in trials]
        lines += [f"{lack}: {join_most(names, _MOST_NAMED, last=' and ')}"] if names else []
    return [*lines, ", ".join(phrases)]


def map_example_trials(contracts: Sequence[TriedContract]) -> dict[str, Any]:
    """Return what ``test --json`` has of *contracts* and examples, but for ``problems``."""
    objects = []
    for trial in contracts:
        level, rule_id = trial.contract.key
        examples = [
            {
                "expected": "no violation" if example.keyed.is_valid else "violation",
                "fixed": example.fix.made,
                "fixed_expected": example.keyed.example.fixed,
                "key": example.keyed.key,
                "longest_part": example.near or None,
                "reasons": [*example.reasons],
                "result": example.result,
                "said": example.mismatch() or None,
                "shown": example.keyed.example.title(),
                "violations": None
                if example.found is None
                else [
                    {name: getattr(violation, name) for name in _VIOLATION_KEYS}
                    for violation in example.found
                ],
            }
            for example in trial.examples
        ]
        objects.append(
            {
                "examples": examples,
                "level": level,
                "line": trial.contract.line,
                "path": trial.contract.path,
                "rule_id": rule_id,
                "type": trial.contract.type,
            }
        )
    return {"contracts": objects, "version": VERSION}
