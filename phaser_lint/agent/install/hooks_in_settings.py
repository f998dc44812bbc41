"""The hooks in the settings of each agent: which command runs at which event.

Nothing is written and nothing is run here. What cannot be read raises ``SettingsError``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.agent.agent_table import (
    STAGES,
    Agent,
    AgentFiles,
    AgentHooks,
    SettingsPlace,
    Whose,
)
from phaser_lint.agent.install.missing_program import without_guard
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import parse_dotenv, parse_toml, read_settings
from phaser_lint.agent.install.strict_json import Number, parse_json, without_comments
from phaser_lint.agent.settings_locations import Machine, locate_place_files
from phaser_lint.core import IS_POSIX, Record, find_json_texts
from phaser_lint.core.own_program import mentions_program

_MILLISECONDS = 0.001


class SettingsFile(Record):
    """A settings file that is there."""

    agent: Agent
    path: str
    shown: str
    borrowed: bool = False
    plugin: str = ""
    """The plugin that brings it along."""
    managed: bool = False

    @property
    def of_project(self) -> bool:
        """Tell whether the project holds the settings file, not the user or the machine."""
        return not self.shown.startswith(("~", "$", "/"))

    @property
    def whose(self) -> Whose:
        """Tell whose hooks the settings file holds."""
        if self.plugin or self.managed:
            return "plugin" if self.plugin else "managed"
        return "project" if self.of_project else "user"


class Handler(Record):
    """One hook of a settings file."""

    file: SettingsFile
    event: str
    """As the settings call it."""
    stage: str
    """``PreToolUse``, ``PostToolUse``, ``Stop``, or nothing for an event we know nothing of."""
    command: str
    arguments: tuple[str, ...] | None = None
    """Given: the command is executed as it is; else it is a line for the shell."""
    matcher: str = ""
    seconds: float = 60.0
    group: int = 0
    number: int = 0
    entry: Mapping[str, Any] = {}
    around: Mapping[str, Any] = {}
    """The group that it is in; the entry itself where it is in none."""
    environment: Mapping[str, str] = {}
    """The variables that the settings give it, over those that the agent was started with."""

    def shell_prefix(self, variables: Mapping[str, str]) -> str:
        """Return what the handler's agent puts before a shell's line, by *variables*."""
        name = self.file.agent.shell_prefix
        return variables.get(name, "") if name and self.arguments is None else ""

    @property
    def is_for_powershell(self) -> bool:
        """Tell whether the handler goes to PowerShell where others go to ``sh``."""
        names_shells = self.file.agent.names_shells and self.arguments is None
        return names_shells and self.entry.get("shell") == "powershell"

    @property
    def command_line(self) -> str:
        """The command of the handler as a person would write it."""
        return " ".join([without_guard(self.command), *(self.arguments or ())])


def read_handlers(file: SettingsFile) -> list[Handler]:
    """Return the handlers, the hooks, of an agent's settings *file*; raises ``SettingsError``."""
    installs = file.agent.installs
    if isinstance(installs, AgentFiles):
        text = read_settings(file.path) or ""
        return [
            _make_handler(file, event, hook) for event, hook in installs.hooks_in(file.path, text)
        ]
    hooks = read_settings_values(file).get("hooks")
    if hooks is None:
        return []
    if not isinstance(hooks, list if has_listed_hooks(file.agent) else dict):
        raise SettingsError(f"{file.shown}: hooks: expected an object")
    handlers: list[Handler] = []
    for event, groups in split_by_event(hooks, event_key=installs.event_key):
        if isinstance(groups, dict) and file.agent.lone_groups:
            groups = [groups]
        for index, group in enumerate(groups if isinstance(groups, list) else []):
            handlers += _list_group_handlers(file, event, group=group, index=index)
    return handlers


def name_invalid_hook(file: SettingsFile, find_faults: Callable[[Handler], Sequence[str]]) -> str:
    """Return the command of the first handler, the first hook, of the settings *file* with faults,
    and the first of these.

    Without such a hook it is empty. Raises ``SettingsError``.
    """
    for handler in read_handlers(file):
        faults = find_faults(handler)
        if faults:
            return f"({handler.command_line or 'one without a command'}): {faults[0]}"
    return ""


def has_listed_hooks(agent: Agent) -> bool:
    """Tell whether the agent keeps hook handlers in one list, where each names its event."""
    return isinstance(agent.installs, AgentHooks) and agent.installs.listed


def split_by_event(
    hooks: Mapping[str, Any] | Sequence[Any], *, event_key: str = "event"
) -> Iterator[tuple[str, Any]]:
    """Yield each event with its handlers; in a list each hook names its own at *event_key*."""
    if not isinstance(hooks, list):
        yield from dict(hooks).items()
        return
    for hook in hooks:
        if isinstance(hook, dict):
            yield str(hook.get(event_key, "")), [hook]


def read_settings_values(file: SettingsFile) -> dict[str, Any]:
    """Return an agent's settings *file* as its handlers are read, these by event at ``hooks``, with
    all else; raises ``SettingsError``.
    """
    text = read_settings(file.path) or ""
    if not text.strip():
        return {}
    try:
        if file.path.endswith(".toml"):
            return parse_toml(text)
        if file.path.endswith(".env"):
            return {"env": parse_dotenv(text)}
        document = parse_json(without_comments(text) if file.agent.comments else text)
    except SettingsError as error:
        raise SettingsError(f"{file.shown}: {error}") from None
    if not isinstance(document, dict):
        raise SettingsError(f"{file.shown}: expected a JSON object")
    if isinstance(file.agent.installs, AgentHooks) and file.agent.installs.name:
        return with_joined_events(document)
    return {"hooks": document} if holds_events_alone(file.agent, file.path) else document


def with_joined_events(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return any agent's settings, *document*, with hooks of named sets by event as ``hooks``."""
    hooks_by_event: dict[str, list[Any]] = {}
    for named_hooks in document.values():
        for event, hooks in named_hooks.items() if isinstance(named_hooks, dict) else ():
            hooks_by_event.setdefault(event, []).extend(hooks if isinstance(hooks, list) else [])
    return {**document, "hooks": hooks_by_event}


def holds_events_alone(agent: Agent, path: str) -> bool:
    """Tell whether *agent* has its hooks at *path* by event, without ``hooks`` around."""
    bare = agent.installs.bare.values() if isinstance(agent.installs, AgentHooks) else ()
    return os.path.basename(path) in [os.path.basename(bare_path) for bare_path in bare]


def names_program(file: SettingsFile) -> bool:
    """Tell whether the handlers of a settings *file*, or what is beside them, name phaser-lint."""
    settings = read_settings_values(file)
    events = {key: setting for key, setting in settings.items() if key == "hooks" or key in STAGES}
    return any(map(mentions_program, find_json_texts(events)))


def _list_group_handlers(
    file: SettingsFile, event: str, *, group: object, index: int
) -> Iterator[Handler]:
    if not isinstance(group, dict):
        return
    hooks = group.get("hooks")
    # Some agents have no groups: the entry itself holds the command.
    hooks = hooks if isinstance(hooks, list) else [group]
    for number, hook in enumerate(hooks):
        if isinstance(hook, dict):
            yield _make_handler(file, event, hook, around=group, place=(index, number))


def _make_handler(
    file: SettingsFile,
    event: str,
    hook: Mapping[str, Any],
    *,
    around: Mapping[str, Any] | None = None,
    place: tuple[int, int] = (0, 0),
) -> Handler:
    agent, around = file.agent, around or {}
    installs = agent.installs
    matcher = around.get(installs.matcher_key if isinstance(installs, AgentHooks) else "matcher")
    command = hook.get("command") or hook.get("bash" if IS_POSIX else "powershell")
    arguments = hook.get("args")
    are_texts = isinstance(arguments, list) and all(
        isinstance(argument, str) for argument in arguments
    )
    timeout: Any = hook.get("timeout", hook.get("timeoutSec"))
    try:
        number = float(timeout.written if isinstance(timeout, Number) else timeout)
    except (TypeError, ValueError):
        number = 0
    unit = _MILLISECONDS if number >= agent.milliseconds_from else agent.timeout_unit
    seconds = number * unit if number > 0 else agent.timeout
    of_claude = file.borrowed and "/.claude/" in file.path
    stages = STAGES if of_claude else agent.stages
    return Handler(
        file,
        event,
        stages.get(event, ""),
        command if isinstance(command, str) else "",
        tuple(arguments) if are_texts and isinstance(arguments, list) else None,
        matcher if isinstance(matcher, str) else "",
        seconds,
        *place,
        hook,
        around,
    )


def find_settings_at(agent: Agent, path: str, *, comments: bool = False) -> dict[str, Any]:
    """Return the settings at *path* as handlers are read from them; empty where unreadable."""
    reader = agent._replace(comments=agent.comments or comments)
    try:
        return read_settings_values(SettingsFile(reader, path, path))
    except SettingsError:
        return {}


def read_place_files(
    agent: Agent, place: SettingsPlace, machine: Machine
) -> list[tuple[str, dict[str, Any]]]:
    """Return the settings files of a row *place* as shown, strongest first, with values."""
    if not place.names:
        return [("", {"env": dict(machine.environment)})]
    return [
        (file.shown, find_settings_at(agent, file.path))
        for file in locate_place_files(agent, place, machine)
    ]


def find_setting(settings: Mapping[str, Any], key: str) -> object:
    """Return what *settings*, as read for handlers, have at the dotted *key*, or ``None``."""
    setting: object = settings
    for name in key.split("."):
        if not isinstance(setting, dict) or name not in setting:
            return None
        setting = setting[name]
    return setting
