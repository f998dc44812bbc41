"""Claude Code as it is played: its form of events and answers, which others took over."""

from __future__ import annotations

from phaser_lint.agents.claude_code.installed_plugins import is_enabled, plugin_hooks
from phaser_lint.agents.claude_code.settings_types import wrong_types
from phaser_lint.agents.host_answer import NOTHING, Reaction, in_claude_form
from phaser_lint.agents.host_side import Host, after
from phaser_lint.install.handlers import said_at, value_at, values_at
from phaser_lint.install.malformed_hooks import malformed
from phaser_lint.install.shapes import invalid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.agents.host_answer import HookAnswer
    from phaser_lint.agents.host_side import Common, Event
    from phaser_lint.agents.locations import Machine
    from phaser_lint.install.handlers import Handler

_BLOCKED = 2


def _write(common: Common, path: str, text: str) -> Event:
    return {
        **common,
        "permission_mode": "default",
        "tool_name": "Write",
        "tool_input": {"file_path": path, "content": text},
        "tool_use_id": "toolu_1",
    }


def _written(event: Event, own_event: str, path: str, text: str) -> Event:
    whole = {"type": "create", "filePath": path, "content": text, "originalFile": None}
    return after(event, own_event, "tool_response", {**whole, "structuredPatch": []})


def _prompt(common: Common, text: str) -> Event:
    return {**common, "prompt": text}


def _stop(common: Common) -> Event:
    return {**common, "stop_hook_active": False}


def _decision(answer: HookAnswer) -> Reaction:
    found = in_claude_form(answer) if answer.json is not None else NOTHING
    if answer.code == _BLOCKED:
        if found.blocks:
            return found
        if answer.event == "PostToolUse":
            return Reaction("context", answer.err)
        return Reaction("deny", answer.err or "No stderr output", blocks=True)
    if answer.json is not None:
        return found
    if answer.code:
        return answer.failure()
    if answer.is_object:
        return answer.no_json()
    shown = answer.event in ("UserPromptSubmit", "SessionStart")
    return Reaction("context", answer.out) if shown and answer.out else NOTHING


def _malformed_beside(handler: Handler, values: Mapping[str, Any]) -> list[str]:
    """Return that another hook before a tool is of no known form."""
    if handler.event != "PreToolUse" or invalid(handler):
        return []
    before = {"hooks": {handler.event: value_at(values, f"hooks.{handler.event}")}}
    count = sum(1 for _ in malformed(before, handler.file.agent)) if values else 0
    return [f"{count} of its PreToolUse hooks of no known form"] if count else []


def _refusals(handler: Handler, machine: Machine) -> list[str]:
    agent, plugin = handler.file.agent, handler.file.plugin
    found = []
    own = values_at(agent, handler.file.path) if not plugin else {}
    wrong = [*wrong_types(own), *_malformed_beside(handler, own)]
    if wrong:
        found.append(f"Claude Code passes over the whole file: {'; '.join(wrong)}")
    rows = agent.holding("switches")
    values = [each for row in rows for _, each in said_at(agent, row, machine)]
    if plugin and not is_enabled(plugin, values):
        found.append(f"the plugin {plugin} is switched off: type /plugin in claude and enable it")
    return found


HOST = Host(
    write=_write,
    written=_written,
    prompt=_prompt,
    stop=_stop,
    decision=_decision,
    project_variables=("CLAUDE_PROJECT_DIR",),
    marks={"CLAUDECODE": "1"},
    refusals=_refusals,
    wrong_values=wrong_types,
    brings=lambda machine: list(plugin_hooks(machine)),
)
