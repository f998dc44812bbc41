"""``phaser-lint try PATTERN``: what a contract would report, before it is written.

    phaser-lint try '\\bprint\\(' --glob 'src/**/*.py' --save no-print message='Use the logger.'

Exit code 0, whatever is found; 2 for what is no contract, with nothing written, and where
``--history`` did not check a commit.
"""

from __future__ import annotations

import itertools
import os
import sys
import textwrap
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.author.contract_text import contract_text
from phaser_lint.author.destination import destination, write_new
from phaser_lint.author.draft import DEFAULT_TYPE, MESSAGE, TYPES, DraftContract, draft, draft_keys
from phaser_lint.author.trial import ProjectTrial, trial_checker, try_contract
from phaser_lint.author.trial_text import as_values, lines_of, seen_from_folder
from phaser_lint.check.every_level import whole_project
from phaser_lint.check.past.checked_history import checked_history
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.example_reader import ExampleReader
from phaser_lint.contract.keys import IN
from phaser_lint.contract.model import Contract, Violation
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
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.root import CONFIGURATION, folder_of, working_directory
from phaser_lint.report import commit_history


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        "phaser-lint try",
        "Show what a contract would report, before it is written.",
        example="phaser-lint try '\\bprint\\(' --glob 'src/**/*.py'",
        page="authoring.md",
    )
    parser.add_argument(
        "words",
        metavar="PATTERN KEY=VALUE",
        nargs="*",
        help="the pattern, and any keys of the contract; a list has its key several times",
    )
    parser.add_argument(
        "--glob",
        metavar="GLOB",
        action="append",
        default=[],
        help="the files that it checks; repeatable [default: all]",
    )
    parser.add_argument(
        "--type",
        metavar="TYPE",
        default=DEFAULT_TYPE,
        help=f"any of {', '.join(TYPES)} [default: {DEFAULT_TYPE}]",
    )
    parser.add_argument(
        "--in",
        dest="counted_in",
        metavar="WHERE",
        action="append",
        default=[],
        choices=IN.choices,
        help=f"count matches there alone: any of {', '.join(IN.choices)}; repeatable",
    )
    parser.add_argument(
        "--exclude",
        metavar="GLOB",
        action="append",
        default=[],
        help="the files that it leaves out; repeatable",
    )
    parser.add_argument("--message", metavar="TEXT", help="what to do instead; an agent reads it")
    parser.add_argument(
        "--severity", choices=SEVERITIES[:2], help="error or warning [default: error]"
    )
    parser.add_argument(
        "--save", metavar="ID", help="write the contract, with lines of the project as examples"
    )
    for kind, does in (("valid", "keeps"), ("invalid", "breaks")):
        parser.add_argument(
            f"--{kind}",
            metavar="TEXT",
            action="append",
            default=[],
            help=f"an example that {does} it: a text, or a path; repeatable",
        )
    parser.add_argument("--to", metavar="DIR", help="the folder that --save writes to")
    parser.add_argument(
        "--history",
        metavar="N",
        type=number_of_commits,
        help="show which of the last N commits would have broken it",
    )
    parser.add_switch("--json", help="print JSON")
    add_root_and_git(parser)
    add_timeout(parser, default=SECONDS)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Try the contract, print what it finds, and write it where that was asked for."""
    flags = parser().parse_args(arguments)
    if flags.to is not None and flags.save is None:
        raise UsageError("--to: expected --save ID as well")
    keys = draft_keys(
        flags.type,
        flags.words,
        globs=flags.glob,
        flag_pairs=_flag_keys(flags),
        rule_id=flags.save or "",
    )
    project = whole_project(ProjectOptions(root=flags.root, git=git_of(flags)))
    here, root = working_directory(), project.levels.root
    place = destination(root, here=here, chosen_folder=flags.to)
    place.require_free(flags.save or "")
    new_draft = draft(
        keys,
        root=root,
        level=place.level_in(root),
        languages=read_configuration(project.levels).languages,
    )
    trial = try_contract(new_draft.contract, project, seconds=flags.timeout)
    for problem in project.contracts.problems:
        if problem.path == CONFIGURATION:  # what it leaves out is not left out
            sys.stderr.write(f"{harmless(str(problem))} ({problem.outcome()})\n")
    past = None
    if flags.history:
        checker = trial_checker(new_draft.contract, project, seconds=flags.timeout)
        past = checked_history(checker, root, flags.history)
    examples = _examples(trial, flags)
    saved_path = None
    if flags.save:
        keys = {**new_draft.keys, **({"examples": examples} if examples else {})}
        saved_files = {new_draft.contract.rule_id: contract_text(keys)}
        [saved_path] = write_new(place, saved_files).written
        notes = [place.note] if place.note else []
        notes += [f"{saved_path}: note: {note}" for note in _notes(new_draft, examples)]
        sys.stderr.write("".join(f"{harmless(line)}\n" for line in notes))
    from_here = seen_from_folder(trial, here)
    code = exit_codes.INCOMPLETE if past and past.unchecked else exit_codes.CLEAN
    if flags.json:
        fields = {**as_values(from_here), "contract": new_draft.keys, "written": saved_path}
        if past is not None:
            fields["history"] = commit_history.history_values(past)
        sys.stdout.write(sorted_json(fields))
        return code
    lines = lines_of(from_here, width=terminal_columns())
    lines += ["", *commit_history.contract_history_lines(past)] if past else []
    lines += [] if saved_path is None else ["", f"written: {harmless(saved_path)}"]
    sys.stdout.write(in_lines(lines))
    return code


def _flag_keys(flags: Namespace) -> list[str]:
    """Return the keys that flags set, as they would be written."""
    keys = [f"{IN.name}={region}" for region in flags.counted_in]
    keys += [f"exclude_glob={glob}" for glob in flags.exclude]
    keys += [] if flags.message is None else [f"message={flags.message}"]
    keys += [] if flags.severity is None else [f"severity={flags.severity}"]
    return keys


def _notes(new_draft: DraftContract, examples: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """Yield what the contract that was saved still lacks."""
    if new_draft.contract.message == MESSAGE:
        yield "message: expected what to do instead; an agent acts on it"
    if "invalid" not in examples:
        rule = RULES[new_draft.contract.type]
        flag = f"--invalid {'PATH' if rule.is_about_paths() else 'TEXT'}, or "
        yield (
            "no invalid example: phaser-lint test proves nothing of it; "
            f"{'' if rule.keeps_matches() else flag}examples: in the file, adds one"
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


def _examples(trial: ProjectTrial, flags: Namespace) -> dict[str, list[Any]]:
    """Return ``valid`` and ``invalid`` examples, each kind without any where none is known.

    Raises ``UsageError`` where the contract contradicts one that its author names.
    """
    examples: dict[str, list[Any]] = {
        "valid": [_author_example(trial, "valid", text) for text in flags.valid],
        "invalid": [_author_example(trial, "invalid", text) for text in flags.invalid],
    }
    candidates = _candidates(trial, examples) if flags.save else ()
    for kind, candidate in itertools.islice(candidates, _MOST_TRIED):
        same_kind = examples[kind]
        if min(map(len, examples.values())) >= _MOST:
            break
        # A line is tried without its indentation, and with it.
        is_new = _folded(candidate) not in map(_folded, same_kind)
        if (
            is_new
            and len(same_kind) < _MOST
            and is_unicode(str(candidate))
            and _kind(trial.contract, candidate) == kind
        ):
            same_kind.append(candidate)
    return {kind: of_kind for kind, of_kind in examples.items() if of_kind}


def _folded(example: Any) -> str:
    return fold(str(example.get("text", example) if isinstance(example, dict) else example))


def _author_example(trial: ProjectTrial, expected: str, text: str) -> Any:
    """Return *text* as the example that its author names; raises ``UsageError``."""
    forms = _forms(trial, text, [*_violating_files(trial), *trial.selected])
    kinds = [_kind(trial.contract, form) for form in forms]
    if expected in kinds:
        return forms[kinds.index(expected)]
    message = "expected a --glob that tells its language, such as 'src/**/*.py'"
    if forms:
        number = "no" if expected == "valid" else "a"
        outcomes = {"valid": "none", "invalid": "one", None: "that the pattern takes too long"}
        message = f"expected {number} violation, found {outcomes[kinds[0]]}"
    raise UsageError(f"--{expected} {printable(text)}: {message}")


def _forms(trial: ProjectTrial, text: str, paths: Sequence[str]) -> list[Any]:
    """Return *text* as an example; where no glob tells its language, at files of *paths*.

    Of ``src/pages/**`` with ``in: code`` a text by itself would be an example of no language.
    """
    contract = trial.contract
    if not is_in_no_language(contract, Example(text)):
        return [text]
    path_by_ending: dict[str, str] = {}
    for path in _paths_at_level(trial, paths):
        path_by_ending.setdefault(os.path.splitext(path)[1], path)
    return [
        {"path": path, "text": text}
        for path in path_by_ending.values()
        if example_name(contract._replace(file_glob=(path,)))
    ]


def _kind(contract: Contract, form: Any) -> str | None:
    """Return ``valid`` or ``invalid``, as the contract checks an example; ``None``: not in time."""
    reader = ExampleReader(RULES[contract.type], has_fix=False)
    [example] = reader.read({"valid": [form]})["valid"]
    keyed = KeyedExample("", Example(*example), is_valid=True)
    agreed = agrees(contract, keyed, seconds=_SECONDS)
    return None if agreed is None else ("valid" if agreed else "invalid")


def _candidates(
    trial: ProjectTrial, examples: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[str, Any]]:
    """Yield what may be an example, and of which kind, the best first.

    Whole files only while *examples*, which grow meanwhile, have no invalid one.
    """
    rule, contract = RULES[trial.contract.type], trial.contract
    if rule.is_about_paths() or is_item_itself(contract):
        for path in _paths_at_level(trial, _violating_files(trial)):
            yield "invalid", {"files": {path: ""}} if is_item_itself(contract) else path
        if any(violation.where == "glob" for violation in trial.report.violations):
            yield "invalid", {"files": {}}
        return
    suppressed = {(violation.path, violation.line) for violation in trial.report.suppressed}
    spared = [match for match in trial.near.matches if (match.path, match.line) not in suppressed]
    for kind, places in (("invalid", trial.report.violations[:_MOST_FILES]), ("valid", spared)):
        for place in places:
            for text in _lines(trial, place):
                yield from ((kind, form) for form in _forms(trial, text, [place.path]))
    if not examples["invalid"]:
        for path, text in _short_files(trial):
            yield from (("invalid", form) for form in _forms(trial, text, [path]))


def _violating_files(trial: ProjectTrial) -> list[str]:
    """Return the files of the project that break the contract, of a folder that does its first."""
    selected, paths = set(trial.selected), []
    for violation in trial.report.violations:
        if violation.path in selected:
            paths.append(violation.path)
        else:
            folder = f"{violation.path}/"
            paths += [path for path in trial.selected if path.startswith(folder)][:1]
    return [*dict.fromkeys(paths)]


def _lines(trial: ProjectTrial, place: Violation) -> Iterator[str]:
    line = place.cell_text or place.line_text
    for text in (_lines_of(trial.root, place), line.strip(), line):
        if place.line is not None and 0 < len(text) <= _LONGEST:
            yield text


def _lines_of(root: str, place: Violation) -> str:
    """Return the lines that a match touches, where they are more than one."""
    if place.line is None or place.end_line in (None, place.line) or place.cell:
        return ""
    [file] = DiskFiles(root).read([place.path])
    lines = [] if isinstance(file, Skip) else normalise(file.text).split("\n")
    return textwrap.dedent("\n".join(lines[place.line - 1 : place.end_line]))


def _short_files(trial: ProjectTrial) -> Iterator[tuple[str, str]]:
    """Yield short files that break the contract, as a whole, where no line is enough."""
    for file in DiskFiles(trial.root).read(_violating_files(trial)[:_MOST_FILES]):
        lines = [] if isinstance(file, Skip) else normalise(file.text).split("\n")
        if 0 < len(lines) <= _MOST_LINES and max(map(len, lines)) <= _LONGEST:
            yield file.path, "\n".join(lines)


def _paths_at_level(trial: ProjectTrial, paths: Sequence[str]) -> list[str]:
    """Return those of *paths* that lie at the contract's level, as they are called from there."""
    folder = folder_of(trial.contract.level)
    start = f"{folder}/" if folder else ""
    return [path[len(start) :] for path in paths if path.startswith(start)]
