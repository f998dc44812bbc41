"""``phaser-lint test``: validate the contract files, and try each contract on its examples.

Those of every level at, above and below the working directory, as ``scan`` has them; or those that
are named.

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

from phaser_lint.author.tried_examples import tried_contract
from phaser_lint.check.chosen_contracts import select_rules
from phaser_lint.check.every_level import every_level
from phaser_lint.check.project_inputs import contract_folders_of
from phaser_lint.check.project_notices import about_lookalikes, about_nothing
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.contract.model import Notice, Report
from phaser_lint.core.command_line import Parser, add_contracts_dir, terminal_columns
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import (
    contract_shown,
    count,
    harmless,
    path_shown,
    printable,
    sorted_json,
    without_commands,
)
from phaser_lint.project.root import CONFIGURATION, working_directory
from phaser_lint.report.excerpt_lines import excerpt_lines
from phaser_lint.report.report_paths import seen_from
from phaser_lint.report.summary import asides, incomplete, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.author.tried_examples import TriedContract, TriedExample
    from phaser_lint.contract.model import ContractProblem, Violation


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint test",
        "Validate the contract files, and try each contract on its examples.",
        example="phaser-lint test no-print --verbose",
        page="contracts.md",
    )
    made.add_argument("ids", metavar="ID", nargs="*", help="contracts [default: all]")
    add_root_and_git(made)
    add_contracts_dir(made)
    made.add_switch("-q", "--quiet", help="print what is wrong, and nothing else")
    made.add_switch("-v", "--verbose", help="show the examples that are right as well")
    made.add_switch("--json", help="print JSON")
    return made


def run(arguments: Sequence[str]) -> int:
    """Print what is wrong with contracts by their examples; 0, 1, or 2 on an invalid contract."""
    given = parser().parse_args(arguments)
    if given.quiet and given.verbose:
        raise UsageError("--quiet and --verbose: expected one of them")
    options = ProjectOptions(root=given.root, git=git_of(given), contracts_dir=given.contracts_dir)
    levels, loaded = every_level(options._replace(here=given.root is None))
    chosen = select_rules(loaded, given.ids, flag="")
    tried = [tried_contract(each, loaded.problems) for each in chosen.written()]
    # Only these are reported here: which contracts contradict their examples is printed below.
    invalid = tuple(problem for problem in loaded.problems if problem.skipped)
    if given.json:
        sys.stdout.write(_json(tried, invalid))
    else:
        lines = _wrong(tried, root=levels.root, verbose=given.verbose)
        ends = [] if given.quiet else totals(tried, problems=len(invalid))
        sys.stdout.write(in_lines(map(harmless, (*lines, *ends))))
    sys.stdout.flush()
    looked_in = contract_folders_of(options)
    nothing = about_nothing(chosen, levels.root, severity="all", looked_in=looked_in)
    tried_at = {(each.path, each.line) for each in chosen.contracts}
    doubts = [each for each in loaded.notices if (each.path, each.line) in tried_at]
    if not (given.ids or given.contracts_dir):
        doubts += [each for each in loaded.notices if each.path == CONFIGURATION]
        doubts += about_lookalikes(levels, loaded, ())
    remarks = Report(problems=invalid, notices=(*nothing, *doubts))
    report = seen_from(remarks, working_directory(), root=levels.root)
    remarks_on = incomplete if given.quiet else asides
    sys.stderr.write("".join(f"{line}\n" for line in remarks_on(report)))
    results = {example.result for each in tried for example in each.examples}
    if invalid or "undecided" in results:
        return exit_codes.INCOMPLETE
    return exit_codes.VIOLATIONS if "wrong" in results else exit_codes.CLEAN


def _wrong(tried: Sequence[TriedContract], *, root: str, verbose: bool) -> list[str]:
    width = terminal_columns()
    paths = [Notice(each.contract.path, None, "") for each in tried]
    seen = seen_from(Report(notices=tuple(paths)), working_directory(), root=root).notices
    return [
        line
        for each, place in zip(tried, seen, strict=True)
        for example in each.examples
        for line in lines_of(example, path=place.path, width=width, verbose=verbose)
    ]


def _json(tried: Sequence[TriedContract], invalid: Sequence[ContractProblem]) -> str:
    problems = [
        {"expected": each.expected, "key": each.key, "line": each.line, "path": each.path}
        for each in invalid
    ]
    return sorted_json({**as_values(tried), "problems": problems})


# What contracts find in their own examples, as text and as plain values for JSON.

VERSION = 1
_MOST_NAMED = 10


def lines_of(tried: TriedExample, *, path: str, width: int, verbose: bool) -> list[str]:
    """Return what is printed of an example in so many columns: nothing of one that is right.

    *path* is the contract's file as it is shown. *verbose*: all of them.
    """
    if tried.result == "right" and not verbose:
        return []
    name = contract_shown(tried.contract.key)
    message = tried.mismatch() or _as_expected(tried)
    head = f"{path_shown(path)}:{tried.line}: {name}: {tried.keyed.key}: {message}"
    return [without_commands(printable(head)), *_found(tried, width=width), *_hints(tried)]


def _as_expected(tried: TriedExample) -> str:
    shown = tried.keyed.shown()
    return f"right: {'no' if tried.keyed.is_valid else 'a'} violation in `{shown}`"


def _found(tried: TriedExample, *, width: int) -> list[str]:
    """Return the lines of what broke the contract, of the first at least."""
    return [line for each in tried.found or () for line in excerpt_lines(each, width=width)]


def _hints(tried: TriedExample) -> list[str]:
    found = tried.found or ()
    elsewhere = [each for each in found if each.line is None and each.path]
    lines = [f"  {without_commands(place(each))}: {_message(each)}" for each in elsewhere]
    lines += [f"  {without_commands(printable(each))}" for each in tried.reasons]
    if tried.near:
        lines.append(f"  the longest part of the pattern that matches: {printable(tried.near)}")
    if tried.fix.made is not None and not tried.fix.wrong:
        lines.append(f"  fixed: {printable(tried.fix.made)}")
    return lines


def _message(violation: Violation) -> str:
    return without_commands(printable(violation.message.strip().split("\n")[0]))


def totals(contracts: Sequence[TriedContract], *, problems: int = 0) -> list[str]:
    """Return which contracts have no examples, and how many of the examples are wrong.

    *problems*: how many there are in files that are no contracts therefore.
    """
    bare = [each for each in contracts if not each.examples]
    unproved = [each for each in contracts if each.examples and not each.has_invalid]
    examples = [example for each in contracts for example in each.examples]
    results = [each.result for each in examples]
    fixes = sum(each.fixes for each in contracts)
    parts = [
        count(len(contracts), "contract"),
        count(len(examples), "example"),
        *([count(fixes, "fix").replace("fixs", "fixes")] if fixes else []),
        f"{results.count('wrong')} wrong",
        *([f"{results.count('undecided')} undecided"] if "undecided" in results else []),
        *([count(problems, "contract problem")] if problems else []),
    ]
    lacking = (("without examples", bare), ("without an invalid example", unproved))
    lines = [f"{what}: {_named(those)}" for what, those in lacking if those]
    return [*lines, ", ".join(parts)]


def _named(contracts: Sequence[TriedContract]) -> str:
    names = [contract_shown(each.contract.key) for each in contracts]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"


def as_values(contracts: Sequence[TriedContract]) -> dict[str, Any]:
    """Return what ``--json`` holds of *contracts*, without the problems of invalid ones."""
    return {"contracts": [_contract(each) for each in contracts], "version": VERSION}


def _contract(tried: TriedContract) -> dict[str, Any]:
    level, rule_id = tried.contract.key
    return {
        "examples": [_example(each) for each in tried.examples],
        "level": level,
        "line": tried.contract.line,
        "path": tried.contract.path,
        "rule_id": rule_id,
        "type": tried.contract.type,
    }


def _example(tried: TriedExample) -> dict[str, Any]:
    return {
        "expected": "no violation" if tried.keyed.is_valid else "violation",
        "fixed": tried.fix.made,
        "fixed_expected": tried.keyed.example.fixed,
        "key": tried.keyed.key,
        "longest_part": tried.near or None,
        "reasons": [*tried.reasons],
        "result": tried.result,
        "said": tried.mismatch() or None,
        "shown": tried.keyed.example.shown(),
        "violations": None if tried.found is None else [_violation(each) for each in tried.found],
    }


def _violation(violation: Violation) -> dict[str, Any]:
    names = ("column", "end_column", "end_line", "line", "line_text", "path", "where")
    return {name: getattr(violation, name) for name in names}
