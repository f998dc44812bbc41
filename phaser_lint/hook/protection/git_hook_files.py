"""What in git's, husky's and lefthook's files has phaser-lint check a commit, or keeps it from it.

Of each file there are the parts that have to stay, and those that may not be added, as
``weakened_settings`` compares them. A script is read by its lines, as a person reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core import find_json_texts
from phaser_lint.core.own_program import mentions_program, runs_program
from phaser_lint.core.text import make_printable
from phaser_lint.hook.protection.protected_places import (
    EXECUTABLE,
    GIT_CONFIGS,
    GIT_HOOKS,
    HUSKY_FOLDERS,
    LEFTHOOK_NAMES,
    LEGACY,
)
from phaser_lint.text.shell.scripts import names_good_end

OwnAndOff: TypeAlias = tuple[tuple[Any, ...], tuple[str, ...]]

# What runs the hooks that a configuration names: pre-commit's own script, husky's, lefthook's.
_RUNNERS = {
    "pre-commit": re.compile(r"pre[-_]commit"),
    "prek": re.compile(r"\bprek\b"),
    "lefthook": re.compile(r"\blefthook\b", re.IGNORECASE),
    "husky": re.compile(r'husky|/h"'),
}
_MOST_ENDINGS = 3
_SECTION = re.compile(r"\s*\[([^\]]*)\]")


def is_git_hook_file(name: str) -> bool:
    """Tell whether *name* is a file of git's, husky's or lefthook's on what a commit runs."""
    base = name.rpartition("/")[2]
    return base.removesuffix(LEGACY) in (*GIT_HOOKS, *GIT_CONFIGS, *LEFTHOOK_NAMES)


def parse_git_hook_file(name: str, text: str) -> OwnAndOff | None:
    """Return, for ``--protect``, what the *text* of a git, husky or lefthook file of that *name*
    runs of ours before a commit, and what may not be added; ``None`` if unreadable.
    """
    base = name.rpartition("/")[2]
    if base in LEFTHOOK_NAMES:
        return parse_lefthook(text)
    return parse_git_config(text) if base in GIT_CONFIGS else parse_hook_script(text)


def parse_hook_script(text: str) -> OwnAndOff:
    """Return, for ``--protect``, our lines of a hook script of git's and what runs others, and the
    lines before ours that may end it.
    """
    lines, is_executable = text.removesuffix(EXECUTABLE).splitlines(), text.endswith(EXECUTABLE)
    code = [line.strip() for line in lines if not line.lstrip().startswith("#")]
    own = [line for line in code if mentions_program(line)]
    own += [name for name, runner in _RUNNERS.items() if any(map(runner.search, code))]
    own += [EXECUTABLE] if own and is_executable else []
    return tuple(own), tuple([line for _, line in find_endings(text)])


def find_endings(text: str) -> list[tuple[int, str]]:
    """Return, for ``--protect``, the lines of a git hook's *text*, with their numbers, that may end
    it before ours: none may be added.
    """
    lines = [line.strip() for line in text.splitlines()]
    code = {number: line for number, line in enumerate(lines, start=1) if not line.startswith("#")}
    last_own = max([number for number, line in code.items() if mentions_program(line)], default=0)
    return [
        (number, line)
        for number, line in code.items()
        if number < last_own and names_good_end(line) and not mentions_program(line)
    ]


def explain_weakened_hook(before: str | None, after: str | None) -> str:
    """Return, for ``--protect``, what a change of a git hook file, a script, does to the check of
    commits that its text does not say at once, or nothing.

    That is which new lines may end it, what it does not run any more, and that git may not execute
    it.
    """
    own_before, known_lines = parse_hook_script(before or "")
    own_after, _ = parse_hook_script(after or "")
    endings = [(number, line) for number, line in find_endings(after or "")
               if line not in known_lines]  # fmt: skip
    explanations = [
        f"Line {number} may end it before phaser-lint's line: {make_printable(line)}"
        for number, line in endings[:_MOST_ENDINGS]
    ]
    if after is None:
        return ""
    lost = [name for name in own_before if name not in (*own_after, EXECUTABLE)]
    runners = dict.fromkeys(name if name in _RUNNERS else "phaser-lint" for name in lost)
    explanations += [f"What ran {', '.join(runners)} in it is gone or changed."] if lost else []
    is_bare = EXECUTABLE in own_before and not after.endswith(EXECUTABLE)
    explanations += ["It may not be executed any more, so git skips it."] if is_bare else []
    return "\n".join(explanations)


def parse_git_config(text: str) -> OwnAndOff:
    """Return, for ``--protect``, what in a configuration of git's, *text*, has git's hook files
    check a commit, and what keeps them from it.
    """
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
    off = [path for path in hooks_paths if path.rstrip("/") not in HUSKY_FOLDERS]
    return tuple(hooks_paths), (*off, *included_paths)


def parse_lefthook(text: str) -> OwnAndOff | None:
    """Return, for ``--protect``, the commands of ours that a commit runs by the *text* of a
    lefthook file, and what leaves stages out.

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
        own += [
            (name, *entry) for entry in entries if any(map(runs_program, find_json_texts(entry)))
        ]
        # A local file may say it of a stage that another one has.
        off += [f"{name}: {key}" for key in ("skip", "only", "exclude_tags") if stage.get(key)]
    return tuple(own), tuple(off)
