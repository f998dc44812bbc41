"""Which of our hooks in pre-commit's configuration ``doctor`` starts, and why it starts no others.

    - repo: https://github.com/phaser-lint/phaser-lint    its two hooks, as ``init`` writes them
    - repo: where this installation came from             the same: a fork, a mirror
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
from phaser_lint.core.shell_words import join_shell_words, split_shell_line
from phaser_lint.hook.doctor.execution import RunPlace
from phaser_lint.hook.doctor.startable import WAY, find_start_in_checkout

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


def select_startable_hooks(configuration: Any, place: RunPlace) -> tuple[Any, list[str], list[str]]:
    """Return pre-commit's configuration with only those hooks of ours that the doctor starts.

    With it why others of ours are not, each as a sentence; last those of another repository, of
    which nothing is known to be wrong.
    """
    if place.starts_all or not isinstance(configuration, dict):
        return configuration, [], []
    reasons: list[str] = []
    foreign_reasons: list[str] = []
    repositories = []
    versions = configuration.get("default_language_version") or {}
    for repository in list_objects(configuration.get("repos")):
        hooks = []
        for hook in list_objects(repository.get("hooks")):
            if "phaser-lint" not in f"{hook.get('id')} {hook.get('entry', '')}":
                continue
            of_another = _explain_other_repository(repository.get("repo"), place)
            reason = of_another or _explain_not_started(
                repository, hook, versions=versions, place=place
            )
            sentences = [f"{hook.get('id')} is not started: {reason}; {WAY}"] if reason else []
            (foreign_reasons if of_another else reasons).extend(sentences)
            hooks += [] if reason else [hook]
        repositories += [{**repository, "hooks": hooks}] if hooks else []
    startable = {**configuration, "repos": repositories}
    return startable, list(dict.fromkeys(reasons)), list(dict.fromkeys(foreign_reasons))


def list_objects(members: object) -> Iterator[dict[str, Any]]:
    """Yield the mappings in a list of pre-commit's configuration; none where it is no list."""
    yield from (member for member in _list_members(members) if isinstance(member, dict))


def _explain_other_repository(address: object, place: RunPlace) -> str:
    """Return that hooks at that *address* are neither ours nor local; or nothing."""
    plain, own = _shorten_address(str(address)), place.own_repository or REPOSITORY
    # Other hosts may tell `Me/phaser-lint` from `me/phaser-lint`.
    is_own = plain.lower() == REPOSITORY.lower() or plain == _shorten_address(own)
    if address == "local" or is_own:
        return ""
    ours = dict.fromkeys((REPOSITORY, own))
    return f"its repository is {address}, and not {' or '.join(ours)}"


def _shorten_address(address: str) -> str:
    return address.removesuffix("/").removesuffix(".git")


def _explain_not_started(
    repository: Mapping[str, Any], hook: Mapping[str, Any], versions: object, place: RunPlace
) -> str:
    """Return why a *hook* of the *repository* is not started; or nothing."""
    address, revision = repository.get("repo"), repository.get("rev")
    is_local = address == "local"
    harmless = {*_SELECTING, "entry", "language"} if is_local else _SELECTING
    harmful_keys = sorted(str(key) for key in hook if key not in harmless)
    all_versions = versions.values() if isinstance(versions, dict) else [versions]
    are_plain = all(isinstance(name, str) and _VERSION.fullmatch(name) for name in all_versions)
    line = hook.get("entry")
    try:
        words = split_shell_line(line) if isinstance(line, str) else []
    except ValueError:
        words = []
    program, *arguments = words or [""]
    is_own_program = os.path.basename(program) in _PROGRAMS and arguments[:1] == ["pre-commit"]
    is_own_entry = (
        is_own_program and join_shell_words(words) == line and not _writes_files(arguments)
    )
    language = hook.get("language")
    path_in_checkout = find_start_in_checkout(program, place) if is_local and is_own_entry else ""
    faults = (
        (not is_local and not _REVISION.fullmatch(str(revision)),
         f"its rev is {revision}, and no tag or commit"),
        (not is_local and hook.get("id") not in OUR_HOOKS, f"{address} has no such hook"),
        (harmful_keys, f"its {''.join(harmful_keys[:1])} may start anything"),
        (not are_plain, "default_language_version names a program by its path"),
        (_writes_files(_list_members(hook.get("args"))), "its args write files"),
        (is_local and not is_own_entry, f"its entry is {line}, and not phaser-lint pre-commit"),
        (is_local and language not in _LOCAL_LANGUAGES,
         f"its language is {language}, and not {_LOCAL_LANGUAGES[0]}"),
        (path_in_checkout, f"{path_in_checkout} lies in the checkout"),
    )  # fmt: skip
    return next((reason for is_fault, reason in faults if is_fault), "")


def _writes_files(words: Sequence[object]) -> bool:
    return any(_WRITING.match(str(word)) for word in words)


def _list_members(members: object) -> list[Any]:
    return members if isinstance(members, list) else []
