"""``phaser-lint try PATTERN``: what a contract would say of the project, before it is written.

    phaser-lint try '\\bprint\\(' --glob 'src/**/*.py' --save no-print message='Use the logger.'

Exit code 0, whatever is found; 2 for what is no contract, with nothing written, and where
``--history`` did not judge a commit.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from itertools import islice

from phaser_lint.author.contract_text import contract_text
from phaser_lint.author.destination import destination, write_new
from phaser_lint.author.draft import DEFAULT_TYPE, MESSAGE, TYPES, draft, draft_keys
from phaser_lint.author.trial import trial_judge, tried
from phaser_lint.author.trial_text import as_values, lines_of, seen_from_folder
from phaser_lint.check.every_level import whole_project
from phaser_lint.check.past.judged_history import judged_history
from phaser_lint.check.project_files import read_files
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.contract.example_reader import ExampleReader
from phaser_lint.contract.own_examples import KeyedExample, agrees
from phaser_lint.contract.rules import RULES, asks_for_partner, is_about_changes, is_item_itself
from phaser_lint.contract.rules.example import Example
from phaser_lint.contract.rules.file_sets import sets_of
from phaser_lint.contract.rules.partners import partners_of
from phaser_lint.contract.rules.path_fields import item_of, path_search
from phaser_lint.contract.rules.rule import IN
from phaser_lint.contract.rules.violations import seen_from_top
from phaser_lint.core.command_line import Parser, add_timeout, number_of_commits
from phaser_lint.core.errors import UsageError
from phaser_lint.core.judged_files import Skip
from phaser_lint.core.text import fold, harmless, is_unicode, normalise, sorted_json
from phaser_lint.project.root import CONFIGURATION, folder_of, working_directory
from phaser_lint.report import commit_history
from phaser_lint.text.globs import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.author.destination import Destination
    from phaser_lint.author.draft import DraftContract
    from phaser_lint.author.trial import ProjectTrial
    from phaser_lint.check.every_level import WholeProject
    from phaser_lint.check.past.judged_history import History
    from phaser_lint.contract.model import Contract, Violation

    Candidate: TypeAlias = tuple[str | None, Any]
    """What it is to be, ``valid`` or ``invalid``, where that matters; and how it is written."""


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint try",
        "Show what a contract would report, before it is written.",
        example="phaser-lint try '\\bprint\\(' --glob 'src/**/*.py'",
        page="authoring.md",
    )
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
        help="the files that it checks; repeatable [default: all]",
    )
    made.add_argument(
        "--type",
        metavar="TYPE",
        default=DEFAULT_TYPE,
        help=f"any of {', '.join(TYPES)} [default: {DEFAULT_TYPE}]",
    )
    made.add_argument(
        "--in",
        dest="counted_in",
        metavar="WHERE",
        action="append",
        default=[],
        choices=IN.choices,
        help=f"count matches there alone: any of {', '.join(IN.choices)}; repeatable",
    )
    made.add_argument(
        "--save", metavar="ID", help="write the contract, with lines of the project as examples"
    )
    made.add_argument("--to", metavar="DIR", help="the folder that --save writes to")
    made.add_argument(
        "--history",
        metavar="N",
        type=number_of_commits,
        help="show which of the last N commits would have broken it",
    )
    made.add_switch("--json", help="print JSON")
    add_root_and_git(made)
    add_timeout(made, default=SECONDS)
    return made


def run(arguments: Sequence[str]) -> int:
    """Try the contract, print what it says, and write it down where that was asked."""
    given = parser().parse_args(arguments)
    if given.to is not None and given.save is None:
        raise UsageError("--to: expected --save ID as well")
    words = [*given.words, *(f"{IN.name}={each}" for each in given.counted_in)]
    keys = draft_keys(given.type, words, globs=given.glob, rule_id=given.save or "")
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
    judge = trial_judge(made.contract, project, seconds=given.timeout)
    return judged_history(judge, project.levels.top, given.history)


def _saved(made: DraftContract, trial: ProjectTrial, place: Destination) -> str:
    """Write the contract with examples, and return its file."""
    examples = real_examples(trial)
    keys = {**made.keys, **({"examples": examples} if examples else {})}
    text = contract_text(draft(keys, top=trial.root, level=made.contract.level).keys)
    return write_new(place, {made.contract.rule_id: text}).written[0]


# Examples of a contract from the project itself: lines and paths, told apart by the contract.
#
# What breaks it by itself is an invalid example, what does not a valid one; so each of them passes
# ``phaser-lint test``. Among the valid ones come first what a condition lets pass, and near
# misses: they show where the line is.

_MOST = 2
_MOST_TRIED = 40
_SECONDS = 0.2
_LONGEST = 200
# Of a file that is an example as a whole.
_MOST_LINES = 30
_MOST_FILES = 20


def real_examples(trial: ProjectTrial) -> dict[str, list[Any]]:
    """Return ``valid`` and ``invalid`` examples, each kind without any where none is known."""
    found: dict[str, list[Any]] = {"valid": [], "invalid": []}
    tried: set[str] = set()
    for expected, written in _candidates(trial, found):
        if len(tried) >= _MOST_TRIED or all(len(each) >= _MOST for each in found.values()):
            break
        name = f"{expected} {fold(str(written))}"
        if name in tried or not is_unicode(str(written)):
            continue
        kind = _kind(trial.contract, written)
        if kind and kind == (expected or kind):
            tried.add(name)
            is_more = len(found[kind]) < _MOST and written not in found[kind]
            found[kind] += [written] if is_more else []
    return {kind: examples for kind, examples in found.items() if examples}


def _kind(contract: Contract, written: Any) -> str | None:
    """Return ``valid`` or ``invalid``, as the contract judges an example; ``None``: not in time."""
    reader = ExampleReader(RULES[contract.type], has_fix=False)
    [example] = reader.read({"valid": [written]})["valid"]
    keyed = KeyedExample("", Example(*example), is_valid=True)
    agreed = agrees(contract, keyed, seconds=_SECONDS)
    return None if agreed is None else ("valid" if agreed else "invalid")


def _candidates(trial: ProjectTrial, found: Mapping[str, Sequence[Any]]) -> Iterator[Candidate]:
    """Yield what may be an example, in the form that it is written in, the most telling first."""
    if RULES[trial.contract.type].is_about_paths():
        yield from _of_partners(trial)
        yield from _of_changes(trial)
        yield from _paths(trial)
    elif is_item_itself(trial.contract):
        yield from _of_items(trial)
    else:
        yield from _lines(trial)
        yield from _of_files(trial, found)


def _lines(trial: ProjectTrial) -> Iterator[Candidate]:
    near = [*trial.near.matches, *(each.place for each in trial.near.lines)]
    for kind, places in (("invalid", trial.report.violations[:_MOST_FILES]), ("valid", near)):
        for place in places:
            line = place.cell_text or place.line_text
            for text in (_lines_of(trial.root, place), line.strip(), line):
                if place.line is not None and 0 < len(text) <= _LONGEST:
                    yield kind, text


def _lines_of(root: str, place: Violation) -> str:
    """Return the lines that a match touches, where they are more than one."""
    if place.line is None or place.end_line in (None, place.line) or place.cell:
        return ""
    [file] = read_files(root, [place.path])
    lines = [] if isinstance(file, Skip) else normalise(file.text).split("\n")
    return textwrap.dedent("\n".join(lines[place.line - 1 : place.end_line]))


def _of_files(trial: ProjectTrial, found: Mapping[str, Sequence[Any]]) -> Iterator[Candidate]:
    """Yield some lines of a few files, and a short file as a whole where no line is enough."""
    broken = [each.path for each in trial.report.violations if each.path in trial.selected]
    paths = [*dict.fromkeys([*broken[: _MOST_FILES // 2], *trial.selected])][:_MOST_FILES]
    for file in read_files(trial.root, paths):
        lines = [] if isinstance(file, Skip) else normalise(file.text).split("\n")
        yield from ((None, line.strip()) for line in lines[:2] if 0 < len(line) <= _LONGEST)
        is_short = 0 < len(lines) <= _MOST_LINES and max(map(len, lines)) <= _LONGEST
        for kind in ("invalid", "valid"):
            if is_short and not found[kind]:
                yield kind, "\n".join(lines)


def _paths(trial: ProjectTrial) -> Iterator[Candidate]:
    selected = set(trial.selected)
    broken = [each.path for each in trial.report.violations if each.path in selected]
    for path in _below(trial, [*broken[:_MOST], *trial.selected[:_MOST_FILES], *_others(trial)]):
        yield None, path


def _others(trial: ProjectTrial) -> list[str]:
    """Return the files that the contract does not select, hidden ones last."""
    selected = set(trial.selected)
    others = (path for path in trial.listed if path not in selected)
    return sorted(others, key=lambda path: path.startswith("."))


def _of_partners(trial: ProjectTrial) -> Iterator[Candidate]:
    """Yield a file with its partner, and the file alone."""
    listed = set(trial.listed) if asks_for_partner(trial.contract) else set()
    search = path_search(trial.contract)
    for path in trial.selected if listed else ():
        try:
            there = [each for each in partners_of(trial.contract, path, search) if each in listed]
        except TimeoutError:
            continue
        if there:
            both = _below(trial, [path, there[0]])
            yield "valid", {"files": dict.fromkeys(both, "")}
            yield "invalid", {"files": dict.fromkeys(both[:1], "")}
            return


def _of_items(trial: ProjectTrial) -> Iterator[Candidate]:
    """Yield a file that no list names, and one with a list that does."""
    search = path_search(trial.contract)
    for path in _below(trial, trial.selected)[:_MOST_FILES]:
        whole = seen_from_top(trial.contract, [path])[0]
        try:
            item = item_of(trial.contract, whole, search)
        except TimeoutError:
            continue
        yield "invalid", {"files": {path: ""}}
        tests = [each.others.compiled for each in sets_of(trial.contract, (whole,))[0]]
        lists = (each for each in trial.listed if any(match(test, each) for test in tests))
        for name in _below(trial, [*islice(lists, 1)]):
            yield "valid", {"files": {path: "", name: item}}


def _of_changes(trial: ProjectTrial) -> Iterator[Candidate]:
    """Yield a file that stays as it is while another one changes."""
    if not is_about_changes(trial.contract):
        return
    selected, others = _below(trial, trial.selected), _below(trial, _others(trial))
    for kept, changed in zip(selected, others, strict=False):
        yield "valid", {"before": {kept: "", changed: ""}, "files": {kept: "", changed: "new"}}
        return


def _below(trial: ProjectTrial, paths: Sequence[str]) -> list[str]:
    """Return those of *paths* that lie at the contract's level, as they are called from there."""
    folder = folder_of(trial.contract.level)
    start = f"{folder}/" if folder else ""
    return [path[len(start) :] for path in paths if path.startswith(start)]
