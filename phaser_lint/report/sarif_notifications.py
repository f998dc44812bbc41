"""The invocation of a SARIF log: what a run did not check, and why.

A notification's descriptor is ``phaser-lint/`` and one of ``undecided``, ``contract``, ``skipped``,
``notice`` and ``left-out``. They are not described as rules are: GitHub would ask for a help text
for each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.contract.model import Report
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core.text import (
    make_printable,
    name_contract,
    render_quantity,
)
from phaser_lint.report.places_for_programs import is_in_project, quote_uri
from phaser_lint.report.summary import (
    group_skipped_paths,
    render_problem_text,
    render_undecided_text,
)

SarifObject = dict[str, object]
"""An object of a SARIF log."""

_MOST_LOCATIONS = 100


def make_invocation(
    report: Report, rules: Sequence[ContractSummary], *, left_out: int
) -> SarifObject:
    """Return a SARIF log's invocation: a notification for each thing that is no violation."""
    indexes = {contract.key: index for index, contract in enumerate(rules)}
    notifications = []
    if left_out:
        text = f"{render_quantity(left_out, 'more result')} left out"
        notifications.append(_make_notification("left-out", text, level="error", paths=()))
    for check in report.undecided:
        key = check.contract_key
        notification = _make_notification(
            "undecided", render_undecided_text(check), level="error", paths=(check.path,)
        )
        rule_reference = {"id": name_contract(key), "index": indexes[key]}
        notifications.append({**notification, "associatedRule": rule_reference})
    # One a reason: a project may hold thousands of pictures.
    for reason, paths in group_skipped_paths(report.skipped).items():
        text = f"{render_quantity(len(paths), 'file')} skipped: {make_printable(reason)}"
        some_paths = paths[:_MOST_LOCATIONS]
        notifications.append(_make_notification("skipped", text, level="note", paths=some_paths))
    for notice in report.notices:
        notifications.append(
            _make_notification(
                "notice",
                make_printable(notice.text),
                level="warning" if notice.unchecked else "note",
                paths=(notice.path,),
                line=notice.line,
            )
        )
    described: SarifObject = {"executionSuccessful": report.is_decided()}
    if report.problems:
        described["toolConfigurationNotifications"] = [
            _make_notification(
                "contract",
                render_problem_text(problem),
                level="error",
                paths=(problem.path,),
                line=problem.line,
            )
            for problem in report.problems
        ]
    if notifications:
        described["toolExecutionNotifications"] = notifications
    return described


def _make_notification(
    name: str, text: str, *, level: str, paths: Sequence[str], line: int | None = None
) -> SarifObject:
    outside = [make_printable(path) for path in paths if path and not is_in_project(path)]
    notification: SarifObject = {
        "descriptor": {"id": f"phaser-lint/{name}"},
        "level": level,
        "message": {"text": without_links(": ".join((*outside, text)))},
    }
    locations = []
    for path in filter(is_in_project, paths):
        location: SarifObject = {
            "artifactLocation": {"uri": quote_uri(path), "uriBaseId": "SRCROOT"}
        }
        if line is not None:
            location["region"] = {"startLine": line}
        locations.append({"physicalLocation": location})
    if locations:
        notification["locations"] = locations
    return notification


_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def without_links(text: str) -> str:
    """Return *text* for a SARIF log without links: ``[text](address)`` would become one."""
    return _LINK.sub(r"\\[", text)
