"""Whether a hook works: each hook of an agent's settings, tried with events of that agent."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from phaser_lint import __version__
from phaser_lint.agent import DEFAULT
from phaser_lint.agent.install.hook_requirements import explain_left_out_hook
from phaser_lint.agent.install.hooks_in_settings import Handler, SettingsFile
from phaser_lint.agent.install.install_table import choose_usual_scope, list_paths_by_scope
from phaser_lint.agent.install.matchers import find_matcher_faults, list_missed_rare_tools
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.contract.discover import ContractPlace
from phaser_lint.core import Record
from phaser_lint.hook.doctor.contract_trials import ContractTrials, Trial
from phaser_lint.hook.doctor.execution import (
    Run,
    RunPlace,
    describe_failed_run,
    describe_passing_run,
    find_first_output_line,
    note_busy_machine,
    run_handler,
)
from phaser_lint.hook.doctor.hook_programs import (
    ask_program_version,
    find_compile_command,
    find_environment,
    find_missing_program,
)
from phaser_lint.hook.doctor.made_events import (
    make_stop_event,
    make_unknown_event,
    make_write_event,
    make_written_event,
)
from phaser_lint.hook.doctor.permission import list_refusals
from phaser_lint.hook.doctor.settings_environment import make_hook_environment
from phaser_lint.hook.doctor.startable import explain_not_started
from phaser_lint.project.levels import Levels

_ROUNDS = 3
_WORKERS = 4
_AFTER = 5
_MOST_NAMED = 5
# The module of the hook in earlier versions.
_FORMER_NAME = "phaser_lint.frontends"
_BROKEN_EVENT = b'{"hook_event_name": "PreToolUse", "tool_name": '
_SLOW_SECONDS = 1.0
# More than a pipe holds: what does not read it is seen.
_PADDING = "x" * 200_000


class Finding(Record):
    """Something that whoever runs the agents has to know."""

    level: Literal["problem", "note"]
    """A hook with a problem does not work."""
    where: str
    text: str


class HookStatus(Record):
    """What trials found of one hook that is to stop violations."""

    name: str
    """The agent, or ``pre-commit``."""
    source: str
    """The settings file."""
    command: str
    starts: bool = False
    is_tried: bool = True
    """Doctor starts it; what a checkout names or holds it only shows."""
    silent: bool = False
    """It has no objection to what is clean."""
    blocked: tuple[str, ...] = ()
    """The contracts whose violation it stopped, as they are shown."""
    missed: tuple[str, ...] = ()
    """The contracts whose violation it did not stop."""
    seconds: float | None = None
    """The quickest run on a clean event."""
    version: str = ""
    findings: tuple[Finding, ...] = ()

    @property
    def works(self) -> bool:
        """Tell whether nothing is wrong with the hook."""
        return not any(finding.level == "problem" for finding in self.findings)


class Surroundings(Record):
    """What all hooks of a project are tried with."""

    place: RunPlace
    machine: Machine
    copy: str
    """A folder of our own with the project's contracts and the files of the trials."""
    trials: ContractTrials
    levels: Levels
    included: tuple[ContractPlace, ...] = ()
    """What the configuration includes."""
    user_contracts: frozenset[str] = frozenset()
    """The contracts of the user's home, as they are shown: a commit is checked without them."""


def try_hook_before_tool(handler: Handler, about: Surroundings) -> HookStatus:
    """Try a hook that runs before a tool with made events; return whether it works."""
    hook = HookStatus(handler.file.agent.shown, handler.file.shown, handler.command_line)
    problems = _explain_never_run(handler, about)
    missing = _find_missing(handler, about.place)
    untried = explain_not_started(handler, about.place)
    if untried:
        hook = hook._replace(is_tried=False)
        return with_findings(hook, problems=[*problems, missing or untried])
    first_run = _run_clean_event(handler, about)
    if missing or first_run.decision.kind == "broken":
        problems.append(missing or describe_failed_run(first_run))
        if not first_run.decision.blocks and first_run.decision.kind != "deny":
            problems.append("as it is, every edit goes through unchecked")
        return with_findings(hook, problems=problems)
    version = ask_program_version(handler, about.place)
    if version and version != __version__:
        problems.append(
            f"it runs phaser-lint {version}, and this is {__version__}: bring both to one version"
        )
    runs = [first_run, *(_run_clean_event(handler, about) for _ in range(_ROUNDS - 2))]
    runs.append(_run_clean_event(handler, about, padding=_PADDING))
    hook = hook._replace(
        starts=True, version=version, seconds=min(run.result.seconds for run in runs)
    )
    loud, late_events = _find_objections(handler, about, runs)
    answers = _try_breaking_edits(handler, about)
    hook = hook._replace(silent=not loud, blocked=answers.blocked, missed=answers.missed)
    return with_findings(
        hook,
        problems=[*problems, *loud, *answers.problems],
        notes=[
            *note_busy_machine({**late_events, **answers.late_events}),
            *_note_oddities(handler, about, runs),
        ],
    )


def try_hook_after_tool(handler: Handler, about: Surroundings) -> HookStatus:
    """Try, for the doctor, a hook that runs after a tool or at the end, and return its status:
    whether it works.

    Its events name files of the copy of the project, where the files of the trials were written.
    """
    hook = HookStatus(handler.file.agent.shown, handler.file.shown, handler.command_line)
    problems = _explain_never_run(handler, about)
    name, place = handler.file.agent.name, about.place
    missing = _find_missing(handler, place)
    untried = explain_not_started(handler, place)
    if untried:
        hook = hook._replace(is_tried=False)
        return with_findings(hook, problems=[*problems, missing or untried])
    event = (
        make_stop_event(name, place.root, own_event=handler.event)
        if handler.stage == "Stop"
        else _make_written_event(handler, about, about.trials.clean)
    )
    first_run = run_handler(handler, event, place)
    if missing or first_run.decision.kind == "broken":
        # A program that is missing is missing at each event: one problem of the settings file.
        why = missing or f"{handler.event}: {describe_failed_run(first_run)}"
        return with_findings(hook, problems=[*problems, why])
    silent = first_run.decision.kind == "nothing" or first_run.is_late() or handler.stage == "Stop"
    hook = hook._replace(starts=True, silent=silent, seconds=first_run.result.seconds)
    if not silent:
        problems.append(
            f"{handler.event}: it reports on a clean file: {find_first_output_line(first_run)}"
        )
    reported: list[str] = []
    missed: list[str] = []
    late_runs: dict[str, Run] = {}
    for trial in about.trials.on_disk()[:_AFTER] if handler.stage == "PostToolUse" else ():
        run = run_handler(handler, _make_written_event(handler, about, trial), place)
        if trial.is_named_in("\n".join(run.lines_in_time())):
            reported.append(trial.contract)
        elif run.late:
            late_runs[trial.contract] = run
        else:
            missed.append(trial.contract)
    if missed and not handler.file.agent.hides_feedback:
        problems.append(f"{handler.event}: it does not report {', '.join(missed[:5])}")
    late_events = _describe_late_violations(late_runs, f"{handler.event} of ")
    if first_run.late:
        of_what = "" if handler.stage == "Stop" else " of a clean file"
        late_events = {f"{handler.event}{of_what}": first_run.late[0], **late_events}
    return with_findings(
        hook._replace(blocked=tuple(reported), missed=tuple(missed)),
        problems=problems,
        notes=note_busy_machine(late_events),
    )


def _describe_late_violations(
    late_runs: Mapping[str, Run], event_in_words: str = ""
) -> dict[str, str]:
    """Return the violations of contracts that there was no time for, in words, if there are any."""
    if not late_runs:
        return {}
    names = ", ".join([*late_runs][:_MOST_NAMED]) + (" …" if len(late_runs) > _MOST_NAMED else "")
    first_run = next(iter(late_runs.values()))
    return {f"{event_in_words}a violation of {names}": first_run.late[0]}


def _find_missing(handler: Handler, place: RunPlace) -> str:
    """Return what the command lacks, as a sentence; or nothing."""
    if _FORMER_NAME in handler.command_line:
        return (
            "it starts the hook by a name that only earlier versions had: "
            f"{render_install_command(handler.file)} --force writes today's"
        )
    return find_missing_program(handler, place)


def render_install_command(file: SettingsFile) -> str:
    """Return the ``phaser-lint install`` command that writes the tried hook of *file* anew."""
    agent = file.agent
    words = "phaser-lint install"
    if file.borrowed:  # by Claude Code's own command
        return words
    words += f" --agent {agent.name}" if agent.name != DEFAULT else ""
    scopes = [
        scope for scope, paths in list_paths_by_scope(agent.name).items() if file.shown in paths
    ]
    is_usual = not scopes or scopes[0] == choose_usual_scope(agent.name)
    return words if is_usual else f"{words} --scope {scopes[0]}"


def advise_on_todays_hooks(file: SettingsFile) -> str:
    """Return how today's hooks get into the settings *file* of a tried hook, as the end of a
    sentence; nothing for a file that ``install`` does not write.
    """
    paths = list_paths_by_scope(file.agent.name).values()
    if file.borrowed or not any(file.shown in of_scope for of_scope in paths):
        return ""
    return f": {render_install_command(file)} --force writes today's hooks"


def _make_written_event(handler: Handler, about: Surroundings, trial: Trial) -> dict[str, object]:
    path = os.path.join(about.copy, trial.path)
    root, event_name = about.place.root, handler.event
    return make_written_event(
        handler.file.agent.name, root, path=path, text=trial.text, own_event=event_name
    )


def with_findings(
    hook: HookStatus, *, problems: Sequence[str], notes: Sequence[str] = ()
) -> HookStatus:
    """Return the status of a tried *hook* with what else was found: *problems* and *notes*."""
    where = f"{hook.name}, {hook.source}"
    levels = [("problem", text) for text in problems] + [("note", text) for text in notes]
    new_findings = tuple(Finding(level, where, text) for level, text in levels)  # type: ignore[arg-type]
    return hook._replace(findings=(*hook.findings, *new_findings))


def _explain_never_run(handler: Handler, about: Surroundings) -> list[str]:
    """Return why the agent never runs the hook."""
    refused = list_refusals(handler, about.machine)
    reasons = [*refused, *explain_left_out_hook(handler)]
    if not handler.command:
        return [*reasons, f"the {handler.event} hook has no command"]
    if handler.stage == "PreToolUse":
        advice = advise_on_todays_hooks(handler.file)
        reasons += [f"{fault}{advice}" for fault in find_matcher_faults(handler)]
    return reasons


def _run_clean_event(handler: Handler, about: Surroundings, *, padding: str = "") -> Run:
    event = _make_write_event(handler, about, about.trials.clean)
    return run_handler(handler, {**event, "padding": padding} if padding else event, about.place)


def _make_write_event(handler: Handler, about: Surroundings, trial: Trial) -> dict[str, object]:
    return make_write_event(
        handler.file.agent.name,
        about.place.root,
        path=trial.path,
        text=trial.text,
        own_event=handler.event,
    )


def _find_objections(
    handler: Handler, about: Surroundings, runs: Sequence[Run]
) -> tuple[list[str], dict[str, str]]:
    """Return what the hook answers to events that it should answer with nothing.

    With it those of them that it had no time for, each with what it says then.
    """
    name, root = handler.file.agent.name, about.place.root
    unknown = run_handler(
        handler, make_unknown_event(name, root, own_event=handler.event), about.place
    )
    objections: list[str] = []
    late_events: dict[str, str] = {}
    if runs[-1].result.left_unread and runs[-1].decision.kind == "nothing":
        objections.append(
            "it ends before it has read a large event, so a large edit is not checked"
        )
    for event_in_words, run in (("a clean edit", runs[-1]), ("a tool that edits no file", unknown)):
        kind = run.decision.kind
        if run.late:
            late_events[event_in_words] = run.late[0]
        if kind == "allow":
            objections.append(
                f"it allows {event_in_words}, which skips the agent's own question to the user"
            )
        elif kind == "broken":
            objections.append(f"on {event_in_words} {describe_failed_run(run)}")
        elif kind != "nothing" and not run.is_late():
            objections.append(
                f"it answers {event_in_words} with {kind}: {find_first_output_line(run)}"
            )
    on_cut_event = run_handler(handler, _BROKEN_EVENT, about.place)
    if on_cut_event.decision.kind == "broken":
        objections.append(f"on an event that is cut short {describe_failed_run(on_cut_event)}")
    return objections, late_events


class BreakingAnswers(Record):
    """The contracts whose violation a hook stopped, those that it missed, and what is wrong."""

    blocked: tuple[str, ...]
    missed: tuple[str, ...]
    problems: tuple[str, ...]
    late_events: Mapping[str, str]
    """Those that it had no time for, in words, and what it says then."""


def _try_breaking_edits(handler: Handler, about: Surroundings) -> BreakingAnswers:
    """Return what the hook answers to an edit that breaks each contract."""
    trials = about.trials.breaking
    with ThreadPoolExecutor(_WORKERS) as pool:
        runs = list(
            pool.map(
                lambda trial: run_handler(
                    handler, _make_write_event(handler, about, trial), about.place
                ),
                trials,
            )
        )
    blocked: list[str] = []
    missed: list[str] = []
    wrong: list[str] = []
    late_runs: dict[str, Run] = {}
    for trial, run in zip(trials, runs, strict=True):
        kind = run.decision.kind
        if kind == "broken":
            wrong.append(f"on a violation of {trial.contract} {describe_failed_run(run)}")
        is_reported = kind == "context" and trial.is_named_in("\n".join(run.lines_in_time()))
        stops = kind == "deny" or (is_reported and handler.file.agent.reports_after)
        if trial.severity == "error" and stops:
            blocked.append(trial.contract)
        elif trial.severity == "error" and run.late:
            late_runs[trial.contract] = run
        elif trial.severity == "error" and kind != "broken":
            missed.append(trial.contract)
        elif (
            trial.severity == "warning" and kind == "deny" and trial.is_named_in(run.decision.text)
        ):
            wrong.append(f"it refuses a violation of {trial.contract}, which is only a warning")
    if missed:
        names = ", ".join(missed[:5]) + (" …" if len(missed) > 5 else "")
        passed = [run for trial, run in zip(trials, runs, strict=True) if trial.contract in missed]
        wrong.append(f"it lets violations through: {names}{describe_passing_run(passed[0])}")
    return BreakingAnswers(
        blocked=tuple(blocked),
        missed=tuple(missed),
        problems=tuple(wrong),
        late_events=_describe_late_violations(late_runs),
    )


def _note_oddities(handler: Handler, about: Surroundings, runs: Sequence[Run]) -> list[str]:
    notes = []
    seconds = min(run.result.seconds for run in runs)
    if seconds > _SLOW_SECONDS:
        notes.append(f"each edit waits {seconds:.1f} s for it")
    if any(run.result.left_behind for run in runs):
        notes.append("it leaves a process behind, which an agent may wait for")
    folder = find_environment(handler, about.place)
    if folder:
        notes.append(
            f"its command lies in the environment {folder}: an agent that is started outside of it "
            "does not find it, and most let every edit through then"
        )
    compiling = find_compile_command(handler, about.place, about.machine.environment)
    if compiling:
        notes.append(
            "its Python has no bytecode of phaser-lint and writes none, so each edit compiles it "
            f"anew: run {compiling}"
        )
    prefix = handler.shell_prefix(make_hook_environment(handler, about.place.environment))
    if prefix:
        name = handler.file.agent.shell_prefix
        notes.append(f"{name} puts a program before its command, which decides: {prefix}")
    rare = list_missed_rare_tools(handler)
    if rare:
        advice = advise_on_todays_hooks(handler.file)
        notes.append(f"its matcher leaves out {', '.join(rare)}{advice}")
    return notes
