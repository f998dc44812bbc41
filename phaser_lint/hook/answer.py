"""A coding agent's hook event answered, whatever it is and however wrong it is.

A clean edit is answered ``{}``. Errors that the edit introduces deny it; existing violations are
mentioned. Warnings reach the model as context, before the edit or after it, as the agent has it. At
Stop, what is new against the last commit is reported once, whoever wrote it. The user reads what
could not be checked. The exit code is always 0, since others block every edit in one agent or
another; only for agents that know no other denial it is another.
"""

from __future__ import annotations

from phaser_lint.agent import AGENTS, DEFAULT, Decision, Event, adapter_of, agent_of
from phaser_lint.core import Record
from phaser_lint.core.text import (
    dumps,
    event_value,
    is_partial,
    loads,
    without_commands,
)
from phaser_lint.hook.clean import note_start_of_session, quick_options, write
from phaser_lint.hook.decisions import joined, merge_decisions
from phaser_lint.hook.request import Clock, Options, is_large, request_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.agent import Answer
    from phaser_lint.hook.request import HookRequest


_HIDDEN = "the event is larger than 64 MB, and which files it changes cannot be known"


def answer_bytes(
    data: bytes,
    arguments: Sequence[str],
    *,
    clock: Clock | None = None,
    request: HookRequest | None = None,
) -> int:
    """Answer the event that *data* holds; returns the exit code.

    Without a *clock* the event's time begins now. *request*: what the hook read of it before, if
    anything.
    """
    recording = None
    if any(argument.startswith("--record") for argument in arguments):
        from phaser_lint.hook.recording import taken

        recording, arguments = taken(arguments)
    parsed_event, unrecorded = _parse_event(data, arguments, clock or Clock(), request), ""
    if recording is not None:
        from phaser_lint.hook.recording import recorded

        unrecorded = recorded(
            recording, data, parsed_event.request if parsed_event.is_event else None
        )
    request = parsed_event.request
    decision = _as_sent(_decide_safely(parsed_event), request, unrecorded)
    has_link = b"[[" in data and request.options.augment and not parsed_event.problem
    answer = _with_context(request, decision) if has_link else _rendered(request, decision)
    write(answer.out, answer.err)
    return answer.code


class ParsedEvent(Record):
    """The request of an event, and what is wrong with the event or with the flags.

    Without ``is_event`` the request is an empty one, with the flags as far as they are certain.
    """

    request: HookRequest
    problem: str = ""
    is_event: bool = True


def _parse_event(
    data: bytes, arguments: Sequence[str], clock: Clock, request: HookRequest | None
) -> ParsedEvent:
    # An event of another agent than --agent names: below it is found out whether there is one.
    if request is not None and request.options.agent in ("", request.agent):
        return ParsedEvent(request)
    try:
        options, problem = options_of(arguments, clock), ""
    except Exception as error:
        options, problem = _certain_options(arguments, clock), _described(error)
    # What cannot be known of so large an event may be a contract of ours.
    closed = options.fail_closed or (options.protect and is_partial(data))
    options = options._replace(fail_closed=closed)
    agent = options.agent
    try:
        value = event_value(data)
        agent = _agent(value, agent)
        return ParsedEvent(request_of(value, options, agent), problem)
    except Exception as error:
        unknown = request_of({}, options, _known_agent(agent))
        no_event = unknown._replace(event=Event("PreToolUse"))
        return ParsedEvent(no_event, problem or _described(error), is_event=False)


def _decide_safely(parsed_event: ParsedEvent) -> Decision:
    options = parsed_event.request.options
    if parsed_event.problem:
        return _failed(parsed_event.problem, options)
    try:
        return decide(parsed_event.request)
    except Exception as error:  # the agent's edit must not depend on a bug of ours
        return _failed(_described(error), options)


def _described(error: Exception) -> str:
    from phaser_lint.core.errors import (
        PhaserError,  # here, as below: a denial waits for its imports
    )

    if isinstance(error, PhaserError):
        return str(error)
    return f"a bug in phaser-lint: {type(error).__name__}: {error}"


def _as_sent(decision: Decision, request: HookRequest, unrecorded: str) -> Decision:
    """Return *decision* in the form that the agent may read, with what could not be recorded."""
    aborts = request.adapter.DENIAL_ABORTS and not request.options.abort
    if decision.verdict == "deny" and aborts:
        message = joined(decision.reason, decision.context)
        decision = decision._replace(verdict="", reason="", context=message)
    if unrecorded:
        decision = decision._replace(to_user=joined(unrecorded, decision.to_user))
    return _without_commands(decision)


def _rendered(request: HookRequest, decision: Decision) -> Answer:
    return request.adapter.render(request.event, decision)


def _with_context(request: HookRequest, decision: Decision) -> Answer:
    """Return the answer with context on the links of the event, where its agent takes some."""
    from phaser_lint.hook.context_channels import channel_of
    from phaser_lint.hook.link_context import Given, decision_with_context, guarded_context

    channel = channel_of(request.adapter)
    if channel is None:
        return _rendered(request, decision)
    given = Given(request, channel)
    if channel.is_text:
        return _rendered(request, decision_with_context(decision, given))
    answer = _rendered(request, decision)
    value, log = guarded_context(loads(answer.out.encode()), given)
    return answer._replace(out=dumps(value) + "\n", err=f"{answer.err}{log}")


def _certain_options(arguments: Sequence[str], clock: Clock) -> Options:
    """Return what is certain in spite of a wrong flag: the agent, and how a failure is answered."""
    named = ""
    for argument, following in zip(arguments, (*arguments[1:], ""), strict=False):
        flag, joined_by, value = argument.partition("=")
        if flag == "--agent":
            named = value if joined_by else following
    return Options(
        clock,
        fail_closed="--fail-closed" in arguments,
        agent=_known_agent(named),
        abort="--abort" in arguments,
        protect="--protect" in arguments,
    )


def _known_agent(agent: str) -> str:
    return agent if any(name == agent for name, *_ in AGENTS) else DEFAULT


def _agent(value: Any, given: str) -> str:
    """Return the agent of the event *value*; raises ``InputError`` if it is of none."""
    from phaser_lint.core.errors import InputError

    if not isinstance(value, dict):
        raise InputError("standard input: expected a JSON object with a hook event")
    if given:
        adapter_of(given)
    found = agent_of(value, given)
    if not found:
        raise InputError("standard input: expected the hook event of an agent that is known")
    return found


def options_of(arguments: Sequence[str], clock: Clock) -> Options:
    """Return the options in the flags; raises ``UsageError``."""
    quick = quick_options(arguments, clock)
    if quick is not None:
        return quick
    from phaser_lint.hook.options import parsed

    return parsed(arguments, clock)


def _without_commands(decision: Decision) -> Decision:
    """Return *decision* so that it gives no commands to a build in which the agent logs it."""
    reason, context, to_user = (
        "\n".join(map(without_commands, text.split("\n")))
        for text in (decision.reason, decision.context, decision.to_user)
    )
    return decision._replace(reason=reason, context=context, to_user=to_user)


def _failed(reason: str, options: Options) -> Decision:
    message = f"phaser-lint could not check this: {reason}"
    if options.fail_closed:
        return Decision("deny", reason=message, to_user=message)
    return Decision(to_user=message)


def decide(request: HookRequest) -> Decision:
    """Return the answer to the event; an empty one where there is nothing to report."""
    note_start_of_session(request)
    if _hides_files(request):
        return _failed(_HIDDEN, request.options)
    # Protection comes first: the check of the files remembers what it has seen.
    protection = [_protection(request)] if request.options.protect else []
    decision = merge_decisions([*protection, _check_files(request)])
    return without_endless_block(decision, request)


def _protection(request: HookRequest) -> Decision:
    """Return what protection decides of the event, or that git did not answer after a command."""
    from phaser_lint.core.errors import GitError
    from phaser_lint.hook.protection.edited_places import UNKNOWN, protected

    try:
        return protected(request)
    except GitError as error:
        return Decision(to_user=f"{UNKNOWN}: {error}")


def _hides_files(request: HookRequest) -> bool:
    """Tell whether the event may name a file that it changes in a text that was too long."""
    is_known = bool(request.proposals) and all(each.path for each in request.proposals)
    return is_large(request.value) and request.event.name == "PreToolUse" and not is_known


def without_endless_block(decision: Decision, request: HookRequest) -> Decision:
    """Return *decision*, but no block where it cannot be remembered: it would block for ever."""
    if decision.verdict != "block" or request.event.stop_hook_active is not None:
        return decision
    from phaser_lint.hook.memory.reported import remembers

    if remembers(request.cache, session=request.event.session):
        return decision
    return Decision(to_user=joined(decision.reason, decision.to_user))


def _check_files(request: HookRequest) -> Decision:
    event = request.event.name
    if event == "PreToolUse":
        from phaser_lint.hook.before_edit import before_edit

        return before_edit(request)
    if event in ("PostToolUse", "PostToolUseFailure"):
        from phaser_lint.hook.after_edit import after_tool

        return after_tool(request)
    if event in ("Stop", "SubagentStop"):
        from phaser_lint.hook.at_stop import at_stop

        return at_stop(request)
    return Decision()
