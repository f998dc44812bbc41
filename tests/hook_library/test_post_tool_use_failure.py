"""PostToolUseFailure: the event of a call that failed."""

from __future__ import annotations

from phaser_lint.hooks import PostToolUseFailureInput, PostToolUseFailureResponse
from tests.hook_library.made import event

RECORDED = event(
    "PostToolUseFailure",
    tool_name="Bash",
    tool_input={"command": "exit 3"},
    tool_use_id="toolu_001_0",
    error="Exit code 3",
    is_interrupt=False,
    duration_ms=58,
)


def test_a_recorded_event_is_read_as_the_client_sends_it() -> None:
    hook_event = PostToolUseFailureInput(RECORDED)
    assert (hook_event.error, hook_event.tool_error, hook_event.is_interrupt) == (
        "Exit code 3",
    ) * 2 + (False,)
    assert (hook_event.succeeded, hook_event.failed) == (False, True)
    assert (hook_event.command, hook_event.duration_ms) == ("exit 3", 58)


def test_an_event_that_says_little() -> None:
    """It failed all the same."""
    hook_event = PostToolUseFailureInput({})
    assert (hook_event.error, hook_event.tool_error, hook_event.failed) == ("", None, True)


def test_context_after_a_failure_reaches_the_model() -> None:
    """Nothing can be stopped; context reaches the model."""
    assert PostToolUseFailureResponse.acknowledge().to_json() == {}
    assert PostToolUseFailureResponse.with_context("c").to_json() == {
        "hookSpecificOutput": {"hookEventName": "PostToolUseFailure", "additionalContext": "c"}
    }
