"""Every program that has git run the commands in a file of the project: a row for each."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import yaml

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.author.proposals.hook_script import HookCall, best_call, read_call
from phaser_lint.author.proposals.husky_and_lefthook import HUSKY, LEFTHOOK, HookManager
from phaser_lint.core.own_program import mentions_program, runs_program

_PACKAGE = "package.json"
_STAGE = "pre-commit"
_SIMPLE_SCRIPTS = tuple(
    f"{dot}simple-git-hooks.{end}" for end in ("json", "js", "cjs", "mjs") for dot in (".", "")
)
_LEFTHOOK_FILES = tuple(
    f"{start}lefthook.{end}" for end in ("toml", "json") for start in ("", ".", ".config/")
)
# Its name, its files, the keys in them above its commands before a commit, what its hook in git
# holds, and what puts that there. Without keys a file is no JSON or YAML.
_ROWS: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str, str], ...] = (
    ("husky", (_PACKAGE,), ("husky", "hooks", _STAGE), "created by husky", "npm rebuild husky"),
    ("husky", (".huskyrc", ".huskyrc.json", ".huskyrc.yaml", ".huskyrc.yml", ".huskyrc.js",
               "husky.config.js"),
     ("hooks", _STAGE), "created by husky", "npm rebuild husky"),
    ("yorkie", (_PACKAGE,), ("gitHooks", _STAGE), "#yorkie", "npm rebuild yorkie"),
    ("simple-git-hooks", (_PACKAGE,), ("simple-git-hooks", _STAGE), "simple_git_hooks",
     "npx simple-git-hooks"),
    ("simple-git-hooks", _SIMPLE_SCRIPTS, (_STAGE,), "simple_git_hooks", "npx simple-git-hooks"),
    ("pre-commit of npm", (_PACKAGE,), (_STAGE,), "node_modules/pre-commit/hook",
     "npm rebuild pre-commit"),
    ("lefthook", _LEFTHOOK_FILES, (_STAGE,), "call_lefthook", "lefthook install"),
    ("overcommit", (".overcommit.yml",), ("PreCommit",), "overcommit", "overcommit --install"),
    ("CaptainHook", ("captainhook.json",), (_STAGE,), "captainhook",
     "vendor/bin/captainhook install"),
    ("GrumPHP", ("grumphp.yml", "grumphp.yaml", "grumphp.yml.dist"), ("grumphp", "tasks"),
     "grumphp", "vendor/bin/grumphp git:init"),
    ("Husky.Net", (".husky/task-runner.json",), ("tasks",), "husky run", "dotnet husky install"),
    ("cargo-husky", (".cargo-husky/hooks/pre-commit",), (), "cargo-husky", "cargo test"),
    ("rusty-hook", (".rusty-hook.toml", "rusty-hook.toml"), (), "rusty-hook",
     "npx rusty-hook init"),
    ("hk", ("hk.pkl", ".config/hk.pkl"), (), "hk run", "hk install"),
    ("prek", ("prek.toml",), (), "prek", "prek install"),
)  # fmt: skip
_COPYING = ("simple-git-hooks", "cargo-husky")


def _find_file(files: Sequence[str], key: str, root: str) -> str:
    """Return the first of *files* at *root*; a package.json only where it has that *key*."""
    for path in files:
        place = os.path.join(root, path)
        try:
            if path != _PACKAGE and os.path.lexists(place):
                return path
            if path == _PACKAGE and key in _parse_mapping(read_settings(place) or ""):
                return path
        except SettingsError:
            continue
    return ""


def _parse_mapping(text: str) -> Any:
    """Return the mapping that *text* is in JSON, which YAML reads without tabs, or in YAML; else
    an empty one.
    """
    for parse, errors in ((json.loads, ValueError), (yaml.safe_load, yaml.YAMLError)):
        try:
            mapping = parse(text)
        except (errors, RecursionError, ValueError):
            continue
        return mapping if isinstance(mapping, dict) else {}
    return {}


def _read_call(keys: Sequence[str], text: str) -> HookCall | None:
    """Return what becomes of the exit code of a call below *keys* in the *text* of a manager's
    file; ``None`` without a call.
    """
    mapping = _parse_mapping(text) if keys else {}
    if not mapping:
        is_script = text.startswith("#!")
        unknown = HookCall(condition=", if it is called before a commit")
        return (read_call(text) if is_script else unknown) if runs_program(text) else None
    node: Any = mapping
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    commands = [*_list_texts(node)]
    # `npm run check`, and a list of names for pre-commit of npm.
    scripts = mapping.get("scripts")
    words = {word for command in commands for word in re.split(r"[\s,;&|()]+", command)}
    if isinstance(scripts, dict):
        commands += _list_texts([scripts[word] for word in sorted(words) if word in scripts])
    calls = [read_call(command) for command in commands if mentions_program(command)]
    return best_call(calls) if calls else None


def _list_texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for child in children:
        yield from _list_texts(child)


WITHOUT_LINE = tuple(
    HookManager(
        name=name,
        file_in=partial(_find_file, files, keys[0] if keys else ""),
        read_call=partial(_read_call, keys),
        place=f"`{'.'.join(keys)}` in {files[0]}" if keys else files[0],
        command=command,
        remedy="install the packages, or run" if files[0] == _PACKAGE else "run",
        mark=mark,
        is_copied=name in _COPYING,
    )
    for name, files, keys, mark, command in _ROWS
)
"""Those whose commands a person writes."""
MANAGERS = (HUSKY, LEFTHOOK, *WITHOUT_LINE)


def list_manager_paths(root: str) -> list[str]:
    """Return the files that husky, lefthook and the like, where they are used at *root*, read."""
    return list(filter(None, [manager.file_in(root) for manager in MANAGERS]))


def find_writer(text: str) -> HookManager | None:
    """Return the manager that wrote git's hook, *text*, and writes it anew."""
    marks = [(manager.mark in text.lower(), manager) for manager in WITHOUT_LINE]
    return next((manager for is_there, manager in marks if is_there), None)
