"""``--format json``: the whole report as one object, in a fixed order, ASCII only.

It holds all that any other format shows, so that reports can be merged and written again in another
format (``check/shards/json_report.py`` reads it back).

- ``report`` is ``phaser-lint`` and ``version`` the version of this form, which grows when a key is
  added, taken away or comes to mean something else.
- ``violations`` hold ``rule_id, severity, message, path, line, column, end_line, end_column`` (null
  where a violation belongs to a file or a glob), ``where`` (``line``, ``file`` or ``glob``),
  ``line_text``, ``matched_lines``, ``near``, ``level`` and ``fingerprint``; ``suppressed`` holds
  those that a directive suppresses, with ``suppressed_by``: its ``form`` and its ``reason``.
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

from collections.abc import Iterator, Sequence
from functools import lru_cache

from phaser_lint.check.engine import fingerprints
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.core import JsonValue, indent_json, quote_json, render_compact_json
from phaser_lint.core.text import disarm_json
from phaser_lint.report.summary import count_errors, count_skip_reasons, count_warnings

VERSION = 6
_REMEMBERED = 1024
_OF_CELLS = ("cell", "cell_line", "cell_text", "cell_language")
# One serves comparisons, which are over, and two are objects of their own.
_LEFT_OUT = ("times", "suppressed_by", "comment", "fix")
_AT_VIOLATION = "\n    "
"""The start of a line with a violation."""
SLOT: JsonValue = object()
"""Stands in a document for what is written by itself."""
_WRITTEN_SLOT = "\0"
"""No text of JSON holds one: it is written with an escape."""


def render(report: Report) -> str:
    """Return the report for ``--format json``: indented JSON, ending in a newline."""
    identities, suppressed_identities = fingerprints.fingerprint_report(report)
    lists = [
        [*_write_violations(report.violations, identities)],
        [*_write_violations(report.suppressed, suppressed_identities, is_suppressed=True)],
    ]
    slots = [[SLOT] if elements else [] for elements in lists]
    return render_document(_map_members(report, *slots), *filter(None, lists))


def render_document(document: JsonValue, *lists: Sequence[str]) -> str:
    """Return a report's *document* as indented JSON in ASCII, its keys in their order, ending in a
    newline.

    The texts of one of the *lists* stand for each slot in it: of a hundred thousand violations no
    objects are made, and no text is held twice.
    """
    texts = []
    for elements, text in zip(((), *lists), _split_at_slots(document, "\n"), strict=True):
        texts += [*elements, text]
    return disarm_json("".join((*texts, "\n")))


def render_json_template(document: JsonValue, line: str) -> str:
    """Return the template of an entry of a JSON report at *line*: *document*, indented, with ``%s``
    for each of its slots.
    """
    return "%s".join([text.replace("%", "%%") for text in _split_at_slots(document, line)])


def _split_at_slots(document: JsonValue, line: str) -> list[str]:
    return _indent_json(document, line).split(_WRITTEN_SLOT)


def _indent_json(node: JsonValue, line: str) -> str:
    return indent_json(node, line, render_single=_render_single)


def _render_single(node: JsonValue) -> str:
    return _WRITTEN_SLOT if node is SLOT else render_compact_json(node)


def map_report(report: Report) -> dict[str, JsonValue]:
    """Return the report as the mapping of plain values that ``--format json`` writes."""
    identities, suppressed_identities = fingerprints.fingerprint_report(report)
    return _map_members(
        report,
        [*map(_map_violation, report.violations, identities)],
        [*map(_map_suppressed, report.suppressed, suppressed_identities)],
    )


def _map_members(
    report: Report, violations: JsonValue, suppressed: JsonValue
) -> dict[str, JsonValue]:
    """Return the report as plain values, with what stands for its violations."""
    shard = {} if report.shard is None else {"shard": _map_records(report.shard)}
    return {
        "report": "phaser-lint shard" if shard else "phaser-lint",
        "version": VERSION,
        **shard,
        "violations": violations,
        "suppressed": suppressed,
        "undecided": [check._asdict() for check in report.undecided],
        "contract_problems": [problem._asdict() for problem in report.problems],
        "notices": _map_records(report.notices),
        "skipped": [{"path": skip.path, "reason": skip.reason} for skip in report.skipped],
        "contracts": [contract._asdict() for contract in report.contracts],
        "checked": list(report.checked),
        "summary": {
            "files_checked": len(report.checked),
            "errors": count_errors(report),
            "warnings": count_warnings(report),
            "ignored": len(report.suppressed),
            "old": report.existing,
            "in_baseline": report.in_baseline,
            "skipped": count_skip_reasons(report.skipped),
            "undecided": len(report.undecided),
            "contract_problems": len(report.problems),
        },
    }


def _map_suppressed(violation: Violation, identity: str) -> dict[str, JsonValue]:
    fields = _map_violation(violation, identity)
    return {**fields, "suppressed_by": _map_directive(violation)}


def _map_directive(violation: Violation) -> dict[str, JsonValue]:
    return {"form": violation.suppressing_form, "reason": violation.suppressing_reason}


def _map_violation(violation: Violation, identity: str) -> dict[str, JsonValue]:
    left_out = _LEFT_OUT if violation.cell is not None else (*_LEFT_OUT, *_OF_CELLS)
    fields = {name: field for name, field in violation._asdict().items() if name not in left_out}
    if violation.fix is not None:
        fields["fix"] = violation.fix._asdict()
    return {**fields, "fingerprint": identity}


def _write_violations(
    violations: Sequence[Violation], identities: Sequence[str], *, is_suppressed: bool = False
) -> Iterator[str]:
    """Yield what ``_map_violation`` makes of each as JSON, each but the first behind a comma.

    If they are suppressed, what ``_map_suppressed`` does.
    """
    write_start = lru_cache(_REMEMBERED)(_write_start)
    comma = ""
    for violation, identity in zip(violations, identities, strict=True):
        # At once: to ask a record for each by its name takes three times as long.
        rule_id, severity, message, path, where, line, column, end_line, end_column = violation[:9]
        line_text, matched_lines, near, cell, _, _, _, level, fix = violation[9:18]
        is_plain = cell is None and fix is None
        if not is_plain or None in (line, column, end_line, end_column):
            as_object = _map_suppressed if is_suppressed else _map_violation
            mapping = as_object(violation, identity)
            yield f"{comma}{_indent_json(mapping, _AT_VIOLATION)}"
        else:
            directive = ""
            if is_suppressed:
                written = _indent_json(_map_directive(violation), f"{_AT_VIOLATION}  ")
                directive = f""",
      "suppressed_by": {written}"""
            yield f"""{comma}{write_start((rule_id, severity, message, path, where))},
      "line": {line},
      "column": {column},
      "end_line": {end_line},
      "end_column": {end_column},
      "line_text": {quote_json(line_text)},
      "matched_lines": {"null" if matched_lines is None else quote_json(matched_lines)},
      "near": {quote_json(near) if near else '""'},
      "level": {quote_json(level) if level else '""'},
      "fingerprint": "{identity}"{directive}
    }}"""
        comma = f",{_AT_VIOLATION}"


def _write_start(fields: Sequence[str]) -> str:
    """Return what a violation's JSON object of the first *fields* begins with."""
    start = dict(zip(Violation._fields, fields, strict=False))
    return _indent_json(start, _AT_VIOLATION).removesuffix(f"{_AT_VIOLATION}}}")


def _map_records(node: JsonValue) -> JsonValue:
    """Return a record, and the records in it, as objects."""
    if isinstance(node, Report):
        return map_report(node)
    if isinstance(node, Notice):
        notice: dict[str, JsonValue] = {"path": node.path, "line": node.line, "text": node.text}
        if node.change:
            notice["change"] = True
        if node.weakens:
            notice["weakens"] = True
        if node.unchecked:
            notice["unchecked"] = [list(key) for key in node.unchecked]
        return notice
    if isinstance(node, tuple):
        fields = getattr(node, "_fields", None)
        if fields is None:
            return [_map_records(element) for element in node]
        return {name: _map_records(member) for name, member in zip(fields, node, strict=True)}
    return node
