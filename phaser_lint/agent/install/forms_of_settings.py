"""How the text of an agent's settings file gets our hooks, and loses them: by its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.agent_table import Agent, AgentHooks
from phaser_lint.agent.install import json_hooks, toml_hooks
from phaser_lint.agent.install.hooks_in_settings import holds_events_alone
from phaser_lint.agent.install.install_table import FILES, HOOKS
from phaser_lint.agent.install.json_hooks import Outcome, SettingsGroup
from phaser_lint.agent.install.own_commands import is_ours
from phaser_lint.agent.install.own_file import uninstall_file


def make_addition(
    path: str, agent: str, entries: Mapping[str, Sequence[SettingsGroup]], *, force: bool
) -> Callable[[str | None], Outcome]:
    """Return what puts the hooks *entries* into *agent*'s settings at *path*, by their form."""
    if path.endswith(".toml"):
        return partial(
            toml_hooks.add_toml_hooks,
            entries=entries,
            is_ours=is_ours,
            force=force,
            event_key=HOOKS[agent].event_key,
        )
    return partial(
        json_hooks.add_json_hooks,
        entries=entries,
        is_ours=is_ours,
        force=force,
        beside_hooks=HOOKS[agent].beside,
        within=_find_event_keys(require_agent(agent), path),
    )


def make_removal(path: str, agent: str) -> Callable[[str | None], Outcome]:
    """Return what takes our hooks out of *agent*'s settings at *path*, by their form."""
    if agent in FILES:
        return uninstall_file
    if path.endswith(".toml"):
        return partial(toml_hooks.remove_toml_hooks, is_ours=is_ours)
    return partial(
        json_hooks.remove_json_hooks,
        is_ours=is_ours,
        beside_hooks=HOOKS[agent].beside,
        within=_find_event_keys(require_agent(agent), path),
    )


def _find_event_keys(agent: Agent, path: str) -> tuple[str, ...]:
    """Return the keys that lead to our handlers' events in *agent*'s settings at *path*."""
    if holds_events_alone(agent, path) or not isinstance(agent.installs, AgentHooks):
        return ()
    return (agent.installs.name or "hooks",)
