"""A report read back from what ``--format json`` wrote.

``parse(json.render(report), name)`` is *report* again; the one thing that JSON cannot hold is two
halves of a surrogate pair beside each other, which come back as the character they make. Whatever
is not exactly such a report is refused with the file, the key and what was expected: a report that
was cut off, or written by another version, must not pass for one in which less was found.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from phaser_lint.errors import ReportError
from phaser_lint.model import (
    ContractProblem,
    ContractSummary,
    Notice,
    Report,
    Skip,
    Undecided,
    Violation,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Check = Callable[[Any, str], Any]
    """Given a value and its key, the value as a record holds it."""

VERSION = 1


class _UnexpectedError(Exception):
    """The key, and what was expected there."""


def parse(text: str, name: str) -> Report:
    """Return the report that *text* holds; *name* is the file, for the ``ReportError``."""
    try:
        return _report(_value(text))
    except _UnexpectedError as error:
        raise ReportError(f"{name}: {error}") from None


def _value(text: str) -> Any:
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_without_duplicates,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise _UnexpectedError(f"expected JSON; {error.msg} at {place}") from None
    except ValueError:  # a number of more digits than Python converts
        raise _UnexpectedError("expected JSON with numbers of a sensible size") from None
    except RecursionError:
        raise _UnexpectedError("expected a report, not JSON nested this deep") from None


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _UnexpectedError(f"{twice}: expected once, found twice in one object")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _UnexpectedError(f"expected JSON; {name} is no JSON number")


def _report(value: Any) -> Report:
    if not isinstance(value, dict) or value.get("report") != "phaser-lint":
        raise _UnexpectedError('report: expected "phaser-lint"; this is no report of phaser-lint')
    if type(value.get("version")) is not int or value["version"] != VERSION:
        found = _shown(value["version"]) if "version" in value else "nothing"
        raise _UnexpectedError(
            f"version: expected {VERSION}, not {found}; written by another version"
        )
    parts = _fields(value, _REPORT, "")
    return Report(
        checked=parts["checked"],
        violations=parts["violations"],
        suppressed=parts["suppressed"],
        skipped=parts["skipped"],
        undecided=parts["undecided"],
        problems=parts["contract_problems"],
        notices=parts["notices"],
        old=parts["summary"],
        contracts=parts["contracts"],
    )


def _fields(value: Any, checks: Mapping[str, Check], key: str) -> dict[str, Any]:
    """Return the checked values of an object that holds exactly the keys of *checks*."""
    if not isinstance(value, dict):
        raise _UnexpectedError(f"{key}: expected an object, not {_shown(value)}")
    prefix = f"{key}." if key else ""
    for name in value:
        if name not in checks:
            raise _UnexpectedError(f"{prefix}{name}: unknown key; expected {', '.join(checks)}")
    for name in checks:
        if name not in value:
            raise _UnexpectedError(f"{prefix}{name}: expected, but missing")
    return {name: check(value[name], f"{prefix}{name}") for name, check in checks.items()}


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise _UnexpectedError(f"{key}: expected a text, not {_shown(value)}")
    return value


def _flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise _UnexpectedError(f"{key}: expected true or false, not {_shown(value)}")
    return value


def _number(value: Any, key: str, *, least: int = 1) -> int:
    # True is an int to Python.
    if type(value) is not int or value < least:
        raise _UnexpectedError(f"{key}: expected a number from {least} up, not {_shown(value)}")
    return value


def _number_or_null(value: Any, key: str) -> int | None:
    return None if value is None else _number(value, key)


def _choice(*choices: str) -> Check:
    def check(value: Any, key: str) -> str:
        if value not in choices:
            raise _UnexpectedError(f"{key}: expected {' or '.join(choices)}, not {_shown(value)}")
        return str(value)

    return check


def _list(check: Check) -> Check:
    def checked(value: Any, key: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _UnexpectedError(f"{key}: expected a list, not {_shown(value)}")
        return tuple(check(item, f"{key}[{index}]") for index, item in enumerate(value))

    return checked


def _record(kind: Callable[..., Any], checks: Mapping[str, Check]) -> Check:
    return lambda value, key: kind(**_fields(value, checks, key))


def _violation(value: Any, key: str) -> Violation:
    fields = _fields(value, _VIOLATION, key)
    # It is made from the rest, and made again when the report is written again.
    del fields["fingerprint"]
    at_line = fields["where"] == "line"
    for name in ("line", "column", "end_line", "end_column"):
        if (fields[name] is not None) != at_line:
            expected = "a number" if at_line else "null"
            raise _UnexpectedError(f"{key}.{name}: expected {expected} where {key}.where is so")
    return Violation(**fields)


def _old(value: Any, key: str) -> int:
    """Return the one number of the summary that cannot be counted again."""
    if not isinstance(value, dict):
        raise _UnexpectedError(f"{key}: expected an object, not {_shown(value)}")
    return _number(value.get("old"), f"{key}.old", least=0)


def _ignored(value: Any, key: str) -> None:
    """Let a value pass that was checked before."""


def _shown(value: Any) -> str:
    shown = json.dumps(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


_SEVERITY = _choice("error", "warning")
_VIOLATION: Mapping[str, Check] = {
    "rule_id": _text,
    "severity": _SEVERITY,
    "message": _text,
    "path": _text,
    "where": _choice("line", "file", "glob"),
    "line": _number_or_null,
    "column": _number_or_null,
    "end_line": _number_or_null,
    "end_column": _number_or_null,
    "line_text": _text,
    "fingerprint": _text,
}
_UNDECIDED = _record(Undecided, {"rule_id": _text, "path": _text, "reason": _text})
_PROBLEM = _record(
    ContractProblem, {"path": _text, "key": _text, "expected": _text, "skipped": _flag}
)
_NOTICE = _record(Notice, {"path": _text, "line": _number_or_null, "text": _text})
_CONTRACT = _record(
    ContractSummary,
    {
        "rule_id": _text,
        "type": _text,
        "severity": _SEVERITY,
        "message": _text,
        "rationale": _text,
        "tags": _list(_text),
        "url": _text,
        "path": _text,
    },
)
_REPORT: Mapping[str, Check] = {
    "report": _ignored,
    "version": _ignored,
    "violations": _list(_violation),
    "suppressed": _list(_violation),
    "undecided": _list(_UNDECIDED),
    "contract_problems": _list(_PROBLEM),
    "notices": _list(_NOTICE),
    "skipped": _list(_record(Skip, {"path": _text, "reason": _text})),
    "contracts": _list(_CONTRACT),
    "checked": _list(_text),
    "summary": _old,
}
