"""Hooks that only give context on links: those on prompts, and on the tools that edit no file.

``install --augment`` adds them; OpenCode's plugin for context counts as one. They check nothing,
but where one fails a prompt may be lost.
"""

from __future__ import annotations

import re

from phaser_lint.agent import load_adapter
from phaser_lint.agent.agent_table import CONTEXT_EVENT
from phaser_lint.agent.install.hook_requirements import explain_left_out_hook
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.install.matchers import matches_any_name
from phaser_lint.hook.context_channels import find_channel
from phaser_lint.hook.doctor.execution import (
    describe_failed_run,
    find_first_output_line,
    note_busy_machine,
    run_handler,
)
from phaser_lint.hook.doctor.hook_programs import find_missing_program, split_handler_command
from phaser_lint.hook.doctor.hook_trials import Finding, Surroundings
from phaser_lint.hook.doctor.made_events import make_prompt_event, make_unknown_event
from phaser_lint.hook.doctor.permission import list_refusals
from phaser_lint.hook.doctor.startable import explain_not_started

_FLAG = "--augment"
_PROMPTS = ("UserPromptSubmit", "BeforeAgent", "userPromptSubmitted", CONTEXT_EVENT)


def gives_context(handler: Handler) -> bool:
    """Tell whether *handler* only gives context: on prompts, or tools that write no files."""
    if handler.event == CONTEXT_EVENT:
        return True
    if _FLAG not in split_handler_command(handler):
        return False
    if handler.event in _PROMPTS:
        return True
    tools = handler.file.agent.tools
    try:
        return bool(tools) and not any(matches_any_name(handler, names) for names in tools)
    except re.error:
        return False


def try_context_hook(handler: Handler, about: Surroundings) -> list[Finding]:
    """Try a hook that gives context, with prompts or an unknown tool; return what is wrong."""
    where = f"{handler.file.agent.shown}, {handler.file.shown}"
    refused = list_refusals(handler, about.machine)
    untried = explain_not_started(handler, about.place)
    problem, late_events = (untried, {}) if untried else _try_links(handler, about)
    messages = [
        *refused,
        *explain_left_out_hook(handler),
        *([f"{handler.event}: {problem}"] if problem else []),
    ]
    problems = [Finding("problem", where, text) for text in messages]
    notes = [Finding("note", where, text) for text in note_busy_machine(late_events)]
    return [*problems, *notes]


def _try_links(handler: Handler, about: Surroundings) -> tuple[str, dict[str, str]]:
    """Return what is wrong with a context hook's answers, or the event it had no time for.

    That a contract's name in a prompt gets no context is wrong.
    """
    name, event_name, place = handler.file.agent.name, handler.event, about.place
    is_prompt = event_name in _PROMPTS
    make = make_prompt_event if is_prompt else make_unknown_event
    run = run_handler(handler, make(name, place.root, own_event=event_name), place)
    missing = find_missing_program(handler, place)
    if missing or run.decision.kind == "broken":
        return missing or describe_failed_run(run), {}
    event_in_words = "a prompt" if is_prompt else "a tool that edits no file"
    if run.is_late():
        return "", {f"{event_name} with {event_in_words}": run.late[0]}
    if run.decision.kind != "nothing":
        answer = f"{run.decision.kind}: {find_first_output_line(run)}"
        return f"it answers {event_in_words} with {answer}", {}
    # VS Code runs the hook on prompts too, and takes nothing of its answers.
    channel = find_channel(load_adapter(name))
    is_read = is_prompt and (channel is None or channel.prompt_event)
    for trial in about.trials.breaking[:1] if is_read else ():
        rule_id = trial.contract.rpartition("/")[2]
        event = make_prompt_event(name, place.root, own_event=event_name, text=f"[[{rule_id}]]")
        run = run_handler(handler, event, place)
        if run.decision.kind == "context" and rule_id in "\n".join(run.lines_in_time()):
            continue
        if run.late:
            return "", {f"{event_name} with [[{rule_id}]]": run.late[0]}
        output = run.decision.user or find_first_output_line(run)
        return f"it gives no context on [[{rule_id}]]{f': {output}' if output else ''}", {}
    return "", {}
