"""``phaser-lint try PATTERN``: what a contract would report, before it is written.

    phaser-lint try '\\bprint\\(' --glob 'src/**/*.py' --save no-print message='Use the logger.'

Exit code 0, whatever is found; 2, with nothing written, for what is no contract, and for a pattern
to save that spares nothing; 2 where ``--history`` or ``--fixed-by`` did not check a commit.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.author.commit_trial import (
    make_commit_trial_values,
    render_commit_trial,
    try_on_commit,
)
from phaser_lint.author.contract_text import render_contract_text
from phaser_lint.author.destination import choose_destination, write_new_contracts
from phaser_lint.author.draft import (
    DEFAULT_TYPE,
    MESSAGE,
    TYPES,
    DraftContract,
    make_draft_contract,
    make_draft_keys,
)
from phaser_lint.author.rendered_trial import (
    find_pattern_fault,
    make_trial_values,
    render_trial,
    with_paths_from_folder,
)
from phaser_lint.author.suggested_examples import (
    choose_trial_examples,
    explain_missing_example,
    explain_missing_pair,
    find_commit_pairs,
)
from phaser_lint.author.trial import ProjectTrial, make_trial_checker, try_contract
from phaser_lint.check.checked_history import check_history
from phaser_lint.check.open_project import open_whole_project
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import (
    ROOT_AND_GIT_FLAGS,
    make_git_limits,
    parse_commit_count,
)
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.keys import BLOCK_KEYS, EACH_BLOCK, IN, INSIDE, NOT_INSIDE, UNTIL
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import (
    SEVERITIES,
    Argument,
    Flags,
    Parser,
    make_argument,
    make_switch,
    make_timeout_flag,
)
from phaser_lint.core.terminal_width import count_terminal_columns
from phaser_lint.core.text import make_harmless, render_sorted_json
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.project.project_of_command import require_working_directory
from phaser_lint.report import commit_history
from phaser_lint.text.regions import CODE


def parser() -> Parser:
    """Return the parser of ``phaser-lint try``."""
    return Parser(
        "phaser-lint try",
        "Show what a contract would report, before it is written.",
        (
            make_argument(
                "words",
                metavar="PATTERN KEY=VALUE",
                nargs="*",
                help="the pattern, and any keys of the contract; a list has its key several times",
            ),
            make_argument(
                "--glob",
                metavar="GLOB",
                action="append",
                default=[],
                help="the files that it checks; repeatable [default: all]",
            ),
            make_argument(
                "--type",
                metavar="TYPE",
                default=DEFAULT_TYPE,
                help=f"any of {', '.join(TYPES)} [default: {DEFAULT_TYPE}]",
            ),
            make_argument(
                "--in",
                dest="counted_in",
                metavar="WHERE",
                action="append",
                default=[],
                choices=IN.choices,
                help=f"count matches only there: any of {', '.join(IN.choices)}; comments that are "
                "not named are blank to the pattern; repeatable",
            ),
            *_make_block_flags(),
            make_argument(
                "--exclude",
                metavar="GLOB",
                action="append",
                default=[],
                help="the files that it leaves out; repeatable",
            ),
            make_argument(
                "--message", metavar="TEXT", help="what to do instead; an agent reads it"
            ),
            make_argument(
                "--severity", choices=SEVERITIES[:2], help="error or warning [default: error]"
            ),
            make_argument(
                "--save",
                metavar="ID",
                help="write the contract, with lines of the project as examples",
            ),
            *[
                make_argument(
                    f"--{kind}",
                    metavar="TEXT",
                    action="append",
                    default=[],
                    help=f"an example that {does} it: a text, a path, or as in YAML "
                    "{path: …, text: …}, {files: …, before: …}; repeatable",
                )
                for kind, does in (("valid", "keeps"), ("invalid", "breaks"))
            ],
            make_argument("--to", metavar="DIR", help="the folder that --save writes to"),
            make_argument(
                "--history",
                metavar="N",
                type=parse_commit_count,
                help="show which of the last N commits would have broken it",
            ),
            make_argument(
                "--fixed-by",
                metavar="COMMIT",
                help="tell whether it finds what that commit fixed; --save takes examples from "
                "there",
            ),
            make_switch("--json", help="print JSON"),
            *ROOT_AND_GIT_FLAGS,
            make_timeout_flag(SECONDS),
        ),
        example="phaser-lint try '\\bprint\\(' --glob 'src/**/*.py'",
        page="authoring.md",
    )


def _make_block_flags() -> list[Argument]:
    return [
        make_argument(
            f"--{key.name.replace('_', '-')}",
            metavar="PATTERN",
            action="append",
            default=[],
            help=f"{does}; repeatable",
        )
        for key, does in (
            (INSIDE, "count matches only in blocks with this header, however deep"),
            (NOT_INSIDE, "and not in these; of blocks of both, the innermost decides"),
            (EACH_BLOCK, "each block with this header needs a match, with --type require_pattern"),
            (UNTIL, "what ends these blocks, in place of layout or braces"),
        )
    ]


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint try``: print what the pattern finds, and write the contract if asked to."""
    flags = parser().parse_args(arguments)
    if flags.to is not None and flags.save is None:
        raise UsageError("--to: expected --save ID as well")
    keys = make_draft_keys(
        flags.type,
        flags.words,
        globs=flags.glob,
        flag_pairs=_list_flag_keys(flags),
        rule_id=flags.save or "",
    )
    project = open_whole_project(ProjectOptions(root=flags.root, git=make_git_limits(flags)))
    here, root = require_working_directory(), project.levels.root
    place = choose_destination(root, here=here, chosen_folder=flags.to)
    place.require_free(flags.save or "")
    languages = read_configuration(project.levels).languages
    new_draft = make_draft_contract(
        keys, root=root, level=place.level_in(root), languages=languages
    )
    past = of_commit = None
    if flags.fixed_by is not None:
        of_commit = try_on_commit(
            new_draft.contract, project, flags.fixed_by, seconds=flags.timeout
        )
    if flags.history:
        checker = make_trial_checker(new_draft.contract, project, seconds=flags.timeout)
        past = check_history(checker, root, flags.history)
    in_code = None
    with contextlib.suppress(UsageError):  # of a type, or beside a key, that takes no ``in``
        in_code = make_draft_contract(
            {**keys, IN.name: CODE}, root=root, level=place.level_in(root), languages=languages
        ).contract
    trial = try_contract(
        new_draft.contract,
        project,
        seconds=flags.timeout,
        in_code=None if IN.name in keys else in_code,
    )
    for problem in project.contracts.problems:
        if problem.path == CONFIGURATION:  # what it leaves out is not left out
            sys.stderr.write(f"{make_harmless(str(problem))} ({problem.outcome()})\n")
    pairs = find_commit_pairs(trial, of_commit) if flags.save and of_commit else []
    examples = choose_trial_examples(
        trial, valid=flags.valid, invalid=flags.invalid, pairs=pairs, is_saved=bool(flags.save)
    )
    saved_path, fault = None, find_pattern_fault(new_draft.contract) if flags.save else ""
    if fault:
        sys.stderr.write(f"{make_harmless(f'--save {flags.save}: not written: {fault}')}\n")
    elif flags.save:
        keys = {**new_draft.keys, **({"examples": examples} if examples else {})}
        saved_files = {new_draft.contract.rule_id: render_contract_text(keys)}
        [saved_path] = write_new_contracts(place, saved_files).written
        notes = [place.note] if place.note else []
        own_notes = [*_note_missing_parts(new_draft, examples, trial)]
        own_notes += [explain_missing_pair(of_commit)] if of_commit and not pairs else []
        notes += [f"{saved_path}: note: {note}" for note in own_notes]
        sys.stderr.write("".join(f"{make_harmless(line)}\n" for line in notes))
    from_here = with_paths_from_folder(trial, here)
    commit_from_here = of_commit and of_commit.seen_from_folder(here)
    is_incomplete = (
        fault or (past and past.unchecked) or (of_commit and of_commit.result == "undecided")
    )
    code = exit_codes.INCOMPLETE if is_incomplete else exit_codes.CLEAN
    if flags.json:
        fields = {
            **make_trial_values(from_here),
            **({"history": commit_history.map_history(past)} if past else {}),
            **(
                {"fixed_by": make_commit_trial_values(commit_from_here)} if commit_from_here else {}
            ),
            "contract": new_draft.keys,
            "written": saved_path,
        }
        sys.stdout.write(render_sorted_json(fields))
        return code
    lines = render_trial(from_here, width=count_terminal_columns())
    lines += ["", *commit_history.describe_contract_history(past)] if past else []
    lines += ["", *render_commit_trial(commit_from_here)] if commit_from_here else []
    lines += [] if saved_path is None else ["", f"written: {make_harmless(saved_path)}"]
    sys.stdout.write(render_lines(lines))
    return code


def _list_flag_keys(flags: Flags) -> list[str]:
    """Return the keys that flags set, as they would be written."""
    keys = [f"{IN.name}={region}" for region in flags.counted_in]
    keys += [f"{key.name}={pattern}" for key in BLOCK_KEYS for pattern in getattr(flags, key.name)]
    keys += [f"exclude_glob={glob}" for glob in flags.exclude]
    keys += [] if flags.message is None else [f"message={flags.message}"]
    keys += [] if flags.severity is None else [f"severity={flags.severity}"]
    return keys


def _note_missing_parts(
    new_draft: DraftContract, examples: Mapping[str, Sequence[Any]], trial: ProjectTrial
) -> Iterator[str]:
    """Yield what the contract that was saved still lacks."""
    if new_draft.contract.message == MESSAGE:
        yield "message: expected what to do instead; an agent acts on it"
    if "invalid" not in examples:
        rule = RULES[new_draft.contract.type]
        form = "PATH" if rule.is_about_paths() else "TEXT"
        form = "{before: …, files: …}" if rule.evidence == "lost match" else form
        ways = f"examples: {{invalid: [{form}]}} in the file adds one"
        reason = explain_missing_example(trial)
        because = f", as {reason}" if reason else ""
        yield f"no invalid example{because}: phaser-lint test proves nothing of it; {ways}"
