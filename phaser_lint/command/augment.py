"""``phaser-lint augment --agent NAME``: answer an agent's event with context on its links.

The event comes on standard input, the answer is JSON, and the exit code is always 0: others would
block a prompt. Without a link the answer is ``{}``, and nothing else is imported. In the hook's own
process ``hook --augment`` does the same; this command is for agents without that hook.

``--plugin`` prints OpenCode's plugin, which hands the other flags on: a wrong one is refused.
For OpenCode the event is what the plugin sends.
"""

from __future__ import annotations

import sys

from phaser_lint.agent import AGENTS, DEFAULT, adapter_of
from phaser_lint.core import Record
from phaser_lint.core.errors import PhaserError, UsageError
from phaser_lint.core.text import dumps, event_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaser_lint.core.command_line import Parser

_NOTHING = "{}\n"
_LARGEST = 64 * 1024 * 1024
_LINK = b"[["


class AugmentFlags(Record):
    """Whose event it is, and where a tool call takes context: see the parser's help."""

    agent: str = DEFAULT
    fields: tuple[str, ...] = ()
    otherwise: str = ""


def parser() -> Parser:
    """Return the parser of the command line."""
    from phaser_lint.agent.opencode import context_plugin as opencode
    from phaser_lint.core.command_line import Parser
    from phaser_lint.report.context.tool_arguments import PROSE_FIELDS

    made = Parser(
        "phaser-lint augment",
        "Answer an agent's event with context on its links.",
        example="phaser-lint augment --agent codex < event.json",
        page="for-agents.md",
    )
    default = f"[default: {DEFAULT}; with --plugin: {opencode.AGENT}]"
    named = f"one of {', '.join(_answered())} {default}"
    made.add_argument("--agent", choices=_answered(), metavar="NAME", help=named)
    made.add_argument(
        "--fields",
        metavar="NAMES",
        help="arguments, separated by commas, of which the first that is there gets the context "
        f"too [opencode: {','.join(PROSE_FIELDS)}; others: prompt, of a tool for a subagent]",
    )
    made.add_argument("--property", metavar="NAME", help="where none is there, add this argument")
    made.add_switch(
        "--plugin", help="print the plugin for OpenCode, which hands --fields and --property on"
    )
    return made


def _answered() -> list[str]:
    """Return the agents whose events have an answer in JSON that takes context."""
    from phaser_lint.agent.opencode import context_plugin as opencode

    return [name for name, *_ in AGENTS if name == opencode.AGENT or _takes_context(name)]


def _takes_context(agent: str) -> bool:
    from phaser_lint.hook.context_channels import channel_of

    channel = channel_of(adapter_of(agent))
    return channel is not None and not channel.is_text


def run(arguments: Sequence[str]) -> int:
    """Answer the event on standard input; always returns 0, but for a plugin that is refused."""
    if quick_agent(arguments) is None:
        return _run(arguments)
    data = sys.stdin.buffer.read(_LARGEST + 1)
    _print(*_answer(data, arguments) if _LINK in data else (_NOTHING, ""))
    return 0


def quick_agent(arguments: Sequence[str]) -> str | None:
    """Return the agent that the flags name alone; ``None``: others are for the parser.

    That one knows all agents, and costs more than most answers.
    """
    if not arguments:
        return DEFAULT
    is_alone = len(arguments) == 2 and arguments[0] == "--agent"
    return arguments[1] if is_alone and arguments[1] in [name for name, *_ in AGENTS] else None


def _run(arguments: Sequence[str]) -> int:
    if "--help" in arguments or "-h" in arguments:
        parser().parse_args(["--help"])
    if "--plugin" in arguments:
        sys.stdout.write(_plugin(arguments))
        return 0
    _print(*_answer(sys.stdin.buffer.read(_LARGEST + 1), arguments))
    return 0


def _print(answer: str, log: str) -> None:
    sys.stdout.write(answer)
    if log and sys.stderr is not None:
        sys.stderr.write(log)


def _plugin(arguments: Sequence[str]) -> str:
    """Return the plugin that hands the flags on; raises ``UsageError`` for a wrong one."""
    from phaser_lint.agent.opencode import context_plugin as opencode

    given = parser().parse_args(arguments)
    if given.agent not in (None, opencode.AGENT):
        raise UsageError(f"--plugin: expected --agent {opencode.AGENT}, not {given.agent}")
    fields = ("--fields", ",".join(_names(given.fields))) if given.fields is not None else ()
    named = ("--property", _name(given.property)) if given.property is not None else ()
    return opencode.plugin((*fields, *named))


def _names(written: str | None) -> tuple[str, ...]:
    """Return the names of ``--fields``; raises ``UsageError`` where there is none."""
    if written is None:
        return ()
    found = tuple(name.strip() for name in written.split(",") if name.strip())
    if not found:
        raise UsageError("--fields: expected names of arguments, separated by commas")
    return found


def _name(written: str | None) -> str:
    """Return the name of ``--property``; raises ``UsageError`` for an empty one."""
    if written is not None and not written.strip():
        raise UsageError("--property: expected the name of an argument")
    return (written or "").strip()


def _answer(data: bytes, arguments: Sequence[str]) -> tuple[str, str]:
    """Return what is printed, and what standard error gets: failures, for the agent's log."""
    try:
        agent = quick_agent(arguments)
        flags = AugmentFlags(agent) if agent and _takes_context(agent) else _parsed(arguments)
        value = event_value(data)
        if _LINK not in data:
            return _NOTHING, ""
        answer, log = _with_context(value, flags)
        return dumps(answer) + "\n", log
    except PhaserError as error:
        message = f"phaser-lint could not add context: {error}"
        return dumps({"systemMessage": message}) + "\n", ""


def _parsed(arguments: Sequence[str]) -> AugmentFlags:
    given = parser().parse_args(arguments)
    return AugmentFlags(given.agent or DEFAULT, _names(given.fields), _name(given.property))


def _with_context(value: Any, flags: AugmentFlags) -> tuple[Mapping[str, Any], str]:
    if _takes_context(flags.agent):
        return _to_agent(value, *flags)
    return _to_plugin(value, flags.fields, flags.otherwise)


def _to_agent(
    value: Any, agent: str, fields: tuple[str, ...], otherwise: str
) -> tuple[dict[str, Any], str]:
    from phaser_lint.hook.context_channels import channel_of
    from phaser_lint.hook.link_context import Given, guarded_context
    from phaser_lint.hook.request import Clock, Options, request_of

    if not isinstance(value, dict):
        return {}, ""
    request = request_of(value, Options(Clock()), agent)
    channel = channel_of(request.adapter)
    if channel is None:
        return {}, ""
    answer = guarded_context({}, Given(request, channel, fields, otherwise))
    return answer.value, answer.log


def _to_plugin(
    value: Any, fields: tuple[str, ...], otherwise: str
) -> tuple[Mapping[str, Any], str]:
    from phaser_lint.agent.opencode import context_plugin as opencode
    from phaser_lint.report.context.tool_arguments import PROSE_FIELDS

    if not isinstance(value, dict):
        return {}, ""
    answer, log = _to_agent(opencode.event_of(value), DEFAULT, fields or PROSE_FIELDS, otherwise)
    return opencode.answer_of(answer, value), log
