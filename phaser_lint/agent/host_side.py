"""An agent's own side of a hook: the record of which each agent's module makes one.

Where *common* is given it has the fields of every event, with the event's name in the settings as
``hook_event_name``; a path is absolute.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from phaser_lint.agent.agent import Agent
from phaser_lint.agent.host_answer import HookAnswer, Reaction
from phaser_lint.agent.install.handlers import Handler
from phaser_lint.agent.locations import Machine
from phaser_lint.core import Record

SentEvent: TypeAlias = dict[str, Any]
Common: TypeAlias = Mapping[str, Any]

SESSION = "phaser-lint-doctor"
TIME = "2026-01-01T00:00:00.000Z"
UNKNOWN_TOOL = "PhaserLintDoctorTool"
"""A tool that no agent has; every hook has to answer it with nothing."""


def after(event: Common, own_event: str, *, key: str, response: object) -> SentEvent:
    """Return the event after the tool of *event* has run, with what the tool gave at *key*."""
    name_field = {"hook_event_name": own_event} if "hook_event_name" in event else {}
    return {**event, **name_field, key: response}


def _unknown(event: Common) -> SentEvent:
    tool_keys = [key for key in ("tool_name", "toolName", "tool") if key in event]
    input_keys = [key for key in ("tool_input", "toolArgs", "args", "input") if key in event]
    return {**event, **dict.fromkeys(tool_keys, UNKNOWN_TOOL), **{key: {} for key in input_keys}}


def _encoded(event: Common) -> bytes:
    return json.dumps(event).encode("utf-8", "surrogatepass") + b"\n"


def _no_refusals(handler: Handler, machine: Machine) -> list[str]:
    return []


def _no_variables(event: object) -> Mapping[str, str]:
    return {}


def _reads_every_project(agent: Agent, machine: Machine) -> bool:
    return True


def _no_file_refusals(settings: Mapping[str, Any]) -> list[str]:
    return []


def _no_plugin_files(machine: Machine) -> list[tuple[str, str, str]]:
    return []


class Host(Record):
    """What an agent sends to its hooks, what it makes of an answer, and what it trusts."""

    write: Callable[[Common, str, str], SentEvent]
    """The event before a text is written into the file at a path."""
    written: Callable[[SentEvent, str, str, str], SentEvent]
    """The event after that, from the one before, its name in the settings, path and text."""
    prompt: Callable[[Common, str], SentEvent]
    stop: Callable[[Common], SentEvent]
    decision: Callable[[HookAnswer], Reaction]
    unknown: Callable[[SentEvent], SentEvent] = _unknown
    """The event of an unknown tool."""
    encoded: Callable[[Common], bytes] = _encoded
    project_variables: tuple[str, ...] = ()
    """The variables that it sets for its hooks, each to the project's folder."""
    marks: Mapping[str, str] = {}
    """What else it sets."""
    variables: Callable[[object], Mapping[str, str]] = _no_variables
    """What it sets by the event."""
    refusals: Callable[[Handler, Machine], list[str]] = _no_refusals
    """Why it does not run a hook, each as a sentence that says what to do."""
    reads_project: Callable[[Agent, Machine], bool] = _reads_every_project
    """Whether it takes anything from the settings of the project."""
    wrong_values: Callable[[Mapping[str, Any]], list[str]] | None = None
    """The values for which it skips a whole settings file."""
    file_refusals: Callable[[Mapping[str, Any]], list[str]] = _no_file_refusals
    """Why it skips a settings file of these values, hooks of no known form included."""
    brings: Callable[[Machine], list[tuple[str, str, str]]] = _no_plugin_files
    """The files of hooks that plugins bring along: name of the plugin, path, as shown."""
