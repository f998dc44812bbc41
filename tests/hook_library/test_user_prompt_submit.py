"""UserPromptSubmit: the prompt, and what a hook can and cannot do with it."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.hooks import PhaserError, UserPromptSubmitInput, UserPromptSubmitResponse
from tests.hook_library.made import event


@pytest.mark.parametrize(
    ("fields", "prompt"),
    [
        ({"prompt": "Add a login feature"}, "Add a login feature"),
        ({"user_prompt": "Add a login feature"}, "Add a login feature"),
        ({"prompt": ""}, ""),
        ({}, ""),
    ],
)
def test_the_prompt_of_each_client_is_read(fields: dict[str, str], prompt: str) -> None:
    """Wave calls it `user_prompt`."""
    assert UserPromptSubmitInput(event("UserPromptSubmit", **fields)).prompt == prompt


CONTEXT = {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "c"}}


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        (UserPromptSubmitResponse.allow(), {}),
        (UserPromptSubmitResponse.acknowledge(), {}),
        (UserPromptSubmitResponse.deny("No."), {"decision": "block", "reason": "No."}),
        (
            UserPromptSubmitResponse.deny(" "),
            {"decision": "block", "reason": "A hook decided this and gave no reason."},
        ),
        (UserPromptSubmitResponse.with_context("c"), CONTEXT),
        (
            UserPromptSubmitResponse.deny("No.").with_context("c"),
            {"decision": "block", "reason": "No.", **CONTEXT},
        ),
    ],
)
def test_each_response_to_a_prompt_is_whole(
    response: UserPromptSubmitResponse, answer: dict[str, Any]
) -> None:
    """The whole JSON of each."""
    assert response.to_json() == answer


def test_a_prompt_cannot_be_replaced() -> None:
    """No client does that, so it is refused in place of being ignored."""
    with pytest.raises(PhaserError, match="a client cannot replace a prompt"):
        UserPromptSubmitResponse.with_modified_prompt("Add a logout feature")
    assert "cannot replace" in (UserPromptSubmitResponse.with_modified_prompt.__doc__ or "")
