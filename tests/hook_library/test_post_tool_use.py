"""PostToolUse: what the tool answered, whether it failed, and what can be said about it."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.hooks import PostToolUseInput, PostToolUseResponse
from tests.hook_library.made import event

BASH = {"stdout": "ok\n", "stderr": "", "interrupted": False}
FAILED = {"success": False, "error": "gone"}
# tool_result, tool_error, succeeded
TOOL_RESULTS: dict[str, tuple[dict[str, Any], tuple[str, str | None, bool]]] = {
    "as specified": (
        {"tool_result": "File written successfully", "tool_error": None},
        ("File written successfully", None, True),
    ),
    "as specified, failed": ({"tool_result": "", "tool_error": "no"}, ("", "no", False)),
    "Claude Code": (
        {"tool_response": BASH},
        ('{"stdout": "ok\\n", "stderr": "", "interrupted": false}', None, True),
    ),
    "Codex": ({"tool_response": "Exit code: 0\n"}, ("Exit code: 0\n", None, True)),
    "short": ({"tool_response": {"success": True}}, ('{"success": true}', None, True)),
    "refused": ({"tool_response": {"success": False}}, ('{"success": false}', None, False)),
    "with an error": (
        {"tool_response": FAILED},
        ('{"success": false, "error": "gone"}', "gone", False),
    ),
    "NotebookEdit": ({"tool_response": {"error": ""}}, ('{"error": ""}', None, True)),
    "nothing": ({}, ("", None, True)),
}


@pytest.mark.parametrize("row", TOOL_RESULTS.values(), ids=TOOL_RESULTS)
def test_results_are_read_in_both_forms(row: Any) -> None:
    """In the specification's fields and in those that clients send."""
    fields, expected = row
    hook_event = PostToolUseInput(event("PostToolUse", tool_name="Write", **fields))
    assert (hook_event.tool_result, hook_event.tool_error, hook_event.succeeded) == expected
    assert hook_event.failed is not hook_event.succeeded


def test_helpers_of_the_call_are_after_it_too() -> None:
    """The helpers of the call are here too."""
    hook_event = PostToolUseInput(
        event("PostToolUse", tool_input={"file_path": "/a"}, tool_response=BASH, duration_ms=7)
    )
    assert (hook_event.file_path, hook_event.tool_response, hook_event.duration_ms) == (
        "/a",
        BASH,
        7,
    )
    assert PostToolUseInput({}).duration_ms is None


NAMED_TOOLS = {"hookEventName": "PostToolUse"}


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        # The specification's own.
        (PostToolUseResponse.acknowledge(), {"hookSpecificOutput": NAMED_TOOLS}),
        (
            PostToolUseResponse.with_context("Consider using a service class for this operation."),
            {
                "hookSpecificOutput": {
                    **NAMED_TOOLS,
                    "additionalContext": "Consider using a service class for this operation.",
                }
            },
        ),
        (
            PostToolUseResponse.with_message("m"),
            {"hookSpecificOutput": {**NAMED_TOOLS, "additionalContext": "m"}},
        ),
        (
            PostToolUseResponse(additional_context="m"),
            {"hookSpecificOutput": {**NAMED_TOOLS, "additionalContext": "m"}},
        ),
        (PostToolUseResponse(), {"hookSpecificOutput": NAMED_TOOLS}),
        (
            PostToolUseResponse.block("Undo it."),
            {"decision": "block", "reason": "Undo it.", "hookSpecificOutput": NAMED_TOOLS},
        ),
        (
            PostToolUseResponse.block("").with_context("c"),
            {
                "decision": "block",
                "reason": "A hook decided this and gave no reason.",
                "hookSpecificOutput": {**NAMED_TOOLS, "additionalContext": "c"},
            },
        ),
    ],
)
def test_each_response_after_a_tool_is_whole(
    response: PostToolUseResponse, answer: dict[str, Any]
) -> None:
    """The whole JSON of each."""
    assert response.to_json() == answer
