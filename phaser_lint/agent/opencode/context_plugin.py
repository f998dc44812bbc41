"""The plugin that gives OpenCode context on links: its text, its flags, its events and answers.

It sends ``{"event": "chat.message", "text": …}`` or ``{"event": "tool.execute.before", "args": …}``
and takes ``context`` or the changed ``args``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

AGENT = "opencode"
COMMAND = ("augment", "--agent", AGENT)
_NAME = "PhaserLintContext"
_ARGUMENTS = re.compile(r"^const ARGUMENTS = (\[.*\])$", re.MULTILINE)


def render_context_plugin(flags: Sequence[str] = ()) -> str:
    """Return OpenCode's plugin for context, which hands on *flags*: ``("--fields", "note")``."""
    text = (
        files("phaser_lint.agent.opencode")
        .joinpath("context_plugin.js")
        .read_text(encoding="utf-8")
    )
    line = _ARGUMENTS.search(text)
    assert line is not None
    words = json.dumps([*COMMAND, *flags])
    return f"{text[: line.start()]}const ARGUMENTS = {words}{text[line.end() :]}"


def make_default_event(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the *payload* of OpenCode's plugin for context as an event of the default agent."""
    return {
        "hook_event_name": "UserPromptSubmit" if _is_prompt(payload) else "PreToolUse",
        "prompt": payload.get("text"),
        "tool_input": payload.get("args"),
        "cwd": payload.get("directory"),
    }


def make_plugin_answer(answer: Mapping[str, Any], payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the *answer* with context as OpenCode's plugin takes it."""
    if "systemMessage" in answer:
        return answer
    specific = answer.get("hookSpecificOutput", {})
    if _is_prompt(payload):
        context = specific.get("additionalContext")
        return {"context": context} if context is not None else {}
    if "updatedInput" not in specific:
        return {}
    before, changed = payload["args"], specific["updatedInput"]
    return {
        "args": {
            name: argument for name, argument in changed.items() if argument != before.get(name)
        }
    }


def _is_prompt(payload: Mapping[str, Any]) -> bool:
    return payload.get("event") == "chat.message"


def parse_plugin_flags(text: str) -> tuple[str, ...] | None:
    """Return the flags that OpenCode's plugin for context hands on; ``None``: it is another."""
    if f"export const {_NAME} = " not in text:
        return None
    match = _ARGUMENTS.search(text)
    try:
        words = json.loads(match.group(1)) if match else []
    except ValueError:
        words = []
    return tuple(str(word) for word in words[len(COMMAND) :])
