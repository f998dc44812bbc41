"""A hook of the settings, run with an event of its agent: command, variables and answer.

The outcome is put into words that a reader can act on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.hook_process import Command, ProcessResult, run_hook_command
from phaser_lint.agent.host_answer import Reaction
from phaser_lint.agent.hosts_by_name import simulate_reaction
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.check.engine.checker import is_out_of_time
from phaser_lint.contract.model import NOT_IN_TIME
from phaser_lint.core import IS_POSIX, Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.hook.doctor.made_events import encode_event, make_agent_variables
from phaser_lint.hook.doctor.settings_environment import make_hook_environment
from phaser_lint.project.git import NO_ANSWER_IN_TIME, GitCommand, make_own_repository_command
from phaser_lint.project.git.process_output import find_git_reason
from phaser_lint.project.programs import Checkout, leave_out_checkout, lies_in_checkout

_LONGEST_SECONDS = 60.0
MOST_TRIES = 4
"""How often an event is tried that our own program had no time for.

Each goes on where the one before it ended: the contracts that it read are stored.
"""
_LONGEST_OUTPUT = 200
# A sentence stands on a line, or in a text of JSON.
_AROUND_SENTENCES = re.compile(r'\\n|[\n"]')
_NOT_CHECKED = "Not checked: "
_UNDECIDED = re.compile(r"(?:Not checked|undecided): .*: ([^:]+?)\.?$")
# Inside a hook of git these name the project's own index: "git add" in a copy would fill that.
_OF_A_REPOSITORY = frozenset(
    ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
     "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX")
)  # fmt: skip
# Variables that are lists of folders.
_LISTS = ("PATH", "PYTHONPATH")
_POWERSHELL = ("pwsh", "-NoProfile", "-NonInteractive", "-Command")
_PLACEHOLDER = re.compile(r"\$\{(\w+)\}")


class Run(Record):
    """What came of one event."""

    result: ProcessResult
    decision: Reaction
    late: tuple[str, ...] = ()
    """What the hook says that it had no time for; a denial stands whatever that is."""

    def lines_in_time(self) -> list[str]:
        """Return the lines of the executed hook's answer but for what there was no time for."""
        lines = self.decision.text.strip().splitlines()
        if not self.late:
            return lines
        return [
            line for line in lines if not (line.startswith(_NOT_CHECKED) or find_late_parts(line))
        ]

    def is_late(self) -> bool:
        """Tell whether there was no time for something, and the answer says nothing else."""
        return bool(self.late) and not self.lines_in_time()


class RunPlace(Record):
    """Where hooks are run: the project, and the environment they start from."""

    root: str
    environment: Mapping[str, str]
    checkout: Checkout
    starts_all: bool = False
    """What the checkout names or holds is started, too."""
    own_repository: str = ""
    """The address that this installation came from: its hooks are ours as well."""

    def started_with(self, variables: Mapping[str, str]) -> Mapping[str, str]:
        """Return *variables* as a program gets them: without what lies in the checkout.

        A hook of ours takes ``readlink`` and git from the PATH, a ``phaser`` its modules from
        PYTHONPATH.
        """
        if self.starts_all:
            return variables
        return {
            name: leave_out_checkout(content, self.checkout) if name in _LISTS else content
            for name, content in variables.items()
            if name in _LISTS
            or not name.startswith("PYTHON")
            or not (os.path.isabs(content) and lies_in_checkout(content, self.checkout))
        }


def make_with_git(folder: str, variables: Mapping[str, str], *arguments: str) -> None:
    """Run git for doctor with the *variables* that a hook gets, to make something in *folder*, a
    repository of our own; raises ``GitError``.
    """
    git = make_own_repository_command(folder, *arguments, variables=variables)
    answer = wait_for_git(git)
    if answer.code:
        raise GitError(f"git {git.name}: {find_git_reason(answer.err)}")


def wait_for_git(git: GitCommand) -> ProcessResult:
    """Run *git* as ``doctor`` runs hooks, and return its answer; raises ``GitError`` if late."""
    answer = run_hook_command(
        Command(git.words, environment=git.environment, seconds=git.seconds_left()), b""
    )
    if answer.timed_out:
        raise git.late()
    return answer


def make_quiet_environment(
    environment: Mapping[str, str], *, home: str, folder: str
) -> dict[str, str]:
    """Return *environment* in which the doctor executes a hook without a trace: all that a hook
    writes goes to *folder*.

    Programs that keep what they downloaded in the same cache still find it: without, ``uvx``
    would install phaser-lint anew for each event.
    """
    outside_repositories = {
        name: content for name, content in environment.items() if name not in _OF_A_REPOSITORY
    }
    cache = environment.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return {
        "UV_CACHE_DIR": os.path.join(cache, "uv"),
        "PIP_CACHE_DIR": os.path.join(cache, "pip"),
        "PRE_COMMIT_HOME": os.path.join(cache, "pre-commit"),
        **outside_repositories,
        "XDG_CACHE_HOME": folder,
        "XDG_RUNTIME_DIR": folder,
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def run_handler(handler: Handler, event: Mapping[str, Any] | bytes, place: RunPlace) -> Run:
    """Execute the hook *handler* with *event*, as its agent does, and return what came of it;
    raises nothing.

    Where the hook had no time, as on a machine that others keep busy, the event is tried again.
    """
    agent = handler.file.agent.name
    event_bytes = event if isinstance(event, bytes) else encode_event(agent, event)
    for _ in range(MOST_TRIES):
        run_result = run_hook_command(make_handler_command(handler, place, event), event_bytes)
        decision = simulate_reaction(agent, handler.stage, run_result, own_event=handler.event)
        if handler.entry.get("onFailure") == "block" and decision.kind == "broken":
            decision = decision._replace(blocks=True)
        if decision.kind in ("deny", "broken"):
            return Run(run_result, decision)
        output = (run_result.out + run_result.err).decode("utf-8", "replace")
        late = tuple(find_late_parts(output))
        if not late:
            break
    return Run(run_result, decision, late=late)


def find_late_parts(output: str) -> list[str]:
    """Return what a hook's *output* says that it had no time for: contracts, a search, git."""
    parts = []
    for part in _AROUND_SENTENCES.split(output):
        undecided = _UNDECIDED.search(part)
        is_undecided = undecided is not None and is_out_of_time(undecided[1])
        if is_undecided or NOT_IN_TIME in part or NO_ANSWER_IN_TIME in part:
            parts.append(part.strip().rstrip("."))
    return parts


def note_busy_machine(late_events: Mapping[str, str], *, refuses: bool = False) -> list[str]:
    """Return a note on the events, in words, that an executed hook had no time for on this machine;
    none where there are none.

    Each comes with what the answer says that there was no time for. Such an event passes, but for
    a program that *refuses* what it could not check.
    """
    if not late_events:
        return []
    first_answer = next(iter(late_events.values()))
    return [
        f"this machine is too busy to try {', '.join(late_events)}: run phaser-lint doctor again "
        f"later; {'it is refused' if refuses else 'nothing is denied'} then, and the answer is: "
        f"{shorten_output(first_answer)}"
    ]


def make_handler_command(handler: Handler, place: RunPlace, event: object) -> Command:
    """Return the command of the hook *handler*, with the agent's and the *event*'s variables."""
    variables = make_agent_variables(handler.file.agent.name, place.root, event)
    environment = place.started_with(
        {**make_hook_environment(handler, place.environment), **variables}
    )
    seconds = min(handler.seconds, _LONGEST_SECONDS)
    if handler.is_for_powershell and IS_POSIX:
        return Command(
            (*_POWERSHELL, handler.command),
            folder=place.root,
            environment=environment,
            seconds=seconds,
        )
    if handler.arguments is None:
        prefix = handler.shell_prefix(environment)
        return Command(
            f"{prefix} {join_shell_words([handler.command])}" if prefix else handler.command,
            shell=True,
            folder=place.root,
            environment=environment,
            seconds=seconds,
        )
    words = [
        _PLACEHOLDER.sub(lambda match: variables.get(match.group(1), match.group()), word)
        for word in (handler.command, *handler.arguments)
    ]
    return Command(
        tuple(words),
        folder=place.root,
        environment=environment,
        seconds=seconds,
    )


def find_first_output_line(run: Run) -> str:
    """Return the first line of a hook's answer that is not on what it had no time for."""
    return shorten_output(next(iter(run.lines_in_time()), ""))


def shorten_output(line: str) -> str:
    """Return *line* that a tried hook printed, cut between words where it is too long."""
    if len(line) <= _LONGEST_OUTPUT:
        return line
    words_shown = line[:_LONGEST_OUTPUT].rpartition(" ")[0] or line[:_LONGEST_OUTPUT]
    return f"{words_shown.rstrip()} …"


def describe_failed_run(run: Run) -> str:
    """Return what is wrong with the execution of a hook, in words that a reader can act on."""
    run_result, message = run.result, run.decision.text
    text = run_result.err.decode("utf-8", "replace")
    if "No module named 'phaser_lint'" in text or "No module named phaser_lint" in text:
        message = (
            "its Python has no phaser-lint: install it there, or run phaser-lint install again"
        )
    elif run_result.timed_out:
        digits = 0 if run_result.seconds >= 1 else 3
        message = f"it gave no answer within {run_result.seconds:.{digits}f} s"
    elif run_result.code in (126, 127) or run_result.problem:
        message = f"it does not start: {message}"
    elif run_result.code is not None and run_result.code < 0:
        message = f"it was ended by signal {-run_result.code}"
    elif run_result.out_size > len(run_result.out):
        message = f"it printed {run_result.out_size:,} bytes where an answer is expected"
    return f"{message}; every edit is refused" if run.decision.blocks else f"it fails: {message}"


def describe_passing_run(run: Run) -> str:
    """Return what an executed hook that stopped no violation printed, as the end of a sentence."""
    out = run.result.out.decode("utf-8", "replace").strip()
    message = run.decision.user or run.result.err.decode("utf-8", "replace").strip()
    if run.decision.kind == "nothing" and out and not out.startswith("{"):
        return f"; it prints more than its answer: {shorten_output(out.splitlines()[0])}"
    return f"; it says: {shorten_output(message.splitlines()[-1])}" if message else ""
