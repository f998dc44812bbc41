"""Which handler takes an event, and what its return value comes to.

A handler is a function of one event that returns a response, or ``None`` for nothing to say. It is
given as a function, whose annotation says which events it takes (``PreToolUseInput``, a union of
such, ``BaseToolInput`` for every event of a tool, nothing for all events), or in a mapping from
events (``"PreToolUse"`` or ``PreToolUseInput``) to handlers. Exactly one handler has to take the
event.
"""

from __future__ import annotations

from phaser_lint.core.errors import InputError, UsageError
from phaser_lint.hooks.base_input import BaseHookInput
from phaser_lint.hooks.event_types import EVENTS, input_class, response_class, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Protocol, TypeAlias

    from phaser_lint.hooks.base_response import BaseHookResponse

    Handler: TypeAlias = Callable[[Any], BaseHookResponse | None]
    Taken: TypeAlias = str | type[BaseHookInput]
    Route: TypeAlias = tuple[Taken, Handler]

    class RouteItems(Protocol):
        """A mapping of any such events: ``dict[str, …]`` is no ``Mapping[Taken, …]``."""

        def items(self) -> Iterable[Route]:
            """Return each event with its handler."""
            ...

    # By the first a checker infers ``run({"Stop": stop, PreToolUseInput: guard})``; the second
    # takes a mapping that was made before.
    HandlerTable: TypeAlias = Mapping[Taken, Handler] | RouteItems


def handle(raw: Mapping[str, Any], handlers: Sequence[Handler | HandlerTable]) -> dict[str, Any]:
    """Return the answer to the event *raw*: ``{}`` where its handler has nothing to say.

    Raises ``InputError`` for an event that is malformed or that no handler takes, ``UsageError``
    for handlers or a return value that cannot be; whatever a handler raises goes through.
    """
    event = typed(raw)
    handler = _handler_for(event, list(_routes(handlers)))
    response = _checked(handler(event), event, handler)
    if response is None:
        return {}
    answer = response.to_json(event)
    response.apply(event)
    return answer


def _handler_for(event: BaseHookInput, routes: Sequence[Route]) -> Handler:
    name = event.hook_event_name
    found = [handler for taken, handler in routes if _takes(taken, event)]
    if not found:
        known = ", ".join(dict.fromkeys(_label(taken) for taken, _ in routes))
        raise InputError(f"{name}: no handler takes this event; there are some for: {known}")
    if len(found) > 1:
        names = ", ".join(map(_name, found))
        raise UsageError(f"{name}: expected one handler for this event, found {names}")
    return found[0]


def _takes(taken: Taken, event: BaseHookInput) -> bool:
    return event.hook_event_name == taken if isinstance(taken, str) else isinstance(event, taken)


def _label(taken: Taken) -> str:
    return taken if isinstance(taken, str) else taken.__name__


def _name(handler: Handler) -> str:
    return getattr(handler, "__name__", type(handler).__name__)


def _routes(handlers: Sequence[Handler | HandlerTable]) -> Iterator[Route]:
    """Yield what each handler takes; raises ``UsageError`` for what is no handler."""
    if not handlers:
        raise UsageError("run: expected a handler")
    for given in handlers:
        if hasattr(given, "items"):
            for key, handler in given.items():
                yield _known(key), _callable(handler)
        else:
            handler = _callable(given)
            for taken in _annotated(handler) or (BaseHookInput,):
                yield taken, handler


def _callable(handler: Any) -> Handler:
    if not callable(handler) or isinstance(handler, type):
        raise UsageError(f"run: expected a handler, a function of one event; found {handler!r}")
    checked: Handler = handler
    return checked


def _known(key: object) -> Taken:
    if isinstance(key, type) and issubclass(key, BaseHookInput):
        return key
    if isinstance(key, str) and key in EVENTS:
        return key
    raise UsageError(f"run: expected an event ({', '.join(EVENTS)}) or its input, found {key!r}")


def _annotated(handler: Handler) -> tuple[type[BaseHookInput], ...]:
    """Return the event types of the first parameter that is annotated with one."""
    function = getattr(handler, "func", handler)  # what functools.partial has wrapped
    if not hasattr(function, "__annotations__"):
        function = getattr(function, "__call__", function)  # noqa: B004 - not to ask, to get it
    function = getattr(function, "__wrapped__", function)
    names = getattr(function, "__globals__", {})
    for parameter, annotation in getattr(function, "__annotations__", {}).items():
        types = () if parameter == "return" else _event_types(annotation, names)
        if types:
            return types
    return ()


def _event_types(annotation: object, names: Mapping[str, Any]) -> tuple[type[BaseHookInput], ...]:
    members = _evaluated(annotation, names) if isinstance(annotation, str) else (annotation,)
    return tuple(
        each
        for member in members
        for each in getattr(member, "__args__", None) or (member,)
        if isinstance(each, type) and issubclass(each, BaseHookInput)
    )


def _evaluated(annotation: str, names: Mapping[str, Any]) -> tuple[object, ...]:
    """Return what the handler's own module means by *annotation*."""
    try:
        return (eval(annotation, dict(names)),)
    except Exception:  # imported for a type checker only: the names have to do
        classes = {input_class(event).__name__: input_class(event) for event in EVENTS}
        written = [part.strip().rpartition(".")[2] for part in annotation.split("|")]
        return tuple(classes[name] for name in written if name in classes)


def _checked(response: Any, event: BaseHookInput, handler: Handler) -> BaseHookResponse | None:
    """Return the *response* of *handler*; raises ``UsageError`` if it does not answer *event*."""
    from phaser_lint.hooks.base_response import BaseHookResponse

    expected = response_class(event.hook_event_name)
    # A denial in answer to an event without a response of its own would be dropped by the client.
    general = type(response) is BaseHookResponse
    if response is None or general or (_is_own(expected) and isinstance(response, expected)):
        answered: BaseHookResponse | None = response
        return answered
    raise UsageError(
        f"{event.hook_event_name}: expected {expected.__name__} or None from {_name(handler)}, "
        f"found {type(response).__name__}"
    )


def _is_own(expected: type[BaseHookResponse]) -> bool:
    return bool(expected.EVENT_NAME)
