"""Wave: Claude Code's events, and answers that are an exit code and a text.

Exit code 2 denies before a tool, reports to the model after it, and makes the agent go on at its
end; standard error is the reason. Any other code but 0 shows standard error only to the user.
Standard output counts for a prompt only, as context, and to the letter: the model would read
``{}``.

Before a tool nothing reaches the model without blocking. No event has whether the agent goes on for
a Stop hook, nor on which project it works: ``WAVE_PROJECT_DIR`` follows a shell's ``cd``.
"""

from __future__ import annotations

from phaser_lint.agent import ChannelFields, Event, FileProposal, claude_code
from phaser_lint.agent.answers import BLOCKED, Answer, Decision, shorten_answer
from phaser_lint.agent.claude_code import touched_paths
from phaser_lint.core import JsonValue

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {
    "prompt_event": "UserPromptSubmit",
    "tool_events": ("PostToolUse",),
    "is_text": True,
}
TO_USER = 1

__all__ = ["parse_event", "proposals", "render", "touched_paths"]


def parse_event(payload: JsonValue) -> Event:
    """Return Wave's event that the JSON *payload* describes."""
    event = claude_code.parse_event(payload)
    response = payload.get("tool_response")
    failed = isinstance(response, dict) and response.get("success") is False
    name = "PostToolUseFailure" if failed and event.name == "PostToolUse" else event.name
    return event._replace(name=name, stop_hook_active=None)


def proposals(event: Event) -> tuple[FileProposal, ...]:
    """Return the files as they will be: Wave's Edit writes every line end as a line feed."""
    proposals = claude_code.proposals(event)
    if event.tool != "Edit":
        return proposals
    return tuple(
        proposal
        if proposal.text is None
        else proposal._replace(text=proposal.text.replace("\r\n", "\n"))
        for proposal in proposals
    )


def render(event: Event, decision: Decision) -> Answer:
    """Return Wave's answer as an exit code and a text: the model's, else the user's."""
    is_unread = event.name == "PreToolUse" and not decision.verdict
    context = "" if is_unread else decision.context
    at_prompt = event.name == "UserPromptSubmit"
    if decision.verdict == "deny" and "Tool" not in event.name:
        # Nothing is about to be done; a Stop hook that fails would make it go on for ever.
        return _answer_by_code(TO_USER, decision.reason)
    if decision.verdict:
        return _answer_by_code(BLOCKED, decision.reason, context or decision.to_user)
    if context and at_prompt:
        return Answer(f"{shorten_answer(context)}\n")
    if context:
        return _answer_by_code(BLOCKED, context)
    if decision.to_user:
        return _answer_by_code(TO_USER, decision.to_user)
    return Answer("") if at_prompt else Answer()


def _answer_by_code(code: int, *texts: str) -> Answer:
    message = shorten_answer("\n".join(filter(None, texts)))
    return Answer("", f"{message}\n", code)
