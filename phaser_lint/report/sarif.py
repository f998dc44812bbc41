"""``--format sarif``: SARIF 2.1.0, for code scanning and for viewers of static analysis.

    - run: phaser-lint scan --format text --format sarif=phaser-lint.sarif
    - uses: github/codeql-action/upload-sarif@v3
      if: always()
      with: {sarif_file: phaser-lint.sarif, category: phaser-lint}

- One run; one rule for each contract that was checked, with its message, rationale, tags and link.
- Paths are percent-encoded and relative to ``SRCROOT``, the project root. GitHub takes that for the
  root of the repository: scan from there.
- Columns count code points, as ``columnKind`` of the run states.
- A violation of a whole file is at its line 1. What no file has (an existence contract) is at line
  1 of the contract's own file; where that is outside the project, the glob is the location.
- ``partialFingerprints`` identify a result whatever is inserted above it. GitHub goes by its own
  (``primaryLocationLineHash``), which its upload action makes from the line of the result; it is
  given here only where there is no file for the action to read.
- Suppressed violations stay out, because GitHub would show them as open alerts. With
  ``--show-suppressed`` they are results with a ``suppressions`` entry of kind ``inSource``.
- ``fixes`` hold what the contracts' fixes make of the lines of a violation, and the content of a
  file that is missing; its ``description`` and its property ``safety`` have whether it is safe.
- What was not checked is in the run's ``invocations``: undecided contracts and skipped files as
  ``toolExecutionNotifications``, contract files with problems as
  ``toolConfigurationNotifications``. ``executionSuccessful`` is false where something had to be
  checked and could not be: exit code 2.
- GitHub takes 25,000 results of a run. Above that the errors come first, and a notification counts
  those that are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaser_lint import REPOSITORY, __version__
from phaser_lint.check.engine import fingerprints
from phaser_lint.contract.model import ContractSummary, Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.text import contract_shown
from phaser_lint.report import sarif_notifications
from phaser_lint.report.json import render_document
from phaser_lint.report.report_places import (
    contract_paths,
    contract_summaries,
    in_project,
    shown_file,
    uri,
    violation_text,
)
from phaser_lint.report.sarif_notifications import SarifObject, without_links

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_MOST_RESULTS = 25_000


def render(report: Report) -> str:
    """Return the SARIF log without the suppressed violations, ending in a newline."""
    return _render_sarif(report, suppressed=False)


def render_with_suppressed(report: Report) -> str:
    """Return the SARIF log with the suppressed violations, marked as such."""
    return _render_sarif(report, suppressed=True)


def _render_sarif(report: Report, *, suppressed: bool) -> str:
    rules = contract_summaries(report)
    identities, suppressed_identities = fingerprints.fingerprint_report(report)
    alerts = [*map(_Alert, report.violations, identities)]
    if suppressed:
        alerts += [
            _Alert(violation, identity, is_suppressed=True)
            for violation, identity in zip(report.suppressed, suppressed_identities, strict=True)
        ]
    left_out = max(0, len(alerts) - _MOST_RESULTS)
    if left_out:  # errors come first
        errors = [alert for alert in alerts if alert.violation.severity == "error"]
        lower_alerts = [alert for alert in alerts if alert.violation.severity != "error"]
        alerts = [*errors, *lower_alerts][:_MOST_RESULTS]
    run: SarifObject = {
        "tool": {
            "driver": {
                "name": "phaser-lint",
                "fullName": f"phaser-lint {__version__}",
                "version": __version__,
                "informationUri": REPOSITORY,
                "rules": [sarif_notifications.rule(contract) for contract in rules],
            }
        },
        "invocations": [sarif_notifications.invocation(report, rules, left_out=left_out)],
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The project root."}}},
        "columnKind": "unicodeCodePoints",
        "results": _results(report, alerts, rules=rules, suppressed=suppressed),
    }
    return render_document({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


class _Alert(Record):
    """A violation that is to be a result, with its fingerprint."""

    violation: Violation
    identity: str
    is_suppressed: bool = False


def _results(
    report: Report,
    alerts: Sequence[_Alert],
    *,
    rules: Sequence[ContractSummary],
    suppressed: bool,
) -> Iterator[SarifObject]:
    files = contract_paths(report)
    indexes = {contract.key: index for index, contract in enumerate(rules)}
    for violation, identity, is_suppressed in alerts:
        path = shown_file(violation, files)
        identities = {"phaserLint/v1": identity}
        if (violation.where == "glob" and path == violation.path) or not in_project(path):
            identities["primaryLocationLineHash"] = identity
        region: SarifObject = {"startLine": 1}
        if violation.line is not None:
            region = {
                "startLine": violation.line,
                "startColumn": violation.column,
                "endLine": violation.end_line,
                "endColumn": violation.end_column,
            }
        artifact = {"uri": uri(path), "uriBaseId": "SRCROOT"}
        sarif_result: SarifObject = {
            "ruleId": contract_shown(violation.contract_key),
            "ruleIndex": indexes[violation.contract_key],
            "level": violation.severity,
            "message": {"text": without_links(violation_text(violation))},
            "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
            "partialFingerprints": identities,
            **_fixes(violation),
        }
        if suppressed:
            # Where one result has the property all must: without it the state would not be known.
            sarif_result["suppressions"] = [{"kind": "inSource"}] if is_suppressed else []
        yield sarif_result


def _fixes(violation: Violation) -> SarifObject:
    fix = violation.fix
    if fix is None:
        return {}
    start = {"startLine": fix.line, "startColumn": 1}
    if not fix.before:
        region = {**start, "endLine": fix.line, "endColumn": 1}
    elif fix.after:
        region = {"startLine": fix.line, "endLine": fix.end_line}
    else:  # the line ends go as well
        region = {**start, "endLine": fix.end_line + 1, "endColumn": 1}
    inserted = fix.after.removesuffix("\n") if fix.before else fix.after
    change = {
        "artifactLocation": {"uri": uri(fix.path), "uriBaseId": "SRCROOT"},
        "replacements": [{"deletedRegion": region, "insertedContent": {"text": inserted}}],
    }
    message = "Safe fix." if fix.safety == "safe" else f"Unsafe fix: {fix.reason}."
    return {
        "fixes": [
            {
                "description": {"text": without_links(message)},
                "properties": {"safety": fix.safety},
                "artifactChanges": [change],
            }
        ]
    }
