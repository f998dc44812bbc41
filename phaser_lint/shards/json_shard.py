"""What the report of a shard carries beside a report: the object ``shard`` in its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaser_lint.change import ContractChanges
from phaser_lint.model import Notice
from phaser_lint.shards.json_values import (
    UnexpectedError,
    choice,
    fields,
    flag,
    list_of,
    number,
    number_from_zero,
    or_null,
    record,
    shown,
    text,
)
from phaser_lint.shards.shard import (
    MOST,
    BaselineEntry,
    BaselinePart,
    DirectedFile,
    Occurred,
    Renamed,
    Selected,
    Setting,
    Shard,
    Share,
    TreeContract,
    UsedDirective,
    WrittenDirective,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.shards.json_values import Check


def shard(value: Any, key: str) -> Shard:
    """Check the object ``shard`` of a report."""
    return Shard(**fields(value, _SHARD, key))


def notice(value: Any, key: str) -> Notice:
    """Check a notice, which says where it is of what a change does to contracts."""
    is_of_change = isinstance(value, dict) and "change" in value
    return Notice(**fields(value, {**_NOTICE, "change": flag} if is_of_change else _NOTICE, key))


def _share(value: Any, key: str) -> Share:
    made = Share(**fields(value, {"number": number, "of": number}, key))
    if made.of > MOST:
        raise UnexpectedError(f"{key}.of: expected at most {MOST}, not {made.of}")
    if made.number > made.of:
        raise UnexpectedError(f"{key}.number: expected 1 to {made.of}, not {made.number}")
    return made


def _directed(value: Any, key: str) -> DirectedFile:
    made = DirectedFile(**fields(value, _DIRECTED, key))
    for place, used in enumerate(made.used):
        if used.directive >= len(made.directives):
            most = len(made.directives) - 1
            raise UnexpectedError(f"{key}.used[{place}].directive: expected at most {most}")
    return made


def _own_key(value: Any, key: str) -> tuple[str, Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise UnexpectedError(f"{key}: expected a key and its value, not {shown(value)}")
    name, found = value
    return text(name, f"{key}[0]"), _key_value(found, f"{key}[1]")


def _key_value(value: Any, key: str) -> Any:
    if isinstance(value, list):
        return list_of(_key_value)(value, key)
    if isinstance(value, bool):
        return value
    return text(value, key) if isinstance(value, str) else number_from_zero(value, key)


def _contract_key(value: Any, key: str) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise UnexpectedError(f"{key}: expected a level and an id, not {shown(value)}")
    level, rule_id = value
    return text(level, f"{key}[0]"), text(rule_id, f"{key}[1]")


def _changed_path(value: Any, key: str) -> tuple[str, Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise UnexpectedError(f"{key}: expected a path and a kind of change, not {shown(value)}")
    path, kind = value
    return text(path, f"{key}[0]"), _KIND(kind, f"{key}[1]")


_KIND = choice("create", "modify", "delete")
SEVERITY = choice("error", "warning")
_NOTICE: Mapping[str, Check] = {"path": text, "line": or_null(number), "text": text}
_DIRECTED: Mapping[str, Check] = {
    "path": text,
    "notices": list_of(notice),
    "directives": list_of(
        record(
            WrittenDirective,
            {"line": number, "form": text, "ids": list_of(text), "reason": text},
        )
    ),
    "used": list_of(record(UsedDirective, {"directive": number_from_zero, "rule_id": text})),
    "ran": list_of(_contract_key),
}
_ENTRY = record(
    BaselineEntry,
    {
        "path": text,
        "level": text,
        "rule_id": text,
        "line": text,
        "times": number,
        "now": number_from_zero,
        "judged": flag,
    },
)
_SHARD: Mapping[str, Check] = {
    "share": _share,
    "same": list_of(record(Setting, {"name": text, "value": text})),
    "everything": flag,
    "tree_contracts": list_of(
        record(
            TreeContract,
            {
                "level": text,
                "rule_id": text,
                "severity": SEVERITY,
                "message": text,
                "file_glob": list_of(text),
                "scope": choice("file", "tree"),
                "ignorable": flag,
                "own": list_of(_own_key),
                "path_pattern": text,
            },
        )
    ),
    "idle_contracts": list_of(_contract_key),
    "selecting": list_of(_contract_key),
    "selected": list_of(record(Selected, {"contract": number_from_zero, "paths": list_of(text)})),
    "met": list_of(_contract_key),
    "directed": list_of(_directed),
    "changed": list_of(
        record(
            ContractChanges,
            {
                "contract": number_from_zero,
                "kinds": list_of(_changed_path),
                "let_pass": list_of(text),
                "met": flag,
            },
        )
    ),
    "before": list_of(
        record(
            Occurred,
            {"level": text, "rule_id": text, "path": text, "line": text, "times": number},
        )
    ),
    "renamed": list_of(record(Renamed, {"path": text, "earlier": text})),
    "baseline": or_null(
        record(
            BaselinePart,
            {
                "shown": text,
                "usual": flag,
                "earlier": flag,
                "added": or_null(number_from_zero),
                "all_content": flag,
                "entries": list_of(_ENTRY),
            },
        )
    ),
    "notices": list_of(notice),
}
