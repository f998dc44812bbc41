"""The invocation of a SARIF log: what a run did not check, and why.

A notification's descriptor is ``phaser-lint/`` and one of ``undecided``, ``contract``, ``skipped``,
``notice`` and ``left-out``. They are not described as rules are: GitHub would ask for a help text
for each.
"""

from __future__ import annotations

from phaser_lint.core.text import contract_shown, count, printable
from phaser_lint.report.report_places import in_project, uri
from phaser_lint.report.sarif_rules import plain_text
from phaser_lint.report.summary import not_judged, said_of_contract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import ContractSummary, Report

    Mapping = dict[str, object]

_MOST_LOCATIONS = 100


def invocation(report: Report, rules: Sequence[ContractSummary], *, left_out: int) -> Mapping:
    """Return the invocation, with a notification for each thing that is no violation."""
    made: Mapping = {"executionSuccessful": report.is_decided()}
    problems = _problems(report)
    if problems:
        made["toolConfigurationNotifications"] = problems
    others = [
        *_left_out(left_out),
        *_undecided(report, rules),
        *_skipped(report),
        *_notices(report),
    ]
    if others:
        made["toolExecutionNotifications"] = others
    return made


def _left_out(number: int) -> list[Mapping]:
    if not number:
        return []
    return [_notification("left-out", "error", f"{count(number, 'more result')} left out", ())]


def _undecided(report: Report, rules: Sequence[ContractSummary]) -> list[Mapping]:
    indexes = {contract.key: index for index, contract in enumerate(rules)}
    return [
        {
            **_notification("undecided", "error", not_judged(entry), (entry.path,)),
            "associatedRule": {
                "id": contract_shown(entry.contract_key),
                "index": indexes[entry.contract_key],
            },
        }
        for entry in report.undecided
    ]


def _problems(report: Report) -> list[Mapping]:
    return [
        _notification(
            "contract", "error", said_of_contract(problem), (problem.path,), line=problem.line
        )
        for problem in report.problems
    ]


def _skipped(report: Report) -> list[Mapping]:
    """Return one notification a reason: a project may hold thousands of pictures."""
    paths: dict[str, list[str]] = {}
    for skip in report.skipped:
        paths.setdefault(skip.reason, []).append(skip.path)
    return [
        _notification(
            "skipped",
            "note",
            f"{count(len(paths[reason]), 'file')} skipped: {printable(reason)}",
            paths[reason][:_MOST_LOCATIONS],
        )
        for reason in sorted(paths)
    ]


def _notices(report: Report) -> list[Mapping]:
    return [
        _notification("notice", "note", printable(entry.text), (entry.path,), line=entry.line)
        for entry in report.notices
    ]


def _notification(
    name: str, level: str, text: str, paths: Sequence[str], *, line: int | None = None
) -> Mapping:
    outside = [printable(path) for path in paths if path and not in_project(path)]
    inside = [path for path in paths if in_project(path)]
    made: Mapping = {
        "descriptor": {"id": f"phaser-lint/{name}"},
        "level": level,
        "message": {"text": plain_text(": ".join((*outside, text)))},
    }
    if inside:
        made["locations"] = [_location(path, line) for path in inside]
    return made


def _location(path: str, line: int | None) -> Mapping:
    place: Mapping = {"artifactLocation": {"uri": uri(path), "uriBaseId": "SRCROOT"}}
    if line is not None:
        place["region"] = {"startLine": line}
    return {"physicalLocation": place}
