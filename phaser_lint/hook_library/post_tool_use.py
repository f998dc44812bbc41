"""PostToolUse: after a tool has run. What it did is done; the model can read about it."""

from __future__ import annotations

from phaser_lint.core import JsonValue, answer_json, render_json_line
from phaser_lint.hook_library.base_input import BaseHookInput
from phaser_lint.hook_library.base_response import BlockingResponse, make_reason, make_text
from phaser_lint.hook_library.base_tool_input import BaseToolInput


class PostToolUseInput(BaseToolInput):
    """A tool has run.

    Claude Code reports a call that failed as another event, PostToolUseFailure. Other agents report
    it here, and ``failed`` is true.
    """

    __slots__ = ()
    _TYPES = BaseToolInput._TYPES | {
        "tool_error": str,
        "duration_ms": float,
    }

    @property
    def tool_response(self) -> JsonValue:
        """What the tool answered: an object of its own kind, or text; ``None`` if not known."""
        return self._raw.get("tool_response", self._raw.get("tool_result"))

    @property
    def tool_result(self) -> str:
        """What the tool answered, as text: an object as JSON; empty if not known."""
        result = self._raw.get("tool_result", self._raw.get("tool_response"))
        if result is None or isinstance(result, str):
            return result or ""
        return render_json_line(result)

    @property
    def tool_error(self) -> str | None:
        """The error of a call that failed, where the agent reports it here; else ``None``."""
        own_error = self._text("tool_error")
        if own_error:
            return own_error
        response = self.tool_response
        error = response.get("error") if isinstance(response, dict) else None
        return error if isinstance(error, str) and error else None

    @property
    def duration_ms(self) -> float | None:
        """How many milliseconds the tool took, if known."""
        return self._raw.get("duration_ms")

    @property
    def succeeded(self) -> bool:
        """Whether the tool ended without an error."""
        return not self.failed

    @property
    def failed(self) -> bool:
        """Whether the tool reported an error: ``tool_error``, or ``success: false``."""
        response = self.tool_response
        refused = isinstance(response, dict) and response.get("success") is False
        return refused or self.tool_error is not None


class PostToolUseResponse(BlockingResponse):
    """What the model is to read about the tool call, which has happened."""

    __slots__ = ()
    EVENT_NAME = "PostToolUse"

    def __init__(self, additional_context: str | None = None) -> None:
        super().__init__()
        if additional_context is not None:
            self._values = {"additional_context": make_text(additional_context)}

    @staticmethod
    def block(reason: str) -> PostToolUseResponse:
        """Report *reason* to the model as an error of the call, which stays done.

        The client puts the hook's command line before it; ``with_context`` reads better.
        """
        return PostToolUseResponse()._replace_values(reason=make_reason(reason))

    def _decision_output(
        self, event_name: str, event: BaseHookInput | None
    ) -> dict[str, JsonValue]:
        decided = super()._decision_output(event_name, event)
        specific = "hookSpecificOutput" in decided
        return decided if specific else {**decided, **answer_json.make_event_output(event_name)}
