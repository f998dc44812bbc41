"""Write a hook of your own for Claude Code: typed events in, typed answers out.

    from phaser_lint.hooks import PreToolUseInput, PreToolUseResponse, run

    def guard(event: PreToolUseInput) -> PreToolUseResponse | None:
        if event.file_path_matches("migrations/**"):
            return PreToolUseResponse.deny("Migrations are written by hand.")
        return None

    run(guard)

``run`` reads the event from standard input, calls the handler that is annotated with the event's
type and writes its answer. In ``hook_library`` each event has a module with its input and its
response:

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
    from phaser_lint.hook_library.base_input import BaseHookInput
    from phaser_lint.hook_library.base_response import BaseHookResponse
    from phaser_lint.hook_library.base_tool_input import BaseToolInput
    from phaser_lint.hook_library.post_tool_use import PostToolUseInput, PostToolUseResponse
    from phaser_lint.hook_library.post_tool_use_failure import (
        PostToolUseFailureInput,
        PostToolUseFailureResponse,
    )
    from phaser_lint.hook_library.pre_tool_use import PreToolUseInput, PreToolUseResponse
    from phaser_lint.hook_library.process import run
    from phaser_lint.hook_library.reconstruction import (
        ProposedFile,
        ReconstructionResult,
        reconstruct,
    )
    from phaser_lint.hook_library.session_start import SessionStartInput, SessionStartResponse
    from phaser_lint.hook_library.stop import StopInput, StopResponse
    from phaser_lint.hook_library.user_prompt_submit import (
        UserPromptSubmitInput,
        UserPromptSubmitResponse,
    )

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
    "BaseHookInput": "hook_library.base_input",
    "BaseHookResponse": "hook_library.base_response",
    "BaseToolInput": "hook_library.base_tool_input",
    "InputError": "core.errors",
    "PhaserError": "core.errors",
    "PostToolUseFailureInput": "hook_library.post_tool_use_failure",
    "PostToolUseFailureResponse": "hook_library.post_tool_use_failure",
    "PostToolUseInput": "hook_library.post_tool_use",
    "PostToolUseResponse": "hook_library.post_tool_use",
    "PreToolUseInput": "hook_library.pre_tool_use",
    "PreToolUseResponse": "hook_library.pre_tool_use",
    "ProposedFile": "hook_library.reconstruction",
    "ReconstructionResult": "hook_library.reconstruction",
    "SessionStartInput": "hook_library.session_start",
    "SessionStartResponse": "hook_library.session_start",
    "StopInput": "hook_library.stop",
    "StopResponse": "hook_library.stop",
    "UsageError": "core.errors",
    "UserPromptSubmitInput": "hook_library.user_prompt_submit",
    "UserPromptSubmitResponse": "hook_library.user_prompt_submit",
    "reconstruct": "hook_library.reconstruction",
    "run": "hook_library.process",
}


def __getattr__(name: str) -> object:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(__import__(f"phaser_lint.{module}", fromlist=(name,)), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
