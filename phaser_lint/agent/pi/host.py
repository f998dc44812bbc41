"""pi, simulated: what its extension of ours sends, and what that makes of an answer."""

from __future__ import annotations

import os

from phaser_lint.agent.host_answer import Reaction, text_of
from phaser_lint.agent.host_side import SESSION, Host
from phaser_lint.agent.install.handlers import values_at
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.javascript_hooks import closed_in
from phaser_lint.agent.locations import located
from phaser_lint.agent.pi.hook_extension import pi_extension
from phaser_lint.core.errors import SettingsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent.agent import Agent
    from phaser_lint.agent.host_answer import HookAnswer
    from phaser_lint.agent.host_side import Common, Event
    from phaser_lint.agent.install.handlers import Handler
    from phaser_lint.agent.locations import Machine

_SETTINGS, _TRUST = "~/.pi/agent/settings.json", "~/.pi/agent/trust.json"


def _write(common: Common, path: str, text: str) -> Event:
    return {
        "pi": "before",
        "tool": "write",
        "input": {"path": path, "content": text},
        "session": SESSION,
        "directory": common["cwd"],
    }


def _stop(common: Common) -> Event:
    return {"pi": "stop", "continued": False, "session": SESSION, "directory": common["cwd"]}


def _decision(answer: HookAnswer) -> Reaction:
    if answer.code or (answer.out and answer.json is None):
        return answer.failure() if answer.code else answer.no_json()
    given = answer.json or {}
    user = text_of(given.get("user"))
    refused = text_of(given.get("deny")) or text_of(given.get("block"))
    if refused:
        return Reaction("deny", refused, blocks=True, user=user)
    context = text_of(given.get("context")) if answer.event != "PreToolUse" else ""
    return Reaction("context" if context else "nothing", context, user=user)


def trusts(agent: Agent, machine: Machine) -> bool:
    """Tell whether pi trusts the project: the nearest folder that it remembers, or its default."""
    places = [located(agent, name, machine) for name in (_TRUST, _SETTINGS)]
    remembered, settings = (values_at(agent, each.path) if each else {} for each in places)
    folder = machine.root
    while not isinstance(remembered.get(folder), bool):
        above = os.path.dirname(folder)
        if above == folder:
            return settings.get("defaultProjectTrust") == "always"
        folder = above
    return bool(remembered[folder])


def _refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return that the project is not trusted, and that the extension is not the one of today.

    One that does not return what refuses a call denies no write and reports nothing, and the
    command in it does not show that: the whole file is compared.
    """
    found = []
    if handler.file.of_project and not trusts(handler.file.agent, machine):
        found.append(
            "pi loads no extensions of a project it does not trust: start pi in this folder and "
            "trust it"
        )
    try:
        text = read_settings(handler.file.path) or ""
    except SettingsError:
        return found
    command = [handler.command, *(handler.arguments or ())]
    if text != pi_extension(command, closed_in(text)):
        found.append(
            "it is not the extension that this phaser-lint writes: run phaser-lint install "
            "--agent pi --force"
        )
    return found


HOST = Host(
    write=_write,
    written=lambda event, own_event, path, text: {**event, "pi": "after"},
    prompt=lambda common, text: {"pi": "prompt", "text": text, "directory": common["cwd"]},
    stop=_stop,
    decision=_decision,
    refusals=_refusals,
    reads_project=trusts,
)
