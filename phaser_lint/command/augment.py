"""``phaser-lint augment --agent NAME``: answer an agent's event with context on its links.

The event comes on standard input, the answer is JSON, and the exit code is always 0: others would
block a prompt. Without a link the answer is ``{}``, and nothing else is imported. In the hook's own
process ``hook --augment`` does the same; this command is for agents without that hook.

``--plugin`` prints OpenCode's plugin, which hands the other flags on: a wrong one is refused.
For OpenCode the event is what the plugin sends.
"""

from __future__ import annotations

import sys

from phaser_lint.agent import AGENTS, DEFAULT, load_adapter
from phaser_lint.core import parse_payload, render_json_line
from phaser_lint.core.errors import PhaserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NOTHING = "{}\n"
_LARGEST = 64 * 1024 * 1024
_LINK = b"[["


def run(arguments: Sequence[str]) -> int:
    """Answer with ``augment`` the event on standard input; 0, but for a plugin that is refused."""
    agent = parse_quick_agent(arguments)
    if agent is None:
        from phaser_lint.command.augment_flags import parser, require_plugin_agent

        if "--help" in arguments or "-h" in arguments:
            parser().parse_args(["--help"])
        if "--plugin" in arguments:
            sys.stdout.write(require_plugin_agent(arguments))
            return 0
    answer, log = _answer_event(sys.stdin.buffer.read(_LARGEST + 1), arguments, agent)
    sys.stdout.write(answer)
    if log and sys.stderr is not None:
        sys.stderr.write(log)
    return 0


def parse_quick_agent(arguments: Sequence[str]) -> str | None:
    """Return the agent that the flags of ``augment`` name, where they name nothing else; ``None``:
    others are for the parser.

    That one knows all agents, and costs more than most answers.
    """
    if not arguments:
        return DEFAULT
    is_alone = len(arguments) == 2 and arguments[0] == "--agent"
    return arguments[1] if is_alone and arguments[1] in [name for name, *_ in AGENTS] else None


def _answer_event(content: bytes, arguments: Sequence[str], agent: str | None) -> tuple[str, str]:
    """Return what is printed, and what standard error gets: failures, for the agent's log.

    *agent*: whose event it is, where the flags name only that.
    """
    if agent is not None and _LINK not in content:
        return _NOTHING, ""
    from phaser_lint.hook.context_channels import has_json_channel
    from phaser_lint.hook.link_context import answer_to_links

    try:
        if agent is not None and has_json_channel(load_adapter(agent)):
            fields: tuple[str, ...] = ()
            otherwise = ""
        else:
            from phaser_lint.command.augment_flags import parse_augment_flags

            agent, fields, otherwise = parse_augment_flags(arguments)
        event = parse_payload(content)
        if _LINK not in content or not isinstance(event, dict):
            return _NOTHING, ""
        if has_json_channel(load_adapter(agent)):
            context = answer_to_links(event, agent, fields, otherwise=otherwise)
            return render_json_line(context.value) + "\n", context.log
        # OpenCode's plugin, whose event holds a tool call and no more.
        from phaser_lint.agent.opencode import context_plugin as opencode
        from phaser_lint.report.context.tool_arguments import PROSE_FIELDS

        context = answer_to_links(
            opencode.make_default_event(event),
            DEFAULT,
            fields or PROSE_FIELDS,
            otherwise=otherwise,
        )
        return render_json_line(
            opencode.make_plugin_answer(context.value, event)
        ) + "\n", context.log
    except PhaserError as error:
        message = f"phaser-lint could not add context: {error}"
        return render_json_line({"systemMessage": message}) + "\n", ""
