"""Hooks that only give context on links: those on prompts, and on the tools that edit no file.

``install --augment`` adds them; OpenCode's plugin for context counts as one. They are no gates, but
where one fails a prompt may be lost.
"""

from __future__ import annotations

import re

from phaser_lint.agents import adapter_of
from phaser_lint.agents.agent import CONTEXT_EVENT
from phaser_lint.doctor.execution import problem_words, run_handler, said_of
from phaser_lint.doctor.gates import Finding
from phaser_lint.doctor.made_events import prompt_event, unknown_event
from phaser_lint.doctor.permission import refusals
from phaser_lint.doctor.programs import missing_program, words_of
from phaser_lint.hook.context_channels import channel_of
from phaser_lint.install.matchers import fires
from phaser_lint.install.shapes import misshapen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.doctor.gates import Surroundings
    from phaser_lint.install.handlers import Handler

_FLAG = "--augment"
_PROMPTS = ("UserPromptSubmit", "BeforeAgent", "userPromptSubmitted", CONTEXT_EVENT)


def gives_context(handler: Handler) -> bool:
    """Tell whether the hook runs on prompts, or on none of the tools that write files."""
    if handler.event == CONTEXT_EVENT:
        return True
    if _FLAG not in words_of(handler):
        return False
    if handler.event in _PROMPTS:
        return True
    tools = handler.file.agent.tools
    try:
        return bool(tools) and not any(fires(handler, names) for names in tools)
    except re.error:
        return False


def tried_context(handler: Handler, about: Surroundings) -> list[Finding]:
    """Run the hook with prompts, or with a tool that nobody knows, and tell what is wrong."""
    where = f"{handler.file.agent.shown}, {handler.file.shown}"
    refused = refusals(handler, about.machine)
    problem = _problem(handler, about)
    said = [*refused, *misshapen(handler), *([f"{handler.event}: {problem}"] if problem else [])]
    return [Finding("problem", where, text) for text in said]


def _problem(handler: Handler, about: Surroundings) -> str:
    name, own, place = handler.file.agent.name, handler.event, about.place
    is_prompt = own in _PROMPTS
    make = prompt_event if is_prompt else unknown_event
    run = run_handler(handler, make(name, place.root, own_event=own), place)
    missing = missing_program(handler, place)
    if missing or run.decision.kind == "broken":
        return missing or problem_words(run)
    if run.decision.kind != "nothing":
        what = "a prompt" if is_prompt else "a tool that edits no file"
        return f"it answers {what} with {run.decision.kind}: {said_of(run)}"
    # VS Code runs the hook on prompts too, and takes nothing of what it says of them.
    channel = channel_of(adapter_of(name))
    hears = is_prompt and (channel is None or channel.prompt_event)
    return _silence(handler, about) if hears else ""


def _silence(handler: Handler, about: Surroundings) -> str:
    """Return that a prompt with the name of a contract is told nothing of it."""
    for trial in about.trials.breaking[:1]:
        rule_id = trial.contract.rpartition("/")[2]
        name, own, place = handler.file.agent.name, handler.event, about.place
        event = prompt_event(name, place.root, own_event=own, text=f"[[{rule_id}]]")
        run = run_handler(handler, event, place)
        if run.decision.kind != "context" or rule_id not in run.decision.text:
            heard = run.decision.user or said_of(run)
            return f"it tells nothing of [[{rule_id}]]{f': {heard}' if heard else ''}"
    return ""
