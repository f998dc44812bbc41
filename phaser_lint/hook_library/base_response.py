"""What every answer can hold: context for the model, a message to the user, an end.

A response is a value: each ``with_…`` returns another one, and the client gets it when the handler
returns it. Called on the class, ``with_…`` starts from an empty answer.
"""

from __future__ import annotations

from phaser_lint.core import answer_json
from phaser_lint.core.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

    from typing_extensions import Self

    from phaser_lint.hook_library.base_input import BaseHookInput

    Parameters = ParamSpec("Parameters")
    Owner = TypeVar("Owner")

    class HybridMethod(Generic[Parameters]):
        """A method that starts an answer on the class, and adds to one on an instance.

            PreToolUseResponse.with_context("…")               an answer of that context alone
            PreToolUseResponse.deny("…").with_context("…")     the denial, with that context

        A static method would be callable on the denial too, and would quietly lose it.
        """

        def __init__(self, function: Callable[Concatenate[Any, Parameters], Any]) -> None: ...

        def __get__(
            self, instance: Owner | None, owner: type[Owner]
        ) -> Callable[Parameters, Owner]: ...

else:

    class HybridMethod:
        __slots__ = ("function",)

        def __init__(self, function):
            self.function = function

        def __get__(self, instance, owner):
            response = owner.acknowledge() if instance is None else instance
            return self.function.__get__(response, owner)


class BaseHookResponse:
    """An answer to any event; each event has one of its own, which can hold more."""

    __slots__ = ("_values",)
    EVENT_NAME = ""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    @classmethod
    def acknowledge(cls) -> Self:
        """Answer nothing: the client decides what happens next."""
        return cls()

    @HybridMethod
    def with_context(self, context: str) -> Self:
        """Give the model *context* to consider; the user does not see it.

        Over 10,000 characters the client moves it to a file and shows the model the beginning.
        """
        return self._join_text("additional_context", context)

    @HybridMethod
    def with_message(self, message: str) -> Self:
        """Give the model *message* to consider: another name of ``with_context``."""
        return self._join_text("additional_context", message)

    @HybridMethod
    def with_system_message(self, message: str) -> Self:
        """Have the response show *message* to the user; the model does not see it."""
        return self._join_text("system_message", message)

    @HybridMethod
    def with_stop(self, stop_reason: str = "") -> Self:
        """End the agent's work (``continue: false``); the user sees *stop_reason*.

        Before a tool call it does not stop that call: ``PreToolUseResponse.deny`` does.
        """
        return self._replace_values(stop_reason=make_text(stop_reason))

    @HybridMethod
    def with_suppressed_output(self) -> Self:
        """Keep the hook's output out of the transcript; today's clients accept and ignore it."""
        return self._replace_values(suppress_output=True)

    @property
    def additional_context(self) -> str | None:
        """What the model is given to consider."""
        return self._text("additional_context")

    @property
    def system_message(self) -> str | None:
        """What the response shows the user."""
        return self._text("system_message")

    @property
    def stop_reason(self) -> str | None:
        """Why the agent ends, empty without a reason; ``None`` if it goes on."""
        return self._text("stop_reason")

    @property
    def suppress_output(self) -> bool:
        """Whether the output is kept out of the transcript."""
        return "suppress_output" in self._values

    def to_json(self, event: BaseHookInput | None = None) -> dict[str, Any]:
        """Return the response to *event* as the client reads it; without *event*, to any such one.

        Raises ``UsageError`` for what cannot be said without knowing the event.
        """
        name = (event.hook_event_name if event else "") or self.EVENT_NAME
        if not name and self.additional_context:
            raise UsageError("with_context: expected the event that is answered: to_json(event)")
        return {
            **self._decision_output(name, event),
            **answer_json.make_common_fields(
                system_message=self.system_message or "",
                stop_reason=self.stop_reason,
                suppress_output=self.suppress_output,
            ),
        }

    def apply(self, event: BaseHookInput) -> None:
        """Do what the response asks for outside of its JSON, once, before it is written."""

    def _decision_output(self, event_name: str, event: BaseHookInput | None) -> dict[str, Any]:
        """Return what the answer decides, under the client's names."""
        return answer_json.make_specific_output(
            event_name, additionalContext=self.additional_context
        )

    def _replace_values(self, **values: object) -> Self:
        response = object.__new__(type(self))
        response._values = {**self._values, **values}
        return response

    def _join_text(self, key: str, addition: object) -> Self:
        # A second context must not take the place of the first.
        texts = (self._values.get(key), make_text(addition))
        return self._replace_values(**{key: "\n".join(text for text in texts if text)})

    def _text(self, key: str) -> str | None:
        text = self._values.get(key)
        return text if isinstance(text, str) else None

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={field!r}" for name, field in self._values.items())
        return f"{type(self).__name__}({fields})"

    def __eq__(self, response: object) -> bool:
        return type(self) is type(response) and self._values == getattr(response, "_values", None)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # an answer may hold a dictionary


class BlockingResponse(BaseHookResponse):
    """An answer that may block what happens, with the reason."""

    __slots__ = ()

    @property
    def reason(self) -> str | None:
        """Why it is blocked, or what the model reads as an error; ``None`` if it is not."""
        return self._text("reason")

    def _decision_output(self, event_name: str, event: BaseHookInput | None) -> dict[str, Any]:
        blocked = answer_json.make_blocking_answer(self.reason) if self.reason is not None else {}
        return {**blocked, **super()._decision_output(event_name, event)}


def make_text(content: object) -> str:
    """Return *content* of a response as text: ``deny(error)`` has to deny, not to fail."""
    return content if isinstance(content, str) else "" if content is None else str(content)


def make_reason(content: object) -> str:
    """Return *content* as a reason, never blank: a blank one must not undo a decision."""
    reason = make_text(content)
    return reason if reason.strip() else "A hook decided this and gave no reason."
