"""A report read back from what ``--format json`` wrote.

``parse(json.render(report), name)`` is *report* again; the one thing that JSON cannot hold is two
halves of a surrogate pair beside each other, which come back as the character they make. Whatever
is not exactly such a report is refused with the file, the key and what was expected: a report that
was cut off, or written by another version, must not pass for one in which less was found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from phaser_lint.check.engine.directive_places import render_directive_words
from phaser_lint.contract.fix import Fix
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.shard import (
    MOST,
    BaselineEntry,
    BaselinePart,
    DirectedFile,
    Hidden,
    Occurred,
    Renamed,
    Setting,
    Shard,
    ShardSelection,
    Share,
    TreeContract,
    UsedDirective,
    WrittenDirective,
)
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.changes import ContractChanges, LostMatch
from phaser_lint.core.errors import InputError
from phaser_lint.core.file_records import Skip

Check = Callable[[Any, str], Any]


# Values of JSON checked one by one: what is not exactly as expected is refused, with its key.
#
# A check is a function of a value and its key, and returns the value as a record holds it.


class UnexpectedError(Exception):
    """The key, and what was expected there."""


def parse_strict_json(text: str) -> Any:
    """Return the value in a JSON report's *text*; a key that is there twice is refused."""
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_refuse_duplicates,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnexpectedError(f"expected JSON; {error.msg} at {place}") from None
    except ValueError:  # a number of more digits than Python converts
        raise UnexpectedError("expected JSON with numbers of a sensible size") from None
    except RecursionError:
        raise UnexpectedError("expected a report, not JSON nested this deep") from None


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    json_object = dict(pairs)
    if len(json_object) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnexpectedError(f"{twice}: expected once, found twice in one object")
    return json_object


def _refuse_constant(name: str) -> NoReturn:
    raise UnexpectedError(f"expected JSON; {name} is no JSON number")


def check_fields(json_value: Any, checks: Mapping[str, Check], key: str) -> dict[str, Any]:
    """Return the checked values of an object in a JSON report: exactly the keys of *checks*."""
    if not isinstance(json_value, dict):
        raise UnexpectedError(f"{key}: expected an object, not {shorten_json(json_value)}")
    prefix = f"{key}." if key else ""
    for name in json_value:
        if name not in checks:
            raise UnexpectedError(f"{prefix}{name}: unknown key; expected {', '.join(checks)}")
    for name in checks:
        if name not in json_value:
            raise UnexpectedError(f"{prefix}{name}: expected, but missing")
    return {name: check(json_value[name], f"{prefix}{name}") for name, check in checks.items()}


def check_text(json_value: Any, key: str) -> str:
    """Check that the value in a report's JSON is a text."""
    if not isinstance(json_value, str):
        raise UnexpectedError(f"{key}: expected a text, not {shorten_json(json_value)}")
    return json_value


def check_flag(json_value: Any, key: str) -> bool:
    """Check that a value in a report's JSON is true or false."""
    if not isinstance(json_value, bool):
        raise UnexpectedError(f"{key}: expected true or false, not {shorten_json(json_value)}")
    return json_value


def check_number(json_value: Any, key: str, *, least: int = 1) -> int:
    """Check a whole number in a report's JSON, 1 or more unless another *least* is said."""
    # True is an int to Python.
    if type(json_value) is not int or json_value < least:
        raise UnexpectedError(
            f"{key}: expected a number from {least} up, not {shorten_json(json_value)}"
        )
    return json_value


def check_number_from_zero(json_value: Any, key: str) -> int:
    """Check a whole number in a report's JSON, 0 or more."""
    return check_number(json_value, key, least=0)


def make_nullable_check(check: Check) -> Check:
    """Return the check of a value in a JSON report: null, or what *check* takes."""

    def checked(json_value: Any, key: str) -> Any:
        return None if json_value is None else check(json_value, key)

    return checked


def make_choice_check(*choices: str) -> Check:
    """Return the check that a value in a JSON report that is read back is one of *choices*."""

    def checked(json_value: Any, key: str) -> str:
        if json_value not in choices:
            raise UnexpectedError(
                f"{key}: expected {' or '.join(choices)}, not {shorten_json(json_value)}"
            )
        return str(json_value)

    return checked


def make_pair_check(first: Check, second: Check, *, expected: str) -> Check:
    """Return the check of a list of two values in a JSON report, by *first* and *second*."""

    def check(json_value: Any, key: str) -> tuple[Any, Any]:
        if not isinstance(json_value, list) or len(json_value) != 2:
            raise UnexpectedError(f"{key}: expected {expected}, not {shorten_json(json_value)}")
        return first(json_value[0], f"{key}[0]"), second(json_value[1], f"{key}[1]")

    return check


def make_list_check(check: Check) -> Check:
    """Return the check of a list in a JSON report of which *check* takes each element."""

    def checked(json_value: Any, key: str) -> tuple[Any, ...]:
        if not isinstance(json_value, list):
            raise UnexpectedError(f"{key}: expected a list, not {shorten_json(json_value)}")
        return tuple(check(element, f"{key}[{index}]") for index, element in enumerate(json_value))

    return checked


def make_field_checks(kind: type[Any], *, without: Sequence[str] = ()) -> dict[str, Check]:
    """Return the check of each field in a JSON report, by the types of the record *kind*."""
    return {
        field: _make_field_check(field, annotation)
        for field, annotation in kind.__annotations__.items()
        if field not in without
    }


def make_record_check(kind: type[Any], checks: Mapping[str, Check] | None = None) -> Check:
    """Return the check of an object in a JSON report that is read back, which becomes a record of
    this *kind*.

    Without *checks* its keys are all fields of the record, each checked by its type.
    """
    field_checks = make_field_checks(kind) if checks is None else checks

    def checked(json_value: Any, key: str) -> Any:
        return kind(**check_fields(json_value, field_checks, key))

    return checked


def _make_field_check(field: str, annotation: str) -> Check:
    """Return the check of a record's *field* by its type as it is written."""
    if annotation.endswith(" | None"):
        return make_nullable_check(_make_field_check(field, annotation.removesuffix(" | None")))
    if annotation.endswith(", ...]"):
        element = annotation.removeprefix("tuple[").removesuffix(", ...]")
        return make_list_check(_make_field_check(field, element))
    if annotation == "int":
        return check_number_from_zero if field in _FROM_ZERO else check_number
    return _BY_TYPE[annotation]


def shorten_json(json_value: Any) -> str:
    """Return *json_value* for the message that refuses it, cut where it is long."""
    json_text = json.dumps(json_value)
    return json_text if len(json_text) <= 60 else f"{json_text[:57]}..."


def check_notice(json_value: Any, key: str) -> Notice:
    """Check a notice in a JSON report, of a change of contracts, or some unchecked, too."""
    optional_checks = {
        "change": check_flag,
        "weakens": check_flag,
        "unchecked": make_list_check(_CONTRACT_KEY),
    }
    names = json_value if isinstance(json_value, dict) else {}
    checks = {name: optional_checks[name] for name in optional_checks if name in names}
    return Notice(**check_fields(json_value, {**_NOTICE, **checks}, key))


def _check_share(json_value: Any, key: str) -> Share:
    share: Share = make_record_check(Share)(json_value, key)
    if share.of > MOST:
        raise UnexpectedError(f"{key}.of: expected at most {MOST}, not {share.of}")
    if share.number > share.of:
        raise UnexpectedError(f"{key}.number: expected 1 to {share.of}, not {share.number}")
    return share


def _check_directed_file(json_value: Any, key: str) -> DirectedFile:
    file: DirectedFile = make_record_check(DirectedFile)(json_value, key)
    for place, used in enumerate(file.used):
        if used.directive >= len(file.directives):
            most = len(file.directives) - 1
            raise UnexpectedError(f"{key}.used[{place}].directive: expected at most {most}")
    return file


def _check_key_value(json_value: Any, key: str) -> Any:
    if isinstance(json_value, list):
        return make_list_check(_check_key_value)(json_value, key)
    if isinstance(json_value, bool):
        return json_value
    return (
        check_text(json_value, key)
        if isinstance(json_value, str)
        else check_number_from_zero(json_value, key)
    )


def _check_weaker_report(json_value: Any, key: str) -> Report:
    return _make_report(check_fields(json_value, _REPORT, key))


_WHO = make_choice_check("reason", "people")


def _check_ignorable(json_value: Any, key: str) -> bool | str:
    return json_value if isinstance(json_value, bool) else _WHO(json_value, key)


_CONTRACT_KEY = make_pair_check(check_text, check_text, expected="a level and an id")
_KIND = make_choice_check("create", "modify", "delete")
_NOTICE: Mapping[str, Check] = {
    "path": check_text,
    "line": make_nullable_check(check_number),
    "text": check_text,
}
_FROM_ZERO = ("contract", "directive", "now", "added")
"""The fields of numbers that may be 0: places in a list, and what may be none."""
_BY_TYPE: dict[str, Check] = {
    "str": check_text,
    "bool": check_flag,
    "Severity": make_choice_check("error", "warning"),
    "Safety": make_choice_check("safe", "unsafe"),
    "Scope": make_choice_check("file", "tree"),
    "Where": make_choice_check("line", "file", "glob"),
    "Ignorable": _check_ignorable,
    "ContractKey": _CONTRACT_KEY,
    "tuple[str, Any]": make_pair_check(
        check_text, _check_key_value, expected="a key and its value"
    ),
    "tuple[str, ChangeKind]": make_pair_check(
        check_text, _KIND, expected="a path and a kind of change"
    ),
    "Share": _check_share,
    "Notice": check_notice,
    "DirectedFile": _check_directed_file,
    "Report": _check_weaker_report,
}
for _kind in (
    Setting, TreeContract, ShardSelection, WrittenDirective, UsedDirective, LostMatch,
    ContractChanges, Occurred, Renamed, Hidden, BaselineEntry, BaselinePart, Shard,
):  # fmt: skip
    _BY_TYPE[_kind.__name__] = make_record_check(_kind)


VERSION = 6
WHOLE, PART = "phaser-lint", "phaser-lint shard"
"""What a report calls itself: a reader of reports must not take a part for the whole."""


def parse_json_report(json_text: str, name: str) -> Report:
    """Return the report read back from *json_text*, the JSON report of a shard or of a whole run;
    *name* is its file, for the ``InputError``.
    """
    try:
        json_value = parse_strict_json(json_text)
        if not isinstance(json_value, dict) or json_value.get("report") not in (WHOLE, PART):
            expected = 'expected "phaser-lint"; this is no report of phaser-lint'
            raise UnexpectedError(f"report: {expected}")
        if type(json_value.get("version")) is not int or json_value["version"] != VERSION:
            version = shorten_json(json_value["version"]) if "version" in json_value else "nothing"
            raise UnexpectedError(
                f"version: expected {VERSION}, not {version}; written by another version"
            )
        is_part = json_value["report"] == PART
        checks = {**_REPORT, "shard": _BY_TYPE["Shard"]} if is_part else _REPORT
        return _make_report(check_fields(json_value, checks, ""))
    except UnexpectedError as error:
        raise InputError(f"{name}: {error}") from None


def _make_report(report_fields: Mapping[str, Any]) -> Report:
    return Report(
        checked=report_fields["checked"],
        violations=report_fields["violations"],
        suppressed=report_fields["suppressed"],
        skipped=report_fields["skipped"],
        undecided=report_fields["undecided"],
        problems=report_fields["contract_problems"],
        notices=report_fields["notices"],
        existing=report_fields["summary"]["old"],
        in_baseline=report_fields["summary"]["in_baseline"],
        contracts=report_fields["contracts"],
        shard=report_fields.get("shard"),
    )


def _check_suppressed(json_value: Any, key: str) -> Violation:
    return _check_violation(
        json_value, key, {**_VIOLATION, "suppressed_by": _check_directive_words}
    )


def _check_directive_words(json_value: Any, key: str) -> str:
    return render_directive_words(
        **check_fields(json_value, {"form": check_text, "reason": check_text}, key)
    )


def _check_violation(
    json_value: Any, key: str, checks: Mapping[str, Check] | None = None
) -> Violation:
    checks = dict(checks or _VIOLATION)
    for name, further_checks in (("cell", _IN_CELL), ("fix", _WITH_FIX)):
        if isinstance(json_value, dict) and name in json_value:
            checks.update(further_checks)
    violation_fields = check_fields(json_value, checks, key)
    # It is made from the rest, and made again when the report is written again.
    del violation_fields["fingerprint"]
    at_line = violation_fields["where"] == "line"
    for name in ("line", "column", "end_line", "end_column"):
        if (violation_fields[name] is not None) != at_line:
            expected = "a number" if at_line else "null"
            raise UnexpectedError(f"{key}.{name}: expected {expected} where {key}.where is so")
    return Violation(**violation_fields)


def _check_summary(json_value: Any, key: str) -> dict[str, Any]:
    """Return the numbers of the summary that cannot be counted again."""
    if not isinstance(json_value, dict):
        raise UnexpectedError(f"{key}: expected an object, not {shorten_json(json_value)}")
    checks = {
        "old": check_number_from_zero,
        "in_baseline": make_nullable_check(check_number_from_zero),
    }
    return {name: check(json_value.get(name), f"{key}.{name}") for name, check in checks.items()}


def _accept_value(json_value: Any, key: str) -> None:
    """Accept a value that was checked already."""


_IN_CELL: Mapping[str, Check] = {
    "cell": check_number,
    "cell_line": check_number,
    "cell_text": check_text,
    "cell_language": check_text,
}
_WITH_FIX: Mapping[str, Check] = {
    "fix": make_record_check(Fix, {**make_field_checks(Fix), "end_line": check_number_from_zero})
}
_VIOLATION: Mapping[str, Check] = {
    **make_field_checks(Violation, without=(*_IN_CELL, "fix", "times", "comment", "suppressed_by")),
    "fingerprint": check_text,
}
_REPORT: Mapping[str, Check] = {
    "report": _accept_value,
    "version": _accept_value,
    "violations": make_list_check(_check_violation),
    "suppressed": make_list_check(_check_suppressed),
    "undecided": make_list_check(make_record_check(Undecided)),
    "contract_problems": make_list_check(make_record_check(ContractProblem)),
    "notices": make_list_check(check_notice),
    "skipped": make_list_check(make_record_check(Skip, {"path": check_text, "reason": check_text})),
    "contracts": make_list_check(make_record_check(ContractSummary)),
    "checked": make_list_check(check_text),
    "summary": _check_summary,
}
