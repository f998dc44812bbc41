"""The JSON of an answer: the one place that knows which key stands where.

    permission("deny", reason="No.")                 {"hookSpecificOutput": {…}}
    specific("PostToolUse", additionalContext="…")   {"hookSpecificOutput": {…}}
    block("Go on.")                                  {"decision": "block", "reason": "Go on."}
    common(system_message="…")                       {"systemMessage": "…"}

Each returns a dictionary of its own, to be merged: ``{**block(reason), **common(…)}``. What is
empty or ``None`` is left out, and a ``hookSpecificOutput`` that would hold nothing but its name as
well, so that an answer without content is ``{}``.
"""

from __future__ import annotations

from phaser_lint.core import JsonObject, JsonValue


def event_output(event_name: str) -> dict[str, JsonValue]:
    """Return the ``hookSpecificOutput`` that says no more than which event it answers."""
    return {"hookSpecificOutput": {"hookEventName": event_name}}


def specific(event_name: str, **fields: object) -> dict[str, JsonValue]:
    """Return the answer's ``hookSpecificOutput`` with *fields*, under the client's own names."""
    filled_fields = {key: field for key, field in fields.items() if field not in (None, "")}
    # The client ignores all of it where the name is missing or another event's.
    if not filled_fields:
        return {}
    return {"hookSpecificOutput": {"hookEventName": event_name, **filled_fields}}


def permission(
    decision: str | None,
    *,
    event_name: str = "PreToolUse",
    reason: str = "",
    updated_input: JsonObject | None = None,
    context: str = "",
) -> dict[str, JsonValue]:
    """Return the answer before a tool call; *updated_input* is the whole input, not a part."""
    return specific(
        event_name,
        permissionDecision=decision,
        permissionDecisionReason=reason,
        updatedInput=updated_input,
        additionalContext=context,
    )


def block(reason: str) -> dict[str, JsonValue]:
    """Return the answer that blocks at every event but PreToolUse; the event says what it stops."""
    return {"decision": "block", "reason": reason}


def common(
    *, system_message: str = "", stop_reason: str | None = None, suppress_output: bool = False
) -> dict[str, JsonValue]:
    """Return the fields that every event's answer may have."""
    stop = {"continue": False} if stop_reason is not None else {}
    return {
        **stop,
        **({"stopReason": stop_reason} if stop_reason else {}),
        **({"suppressOutput": True} if suppress_output else {}),
        **({"systemMessage": system_message} if system_message else {}),
    }
