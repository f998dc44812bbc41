"""``phaser-lint stats``: how often contracts fired on this machine, which never did.

Nothing is counted unless the user's own ``~/.phaser/config.yaml`` says ``count: true``; ids, days
and places alone. Exit code 0; 2 for what is wrong with that file.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from phaser_lint.checks.every_level import whole_project
from phaser_lint.checks.project_options import ProjectOptions
from phaser_lint.command_line import Parser, WrongValueError, add_contracts_dir
from phaser_lint.commands import exit_codes
from phaser_lint.commands.git_flags import add_root_and_git, git_of
from phaser_lint.counts.contract_counts import contract_counts
from phaser_lint.counts.day_files import (
    DAYS_KEPT,
    clear_days,
    counts_folder,
    day_of,
    days_since,
    first_day,
)
from phaser_lint.counts.user_configuration import SHOWN, user_configuration
from phaser_lint.errors import UsageError
from phaser_lint.files.root import home_folder
from phaser_lint.outputs import contract_statistics
from phaser_lint.outputs.contract_statistics import ContractStatistics
from phaser_lint.text import count, harmless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.command_line import CommandLine
    from phaser_lint.counts.user_configuration import UserConfiguration

_DAYS = 90
_OFF = f"nothing is counted; count: true in {SHOWN} switches it on, for this user alone"


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint stats", "Tell how often contracts fired on this machine.")
    made.add_argument(
        "--days",
        metavar="N",
        type=_days,
        default=_DAYS,
        help=f"look back so far [default: {_DAYS}]",
    )
    made.add_switch("--json", help="print JSON")
    made.add_switch("--clear", help="remove what was counted")
    add_root_and_git(made)
    add_contracts_dir(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print what was counted, or remove it; 0, or 2 where the user's file is wrong."""
    given = parser().parse_args(arguments)
    home = home_folder()
    if given.clear and given.json:
        raise UsageError("--clear and --json: expected one of them")
    try:
        if given.clear:
            removed = count(clear_days(counts_folder(home)), "day")
            sys.stdout.write(f"{removed} removed\n")
            return exit_codes.CLEAN
        return _shown(given, home)
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror or error}") from None


def _shown(given: CommandLine, home: str) -> int:
    project = whole_project(
        ProjectOptions(root=given.root, git=git_of(given), contracts_dir=given.contracts_dir)
    )
    said = user_configuration(home, top=project.levels.top)
    ids = sorted({contract.rule_id for contract in project.contracts.contracts})
    statistics = _statistics(said, home, days=given.days, ids=ids)
    if given.json:
        sys.stdout.write(contract_statistics.render_json(statistics))
    elif statistics.counting or statistics.since:
        lines = contract_statistics.lines(statistics)
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    wrong = [str(problem) for problem in said.problems]
    notes = [f"phaser-lint: note: {_OFF}"] if not (said.counts or wrong) else wrong
    sys.stdout.flush()
    sys.stderr.write("".join(f"{harmless(line)}\n" for line in notes))
    return exit_codes.INCOMPLETE if wrong else exit_codes.CLEAN


def _statistics(
    said: UserConfiguration, home: str, *, days: int, ids: Sequence[str]
) -> ContractStatistics:
    folder = counts_folder(home)
    counted = days_since(folder, day_of(time.time() - (days - 1) * 24 * 3600))
    counts = contract_counts(counted.runs)
    first, garbled = first_day(folder), counted.garbled
    return ContractStatistics(said.counts, days, first, counts, (*ids,), garbled, counted.full)


def _days(written: str) -> int:
    if not (written.isascii() and written.isdigit() and 0 < int(written[:9]) <= DAYS_KEPT):
        raise WrongValueError(f"expected a number of days from 1 to {DAYS_KEPT}, not {written!r}")
    return int(written)
