"""UserPromptSubmit: the user has sent a prompt, which the model has not seen yet.

It can be blocked, and context can be put beside it. No client lets a hook replace it.
"""

from __future__ import annotations

from phaser_lint.core.errors import UsageError
from phaser_lint.hook_library.base_input import BaseHookInput
from phaser_lint.hook_library.base_response import BlockingResponse, make_reason


class UserPromptSubmitInput(BaseHookInput):
    """The user has sent a prompt."""

    __slots__ = ()
    _TYPES = BaseHookInput._TYPES | {
        "prompt": str,
        "user_prompt": str,
    }

    @property
    def prompt(self) -> str:
        """The prompt as the user wrote it."""
        return self._text("prompt", "user_prompt")


class UserPromptSubmitResponse(BlockingResponse):
    """What is to become of the prompt."""

    __slots__ = ()
    EVENT_NAME = "UserPromptSubmit"

    @staticmethod
    def allow() -> UserPromptSubmitResponse:
        """Let the prompt go on; the same as ``None``."""
        return UserPromptSubmitResponse()

    @staticmethod
    def deny(reason: str) -> UserPromptSubmitResponse:
        """Block the prompt, which the model never sees; the user reads *reason*."""
        return UserPromptSubmitResponse()._replace_values(reason=make_reason(reason))

    @staticmethod
    def with_modified_prompt(new_prompt: str) -> UserPromptSubmitResponse:
        """Raise ``UsageError``: a client cannot replace a prompt.

        ``with_context`` puts text beside the prompt; ``deny`` blocks it, and its reason may say
        what to write instead.
        """
        raise UsageError(
            "with_modified_prompt: a client cannot replace a prompt; "
            "expected with_context(text) or deny(reason)"
        )
