"""The fields of every event, and what a malformed one is answered."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.hooks import (
    BaseHookInput,
    InputError,
    PostToolUseFailureInput,
    PostToolUseInput,
    PreToolUseInput,
    SessionStartInput,
    StopInput,
    UserPromptSubmitInput,
)
from tests.hook_library.made import COMMON, event

EVENTS = {
    "PreToolUse": PreToolUseInput,
    "PostToolUse": PostToolUseInput,
    "PostToolUseFailure": PostToolUseFailureInput,
    "UserPromptSubmit": UserPromptSubmitInput,
    "SessionStart": SessionStartInput,
    "Stop": StopInput,
    "Notification": BaseHookInput,
}


@pytest.mark.parametrize("name", EVENTS)
def test_each_event_has_the_common_fields(name: str) -> None:
    """Each event has all five."""
    hook_event = EVENTS[name](event(name))
    outcomes = {
        "session_id": hook_event.session_id,
        "cwd": hook_event.cwd,
        "transcript_path": hook_event.transcript_path,
        "permission_mode": hook_event.permission_mode,
        "hook_event_name": hook_event.hook_event_name,
    }
    assert outcomes == {**COMMON, "hook_event_name": name}


@pytest.mark.parametrize("absent", [{}, dict.fromkeys((*COMMON, "hook_event_name"))])
def test_what_the_client_left_out_is_empty(absent: dict[str, None]) -> None:
    """Some events have no permission mode; null is the same as nothing."""
    hook_event = BaseHookInput(absent)
    properties = (
        hook_event.session_id,
        hook_event.cwd,
        hook_event.hook_event_name,
        hook_event.permission_mode,
    )
    assert properties == ("", "", "", "")


def test_fields_without_a_property_are_in_raw() -> None:
    """A newer client's fields are there too."""
    assert BaseHookInput(event("Stop", effort={"level": "high"})).raw["effort"] == {"level": "high"}


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        (BaseHookInput, {"cwd": 1}, "cwd: expected text, found int"),
        (PreToolUseInput, {"tool_input": "a"}, "tool_input: expected an object, found str"),
        (PreToolUseInput, {"tool_input": []}, "tool_input: expected an object, found list"),
        (PreToolUseInput, {"tool_name": {}}, "tool_name: expected text, found dict"),
        (PostToolUseInput, {"tool_error": 1}, "tool_error: expected text, found int"),
        (PostToolUseInput, {"duration_ms": True}, "duration_ms: expected a number, found bool"),
        (PostToolUseFailureInput, {"error": {}}, "error: expected text, found dict"),
        (UserPromptSubmitInput, {"prompt": 1}, "prompt: expected text, found int"),
        (SessionStartInput, {"env_file": 1}, "env_file: expected text, found int"),
        (StopInput, {"stop_hook_active": "no"}, "stop_hook_active: expected true or false, found"),
    ],
)
def test_a_field_of_the_wrong_type(
    kind: type[BaseHookInput], fields: dict[str, Any], message: str
) -> None:
    """It is refused at once: as absent it would pass a check for it."""
    with pytest.raises(InputError, match=f"hook event: {message}"):
        kind(event("X", **fields))


def test_inputs_are_equal_by_type_and_fields() -> None:
    """So that a test of a handler can compare them."""
    assert StopInput({"cwd": "/a"}) == StopInput({"cwd": "/a"})
    assert StopInput({"cwd": "/a"}) != StopInput({"cwd": "/b"})
    assert StopInput({"cwd": "/a"}) != BaseHookInput({"cwd": "/a"})
    assert repr(StopInput({"cwd": "/a"})) == "StopInput({'cwd': '/a'})"
