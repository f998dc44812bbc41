"""``phaser-lint augment`` with flags that are more than an agent's name."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from phaser_lint.agent import AGENTS, DEFAULT, load_adapter
from phaser_lint.agent.opencode import context_plugin as opencode
from phaser_lint.command.augment import LINK, NOTHING, render_failure, write_answer
from phaser_lint.core import MAXIMUM_EVENT_BYTES, parse_payload
from phaser_lint.core.errors import PhaserError, UsageError
from phaser_lint.core.shared_flags import Parser, make_argument, make_switch
from phaser_lint.hook.context_channels import has_json_channel
from phaser_lint.hook.link_context import answer_to_links
from phaser_lint.report.context.tool_arguments import PROSE_FIELDS


def parser() -> Parser:
    """Return the parser of ``phaser-lint augment``."""
    default = f"[default: {DEFAULT}; with --plugin: {opencode.AGENT}]"
    agent_help = f"one of {', '.join(_list_answering_agents())} {default}"
    return Parser(
        "phaser-lint augment",
        "Answer an agent's event with context on its links.",
        (
            make_argument(
                "--agent", choices=_list_answering_agents(), metavar="NAME", help=agent_help
            ),
            make_argument(
                "--fields",
                metavar="NAMES",
                help="arguments, separated by commas, of which the first that is there gets the "
                f"context too [opencode: {','.join(PROSE_FIELDS)}; others: prompt, of a tool for a "
                "subagent]",
            ),
            make_argument(
                "--property", metavar="NAME", help="where none is there, add this argument"
            ),
            make_switch(
                "--plugin",
                help="print the plugin for OpenCode, which hands --fields and --property on",
            ),
        ),
        example="phaser-lint augment --agent codex < event.json",
        page="for-agents.md",
    )


def _list_answering_agents() -> list[str]:
    """Return the agents whose events have an answer in JSON that takes context."""
    return [
        name
        for name, *_ in AGENTS
        if name == opencode.AGENT or has_json_channel(load_adapter(name))
    ]


def run_with_flags(arguments: Sequence[str], content: bytes | None) -> int:
    """Run ``augment`` with flags of its parser: help, OpenCode's plugin, or the answer to an event,
    whose *content* is still to be read where it is ``None``.
    """
    if "--help" in arguments or "-h" in arguments:
        parser().parse_args(["--help"])
    if "--plugin" in arguments:
        sys.stdout.write(require_plugin_agent(arguments))
        return 0
    if content is None:
        content = sys.stdin.buffer.read(MAXIMUM_EVENT_BYTES + 1)
    try:
        agent, fields, otherwise = parse_augment_flags(arguments)
        event = parse_payload(content)
        if LINK not in content or not isinstance(event, dict):
            sys.stdout.write(NOTHING)
        elif has_json_channel(load_adapter(agent)):
            write_answer(answer_to_links(event, agent, fields, otherwise=otherwise))
        else:  # OpenCode's plugin, whose event holds a tool call and no more
            context = answer_to_links(
                opencode.make_default_event(event),
                DEFAULT,
                fields or PROSE_FIELDS,
                otherwise=otherwise,
            )
            answer = opencode.make_plugin_answer(context.value, event)
            write_answer(context._replace(value={**answer}))
    except PhaserError as error:
        sys.stdout.write(render_failure(error))
    return 0


def parse_augment_flags(arguments: Sequence[str]) -> tuple[str, tuple[str, ...], str]:
    """Return the agent of ``augment``'s event, the fields that take context, and the one to add
    where none is there; raises ``UsageError``.
    """
    flags = parser().parse_args(arguments)
    return flags.agent or DEFAULT, _parse_names(flags.fields), _parse_name(flags.property)


def require_plugin_agent(arguments: Sequence[str]) -> str:
    """Return the plugin that ``augment --plugin`` prints; raises ``UsageError``."""
    flags = parser().parse_args(arguments)
    if flags.agent not in (None, opencode.AGENT):
        raise UsageError(f"--plugin: expected --agent {opencode.AGENT}, not {flags.agent}")
    words = [] if flags.fields is None else ["--fields", ",".join(_parse_names(flags.fields))]
    words += [] if flags.property is None else ["--property", _parse_name(flags.property)]
    return opencode.render_context_plugin(tuple(words))


def _parse_names(word: str | None) -> tuple[str, ...]:
    """Return the names of ``augment --fields``; raises ``UsageError`` where there is none."""
    if word is None:
        return ()
    names = tuple(name.strip() for name in word.split(",") if name.strip())
    if not names:
        raise UsageError("--fields: expected names of arguments, separated by commas")
    return names


def _parse_name(word: str | None) -> str:
    """Return the name of ``augment --property``; raises ``UsageError`` for an empty one."""
    if word is not None and not word.strip():
        raise UsageError("--property: expected the name of an argument")
    return (word or "").strip()
