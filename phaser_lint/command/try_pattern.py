"""``phaser-lint try PATTERN``: what a contract would report, before it is written.

    phaser-lint try '\\bprint\\(' --glob 'src/**/*.py' --save no-print message='Use the logger.'

Exit code 0, whatever is found; 2 for what is no contract, with nothing written, and where
``--history`` did not check a commit.
"""

from __future__ import annotations

import os
import sys
import textwrap

from phaser_lint.author.contract_text import contract_text
from phaser_lint.author.destination import destination, write_new
from phaser_lint.author.draft import DEFAULT_TYPE, MESSAGE, TYPES, draft, draft_keys
from phaser_lint.author.trial import trial_checker, tried
from phaser_lint.author.trial_text import as_values, lines_of, seen_from_folder
from phaser_lint.check.every_level import whole_project
from phaser_lint.check.past.checked_history import checked_history
from phaser_lint.check.project_files import read_files
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.contract.example_reader import ExampleReader
from phaser_lint.contract.keys import IN
from phaser_lint.contract.own_examples import KeyedExample, agrees
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.example import Example, example_name, is_in_no_language
from phaser_lint.core.checked_files import Skip
from phaser_lint.core.command_line import (
    SEVERITIES,
    Parser,
    add_timeout,
    number_of_commits,
    terminal_columns,
)
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import fold, harmless, is_unicode, normalise, printable, sorted_json
from phaser_lint.project.root import CONFIGURATION, folder_of, working_directory
from phaser_lint.report import commit_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaser_lint.author.destination import Destination
    from phaser_lint.author.draft import DraftContract
    from phaser_lint.author.trial import ProjectTrial
    from phaser_lint.check.every_level import WholeProject
    from phaser_lint.check.past.checked_history import History
    from phaser_lint.contract.model import Contract, Violation


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
        "--exclude",
        metavar="GLOB",
        action="append",
        default=[],
        help="the files that it leaves out; repeatable",
    )
    made.add_argument("--message", metavar="TEXT", help="what to do instead; an agent reads it")
    made.add_argument(
        "--severity", choices=SEVERITIES[:2], help="error or warning [default: error]"
    )
    made.add_argument(
        "--save", metavar="ID", help="write the contract, with lines of the project as examples"
    )
    for kind, does in (("valid", "keeps"), ("invalid", "breaks")):
        made.add_argument(
            f"--{kind}",
            metavar="TEXT",
            action="append",
            default=[],
            help=f"an example that {does} it: a text, or a path; repeatable",
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
    """Try the contract, print what it finds, and write it where that was asked for."""
    given = parser().parse_args(arguments)
    if given.to is not None and given.save is None:
        raise UsageError("--to: expected --save ID as well")
    keys = draft_keys(
        given.type,
        given.words,
        globs=given.glob,
        more=_pairs(given),
        rule_id=given.save or "",
    )
    project = whole_project(ProjectOptions(root=given.root, git=git_of(given)))
    here, root = working_directory(), project.levels.root
    place = destination(root, here=here, named=given.to)
    place.require_free(given.save or "")
    made = draft(keys, root=root, level=place.level_in(root))
    trial = tried(made.contract, project, seconds=given.timeout)
    for each in project.contracts.problems:
        if each.path == CONFIGURATION:  # what it leaves out is not left out
            sys.stderr.write(f"{harmless(str(each))} ({each.outcome()})\n")
    past = _past(made, project, given) if given.history else None
    examples = _examples(trial, given)
    saved = _saved(made, examples, place) if given.save else None
    if saved:
        notes = [place.note] if place.note else []
        notes += [f"{saved}: note: {each}" for each in _notes(made, examples)]
        sys.stderr.write("".join(f"{harmless(line)}\n" for line in notes))
    seen = seen_from_folder(trial, here)
    code = exit_codes.INCOMPLETE if past and past.unchecked else exit_codes.CLEAN
    if given.json:
        history = {} if past is None else {"history": commit_history.as_values(past)}
        values = {**as_values(seen), **history, "contract": made.keys, "written": saved}
        sys.stdout.write(sorted_json(values))
        return code
    lines = lines_of(seen, width=terminal_columns())
    lines += ["", *commit_history.about_one(past)] if past else []
    lines += [] if saved is None else ["", f"written: {harmless(saved)}"]
    sys.stdout.write(in_lines(lines))
    return code


def _pairs(given: Namespace) -> list[str]:
    """Return the keys that flags set, as they would be written."""
    singles = {"message": given.message, "severity": given.severity}
    return [
        *(f"{IN.name}={each}" for each in given.counted_in),
        *(f"exclude_glob={each}" for each in given.exclude),
        *(f"{name}={value}" for name, value in singles.items() if value is not None),
    ]


def _past(made: DraftContract, project: WholeProject, given: Namespace) -> History:
    """Return what the contract finds in the last commits; raises ``GitError``."""
    checker = trial_checker(made.contract, project, seconds=given.timeout)
    return checked_history(checker, project.levels.root, given.history)


def _saved(made: DraftContract, examples: Mapping[str, Sequence[Any]], place: Destination) -> str:
    """Write the contract with its *examples*, and return its file."""
    keys = {**made.keys, **({"examples": examples} if examples else {})}
    return write_new(place, {made.contract.rule_id: contract_text(keys)}).written[0]


def _notes(made: DraftContract, examples: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """Yield what the contract that was saved still lacks."""
    if made.contract.message == MESSAGE:
        yield "message: expected what to do instead; an agent acts on it"
    if "invalid" not in examples:
        example = "PATH" if RULES[made.contract.type].is_about_paths() else "TEXT"
        yield (
            "no invalid example: phaser-lint test proves nothing of it; "
            f"--invalid {example}, or examples: in the file, adds one"
        )


# Examples of a contract: those that its author names, and of the project what breaks it.
#
# Nothing else of the project is one: a near miss may be what the pattern was meant for. What a
# condition exempts is valid by the contract itself.

_MOST = 2
_MOST_TRIED = 40
_SECONDS = 0.2
_LONGEST = 200
# Of a file that is an example as a whole.
_MOST_LINES = 30
_MOST_FILES = 20


def _examples(trial: ProjectTrial, given: Namespace) -> dict[str, list[Any]]:
    """Return ``valid`` and ``invalid`` examples, each kind without any where none is known.

    Raises ``UsageError`` where the contract contradicts one that its author names.
    """
    found: dict[str, list[Any]] = {
        kind: [_named(trial, kind, text) for text in named]
        for kind, named in (("valid", given.valid), ("invalid", given.invalid))
    }
    for number, (expected, written) in enumerate(_candidates(trial, found) if given.save else ()):
        if number >= _MOST_TRIED or all(len(each) >= _MOST for each in found.values()):
            break
        # A line is tried without its indentation, and with it.
        known = {_folded(each) for each in found[expected]}
        is_more = len(found[expected]) < _MOST and _folded(written) not in known
        if is_more and is_unicode(str(written)) and _kind(trial.contract, written) == expected:
            found[expected].append(written)
    return {kind: examples for kind, examples in found.items() if examples}


def _folded(written: Any) -> str:
    return fold(str(written.get("text", written) if isinstance(written, dict) else written))


def _named(trial: ProjectTrial, expected: str, text: str) -> Any:
    """Return *text* as the example that its author names; raises ``UsageError``."""
    forms = _forms(trial, text, [*_broken(trial), *trial.selected])
    kinds = [_kind(trial.contract, each) for each in forms]
    if not forms:
        message = "expected a --glob that tells its language, such as 'src/**/*.py'"
    elif expected not in kinds:
        message = _contradicted(expected, kinds[0])
    else:
        return forms[kinds.index(expected)]
    raise UsageError(f"--{expected} {printable(text)}: {message}")


def _forms(trial: ProjectTrial, text: str, paths: Sequence[str]) -> list[Any]:
    """Return *text* as an example; where no glob tells its language, at files of *paths*.

    Of ``src/pages/**`` with ``in: code`` a text alone would be an example of no language.
    """
    contract = trial.contract
    if not is_in_no_language(contract, Example(text)):
        return [text]
    first: dict[str, str] = {}
    for path in _below(trial, paths):
        first.setdefault(os.path.splitext(path)[1], path)
    known = [each for each in first.values() if example_name(contract._replace(file_glob=(each,)))]
    return [{"path": path, "text": text} for path in known]


def _contradicted(expected: str, kind: str | None) -> str:
    found = {"valid": "none", "invalid": "one"}[kind] if kind else "that the pattern takes too long"
    return f"expected {'no' if expected == 'valid' else 'a'} violation, found {found}"


def _kind(contract: Contract, written: Any) -> str | None:
    """Return ``valid`` or ``invalid``, as the contract checks an example; ``None``: not in time."""
    reader = ExampleReader(RULES[contract.type], has_fix=False)
    [example] = reader.read({"valid": [written]})["valid"]
    keyed = KeyedExample("", Example(*example), is_valid=True)
    agreed = agrees(contract, keyed, seconds=_SECONDS)
    return None if agreed is None else ("valid" if agreed else "invalid")


def _candidates(
    trial: ProjectTrial, found: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[str, Any]]:
    """Yield what may be an example, and of which kind, the best first."""
    rule, contract = RULES[trial.contract.type], trial.contract
    if rule.is_about_paths() or is_item_itself(contract):
        for path in _below(trial, _broken(trial)):
            yield "invalid", {"files": {path: ""}} if is_item_itself(contract) else path
        if any(each.where == "glob" for each in trial.report.violations):
            yield "invalid", {"files": {}}
        return
    suppressed = {(each.path, each.line) for each in trial.report.suppressed}
    spared = [each for each in trial.near.matches if (each.path, each.line) not in suppressed]
    for kind, places in (("invalid", trial.report.violations[:_MOST_FILES]), ("valid", spared)):
        for place in places:
            for text in _lines(trial, place):
                yield from ((kind, each) for each in _forms(trial, text, [place.path]))
    if not found["invalid"]:
        for path, text in _short_files(trial):
            yield from (("invalid", each) for each in _forms(trial, text, [path]))


def _broken(trial: ProjectTrial) -> list[str]:
    """Return the files of the project that break the contract, of a folder that does its first."""
    selected = set(trial.selected)
    found = [
        each.path
        if each.path in selected
        else next((path for path in trial.selected if path.startswith(f"{each.path}/")), "")
        for each in trial.report.violations
    ]
    return [*dict.fromkeys(filter(None, found))]


def _lines(trial: ProjectTrial, place: Violation) -> Iterator[str]:
    line = place.cell_text or place.line_text
    for text in (_lines_of(trial.root, place), line.strip(), line):
        if place.line is not None and 0 < len(text) <= _LONGEST:
            yield text


def _lines_of(root: str, place: Violation) -> str:
    """Return the lines that a match touches, where they are more than one."""
    if place.line is None or place.end_line in (None, place.line) or place.cell:
        return ""
    [file] = read_files(root, [place.path])
    lines = [] if isinstance(file, Skip) else normalise(file.text).split("\n")
    return textwrap.dedent("\n".join(lines[place.line - 1 : place.end_line]))


def _short_files(trial: ProjectTrial) -> Iterator[tuple[str, str]]:
    """Yield short files that break the contract, as a whole, where no line is enough."""
    for file in read_files(trial.root, _broken(trial)[:_MOST_FILES]):
        lines = [] if isinstance(file, Skip) else normalise(file.text).split("\n")
        if 0 < len(lines) <= _MOST_LINES and max(map(len, lines)) <= _LONGEST:
            yield file.path, "\n".join(lines)


def _below(trial: ProjectTrial, paths: Sequence[str]) -> list[str]:
    """Return those of *paths* that lie at the contract's level, as they are called from there."""
    folder = folder_of(trial.contract.level)
    start = f"{folder}/" if folder else ""
    return [path[len(start) :] for path in paths if path.startswith(start)]
