"""What every response can say, and how responses are put together."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.hooks import (
    BaseHookResponse,
    PostToolUseFailureResponse,
    PostToolUseResponse,
    PreToolUseResponse,
    SessionStartResponse,
    StopResponse,
    UsageError,
    UserPromptSubmitResponse,
)
from tests.hook_library.made import before

RESPONSES = (
    PreToolUseResponse,
    PostToolUseFailureResponse,
    UserPromptSubmitResponse,
    SessionStartResponse,
    StopResponse,
    BaseHookResponse,
)


@pytest.mark.parametrize("kind", RESPONSES)
def test_common_fields_have_the_names_of_the_client(kind: type[BaseHookResponse]) -> None:
    """Each under the client's name; the first two are the specification's own."""
    rows: list[tuple[BaseHookResponse, dict[str, Any]]] = [
        (kind.with_stop("message"), {"continue": False, "stopReason": "message"}),
        (kind.with_suppressed_output(), {"suppressOutput": True}),
        (kind.with_stop(), {"continue": False}),
        (kind.with_system_message("Look."), {"systemMessage": "Look."}),
        (kind.acknowledge(), {}),
        (kind.with_context("").with_system_message(""), {}),
    ]
    assert [response.to_json() for response, _ in rows] == [answer for _, answer in rows]


@pytest.mark.parametrize("kind", [*RESPONSES[:-1], PostToolUseResponse])
def test_context_names_its_event(kind: type[BaseHookResponse]) -> None:
    """The client ignores it otherwise."""
    for response in (kind.with_context("c"), kind.with_message("c"), kind().with_context("c")):
        assert response.to_json() == {
            "hookSpecificOutput": {"hookEventName": kind.EVENT_NAME, "additionalContext": "c"}
        }


def test_context_without_an_event() -> None:
    """The response of any event has no name of its own."""
    with pytest.raises(UsageError, match="with_context: expected the event"):
        BaseHookResponse.with_context("c").to_json()


def test_adding_keeps_what_was_there() -> None:
    """Whatever is called on a denial, it stays one; a second text comes after the first."""
    denial = PreToolUseResponse.deny("No.")
    response = denial.with_context("a").with_context("b").with_message("c")
    response = response.with_system_message("u").with_system_message("v").with_suppressed_output()
    assert response.with_stop("end").to_json(before("Write")) == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "No.",
            "additionalContext": "a\nb\nc",
        },
        "continue": False,
        "stopReason": "end",
        "suppressOutput": True,
        "systemMessage": "u\nv",
    }
    assert denial == PreToolUseResponse.deny("No."), "a response does not change"


def test_a_response_has_what_was_put_in() -> None:
    """What was put in can be read; what was not is `None`."""
    nothing = BaseHookResponse()
    properties = nothing.additional_context, nothing.system_message, nothing.stop_reason
    assert (properties, nothing.suppress_output) == ((None, None, None), False)
    response = (
        nothing.with_context("c").with_system_message("m").with_stop().with_suppressed_output()
    )
    properties = response.additional_context, response.system_message, response.stop_reason
    assert (properties, response.suppress_output) == (("c", "m", ""), True)


def test_a_response_is_a_value() -> None:
    """Equal by what it says, and nothing can be set on it that nobody reads."""
    assert StopResponse.block("a") == StopResponse.block("a")
    assert StopResponse.block("a") != StopResponse.block("b")
    assert StopResponse.allow() != UserPromptSubmitResponse.allow()
    assert repr(PreToolUseResponse.deny("a")) == "PreToolUseResponse(decision='deny', reason='a')"
    for name in ("reason", "decided"):
        with pytest.raises(AttributeError):
            setattr(PreToolUseResponse.deny("a"), name, "b")


def test_the_methods_have_their_documentation() -> None:
    """On the class and on a response."""
    for owner in (PreToolUseResponse, PreToolUseResponse.deny("a")):
        assert (owner.with_context.__doc__ or "").startswith("Give the model *context*")


@pytest.mark.parametrize("kind", [*RESPONSES[:-1], PostToolUseResponse])
def test_constants_have_one_type(kind: type[BaseHookResponse]) -> None:
    """pyright knows no type of one that is inferred here and declared in a base."""
    declared_in_bases = {
        name for base in kind.__mro__[1:] for name in vars(base).get("__annotations__", ())
    }
    constants = {name for name, constant in vars(kind).items() if isinstance(constant, str)}
    inferred_names = constants - {*vars(kind).get("__annotations__", ()), "__doc__", "__module__"}
    assert "EVENT_NAME" in constants
    assert inferred_names & declared_in_bases == set()
