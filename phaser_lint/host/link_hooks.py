"""Hooks that only give context on links: those on prompts, and on the tools that edit no file.

``install --augment`` adds them. They are no gates, but where one fails a prompt may be lost.
"""

from __future__ import annotations

import re

from phaser_lint.host.events import prompt_event, unknown_event
from phaser_lint.host.execution import run_handler
from phaser_lint.host.gates import Finding, problem_words, said_of
from phaser_lint.host.matchers import fires
from phaser_lint.host.permission import refusals
from phaser_lint.host.programs import missing_program, words_of
from phaser_lint.host.shapes import misshapen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.host.execution import Place
    from phaser_lint.host.gates import Surroundings
    from phaser_lint.host.handlers import Handler

_FLAG = "--augment"
_PROMPTS = ("UserPromptSubmit", "BeforeAgent", "userPromptSubmitted")


def gives_context(handler: Handler) -> bool:
    """Tell whether the hook runs on prompts, or on none of the tools that write files."""
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
    """Run the hook with a prompt, or with a tool that nobody knows, and tell what is wrong."""
    place = about.place
    where = f"{handler.file.agent.shown}, {handler.file.shown}"
    refused = refusals(handler, about.machine)
    problem = _problem(handler, place)
    said = [*refused, *misshapen(handler), *([f"{handler.event}: {problem}"] if problem else [])]
    return [Finding("problem", where, text) for text in said]


def _problem(handler: Handler, place: Place) -> str:
    name, own = handler.file.agent.name, handler.event
    is_prompt = own in _PROMPTS
    make = prompt_event if is_prompt else unknown_event
    run = run_handler(handler, make(name, place.root, own_event=own), place)
    missing = missing_program(handler, place)
    if missing or run.decision.kind == "broken":
        return missing or problem_words(run)
    if run.decision.kind == "nothing":
        return ""
    what = "a prompt" if is_prompt else "a tool that edits no file"
    return f"it answers {what} with {run.decision.kind}: {said_of(run)}"
