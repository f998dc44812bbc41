"""GitHub Copilot CLI, simulated: its own events, or Claude Code's where settings say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.folder_trust import holds_project
from phaser_lint.agent.host import SESSION, TIME, Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import (
    NOTHING,
    HookAnswer,
    Reaction,
    ReactionKind,
    keep_text,
    react_in_claude_form,
)
from phaser_lint.agent.install.hooks_in_settings import Handler, find_settings_at
from phaser_lint.agent.install.strict_json import Number
from phaser_lint.agent.settings_locations import Machine, locate_place_files

_VERSION = Number("1")


def _has_claudes_names(common: Common) -> bool:
    return bool(common["hook_event_name"][:1].isupper())


def _react_to_plain_answer(answer: HookAnswer, fields: Mapping[str, Any]) -> Reaction:
    reason = keep_text(fields.get("permissionDecisionReason")) or keep_text(fields.get("reason"))
    decision = fields.get("permissionDecision")
    if answer.event == "PreToolUse":
        if decision == "deny":
            return Reaction("deny", reason, blocks=True)
        kinds: dict[Any, ReactionKind] = {"ask": "ask", "allow": "allow"}
        return Reaction(kinds[decision], reason) if decision in kinds else NOTHING
    if fields.get("decision") != "block":
        return NOTHING
    stops = answer.event == "Stop"
    return Reaction("deny" if stops else "context", reason, stops)


class CopilotHost(Host):
    """GitHub Copilot CLI: where it differs from what most agents do."""

    project_variables = ("COPILOT_PROJECT_DIR", "CLAUDE_PROJECT_DIR")
    marks: Mapping[str, str] = {"COPILOT_CLI": "1"}
    untrusted = (
        "Copilot CLI runs no hooks of a folder it does not trust: start copilot in this folder "
        "and trust it for future sessions, or pass --trust-folder"
    )

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        arguments = {"path": path, "file_text": text}
        if _has_claudes_names(common):
            return {
                "hook_event_name": "PreToolUse",
                "session_id": SESSION,
                "timestamp": TIME,
                "cwd": common["cwd"],
                "tool_name": "Write",
                "tool_input": arguments,
            }
        return {
            "sessionId": SESSION,
            "timestamp": 1_767_225_600_000,
            "cwd": common["cwd"],
            "toolName": "create",
            "toolArgs": arguments,
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        if "toolArgs" in event:
            tool_result = {"resultType": "success", "textResultForLlm": ""}
            return make_event_after_tool(event, own_event, key="toolResult", response=tool_result)
        tool_response = {"result_type": "success", "text_result_for_llm": ""}
        return make_event_after_tool(event, own_event, key="tool_result", response=tool_response)

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        if _has_claudes_names(common):
            return super().prompt_event(common, text)
        return {"sessionId": SESSION, "timestamp": 0, "cwd": common["cwd"], "prompt": text}

    def stop_event(self, common: Common) -> SentEvent:
        if _has_claudes_names(common):
            return super().stop_event(common)
        return {
            "sessionId": SESSION,
            "timestamp": 0,
            "cwd": common["cwd"],
            "stopReason": "end_turn",
        }

    def react(self, answer: HookAnswer) -> Reaction:
        fields = answer.json or {}
        if answer.own_event[:1].isupper():
            reaction = react_in_claude_form(answer) if fields else NOTHING
        else:
            reaction = _react_to_plain_answer(answer, fields)
        if reaction.blocks:
            # "hook errored" is all the model reads then.
            return reaction._replace(text="") if answer.code not in (0, BLOCKED) else reaction
        if answer.code == BLOCKED and answer.event != "PreToolUse":
            return answer.failure()
        if answer.code == BLOCKED:
            return Reaction("deny", "hook exited with code 2", blocks=True)
        if answer.code:
            return answer.failure(blocks=answer.event == "PreToolUse")
        if answer.is_object and answer.json is None:
            return answer.no_json()
        context = keep_text(fields.get("additionalContext"))
        return Reaction("context", context) if context and reaction.kind == "nothing" else reaction

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return that Copilot takes no hook of the file, or does not trust the project."""
        settings = find_settings_at(handler.file.agent, handler.file.path)
        is_known = settings.get("version", _VERSION) == _VERSION
        refusals = [] if is_known else ['Copilot CLI wants "version": 1 in the file']
        return [*refusals, *super().refusals(handler, machine)]

    def reads_project(self, agent: Agent, machine: Machine) -> bool:
        """Tell whether Copilot trusts the project; if not it skips all of its settings."""
        if machine.environment.get("COPILOT_ALLOW_ALL") == "true":
            return True
        return any(
            isinstance(folder, str) and holds_project(folder, machine.root)
            for row in agent.holding("trust")
            for place in locate_place_files(agent, row, machine)
            # It renames the older key when it writes the file.
            for key in ("trustedFolders", "trusted_folders")
            for folder in find_settings_at(agent, place.path, comments=True).get(key) or ()
        )


HOST = CopilotHost()
