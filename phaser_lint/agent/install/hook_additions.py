"""The files of an agent with a hook put in: what ``install`` writes, and ``init`` proposes."""

from __future__ import annotations

import os
from functools import partial

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.install.forms_of_settings import make_addition
from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.agent.install.hooks_in_settings import find_settings_at
from phaser_lint.agent.install.install_table import FILES, HOOKS
from phaser_lint.agent.install.link_hooks import with_link_hooks
from phaser_lint.agent.install.own_file import install_file, render_own_files
from phaser_lint.agent.install.settings_changes import SettingsChange, plan_change
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.settings_locations import Location, Machine, locate
from phaser_lint.core import IS_POSIX
from phaser_lint.project import explain_link_out


def plan_additions(
    hook: WantedHook, machine: Machine, *, force: bool = False
) -> list[SettingsChange]:
    """Return what becomes of each file of an agent by the addition of *hook*; nothing is written
    yet.

    With *force* earlier hooks of ours are replaced. Raises ``SettingsError``.
    """
    unsupported = require_agent(hook.agent).installs.not_on_windows
    if unsupported and not IS_POSIX:
        raise SettingsError(f"--agent {hook.agent}: {unsupported}")
    if hook.agent in FILES:
        return [
            plan_change(
                locate_settings(hook.agent, pattern, machine),
                partial(install_file, content=content, force=force),
            )
            for pattern, content in render_own_files(hook).items()
        ]
    hooks, entries = HOOKS[hook.agent], make_hook_groups(hook)
    if hook.augment:
        entries = with_link_hooks(entries, hook)
    place = locate_settings(hook.agent, hooks.files[hook.scope], machine)
    if hook.scope in hooks.bare:
        bare = locate_settings(hook.agent, hooks.bare[hook.scope], machine)
        if os.path.lexists(bare.path):
            hooks_in_place, bare_hooks = (
                find_settings_at(require_agent(hook.agent), location.path).get("hooks", {})
                for location in (place, bare)
            )
            for event in entries:
                if event in hooks_in_place and event not in bare_hooks:
                    raise SettingsError(
                        f"{place.path}: hooks.{event}: these hooks would be left out, since those "
                        f"of {bare.path} take their place: move them there first"
                    )
            place = bare
    return [plan_change(place, make_addition(place.path, hook.agent, entries, force=force))]


def locate_settings(agent: str, pattern: str, machine: Machine) -> Location:
    """Return where the addition of a hook goes: the location of an agent's settings file, the
    agent's own variables followed.

    At home a link may lead anywhere, to a folder of dot files: the user made it. One of a checkout
    that leads out of it raises ``SettingsError``.
    """
    place = locate(require_agent(agent), pattern, machine)
    if place is None:
        raise SettingsError("--scope user: expected a home folder, found none")
    outside = "" if pattern.startswith(("~/", "$")) else explain_link_out(place.path, machine.root)
    if outside:
        raise SettingsError(f"{place.path}: {outside}")
    return place
