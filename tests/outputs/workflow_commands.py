"""How GitHub's runner reads what a step prints, for the tests: a small parser of its own.

``::name key=value,key=value::message`` at the start of a line, after white space; else the older
``##[name key=value;key=value]message`` anywhere in it. Only names that it knows are commands.
"""

from __future__ import annotations

from typing import NamedTuple

NAMES = frozenset(
    ("error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "add-matcher",
     "remove-matcher", "set-output", "set-env", "save-state", "add-path", "stop-commands", "echo")
)  # fmt: skip
_DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
_PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))


class Command(NamedTuple):
    """One command as the runner understood it."""

    name: str
    properties: dict[str, str]
    message: str


def commands_of(output: str) -> list[Command]:
    """The commands that the runner obeys in *output*; its lines end at CR, LF or both."""
    lines = output.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found = [_current(line) or _legacy(line) for line in lines]
    return [command for command in found if command is not None]


def _current(line: str) -> Command | None:
    line = line.lstrip()
    end = line.find("::", 2)
    if not line.startswith("::") or end < 0:
        return None
    return _command(line[2:end], ",", line[end + 2 :])


def _legacy(line: str) -> Command | None:
    start = line.find("##[")
    end = line.find("]", start)
    if start < 0 or end < 0:
        return None
    return _command(line[start + 3 : end], ";", line[end + 1 :])


def _command(inside: str, separator: str, message: str) -> Command | None:
    name, _, written = inside.partition(" ")
    if name.lower() not in NAMES:
        return None
    pairs = [part.strip().split("=", 1) for part in written.split(separator) if part.strip()]
    properties = {pair[0]: _read(pair[1], _PROPERTY) for pair in pairs if len(pair) == 2}
    return Command(name.lower(), properties, _read(message, _DATA))


def _read(text: str, escapes: tuple[tuple[str, str], ...]) -> str:
    for escaped, character in escapes:
        text = text.replace(escaped, character)
    return text
