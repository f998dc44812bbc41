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
from phaser_lint.core import Record, dumps, event_value
from phaser_lint.core.errors import PhaserError, UsageError

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
    """Return the parser of ``phaser-lint augment``."""
    from phaser_lint.agent.opencode import context_plugin as opencode
    from phaser_lint.core.command_line import Parser
    from phaser_lint.report.context.tool_arguments import PROSE_FIELDS

    parser = Parser(
        "phaser-lint augment",
        "Answer an agent's event with context on its links.",
        example="phaser-lint augment --agent codex < event.json",
        page="for-agents.md",
    )
    default = f"[default: {DEFAULT}; with --plugin: {opencode.AGENT}]"
    agent_help = f"one of {', '.join(_agents_that_answer())} {default}"
    parser.add_argument("--agent", choices=_agents_that_answer(), metavar="NAME", help=agent_help)
    parser.add_argument(
        "--fields",
        metavar="NAMES",
        help="arguments, separated by commas, of which the first that is there gets the context "
        f"too [opencode: {','.join(PROSE_FIELDS)}; others: prompt, of a tool for a subagent]",
    )
    parser.add_argument("--property", metavar="NAME", help="where none is there, add this argument")
    parser.add_switch(
        "--plugin", help="print the plugin for OpenCode, which hands --fields and --property on"
    )
    return parser


def _agents_that_answer() -> list[str]:
    """Return the agents whose events have an answer in JSON that takes context."""
    from phaser_lint.agent.opencode import context_plugin as opencode

    return [name for name, *_ in AGENTS if name == opencode.AGENT or _takes_context(name)]


def _takes_context(agent: str) -> bool:
    from phaser_lint.hook.context_channels import channel_of

    channel = channel_of(adapter_of(agent))
    return channel is not None and bool(channel.tool_events) and not channel.is_text


def run(arguments: Sequence[str]) -> int:
    """Answer with ``augment`` the event on standard input; 0, but for a plugin that is refused."""
    if quick_agent(arguments) is None:
        if "--help" in arguments or "-h" in arguments:
            parser().parse_args(["--help"])
        if "--plugin" in arguments:
            from phaser_lint.agent.opencode import context_plugin as opencode

            flags = parser().parse_args(arguments)
            if flags.agent not in (None, opencode.AGENT):
                raise UsageError(f"--plugin: expected --agent {opencode.AGENT}, not {flags.agent}")
            fields, otherwise = flags.fields, flags.property
            words = [] if fields is None else ["--fields", ",".join(_names(fields))]
            words += [] if otherwise is None else ["--property", _name(otherwise)]
            sys.stdout.write(opencode.plugin(tuple(words)))
            return 0
    answer, log = _answer(sys.stdin.buffer.read(_LARGEST + 1), arguments)
    sys.stdout.write(answer)
    if log and sys.stderr is not None:
        sys.stderr.write(log)
    return 0


def quick_agent(arguments: Sequence[str]) -> str | None:
    """Return the agent where the flags name only that; ``None``: others are for the parser.

    That one knows all agents, and costs more than most answers.
    """
    if not arguments:
        return DEFAULT
    is_alone = len(arguments) == 2 and arguments[0] == "--agent"
    return arguments[1] if is_alone and arguments[1] in [name for name, *_ in AGENTS] else None


def _names(word: str | None) -> tuple[str, ...]:
    """Return the names of ``augment --fields``; raises ``UsageError`` where there is none."""
    if word is None:
        return ()
    names = tuple(name.strip() for name in word.split(",") if name.strip())
    if not names:
        raise UsageError("--fields: expected names of arguments, separated by commas")
    return names


def _name(word: str | None) -> str:
    """Return the name of ``augment --property``; raises ``UsageError`` for an empty one."""
    if word is not None and not word.strip():
        raise UsageError("--property: expected the name of an argument")
    return (word or "").strip()


def _answer(content: bytes, arguments: Sequence[str]) -> tuple[str, str]:
    """Return what is printed, and what standard error gets: failures, for the agent's log."""
    quick = quick_agent(arguments)
    if quick is not None and _LINK not in content:
        return _NOTHING, ""
    try:
        if quick and _takes_context(quick):
            flags = AugmentFlags(quick)
        else:
            parsed = parser().parse_args(arguments)
            flags = AugmentFlags(
                agent=parsed.agent or DEFAULT,
                fields=_names(parsed.fields),
                otherwise=_name(parsed.property),
            )
        event = event_value(content)
        if _LINK not in content or not isinstance(event, dict):
            return _NOTHING, ""
        if _takes_context(flags.agent):
            answer, log = _context_answer(event, flags)
        else:
            # OpenCode's plugin, whose event holds a tool call and no more.
            from phaser_lint.agent.opencode import context_plugin as opencode
            from phaser_lint.report.context.tool_arguments import PROSE_FIELDS

            flags = flags._replace(agent=DEFAULT, fields=flags.fields or PROSE_FIELDS)
            answer, log = _context_answer(opencode.default_event(event), flags)
            answer = opencode.plugin_answer(answer, event)
        return dumps(answer) + "\n", log
    except PhaserError as error:
        message = f"phaser-lint could not add context: {error}"
        return dumps({"systemMessage": message}) + "\n", ""


def _context_answer(event: dict[str, Any], flags: AugmentFlags) -> tuple[Mapping[str, Any], str]:
    from phaser_lint.hook import Clock, Options, request_of
    from phaser_lint.hook.context_channels import channel_of
    from phaser_lint.hook.link_context import Given, guarded_context

    request = request_of(event, Options(Clock()), flags.agent)
    channel = channel_of(request.adapter)
    if channel is None:
        return {}, ""
    answer = guarded_context({}, Given(request, channel, *flags[1:]))
    return answer.value, answer.log
