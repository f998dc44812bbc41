"""Recorded events fed through a hook again: the files put where they were, the paths made to fit.

Each recording gets a folder of its own, a git repository whose first commit holds the contracts and
the files at the beginning, so that Stop has something to compare with.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.agent_table import STAGES
from phaser_lint.agent.hook_process import Command, run_hook_command
from phaser_lint.agent.hosts_by_name import simulate_reaction
from phaser_lint.core import Record
from phaser_lint.core.errors import InputError
from phaser_lint.core.text import encode_text
from phaser_lint.hook.doctor.execution import Run, make_with_git
from phaser_lint.hook.doctor.made_events import encode_event, make_agent_variables
from phaser_lint.hook.recording import Recorded

_SECONDS = 60.0
_OF_PLUGIN = {"before": "PreToolUse", "after": "PostToolUse"}


class Replayed(Record):
    """One event and what came of it."""

    line: int
    event: str
    tool: str
    path: str
    run: Run


class Hook(Record):
    """What the events are fed to."""

    agent: str
    words: tuple[str, ...] | str
    """A list of words, or a line for the shell."""


def replay_events(
    recorded: Sequence[Recorded],
    hook: Hook,
    *,
    folder: str,
    project: str,
    environment: Mapping[str, str],
) -> Iterator[Replayed]:
    """Yield what *hook* answers to each of the *recorded* events when it is replayed; *folder* is
    one of our own.

    *project* is where the events were recorded, if their lines do not name it.
    """
    make_with_git(folder, environment, "init", "-q")
    is_committed, written_names = False, set[str]()
    for recorded_event in recorded:
        root = (
            recorded_event.project or project or find_recorded_project(recorded_event.event or {})
        )
        # The files as they were; a line without a project lists all files of its own.
        disk, line = recorded_event.disk, recorded_event.line
        removed_names = {name for name, text in disk.items() if text is None}
        if disk and not recorded_event.project:
            removed_names |= written_names - set(disk)
        for name in removed_names:
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))
        texts = {name: text for name, text in disk.items() if text is not None}
        for name, text in texts.items():
            _write_file(folder, name, content=encode_text(text), line=line)
        written_names = (written_names - removed_names) | set(texts)
        if not is_committed:
            is_committed = True
            make_with_git(folder, environment, "add", "-A", "-f")
            words = ("commit", "-q", "--allow-empty", "--no-verify", "-m", "Recorded")
            make_with_git(folder, environment, *words)
        event = (
            _move_paths(recorded_event.event, root, folder)
            if recorded_event.event is not None
            else None
        )
        event_bytes = (
            encode_text(recorded_event.raw) if event is None else encode_event(hook.agent, event)
        )
        variables = make_agent_variables(hook.agent, folder, event)
        command = Command(
            hook.words,
            shell=isinstance(hook.words, str),
            folder=folder,
            environment={**environment, **variables},
            seconds=_SECONDS,
        )
        run_result = run_hook_command(command, event_bytes)
        name = find_event_name(recorded_event.event or {})
        stages = {**STAGES, **_OF_PLUGIN, **require_agent(hook.agent).stages}
        stage = stages.get(name, name or "PreToolUse")
        decision = simulate_reaction(hook.agent, stage, run_result, own_event=name)
        tool, path = _describe_event(recorded_event.event or {})
        yield Replayed(
            recorded_event.line,
            name,
            tool=tool,
            path=path[len(root) + 1 :] if root and path.startswith(f"{root}/") else path,
            run=Run(run_result, decision),
        )


def find_recorded_project(event: Mapping[str, Any]) -> str:
    """Return the folder that a replayed event names as the one the agent works in."""
    for key in ("workspaceRoots", "workspace_roots", "workspacePaths"):
        roots = event.get(key)
        if isinstance(roots, list) and roots and isinstance(roots[0], str):
            return roots[0]
    for key in ("cwd", "directory"):
        folder = event.get(key)
        if isinstance(folder, str):
            return folder
    return ""


def find_event_name(event: Mapping[str, Any]) -> str:
    """Return the agent's own name of the *event* that is replayed."""
    for key in ("hook_event_name", "hookEventName", "agent_action_name", "opencode", "pi"):
        if isinstance(event.get(key), str):
            return str(event[key])
    if "toolArgs" in event:
        return "postToolUse" if "toolResult" in event else "preToolUse"
    if "stopReason" in event:
        return "agentStop"
    if "toolCall" in event or "terminationReason" in event:
        return "PreToolUse" if "toolCall" in event else "Stop"
    for key in ("preToolUse", "postToolUse"):
        if key in event:
            return key
    return ""


def _describe_event(event: Mapping[str, Any]) -> tuple[str, str]:
    """Return the tool and the path of an event, for people."""
    call = event.get("tool_call") or event.get("tool_result") or event.get("toolCall")
    call = call if isinstance(call, dict) else {}
    tool = event.get("tool_name") or event.get("toolName") or event.get("tool") or call.get("name")
    tool_input = event
    for key in ("tool_input", "toolArgs", "args", "tool_info"):
        if isinstance(event.get(key), dict):
            tool_input = event[key]
    for key in ("input", "args"):
        if isinstance(call.get(key), dict):
            tool_input = call[key]
    for key in ("file_path", "notebook_path", "filePath", "path", "TargetFile"):
        if isinstance(tool_input.get(key), str):
            return str(tool or ""), str(tool_input[key])
    return str(tool or ""), ""


def _move_paths(event_part: Any, root: str, folder: str) -> Any:
    """Return the event with the paths under *root* moved to *folder*."""
    if not root.strip("/"):
        return event_part
    if isinstance(event_part, dict):
        return {key: _move_paths(member, root, folder) for key, member in event_part.items()}
    if isinstance(event_part, list):
        return [_move_paths(member, root, folder) for member in event_part]
    if not isinstance(event_part, str):
        return event_part
    if event_part == root or event_part.startswith(f"{root}/"):
        return folder + event_part[len(root) :]
    if "*** Begin Patch" in event_part:
        return event_part.replace(f" File: {root}/", f" File: {folder}/").replace(
            f"*** Move to: {root}/", f"*** Move to: {folder}/"
        )
    return event_part


def _write_file(folder: str, name: str, content: bytes, line: int) -> None:
    """Write a file, in the place of a file that was there where a folder is now, or the reverse."""
    path = os.path.join(folder, name)
    path_names = name.split("/")
    parents = [os.path.join(folder, *path_names[:depth]) for depth in range(1, len(path_names))]
    try:
        for parent in filter(os.path.isfile, parents):
            os.unlink(parent)
        if os.path.isdir(path):
            shutil.rmtree(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    except OSError as error:
        message = error.strerror or error
        raise InputError(f"line {line}: disk: {name}: cannot be put: {message}") from None
