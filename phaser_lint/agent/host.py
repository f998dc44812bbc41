"""An agent's own side of a hook: each agent's module has a class of it.

Where *common* is given it has the fields of every event, with the event's name in the settings as
``hook_event_name``; a path is absolute.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, react_in_claude_form
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.settings_locations import Machine

SentEvent: TypeAlias = dict[str, Any]
Common: TypeAlias = Mapping[str, Any]

SESSION = "phaser-lint-doctor"
TIME = "2026-01-01T00:00:00.000Z"
UNKNOWN_TOOL = "PhaserLintDoctorTool"
"""A tool that no agent has; every hook has to answer it with nothing."""


def make_event_after_tool(
    event: Common, own_event: str, *, key: str, response: object
) -> SentEvent:
    """Return an agent's event after the tool of *event*, which gave *response* at *key*."""
    name_field = {"hook_event_name": own_event} if "hook_event_name" in event else {}
    return {**event, **name_field, key: response}


class Host:
    """What an agent sends to its hooks, what it makes of an answer, and what it trusts.

    As it stands it is what most agents took over from Claude Code; each agent's own class says
    where that agent differs.
    """

    project_variables: tuple[str, ...] = ()
    """The variables that it sets for its hooks, each to the project's folder."""
    marks: Mapping[str, str] = {}
    """What else it sets."""
    untrusted = ""
    """Why it runs no hook of a project that it does not trust, and what to do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        """Return the event that the agent sends before *text* is written to the file at *path*."""
        return {
            **common,
            "permission_mode": "default",
            "tool_name": "Write",
            "tool_input": {"file_path": path, "content": text},
            "tool_use_id": "toolu_1",
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        """Return the agent's event after the write of *event*, by its name in the settings."""
        response = {"type": "create", "filePath": path, "content": text, "originalFile": None}
        return make_event_after_tool(
            event, own_event, key="tool_response", response={**response, "structuredPatch": []}
        )

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        """Return the event that the agent sends at a prompt."""
        return {**common, "prompt": text}

    def stop_event(self, common: Common) -> SentEvent:
        """Return the event that the agent sends at the end of a run."""
        return {**common, "stop_hook_active": False}

    def unknown_event(self, event: SentEvent) -> SentEvent:
        """Return the agent's event before a write as that of an unknown tool."""
        tool_keys = [key for key in ("tool_name", "toolName", "tool") if key in event]
        input_keys = [key for key in ("tool_input", "toolArgs", "args", "input") if key in event]
        unknown_tool: SentEvent = dict.fromkeys(tool_keys, UNKNOWN_TOOL)
        return {**event, **unknown_tool, **{key: {} for key in input_keys}}

    def encode(self, event: Common) -> bytes:
        """Return the agent's event as a hook reads it on standard input."""
        return json.dumps(event).encode("utf-8", "surrogatepass") + b"\n"

    def variables(self, event: object) -> Mapping[str, str]:
        """Return the variables that the agent sets by the event."""
        return {}

    def react(self, answer: HookAnswer) -> Reaction:
        """Return what the agent does with a hook's answer."""
        reaction = react_in_claude_form(answer) if answer.json is not None else NOTHING
        if answer.code == BLOCKED:
            if reaction.blocks:
                return reaction
            if answer.event == "PostToolUse":
                return Reaction("context", answer.err)
            return Reaction("deny", answer.err or "No stderr output", blocks=True)
        if answer.json is not None:
            return reaction
        if answer.code:
            return answer.failure()
        if answer.is_object:
            return answer.no_json()
        is_shown = answer.event in ("UserPromptSubmit", "SessionStart")
        return Reaction("context", answer.out) if is_shown and answer.out else NOTHING

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return why the agent does not run a hook, each as a sentence that says what to do."""
        file = handler.file
        is_trusted = not file.of_project or self.reads_project(file.agent, machine)
        return [] if is_trusted else [self.untrusted]

    def reads_project(self, agent: Agent, machine: Machine) -> bool:
        """Tell whether the agent takes anything from the settings of the project."""
        return True

    def file_refusals(self, settings: Mapping[str, Any]) -> list[str]:
        """Return why the agent skips a settings file of these values, malformed hooks included."""
        return []

    def wrong_values(self, settings: Mapping[str, Any]) -> list[str]:
        """Return the values for which the agent skips a whole settings file."""
        return []

    def plugin_files(self, machine: Machine) -> list[tuple[str, str, str]]:
        """Return the hooks of plugins: name of the plugin, path of the file, path as shown."""
        return []
