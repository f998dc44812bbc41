"""What in git's, husky's and lefthook's files has phaser-lint check a commit, or keeps it from it.

Of each file there are the parts that have to stay, and those that may not be added, as
``weakened_settings`` compares them. A script is read by its lines, as a person reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core import texts_in
from phaser_lint.core.own_program import mentions_program, runs_program
from phaser_lint.hook.protected_places import GIT_CONFIGS, GIT_HOOKS, LEFTHOOK_NAMES, LEGACY

OwnAndOff: TypeAlias = tuple[tuple[Any, ...], tuple[str, ...]]

# What runs the hooks that a configuration names: pre-commit's own script, husky's, lefthook's.
_RUNNERS = {
    "pre-commit": re.compile(r"pre[-_]commit"),
    "prek": re.compile(r"\bprek\b"),
    "lefthook": re.compile(r"\blefthook\b", re.IGNORECASE),
    "husky": re.compile(r'husky|/h"'),
}
_ENDING = re.compile(r"\b(?:exit|exec|return)\b")
_SECTION = re.compile(r"\s*\[([^\]]*)\]")
# ``husky`` itself has git look there, whenever packages are installed.
_OF_HUSKY = (".husky", ".husky/_")


def is_commit_file(name: str) -> bool:
    """Tell whether a file of that *name*, with ``/``, decides what is run before a commit."""
    base = name.rpartition("/")[2]
    return base.removesuffix(LEGACY) in (*GIT_HOOKS, *GIT_CONFIGS, *LEFTHOOK_NAMES)


def read_commit_file(name: str, text: str) -> OwnAndOff | None:
    """Read the file of that *name*; ``None`` for a text that cannot be read."""
    base = name.rpartition("/")[2]
    if base in LEFTHOOK_NAMES:
        return read_lefthook(text)
    return read_git_config(text) if base in GIT_CONFIGS else read_script(text)


def read_script(text: str) -> OwnAndOff:
    """Read git's hook before a commit: our lines, what runs others, and lines before ours that may
    end it.
    """
    code = [line.strip() for line in text.splitlines() if not line.lstrip().startswith("#")]
    places = [place for place, line in enumerate(code) if mentions_program(line)]
    runners = [name for name, runner in _RUNNERS.items() if any(map(runner.search, code))]
    before_ours = code[: places[-1]] if places else []
    ends = [line for line in before_ours if _ENDING.search(line) and not mentions_program(line)]
    return (*[code[place] for place in places], *runners), tuple(ends)


def read_git_config(text: str) -> OwnAndOff:
    """Read a configuration of git's: where it looks for hooks, and what else it reads."""
    hooks_paths, included_paths, section = [], [], ""
    for line in text.splitlines():
        header = _SECTION.match(line)
        if header:
            section, line = header[1].strip().lower(), line[header.end() :]
        key, _, setting = line.partition("=")
        name, setting = key.strip().lower(), setting.strip().strip('"')
        if (section, name) == ("core", "hookspath"):
            hooks_paths.append(setting)
        elif name == "path" and section.startswith("include"):
            included_paths.append(f"{section}: {setting}")
    off = [path for path in hooks_paths if path.rstrip("/") not in _OF_HUSKY]
    return tuple(hooks_paths), (*off, *included_paths)


def read_lefthook(text: str) -> OwnAndOff | None:
    """Read a configuration of lefthook's: our command, and what else is said of the stage.

    ``None`` for what cannot be read.
    """
    (document, *others) = read_documents(text.encode("utf-8", "replace")) or (None,)
    if document is None:
        return (), ()
    if others or document.faults or not isinstance(document.value, dict):
        return None
    own: list[Any] = []
    off: list[str] = []
    for name, stage in document.value.items():
        if not isinstance(stage, Mapping):
            continue
        commands, jobs = stage.get("commands"), stage.get("jobs")
        entries = [*(commands.items() if isinstance(commands, Mapping) else ())]
        entries += [("", job) for job in (jobs if isinstance(jobs, list) else ())]
        own += [(name, *entry) for entry in entries if any(map(runs_program, texts_in(entry)))]
        # A local file may say it of a stage that another one has.
        off += [f"{name}: {key}" for key in ("skip", "only", "exclude_tags") if stage.get(key)]
    return tuple(own), tuple(off)
