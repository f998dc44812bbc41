"""``phaser-lint hook``: answer a coding agent's hook event. The command that ``install`` writes.

A clean edit is answered ``{}``. Errors that the edit introduces deny it; what is old is mentioned.
After the edit, warnings reach the model as context. At Stop, what is new against the last commit
is said once, whoever wrote it. Whatever could not be judged is said to the user, and the exit code
is always 0: other codes block every edit in one agent or another.
"""

from __future__ import annotations

import os
import sys
import time

from phaser_lint.agents import claude_code
from phaser_lint.contracts.kept import load_kept
from phaser_lint.edit_check import check_reconstruction, check_text
from phaser_lint.errors import GitError, InputError, PhaserError
from phaser_lint.inputs.disk import read_file
from phaser_lint.inputs.regular_file import MAXIMUM_BYTES
from phaser_lint.json_text import dumps, loads
from phaser_lint.model import ContractSet, Limits, ProposedFile, Report
from phaser_lint.outputs import agent_text
from phaser_lint.record import Record
from phaser_lint.root import cache_folder, home_folder, path_inside, project_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaser_lint.agents.event import Event
    from phaser_lint.frontends.arguments import Parser

_SECONDS = 0.1
_DEADLINE_SECONDS = 5.0
_STOP_SECONDS = 20.0


class Options(Record):
    """How the hook judges; the same for every event."""

    contracts_dir: str | None = None
    block_all: bool = False
    fail_closed: bool = False
    seconds: float = _SECONDS
    augment: bool = False


class Project(Record):
    """The project of the touched file, with its contracts."""

    root: str
    contracts: ContractSet


def parser() -> Parser:
    """Return the parser of the command line."""
    from phaser_lint.frontends.arguments import Parser, add_contracts_dir, add_timeout

    made = Parser("phaser-lint hook", "Answer a coding agent's hook event, read from stdin.")
    made.add_argument(
        "--block",
        choices=("introduced", "all"),
        default="introduced",
        help="deny what the edit introduces, or any violation of the file [default: introduced]",
    )
    made.add_argument(
        "--fail-closed", action="store_true", help="deny an edit when phaser-lint itself fails"
    )
    made.add_argument(
        "--augment", action="store_true", help="answer links, [[name]], with what is known of them"
    )
    made.add_argument(
        "--record", metavar="FILE", help="add each event to FILE, for phaser-lint replay"
    )
    add_contracts_dir(made)
    add_timeout(made, default=_SECONDS)
    return made


def run(arguments: Sequence[str]) -> int:
    """Answer the event on standard input; always returns 0."""
    from phaser_lint.frontends.clean_path import is_clean

    if "--help" in arguments or "-h" in arguments:
        parser().parse_args(["--help"])  # alone: a wrong flag before it must not end with 2
    data = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
    if is_clean(data, arguments):
        sys.stdout.write("{}\n")
        return 0
    return answer_bytes(data, arguments)


def answer_bytes(data: bytes, arguments: Sequence[str]) -> int:
    """Answer the event that *data* holds; always returns 0."""
    unrecorded = ""
    if any(argument.startswith("--record") for argument in arguments):
        from phaser_lint.frontends.hook_record import recorded

        arguments, unrecorded = recorded(data, arguments)
    try:
        value, options = parse_json(data), options_of(arguments)
        answer = answer_event(claude_code.parse_event(value), options)
        if options.augment and b"[[" in data:
            answer = _with_context(answer, value)
    except PhaserError as error:
        answer = _failed(str(error), fail_closed="--fail-closed" in arguments)
    except Exception as error:  # the agent's edit must not depend on a bug of ours
        described = f"a bug in phaser-lint: {type(error).__name__}: {error}"
        answer = _failed(described, fail_closed="--fail-closed" in arguments)
    if unrecorded:
        answer["systemMessage"] = _joined(unrecorded, answer.get("systemMessage", ""))
    sys.stdout.write(dumps(answer) + "\n")
    return 0


def options_of(arguments: Sequence[str]) -> Options:
    """Return what the flags say; raises ``UsageError``."""
    if all(argument in ("--fail-closed", "--augment") for argument in arguments):
        # What install writes; the parser of all flags costs as much as the answer.
        return Options(fail_closed="--fail-closed" in arguments, augment="--augment" in arguments)
    given = parser().parse_args(arguments)
    return Options(
        given.contracts_dir, given.block == "all", given.fail_closed, given.timeout, given.augment
    )


def _with_context(answer: dict[str, Any], value: Any) -> dict[str, Any]:
    from phaser_lint.frontends.context import Given, guarded_context

    return guarded_context(answer, value, Given())


def parse_json(data: bytes) -> Any:
    """Return the JSON value on standard input; raises ``InputError``."""
    if len(data) > MAXIMUM_BYTES:
        raise InputError("standard input: expected a hook event of at most 10 MB")
    if not data.strip():
        raise InputError("standard input: expected a hook event as JSON, found nothing")
    try:
        return loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"standard input: expected a hook event as JSON; {error}") from None


def _failed(reason: str, *, fail_closed: bool) -> dict[str, Any]:
    said = f"phaser-lint could not check this: {reason}"
    return claude_code.deny(said, to_user=said) if fail_closed else {"systemMessage": said}


def answer_event(event: Event, options: Options) -> dict[str, Any]:
    """Return the answer to *event*: ``{}`` where there is nothing to say."""
    if event.name == "PreToolUse":
        return _before_edit(event, options)
    if event.name == "PostToolUse":
        return _after_edit(event, options)
    return _at_stop(event, options) if event.name in ("Stop", "SubagentStop") else {}


def _limits(options: Options, seconds: float) -> Limits:
    return Limits(options.seconds, time.monotonic() + seconds)


def _project(start: str, options: Options, environment: Mapping[str, str]) -> Project:
    home = home_folder()
    fallback = environment.get(claude_code.PROJECT_VARIABLE, "")
    root = project_root(start, home=home, fallback=os.path.realpath(fallback) if fallback else None)
    return Project(root, _contracts(root, home, options, environment))


def _contracts(
    root: str, home: str, options: Options, environment: Mapping[str, str]
) -> ContractSet:
    if options.contracts_dir is None:
        return load_kept(root, home=home, cache=cache_folder(environment, home=home))
    from phaser_lint.contracts.load import load_contracts

    return load_contracts(root=root, home=home, contracts_dir=options.contracts_dir)


def _before_edit(event: Event, options: Options) -> dict[str, Any]:
    proposed = claude_code.reconstruct(event)
    if not proposed.path:
        return _unjudged(proposed.skip_reason, "") if proposed.file_edit else {}
    project = _project(os.path.dirname(proposed.path), options, os.environ)
    path = path_inside(project.root, proposed.path)
    if path is None or not (project.contracts.contracts or project.contracts.problems):
        return {}
    report = check_reconstruction(
        path,
        proposed,
        project.contracts,
        limits=_limits(options, _DEADLINE_SECONDS),
        clock=time.monotonic,
        only_new=not options.block_all,
    )
    broken = [violation for violation in report.violations if violation.severity == "error"]
    to_user = agent_text.problems(report)
    unjudged = _joined(agent_text.undecided(report), _skips(report))
    if broken:
        reason = agent_text.sentences(broken, lead="Contract violation")
        return claude_code.deny(
            _joined(reason, agent_text.old_debt(report, path)),
            context=unjudged,
            to_user=_joined(unjudged, to_user),
        )
    return claude_code.context(
        event.name,
        text=_joined(unjudged, agent_text.old_debt(report, path)),
        to_user=_joined(unjudged, to_user),
    )


def _unjudged(reason: str, path: str) -> dict[str, Any]:
    said = f"Not judged: {path + ': ' if path else ''}{reason}."
    return claude_code.context("PreToolUse", text=said, to_user=f"phaser-lint: {said}")


def _skips(report: Report) -> str:
    return "\n".join(
        f"Not judged: {skip.path}: {skip.reason}."
        for skip in report.skipped
        if not claude_code.silent(skip.reason)
    )


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _after_edit(event: Event, options: Options) -> dict[str, Any]:
    path = claude_code.touched_path(event) if event.tool in claude_code.FILE_TOOLS else ""
    if not path:
        return {}
    project = _project(os.path.dirname(path), options, os.environ)
    inside = path_inside(project.root, path)
    if inside is None or not (project.contracts.contracts or project.contracts.problems):
        return {}
    file = read_file(project.root, inside)
    report = check_text(
        inside,
        file.text if isinstance(file, ProposedFile) else None,
        project.contracts,
        limits=_limits(options, _DEADLINE_SECONDS),
        clock=time.monotonic,
        skip_reason="" if isinstance(file, ProposedFile) else file.reason,
        before=event.original,
        existed=bool(event.original),
    )
    broken = [violation for violation in report.violations if violation.severity == "error"]
    advised = [violation for violation in report.violations if violation.severity == "warning"]
    about_contract = inside.startswith(tuple(f"{name}/" for name in project.contracts.folders))
    return claude_code.context(
        event.name,
        text=_joined(
            agent_text.sentences(broken, lead="Contract violation"),
            agent_text.sentences(advised, lead="Warning"),
            agent_text.undecided(report),
            agent_text.problems(report) if about_contract else "",
        ),
        to_user=agent_text.undecided(report),
    )


def _at_stop(event: Event, options: Options) -> dict[str, Any]:
    if event.stop_hook_active:
        return {}
    start = os.environ.get(claude_code.PROJECT_VARIABLE) or event.working_directory or os.getcwd()
    project = _project(os.path.realpath(start), options, os.environ)
    if not (project.contracts.contracts or project.contracts.problems):
        return {}
    from phaser_lint.comparison import key_of
    from phaser_lint.stop_check import check_since_commit

    try:
        report = check_since_commit(
            project.root,
            project.contracts,
            limits=_limits(options, _STOP_SECONDS),
            clock=time.monotonic,
        )
    except GitError as error:
        said = f"phaser-lint cannot tell what is new in {project.root} at Stop: {error}"
        return {} if _already(event, project, said) else {"systemMessage": said}
    broken = [violation for violation in report.violations if violation.severity == "error"]
    unjudged = _joined(agent_text.undecided(report), agent_text.problems(report))
    if not broken:
        if not unjudged or _already(event, project, unjudged):
            return {}
        return {"systemMessage": claude_code.shortened(unjudged)}
    reason = agent_text.sentences(broken, lead="Contract violation", with_path=True)
    # Not the reason: a line added above a violation changes its number, not the violation.
    if _already(event, project, repr([key_of(violation) for violation in broken])):
        return {}
    return claude_code.block_stop(reason, to_user=unjudged)


def _already(event: Event, project: Project, said: str) -> bool:
    from phaser_lint.sessions import said_before

    folder = cache_folder(os.environ, home=home_folder())
    return said_before(folder, session=event.session, root=project.root, text=said)
