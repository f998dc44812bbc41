"""PostToolUseFailure: a tool call failed. Claude Code reports it apart from PostToolUse."""

from __future__ import annotations

from phaser_lint.hook_library.base_response import BaseHookResponse
from phaser_lint.hook_library.base_tool_input import BaseToolInput


class PostToolUseFailureInput(BaseToolInput):
    """A tool call failed after it had started; one that was denied or not valid never did."""

    __slots__ = ()
    _TYPES = BaseToolInput._TYPES | {
        "error": str,
        "is_interrupt": bool,
        "duration_ms": float,
    }

    @property
    def error(self) -> str:
        """What failed, as the model reads it: ``Exit code 1`` and the output."""
        return self._text("error")

    @property
    def tool_error(self) -> str | None:
        """The ``error`` of the tool that failed, ``None`` if it is empty."""
        return self.error or None

    @property
    def is_interrupt(self) -> bool:
        """Whether the user interrupted the call."""
        return self._raw.get("is_interrupt") is True

    @property
    def duration_ms(self) -> float | None:
        """How many milliseconds the tool took to fail, if known."""
        return self._raw.get("duration_ms")

    @property
    def succeeded(self) -> bool:
        """False, always: it is a failure."""
        return False

    @property
    def failed(self) -> bool:
        """True, always: it is a failure."""
        return True


class PostToolUseFailureResponse(BaseHookResponse):
    """What the model is to read beside the error."""

    __slots__ = ()
    EVENT_NAME = "PostToolUseFailure"
