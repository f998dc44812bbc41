"""``phaser-lint augment --agent NAME``: answer an agent's event with context on its links.

The event comes on standard input, the answer is JSON, and the exit code is always 0: others would
block a prompt. Without a link the answer is ``{}``, and nothing else is imported. In the hook's own
process ``hook --augment`` does the same; this command is for agents without that hook.

For OpenCode the event is what the plugin sends: ``{"event": "chat.message", "text": …}`` or
``{"event": "tool.execute.before", "args": …}``, answered with ``context`` or the changed ``args``.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.frontends.arguments import Parser

OPENCODE = "opencode"
AGENTS = (
    "claude-code", "codex", "gemini-cli", "qwen-code", "copilot-cli", "vscode", OPENCODE
)  # fmt: skip
_NOTHING = "{}\n"
_LARGEST = 10 * 1024 * 1024
_LINK = b"[["


def parser() -> Parser:
    """Return the parser of the command line."""
    from phaser_lint.concepts.arguments import PROSE_FIELDS
    from phaser_lint.frontends.arguments import Parser

    made = Parser("phaser-lint augment", "Answer an agent's event with context on its links.")
    made.add_argument("--agent", choices=AGENTS, default=AGENTS[0], help=f"[default: {AGENTS[0]}]")
    made.add_argument(
        "--fields",
        metavar="NAMES",
        help="arguments, separated by commas, of which the first that is there gets the context "
        f"too [opencode: {','.join(PROSE_FIELDS)}; others: prompt, of a tool for a subagent]",
    )
    made.add_argument(
        "--property", metavar="NAME", default="", help="where none is there, add this argument"
    )
    made.add_argument("--plugin", action="store_true", help="print the plugin for OpenCode")
    return made


def run(arguments: Sequence[str]) -> int:
    """Answer the event on standard input; always returns 0."""
    if not (len(arguments) == 2 and arguments[0] == "--agent" and arguments[1] in AGENTS):
        return _run(arguments)
    data = sys.stdin.buffer.read(_LARGEST + 1)
    sys.stdout.write(_answer(data, arguments) if _LINK in data else _NOTHING)
    return 0


def _run(arguments: Sequence[str]) -> int:
    if "--help" in arguments or "-h" in arguments:
        parser().parse_args(["--help"])
    if "--plugin" in arguments:
        sys.stdout.write(opencode_plugin())
        return 0
    sys.stdout.write(_answer(sys.stdin.buffer.read(_LARGEST + 1), arguments))
    return 0


def _answer(data: bytes, arguments: Sequence[str]) -> str:
    from phaser_lint.errors import PhaserError
    from phaser_lint.frontends.hook import parse_json
    from phaser_lint.json_text import dumps

    try:
        given = parser().parse_args(arguments)
        fields = tuple(name.strip() for name in (given.fields or "").split(",") if name.strip())
        value = parse_json(data)
        if _LINK not in data:
            return _NOTHING
        if given.agent == OPENCODE:
            return dumps(_to_opencode(value, fields, given.property)) + "\n"
        return dumps(_to_agent(value, given.agent, fields, given.property)) + "\n"
    except PhaserError as error:
        return dumps({"systemMessage": f"phaser-lint could not add context: {error}"}) + "\n"


def _to_agent(value: Any, agent: str, fields: tuple[str, ...], otherwise: str) -> dict[str, Any]:
    from phaser_lint.agents.context_channels import CHANNELS
    from phaser_lint.frontends.context import Given, guarded_context

    return guarded_context({}, value, Given(CHANNELS[agent], fields, otherwise))


def _to_opencode(value: Any, fields: tuple[str, ...], otherwise: str) -> dict[str, Any]:
    from phaser_lint.agents.context_channels import CHANNELS
    from phaser_lint.concepts.arguments import PROSE_FIELDS
    from phaser_lint.frontends.context import Given, guarded_context

    if not isinstance(value, dict):
        return {}
    is_prompt = value.get("event") == "chat.message"
    event = {
        "hook_event_name": "UserPromptSubmit" if is_prompt else "PreToolUse",
        "prompt": value.get("text"),
        "tool_input": value.get("args"),
        "cwd": value.get("directory"),
    }
    given = Given(CHANNELS[AGENTS[0]], fields or PROSE_FIELDS, otherwise)
    found = guarded_context({}, event, given).get("hookSpecificOutput", {})
    key, answered = ("context", "additionalContext") if is_prompt else ("args", "updatedInput")
    if answered not in found:
        return {}
    if is_prompt:
        return {key: found[answered]}
    before = value["args"]
    return {key: {name: each for name, each in found[answered].items() if each != before.get(name)}}


def opencode_plugin() -> str:
    """Return the text of the plugin for OpenCode."""
    from importlib.resources import files

    return files("phaser_lint.concepts").joinpath("opencode.js").read_text(encoding="utf-8")
