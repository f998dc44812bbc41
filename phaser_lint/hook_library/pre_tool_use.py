"""PreToolUse: before a tool call. It can be left to the client, denied, asked about, or changed."""

from __future__ import annotations

from phaser_lint.core import JsonObject, JsonValue, answer_json
from phaser_lint.core.errors import UsageError
from phaser_lint.hook_library.base_input import BaseHookInput
from phaser_lint.hook_library.base_response import (
    BaseHookResponse,
    HybridMethod,
    make_reason,
    make_text,
)
from phaser_lint.hook_library.base_tool_input import BaseToolInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Self

    PermissionDecision = Literal["allow", "deny", "ask"]

_DECISIONS = ("allow", "deny", "ask")


class PreToolUseInput(BaseToolInput):
    """A tool is about to run."""

    __slots__ = ()


class PreToolUseResponse(BaseHookResponse):
    """What is to become of the tool call.

    Without an objection return ``None`` or ``acknowledge()``, not ``allow()``: then the client's
    own permission rules apply. Raises ``UsageError`` for an unknown decision, and for an updated
    input of a denial.
    """

    __slots__ = ()
    EVENT_NAME = "PreToolUse"

    def __init__(
        self,
        decision: PermissionDecision | None = None,
        reason: str | None = None,
        updated_input: JsonObject | None = None,
    ) -> None:
        super().__init__()
        if decision is not None and decision not in _DECISIONS:
            raise UsageError(f"decision: expected allow, deny or ask, found {decision!r}")
        message = make_reason(reason) if decision == "deny" else make_text(reason)
        fields = {"decision": decision, "reason": message or None}
        self._values = {key: field for key, field in fields.items() if field is not None}
        if updated_input is not None:
            self._values = self.with_updated_input(**updated_input)._values

    @staticmethod
    def allow(reason: str | None = None) -> PreToolUseResponse:
        """Let the tool run **without the client's own permission prompt**; the user sees *reason*.

        Deny and ask rules of the settings still count. To have no objection is not to allow: return
        ``None`` for that.
        """
        return PreToolUseResponse("allow", reason)

    @staticmethod
    def deny(reason: str) -> PreToolUseResponse:
        """Stop the tool call; the model reads *reason*, so that it can do it another way."""
        return PreToolUseResponse("deny", reason)

    @staticmethod
    def ask(reason: str) -> PreToolUseResponse:
        """Have the user confirm the call; the dialog shows *reason*.

        Without a user (``claude -p``) the call is refused. Modes that permit everything may not
        ask.
        """
        return PreToolUseResponse("ask", reason)

    @HybridMethod
    def with_updated_input(self, /, **updates: JsonValue) -> Self:
        """Change these fields of the tool's input; the others stay as they are.

        Without a decision the permission rules then check the changed call;
        with ``allow()`` it runs unasked. Hooks run side by side: another one sees the call as it
        was.

        Raises ``UsageError`` with a denial, and for values that JSON does not have.
        """
        if self.decision == "deny":
            raise UsageError("with_updated_input: a denied call has no input; expected an allow()")
        # The client drops an answer that is no JSON and runs the tool: a ``Path`` is an error here.
        for key, argument in updates.items():
            _require_json(argument, f"with_updated_input: {key}")
        return self._replace_values(updated_input={**(self.updated_input or {}), **updates})

    @property
    def decision(self) -> PermissionDecision | None:
        """What was decided; ``None`` leaves it to the client."""
        decision: PermissionDecision | None = self._values.get("decision")
        return decision

    @property
    def reason(self) -> str | None:
        """Why: the model reads it with a denial, the user with the others."""
        return self._text("reason")

    @property
    def updated_input(self) -> JsonObject | None:
        """The fields of the tool's input that are changed."""
        updated_input: JsonObject | None = self._values.get("updated_input")
        return updated_input

    def _decision_output(
        self, event_name: str, event: BaseHookInput | None
    ) -> dict[str, JsonValue]:
        whole_input = None
        if self.updated_input is not None:
            if not isinstance(event, BaseToolInput):
                raise UsageError(
                    "with_updated_input: expected the event, whose other fields are kept: "
                    "to_json(event)"
                )
            # The client takes it in place of its own.
            whole_input = {**event.tool_input, **self.updated_input}
        return answer_json.make_permission_answer(
            self.decision,
            event_name=event_name,
            reason=self.reason or "",
            updated_input=whole_input,
            context=self.additional_context or "",
        )


def _require_json(node: object, place: str) -> None:
    """Raise ``UsageError`` with the *place* of what is no JSON in the input for a tool."""
    if isinstance(node, dict):
        for key, member in node.items():
            if not isinstance(key, str):
                _refuse_type(key, place)
            _require_json(member, f"{place}.{key}")
    elif isinstance(node, (list, tuple)):
        for index, element in enumerate(node):
            _require_json(element, f"{place}[{index}]")
    elif node is not None and not isinstance(node, (str, bool)):
        # Not isinstance: an IntEnum is written as its name. A NaN is not equal to itself.
        is_finite = node == node and node not in (float("inf"), float("-inf"))
        if type(node) not in (int, float) or not is_finite:
            _refuse_type(node, place)


def _refuse_type(node: object, place: str) -> None:
    kind = type(node).__name__
    raise UsageError(f"{place}: expected text, a number, a list or a dictionary, found {kind}")
