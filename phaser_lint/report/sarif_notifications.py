"""The invocation of a SARIF log: what a run did not check, and why.

A notification's descriptor is ``phaser-lint/`` and one of ``undecided``, ``contract``, ``skipped``,
``notice`` and ``left-out``. They are not described as rules are: GitHub would ask for a help text
for each.
"""

from __future__ import annotations

import re

from phaser_lint.core.text import contract_shown, count, printable, printable_lines
from phaser_lint.report.report_places import in_project, is_address, shortened, uri
from phaser_lint.report.summary import not_checked, problem_text, skipped_paths

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
            **_notification("undecided", "error", not_checked(entry), (entry.path,)),
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
            "contract", "error", problem_text(problem), (problem.path,), line=problem.line
        )
        for problem in report.problems
    ]


def _skipped(report: Report) -> list[Mapping]:
    """Return one notification a reason: a project may hold thousands of pictures."""
    return [
        _notification(
            "skipped",
            "note",
            f"{count(len(paths), 'file')} skipped: {printable(reason)}",
            paths[:_MOST_LOCATIONS],
        )
        for reason, paths in skipped_paths(report).items()
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


# The rules of a SARIF log: the description of each contract, within GitHub's limits.

_LONGEST_DESCRIPTION = 1024
_MOST_TAGS = 20
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def rule(contract: ContractSummary) -> dict[str, object]:
    """Return the ``reportingDescriptor`` of a contract."""
    lines = printable_lines(contract.message)
    properties: dict[str, object] = {"problem.severity": contract.severity}
    if contract.type:
        properties["contractType"] = contract.type
    if contract.tags:
        properties["tags"] = [printable(tag) for tag in dict.fromkeys(contract.tags)][:_MOST_TAGS]
    shown = contract_shown(contract.key)
    described: dict[str, object] = {
        "id": shown,
        "name": _name(shown),
        "shortDescription": {"text": _description(lines[0])},
        "fullDescription": {"text": _description("\n".join(lines))},
        "help": {"text": plain_text(_help(contract))},
        "defaultConfiguration": {"level": contract.severity},
        "properties": properties,
    }
    if is_address(contract.url):
        described["helpUri"] = contract.url
    return described


def _name(shown: str) -> str:
    """Return ``NoPrintContract`` for ``no-print``: Azure wants a name, SARIF that it is no id."""
    words = shown.rpartition("/")[2].split("-")
    return "".join(f"{word[:1].upper()}{word[1:]}" for word in [*words, "contract"])


def plain_text(text: str) -> str:
    """Return *text* so that a viewer sees no link in it: ``[text](address)`` would become one."""
    return _LINK.sub(r"\\[", text)


def _description(text: str) -> str:
    return shortened(plain_text(text), _LONGEST_DESCRIPTION)


def _help(contract: ContractSummary) -> str:
    parts = ["\n".join(printable_lines(text)) for text in (contract.message, contract.rationale)]
    parts += [printable(contract.url), f"Contract: {printable(contract.path)}"]
    texts = (contract.message, contract.rationale, contract.url, contract.path)
    return "\n\n".join(part for part, given in zip(parts, texts, strict=True) if given.strip())
