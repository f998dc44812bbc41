"""Conditions on the path of a tool's file as what a contract selects: globs, or a pattern.

    file_path regex_match \\.tsx?$        path_pattern: '(?i)\\.tsx?$'
    file_path contains /src/             file_glob: 'src/'
    file_path not_contains .test.        exclude_glob: '*.test.*'

Paths were absolute, as Claude Code hands them over; a contract sees them from the top.
"""

from __future__ import annotations

import re

from phaser_lint.importers.absolute_paths import finds_no_absolute_path, from_top, place_on_disk
from phaser_lint.importers.hookify_rules import OldCondition
from phaser_lint.importers.joined_patterns import (
    can_be_joined,
    grouped,
    ignoring_case,
    literally,
)
from phaser_lint.importers.python_patterns import respelled
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_SPECIAL = re.compile(r"[\\*?\[]|^[!#]| $")
_ABSOLUTE = ("/", "~", "C:", "c:")
# What every absolute path meets.
_ANY_PATH = ("", "/", ".", ".*", ".+", "^.*$", "^.+$")


class AskedOfPath(Record):
    """The keys that select the paths; what of it cannot be said; why none was ever selected."""

    keys: dict[str, Any]
    unsaid: str = ""
    dead: str = ""


def asked_of_path(conditions: Sequence[OldCondition]) -> AskedOfPath:
    """Return what *conditions*, all on the path, select; without any that is every file."""
    conditions = [each for each in conditions if not _says_nothing(each)]
    unsaid = next((why for each in conditions if (why := _why_unsaid(each))), "")
    dead = next((why for each in conditions if (why := _why_never(each))), "")
    if unsaid:
        return AskedOfPath({}, unsaid)
    spelled = {each: glob for each in conditions if (glob := _glob(each))}
    # A list of globs selects what any one selects, so one condition is a glob, and more patterns.
    selecting = [each for each in spelled if not each.negated][:1]
    excluded = [glob for each, glob in spelled.items() if each.negated]
    asked = [each for each in conditions if each not in selecting and not _excludes(each)]
    patterns = [_searched(each) for each in asked]
    if not can_be_joined(patterns):
        return AskedOfPath({}, "of two patterns for the path one names a group's number")
    keys: dict[str, Any] = {"path_pattern": _all_of(asked)} if asked else {}
    keys["file_glob"] = spelled[selecting[0]] if selecting else "*"
    if excluded:
        keys["exclude_glob"] = excluded[0] if len(excluded) == 1 else excluded
    return AskedOfPath(keys, "", dead)


def _excludes(condition: OldCondition) -> bool:
    return condition.negated and bool(_glob(condition))


def _says_nothing(condition: OldCondition) -> bool:
    return (
        condition.pattern in _ANY_PATH
        and condition.operator in ("regex_match", "contains")
        and not condition.negated
    )


def _why_unsaid(condition: OldCondition) -> str:
    """Return why no contract says the *condition*: it is about files outside of a project."""
    place = (
        condition.operator in ("starts_with", "equals") and condition.pattern.startswith(_ABSOLUTE)
    ) or (condition.operator == "regex_match" and place_on_disk(condition.pattern))
    if not place:
        return ""
    return f"{condition.shown}: a place on one machine's disk; paths are from the project's top"


def _why_never(condition: OldCondition) -> str:
    """Return why no absolute path met the *condition*."""
    if condition.negated:
        return ""
    is_relative = condition.operator in ("starts_with", "equals") or (
        condition.operator == "regex_match" and finds_no_absolute_path(condition.pattern)
    )
    return f"{condition.shown}: paths were absolute, so none starts so" if is_relative else ""


def _glob(condition: OldCondition) -> str:
    """Return the glob that says the *condition*, or nothing; the case of letters counts."""
    written = condition.pattern
    text = _SPECIAL.sub(lambda found: f"\\{found[0]}", written.strip("/"))
    if not text or "//" in text:
        return ""
    if condition.operator in ("starts_with", "equals"):
        ending = "" if condition.operator == "equals" else "/" if written.endswith("/") else "*"
        return f"/{text}{ending}"
    if condition.operator == "contains":
        return _floating(written, text, "/" if written.endswith("/") else "*")
    # Of a folder of that name `*test` would take all, as `*.ts` does: but nobody's is called so.
    if condition.operator == "ends_with" and "." in text and not written.endswith("/"):
        return _floating(written, text, "")
    return ""


def _floating(written: str, text: str, ending: str) -> str:
    start = "" if written.startswith("/") else "*"
    return f"{'**/' * ('/' in text)}{start}{text}{ending}"


def _all_of(conditions: Sequence[OldCondition]) -> str:
    """Return the pattern that finds the paths that meet all *conditions*."""
    if len(conditions) == 1 and not conditions[0].negated:
        return _searched(conditions[0])
    looks = (f"(?{'!' if c.negated else '='}.*{grouped(_searched(c))})" for c in conditions)
    return f"^{''.join(looks)}"


def _searched(condition: OldCondition) -> str:
    if condition.operator == "regex_match":
        return ignoring_case(respelled(from_top(condition.pattern)))
    text = literally(condition.pattern)
    if text.startswith("/"):
        text = f"(?:^|/){text[1:]}"
    if condition.operator in ("starts_with", "equals"):
        text = rf"\A{text}"
    return rf"{text}\Z" if condition.operator in ("ends_with", "equals") else text
