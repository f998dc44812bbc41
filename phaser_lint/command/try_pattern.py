"""``phaser-lint try PATTERN``: what a contract would say of the project, before it is written.

    phaser-lint try '\\bprint\\(' --glob 'src/**/*.py' --save no-print message='Use the logger.'

Exit code 0, whatever is found; 2 for what is no contract, with nothing written, and where
``--history`` did not judge a commit.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from phaser_lint.author.contract_text import contract_text
from phaser_lint.author.destination import destination, write_new
from phaser_lint.author.draft import DEFAULT_TYPE, MESSAGE, TYPES, draft, draft_keys
from phaser_lint.author.real_examples import real_examples
from phaser_lint.author.trial import trial_judge, tried
from phaser_lint.author.trial_text import as_values, lines_of, seen_from_folder
from phaser_lint.check.every_level import whole_project
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.core.command_line import Parser, add_timeout, number_of_commits
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import harmless, sorted_json
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.project.root import working_directory
from phaser_lint.report import commit_history

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from phaser_lint.author.destination import Destination
    from phaser_lint.author.draft import DraftContract
    from phaser_lint.author.trial import ProjectTrial
    from phaser_lint.check.every_level import WholeProject
    from phaser_lint.check.past.judged_history import History


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint try", "Tell what a contract would say, before it is written.")
    made.add_argument(
        "words",
        metavar="PATTERN KEY=VALUE",
        nargs="*",
        help="the pattern, and any keys of the contract; a list has its key several times",
    )
    made.add_argument(
        "--glob",
        metavar="GLOB",
        action="append",
        default=[],
        help="the files it is about; repeatable [default: all]",
    )
    made.add_argument(
        "--type",
        metavar="TYPE",
        default=DEFAULT_TYPE,
        help=f"any of {', '.join(TYPES)} [default: {DEFAULT_TYPE}]",
    )
    made.add_argument(
        "--save", metavar="ID", help="write it down, with lines of the project as its examples"
    )
    made.add_argument("--to", metavar="DIR", help="the folder that --save writes to")
    made.add_argument(
        "--history",
        metavar="N",
        type=number_of_commits,
        help="tell which of the last N commits would not have passed",
    )
    made.add_switch("--json", help="print it as JSON")
    add_root_and_git(made)
    add_timeout(made, default=SECONDS)
    return made


def run(arguments: Sequence[str]) -> int:
    """Try the contract, print what it says, and write it down where that was asked."""
    given = parser().parse_args(arguments)
    if given.to is not None and given.save is None:
        raise UsageError("--to: expected --save ID as well")
    keys = draft_keys(given.type, given.words, globs=given.glob, rule_id=given.save or "")
    project = whole_project(ProjectOptions(root=given.root, git=git_of(given)))
    here, top = working_directory(), project.levels.top
    place = destination(top, here=here, named=given.to)
    place.require_free(given.save or "")
    made = draft(keys, top=top, level=place.level_in(top))
    trial = tried(made.contract, project, seconds=given.timeout)
    for each in project.contracts.problems:
        if each.path == CONFIGURATION:  # what it leaves out is not left out
            sys.stderr.write(f"{harmless(str(each))} ({each.outcome()})\n")
    past = _past(made, project, given) if given.history else None
    saved = _saved(made, trial, place) if given.save else None
    if saved and place.note:
        sys.stderr.write(f"{harmless(place.note)}\n")
    if saved and made.contract.message == MESSAGE:
        said = "note: message: expected what to do instead; an agent acts on it"
        sys.stderr.write(f"{harmless(saved)}: {said}\n")
    seen = seen_from_folder(trial, here)
    code = exit_codes.INCOMPLETE if past and past.unjudged else exit_codes.CLEAN
    if given.json:
        told = {} if past is None else {"history": commit_history.as_values(past)}
        values = {**as_values(seen), **told, "contract": made.keys, "written": saved}
        sys.stdout.write(sorted_json(values))
        return code
    lines = lines_of(seen, width=shutil.get_terminal_size().columns)
    lines += ["", *commit_history.about_one(past)] if past else []
    lines += [] if saved is None else ["", f"written: {harmless(saved)}"]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return code


def _past(made: DraftContract, project: WholeProject, given: Namespace) -> History:
    """Return what the contract says of the last commits; raises ``GitError``."""
    from phaser_lint.check.past.judged_history import judged_history  # few ask for it

    judge = trial_judge(made.contract, project, seconds=given.timeout)
    return judged_history(judge, project.levels.top, given.history)


def _saved(made: DraftContract, trial: ProjectTrial, place: Destination) -> str:
    """Write the contract with examples, and return its file."""
    examples = real_examples(trial)
    keys = {**made.keys, **({"examples": examples} if examples else {})}
    text = contract_text(draft(keys, top=trial.root, level=made.contract.level).keys)
    return write_new(place, {made.contract.rule_id: text}).written[0]
