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
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from phaser_lint.agent.install.json_hooks import IsOurs, Outcome, SettingsGroup
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import parse_toml

Table = dict[str, Any]

_HEADER = re.compile(r"[ \t]*\[\[[ \t]*[\"']?hooks[\"']?[ \t]*\]\]")
_ANY_HEADER = re.compile(r"[ \t]*\[")
_COMMENT = re.compile(r"[ \t]*(?:#|$)")


def add_toml_hooks(
    text: str | None,
    entries: Mapping[str, Sequence[SettingsGroup]],
    *,
    is_ours: IsOurs,
    force: bool,
    event_key: str = "event",
) -> Outcome:
    """Add the hooks of each event, named at *event_key*, as tables at the end of TOML settings.

    Hooks of ours that are already there stay: ``unchanged`` where they are those wanted,
    ``differs`` otherwise; with *force* they are taken out first. Raises SettingsError, and changes
    nothing, for what is no TOML, and for hooks in another form than tables.
    """
    new_tables = [
        {event_key: event, **group} for event, groups in entries.items() for group in groups
    ]
    before = text or ""
    own_tables = [table for table in _parse_hooks(before) if is_ours(table)]
    if own_tables and _sort_tables(own_tables) == _sort_tables(new_tables):
        return Outcome(text, changed=False, status="unchanged")
    if own_tables and not force:
        return Outcome(text, changed=False, status="differs")
    remaining, gap = _without_own_tables(before, is_ours), ""
    if remaining:
        gap = _find_line_end(remaining) * (1 if remaining.endswith("\n") else 2)
    revised = f"{remaining}{gap}{_render_tables(new_tables, _find_line_end(before))}"
    if (_parse_toml_or_none(revised) or {}).get("hooks") != [*_parse_hooks(remaining), *new_tables]:
        raise SettingsError("hooks: expected tables, [[hooks]], to which another can be added")
    return Outcome(revised, changed=True, status="replaced" if own_tables else "installed")


def remove_toml_hooks(text: str | None, *, is_ours: IsOurs) -> Outcome:
    """Take every hook of ours out of TOML settings; ``None`` where nothing else is in them."""
    if not any(is_ours(table) for table in _parse_hooks(text or "")):
        return Outcome(text, changed=False, status="nothing to remove")
    remaining = _without_own_tables(text or "", is_ours)
    return Outcome(remaining if remaining.strip() else None, changed=True, status="removed")


def _parse_hooks(text: str) -> list[Table]:
    try:
        hooks = parse_toml(text).get("hooks", [])
    except SettingsError:
        if not text.strip():
            return []
        raise
    if not isinstance(hooks, list) or not all(isinstance(table, dict) for table in hooks):
        raise SettingsError("hooks: expected tables, [[hooks]]")
    return hooks


def _sort_tables(tables: Sequence[Table]) -> list[str]:
    return sorted(json.dumps(table, sort_keys=True, default=str) for table in tables)


def _find_line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _render_tables(tables: Sequence[Table], end: str) -> str:
    """Return *tables* as TOML: JSON's texts and whole numbers are TOML's."""
    blocks = (
        ["[[hooks]]", *(f"{key} = {json.dumps(setting)}" for key, setting in table.items())]
        for table in tables
    )
    return (end * 2).join(end.join(block) for block in blocks) + end


def _without_own_tables(text: str, is_ours: IsOurs) -> str:
    """Return the TOML text without the tables of our hooks."""
    while True:
        tables = _parse_hooks(text)
        number = next((place for place, table in enumerate(tables) if is_ours(table)), None)
        if number is None:
            return text
        expected = {**parse_toml(text), "hooks": [*tables[:number], *tables[number + 1 :]]}
        if not expected["hooks"]:
            del expected["hooks"]
        text = _without_table(text, expected)


def _without_table(text: str, expected: Table) -> str:
    lines = text.splitlines(keepends=True)
    for start, end in _list_table_spans(lines):
        # What somebody wrote between our lines stays.
        comments = [line for line in lines[start:end] if _COMMENT.match(line) and line.strip()]
        before = lines[:start]
        if before and not before[-1].strip() and not comments:
            before = before[:-1]  # the blank line that set our table apart
        remaining = "".join([*before, *comments, *lines[end:]])
        if _parse_toml_or_none(remaining) == expected:
            return remaining
    raise SettingsError("hooks: expected tables, [[hooks]], of which one can be taken out")


def _list_table_spans(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where a table may start and end: the lines of its keys, whatever follows them."""
    headers = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    for start in headers:
        later = (
            number for number in range(start + 1, len(lines)) if _ANY_HEADER.match(lines[number])
        )
        for end in chain(later, [len(lines)]):
            last = end
            while last > start + 1 and _COMMENT.match(lines[last - 1]):
                last -= 1
            yield start, last


def _parse_toml_or_none(text: str) -> Table | None:
    try:
        return parse_toml(text)
    except SettingsError:
        return None
