"""What a change of a settings file does to phaser-lint's hooks in it.

A hook that is in the file before the change has to be in it after, exactly the same, and nothing
new may switch hooks off. Everything else may change. No file that holds a hook of ours may become
a text that cannot be read, and such a text may not change if it seems to hold one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.agent_table import VARIABLE, Switch
from phaser_lint.agent.hosts_by_name import load_host
from phaser_lint.agent.install.hooks_in_settings import (
    find_setting,
    split_by_event,
    with_joined_events,
)
from phaser_lint.agent.install.install_table import HOOKS
from phaser_lint.agent.install.malformed_hooks import find_malformed_parts
from phaser_lint.agent.install.own_commands import is_ours
from phaser_lint.agent.install.own_file import is_own_file
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import parse_dotenv, parse_toml
from phaser_lint.agent.install.strict_json import parse_json, without_comments
from phaser_lint.agent.settings_locations import leads_astray
from phaser_lint.agent.vscode.settings import find_unread_places
from phaser_lint.agent.wave.refused_settings import find_refused_entries
from phaser_lint.contract.deciding_places import PRE_COMMIT_FILES
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core import Record
from phaser_lint.hook.protection.git_hook_files import is_git_hook_file, parse_git_hook_file
from phaser_lint.project.regular_file import read_checkable_text

_SEEMS_OURS = re.compile(r"phaser[-_]lint|\bphaser enforce\b", re.IGNORECASE)
_SEEMS_OFF = re.compile(
    r"disableAllHooks|allowManagedHooksOnly|hooksConfig|_SAFE_MODE|_CODE_SIMPLE|"
    r"\bhooks\"?\s*=\s*false",
    re.IGNORECASE,
)
# Neither relative nor without a host.
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/*[^\s/?#]")
PRE_COMMIT_HOOKS = ("phaser-lint", "phaser-lint-tree")
# What limits all hooks of pre-commit.
_LIMITS = ("files", "exclude", "default_stages", "default_install_hook_types")
_SWITCHES = tuple(switch for agent in AGENT_SETTINGS for switch in agent.switches)
# What holds events without ``hooks`` around them.
_EVENTS_ALONE = ("/.factory/hooks.json", "/.factory/hooks/hooks.json")
# What holds sets of hooks, each under a name.
_NAMED_SETS = tuple(
    f"/{path.removeprefix('~/')}"
    for hooks in HOOKS.values()
    if hooks.name
    for path in hooks.files.values()
)
_WITH_COMMENTS = (
    *_EVENTS_ALONE,
    "/.factory/settings.json",
    "/.gemini/settings.json",
    "/.qwen/settings.json",
    "/trustedfolders.json",
    "/.copilot/config.json",
    "/.vscode/settings.json",
)


class Held(Record):
    """What a settings file holds of ours, and what in it switches hooks off."""

    own: tuple[Any, ...] = ()
    off: tuple[str, ...] = ()


def weakens_hooks(name: str, before: str | None, after: str | None, *, is_foreseen: bool) -> bool:
    """Tell whether a change weakens the settings file of that *name*: it loses a hook of ours, or
    hooks are switched off in it.

    ``None``: there is no file. Not *is_foreseen*: what it will hold cannot be known.
    """
    settings_before = parse_own_settings(name, before)
    if settings_before is None:
        if _SEEMS_OURS.search(before or ""):
            return not is_foreseen or before != after
        settings_before = Held()
    if not is_foreseen:
        return bool(settings_before.own)
    settings_after = parse_own_settings(name, after)
    if settings_after is None:
        newly = len(_SEEMS_OFF.findall(after or "")) > len(_SEEMS_OFF.findall(before or ""))
        return bool(settings_before.own) or newly
    # One that was there twice has to be there twice; they have no hashes.
    remaining = list(settings_after.own)
    for hook in settings_before.own:
        if hook not in remaining:
            return True
        remaining.remove(hook)
    return bool(set(settings_after.off) - set(settings_before.off))


def parse_own_settings(name: str, text: str | None) -> Held | None:
    """Return, to tell weakened settings, what the *text* of the file of that *name* holds of ours,
    and what in it switches hooks off; ``None`` if it cannot be read.
    """
    if text is None or not text.strip():
        return Held()
    if ".claude/plugins/" in name and "/phaser-lint/" in name:
        return Held(own=(text,))
    if "/.wave/" in name:
        settings = _parse_json_settings(text, name)
        wave = _find_own_settings(settings, name)
        # One entry that Wave refuses switches off its hooks of all files.
        return wave and wave._replace(off=(*wave.off, *find_refused_entries(settings.get("hooks"))))
    if name.endswith(".env"):
        # All else in a file of variables is the project's.
        variables = {"env": parse_dotenv(text)}
        keys = [
            key
            for switch in _SWITCHES
            for key in switch.keys
            if switch.takes_out(find_setting(variables, key))
        ]
        return Held(off=tuple(keys))
    if name.endswith(".json"):
        hooks = _parse_json_settings(text, name)
        if name.endswith(_NAMED_SETS) and isinstance(hooks, dict):
            return _find_own_settings(with_joined_events(hooks), name)
        return _find_own_settings({"hooks": hooks} if name.endswith(_EVENTS_ALONE) else hooks, name)
    if name.endswith(".toml"):
        return _parse_toml_settings(text, name)
    if is_git_hook_file(name):
        parts = parse_git_hook_file(name, text)
        return parts and Held(*parts)
    if name.endswith((".yaml", ".yml")):
        return _parse_pre_commit(text)
    # A plugin, an executable: a file that is ours as a whole, or not at all.
    return Held(own=(text,)) if is_own_file(text) else Held()


def _parse_json_settings(text: str, name: str) -> Any:
    try:
        # Elsewhere a comment makes the agent skip the file.
        return parse_json(without_comments(text) if name.endswith(_WITH_COMMENTS) else text)
    except SettingsError:
        return None


def _find_own_settings(settings: Any, name: str) -> Held | None:
    if not isinstance(settings, dict):
        return None
    own_plugins = [
        (key, plugin, state)
        for key in ("enabledPlugins", "plugins")
        for plugin, state in _list_members(settings.get(key))
        if plugin.startswith("phaser-lint") and state is not False
    ]
    own_settings = [*_find_own_hooks(settings), *own_plugins, *list_trusted(settings, name)]
    lost = _find_skip_faults(settings, name) if own_settings else ()
    return Held(
        tuple(own_settings),
        (*_find_off_switches(settings), *list_distrusted(settings, name), *lost),
    )


def _find_skip_faults(settings: Mapping[str, Any], name: str) -> Iterator[str]:
    """Yield the faults for which the agent that reads the file may skip all of it."""
    for agent in AGENT_SETTINGS:
        if any(fnmatchcase(name, f"*/{path.removeprefix('~/')}") for path in agent.files):
            yield from load_host(agent.name).wrong_values(settings)
            yield from find_malformed_parts(settings, agent)
            yield from _find_uncallable_hooks(settings)


def _find_uncallable_hooks(settings: Mapping[str, Any]) -> Iterator[str]:
    """Yield the hooks with an address, headers or an input that no client takes."""
    hooks = settings.get("hooks")
    for event, groups in split_by_event(hooks) if isinstance(hooks, (dict, list)) else ():
        for group in filter(_is_object, groups if isinstance(groups, list) else ()):
            for hook in filter(_is_object, _list_elements(group.get("hooks", [group]))):
                headers, url = hook.get("headers", {}), str(hook.get("url"))
                is_called = hook.get("type") != "http" or (
                    _ADDRESS.match(url)
                    and _is_object(headers)
                    and all(isinstance(header, str) for header in headers.values())
                )
                if not is_called or not _is_object(hook.get("input", {})):
                    yield f"hooks.{event}: {hook!r}"


def _is_object(candidate: object) -> bool:
    return isinstance(candidate, dict)


def _find_own_hooks(settings: Mapping[str, Any]) -> Iterator[Any]:
    hooks = settings.get("hooks")
    for event, groups in split_by_event(hooks) if isinstance(hooks, (dict, list)) else ():
        for group in groups if isinstance(groups, list) else ():
            if not isinstance(group, dict):
                continue
            inner = group.get("hooks", [group])
            group_settings = {key: setting for key, setting in group.items() if key != "hooks"}
            for hook in inner if isinstance(inner, list) else ():
                if isinstance(hook, dict) and is_ours(hook):
                    yield event, group_settings if "hooks" in group else {}, hook


def _find_off_switches(settings: Mapping[str, Any]) -> Iterator[str]:
    for switch in _SWITCHES:
        yield from (key for key in switch.keys if _is_off(switch, find_setting(settings, key)))
    yield from (f"chat.hookFilesLocations: {name}" for name in find_unread_places(settings))
    environment = settings.get("env")
    if isinstance(environment, dict):
        yield from (f"env.{key}: {text}" for key, text in environment.items() if leads_astray(key))
    for place in ("hooksConfig", "hooks"):  # Gemini CLI, today and before
        switches = settings.get(place)
        if isinstance(switches, dict):
            names = switches.get("disabled")
            for name in names if isinstance(names, list) else ():
                if isinstance(name, str) and _SEEMS_OURS.search(name):
                    yield f"{place}.disabled: {name}"
    for name, state in _list_members(settings.get("enabledPlugins")):
        if name.startswith("phaser-lint") and state is False:
            yield f"enabledPlugins: {name}"


def _is_off(switch: Switch, setting: object) -> bool:
    """Tell whether hooks are switched off, or may be: another client may read a value otherwise."""
    if switch.keys[0].startswith(VARIABLE) or not switch.off or isinstance(setting, list):
        return setting is not None and switch.takes_out(setting)
    return setting not in ((None, False) if True in switch.off else (None, True, "true"))


def _parse_toml_settings(text: str, name: str) -> Held | None:
    try:
        settings = parse_toml(text)
    except SettingsError:
        return None
    if name.endswith("/trusted_folders.toml"):
        return Held(
            tuple(_list_elements(settings.get("trusted"))),
            tuple(_list_elements(settings.get("untrusted"))),
        )
    held_settings = _find_own_settings(settings, ".toml") or Held()
    hooks = settings.get("hooks")
    off = [
        f"hooks.state.{name}"
        for name, state in _list_members(dict(_list_members(hooks)).get("state"))
        if dict(_list_members(state)).get("enabled") is False
    ]
    lost = _find_skip_faults(settings, name) if isinstance(hooks, list) else ()
    return Held((*held_settings.own, *_find_own_repos(settings)), (*held_settings.off, *off, *lost))


def _parse_pre_commit(text: str) -> Held | None:
    (document, *others) = read_documents(text.encode("utf-8", "replace")) or (None,)
    if document is None:
        return Held()
    if others or document.faults or not isinstance(document.value, dict):
        return None
    return Held(tuple(_find_own_repos(document.value)))


def read_pre_commit_ids(root: str) -> frozenset[str]:
    """Return the names of phaser-lint's hooks for pre-commit in settings that an edit may weaken:
    the usual ones, and those at *root*.

    A project may call them as it likes.
    """
    configurations = [os.path.join(root, name) for name in PRE_COMMIT_FILES]
    texts = [read_checkable_text(path) or "" for path in configurations]
    held_hooks = [
        own_hook
        for path, text in zip(configurations, texts, strict=True)
        for own_hook in (parse_own_settings(path, text) or Held()).own
        if isinstance(own_hook, tuple)
    ]
    own_names = [str(hook.get(key)) for _, hook in held_hooks for key in ("id", "alias")]
    return frozenset((*PRE_COMMIT_HOOKS, *own_names)) - {"None"}


def _find_own_repos(configuration: Mapping[str, Any]) -> list[Any]:
    """Return pre-commit's hooks of ours, and if there are any what limits all hooks."""
    repos = configuration.get("repos")
    own_hooks = [
        ({key: setting for key, setting in repo.items() if key != "hooks"}, hook)
        for repo in (repos if isinstance(repos, list) else ())
        if isinstance(repo, dict) and isinstance(repo.get("hooks"), list)
        for hook in repo["hooks"]
        if isinstance(hook, dict)
        and any(_SEEMS_OURS.search(str(hook.get(key))) for key in ("id", "entry"))
    ]
    return [*own_hooks, {key: configuration.get(key) for key in _LIMITS}] if own_hooks else []


# What an agent trusts, in its own files: hooks that it does not trust it leaves out.
#
# A file is known by its name, in small letters.

_DISTRUSTED = "DO_NOT_TRUST"
_OF_PI = "/.pi/agent/trust.json"


def list_trusted(settings: Mapping[str, Any], name: str) -> Iterator[tuple[Any, ...]]:
    """Yield folders and reviewed hooks that *settings* trust: to lose one weakens them."""
    if name.endswith("/trustedfolders.json"):
        yield from (pair for pair in settings.items() if pair[1] != _DISTRUSTED)
    if name.endswith(_OF_PI):
        yield from (pair for pair in settings.items() if pair[1] is True)
    if name.endswith("/.copilot/config.json"):
        for key in ("trustedFolders", "trusted_folders"):
            folders = settings.get(key)
            # It renames the older key when it writes the file.
            yield from (("trustedFolders", folder) for folder in _list_elements(folders))
    if name.endswith(".toml"):
        for folder, project_settings in _list_members(settings.get("projects")):
            if dict(_list_members(project_settings)).get("trust_level") == "trusted":
                yield "projects", folder, "trusted"
        for hook, state in _list_members(dict(_list_members(settings.get("hooks"))).get("state")):
            trusted_hash = dict(_list_members(state)).get("trusted_hash")
            if trusted_hash:
                yield "hooks.state", hook, trusted_hash


def list_distrusted(settings: Mapping[str, Any], name: str) -> list[str]:
    """Return the folders that *settings* distrust, without hooks: a new one weakens them."""
    levels_by_folder = settings.items() if name.endswith(("/trustedfolders.json", _OF_PI)) else ()
    return [folder for folder, level in levels_by_folder if level in (_DISTRUSTED, False)]


def _list_members(candidate: object) -> Iterable[tuple[Any, Any]]:
    return candidate.items() if isinstance(candidate, dict) else ()


def _list_elements(candidate: object) -> list[Any]:
    return candidate if isinstance(candidate, list) else []
