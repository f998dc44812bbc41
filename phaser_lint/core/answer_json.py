"""The JSON of an answer: the one place that knows which key stands where.

    make_permission_answer("deny", reason="No.")                 {"hookSpecificOutput": {…}}
    make_specific_output("PostToolUse", additionalContext="…")   {"hookSpecificOutput": {…}}
    make_blocking_answer("Go on.")                               {"decision": "block", "reason": …}
    make_common_fields(system_message="…")                       {"systemMessage": "…"}

Each returns a dictionary of its own, to be merged: ``{**make_blocking_answer(reason),
**make_common_fields(…)}``. What is empty or ``None`` is left out, and a ``hookSpecificOutput`` that
would hold nothing but its name as well, so that an answer without content is ``{}``.
"""

from __future__ import annotations

from phaser_lint.core import JsonObject, JsonValue


def make_event_output(event_name: str) -> dict[str, JsonValue]:
    """Return the JSON of an answer that says only which event it answers."""
    return {"hookSpecificOutput": {"hookEventName": event_name}}


def make_specific_output(event_name: str, **fields: object) -> dict[str, JsonValue]:
    """Return the JSON of an answer: ``hookSpecificOutput`` with *fields*, as clients name them."""
    filled_fields = {key: field for key, field in fields.items() if field not in (None, "")}
    # The client ignores all of it where the name is missing or another event's.
    if not filled_fields:
        return {}
    return {"hookSpecificOutput": {"hookEventName": event_name, **filled_fields}}


def make_permission_answer(
    decision: str | None,
    *,
    event_name: str = "PreToolUse",
    reason: str = "",
    updated_input: JsonObject | None = None,
    context: str = "",
) -> dict[str, JsonValue]:
    """Return the JSON of an answer before a tool: permission; *updated_input* is all the input."""
    return make_specific_output(
        event_name,
        permissionDecision=decision,
        permissionDecisionReason=reason,
        updatedInput=updated_input,
        additionalContext=context,
    )


def make_blocking_answer(reason: str) -> dict[str, JsonValue]:
    """Return the keys in any hook's JSON answer that blocks its event; not for PreToolUse."""
    return {"decision": "block", "reason": reason}


def make_common_fields(
    *, system_message: str = "", stop_reason: str | None = None, suppress_output: bool = False
) -> dict[str, JsonValue]:
    """Return the keys in the JSON of any hook's answer that every event takes: ``continue``,
    ``stopReason``, ``suppressOutput``, ``systemMessage``.
    """
    stop = {"continue": False} if stop_reason is not None else {}
    return {
        **stop,
        **({"stopReason": stop_reason} if stop_reason else {}),
        **({"suppressOutput": True} if suppress_output else {}),
        **({"systemMessage": system_message} if system_message else {}),
    }
