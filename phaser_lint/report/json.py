"""``--format json``: the whole report as one object, in a fixed order, ASCII only.

It holds all that any other format shows, so that reports can be merged and written again in another
format (``check/shards/json_report.py`` reads it back).

- ``report`` is ``phaser-lint`` and ``version`` the version of this form, which grows when a key is
  added, taken away or comes to mean something else.
- ``violations`` hold ``rule_id, severity, message, path, line, column, end_line, end_column`` (null
  where a violation belongs to a file or a glob), ``where`` (``line``, ``file`` or ``glob``),
  ``line_text``, ``matched_lines``, ``near``, ``level`` and ``fingerprint``; ``suppressed`` holds
  those that a directive suppresses.
- A contract is known by ``level`` and ``rule_id``: the folder whose contract it is, empty for the
  root, ``~`` for the user's, and its id there.
- ``report`` is ``phaser-lint shard`` where a part of the files was checked; ``shard`` then holds
  what ``phaser-lint merge`` needs to make a whole of all parts (see
  ``phaser_lint.contract.shard``).
- A violation in a notebook has ``cell`` (from 1), ``cell_line``, ``cell_text`` and
  ``cell_language`` (empty for what the cell printed) as well; all else is of the file.
- A violation that a fix fixes has ``fix``: ``before`` in the lines from ``line`` to ``end_line`` of
  the file at ``path`` becomes ``after``; without any before it goes in above ``line``. ``safety``
  is ``safe`` or ``unsafe``; of an unsafe one ``reason`` is why.
- A notice of what a change does to contracts has ``change``, which is true.
- ``contracts`` describes the contracts that were checked, ``checked`` lists the files.
- ``summary`` counts what every output counts; ``skipped`` there gives each reason with its number.
"""

from __future__ import annotations

from phaser_lint.check.engine import fingerprints
from phaser_lint.contract.model import Notice
from phaser_lint.core.text import compact, disarmed_json
from phaser_lint.report.summary import errors, skip_reasons, warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.contract.model import Report, Violation

VERSION = 5
_SINGLE = frozenset((str, int, bool, type(None)))
_OF_CELLS = ("cell", "cell_line", "cell_text", "cell_language")


def render(report: Report) -> str:
    """Return the report as indented JSON, ending in a newline."""
    return written(as_mapping(report))


def written(value: object) -> str:
    """Return *value* as indented JSON in ASCII, its keys in their order, ending in a newline."""
    return disarmed_json(_indented(value, "\n")) + "\n"


def _indented(value: Any, line: str) -> str:
    """Return what ``json.dumps(value, indent=2)`` does, with *line* as the start of a line.

    ``json`` indents in Python, value by value: a third of the time of a scan without changes. What
    holds nothing but single values is left to its encoder in C, which takes any separator, and so
    is a list of objects that do: in JSON no text holds a line break, so one is always between two
    members or two objects.
    """
    if not isinstance(value, (dict, list, tuple)) or not value:
        return compact(value)
    inner = f"{line}  "
    if _is_flat(value):
        written = compact(value, between=f",{inner}")[1:-1]
    elif isinstance(value, dict):
        pairs = (f"{compact(key)}: {_indented(each, inner)}" for key, each in value.items())
        written = f",{inner}".join(pairs)
    elif all(isinstance(each, dict) and each and _is_flat(each) for each in value):
        member = f"{inner}  "
        written = compact(value, between=f",{member}")[2:-2]
        written = written.replace(f"}},{member}{{", f"{inner}}},{inner}{{{member}")
        written = f"{{{member}{written}{inner}}}"
    else:
        written = f",{inner}".join(_indented(each, inner) for each in value)
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    return f"{opened}{inner}{written}{line}{closed}"


def _is_flat(value: Any) -> bool:
    values = value.values() if isinstance(value, dict) else value
    if _SINGLE.issuperset(map(type, values)):  # at once: a thousand violations hold nothing else
        return True
    return not any(isinstance(each, (dict, list, tuple)) and each for each in values)


def as_mapping(report: Report) -> dict[str, Any]:
    """Return the report as plain values."""
    found, suppressed_identities = fingerprints.of_report(report)
    part = {} if report.shard is None else {"shard": _plain(report.shard)}
    return {
        "report": "phaser-lint shard" if part else "phaser-lint",
        "version": VERSION,
        **part,
        "violations": _violations(report.violations, found),
        "suppressed": _violations(report.suppressed, suppressed_identities),
        "undecided": [entry._asdict() for entry in report.undecided],
        "contract_problems": [problem._asdict() for problem in report.problems],
        "notices": _plain(report.notices),
        "skipped": [{"path": skip.path, "reason": skip.reason} for skip in report.skipped],
        "contracts": [contract._asdict() for contract in report.contracts],
        "checked": list(report.checked),
        "summary": {
            "files_checked": len(report.checked),
            "errors": errors(report),
            "warnings": warnings(report),
            "ignored": len(report.suppressed),
            "old": report.existing,
            "in_baseline": report.in_baseline,
            "skipped": skip_reasons(report),
            "undecided": len(report.undecided),
            "contract_problems": len(report.problems),
        },
    }


def _violations(
    violations: Sequence[Violation], identities: Sequence[str]
) -> list[dict[str, object]]:
    return [
        {**_fields(violation), "fingerprint": identity}
        for violation, identity in zip(violations, identities, strict=True)
    ]


def _fields(violation: Violation) -> dict[str, object]:
    written = violation._asdict()
    del written["times"]  # what it is compared with is known already
    for name in _OF_CELLS if violation.cell is None else ():
        del written[name]
    fix = written.pop("fix")
    return written if fix is None else {**written, "fix": fix._asdict()}


def _plain(value: Any) -> Any:
    """Return a record, and the records in it, as objects."""
    if isinstance(value, Notice) and not value.change:
        value = value._asdict()
        return {name: value[name] for name in value if name != "change"}
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        if fields is None:
            return [_plain(item) for item in value]
        return {name: _plain(item) for name, item in zip(fields, value, strict=True)}
    return value
