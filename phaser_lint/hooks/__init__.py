"""Write a hook of your own for Claude Code: typed events in, typed answers out.

    from phaser_lint.hooks import PreToolUseInput, PreToolUseResponse, run

    def guard(event: PreToolUseInput) -> PreToolUseResponse | None:
        if event.file_path_matches("migrations/**"):
            return PreToolUseResponse.deny("Migrations are written by hand.")
        return None

    run(guard)

``run`` reads the event from standard input, calls the handler that is annotated with the event's
type and writes its answer. Each event has a module with its input and its response:

    PreToolUse           ``pre_tool_use``
    PostToolUse          ``post_tool_use``
    PostToolUseFailure   ``post_tool_use_failure``
    UserPromptSubmit     ``user_prompt_submit``
    SessionStart         ``session_start``
    Stop, SubagentStop   ``stop``

A name is imported from its module when it is asked for: a hook runs on every call of a tool, and
pays for no event but its own.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.core.errors import InputError, PhaserError, UsageError
    from phaser_lint.hooks.base_input import BaseHookInput
    from phaser_lint.hooks.base_response import BaseHookResponse
    from phaser_lint.hooks.base_tool_input import BaseToolInput
    from phaser_lint.hooks.post_tool_use import PostToolUseInput, PostToolUseResponse
    from phaser_lint.hooks.post_tool_use_failure import (
        PostToolUseFailureInput,
        PostToolUseFailureResponse,
    )
    from phaser_lint.hooks.pre_tool_use import PreToolUseInput, PreToolUseResponse
    from phaser_lint.hooks.process import run
    from phaser_lint.hooks.reconstruction import ProposedFile, ReconstructionResult, reconstruct
    from phaser_lint.hooks.session_start import SessionStartInput, SessionStartResponse
    from phaser_lint.hooks.stop import StopInput, StopResponse
    from phaser_lint.hooks.user_prompt_submit import UserPromptSubmitInput, UserPromptSubmitResponse

__all__ = [
    "BaseHookInput",
    "BaseHookResponse",
    "BaseToolInput",
    "InputError",
    "PhaserError",
    "PostToolUseFailureInput",
    "PostToolUseFailureResponse",
    "PostToolUseInput",
    "PostToolUseResponse",
    "PreToolUseInput",
    "PreToolUseResponse",
    "ProposedFile",
    "ReconstructionResult",
    "SessionStartInput",
    "SessionStartResponse",
    "StopInput",
    "StopResponse",
    "UsageError",
    "UserPromptSubmitInput",
    "UserPromptSubmitResponse",
    "reconstruct",
    "run",
]

_MODULES = {
    "BaseHookInput": "hooks.base_input",
    "BaseHookResponse": "hooks.base_response",
    "BaseToolInput": "hooks.base_tool_input",
    "InputError": "core.errors",
    "PhaserError": "core.errors",
    "PostToolUseFailureInput": "hooks.post_tool_use_failure",
    "PostToolUseFailureResponse": "hooks.post_tool_use_failure",
    "PostToolUseInput": "hooks.post_tool_use",
    "PostToolUseResponse": "hooks.post_tool_use",
    "PreToolUseInput": "hooks.pre_tool_use",
    "PreToolUseResponse": "hooks.pre_tool_use",
    "ProposedFile": "hooks.reconstruction",
    "ReconstructionResult": "hooks.reconstruction",
    "SessionStartInput": "hooks.session_start",
    "SessionStartResponse": "hooks.session_start",
    "StopInput": "hooks.stop",
    "StopResponse": "hooks.stop",
    "UsageError": "core.errors",
    "UserPromptSubmitInput": "hooks.user_prompt_submit",
    "UserPromptSubmitResponse": "hooks.user_prompt_submit",
    "reconstruct": "hooks.reconstruction",
    "run": "hooks.process",
}


def __getattr__(name: str) -> object:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(__import__(f"phaser_lint.{module}", fromlist=(name,)), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
