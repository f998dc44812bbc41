"""The variables that settings give to a hook: a ``PATH`` among them hides the hook's program.

In Claude Code and Wave it is the ``env`` of all their settings files, in Copilot CLI that of the
hook itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.agent.install.hooks_in_settings import Handler, read_place_files
from phaser_lint.agent.install.strict_json import Number
from phaser_lint.agent.settings_locations import Machine

# Doctor keeps both in a folder of its own, so that a run leaves no trace.
_KEPT = ("XDG_CACHE_HOME", "XDG_RUNTIME_DIR")


def with_environment(handler: Handler, machine: Machine) -> Handler:
    """Return *handler* with the environment variables that the settings on *machine* give it."""
    agent = handler.file.agent
    variables: dict[str, str] = {}
    if agent.environment == "files":
        rows = [place for place in reversed(agent.places) if place.hooks]
        for _, settings in (
            settings_file
            for row in rows
            for settings_file in read_place_files(agent, row, machine)[::-1]
        ):
            variables.update(_find_texts(settings.get("env")))
    if agent.environment == "entry":
        variables.update(_find_texts(handler.entry.get("env")))
    return handler._replace(environment=variables)


def _find_texts(setting: object) -> dict[str, str]:
    settings = setting if isinstance(setting, dict) else {}
    variables = {
        name: variable.written if isinstance(variable, Number) else variable
        for name, variable in settings.items()
    }
    return {name: text for name, text in variables.items() if isinstance(text, str)}


def make_hook_environment(handler: Handler, environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return *environment* with the variables that a hook's settings give it, which come first."""
    from_settings = {name: text for name, text in handler.environment.items() if name not in _KEPT}
    return {**environment, **from_settings}
