"""The JSON that agents send to their hooks, made here: an agent's event for a file to be written.

    write_event("claude-code", "/project", "src/app.py", "x = 1\\n")

Each has the fields that the agent guarantees, and names of its own for the tool that writes a whole
file. The common ones are ``session_id``, ``transcript_path``, ``cwd`` and ``hook_event_name``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.host import SESSION
from phaser_lint.agent.known_hosts import host_of

EventPayload = dict[str, Any]


def variables_of(agent: str, root: str, event: object = None) -> dict[str, str]:
    """Return the variables that *agent* adds for a hook of the project at *root*, at an *event*."""
    host = host_of(agent)
    return {**dict.fromkeys(host.project_variables, root), **host.variables(event), **host.marks}


def encode_event(agent: str, event: Mapping[str, Any]) -> bytes:
    """Return the *event* as *agent* writes it."""
    return host_of(agent).encode(event)


def write_event(
    agent: str, root: str, path: str, text: str, *, own_event: str = ""
) -> EventPayload:
    """Return the event before *agent* writes *text* into *path*, which is relative to *root*.

    *own_event* is the event's name in the settings: some agents send another form under Claude
    Code's names.
    """
    return host_of(agent).write_event(_common(root, own_event), os.path.join(root, path), text)


def written_event(
    agent: str, root: str, path: str, text: str, *, own_event: str = ""
) -> EventPayload:
    """Return the event after *agent* has written *text* into *path*; see ``write_event``."""
    before = write_event(agent, root, path=path, text=text, own_event=own_event)
    return host_of(agent).written_event(before, own_event or "PostToolUse", path=path, text=text)


def unknown_event(agent: str, root: str, *, own_event: str = "") -> EventPayload:
    """Return the event before *agent* uses an unknown tool."""
    return host_of(agent).unknown_event(
        write_event(agent, root, path="unknown", text="", own_event=own_event)
    )


def prompt_event(agent: str, root: str, *, own_event: str, text: str = "hello") -> EventPayload:
    """Return the event of a prompt, *text*, that is typed to *agent*."""
    return host_of(agent).prompt_event(_common(root, own_event), text)


def stop_event(agent: str, root: str, *, own_event: str = "Stop") -> EventPayload:
    """Return the event at the end of a run of *agent*."""
    return host_of(agent).stop_event(_common(root, own_event))


def _common(root: str, own_event: str) -> EventPayload:
    return {
        "session_id": SESSION,
        "transcript_path": os.path.join(root, "transcript.jsonl"),
        "cwd": root,
        "hook_event_name": own_event or "PreToolUse",
    }
