"""Contracts of one id at two levels, in every format: a reader can tell them apart."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from phaser_lint.check.shards.json_report import parse_json_report
from phaser_lint.contract.model import ContractSet, Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.text import name_contract
from phaser_lint.hook.enforce_answers import render_text
from phaser_lint.hook.feedback import render_feedback, render_sentences
from phaser_lint.report.formats import load_renderer
from phaser_lint.report.full import style_violation_blocks
from tests.examples import at_level
from tests.report.html_reading import data_of
from tests.report.reports import at_line

PAY = "services/pay"
ID_BELOW = f"{PAY}/no-print"
RULE = {"type": "forbid_pattern", "severity": "error"}
REPORT = Report(
    checked=("a.py", "services/pay/a.py"),
    violations=(
        at_line("a.py", 1),
        Violation("readme", "error", "Write one.", f"{PAY}/README.md", "glob", level=PAY),
        at_line("services/pay/a.py", 1, level=PAY, message="Use the ledger."),
        at_line("services/pay/a.py", 1, rule_id="own", level="~"),
    ),
    suppressed=(at_line("services/pay/a.py", 9, level=PAY),),
    undecided=(
        Undecided("slow", "a.py", "no time left"),
        Undecided("slow", "services/pay/a.py", "no time left", PAY),
    ),
    contracts=(
        ContractSummary(
            "no-print", "forbid_pattern", "error", "Use the logger.", path="c/p.yaml",
            url="https://example.org/top", overridden_by=(PAY,),
        ),
        ContractSummary("own", "forbid_pattern", "error", "Fix it.", path="~/o.yaml", level="~"),
        ContractSummary("slow", "forbid_pattern", "error", "Slow."),
        ContractSummary(
            "no-print", "forbid_pattern", "error", "Use the ledger.", path="services/pay/c/p.yaml",
            level=PAY,
        ),
        ContractSummary(
            "readme", "file_exists", "error", "Write one.", path="services/pay/c/r.yaml", level=PAY
        ),
        ContractSummary("slow", "forbid_pattern", "error", "Slow below.", level=PAY),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (("", "no-print"), "no-print"),
        ((PAY, "no-print"), ID_BELOW),
        (("a\n::error::b", "x"), "a\\n::error::b/x"),
        (("##[group]", "x"), "##\u200b[group]/x"),
        (("\udcff", "x"), "\\xff/x"),
    ],
)
def test_what_a_contract_is_called(key: tuple[str, str], expected: str) -> None:
    """A folder may have any name, and none gives a build server a command."""
    assert name_contract(key) == expected


def test_sarif_has_a_rule_for_each_level() -> None:
    """A rule for each contract; each result names its own, by its id and its place."""
    (run,) = json.loads(load_renderer("sarif", suppressed=True)(REPORT))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["no-print", "own", "slow", ID_BELOW, f"{PAY}/readme", f"{PAY}/slow"]
    sarif_results = run["results"]
    assert [
        (sarif_result["ruleId"], rules[sarif_result["ruleIndex"]]) for sarif_result in sarif_results
    ] == [
        ("no-print", "no-print"),
        (f"{PAY}/readme", f"{PAY}/readme"),
        (ID_BELOW, ID_BELOW),
        ("own", "own"),
        (ID_BELOW, ID_BELOW),
    ]
    assert len(
        {sarif_result["partialFingerprints"]["phaserLint/v1"] for sarif_result in sarif_results}
    ) == len(sarif_results)
    places = [
        sarif_result["locations"][0]["physicalLocation"]["artifactLocation"]
        for sarif_result in sarif_results
    ]
    assert places[1]["uri"] == "services/pay/c/r.yaml"
    notified = run["invocations"][0]["toolExecutionNotifications"]
    assert [notification["associatedRule"] for notification in notified] == [
        {"id": "slow", "index": 2},
        {"id": f"{PAY}/slow", "index": 5},
    ]


def test_json_has_the_level_beside_the_id() -> None:
    """The level stands beside the id, and all of it is read back."""
    report = json.loads(load_renderer("json")(REPORT))
    assert [(violation["rule_id"], violation["level"]) for violation in report["violations"]] == [
        ("no-print", ""), ("readme", PAY), ("no-print", PAY), ("own", "~"),
    ]  # fmt: skip
    assert [summary["overridden_by"] for summary in report["contracts"]][:2] == [[PAY], []]
    assert parse_json_report(load_renderer("json")(REPORT), "a.json") == REPORT


def test_junit_has_a_suite_for_each_level() -> None:
    root = ElementTree.fromstring(load_renderer("junit")(REPORT))
    cases = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert cases[:-1] == [
        ("no-print", "a.py"),
        ("own", "services/pay/a.py"),
        ("slow", "a.py"),
        (ID_BELOW, "services/pay/a.py"),
        (f"{PAY}/readme", f"{PAY}/README.md"),
        (f"{PAY}/slow", "services/pay/a.py"),
    ]


def test_gitlab_and_rdjson_name_a_level_alike() -> None:
    """By the same name; only the one at the root has a page of its own."""
    findings = json.loads(load_renderer("gitlab")(REPORT))
    names = ["no-print", f"{PAY}/readme", ID_BELOW, "own"]
    assert [finding["check_name"] for finding in findings][:4] == names
    assert len({finding["fingerprint"] for finding in findings}) == len(findings)
    diagnostics = json.loads(load_renderer("rdjson")(REPORT))["diagnostics"]
    codes = [diagnostic["code"] for diagnostic in diagnostics][:4]
    assert [code["value"] for code in codes] == names
    assert [code.get("url") for code in codes] == ["https://example.org/top", None, None, None]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("text", [
            "a.py:1:3: error: Use the logger. [no-print]",
            "services/pay/c/r.yaml:1:1: error: files matching services/pay/README.md: Write one. "
            f"[{PAY}/readme]",
            f"services/pay/a.py:1:3: error: Use the ledger. [{ID_BELOW}]",
            f"services/pay/a.py: undecided: {PAY}/slow: no time left",
        ]),
        ("github", [
            f"::error file=services/pay/a.py,line=1,endLine=1,col=3,endColumn=7,title={ID_BELOW}"
            f" (services/pay/c/p.yaml%3A1)::services/pay/a.py:1:3: {ID_BELOW}: Use the ledger.",
            f"::error file=services/pay/a.py,line=1,title=phaser-lint::services/pay/a.py:1:1: "
            f"{PAY}/slow: undecided: no time left",
        ]),
        ("markdown", [
            "| <code>a.py:1</code> | error | no-print | Use the logger. |",
            f"| <code>services/pay/a.py:1</code> | error | {ID_BELOW} | Use the ledger. |",
        ]),
    ],
)  # fmt: skip
def test_a_line_names_the_contract_with_its_level(name: str, lines: list[str]) -> None:
    """Where a contract is named in a line."""
    output = load_renderer(name)(REPORT).splitlines()
    assert [line for line in lines if line not in output] == []


def test_a_terminal_puts_no_two_contracts_together() -> None:
    """Though they have one id, one message and one line."""
    violations = tuple(at_line("services/pay/a.py", 1, level=level) for level in ("", PAY))
    heads = [
        line.plain
        for line in style_violation_blocks(Report(violations=violations), width=80)
        if ":1:3" in line.plain
    ]
    assert heads == [
        "services/pay/a.py:1:3: error: no-print",
        f"services/pay/a.py:1:3: error: {ID_BELOW}",
    ]


def test_html_has_a_card_for_each_level() -> None:
    """A card for each contract, and the rows of the table lead to their own."""
    page = load_renderer("html")(REPORT)
    assert page.count('<span class="name">no-print</span>') == 1
    assert page.count(f'<span class="name">{ID_BELOW}</span>') == 1
    page_data = data_of(page)
    assert [page_data["contracts"][row[0]] for row in page_data["counted"]] == [
        "no-print", f"{PAY}/readme", ID_BELOW, "own",
    ]  # fmt: skip


def test_a_model_reads_which_level_it_is() -> None:
    """The name tells which contract it is; the directive names the id."""
    violation_below = at_line("services/pay/a.py", 1, level=PAY)
    top = at_line("a.py", 1)
    assert render_sentences((top, violation_below), lead="Error", with_path=True) == (
        "Error: no-print in a.py at line 1. Use the logger.\n"
        f"Error: {ID_BELOW} in services/pay/a.py at line 1. Use the logger."
    )
    contracts = ContractSet(
        (
            at_level("", "no-print", rationale="Logs are read."),
            at_level(PAY, "no-print", rationale="Ledgers are kept."),
        )
    )
    assert render_feedback((top, violation_below), contracts, lead="Error", with_path=True) == (
        "Error: no-print in a.py at line 1. Use the logger.\n"
        "  1: print(x)\n"
        "  Why: Logs are read.\n"
        "  Only if this is meant, end line 1 with: # phaser:ignore no-print -- reason\n"
        f"Error: {ID_BELOW} in services/pay/a.py at line 1. Use the logger.\n"
        "  1: print(x)\n"
        "  Why: Ledgers are kept.\n"
        "  Only if this is meant, end line 1 with: # phaser:ignore no-print -- reason"
    )
    assert render_text(Report(violations=(violation_below,)), quiet=True) == (
        f"services/pay/a.py:1: error: {ID_BELOW}\n  Use the logger.\n"
    )
