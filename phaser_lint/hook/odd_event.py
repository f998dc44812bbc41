"""An event, or flags, that the hook's quick way does not take: read with care.

Whatever is wrong with either is a problem to report, and the answer to the event is still one.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.agent import AGENTS, DEFAULT, Event, choose_agent, load_adapter
from phaser_lint.core import Record, is_partial_event, no_event_error, parse_payload
from phaser_lint.core.errors import InputError, PhaserError
from phaser_lint.hook import HookRequest, Options, make_hook_request
from phaser_lint.hook.clean import parse_quick_options
from phaser_lint.hook.flags import parse_options


class OddEvent(Record):
    """The request of an event, and what is wrong with the event or with the flags.

    Without ``is_event`` the request is an empty one, with the flags as far as they are certain.
    """

    request: HookRequest
    problem: str = ""
    is_event: bool = True


def parse_odd_event(data: bytes, arguments: Sequence[str]) -> OddEvent:
    """Return the request of an event that is odd for the clean path, or what is wrong with it."""
    problem = ""
    try:
        options = parse_quick_options(arguments)
        if options is None:
            options = parse_options(arguments)
    except Exception as error:
        options, problem = _find_certain_options(arguments), tell_error(error)
    # What cannot be known of so large an event may be a contract of ours.
    is_closed = options.fail_closed or (options.protect and is_partial_event(data))
    options = options._replace(fail_closed=is_closed)
    agent = options.agent
    try:
        event_json = parse_payload(data)
        if not isinstance(event_json, dict):
            raise no_event_error()
        if agent:
            load_adapter(agent)
        agent = choose_agent(event_json, agent)
        if not agent:
            raise InputError("standard input: expected the hook event of an agent that is known")
        return OddEvent(make_hook_request(event_json, options, agent), problem)
    except Exception as error:
        unknown = make_hook_request({}, options, _choose_known_agent(agent))
        no_event = unknown._replace(event=Event("PreToolUse"))
        return OddEvent(no_event, problem or tell_error(error), is_event=False)


def _find_certain_options(arguments: Sequence[str]) -> Options:
    """Return what is certain in spite of a wrong flag: the agent, and how a failure is answered."""
    agent = ""
    for argument, following in zip(arguments, (*arguments[1:], ""), strict=False):
        flag, joined_by, word = argument.partition("=")
        if flag == "--agent":
            agent = word if joined_by else following
    return Options(
        fail_closed="--fail-closed" in arguments,
        agent=_choose_known_agent(agent),
        abort="--abort" in arguments,
        protect="--protect" in arguments,
    )


def tell_error(error: Exception) -> str:
    """Return what the user reads of an *error* in the hook: its text, or that it is our bug."""
    if isinstance(error, PhaserError):
        return str(error)
    return f"a bug in phaser-lint: {type(error).__name__}: {error}"


def _choose_known_agent(agent: str) -> str:
    return agent if any(name == agent for name, *_ in AGENTS) else DEFAULT
