"""The variables that settings give to a hook: a ``PATH`` among them hides the hook's program.

In Claude Code and Wave it is the ``env`` of all their settings files, in Copilot CLI that of the
hook itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.agent.install.handlers import Handler, values_of_files
from phaser_lint.agent.install.strict_json import Number
from phaser_lint.agent.locations import Machine

# Doctor keeps both in a folder of its own, so that a run leaves no trace.
_KEPT = ("XDG_CACHE_HOME", "XDG_RUNTIME_DIR")


def with_environment(handler: Handler, machine: Machine) -> Handler:
    """Return *handler* with the variables that the settings on *machine* give it."""
    agent = handler.file.agent
    variables: dict[str, str] = {}
    if agent.environment == "files":
        rows = [place for place in reversed(agent.places) if place.hooks]
        for _, settings in (
            settings_file
            for row in rows
            for settings_file in values_of_files(agent, row, machine)[::-1]
        ):
            variables.update(_texts(settings.get("env")))
    if agent.environment == "entry":
        variables.update(_texts(handler.entry.get("env")))
    return handler._replace(environment=variables)


def _texts(setting: object) -> dict[str, str]:
    settings = setting if isinstance(setting, dict) else {}
    variables = {
        name: variable.written if isinstance(variable, Number) else variable
        for name, variable in settings.items()
    }
    return {name: text for name, text in variables.items() if isinstance(text, str)}


def variables_for(handler: Handler, environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return the *environment* of a hook with the variables that its settings give it."""
    from_settings = {name: text for name, text in handler.environment.items() if name not in _KEPT}
    return {**environment, **from_settings}
