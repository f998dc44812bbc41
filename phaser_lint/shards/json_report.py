"""A report read back from what ``--format json`` wrote.

``parse(json.render(report), name)`` is *report* again; the one thing that JSON cannot hold is two
halves of a surrogate pair beside each other, which come back as the character they make. Whatever
is not exactly such a report is refused with the file, the key and what was expected: a report that
was cut off, or written by another version, must not pass for one in which less was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaser_lint.errors import ReportError
from phaser_lint.judged_files import Skip
from phaser_lint.model import ContractProblem, ContractSummary, Fix, Report, Undecided, Violation
from phaser_lint.shards.json_shard import SEVERITY, notice, shard
from phaser_lint.shards.json_values import (
    UnexpectedError,
    choice,
    fields,
    flag,
    list_of,
    number,
    number_from_zero,
    or_null,
    parsed,
    record,
    shown,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.shards.json_values import Check

VERSION = 4
WHOLE, PART = "phaser-lint", "phaser-lint shard"
"""What a report calls itself: a reader of reports must not take a part for the whole."""


def parse(written: str, name: str) -> Report:
    """Return the report that is *written*; *name* is the file, for the ``ReportError``."""
    try:
        return _report(parsed(written))
    except UnexpectedError as error:
        raise ReportError(f"{name}: {error}") from None


def _report(value: Any) -> Report:
    if not isinstance(value, dict) or value.get("report") not in (WHOLE, PART):
        raise UnexpectedError('report: expected "phaser-lint"; this is no report of phaser-lint')
    if type(value.get("version")) is not int or value["version"] != VERSION:
        found = shown(value["version"]) if "version" in value else "nothing"
        raise UnexpectedError(
            f"version: expected {VERSION}, not {found}; written by another version"
        )
    is_part = value["report"] == PART
    parts = fields(value, {**_REPORT, "shard": shard} if is_part else _REPORT, "")
    return Report(
        checked=parts["checked"],
        violations=parts["violations"],
        suppressed=parts["suppressed"],
        skipped=parts["skipped"],
        undecided=parts["undecided"],
        problems=parts["contract_problems"],
        notices=parts["notices"],
        old=parts["summary"]["old"],
        in_baseline=parts["summary"]["in_baseline"],
        contracts=parts["contracts"],
        shard=parts.get("shard"),
    )


def _violation(value: Any, key: str) -> Violation:
    checks = dict(_VIOLATION)
    for name, more in (("cell", _IN_CELL), ("fix", _WITH_FIX)):
        if isinstance(value, dict) and name in value:
            checks.update(more)
    values = fields(value, checks, key)
    # It is made from the rest, and made again when the report is written again.
    del values["fingerprint"]
    at_line = values["where"] == "line"
    for name in ("line", "column", "end_line", "end_column"):
        if (values[name] is not None) != at_line:
            expected = "a number" if at_line else "null"
            raise UnexpectedError(f"{key}.{name}: expected {expected} where {key}.where is so")
    return Violation(**values)


def _summary(value: Any, key: str) -> dict[str, Any]:
    """Return the numbers of the summary that cannot be counted again."""
    if not isinstance(value, dict):
        raise UnexpectedError(f"{key}: expected an object, not {shown(value)}")
    checks = {"old": number_from_zero, "in_baseline": or_null(number_from_zero)}
    return {name: check(value.get(name), f"{key}.{name}") for name, check in checks.items()}


def _ignored(value: Any, key: str) -> None:
    """Let a value pass that was checked before."""


_IN_CELL: Mapping[str, Check] = {
    "cell": number,
    "cell_line": number,
    "cell_text": text,
    "cell_language": text,
}
_WITH_FIX: Mapping[str, Check] = {
    "fix": record(
        Fix,
        {"path": text, "line": number, "end_line": number_from_zero, "before": text, "after": text},
    )
}
_VIOLATION: Mapping[str, Check] = {
    "rule_id": text,
    "severity": SEVERITY,
    "message": text,
    "path": text,
    "where": choice("line", "file", "glob"),
    "line": or_null(number),
    "column": or_null(number),
    "end_line": or_null(number),
    "end_column": or_null(number),
    "line_text": text,
    "matched_lines": or_null(text),
    "near": text,
    "level": text,
    "fingerprint": text,
}
_UNDECIDED = record(Undecided, {"rule_id": text, "path": text, "reason": text, "level": text})
_PROBLEM = record(
    ContractProblem,
    {"path": text, "key": text, "expected": text, "skipped": flag, "line": or_null(number)},
)
_CONTRACT = record(
    ContractSummary,
    {
        "rule_id": text,
        "type": text,
        "severity": SEVERITY,
        "message": text,
        "rationale": text,
        "tags": list_of(text),
        "url": text,
        "path": text,
        "level": text,
        "overridden_by": list_of(text),
    },
)
_REPORT: Mapping[str, Check] = {
    "report": _ignored,
    "version": _ignored,
    "violations": list_of(_violation),
    "suppressed": list_of(_violation),
    "undecided": list_of(_UNDECIDED),
    "contract_problems": list_of(_PROBLEM),
    "notices": list_of(notice),
    "skipped": list_of(record(Skip, {"path": text, "reason": text})),
    "contracts": list_of(_CONTRACT),
    "checked": list_of(text),
    "summary": _summary,
}
