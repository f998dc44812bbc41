"""Recordings of hook events: written by ``hook --record``, read by ``replay``.

One JSON object a line. ``{"event": …, "disk": {"src/app.py": "x = 1\\n"}, "project": "/…"}`` is an
event with the files that it touches as they were, relative to the project; ``null`` for a file that
was not there. A recording made elsewhere may leave ``project`` out and then has all files in
``disk``. ``{"raw": "…"}`` is standard input that was no JSON, ``{"left_out": […]}`` stands in the
place of an event that is not kept.

A recording holds code and whatever an edit holds, so it is as private as the project: mode 0600,
never a link, never more than ``LARGEST`` bytes. What the user types and what the agent answers is
left out, and so are the texts of files whose names are those of secrets.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from phaser_lint.agent import DEFAULT, keep_possible_path
from phaser_lint.core import (
    APPEND,
    OPEN_TO_OTHERS,
    Record,
    is_partial_event,
    open_unless_link,
    parse_json_value,
)
from phaser_lint.core.errors import InputError, UsageError
from phaser_lint.core.text import decode_text
from phaser_lint.hook import (
    HookRequest,
    Options,
    find_event_folder,
    find_folder_levels,
    make_hook_request,
    may_check,
)
from phaser_lint.project import find_path_inside
from phaser_lint.project.regular_file import read_bytes

LARGEST = 20 * 1024 * 1024
"""Bytes of a recording; nothing is added to a larger one."""
LARGEST_LINE = 2 * 1024 * 1024
_LARGEST_FILE = 1024 * 1024
_LEFT_OUT = frozenset(
    ("prompt", "prompt_response", "last_assistant_message", "submitted_prompt", "user_email",
     "initial_prompt", "agent_message", "custom_instructions")
)  # fmt: skip
# Wave's prompt event is recognised by this key, so the key stays and its text goes.
_EMPTIED = ("user_prompt",)
# The keys of a line for an event that was left out, and of the line after the last event.
_OF_NO_EVENT = ("left_out", "final_disk")
_NO_FILES = frozenset(("..", ".git"))
_SECRET_NAMES = (
    ".env", ".env.*", "*.pem", "*.key", "*.p12", "*.pfx", "*.kdbx", "id_rsa*", "id_dsa*",
    "id_ecdsa*", "id_ed25519*", ".netrc", ".npmrc", ".pypirc", ".htpasswd", "credentials*",
    "secrets*",
)  # fmt: skip


class Recorded(Record):
    """One line of a recording."""

    event: Mapping[str, Any] | None = None
    raw: str = ""
    """Standard input that was no JSON object, where there is no event."""
    disk: Mapping[str, str | None] = {}
    project: str = ""
    """The folder that the paths of the event lie in; empty if the line does not name it."""
    line: int = 0


def append_to_recording(
    path: str, received: bytes, event_json: object, *, project: str, touched: Iterable[str]
) -> str:
    """Add an event to the recording at *path*; return why it could not be, or nothing.

    *received* is what came on standard input, *event_json* its JSON if it is any, *touched* the
    absolute paths of the files that it is about. Never raises for a file that cannot be written.
    """
    line = _make_line(received, event_json, project=project, touched=list(touched))
    if len(line) > LARGEST_LINE or is_partial_event(received):
        return f"--record {path}: the event is too large to be recorded"
    try:
        descriptor = open_unless_link(path, APPEND)
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) in (errno.ELOOP, errno.ENXIO):  # a link, a pipe
            return f"--record {path}: expected a regular file"
        return f"--record {path}: {getattr(error, 'strerror', None) or error}"
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return f"--record {path}: expected a regular file"
        if status.st_mode & OPEN_TO_OTHERS:
            return f"--record {path}: others may read it; chmod 600 {path}"
        if status.st_size + len(line) > LARGEST:
            return f"--record {path}: it is full ({LARGEST // 1024 // 1024} MB)"
        # One write: the hooks of parallel edits do not mix their lines.
        is_whole = os.write(descriptor, line) == len(line)
        return "" if is_whole else f"--record {path}: no space left"
    except OSError as error:
        return f"--record {path}: {error.strerror}"
    finally:
        os.close(descriptor)


def _make_line(received: bytes, event_json: object, project: str, touched: list[str]) -> bytes:
    if not isinstance(event_json, dict):
        return _encode_line({"raw": decode_text(received[:_LARGEST_FILE])})
    secret = [path for path in touched if has_secret_name(path)]
    if secret:
        return _encode_line({"left_out": [os.path.basename(path) for path in secret]})
    event = {key: member for key, member in event_json.items() if key not in _LEFT_OUT}
    event.update((key, "") for key in _EMPTIED if key in event)
    disk: dict[str, str | None] = {}
    for path in touched:
        name = find_path_inside(project, path)
        if name is None:  # a file outside of the project is no part of it, nor of a copy
            continue
        try:
            disk[name] = decode_text(read_bytes(path, limit=_LARGEST_FILE))
        except (OSError, ValueError):
            disk[name] = None
    return _encode_line({"event": event, "disk": disk, "project": project})


def has_secret_name(path: str) -> bool:
    """Tell whether *path* has a name usual for secrets, whose events no recording has."""
    name = os.path.basename(path).lower()
    return any(fnmatchcase(name, pattern) for pattern in _SECRET_NAMES)


def _encode_line(record_line: object) -> bytes:
    return json.dumps(record_line).encode("ascii") + b"\n"


def read_recording(path: str) -> list[Recorded]:
    """Return the events of a recording, in order; raises ``InputError`` and ``UsageError``."""
    try:
        content = read_bytes(path, limit=2 * LARGEST)
    except (OSError, ValueError) as error:
        message = getattr(error, "strerror", None) or error
        raise UsageError(f"{path}: cannot be read: {message}") from None
    events = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            recorded = _parse_line(path, number, line)
            if recorded is not None:
                events.append(recorded._replace(line=number))
    return events


def _parse_line(path: str, number: int, line: bytes) -> Recorded | None:
    """Return the recorded event of a line; ``None`` for a line that stands for no event."""
    try:
        record_line = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}:{number}: expected a JSON object; {error}") from None
    if not isinstance(record_line, dict):
        raise InputError(f"{path}:{number}: expected a JSON object")
    raw = record_line.get("raw")
    if isinstance(raw, str):
        return Recorded(raw=raw)
    event = (
        _parse_plugin_line(record_line)
        if record_line.get("hook") in ("before", "after")
        else record_line.get("event")
    )
    if not isinstance(event, dict):
        if any(key in record_line for key in _OF_NO_EVENT):
            return None
        raise InputError(f'{path}:{number}: expected "event" with an object, or "raw" with a text')
    project = record_line.get("project", "")
    if not isinstance(project, str):
        raise InputError(f"{path}:{number}: project: expected a text")
    return Recorded(event, disk=_parse_disk(path, number, record_line.get("disk")), project=project)


def _parse_disk(path: str, number: int, disk: object) -> dict[str, str | None]:
    if disk is None:
        return {}
    if not isinstance(disk, dict) or not all(
        text is None or isinstance(text, str) for text in disk.values()
    ):
        raise InputError(f"{path}:{number}: disk: expected an object from paths to texts")
    # A path may name no file inside the folder: a recording may come from anybody.
    outside = [
        name
        for name in disk
        if not keep_possible_path(name)
        or name.startswith("/")
        or not _NO_FILES.isdisjoint(name.lower().split("/"))
    ]
    if outside:
        raise InputError(f"{path}:{number}: disk: expected paths inside the project: {outside[0]}")
    return disk


def _parse_plugin_line(record_line: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the event that the plugin for OpenCode sends for a call recorded inside it."""
    plugin_input, output = record_line.get("i"), record_line.get("o")
    if not isinstance(plugin_input, dict) or not isinstance(output, dict):
        return None
    return {
        "opencode": record_line["hook"],
        "tool": plugin_input.get("tool"),
        "args": output.get("args") if record_line["hook"] == "before" else plugin_input.get("args"),
        "session": plugin_input.get("sessionID"),
        "directory": record_line.get("directory", "/project"),
        "worktree": record_line.get("directory", "/project"),
    }


# ``phaser-lint hook --record FILE``: keep each event for ``phaser-lint replay``.
#
# Off unless asked for. The answer to the event is the same, but for a message to the user where
# the recording cannot be written.

FLAG = "--record"
_PROBLEM = "phaser-lint could not record this: "


def record_received_event(path: str, received: bytes, request: HookRequest | None) -> str:
    """Record the event *received* for ``hook --record`` in the file at *path*; return what the user
    has to know, or nothing.

    *received* is what came on standard input, *request* the event that it is, if it is any.
    """
    if not path:
        return f"{_PROBLEM}{FLAG}: expected a file, found an empty text"
    try:
        event_json = parse_json_value(received)
    except (ValueError, RecursionError):
        event_json = None
    try:
        if request is None:  # what is no event of a known agent may touch files all the same
            event = event_json if isinstance(event_json, dict) else {}
            request = make_hook_request(event, Options(agent=DEFAULT))
        adapter = request.adapter
        paths = [
            proposed_path
            for proposal in adapter.proposals(request.event)
            for proposed_path in (proposal.path, proposal.moved_from)
        ]
        touched = [*filter(None, dict.fromkeys((*paths, *adapter.touched_paths(request.event))))]
        # Where the event begins counts only without a file: a working directory moves.
        checked_levels = [
            levels
            for touched_path in touched
            for levels in (find_folder_levels(request, os.path.dirname(touched_path)),)
            if find_path_inside(levels.root, touched_path) is not None
            and may_check(request, levels)
        ]
        levels = (
            checked_levels[0]
            if checked_levels
            else find_folder_levels(request, find_event_folder(request))
        )
        problem = append_to_recording(
            path, received, event_json, project=levels.root, touched=touched
        )
    except Exception as error:  # the answer must not depend on the recording
        problem = f"{FLAG} {path}: {type(error).__name__}: {error}"
    return f"{_PROBLEM}{problem}" if problem else ""


def take_record_flag(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the file that ``--record`` names last, or ``None``, and the other arguments."""
    path: str | None = None
    other_arguments, index = [], 0
    while index < len(arguments):
        argument = arguments[index]
        if argument == FLAG and index + 1 < len(arguments):
            index += 1
            path = arguments[index]
        elif argument.startswith(f"{FLAG}="):
            path = argument.partition("=")[2]
        else:
            other_arguments.append(argument)
        index += 1
    return path, other_arguments
