"""The files of an agent with a hook put in: what ``install`` writes, and ``init`` proposes."""

from __future__ import annotations

import os
from functools import partial

from phaser_lint.agent.install.agent_hooks import FILES, HOOKS
from phaser_lint.agent.install.handlers import settings_at
from phaser_lint.agent.install.hook_entries import WantedHook, hook_groups, own_files
from phaser_lint.agent.install.hooks_in_text import addition_to
from phaser_lint.agent.install.link_hooks import with_link_hooks
from phaser_lint.agent.install.own_file import install_file
from phaser_lint.agent.install.settings_changes import SettingsChange, plan_change
from phaser_lint.agent.known_agents import agent_named
from phaser_lint.agent.locations import Location, Machine, locate
from phaser_lint.core import IS_POSIX
from phaser_lint.core.errors import SettingsError
from phaser_lint.project import led_out


def additions(hook: WantedHook, machine: Machine, *, force: bool = False) -> list[SettingsChange]:
    """Return what becomes of each file by the hooks to add; nothing is written yet.

    With *force* earlier hooks of ours are replaced. Raises ``SettingsError``.
    """
    unsupported = agent_named(hook.agent).installs.not_on_windows
    if unsupported and not IS_POSIX:
        raise SettingsError(f"--agent {hook.agent}: {unsupported}")
    if hook.agent in FILES:
        return [
            plan_change(
                settings_location(hook.agent, pattern, machine),
                partial(install_file, content=content, force=force),
            )
            for pattern, content in own_files(hook).items()
        ]
    hooks, entries = HOOKS[hook.agent], hook_groups(hook)
    if hook.augment:
        entries = with_link_hooks(entries, hook)
    place = settings_location(hook.agent, hooks.files[hook.scope], machine)
    if hook.scope in hooks.bare:
        bare = settings_location(hook.agent, hooks.bare[hook.scope], machine)
        if os.path.lexists(bare.path):
            hooks_in_place, bare_hooks = (
                settings_at(agent_named(hook.agent), location.path).get("hooks", {})
                for location in (place, bare)
            )
            for event in entries:
                if event in hooks_in_place and event not in bare_hooks:
                    raise SettingsError(
                        f"{place.path}: hooks.{event}: these hooks would be left out, since those "
                        f"of {bare.path} take their place: move them there first"
                    )
            place = bare
    return [plan_change(place, addition_to(place.path, hook.agent, entries, force=force))]


def settings_location(agent: str, pattern: str, machine: Machine) -> Location:
    """Return where the path of the table lies, an agent's own variables followed.

    At home a link may lead anywhere, to a folder of dot files: the user made it. One of a checkout
    that leads out of it raises ``SettingsError``.
    """
    place = locate(agent_named(agent), pattern, machine)
    if place is None:
        raise SettingsError("--scope user: expected a home folder, found none")
    outside = "" if pattern.startswith(("~/", "$")) else led_out(place.path, machine.root)
    if outside:
        raise SettingsError(f"{place.path}: {outside}")
    return place
