"""Wave, simulated: its own session and transcript, many lines of JSON, an exit code."""

from __future__ import annotations

import json
import os

from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.host import Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, keep_text
from phaser_lint.agent.install.hooks_in_settings import Handler, find_settings_at
from phaser_lint.agent.settings_locations import Machine, locate_present_files
from phaser_lint.agent.wave.refused_settings import find_refused_entries

_SESSION = "00000000-0000-4000-8000-000000000000"
_FOLDER = os.path.join("~", ".wave", "projects", "phaser-lint-doctor")


def _make_session_event(common: Common) -> SentEvent:
    transcript = os.path.join(os.path.expanduser(_FOLDER), f"{_SESSION}.jsonl")
    return {**common, "session_id": _SESSION, "transcript_path": transcript}


class WaveHost(Host):
    """Wave: where it differs from what most agents do."""

    project_variables = ("WAVE_PROJECT_DIR",)

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        tool_input = {"file_path": path, "content": text}
        return {**_make_session_event(common), "tool_name": "Write", "tool_input": tool_input}

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        content = {"content": "File created", "shortResult": "File created"}
        response = {"success": True, **content, "filePath": path, "startLineNumber": 1}
        return make_event_after_tool(event, own_event, key="tool_response", response=response)

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {**_make_session_event(common), "user_prompt": text}

    def stop_event(self, common: Common) -> SentEvent:
        running: SentEvent = {"background_tasks": [], "session_crons": []}
        return {**_make_session_event(common), **running, "last_assistant_message": "done"}

    def encode(self, event: Common) -> bytes:
        return json.dumps(event, indent=2).encode()

    def variables(self, event: object) -> dict[str, str]:
        """Return the variables of the environment that Wave gives a hook for the event."""
        fields = event if isinstance(event, dict) else {}
        names = {"HOOK_EVENT": "hook_event_name", "HOOK_TOOL_NAME": "tool_name"}
        return {variable: str(fields.get(key, "")) for variable, key in names.items()}

    def react(self, answer: HookAnswer) -> Reaction:
        if answer.code == BLOCKED:
            is_context = answer.own_event in ("PostToolUse", "SessionStart")
            text = answer.err or "Hook execution failed"
            return Reaction("context", text) if is_context else Reaction("deny", text, blocks=True)
        if (
            answer.code == 1
            and answer.err
            and "Traceback (most recent call last)" not in answer.err
        ):
            return Reaction("nothing", user=answer.err)
        if answer.code:
            return answer.failure()
        if answer.own_event == "SessionStart" and answer.json is not None:
            specific = answer.json.get("hookSpecificOutput")
            context = (
                keep_text(specific.get("additionalContext")) if isinstance(specific, dict) else ""
            )
            return Reaction("context", context) if context else NOTHING
        is_read = answer.out and answer.own_event in ("UserPromptSubmit", "SessionStart")
        return Reaction("context", answer.out) if is_read else NOTHING

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return the entries, of any of its files, for which Wave runs no hook of any file."""
        agent = handler.file.agent
        return [
            f"Wave runs no hook at all for what stands in {place.shown}: {problem}"
            for place in locate_present_files(agent, agent.files, machine)
            for problem in find_refused_entries(find_settings_at(agent, place.path).get("hooks"))
        ]


HOST = WaveHost()
