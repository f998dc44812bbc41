"""The events: which input and which response each has, and how one is read.

    event_json(b'{"hook_event_name": "Stop"}')      the event as a dictionary
    typed(event_json(data))                         a ``StopInput``

An event without types of its own is a ``BaseHookInput``.
"""

from __future__ import annotations

from phaser_lint.core.errors import InputError
from phaser_lint.core.text import event_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.hooks.base_input import BaseHookInput
    from phaser_lint.hooks.base_response import BaseHookResponse

# The module, and how the names of its classes begin.
EVENTS = {
    "PreToolUse": ("pre_tool_use", "PreToolUse"),
    "PostToolUse": ("post_tool_use", "PostToolUse"),
    "PostToolUseFailure": ("post_tool_use_failure", "PostToolUseFailure"),
    "UserPromptSubmit": ("user_prompt_submit", "UserPromptSubmit"),
    "SessionStart": ("session_start", "SessionStart"),
    "Stop": ("stop", "Stop"),
    "SubagentStop": ("stop", "Stop"),
}


def event_json(data: bytes) -> dict[str, Any]:
    """Return the event that *data* holds; raises ``InputError`` if it is none."""
    value = event_value(data)
    if not isinstance(value, dict):
        raise InputError("standard input: expected a JSON object with a hook event")
    return value


def typed(raw: Mapping[str, Any]) -> BaseHookInput:
    """Return the event with its type; raises ``InputError`` for a field of the wrong type."""
    name = raw.get("hook_event_name")
    if not isinstance(name, str) or not name:
        raise InputError("hook event: hook_event_name: expected an event's name")
    return input_class(name)(raw)


def input_class(event_name: str) -> type[BaseHookInput]:
    """Return the class of that event's input."""
    found: type[BaseHookInput] = _class(event_name, "Input") or _base("base_input", "BaseHookInput")
    return found


def response_class(event_name: str) -> type[BaseHookResponse]:
    """Return the class of that event's response."""
    found: type[BaseHookResponse] = _class(event_name, "Response") or _base(
        "base_response", "BaseHookResponse"
    )
    return found


def _class(event_name: str, role: str) -> Any:
    module, begins = EVENTS.get(event_name, ("", ""))
    return _base(module, begins + role) if module else None


def _base(module: str, name: str) -> Any:
    # By name: each module costs a hundredth of the interpreter's start, and one is needed.
    return getattr(__import__(f"phaser_lint.hooks.{module}", fromlist=(name,)), name)
