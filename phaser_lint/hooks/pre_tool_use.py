"""PreToolUse: before a tool call. It can be left to the client, denied, asked about, or changed."""

from __future__ import annotations

from phaser_lint.core import answer_json
from phaser_lint.core.errors import UsageError
from phaser_lint.hooks.base_input import BaseHookInput
from phaser_lint.hooks.base_response import BaseHookResponse, HybridMethod, as_reason, as_text
from phaser_lint.hooks.base_tool_input import BaseToolInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar, Literal

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
    EVENT_NAME: ClassVar[str] = "PreToolUse"

    def __init__(
        self,
        decision: PermissionDecision | None = None,
        reason: str | None = None,
        updated_input: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        if decision is not None and decision not in _DECISIONS:
            raise UsageError(f"decision: expected allow, deny or ask, found {decision!r}")
        message = as_reason(reason) if decision == "deny" else as_text(reason)
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
    def with_updated_input(self, /, **updates: Any) -> Self:
        """Change these fields of the tool's input; the others stay as they are.

        Without a decision the permission rules then check the changed call;
        with ``allow()`` it runs unasked. Hooks run side by side: another one sees the call as it
        was.

        Raises ``UsageError`` with a denial, and for values that JSON does not have.
        """
        if self.decision == "deny":
            raise UsageError("with_updated_input: a denied call has no input; expected an allow()")
        before = self.updated_input or {}
        return self._with(
            updated_input={**before, **_require_json_object(updates, "with_updated_input")}
        )

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
    def updated_input(self) -> Mapping[str, Any] | None:
        """The fields of the tool's input that are changed."""
        updated_input: Mapping[str, Any] | None = self._values.get("updated_input")
        return updated_input

    def _decided(self, event_name: str, event: BaseHookInput | None) -> dict[str, Any]:
        return answer_json.permission(
            self.decision,
            event_name=event_name,
            reason=self.reason or "",
            updated_input=self._whole_input(event),
            context=self.additional_context or "",
        )

    def _whole_input(self, event: BaseHookInput | None) -> Mapping[str, Any] | None:
        """Return the input with its changes: the client takes it in place of its own."""
        if self.updated_input is None:
            return None
        if not isinstance(event, BaseToolInput):
            raise UsageError(
                "with_updated_input: expected the event, whose other fields are kept: "
                "to_json(event)"
            )
        return {**event.tool_input, **self.updated_input}


def _require_json_object(arguments: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return *arguments* as a dictionary; raises ``UsageError`` with the place of what is no JSON.

    The client drops an answer that is no JSON and runs the tool, so a ``Path`` in it must be an
    error here.
    """
    for key, argument in arguments.items():
        _require_json(argument, f"{place}: {key}")
    return dict(arguments)


def _require_json(node: object, place: str) -> None:
    if isinstance(node, dict):
        for key, member in node.items():
            if not isinstance(key, str):
                _refuse_type(key, place)
            _require_json(member, f"{place}.{key}")
    elif isinstance(node, (list, tuple)):
        for index, element in enumerate(node):
            _require_json(element, f"{place}[{index}]")
    elif not _is_scalar(node):
        _refuse_type(node, place)


def _is_scalar(node: object) -> bool:
    if node is None or isinstance(node, (str, bool)):
        return True
    # Not isinstance: an IntEnum is written as its name. A NaN is not equal to itself.
    infinite = node in (float("inf"), float("-inf"))
    return type(node) in (int, float) and node == node and not infinite


def _refuse_type(node: object, place: str) -> None:
    kind = type(node).__name__
    raise UsageError(f"{place}: expected text, a number, a list or a dictionary, found {kind}")
