"""What a settings file in TOML becomes when phaser's hooks are installed or taken out.

Hooks are a list of tables, each with the event that it is for:

    [[hooks]]
    event = "PreToolUse"
    command = "phaser-lint-hook"

The text is changed and never written anew: comments, order and blanks stay. Python's own reader
decides where a table ends: the lines taken out are those without which the value is the one wanted.
"""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import TYPE_CHECKING, Any

from phaser_lint.agent.install.merged_settings import Outcome
from phaser_lint.agent.install.settings_file import parse_toml
from phaser_lint.core.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaser_lint.agent.install.merged_settings import Group, IsOurs

    Table = dict[str, Any]

_HEADER = re.compile(r"[ \t]*\[\[[ \t]*[\"']?hooks[\"']?[ \t]*\]\]")
_ANY_HEADER = re.compile(r"[ \t]*\[")
_COMMENT = re.compile(r"[ \t]*(?:#|$)")


def install(
    text: str | None, entries: Mapping[str, Sequence[Group]], *, is_ours: IsOurs, force: bool
) -> Outcome:
    """Add the hooks of each event at the end of the text.

    Hooks of ours that are already there stay: ``unchanged`` where they are those wanted,
    ``differs`` otherwise; with *force* they are taken out first. Raises SettingsError, and changes
    nothing, for what is no TOML, and for hooks in another form than tables.
    """
    wanted = [{"event": event, **group} for event, listed in entries.items() for group in listed]
    before = text or ""
    own = [table for table in _hooks(before) if is_ours(table)]
    if own and _in_any_order(own) == _in_any_order(wanted):
        return Outcome(text, changed=False, status="unchanged")
    if own and not force:
        return Outcome(text, changed=False, status="differs")
    kept = _without(before, is_ours)
    added = f"{kept}{_separator(kept)}{_written(wanted, _line_end(before))}"
    if (_value(added) or {}).get("hooks") != [*_hooks(kept), *wanted]:
        raise SettingsError("hooks: expected tables, [[hooks]], to which another can be added")
    return Outcome(added, changed=True, status="replaced" if own else "installed")


def uninstall(text: str | None, *, is_ours: IsOurs) -> Outcome:
    """Take out every hook of ours; a file that holds nothing else gives the text None."""
    if not any(is_ours(table) for table in _hooks(text or "")):
        return Outcome(text, changed=False, status="nothing to remove")
    left = _without(text or "", is_ours)
    return Outcome(left if left.strip() else None, changed=True, status="removed")


def _hooks(text: str) -> list[Table]:
    try:
        hooks = parse_toml(text).get("hooks", [])
    except SettingsError:
        if not text.strip():
            return []
        raise
    if not isinstance(hooks, list) or not all(isinstance(each, dict) for each in hooks):
        raise SettingsError("hooks: expected tables, [[hooks]]")
    return hooks


def _in_any_order(tables: Sequence[Table]) -> list[str]:
    return sorted(json.dumps(table, sort_keys=True, default=str) for table in tables)


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _separator(text: str) -> str:
    end = _line_end(text)
    if not text:
        return ""
    return end if text.endswith("\n") else end * 2


def _written(tables: Sequence[Table], end: str) -> str:
    """Return *tables* as TOML: JSON's texts and whole numbers are TOML's."""
    blocks = (
        ["[[hooks]]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
        for table in tables
    )
    return (end * 2).join(end.join(block) for block in blocks) + end


def _without(text: str, is_ours: IsOurs) -> str:
    """Return the text without the tables of ours."""
    while True:
        tables = _hooks(text)
        number = next((place for place, each in enumerate(tables) if is_ours(each)), None)
        if number is None:
            return text
        expected = {**parse_toml(text), "hooks": [*tables[:number], *tables[number + 1 :]]}
        if not expected["hooks"]:
            del expected["hooks"]
        text = _without_table(text, expected)


def _without_table(text: str, expected: Table) -> str:
    lines = text.splitlines(keepends=True)
    for first, last in _spans(lines):
        # What somebody wrote between our lines stays.
        kept = [line for line in lines[first:last] if _COMMENT.match(line) and line.strip()]
        before = lines[:first]
        if before and not before[-1].strip() and not kept:
            before = before[:-1]  # the blank line that set our table apart
        left = "".join([*before, *kept, *lines[last:]])
        if _value(left) == expected:
            return left
    raise SettingsError("hooks: expected tables, [[hooks]], of which one can be taken out")


def _spans(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where a table may start and end: the lines of its keys, whatever follows them."""
    headers = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    for first in headers:
        later = (
            number for number in range(first + 1, len(lines)) if _ANY_HEADER.match(lines[number])
        )
        for end in chain(later, [len(lines)]):
            last = end
            while last > first + 1 and _COMMENT.match(lines[last - 1]):
                last -= 1
            yield first, last


def _value(text: str) -> Table | None:
    try:
        return parse_toml(text)
    except SettingsError:
        return None
