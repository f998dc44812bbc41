"""Which handler gets an event, and which return values answer it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Optional, Union

import pytest

from phaser_lint import hooks
from phaser_lint.hook_library.process import handle_event
from phaser_lint.hooks import (
    BaseHookInput,
    BaseHookResponse,
    BaseToolInput,
    InputError,
    PostToolUseInput,
    PostToolUseResponse,
    PreToolUseInput,
    PreToolUseResponse,
    StopInput,
    StopResponse,
    UsageError,
)
from phaser_lint.hooks import PreToolUseInput as BeforeTool
from tests.hook_library.made import event

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaser_lint.hooks import PreToolUseInput as OnlyForTypes  # noqa: F401
    from phaser_lint.hooks import SessionStartInput, UserPromptSubmitInput

WRITE = {"tool_name": "Write", "tool_input": {"file_path": "/a", "content": "x"}}


def heard(hook_event: BaseHookInput) -> BaseHookResponse:
    """An answer that tells which event came, and with which type."""
    message = f"{hook_event.hook_event_name} {type(hook_event).__name__}"
    return BaseHookResponse.with_system_message(message)


def plain(hook_event: PreToolUseInput) -> BaseHookResponse | None:
    return heard(hook_event)


def aliased(hook_event: BeforeTool) -> BaseHookResponse | None:
    return heard(hook_event)


def dotted(hook_event: hooks.PreToolUseInput) -> BaseHookResponse | None:
    return heard(hook_event)


def union(hook_event: PreToolUseInput | PostToolUseInput) -> BaseHookResponse | None:
    return heard(hook_event)


def older_union(hook_event: Union[PreToolUseInput, StopInput]) -> BaseHookResponse | None:  # noqa: UP007
    return heard(hook_event)


def optional(hook_event: Optional[PreToolUseInput]) -> BaseHookResponse | None:  # noqa: UP045
    return heard(hook_event) if hook_event else None


def for_types_only(
    hook_event: UserPromptSubmitInput | SessionStartInput,
) -> BaseHookResponse | None:
    return heard(hook_event)


def any_tool(hook_event: BaseToolInput) -> BaseHookResponse | None:
    return heard(hook_event)


def any_event(hook_event: BaseHookInput) -> BaseHookResponse | None:
    return heard(hook_event)


def unannotated(hook_input):  # type: ignore[no-untyped-def]
    return heard(hook_input)


def with_options(hook_event: PreToolUseInput, *, strict: bool = False) -> BaseHookResponse | None:
    return heard(hook_event)


def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*arguments: Any) -> Any:
        return function(*arguments)

    return wrapper


class Guard:
    """A handler with settings."""

    def __call__(self, hook_event: PreToolUseInput) -> BaseHookResponse | None:
        return heard(hook_event)

    def method(self, hook_event: StopInput) -> BaseHookResponse | None:
        return heard(hook_event)


TOOL_EVENTS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
OTHER_EVENTS = ("UserPromptSubmit", "SessionStart", "Stop", "SubagentStop")
EVERY_EVENT = (*TOOL_EVENTS, *OTHER_EVENTS, "Notification")
HANDLERS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "plain": (plain, ("PreToolUse",)),
    "aliased": (aliased, ("PreToolUse",)),
    "dotted": (dotted, ("PreToolUse",)),
    "union": (union, ("PreToolUse", "PostToolUse")),
    "older union": (older_union, ("PreToolUse", "Stop", "SubagentStop")),
    "optional": (optional, ("PreToolUse",)),
    "imported for types only": (for_types_only, ("UserPromptSubmit", "SessionStart")),
    "any tool": (any_tool, TOOL_EVENTS),
    "any event": (any_event, EVERY_EVENT),
    "not annotated": (unannotated, EVERY_EVENT),
    "lambda": (lambda given: heard(given), EVERY_EVENT),
    "options": (with_options, ("PreToolUse",)),
    "partial": (functools.partial(with_options, strict=True), ("PreToolUse",)),
    "decorated": (decorated(plain), ("PreToolUse",)),
    "object": (Guard(), ("PreToolUse",)),
    "method": (Guard().method, ("Stop", "SubagentStop")),
    "by name": ({"PreToolUse": unannotated, "SubagentStop": unannotated},
                ("PreToolUse", "SubagentStop")),
    "by type": ({StopInput: unannotated}, ("Stop", "SubagentStop")),
    "by name, whatever is annotated": ({"Stop": plain}, ("Stop",)),
}  # fmt: skip
TYPES = {"SubagentStop": "StopInput", "Notification": "BaseHookInput"}


@pytest.mark.parametrize("row", HANDLERS.values(), ids=HANDLERS)
def test_a_handler_takes_only_its_events(row: Any) -> None:
    """Its own events, typed, and no other one."""
    handler, expected = row
    for name in EVERY_EVENT:
        payload = event(name, **WRITE)
        if name in expected:
            message = f"{name} {TYPES.get(name, f'{name}Input')}"
            assert handle_event(payload, [handler]) == {"systemMessage": message}
        else:
            with pytest.raises(InputError, match=f"{name}: no handler takes this event"):
                handle_event(payload, [handler])


def test_an_event_that_no_handler_takes() -> None:
    """The message tells what is there."""
    with pytest.raises(InputError) as caught:
        handle_event(event("Stop"), [union, {"SessionStart": heard}])
    assert str(caught.value) == (
        "Stop: no handler takes this event; there are some for: "
        "PreToolUseInput, PostToolUseInput, SessionStart"
    )


def test_each_handler_gets_its_own_event() -> None:
    handlers = [plain, {"Stop": heard}]
    assert handle_event(event("PreToolUse"), handlers) == {
        "systemMessage": "PreToolUse PreToolUseInput"
    }
    assert handle_event(event("Stop"), handlers) == {"systemMessage": "Stop StopInput"}


def test_two_handlers_of_one_event() -> None:
    """One would never be heard, so it is an error."""
    with pytest.raises(UsageError, match="expected one handler for this event, found plain, union"):
        handle_event(event("PreToolUse"), [plain, union])


def returning(returned: Any) -> Callable[[BaseHookInput], Any]:
    def handler(hook_input: BaseHookInput) -> Any:
        return returned

    return handler


@pytest.mark.parametrize(
    ("name", "returned", "answer"),
    [
        ("PreToolUse", None, {}),
        ("Notification", None, {}),
        ("PreToolUse", PreToolUseResponse.acknowledge(), {}),
        (
            "PreToolUse",
            PreToolUseResponse.acknowledge().with_updated_input(content="y"),
            {
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "updatedInput": {"file_path": "/a", "content": "y"},
                }
            },
        ),
        ("SubagentStop", StopResponse.block("b"), {"decision": "block", "reason": "b"}),
        (
            "Notification",
            BaseHookResponse.with_context("c"),
            {"hookSpecificOutput": {"hookEventName": "Notification", "additionalContext": "c"}},
        ),
    ],
)
def test_a_returned_response_becomes_the_answer(
    name: str, returned: Any, answer: dict[str, Any]
) -> None:
    """The response becomes the answer; `None` says nothing."""
    assert handle_event(event(name, **WRITE), [returning(returned)]) == answer


async def asynchronous(hook_input: PreToolUseInput) -> None:
    return None


@pytest.mark.parametrize(
    ("name", "returned", "message"),
    [
        ("PreToolUse", True, "expected PreToolUseResponse or None from handler, found bool"),
        ("PreToolUse", "deny", "expected PreToolUseResponse or None from handler, found str"),
        ("PreToolUse", {"decision": "block"}, "expected PreToolUseResponse .* found dict"),
        ("PreToolUse", PreToolUseResponse, "expected PreToolUseResponse .* found type"),
        ("PreToolUse", PostToolUseResponse(), "expected PreToolUseResponse .* PostToolUseResponse"),
        ("Stop", PreToolUseResponse.deny("x"), "expected StopResponse .* found PreToolUseResponse"),
        (
            "Notification",
            PreToolUseResponse.deny("x"),
            "expected BaseHookResponse or None from handler, found PreToolUseResponse",
        ),
    ],
)
def test_a_wrong_return_value_is_an_error(name: str, returned: Any, message: str) -> None:
    """What the client would not understand is an error, not nothing."""
    with pytest.raises(UsageError, match=f"{name}: {message}"):
        handle_event(event(name, **WRITE), [returning(returned)])


@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")
def test_an_asynchronous_handler_is_an_error() -> None:
    """It has not run when it returns."""
    with pytest.raises(UsageError, match="None from asynchronous, found coroutine"):
        handle_event(event("PreToolUse"), [asynchronous])


@pytest.mark.parametrize(
    ("handlers", "message"),
    [
        ([], "run: expected a handler"),
        ([None], "run: expected a handler, a function of one event; found None"),
        ([PreToolUseInput], "run: expected a handler, a function of one event; found <class"),
        ([{"Stop": None}], "run: expected a handler, a function of one event; found None"),
        ([{"PreToolUsed": heard}], r"run: expected an event \(PreToolUse, .*\) .*'PreToolUsed'"),
        ([{str: heard}], "run: expected an event .*, found <class 'str'>"),
        ([{}], "Stop: no handler takes this event"),
    ],
)
def test_a_wrong_table_of_handlers_is_reported(handlers: list[Any], message: str) -> None:
    """A mistake in the table is reported at any event."""
    with pytest.raises((UsageError, InputError), match=message):
        handle_event(event("Stop"), handlers)


@pytest.mark.parametrize("name", [None, "", 1, {}])
def test_an_event_without_a_name(name: Any) -> None:
    """It is none."""
    with pytest.raises(InputError, match="hook event: hook_event_name: expected an event's name"):
        handle_event(event(name), [any_event])


def test_what_a_handler_raises_goes_through() -> None:
    """The process makes an answer of it."""

    def failing_handler(hook_input: BaseHookInput) -> None:
        raise KeyError("a")

    with pytest.raises(KeyError):
        handle_event(event("Stop"), [failing_handler])
