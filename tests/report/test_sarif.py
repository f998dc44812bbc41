"""``--format sarif``: what GitHub's rules ask for, on reports that the golden one is not."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest

from phaser_lint import DOCS
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core.file_records import Skip
from phaser_lint.report import sarif
from phaser_lint.report.sarif_notifications import without_links
from tests.report.reports import HOSTILE, NAMES, RICH, at_line


def run_of(report: Report) -> dict[str, Any]:
    log = json.loads(sarif.render(report))
    (run,) = log["runs"]
    return dict(run)


def test_paths_are_percent_encoded_bytes() -> None:
    """Even of a name that is not UTF-8; what the address means is the name."""
    sarif_results = run_of(HOSTILE)["results"][: len(NAMES)]
    places = [
        sarif_result["locations"][0]["physicalLocation"]["artifactLocation"]
        for sarif_result in sarif_results
    ]
    assert [unquote_to_bytes(place["uri"]) for place in places] == [
        name.encode("utf-8", "surrogateescape") for name in NAMES
    ]
    assert places[2]["uri"] == "a%2Cline%3D1%3A%3Aowned.py"
    assert {place["uriBaseId"] for place in places} == {"SRCROOT"}


GLOB = Violation("has-readme", "error", "Write one.", "/README.md, /docs/*", "glob")


@pytest.mark.parametrize(
    ("path", "uri", "ours"),
    [
        (".claude/contracts/a.yaml", ".claude/contracts/a.yaml", False),
        ("shared rules/a.yaml", "shared%20rules/a.yaml", False),
        ("~/.phaser/contracts/a.yaml", "/README.md%2C%20/docs/%2A", True),
        ("/srv/rules/a.yaml", "/README.md%2C%20/docs/%2A", True),
        ("../rules/a.yaml", "/README.md%2C%20/docs/%2A", True),
        ("", "/README.md%2C%20/docs/%2A", True),
    ],
)
def test_where_a_missing_file_is(path: str, uri: str, ours: bool) -> None:
    """In the contract; where that is not in the project, at the glob, with a hash of our own."""
    contract = ContractSummary("has-readme", "file_exists", "error", "Write one.", path=path)
    (sarif_result,) = run_of(Report(violations=(GLOB,), contracts=(contract,)))["results"]
    assert sarif_result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": uri, "uriBaseId": "SRCROOT"},
                "region": {"startLine": 1},
            }
        }
    ]
    assert ("primaryLocationLineHash" in sarif_result["partialFingerprints"]) == ours


def test_texts_are_never_empty_nor_longer_than_github_takes() -> None:
    """Empty ones make it refuse the whole upload."""
    contract = ContractSummary(
        "a", "forbid_pattern", "error", "x" * 5_000, "y" * 5_000, tuple("abcdefghijklmnopqrstuvwx")
    )
    (rule,) = run_of(Report(contracts=(contract,)))["tool"]["driver"]["rules"]
    assert len(rule["shortDescription"]["text"]) == len(rule["fullDescription"]["text"]) == 1024
    assert rule["help"]["text"] == f"{'x' * 5_000}\n\n{'y' * 5_000}"
    assert len(rule["properties"]["tags"]) == 20


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("Change requirements/{stem}.in", "Change requirements/….in"),
        ("{1} and {stem:kebab}, {match}", "… and …, …"),
        (r"Write \{stem}, {{stem}}, ${name}, [a-z]{3}, {}, {other}", None),
    ],
)
def test_a_rule_has_no_variable_of_its_results(message: str, text: str | None) -> None:
    """Of a rule no file is known; what is no variable stays."""
    path = "pack:secrets/cloud-key.yaml"
    contract = ContractSummary("a", "file_pair", "error", message, path=path)
    (rule,) = run_of(Report(contracts=(contract,)))["tool"]["driver"]["rules"]
    text = text or message.replace("\\", "")
    texts = [rule[key]["text"] for key in ("shortDescription", "fullDescription", "help")]
    assert texts == [text, text, f"{text}\n\nContract: {DOCS}/packs.md#secrets"]


@pytest.mark.parametrize(
    ("url", "help_uri"),
    [
        ("https://example.org/a?b#c", "https://example.org/a?b#c"),
        ("http://example.org", "http://example.org"),
        ("", None),
        ("javascript:alert(1)", None),
        ("docs/rule.md", None),
        ("https://example.org/a b", None),
        ("https://example.org/\n", None),
    ],
)
def test_the_link_of_a_rule(url: str, help_uri: str | None) -> None:
    """Only an address of the web; anything else stays a text."""
    contract = ContractSummary("a", "forbid_pattern", "error", "No.", url=url)
    (rule,) = run_of(Report(contracts=(contract,)))["tool"]["driver"]["rules"]
    assert rule.get("helpUri") == help_uri
    assert url.strip() in rule["help"]["text"]


@pytest.mark.parametrize(
    ("rule_id", "name"),
    [
        ("no-print", "NoPrintContract"),
        ("NoPrint", "NoPrintContract"),
        ("a", "AContract"),
        ("2-b--c", "2BCContract"),
    ],
)
def test_the_name_of_a_rule(rule_id: str, name: str) -> None:
    """Azure refuses a rule without one; SARIF wants it in this form, and never to be the id."""
    contract = ContractSummary(rule_id, "forbid_pattern", "error", "No.")
    (rule,) = run_of(Report(contracts=(contract,)))["tool"]["driver"]["rules"]
    assert (rule["id"], rule["name"]) == (rule_id, name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a[0] = (1)", "a[0] = (1)"),
        ("list[int]", "list[int]"),
        ("[here](https://example.org)", "\\[here](https://example.org)"),
        ("x [a](1) y [b](2)", "x \\[a](1) y \\[b](2)"),
    ],
)
def test_a_message_is_no_link(text: str, expected: str) -> None:
    """SARIF reads ``[text](target)`` in a plain text as a link."""
    assert without_links(text) == expected


@pytest.mark.slow
def test_sarif_has_at_most_as_many_results_as_github_takes() -> None:
    """Errors first, and a notification for the rest: GitHub refuses more than 25,000."""
    warnings = tuple(at_line("a.py", line, severity="warning") for line in range(1, 25_001))
    report = Report(violations=(*warnings, at_line("b.py", 1), at_line("b.py", 2)))
    run = run_of(report)
    assert len(run["results"]) == 25_000
    assert [sarif_result["level"] for sarif_result in run["results"][:3]] == [
        "error",
        "error",
        "warning",
    ]
    assert run["invocations"] == [
        {
            "executionSuccessful": True,
            "toolExecutionNotifications": [
                {
                    "descriptor": {"id": "phaser-lint/left-out"},
                    "level": "error",
                    "message": {"text": "2 more results left out"},
                }
            ],
        }
    ]


def test_skipped_files_by_reason() -> None:
    """One notification a reason, with the first hundred files."""
    skipped = tuple(Skip(f"{number}.png", "binary") for number in range(1_000))
    (invocation,) = run_of(Report(skipped=skipped))["invocations"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"] == {"text": "1000 files skipped: binary"}
    assert len(notification["locations"]) == 100


def test_a_notice_of_something_outside_the_project() -> None:
    """It has no location, so its text names it."""
    notice = Notice("/home/me/project", None, "no contracts in .claude/contracts")
    (invocation,) = run_of(Report(notices=(notice,)))["invocations"]
    assert invocation["toolExecutionNotifications"] == [
        {
            "descriptor": {"id": "phaser-lint/notice"},
            "level": "note",
            "message": {"text": "/home/me/project: no contracts in .claude/contracts"},
        }
    ]


def test_suppressed_results_only_where_asked_for() -> None:
    """GitHub would show them as open alerts; where one has the property, all have."""
    assert all("suppressions" not in sarif_result for sarif_result in run_of(RICH)["results"])
    (run,) = json.loads(sarif.render_with_suppressed(RICH))["runs"]
    assert [sarif_result["suppressions"] for sarif_result in run["results"]] == [
        *([] for _ in RICH.violations),
        [{"kind": "inSource", "justification": '[it](u) is "meant"'}],
    ]


def test_a_directive_without_a_reason_justifies_nothing() -> None:
    suppressed = RICH.suppressed[0]._replace(suppressed_by="ignore-file")
    report = RICH._replace(suppressed=(suppressed,))
    (run,) = json.loads(sarif.render_with_suppressed(report))["runs"]
    assert run["results"][-1]["suppressions"] == [{"kind": "inSource"}]


def test_every_rule_index_is_that_of_its_rule() -> None:
    """Contracts that no summary describes included."""
    run = run_of(RICH._replace(contracts=RICH.contracts[:1]))
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert ids == ["calm", "has-readme", "license", "no-print", "slow"]
    assert all(
        ids[sarif_result["ruleIndex"]] == sarif_result["ruleId"] for sarif_result in run["results"]
    )
