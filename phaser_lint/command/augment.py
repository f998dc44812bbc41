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
from phaser_lint.core import MAXIMUM_EVENT_BYTES, parse_payload, render_json_line
from phaser_lint.core.errors import PhaserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.hook.link_context import ContextAnswer

NOTHING = "{}\n"
LINK = b"[["
"""What begins a link: to an event without one nothing is added."""


def run(arguments: Sequence[str]) -> int:
    """Answer with ``augment`` the event on standard input; 0, but for a plugin that is refused."""
    agent, content = parse_quick_agent(arguments), None
    if agent is not None:
        content = sys.stdin.buffer.read(MAXIMUM_EVENT_BYTES + 1)
        if LINK not in content:
            sys.stdout.write(NOTHING)
            return 0
        # Here, as below: what an event without a link needs none of.
        from phaser_lint.hook.context_channels import has_json_channel
        from phaser_lint.hook.link_context import answer_to_links

        if has_json_channel(load_adapter(agent)):
            try:
                event = parse_payload(content)
                if isinstance(event, dict):
                    write_answer(answer_to_links(event, agent, (), otherwise=""))
                else:
                    sys.stdout.write(NOTHING)
            except PhaserError as error:
                sys.stdout.write(render_failure(error))
            return 0
    from phaser_lint.command.augment_flags import run_with_flags

    return run_with_flags(arguments, content)


def parse_quick_agent(arguments: Sequence[str]) -> str | None:
    """Return the agent that the flags of ``augment`` name, where they name nothing else; ``None``:
    others are for the parser.

    That one knows all agents, and costs more than most answers.
    """
    if not arguments:
        return DEFAULT
    is_alone = len(arguments) == 2 and arguments[0] == "--agent"
    return arguments[1] if is_alone and arguments[1] in [name for name, *_ in AGENTS] else None


def write_answer(context: ContextAnswer) -> None:
    """Write the answer of ``augment``, and failures for the agent's log to standard error."""
    sys.stdout.write(render_json_line(context.value) + "\n")
    if context.log and sys.stderr is not None:
        sys.stderr.write(context.log)


def render_failure(error: PhaserError) -> str:
    """Return the answer of ``augment`` where it could not add context."""
    message = f"phaser-lint could not add context: {error}"
    return render_json_line({"systemMessage": message}) + "\n"
