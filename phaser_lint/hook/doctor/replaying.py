"""Recorded events fed through a hook again: the files put where they were, the paths made to fit.

Each recording gets a folder of its own, a git repository whose first commit holds the contracts and
the files at the beginning, so that Stop has something to compare with.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress

from phaser_lint.agent.agent import STAGES
from phaser_lint.agent.hook_process import Command, run
from phaser_lint.agent.known_agents import agent_named
from phaser_lint.agent.known_hosts import decision_of
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError, InputError
from phaser_lint.core.text import encode
from phaser_lint.hook.doctor.execution import Run
from phaser_lint.hook.doctor.made_events import encoded, variables_of
from phaser_lint.project.git.git_command import own_repository_command
from phaser_lint.project.git.process_output import reason_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaser_lint.agent.hook_process import Result
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


def replay(
    recorded: Sequence[Recorded],
    hook: Hook,
    *,
    folder: str,
    project: str,
    environment: Mapping[str, str],
) -> Iterator[Replayed]:
    """Yield what *hook* answers to each event; *folder* is one of our own, with contracts alone.

    *project* is where the events were recorded, if their lines do not name it.
    """
    _git(folder, environment, "init", "-q")
    started, there = False, set[str]()
    for entry in recorded:
        root = entry.project or project or project_of(entry.event or {})
        there = _put(entry, folder, there)
        if not started:
            started = True
            _commit(folder, environment)
        event = _moved(entry.event, root, folder) if entry.event is not None else None
        data = encode(entry.raw) if event is None else encoded(hook.agent, event)
        variables = variables_of(hook.agent, folder, event)
        result = _ran(hook, data, folder, {**environment, **variables})
        name = event_name(entry.event or {})
        stages = {**STAGES, **_OF_PLUGIN, **agent_named(hook.agent).stages}
        stage = stages.get(name, name or "PreToolUse")
        decision = decision_of(hook.agent, stage, result, own_event=name)
        tool, path = _about(entry.event or {})
        yield Replayed(entry.line, name, tool, _shown(path, root), Run(result, decision))


def _ran(hook: Hook, data: bytes, folder: str, environment: Mapping[str, str]) -> Result:
    command = Command(
        hook.words,
        shell=isinstance(hook.words, str),
        folder=folder,
        environment=environment,
        seconds=_SECONDS,
    )
    return run(command, data)


def project_of(event: Mapping[str, Any]) -> str:
    """Return the folder that an event names as the one the agent works in."""
    roots = event.get("workspaceRoots") or event.get("workspace_roots")
    if isinstance(roots, list) and roots and isinstance(roots[0], str):
        return roots[0]
    for key in ("cwd", "directory"):
        found = event.get(key)
        if isinstance(found, str):
            return found
    return ""


def event_name(event: Mapping[str, Any]) -> str:
    """Return what the agent calls the event."""
    for key in ("hook_event_name", "hookEventName", "agent_action_name", "opencode", "pi"):
        if isinstance(event.get(key), str):
            return str(event[key])
    if "toolArgs" in event:
        return "postToolUse" if "toolResult" in event else "preToolUse"
    if "stopReason" in event:
        return "agentStop"
    for key in ("preToolUse", "postToolUse"):
        if key in event:
            return key
    return ""


def _about(event: Mapping[str, Any]) -> tuple[str, str]:
    """Return the tool and the path of an event, for people."""
    call = event.get("tool_call") or event.get("tool_result")
    call = call if isinstance(call, dict) else {}
    tool = event.get("tool_name") or event.get("toolName") or event.get("tool") or call.get("name")
    given = event
    for key in ("tool_input", "toolArgs", "args", "tool_info"):
        if isinstance(event.get(key), dict):
            given = event[key]
    if isinstance(call.get("input"), dict):
        given = call["input"]
    for key in ("file_path", "notebook_path", "filePath", "path"):
        if isinstance(given.get(key), str):
            return str(tool or ""), str(given[key])
    return str(tool or ""), ""


def _shown(path: str, root: str) -> str:
    return path[len(root) + 1 :] if root and path.startswith(f"{root}/") else path


def _moved(value: Any, root: str, folder: str) -> Any:
    """Return the event with the paths under *root* moved to *folder*."""
    if not root.strip("/"):
        return value
    if isinstance(value, dict):
        return {key: _moved(item, root, folder) for key, item in value.items()}
    if isinstance(value, list):
        return [_moved(item, root, folder) for item in value]
    if not isinstance(value, str):
        return value
    if value == root or value.startswith(f"{root}/"):
        return folder + value[len(root) :]
    if "*** Begin Patch" in value:
        return value.replace(f" File: {root}/", f" File: {folder}/").replace(
            f"*** Move to: {root}/", f"*** Move to: {folder}/"
        )
    return value


def _put(entry: Recorded, folder: str, there: set[str]) -> set[str]:
    """Write the files as they were; return the names of all files that are there by now."""
    if not entry.disk:
        return there
    # A line without a project lists all files of its own.
    gone = set() if entry.project else there - set(entry.disk)
    for name in gone | {name for name, text in entry.disk.items() if text is None}:
        with suppress(OSError):
            os.unlink(os.path.join(folder, name))
    for name, text in entry.disk.items():
        if text is not None:
            _write(folder, name, encode(text), entry.line)
    return (there - gone) | {name for name, text in entry.disk.items() if text is not None}


def _write(folder: str, name: str, data: bytes, line: int) -> None:
    """Write a file, in the place of a file that was there where a folder is now, or the reverse."""
    path = os.path.join(folder, name)
    parts = name.split("/")
    above = [os.path.join(folder, *parts[:depth]) for depth in range(1, len(parts))]
    try:
        for each in filter(os.path.isfile, above):
            os.unlink(each)
        if os.path.isdir(path):
            shutil.rmtree(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        message = error.strerror or error
        raise InputError(f"line {line}: disk: {name}: cannot be put: {message}") from None


def _commit(folder: str, environment: Mapping[str, str]) -> None:
    _git(folder, environment, "add", "-A", "-f")
    _git(folder, environment, "commit", "-q", "--allow-empty", "--no-verify", "-m", "Recorded")


def _git(folder: str, environment: Mapping[str, str], *arguments: str) -> None:
    git = own_repository_command(folder, *arguments, variables=environment)
    made = run(Command(git.words, environment=git.environment, seconds=git.seconds_left()), b"")
    if made.timed_out:
        raise git.late()
    if made.code:
        raise GitError(f"git {git.name}: {reason_in(made.err)}")
