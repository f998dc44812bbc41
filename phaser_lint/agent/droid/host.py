"""Factory droid, simulated: its tools, Claude Code's answers, files that leave others out."""

from __future__ import annotations

import os
from typing import Any

from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.droid.settings import BARE
from phaser_lint.agent.host import Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, react_in_claude_form
from phaser_lint.agent.install.hook_requirements import find_invalid_settings
from phaser_lint.agent.install.hooks_in_settings import (
    Handler,
    SettingsFile,
    name_invalid_hook,
    read_handlers,
    read_settings_values,
)
from phaser_lint.agent.install.own_commands import is_ours
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.settings_locations import Machine

_EVENTS = (
    "PreToolUse", "PostToolUse", "Notification", "UserPromptSubmit", "Stop", "SubagentStop",
    "PreCompact", "SessionStart", "SessionEnd",
)  # fmt: skip
_TRANSCRIPT = os.path.join("~", ".factory", "sessions", "phaser-lint-doctor", "1.jsonl")


def _make_session_event(common: Common) -> SentEvent:
    transcript = os.path.expanduser(_TRANSCRIPT)
    return {**common, "transcript_path": transcript, "permission_mode": "auto-low"}


def _find_counted_fields(answer: HookAnswer) -> dict[str, Any] | None:
    """Return what droid counts of the answer: whatever event it names, no older form of denial."""
    if answer.json is None:
        return None
    without_decision = {key: field for key, field in answer.json.items() if key != "decision"}
    counting = answer.json if answer.event == "Stop" else without_decision
    specific = counting.get("hookSpecificOutput")
    if not isinstance(specific, dict):
        return counting
    return {**counting, "hookSpecificOutput": {**specific, "hookEventName": answer.event}}


def _explain_invalid_hook(handler: Handler) -> list[str]:
    """Return the first hook beside *handler* for which droid leaves out the whole file."""
    if find_invalid_settings(handler):
        return []

    def faults_of_known_event(other: Handler) -> list[str]:
        return find_invalid_settings(other) if other.event in _EVENTS else []

    invalid_hook = name_invalid_hook(handler.file, faults_of_known_event)
    message = f"droid runs no hook of a file that holds an invalid one {invalid_hook}"
    return [message] if invalid_hook else []


def _explain_superseded(handler: Handler) -> list[str]:
    """Return that another settings file of droid's takes the place of that of *handler*."""
    folder, name = os.path.split(handler.file.path)
    is_in_hooks_folder = os.path.basename(folder) == "hooks"
    folder = os.path.dirname(folder) if is_in_hooks_folder else folder
    for path in (os.path.join(folder, BARE), os.path.join(folder, "hooks", BARE)):
        if path == handler.file.path or not os.path.isfile(path):
            continue
        relative_path = os.path.relpath(path, os.path.dirname(handler.file.path))
        if is_in_hooks_folder:
            return [f"droid does not read it while there is {relative_path}: move its hooks there"]
        if name != BARE and _holds_other_hooks(handler, path):
            return [
                f"droid runs no {handler.event} hook of this file, since {relative_path} has that "
                "event: run phaser-lint install --agent droid --force"
            ]
        return []
    return []


def _holds_other_hooks(handler: Handler, path: str) -> bool:
    """Tell whether droid's file at *path* has the event of *handler*, and no hook of ours at it."""
    file = SettingsFile(handler.file.agent, path, path)
    try:
        has_event = handler.event in read_settings_values(file)["hooks"]
        own_events = [hook.event for hook in read_handlers(file) if is_ours(hook.entry)]
    except SettingsError:
        return False
    return has_event and handler.event not in own_events


class DroidHost(Host):
    """Factory droid: where it differs from what most agents do."""

    project_variables = ("FACTORY_PROJECT_DIR", "DROID_PROJECT_DIR", "CLAUDE_PROJECT_DIR")

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        tool_input = {"file_path": path, "content": text}
        return {**_make_session_event(common), "tool_name": "Create", "tool_input": tool_input}

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return make_event_after_tool(
            event, own_event, key="tool_response", response='{"success":true}'
        )

    def stop_event(self, common: Common) -> SentEvent:
        counters = {"tool_execution_count": 0, "elapsed_time": 1}
        return {**_make_session_event(common), "stop_hook_active": False, **counters}

    def react(self, answer: HookAnswer) -> Reaction:
        answer.json = _find_counted_fields(answer)
        reaction = react_in_claude_form(answer) if answer.json is not None else NOTHING
        if reaction.blocks:
            return reaction
        if answer.code == BLOCKED:
            if answer.event == "PostToolUse":
                return Reaction("context", answer.err)
            return Reaction("deny", answer.err or "Tool execution blocked by hook", blocks=True)
        if answer.json is not None:
            # Only after a tool does context reach the model, and the user is never asked.
            lost = answer.event != "PostToolUse" and reaction.kind in ("context", "ask")
            return Reaction("nothing", user=reaction.user) if lost else reaction
        return (
            answer.failure() if answer.code else answer.no_json() if answer.is_object else NOTHING
        )

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        refusals = [*_explain_invalid_hook(handler), *_explain_superseded(handler)]
        if "commandRegex" in handler.around and handler.stage == "PreToolUse":
            refusals.append("its commandRegex leaves edits out: remove it")
        return refusals


HOST = DroidHost()
