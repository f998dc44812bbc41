"""Hooks that only give context on links: those on prompts, and on the tools that edit no file.

``install --augment`` adds them; OpenCode's plugin for context counts as one. They check nothing,
but where one fails a prompt may be lost.
"""

from __future__ import annotations

import re

from phaser_lint.agent import adapter_of
from phaser_lint.agent.agent import CONTEXT_EVENT
from phaser_lint.agent.install.handlers import Handler
from phaser_lint.agent.install.hook_requirements import misshapen_settings
from phaser_lint.agent.install.matchers import fires
from phaser_lint.hook.context_channels import channel_of
from phaser_lint.hook.doctor.execution import (
    busy_machine_notes,
    first_line_of_output,
    problem_words,
    run_handler,
)
from phaser_lint.hook.doctor.hook_status import Finding, Surroundings
from phaser_lint.hook.doctor.made_events import prompt_event, unknown_event
from phaser_lint.hook.doctor.permission import refusals
from phaser_lint.hook.doctor.programs import command_words, missing_program
from phaser_lint.hook.doctor.startable import reason_not_started

_FLAG = "--augment"
_PROMPTS = ("UserPromptSubmit", "BeforeAgent", "userPromptSubmitted", CONTEXT_EVENT)


def gives_context(handler: Handler) -> bool:
    """Tell whether the hook runs on prompts, or on none of the tools that write files."""
    if handler.event == CONTEXT_EVENT:
        return True
    if _FLAG not in command_words(handler):
        return False
    if handler.event in _PROMPTS:
        return True
    tools = handler.file.agent.tools
    try:
        return bool(tools) and not any(fires(handler, names) for names in tools)
    except re.error:
        return False


def tried_context(handler: Handler, about: Surroundings) -> list[Finding]:
    """Run the hook with prompts, or with an unknown tool, and return what is wrong."""
    where = f"{handler.file.agent.shown}, {handler.file.shown}"
    refused = refusals(handler, about.machine)
    untried = reason_not_started(handler, about.place)
    problem, late_events = (untried, {}) if untried else _try_links(handler, about)
    messages = [
        *refused,
        *misshapen_settings(handler),
        *([f"{handler.event}: {problem}"] if problem else []),
    ]
    problems = [Finding("problem", where, text) for text in messages]
    notes = [Finding("note", where, text) for text in busy_machine_notes(late_events)]
    return [*problems, *notes]


def _try_links(handler: Handler, about: Surroundings) -> tuple[str, dict[str, str]]:
    """Return what is wrong with a context hook's answers, or the event it had no time for.

    That a contract's name in a prompt gets no context is wrong.
    """
    name, event_name, place = handler.file.agent.name, handler.event, about.place
    is_prompt = event_name in _PROMPTS
    make = prompt_event if is_prompt else unknown_event
    run = run_handler(handler, make(name, place.root, own_event=event_name), place)
    missing = missing_program(handler, place)
    if missing or run.decision.kind == "broken":
        return missing or problem_words(run), {}
    event_in_words = "a prompt" if is_prompt else "a tool that edits no file"
    if run.is_late():
        return "", {f"{event_name} with {event_in_words}": run.late[0]}
    if run.decision.kind != "nothing":
        answer = f"{run.decision.kind}: {first_line_of_output(run)}"
        return f"it answers {event_in_words} with {answer}", {}
    # VS Code runs the hook on prompts too, and takes nothing of its answers.
    channel = channel_of(adapter_of(name))
    is_read = is_prompt and (channel is None or channel.prompt_event)
    for trial in about.trials.breaking[:1] if is_read else ():
        rule_id = trial.contract.rpartition("/")[2]
        event = prompt_event(name, place.root, own_event=event_name, text=f"[[{rule_id}]]")
        run = run_handler(handler, event, place)
        if run.decision.kind == "context" and rule_id in "\n".join(run.lines_in_time()):
            continue
        if run.late:
            return "", {f"{event_name} with [[{rule_id}]]": run.late[0]}
        output = run.decision.user or first_line_of_output(run)
        return f"it gives no context on [[{rule_id}]]{f': {output}' if output else ''}", {}
    return "", {}
