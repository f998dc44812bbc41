"""Which of our hooks in pre-commit's configuration ``doctor`` starts, and why it starts no others.

    - repo: https://github.com/phaser-lint/phaser-lint    its two hooks, as ``init`` writes them
    - repo: local                                          entry: phaser-lint pre-commit

A hook with our id may have any entry, and pre-commit starts all hooks of one id. So a copy of the
configuration has only those that are started.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phaser_lint import REPOSITORY
from phaser_lint.core.shell_lines import shell_line, words_of_line
from phaser_lint.hook.doctor.execution import RunPlace
from phaser_lint.hook.doctor.startable import WAY, started_inside

OUR_HOOKS = ("phaser-lint", "phaser-lint-tree")
_PROGRAMS = ("phaser-lint", "phaser")
_LOCAL_LANGUAGES = ("system", "unsupported")
# What says when a hook runs and with which files, and starts nothing.
_SELECTING = frozenset(
    ("alias", "always_run", "args", "description", "exclude", "exclude_types", "fail_fast", "files",
     "id", "minimum_pre_commit_version", "name", "pass_filenames", "require_serial", "stages",
     "types", "types_or", "verbose")
)  # fmt: skip
# Options of ours that write files: --format json=report.json
_WRITING = re.compile(r"--cache-dir\b|(?:--format=)?[a-z]+=.")
_REVISION = re.compile(r"\w[\w./+-]*")
_VERSION = re.compile(r"[A-Za-z][\w.-]*")


def only_startable(configuration: Any, place: RunPlace) -> tuple[Any, list[str]]:
    """Return the configuration with only those hooks of ours that are started.

    With it why others of ours are not, each as a sentence.
    """
    if place.starts_all or not isinstance(configuration, dict):
        return configuration, []
    reasons: list[str] = []
    repositories = []
    versions = configuration.get("default_language_version") or {}
    for repository in _objects(configuration.get("repos")):
        hooks = []
        for hook in _objects(repository.get("hooks")):
            if "phaser-lint" not in f"{hook.get('id')} {hook.get('entry', '')}":
                continue
            reason = _reason(repository, hook, versions=versions, place=place)
            reasons += [f"{hook.get('id')} is not started: {reason}; {WAY}"] if reason else []
            hooks += [] if reason else [hook]
        repositories += [{**repository, "hooks": hooks}] if hooks else []
    return {**configuration, "repos": repositories}, list(dict.fromkeys(reasons))


def _objects(members: object) -> Iterator[dict[str, Any]]:
    yield from (member for member in _items(members) if isinstance(member, dict))


def _reason(
    repository: Mapping[str, Any], hook: Mapping[str, Any], versions: object, place: RunPlace
) -> str:
    """Return why a *hook* of the *repository* is not started; or nothing."""
    is_local = repository.get("repo") == "local"
    if not is_local and not _is_ours(repository.get("repo")):
        return f"its repository is {repository.get('repo')}, and not {REPOSITORY}"
    if not is_local and not _REVISION.fullmatch(str(repository.get("rev"))):
        return f"its rev is {repository.get('rev')}, and no tag or commit"
    if not is_local and hook.get("id") not in OUR_HOOKS:
        return f"{REPOSITORY} has no such hook"
    harmless = {*_SELECTING, "entry", "language"} if is_local else _SELECTING
    harmful_keys = sorted(str(key) for key in hook if key not in harmless)
    if harmful_keys:
        return f"its {harmful_keys[0]} may start anything"
    if not _are_plain(versions):
        return "default_language_version names a program by its path"
    if _write(_items(hook.get("args"))):
        return "its args write files"
    return _local_reason(hook, place) if is_local else ""


def _local_reason(hook: Mapping[str, Any], place: RunPlace) -> str:
    entry_line = hook.get("entry")
    try:
        words = words_of_line(entry_line) if isinstance(entry_line, str) else []
    except ValueError:
        words = []
    program, *arguments = words or [""]
    is_own = os.path.basename(program) in _PROGRAMS and arguments[:1] == ["pre-commit"]
    if not is_own or shell_line(words) != entry_line or _write(arguments):
        return f"its entry is {entry_line}, and not phaser-lint pre-commit"
    if hook.get("language") not in _LOCAL_LANGUAGES:
        return f"its language is {hook.get('language')}, and not {_LOCAL_LANGUAGES[0]}"
    path_in_checkout = started_inside(program, place)
    return f"{path_in_checkout} lies in the checkout" if path_in_checkout else ""


def _write(words: Sequence[object]) -> bool:
    return any(_WRITING.match(str(word)) for word in words)


def _is_ours(repository: object) -> bool:
    address = str(repository).removesuffix("/").removesuffix(".git")
    return address.lower() == REPOSITORY.lower()


def _are_plain(versions: object) -> bool:
    all_versions = versions.values() if isinstance(versions, dict) else [versions]
    return all(isinstance(name, str) and _VERSION.fullmatch(name) for name in all_versions)


def _items(members: object) -> list[Any]:
    return members if isinstance(members, list) else []
