"""Stop and SubagentStop: whether the agent may end its turn."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.hooks import StopInput, StopResponse
from tests.hook_library.made import event


def test_a_stop_has_its_recorded_fields() -> None:
    """As recorded, and with nothing."""
    hook_event = StopInput(event("Stop", stop_hook_active=True, last_assistant_message="done"))
    assert (hook_event.stop_hook_active, hook_event.last_assistant_message) == (True, "done")
    assert (StopInput({}).stop_hook_active, StopInput({}).last_assistant_message) == (False, "")


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        (StopResponse.allow(), {}),
        (StopResponse.acknowledge(), {}),
        (StopResponse.block("Run the tests."), {"decision": "block", "reason": "Run the tests."}),
        (
            StopResponse.block(""),
            {"decision": "block", "reason": "A hook decided this and gave no reason."},
        ),
        (
            StopResponse.with_context("c"),
            {"hookSpecificOutput": {"hookEventName": "SubagentStop", "additionalContext": "c"}},
        ),
    ],
)
def test_each_response_to_a_stop_is_whole(response: StopResponse, answer: dict[str, Any]) -> None:
    """The whole JSON of each; the event that is answered gives its name."""
    assert response.to_json(StopInput(event("SubagentStop"))) == answer
