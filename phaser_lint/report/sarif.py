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
  ``--show-suppressed`` they are results with a ``suppressions`` entry of kind ``inSource``,
  whose ``justification`` is the reason of the directive.
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
from functools import lru_cache

from phaser_lint import REPOSITORY, __version__
from phaser_lint.check.engine import fingerprints
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.contract.rules.message_fields import without_variables
from phaser_lint.core import quote_json
from phaser_lint.core.text import (
    make_printable,
    name_contract,
    split_printable_lines,
    truncate_text,
)
from phaser_lint.report import sarif_notifications
from phaser_lint.report.json import SLOT, render_document, render_json_template
from phaser_lint.report.places_for_programs import (
    find_shown_file,
    is_address,
    is_in_project,
    list_contract_summaries,
    name_pack_page,
    quote_uri,
    render_violation_text,
    select_contracts_with_files,
)
from phaser_lint.report.sarif_notifications import SarifObject, without_links

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_MOST_RESULTS = 25_000
_AT_RESULT = "\n        "
"""The start of a line with a result."""
_REMEMBERED = 1024
_REGION = ("startLine", "startColumn", "endLine", "endColumn")


def render(report: Report) -> str:
    """Return the report for ``--format sarif`` without suppressed violations, with a newline."""
    return _render_sarif(report, suppressed=False)


def render_with_suppressed(report: Report) -> str:
    """Return the report for ``--format sarif`` with suppressed violations, marked as such."""
    return _render_sarif(report, suppressed=True)


def _render_sarif(report: Report, *, suppressed: bool) -> str:
    rules = list_contract_summaries(report)
    identities, suppressed_identities = fingerprints.fingerprint_report(report)
    parts = [(report.violations, identities, False)]
    if suppressed:
        parts.append((report.suppressed, suppressed_identities, True))
    alerts = [
        (violation, identity, is_suppressed)
        for violations, part_identities, is_suppressed in parts
        for violation, identity in zip(violations, part_identities, strict=True)
    ]
    left_out = max(0, len(alerts) - _MOST_RESULTS)
    if left_out:
        # Errors come first.
        alerts = sorted(alerts, key=lambda alert: alert[0].severity != "error")[:_MOST_RESULTS]
    results = [*_render_results(report, alerts, rules=rules, suppressed=suppressed)]
    run: SarifObject = {
        "tool": {
            "driver": {
                "name": "phaser-lint",
                "fullName": f"phaser-lint {__version__}",
                "version": __version__,
                "informationUri": REPOSITORY,
                "rules": [make_sarif_rule(contract) for contract in rules],
            }
        },
        "invocations": [sarif_notifications.make_invocation(report, rules, left_out=left_out)],
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The project root."}}},
        "columnKind": "unicodeCodePoints",
        "results": [SLOT] if results else [],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return render_document(document, *([results] if results else []))


def _render_results(
    report: Report,
    alerts: Sequence[tuple[Violation, str, bool]],
    *,
    rules: Sequence[ContractSummary],
    suppressed: bool,
) -> Iterator[str]:
    """Yield each of the *alerts* as JSON, each but the first behind a comma."""
    files = select_contracts_with_files(report)
    indexes = {contract.key: index for index, contract in enumerate(rules)}
    templates: dict[tuple[object, ...], str] = {}
    uri_of = lru_cache(_REMEMBERED)(quote_uri)
    comma = ""
    for violation, identity, is_suppressed in alerts:
        path, line = find_shown_file(violation, files)
        glob = violation.path if violation.where == "glob" else ""
        has_line = violation.line is not None
        has_hash = glob == path or not is_in_project(path)
        about = (
            line if glob else 0,
            violation.contract_key,
            violation.severity,
            violation.message,
            glob,
            violation.fix,
        )
        reason = violation.suppressing_reason if is_suppressed else ""
        shape = *about, has_line, has_hash, is_suppressed, bool(reason)
        if shape not in templates:  # nearly all of a contract have one
            identities = ["phaserLint/v1", *(["primaryLocationLineHash"] if has_hash else [])]
            artifact = {"uri": SLOT, "uriBaseId": "SRCROOT"}
            region = dict.fromkeys(_REGION, SLOT) if has_line else {"startLine": line or 1}
            location = {"artifactLocation": artifact, "region": region}
            sarif_result: SarifObject = {
                "ruleId": name_contract(violation.contract_key),
                "ruleIndex": indexes[violation.contract_key],
                "level": violation.severity,
                "message": {"text": without_links(render_violation_text(violation))},
                "locations": [{"physicalLocation": location}],
                "partialFingerprints": dict.fromkeys(identities, SLOT),
                **_make_fixes(violation),
            }
            if suppressed:
                # Where one result has the property all must: else the state would not be known.
                suppression = {"kind": "inSource", **({"justification": SLOT} if reason else {})}
                sarif_result["suppressions"] = [suppression] if is_suppressed else []
            templates[shape] = render_json_template(sarif_result, _AT_RESULT)
        texts = [
            quote_json(uri_of(path)),
            *["null" if place is None else place for place in violation[5:9] if has_line],
            *[quote_json(identity)] * (1 + has_hash),
            *([quote_json(reason)] if reason else []),
        ]
        yield f"{comma}{templates[shape] % tuple(texts)}"
        comma = f",{_AT_RESULT}"


def _make_fixes(violation: Violation) -> SarifObject:
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
        "artifactLocation": {"uri": quote_uri(fix.path), "uriBaseId": "SRCROOT"},
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


# The rules of a SARIF log: the description of each contract, within GitHub's limits.

_LONGEST_DESCRIPTION = 1024
_MOST_TAGS = 20


def make_sarif_rule(contract: ContractSummary) -> dict[str, object]:
    """Return the description of a contract as a rule of a SARIF log: a ``reportingDescriptor``."""
    # Each result has what they stand for.
    message = without_variables(contract.message)
    lines = split_printable_lines(message)
    properties: dict[str, object] = {"problem.severity": contract.severity}
    if contract.type:
        properties["contractType"] = contract.type
    if contract.tags:
        properties["tags"] = [make_printable(tag) for tag in dict.fromkeys(contract.tags)][
            :_MOST_TAGS
        ]
    texts = [message, contract.rationale]
    paragraphs = ["\n".join(split_printable_lines(text)) for text in texts if text.strip()]
    paragraphs += [make_printable(contract.url)] if contract.url.strip() else []
    place = name_pack_page(contract.path) or contract.path
    paragraphs += [f"Contract: {make_printable(place)}"] if place.strip() else []
    identifier = name_contract(contract.key)
    # ``NoPrintContract`` for ``no-print``: Azure wants a name, SARIF that it is no id.
    words = [*identifier.rpartition("/")[2].split("-"), "contract"]
    described: dict[str, object] = {
        "id": identifier,
        "name": "".join(f"{word[:1].upper()}{word[1:]}" for word in words),
        "shortDescription": {"text": _shorten_description(lines[0])},
        "fullDescription": {"text": _shorten_description("\n".join(lines))},
        "help": {"text": without_links("\n\n".join(paragraphs))},
        "defaultConfiguration": {"level": contract.severity},
        "properties": properties,
    }
    if is_address(contract.url):
        described["helpUri"] = contract.url
    return described


def _shorten_description(text: str) -> str:
    return truncate_text(without_links(text), _LONGEST_DESCRIPTION)
