"""Hooks of pre-commit as they have to stand in a copy of the project, to do what they do in it.

    - id: phaser-lint
      entry: .venv/bin/phaser-lint pre-commit
      args: [--since, origin/main, --baseline, old.jsonl, --]

An edit that is old proves nothing, so in the copy nothing is: the configuration is the same but for
the copy's last commit in the revision's place, and a baseline has no entries. What is missing in
the project, or is no baseline, is so in the copy. A program in the project is started from there.
"""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from itertools import pairwise

from phaser_lint.checks.baseline_file import DEFAULT_PATH, read_baseline, render_baseline
from phaser_lint.errors import BaselineError
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LAST_COMMIT = "HEAD"
_NO_BASELINE = "no baseline\n"
_WITH_REVISION = ("--since", "--contracts-from")


class Compared(Record):
    """A configuration for the copy, and the baselines that its hooks name."""

    text: str
    baselines: tuple[str, ...] = (DEFAULT_PATH,)


def for_copy(text: str, *, root: str, is_revision: Callable[[str], bool]) -> Compared:
    """Return the configuration *text* with the copy's last commit for each revision there is.

    Programs of the project at *root* have their whole paths.
    """
    import yaml

    try:
        value = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError):
        return Compared(text)
    hooks = [hook for hook in _hooks(value) if "phaser-lint" in f"{hook}"]
    named = [_values("--baseline", words) for hook in hooks for words in _lines_of(hook)]
    baselines = (DEFAULT_PATH, *(path for paths in named for path in paths))
    changed = [_changed(hook, is_revision) for hook in hooks]
    changed += [_started_from(hook, root) for hook in hooks]
    if not any(changed):
        return Compared(text, baselines)
    return Compared(yaml.safe_dump(value, sort_keys=False), baselines)


def copy_baselines(root: str, folder: str, paths: tuple[str, ...]) -> None:
    """Put a baseline without entries where the project has one, and none where it is none."""
    for path in dict.fromkeys(paths):
        source, target = os.path.join(root, path), os.path.join(folder, path)
        inside = os.path.normpath(target).startswith(folder + os.sep)
        if not inside or not os.path.lexists(source):
            continue
        try:
            read_baseline(source, shown=path)
            text = render_baseline({})
        except BaselineError:
            text = _NO_BASELINE
        with suppress(OSError):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="ascii") as file:
                file.write(text)


def _hooks(value: Any) -> list[dict[str, Any]]:
    repositories = value.get("repos") if isinstance(value, dict) else None
    listed = repositories if isinstance(repositories, list) else []
    groups = [each.get("hooks") for each in listed if isinstance(each, dict)]
    found = [hook for group in groups if isinstance(group, list) for hook in group]
    return [hook for hook in found if isinstance(hook, dict)]


def _lines_of(hook: dict[str, Any]) -> list[list[str]]:
    arguments, entry = hook.get("args"), hook.get("entry")
    listed = [str(word) for word in arguments] if isinstance(arguments, list) else []
    return [listed, _split(entry) if isinstance(entry, str) else []]


def _split(entry: str) -> list[str]:
    try:
        return shlex.split(entry)
    except ValueError:
        return []


def _values(flag: str, words: list[str]) -> list[str]:
    joined = [word.partition("=")[2] for word in words if word.startswith(f"{flag}=")]
    return [*joined, *(after for word, after in pairwise(words) if word == flag)]


def _changed(hook: dict[str, Any], is_revision: Callable[[str], bool]) -> bool:
    """Put the copy's last commit into *hook* for a revision that the project has."""
    arguments, entry = _lines_of(hook)
    lines = [(flag, words) for flag in _WITH_REVISION for words in (arguments, entry)]
    named = [each for flag, words in lines for each in _values(flag, words)]
    if not any(map(is_revision, named)):
        return False
    if arguments:
        hook["args"] = [_since_last(*pair, is_revision) for pair in pairwise(["", *arguments])]
    if entry:
        words = [_since_last(*pair, is_revision) for pair in pairwise(["", *entry])]
        hook["entry"] = shlex.join(words)
    return True


def _started_from(hook: dict[str, Any], root: str) -> bool:
    """Put the whole path of its program into *hook* where that lies in the project."""
    _, words = _lines_of(hook)
    if not words or "/" not in words[0] or not os.path.isfile(os.path.join(root, words[0])):
        return False
    hook["entry"] = shlex.join([os.path.join(root, words[0]), *words[1:]])
    return True


def _since_last(previous: str, word: str, is_revision: Callable[[str], bool]) -> str:
    flag, _, value = word.partition("=")
    if flag in _WITH_REVISION and value and is_revision(value):
        return f"{flag}={_LAST_COMMIT}"
    return _LAST_COMMIT if previous in _WITH_REVISION and is_revision(word) else word
