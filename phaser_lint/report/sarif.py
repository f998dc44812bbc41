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

from phaser_lint import REPOSITORY, __version__
from phaser_lint.check.engine import fingerprints
from phaser_lint.core.text import contract_shown
from phaser_lint.report import sarif_notifications
from phaser_lint.report.json import written
from phaser_lint.report.report_places import (
    contract_files,
    file_of,
    in_project,
    known_contracts,
    uri,
    worded,
)
from phaser_lint.report.sarif_notifications import plain_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import ContractKey, Report, Violation

    Mapping = dict[str, object]

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_MOST_RESULTS = 25_000


def render(report: Report) -> str:
    """Return the SARIF log without the suppressed violations, ending in a newline."""
    return _rendered(report, suppressed=False)


def render_with_suppressed(report: Report) -> str:
    """Return the SARIF log with the suppressed violations, marked as such."""
    return _rendered(report, suppressed=True)


def _rendered(report: Report, *, suppressed: bool) -> str:
    results = _results(report, suppressed=suppressed)
    kept = results[:_MOST_RESULTS]
    if len(results) > len(kept):
        kept = sorted(results, key=lambda result: result["level"] != "error")[:_MOST_RESULTS]
    rules = known_contracts(report)
    run: Mapping = {
        "tool": {
            "driver": {
                "name": "phaser-lint",
                "fullName": f"phaser-lint {__version__}",
                "version": __version__,
                "informationUri": REPOSITORY,
                "rules": [sarif_notifications.rule(contract) for contract in rules],
            }
        },
        "invocations": [
            sarif_notifications.invocation(report, rules, left_out=len(results) - len(kept))
        ],
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The project root."}}},
        "columnKind": "unicodeCodePoints",
        "results": kept,
    }
    return written({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _results(report: Report, *, suppressed: bool) -> list[Mapping]:
    files = contract_files(report)
    indexes = {entry.key: index for index, entry in enumerate(known_contracts(report))}
    found, suppressed_identities = fingerprints.of_report(report)
    results = [
        _result(violation, identity, files, indexes[violation.contract_key])
        for violation, identity in zip(report.violations, found, strict=True)
    ]
    if not suppressed:
        return results
    hidden = [
        _result(violation, identity, files, indexes[violation.contract_key])
        for violation, identity in zip(report.suppressed, suppressed_identities, strict=True)
    ]
    # Where one result has the property all must: without it the state would not be known.
    shown = [{**result, "suppressions": []} for result in results]
    return shown + [{**result, "suppressions": [{"kind": "inSource"}]} for result in hidden]


def _result(
    violation: Violation, identity: str, files: dict[ContractKey, str], rule: int
) -> Mapping:
    path = file_of(violation, files)
    identities = {"phaserLint/v1": identity}
    if (violation.where == "glob" and path == violation.path) or not in_project(path):
        identities["primaryLocationLineHash"] = identity
    return {
        "ruleId": contract_shown(violation.contract_key),
        "ruleIndex": rule,
        "level": violation.severity,
        "message": {"text": plain_text(worded(violation))},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": uri(path), "uriBaseId": "SRCROOT"},
                    "region": _region(violation),
                }
            }
        ],
        "partialFingerprints": identities,
        **_fixes(violation),
    }


def _fixes(violation: Violation) -> Mapping:
    fix = violation.fix
    if fix is None:
        return {}
    lines: Mapping = {"startLine": fix.line, "endLine": fix.end_line}
    first: Mapping = {"startLine": fix.line, "startColumn": 1, "endLine": fix.line, "endColumn": 1}
    if fix.before and not fix.after:  # the line ends go as well
        region = {**first, "endLine": fix.end_line + 1}
    else:
        region = lines if fix.before else first
    written = fix.after.removesuffix("\n") if fix.before else fix.after
    change = {
        "artifactLocation": {"uri": uri(fix.path), "uriBaseId": "SRCROOT"},
        "replacements": [{"deletedRegion": region, "insertedContent": {"text": written}}],
    }
    message = "Safe fix." if fix.safety == "safe" else f"Unsafe fix: {fix.reason}."
    about = {"description": {"text": plain_text(message)}, "properties": {"safety": fix.safety}}
    return {"fixes": [{**about, "artifactChanges": [change]}]}


def _region(violation: Violation) -> Mapping:
    if violation.line is None:
        return {"startLine": 1}
    return {
        "startLine": violation.line,
        "startColumn": violation.column,
        "endLine": violation.end_line,
        "endColumn": violation.end_column,
    }
