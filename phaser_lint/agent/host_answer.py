"""A hook's answer taken apart, and the forms of it that several agents share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from phaser_lint.agent.hook_process import ProcessResult
from phaser_lint.core import Record

ReactionKind = Literal["allow", "deny", "ask", "nothing", "context", "broken"]

_DENIALS = ("deny", "block")


class Reaction(Record):
    """What the agent does with an answer."""

    kind: ReactionKind
    """``nothing``: no objection, the agent's own rules apply; ``broken``: not a valid answer."""
    text: str = ""
    """The reason, the context, or what is broken."""
    blocks: bool = False
    """The tool call, or the end of the run, is refused: also by a broken hook in some agents."""
    user: str = ""
    """The answer's message to the user."""


NOTHING = Reaction("nothing")


class HookAnswer:
    """An answer taken apart once."""

    def __init__(self, event: str, own_event: str, process_result: ProcessResult) -> None:
        self.event = event
        self.own_event = own_event
        self.code = 127 if process_result.code is None else process_result.code
        self.out = process_result.out.decode("utf-8", "replace").strip()
        self.err = (process_result.problem or process_result.err.decode("utf-8", "replace")).strip()
        self.is_object = self.out.startswith("{")
        self.json = parse_object(self.out)

    def failure(self, *, blocks: bool = False) -> Reaction:
        """Return the reaction to an exit code without an answer."""
        message = self.err or self.out
        last_line = message.rpartition("\n")[2].strip()[:300]
        words = f"exit code {self.code}"
        return Reaction("broken", f"{words}: {last_line}" if message else words, blocks)

    def no_json(self) -> Reaction:
        """Return the reaction to an answer that begins like JSON and is none."""
        return Reaction("broken", f"its answer is not valid JSON: {self.out[:60]}")


def parse_object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that the *text* of a hook's answer to its host is, or ``None``."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def keep_text(field: object) -> str:
    """Return *field* of a hook's answer to its host if it is a text, else nothing."""
    return field if isinstance(field, str) else ""


def react_in_claude_form(answer: HookAnswer) -> Reaction:
    """Return the host's reaction to an answer in Claude Code's form, whatever the exit code."""
    fields = answer.json or {}
    user = keep_text(fields.get("systemMessage"))
    specific = fields.get("hookSpecificOutput")
    if not isinstance(specific, dict):
        specific = {}
    elif specific.get("hookEventName") not in (answer.event, answer.own_event):
        return Reaction("broken", "its answer is for another event (hookEventName)", user=user)
    context = keep_text(specific.get("additionalContext"))
    if fields.get("continue") is False:
        return Reaction("deny", keep_text(fields.get("stopReason")), blocks=True, user=user)
    if answer.event == "PreToolUse":
        reaction = _react_before_tool(fields, specific)
        if reaction is not None:
            return reaction._replace(user=user)
    elif fields.get("decision") == "block":
        reason = keep_text(fields.get("reason"))
        if answer.event == "PostToolUse":
            return Reaction("context", reason or context, user=user)
        return Reaction("deny", reason, blocks=True, user=user)
    return Reaction("context" if context else "nothing", context, user=user)


def _react_before_tool(fields: Mapping[str, Any], specific: Mapping[str, Any]) -> Reaction | None:
    decision = specific.get("permissionDecision")
    reason = keep_text(specific.get("permissionDecisionReason"))
    if decision is None:
        # The older form: approve, block.
        old = fields.get("decision")
        decision = {"approve": "allow", "block": "deny"}.get(old) if isinstance(old, str) else None
        reason = keep_text(fields.get("reason"))
    if decision == "deny":
        return Reaction("deny", reason, blocks=True)
    if decision == "ask":
        return Reaction("ask", reason)
    return Reaction("allow", reason) if decision == "allow" else None


def react_to_decision(answer: HookAnswer, fields: Mapping[str, Any]) -> Reaction | None:
    """Return how a played agent reacts to ``decision``, as Gemini does; ``None``: not at all."""
    user = keep_text(fields.get("systemMessage"))
    if fields.get("decision") in _DENIALS:
        blocks = answer.event != "PostToolUse"
        return Reaction(
            "deny" if blocks else "context",
            keep_text(fields.get("reason")),
            blocks,
            user=user,
        )
    return (
        Reaction("ask", keep_text(fields.get("reason")))
        if fields.get("decision") == "ask"
        else None
    )
