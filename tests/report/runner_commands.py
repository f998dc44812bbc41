"""How GitHub's runner reads what a step prints, for the tests: a small parser of its own.

``::name key=value,key=value::message`` at the start of a line, after white space; else the older
``##[name key=value;key=value]message`` anywhere in it. Only names that it knows are commands, and
none between ``::stop-commands::TOKEN`` and ``::TOKEN::``. The rules are those of the runner's own
ActionCommand, ActionCommandManager, ValidateLinesAndColumns and AddIssue.
"""

from __future__ import annotations

from typing import NamedTuple

NAMES = frozenset(
    ("error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "add-matcher",
     "remove-matcher", "set-output", "set-env", "save-state", "add-path", "stop-commands", "echo")
)  # fmt: skip
PROPERTIES = {key.lower(): key for key in ("file", "line", "endLine", "col", "endColumn", "title")}
LONGEST_MESSAGE = 4096
OF_A_KIND = 10
_DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
_PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
_LEGACY = (("%3B", ";"), ("%0D", "\r"), ("%0A", "\n"), ("%5D", "]"), ("%25", "%"))


class Command(NamedTuple):
    """One command as the runner understood it; properties by the names that it reads."""

    name: str
    properties: dict[str, str]
    message: str


def commands_of(output: str) -> list[Command]:
    """The commands that the runner obeys in *output*; its lines end at CR, LF or both."""
    lines = output.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    commands: list[Command] = []
    token = ""
    for line in lines:
        command_names = NAMES | {token} if token else NAMES
        command = _current(line, command_names) or _legacy(line, command_names)
        if command is None or (token and command.name != token):
            continue
        if command.name == "stop-commands":
            token = command.message.lower()
        elif token:
            token = ""
        else:
            commands.append(command)
    return commands


def annotations_of(output: str) -> list[Command]:
    """The annotations that GitHub shows of a step: ten of a kind, positions made valid."""
    commands: list[Command] = []
    for command in commands_of(output):
        of_kind = sum(earlier.name == command.name for earlier in commands)
        if command.name in ("error", "warning", "notice") and of_kind < OF_A_KIND:
            message = command.message[:LONGEST_MESSAGE]
            commands.append(Command(command.name, _valid(command.properties), message))
    return commands


def _valid(properties: dict[str, str]) -> dict[str, str]:
    valid = dict(properties)
    if "endLine" in valid:
        valid.setdefault("line", valid["endLine"])
    if "endColumn" in valid:
        valid.setdefault("col", valid["endColumn"])
    if "line" not in valid or valid.get("endLine", valid["line"]) != valid["line"]:
        _drop(valid, "col", "endColumn")
    if "endLine" in valid and int(valid["endLine"]) < int(valid["line"]):
        _drop(valid, "line", "endLine")
    if "endColumn" in valid and int(valid["endColumn"]) < int(valid["col"]):
        _drop(valid, "col", "endColumn")
    return valid


def _drop(properties: dict[str, str], *names: str) -> None:
    for name in names:
        properties.pop(name, None)


def _current(line: str, command_names: frozenset[str]) -> Command | None:
    line = line.lstrip()
    end = line.find("::", 2)
    if not line.startswith("::") or end < 0:
        return None
    name, properties = _split_properties(line[2:end], ",", _PROPERTY)
    return _command(name, properties, _unescape(line[end + 2 :], _DATA), command_names)


def _legacy(line: str, command_names: frozenset[str]) -> Command | None:
    start = line.find("##[")
    end = line.find("]", start)
    if start < 0 or end < 0:
        return None
    name, properties = _split_properties(line[start + 3 : end], ";", _LEGACY)
    return _command(name, properties, _unescape(line[end + 1 :], _LEGACY), command_names)


def _command(
    name: str, properties: dict[str, str], message: str, command_names: frozenset[str]
) -> Command | None:
    return Command(name.lower(), properties, message) if name.lower() in command_names else None


def _split_properties(
    command_text: str, separator: str, escapes: tuple[tuple[str, str], ...]
) -> tuple[str, dict[str, str]]:
    name, _, properties_text = command_text.partition(" ")
    properties = {}
    for pair_text in properties_text.strip().split(separator):
        key, equals, text = pair_text.lstrip("=").partition("=")
        if equals and text:  # the runner drops a property without a value
            properties[PROPERTIES.get(key.lower(), key)] = _unescape(text, escapes)
    return name, properties


def _unescape(text: str, escapes: tuple[tuple[str, str], ...]) -> str:
    for escaped, character in escapes:
        text = text.replace(escaped, character)
    return text
