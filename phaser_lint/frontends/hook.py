"""``phaser-lint hook``: answer a coding agent's hook event. The command that ``install`` writes.

A clean edit is answered ``{}``. Errors that the edit introduces deny it; what is old is mentioned.
After the edit, warnings reach the model as context. At Stop, what is new against the last commit
is said once, whoever wrote it. Whatever could not be judged is said to the user. The exit code is
always 0, since others block every edit in one agent or another; only agents that know no other way
are told by it.
"""

from __future__ import annotations

import os
import time

from phaser_lint.agents import DEFAULT, adapter_of, agent_of
from phaser_lint.agents.event import Decision, Event
from phaser_lint.errors import InputError, PhaserError
from phaser_lint.frontends.clean_path import QUICK_FLAGS
from phaser_lint.frontends.hook_project import Options, joined, together
from phaser_lint.frontends.hook_streams import flush, read_event, write
from phaser_lint.inputs.regular_file import MAXIMUM_BYTES
from phaser_lint.json_text import dumps, loads
from phaser_lint.text import without_commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from phaser_lint.agents.event import Adapter, Answer


def run(arguments: Sequence[str]) -> int:
    """Answer the event on standard input; returns 0, or what tells an agent without JSON."""
    from phaser_lint.frontends.clean_path import is_clean, nothing_to_say

    if "--help" in arguments or "-h" in arguments:
        from phaser_lint.frontends.hook_options import parser

        parser().parse_args(["--help"])  # alone: a wrong flag before it must not end with 2
    data, code = read_event(), 0
    if is_clean(data, arguments):
        write(nothing_to_say(data))
    else:
        code = answer_bytes(data, arguments)
    flush()
    return code


def answer_bytes(data: bytes, arguments: Sequence[str]) -> int:
    """Answer the event that *data* holds; returns the exit code."""
    unrecorded = ""
    if any(argument.startswith("--record") for argument in arguments):
        from phaser_lint.frontends.hook_record import recorded

        arguments, unrecorded = recorded(data, arguments)
    event = Event("PreToolUse")
    adapter = _adapter_named_by(arguments)
    fail_closed = "--fail-closed" in arguments
    abort = "--abort" in arguments
    try:
        options = options_of(arguments)
        value = parse_json(data)
        adapter = adapter_of(_agent(value, options.agent))
        event = adapter.parse_event(value)
        decision = decide(event, adapter, options)
    except PhaserError as error:
        decision = _failed(str(error), fail_closed=fail_closed)
    except Exception as error:  # the agent's edit must not depend on a bug of ours
        described = f"a bug in phaser-lint: {type(error).__name__}: {error}"
        decision = _failed(described, fail_closed=fail_closed)
    if decision.verdict == "deny" and adapter.DENIAL_ABORTS and not abort:
        said = joined(decision.reason, decision.context)
        decision = decision._replace(verdict="", reason="", context=said)
    if unrecorded:
        decision = decision._replace(to_user=joined(unrecorded, decision.to_user))

    decision = _without_commands(decision)

    def render(decision: Decision) -> Answer:
        return adapter.render(event, decision)

    has_link = "--augment" in arguments and b"[[" in data
    answer = _with_context(decision, data, arguments, render) if has_link else render(decision)
    write(answer.out, answer.err)
    return answer.code


def _with_context(
    decision: Decision, data: bytes, arguments: Sequence[str], render: Callable[[Decision], Answer]
) -> Answer:
    """Return the answer with context on the links of the event, where its agent takes some."""
    from phaser_lint.agents.context_channels import CHANNELS
    from phaser_lint.frontends.context import Given, guarded_context, in_words

    try:
        value = parse_json(data)
        name = _agent(value, options_of(arguments).agent)
    except PhaserError:  # the answer says so already
        return render(decision)
    if name not in CHANNELS:
        return render(decision)
    given = Given(CHANNELS[name])
    if given.channel.is_text:
        return render(in_words(decision, value, given))
    answer = render(decision)
    said = guarded_context(loads(answer.out.encode()), value, given)
    return answer._replace(out=dumps(said) + "\n")


def _adapter_named_by(arguments: Sequence[str]) -> Adapter:
    """Return the agent that ``--agent`` names, whatever else is wrong with the arguments."""
    named = DEFAULT
    for argument, following in zip(arguments, (*arguments[1:], DEFAULT), strict=False):
        flag, joined_by, value = argument.partition("=")
        if flag == "--agent":
            named = value if joined_by else following
    try:
        return adapter_of(named)
    except PhaserError:
        return adapter_of(DEFAULT)


def _agent(value: Any, given: str) -> str:
    """Return whose event *value* is; raises ``InputError`` if nobody's."""
    if not isinstance(value, dict):
        raise InputError("standard input: expected a JSON object with a hook event")
    if given:
        adapter_of(given)
    found = agent_of(value, given)
    if not found:
        raise InputError("standard input: expected the hook event of an agent that is known")
    return found


def options_of(arguments: Sequence[str]) -> Options:
    """Return what the flags say; raises ``UsageError``."""
    left = [argument for argument in arguments if argument not in QUICK_FLAGS]
    if left and not (len(left) == 2 and left[0] == "--agent"):
        from phaser_lint.frontends.hook_options import parsed

        return parsed(arguments)
    # What install writes; the parser of all flags costs as much as the answer.
    return Options(
        began=time.monotonic(),
        fail_closed="--fail-closed" in arguments,
        agent=left[1] if left else "",
        abort="--abort" in arguments,
        augment="--augment" in arguments,
        protect="--protect" in arguments,
    )


def parse_json(data: bytes) -> Any:
    """Return the JSON value on standard input; raises ``InputError``."""
    if len(data) > MAXIMUM_BYTES:
        raise InputError("standard input: expected a hook event of at most 10 MB")
    if not data.strip():
        raise InputError("standard input: expected a hook event as JSON, found nothing")
    try:
        return loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"standard input: expected a hook event as JSON; {error}") from None


def _without_commands(decision: Decision) -> Decision:
    """Return *decision* so that it gives no commands to a build in which the agent logs it."""
    reason, context, to_user = (
        "\n".join(map(without_commands, text.split("\n")))
        for text in (decision.reason, decision.context, decision.to_user)
    )
    return decision._replace(reason=reason, context=context, to_user=to_user)


def _failed(reason: str, *, fail_closed: bool) -> Decision:
    said = f"phaser-lint could not check this: {reason}"
    return Decision("deny", reason=said, to_user=said) if fail_closed else Decision(to_user=said)


def decide(event: Event, adapter: Adapter, options: Options) -> Decision:
    """Return the answer to *event*; an empty one where there is nothing to say."""
    if not options.protect:
        return _held_once(_judged(event, adapter, options), event)
    from phaser_lint.frontends.hook_protect import guarded

    # First: a look that was judged is remembered.
    guard = guarded(event, adapter, options)
    return _held_once(together([guard, _judged(event, adapter, options)]), event)


def _held_once(decision: Decision, event: Event) -> Decision:
    """Return *decision*; no block for an agent that no memory keeps from being held for ever."""
    if decision.verdict != "block" or event.stop_hook_active is not None:
        return decision
    from phaser_lint.root import cache_folder, home_folder
    from phaser_lint.sessions.said import remembers

    if remembers(cache_folder(os.environ, home=home_folder()), session=event.session):
        return decision
    return Decision(to_user=joined(decision.reason, decision.to_user))


def _judged(event: Event, adapter: Adapter, options: Options) -> Decision:
    if event.name == "PreToolUse":
        from phaser_lint.frontends.hook_before import before_edit

        return before_edit(adapter.proposals(event), event, adapter, options)
    if event.name in ("PostToolUse", "PostToolUseFailure"):
        from phaser_lint.frontends.hook_written import after_tool

        return after_tool(event, adapter, options)
    if event.name in ("Stop", "SubagentStop"):
        from phaser_lint.frontends.hook_stop import at_stop

        return at_stop(event, adapter, options)
    return Decision()
