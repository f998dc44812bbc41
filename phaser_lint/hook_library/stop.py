"""Stop and SubagentStop: the agent is about to end its turn, and can be made to go on."""

from __future__ import annotations

from phaser_lint.hook_library.base_input import BaseHookInput
from phaser_lint.hook_library.base_response import BlockingResponse, make_reason


class StopInput(BaseHookInput):
    """The agent is about to stop."""

    __slots__ = ()
    _TYPES = BaseHookInput._TYPES | {
        "stop_hook_active": bool,
        "last_assistant_message": str,
    }

    @property
    def stop_hook_active(self) -> bool:
        """Whether the agent goes on only because a hook blocked before: block no second time."""
        return self._raw.get("stop_hook_active") is True

    @property
    def last_assistant_message(self) -> str:
        """What the model said last."""
        return self._text("last_assistant_message")


class StopResponse(BlockingResponse):
    """Whether the agent may stop. Context makes it go on too, for it has to consider it."""

    __slots__ = ()
    EVENT_NAME = "Stop"

    @staticmethod
    def allow() -> StopResponse:
        """Let the agent stop; the same as ``None``."""
        return StopResponse()

    @staticmethod
    def block(reason: str) -> StopResponse:
        """Make the agent go on; the model reads *reason*.

        Check ``StopInput.stop_hook_active`` first: a hook that always blocks keeps the agent going
        until the client ends it.
        """
        return StopResponse()._replace_values(reason=make_reason(reason))
