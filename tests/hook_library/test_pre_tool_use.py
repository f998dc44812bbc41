"""PreToolUse: what each response says to the client."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from phaser_lint.hooks import (
    BaseHookResponse,
    PhaserError,
    PreToolUseResponse,
    StopInput,
    UsageError,
)
from tests.hook_library.made import before

WRITE = before("Write", file_path="/p/a.py", content="x = 1\n")


def says(**fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **fields}}


# The first three are the specification's own.
ANSWERS: list[tuple[BaseHookResponse, dict[str, Any]]] = [
    (
        PreToolUseResponse.allow("Validation passed"),
        says(permissionDecision="allow", permissionDecisionReason="Validation passed"),
    ),
    (
        PreToolUseResponse.deny("Data classes must have #[TypeScript()] annotation"),
        says(
            permissionDecision="deny",
            permissionDecisionReason="Data classes must have #[TypeScript()] annotation",
        ),
    ),
    (
        PreToolUseResponse.allow("Auto-corrected path").with_updated_input(
            file_path="/corrected/path.php"
        ),
        # Not the changed field alone, as specified: the client takes this for the whole input.
        says(
            permissionDecision="allow",
            permissionDecisionReason="Auto-corrected path",
            updatedInput={"file_path": "/corrected/path.php", "content": "x = 1\n"},
        ),
    ),
    (PreToolUseResponse.allow(), says(permissionDecision="allow")),
    (
        PreToolUseResponse.ask("Sure?"),
        says(permissionDecision="ask", permissionDecisionReason="Sure?"),
    ),
    (PreToolUseResponse.acknowledge(), {}),
    (PreToolUseResponse(), {}),
    (
        PreToolUseResponse("deny", "No."),
        says(permissionDecision="deny", permissionDecisionReason="No."),
    ),
    (
        PreToolUseResponse(decision="allow", reason=None, updated_input={"content": "y"}),
        says(permissionDecision="allow", updatedInput={"file_path": "/p/a.py", "content": "y"}),
    ),
    (
        PreToolUseResponse.with_updated_input(content="y", mode=None),
        says(updatedInput={"file_path": "/p/a.py", "content": "y", "mode": None}),
    ),
    (
        PreToolUseResponse.ask("?").with_updated_input(content="y").with_updated_input(n=1),
        says(
            permissionDecision="ask",
            permissionDecisionReason="?",
            updatedInput={"file_path": "/p/a.py", "content": "y", "n": 1},
        ),
    ),
    (PreToolUseResponse.with_context("Mind it."), says(additionalContext="Mind it.")),
    (PreToolUseResponse.with_message("Mind it."), says(additionalContext="Mind it.")),
    (
        PreToolUseResponse.deny("No.").with_context("Look here.").with_system_message("Denied."),
        {
            **says(
                permissionDecision="deny",
                permissionDecisionReason="No.",
                additionalContext="Look here.",
            ),
            "systemMessage": "Denied.",
        },
    ),
    (BaseHookResponse.with_context("Mind it."), says(additionalContext="Mind it.")),
]


@pytest.mark.parametrize(("response", "answer"), ANSWERS)
def test_each_response_before_a_tool_is_whole(
    response: BaseHookResponse, answer: dict[str, Any]
) -> None:
    """The whole JSON of each."""
    assert response.to_json(WRITE) == answer


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("", "A hook decided this and gave no reason."),
        (" \n", "A hook decided this and gave no reason."),
        (None, "A hook decided this and gave no reason."),
        (ValueError("no"), "no"),
        (3, "3"),
    ],
)
def test_a_denial_with_an_odd_reason_denies(reason: Any, message: str) -> None:
    """Not an error, which would let the call pass."""
    assert PreToolUseResponse.deny(reason).to_json() == says(
        permissionDecision="deny", permissionDecisionReason=message
    )


class Level(IntEnum):
    HIGH = 1


@pytest.mark.parametrize(
    ("updates", "message"),
    [
        ({"file_path": Path("/a")}, "file_path: expected .*, found PosixPath"),
        ({"edits": [{"a": b"x"}]}, r"edits\[0\]\.a: expected .*, found bytes"),
        ({"a": {1: "x"}}, "a: expected .*, found int"),
        ({"a": float("nan")}, "a: expected .*, found float"),
        ({"a": float("-inf")}, "a: expected .*, found float"),
        ({"a": Level.HIGH}, "a: expected .*, found Level"),
        ({"a": {"x"}}, "a: expected .*, found set"),
    ],
)
def test_values_that_json_does_not_have(updates: dict[str, Any], message: str) -> None:
    """They are refused: the client drops an answer that is no JSON, and the call passes."""
    with pytest.raises(UsageError, match=f"with_updated_input: {message}"):
        PreToolUseResponse.allow().with_updated_input(**updates)


def test_values_that_json_has() -> None:
    """All kinds go through."""
    arguments: dict[str, Any] = {"a": [1, -2.5, True, None, "ü", ("t", {"k": []})], "self_": {}}
    response = PreToolUseResponse.allow().with_updated_input(**arguments)
    assert response.updated_input == arguments


def test_a_denial_takes_no_updated_input() -> None:
    """There is no call left to change, whichever way it is written."""
    with pytest.raises(PhaserError, match="a denied call has no input"):
        PreToolUseResponse.deny("No.").with_updated_input(content="y")
    with pytest.raises(PhaserError, match="a denied call has no input"):
        PreToolUseResponse("deny", "No.", {"content": "y"})


def test_an_unknown_decision_is_an_error() -> None:
    """The client would ignore it."""
    with pytest.raises(UsageError, match="decision: expected allow, deny or ask, found 'block'"):
        PreToolUseResponse("block")  # type: ignore[arg-type]


@pytest.mark.parametrize("event", [None, StopInput({})])
def test_updated_input_without_its_event(event: StopInput | None) -> None:
    """The other fields have to come from somewhere."""
    with pytest.raises(UsageError, match="with_updated_input: expected the event"):
        PreToolUseResponse.allow().with_updated_input(content="y").to_json(event)


def test_a_response_before_a_tool_has_what_was_put_in() -> None:
    """What was put in can be read."""
    response = PreToolUseResponse.ask("?").with_updated_input(a=1).with_context("c")
    assert (response.decision, response.reason, response.updated_input) == ("ask", "?", {"a": 1})
    assert response.additional_context == "c"
    nothing = PreToolUseResponse.acknowledge()
    assert (nothing.decision, nothing.reason, nothing.updated_input) == (None, None, None)
