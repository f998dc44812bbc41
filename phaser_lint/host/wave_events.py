"""What is Wave's own in its events: session and transcript, many lines of JSON, two variables."""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Event = dict[str, Any]

_SESSION = "00000000-0000-4000-8000-000000000000"
_FOLDER = os.path.join("~", ".wave", "projects", "phaser-lint-doctor")


def write_of_wave(common: Mapping[str, Any], path: str, text: str) -> Event:
    """Return the event before Wave writes *text* into the file at *path*."""
    tool_input = {"file_path": path, "content": text}
    return {**_of_session(common), "tool_name": "Write", "tool_input": tool_input}


def response_of_wave(path: str) -> Event:
    """Return what Wave's tool says of a file that it made."""
    said = {"content": "File created", "shortResult": "File created"}
    return {"success": True, **said, "filePath": path, "startLineNumber": 1}


def prompt_of_wave(common: Mapping[str, Any], text: str) -> Event:
    """Return the event of a prompt, *text*, that is typed."""
    return {**_of_session(common), "user_prompt": text}


def stop_of_wave(common: Mapping[str, Any]) -> Event:
    """Return the event at the end of a run."""
    running: Event = {"background_tasks": [], "session_crons": []}
    return {**_of_session(common), **running, "last_assistant_message": "done"}


def encoded_by_wave(event: Mapping[str, Any]) -> bytes:
    """Return the event as it stands on a hook's standard input."""
    return json.dumps(event, indent=2).encode()


def variables_of_wave(event: object) -> dict[str, str]:
    """Return what a hook's environment says of the event."""
    said = event if isinstance(event, dict) else {}
    names = {"HOOK_EVENT": "hook_event_name", "HOOK_TOOL_NAME": "tool_name"}
    return {variable: str(said.get(key, "")) for variable, key in names.items()}


def _of_session(common: Mapping[str, Any]) -> Event:
    transcript = os.path.join(os.path.expanduser(_FOLDER), f"{_SESSION}.jsonl")
    return {**common, "session_id": _SESSION, "transcript_path": transcript}
