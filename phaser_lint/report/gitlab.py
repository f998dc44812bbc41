"""``--format gitlab``: a Code Quality report, which GitLab shows in a merge request.

    codequality:
      script: phaser-lint scan --format text --format gitlab=codequality.json
      artifacts: {when: always, reports: {codequality: codequality.json}}

One array of findings, empty when all is well. An error is ``major`` and a warning ``minor``. What
could not be checked is a finding too, ``major``, called ``phaser-lint/undecided`` or
``phaser-lint/contract``: the form has no other place for it, and a run that checked less must not
look clean. A notice that contracts were not checked is ``minor``; others are ``info``, and so is
``phaser-lint/skipped``: files that were not read, once a reason. Counts have no place in this form.

GitLab reads the array only up to the first entry that breaks its form, and drops all but one of
those with equal fingerprints: each here has one of its own.
"""

from __future__ import annotations

import hashlib

from phaser_lint.check.engine import fingerprints
from phaser_lint.contract.model import Report
from phaser_lint.core.text import name_contract
from phaser_lint.report.json import render_document
from phaser_lint.report.places_for_programs import (
    escape_non_unicode,
    find_shown_file,
    render_notice_text,
    render_violation_text,
    select_contracts_with_files,
)
from phaser_lint.report.summary import (
    group_unread_files,
    render_problem_text,
    render_undecided_text,
    render_unread_remark,
)

GitlabFinding = dict[str, object]

_SEVERITIES = {"error": "major", "warning": "minor"}


def render(report: Report) -> str:
    """Return the report for ``--format gitlab``: a JSON array of findings, ending in a newline."""
    files = select_contracts_with_files(report)
    identities, _ = fingerprints.fingerprint_report(report)
    violations = [
        {
            **_make_finding(
                check=name_contract(violation.contract_key),
                description=render_violation_text(violation),
                severity=_SEVERITIES[violation.severity],
                path=find_shown_file(violation, files)[0],
                line=find_shown_file(violation, files)[1],
            ),
            "fingerprint": identity,
        }
        for violation, identity in zip(report.violations, identities, strict=True)
    ]
    incomplete = [
        _make_finding(
            "phaser-lint/undecided", render_undecided_text(check), severity="major", path=check.path
        )
        for check in report.undecided
    ]
    incomplete += [
        _make_finding(
            check="phaser-lint/contract",
            description=render_problem_text(problem),
            severity="major",
            path=problem.path,
            line=problem.line,
        )
        for problem in report.problems
    ]
    remarks = [
        _make_finding(
            check="phaser-lint/skipped",
            description=render_unread_remark(reason, paths),
            severity="info",
            path=paths[0],
        )
        for reason, paths in group_unread_files(report.skipped).items()
    ]
    remarks += [
        _make_finding(
            check="phaser-lint/notice",
            description=render_notice_text(notice),
            severity="minor" if notice.unchecked else "info",
            path=notice.path,
            line=notice.line,
        )
        for notice in report.notices
    ]
    return render_document(
        [*violations, *_with_fingerprints(incomplete), *_with_fingerprints(remarks)]
    )


def _with_fingerprints(findings: list[GitlabFinding]) -> list[GitlabFinding]:
    """Return *findings* that differ, each with a fingerprint of its own."""
    by_identity: dict[str, GitlabFinding] = {}
    for finding in findings:
        message = render_document(
            [finding["check_name"], finding["description"], finding["location"]]
        )
        identity = hashlib.sha256(message.encode("ascii")).hexdigest()
        by_identity.setdefault(identity, {**finding, "fingerprint": identity})
    return list(by_identity.values())


def _make_finding(
    check: str, description: str, severity: str, path: str, *, line: int | None = None
) -> GitlabFinding:
    """Return a finding of GitLab's form, without a fingerprint, which the caller adds."""
    return {
        "description": description,
        "check_name": check,
        "fingerprint": "",
        "severity": severity,
        "location": {"path": escape_non_unicode(path), "lines": {"begin": line or 1}},
    }
