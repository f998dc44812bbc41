"""The process of a hook: standard input to a handler, its response to standard output.

The client reads standard output as JSON and drops all of it where anything else is there. So
the handler never has it: what is printed, by a program that the handler starts too, goes to
standard error. The exit code is 0; to the client 2 means to block, and Python itself ends so after
a wrong flag.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.core import (
    MAXIMUM_EVENT_BYTES,
    answer_json,
    no_event_error,
    parse_payload,
    render_json_line,
)
from phaser_lint.core.errors import InputError, PhaserError, UsageError
from phaser_lint.core.text import split_printable_lines
from phaser_lint.hook_library.base_input import BaseHookInput
from phaser_lint.hook_library.base_response import BaseHookResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Any, Protocol, TypeAlias

    HookFunction: TypeAlias = Callable[[Any], BaseHookResponse | None]
    RouteKey: TypeAlias = str | type[BaseHookInput]
    Route: TypeAlias = tuple[RouteKey, HookFunction]

    class RouteItems(Protocol):
        """A mapping of any such events: ``dict[str, …]`` is no ``Mapping[Taken, …]``."""

        def items(self) -> Iterable[Route]:
            """Return each event with its handler."""
            ...

    # By the first a checker infers ``run({"Stop": stop, PreToolUseInput: guard})``; the second
    # takes a mapping that was made before.
    HandlerTable: TypeAlias = Mapping[RouteKey, HookFunction] | RouteItems


def run(*handlers: HookFunction | HandlerTable, fail_closed: bool = False) -> None:
    """Run a team's own hook as a process: answer the event on standard input with the handler that
    takes it.

    Each of *handlers* is a function of one event that returns a response, or ``None`` for none. Its
    annotation names the event: ``PreToolUseInput``, or a union, or ``BaseToolInput`` for all events
    of a tool; without one it takes every event. A mapping from events (``"PreToolUse"`` or
    ``PreToolUseInput``) to functions is a handler, too.

    The user reads whatever goes wrong: the handler fails, ends the process or returns something
    else, nothing takes the event, the event is no event. The call goes on; with *fail_closed* it is
    denied or blocked. The traceback is on standard error. Nothing is raised.
    """
    # Nothing is put where a standard stream was closed: the next file opened would be taken for
    # it. So was the answer's own descriptor: with ``2>&-`` it became standard error.
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            _silence_descriptor(descriptor)
    # From now on whatever is printed goes to standard error: the descriptor and not only
    # ``sys.stdout``, for what a program started by the handler prints.
    channel = os.dup(1)
    os.dup2(2, 1)
    remaining = (_answer_event(handlers, fail_closed=fail_closed) + "\n").encode("ascii")
    try:
        while remaining:
            remaining = remaining[os.write(channel, remaining) :]
        os.close(channel)
    except OSError:  # nobody listens
        pass
    # A stream that nobody reads must not decide the exit code: Python ends with 120 where its last
    # flush fails.
    for stream, descriptor in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            _silence_descriptor(descriptor)


def _answer_event(handlers: Sequence[HookFunction | HandlerTable], *, fail_closed: bool) -> str:
    raw: dict[str, Any] = {}
    try:
        raw = parse_event_json(_read_standard_input())
        return render_json_line(handle_event(raw, handlers))
    except BaseException as error:  # sys.exit(2), too: it would block without a reason
        script = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "hook"
        try:
            if isinstance(error, PhaserError):
                sys.stderr.write(f"{script}: {describe_error(error)}\n")
            else:
                sys.__excepthook__(type(error), error, error.__traceback__)
        except (OSError, ValueError, AttributeError):  # nobody reads standard error
            pass
        return render_json_line(
            make_failure_answer(error, raw=raw, script=script, fail_closed=fail_closed)
        )


def _read_standard_input() -> bytes:
    """Return standard input, at least one byte too much if it is larger than an event may be."""
    chunks, size = [], 0
    try:
        while size <= MAXIMUM_EVENT_BYTES and (chunk := os.read(0, 64 * 1024)):
            chunks.append(chunk)
            size += len(chunk)
    except OSError:  # closed: the same as empty
        return b""
    return b"".join(chunks)


def _silence_descriptor(descriptor: int) -> None:
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, descriptor)
        if nothing != descriptor:
            os.close(nothing)
    except OSError:
        return


# Which handler takes an event, and the answer that its return value makes.
#
# A handler is a function of one event that returns a response, or ``None`` for none. It is given as
# a function, whose annotation names the events that it takes (``PreToolUseInput``, a union of such,
# ``BaseToolInput`` for every event of a tool, nothing for all events), or in a mapping from events
# (``"PreToolUse"`` or ``PreToolUseInput``) to handlers. Exactly one handler has to take the event.


def handle_event(
    raw: Mapping[str, Any], handlers: Sequence[HookFunction | HandlerTable]
) -> dict[str, Any]:
    """Return the answer of a team's hook, in its process, to the event *raw* by the one of
    *handlers* that takes it: ``{}`` where it returns none.

    Raises ``InputError`` for an event that is malformed or that no handler takes, ``UsageError``
    for handlers or a return value that cannot be; whatever a handler raises is not caught.
    """
    event = parse_event_type(raw)
    handler = _choose_handler(event, list(_list_routes(handlers)))
    response: Any = handler(event)
    if response is None:
        return {}
    expected = find_response_class(event.hook_event_name)
    # A denial in answer to an event without a response of its own would be dropped by the client.
    is_general = type(response) is BaseHookResponse
    if not is_general and not (expected.EVENT_NAME and isinstance(response, expected)):
        raise UsageError(
            f"{event.hook_event_name}: expected {expected.__name__} or None from "
            f"{_name_handler(handler)}, found {type(response).__name__}"
        )
    answer: dict[str, Any] = response.to_json(event)
    response.apply(event)
    return answer


def _choose_handler(event: BaseHookInput, routes: Sequence[Route]) -> HookFunction:
    name = event.hook_event_name
    matching = [
        handler
        for route_key, handler in routes
        if (name == route_key if isinstance(route_key, str) else isinstance(event, route_key))
    ]
    if not matching:
        keys = [key if isinstance(key, str) else key.__name__ for key, _ in routes]
        labels = ", ".join(dict.fromkeys(keys))
        raise InputError(f"{name}: no handler takes this event; there are some for: {labels}")
    if len(matching) > 1:
        names = ", ".join(map(_name_handler, matching))
        raise UsageError(f"{name}: expected one handler for this event, found {names}")
    return matching[0]


def _name_handler(handler: HookFunction) -> str:
    return getattr(handler, "__name__", type(handler).__name__)


def _list_routes(handlers: Sequence[HookFunction | HandlerTable]) -> Iterator[Route]:
    """Yield what each handler takes; raises ``UsageError`` for what is no handler."""
    if not handlers:
        raise UsageError("run: expected a handler")
    for source in handlers:
        if hasattr(source, "items"):
            for key, handler in source.items():
                is_input = isinstance(key, type) and issubclass(key, BaseHookInput)
                if not is_input and not (isinstance(key, str) and key in EVENTS):
                    raise UsageError(
                        f"run: expected an event ({', '.join(EVENTS)}) or its input, found {key!r}"
                    )
                yield key, _require_callable(handler)
        else:
            handler = _require_callable(source)
            for event_type in _find_annotated_types(handler) or (BaseHookInput,):
                yield event_type, handler


def _require_callable(handler: Any) -> HookFunction:
    if not callable(handler) or isinstance(handler, type):
        raise UsageError(f"run: expected a handler, a function of one event; found {handler!r}")
    callable_handler: HookFunction = handler
    return callable_handler


def _find_annotated_types(handler: HookFunction) -> tuple[type[BaseHookInput], ...]:
    """Return the event types of the first parameter that is annotated with one."""
    function = getattr(handler, "func", handler)  # what functools.partial has wrapped
    if not hasattr(function, "__annotations__"):
        function = getattr(function, "__call__", function)  # noqa: B004 - not to ask, to get it
    function = getattr(function, "__wrapped__", function)
    names = getattr(function, "__globals__", {})
    for parameter, annotation in getattr(function, "__annotations__", {}).items():
        types = () if parameter == "return" else _find_event_types(annotation, names)
        if types:
            return types
    return ()


def _find_event_types(
    annotation: object, names: Mapping[str, Any]
) -> tuple[type[BaseHookInput], ...]:
    """Return the event types of *annotation*, by what the handler's own module means by *names*."""
    members: Sequence[object] = (annotation,)
    if isinstance(annotation, str):
        try:
            members = (eval(annotation, dict(names)),)
        except Exception:  # imported for a type checker only: the names have to do
            classes = {
                find_input_class(event).__name__: find_input_class(event) for event in EVENTS
            }
            words = [word.strip().rpartition(".")[2] for word in annotation.split("|")]
            members = [classes[word] for word in words if word in classes]
    return tuple(
        event_type
        for member in members
        for event_type in getattr(member, "__args__", None) or (member,)
        if isinstance(event_type, type) and issubclass(event_type, BaseHookInput)
    )


# The events: which input and which response each has, and how one is read.
#
#     event_json(b'{"hook_event_name": "Stop"}')      the event as a dictionary
#     typed(event_json(data))                         a ``StopInput``
#
# An event without types of its own is a ``BaseHookInput``.

# Its module, and how the names of its classes begin.
EVENTS = {
    "PreToolUse": ("pre_tool_use", "PreToolUse"),
    "PostToolUse": ("post_tool_use", "PostToolUse"),
    "PostToolUseFailure": ("post_tool_use_failure", "PostToolUseFailure"),
    "UserPromptSubmit": ("user_prompt_submit", "UserPromptSubmit"),
    "SessionStart": ("session_start", "SessionStart"),
    "Stop": ("stop", "Stop"),
    "SubagentStop": ("stop", "Stop"),
}


def parse_event_json(content: bytes) -> dict[str, Any]:
    """Return the event in *content*, a hook's standard input; raises ``InputError``."""
    event = parse_payload(content)
    if not isinstance(event, dict):
        raise no_event_error()
    return event


def parse_event_type(raw: Mapping[str, Any]) -> BaseHookInput:
    """Return the event *raw*, in the process of a team's hook, as an input of its type; raises
    ``InputError`` for a field of the wrong type.
    """
    name = raw.get("hook_event_name")
    if not isinstance(name, str) or not name:
        raise InputError("hook event: hook_event_name: expected an event's name")
    return find_input_class(name)(raw)


def find_input_class(event_name: str) -> type[BaseHookInput]:
    """Return the class of the input that a team's hook gets for the event of that name."""
    event_class: type[BaseHookInput] = _load_class(event_name, "Input") or BaseHookInput
    return event_class


def find_response_class(event_name: str) -> type[BaseHookResponse]:
    """Return the class of the response that a team's hook gives to the event of that name."""
    event_class: type[BaseHookResponse] = _load_class(event_name, "Response") or BaseHookResponse
    return event_class


def _load_class(event_name: str, ending: str) -> Any:
    """Return a class of the module of the event of that name; ``None`` where it has none."""
    module, beginning = EVENTS.get(event_name, ("", ""))
    if not module:
        return None
    package = __import__(f"phaser_lint.hook_library.{module}", fromlist=(beginning,))
    return getattr(package, f"{beginning}{ending}")


# The answer of a hook that failed: visible to the user, and open unless it was asked to be closed.
#
# Open, the call goes on as if there were no hook. Closed, what the event can stop is stopped: a
# tool call is denied, a prompt or a stop is blocked (a stop once), a finished call is reported as
# an error. SessionStart and PostToolUseFailure stop nothing. The exit code is 0 either way: what
# other codes do differs from client to client.

_OWN_FOLDER = os.path.dirname(__file__)
_BLOCKED = ("PostToolUse", "UserPromptSubmit")
_STOPS = ("Stop", "SubagentStop")


def make_failure_answer(
    error: BaseException, *, raw: Mapping[str, Any], script: str, fail_closed: bool
) -> dict[str, Any]:
    """Return what the process of a user's own hook answers where it failed with *error* at the
    event *raw*, empty if unread.
    """
    message = f"{script} failed, so it checked nothing: {describe_error(error)}"
    answer = answer_json.make_common_fields(system_message=message)
    name = raw.get("hook_event_name")
    if not fail_closed:
        return answer
    if name == "PreToolUse":
        return {**answer_json.make_permission_answer("deny", reason=message), **answer}
    stops = name in _STOPS and raw.get("stop_hook_active") is not True
    # An event that could not be read: before a tool call, a block is the older form of a denial.
    if stops or name in _BLOCKED or not isinstance(name, str):
        return {**answer_json.make_blocking_answer(message), **answer}
    return answer


def describe_error(error: BaseException) -> str:
    """Return in a sentence the *error* that ended the process of a team's own hook, with its place
    in that hook's code where there is one.
    """
    if isinstance(error, SystemExit):
        message = f"the handler ended the process (exit code {error.code})"
    elif isinstance(error, KeyboardInterrupt):
        message = "interrupted"
    elif isinstance(error, PhaserError):
        message = str(error)
    else:
        message = f"{type(error).__name__}: {error}".removesuffix(": ")
    return "\n".join(split_printable_lines(message + _describe_place(error.__traceback__)))


def _describe_place(traceback: TracebackType | None) -> str:
    """Return the last line that ran of the handler's folder: not one of this package or Python."""
    place, folder = "", ""
    while traceback is not None:
        path = traceback.tb_frame.f_code.co_filename
        if os.path.dirname(path) != _OWN_FOLDER:
            folder = folder or os.path.dirname(path)
        if folder and os.path.dirname(path) == folder:
            place = f" ({os.path.basename(path)}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return place
