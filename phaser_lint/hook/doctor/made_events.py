"""The JSON that agents send to their hooks, made here: an agent's event for a file to be written.

    make_write_event("claude-code", "/project", "src/app.py", "x = 1\\n")

Each has the fields that the agent guarantees, and names of its own for the tool that writes a whole
file. The common ones are ``session_id``, ``transcript_path``, ``cwd`` and ``hook_event_name``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.host import SESSION
from phaser_lint.agent.hosts_by_name import load_host

EventPayload = dict[str, Any]


def make_agent_variables(agent: str, root: str, event: object = None) -> dict[str, str]:
    """Return the variables that *agent* adds to a made *event* of the project at *root*."""
    host = load_host(agent)
    return {**dict.fromkeys(host.project_variables, root), **host.variables(event), **host.marks}


def encode_event(agent: str, event: Mapping[str, Any]) -> bytes:
    """Return the made *event* as the JSON bytes that *agent* writes to its hooks."""
    return load_host(agent).encode(event)


def make_write_event(
    agent: str, root: str, path: str, text: str, *, own_event: str = ""
) -> EventPayload:
    """Make the event that *agent* sends before it writes *text* into *path*, which is relative to
    *root*.

    *own_event* is the event's name in the settings: some agents send another form under Claude
    Code's names.
    """
    return load_host(agent).write_event(
        _make_common_fields(root, own_event), os.path.join(root, path), text
    )


def make_written_event(
    agent: str, root: str, path: str, text: str, *, own_event: str = ""
) -> EventPayload:
    """Make the event of *agent* after it wrote *text* into *path*, which is relative to *root*."""
    before = make_write_event(agent, root, path=path, text=text, own_event=own_event)
    return load_host(agent).written_event(before, own_event or "PostToolUse", path=path, text=text)


def make_unknown_event(agent: str, root: str, *, own_event: str = "") -> EventPayload:
    """Make the event that *agent* sends before it uses an unknown tool."""
    return load_host(agent).unknown_event(
        make_write_event(agent, root, path="unknown", text="", own_event=own_event)
    )


def make_prompt_event(
    agent: str, root: str, *, own_event: str, text: str = "hello"
) -> EventPayload:
    """Make the event that *agent* sends at a prompt with this *text*."""
    return load_host(agent).prompt_event(_make_common_fields(root, own_event), text)


def make_stop_event(agent: str, root: str, *, own_event: str = "Stop") -> EventPayload:
    """Make the event that *agent* sends at the end of a run."""
    return load_host(agent).stop_event(_make_common_fields(root, own_event))


def _make_common_fields(root: str, own_event: str) -> EventPayload:
    return {
        "session_id": SESSION,
        "transcript_path": os.path.join(root, "transcript.jsonl"),
        "cwd": root,
        "hook_event_name": own_event or "PreToolUse",
    }
