"""Every format: whole outputs, the published schemas, and reports whose names are hostile.

The whole outputs are in ``golden``, which says how they are written anew.
"""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema

from phaser_lint.contract.model import Notice, Report
from phaser_lint.report import sarif
from phaser_lint.report.formats import FORMATS, WITH_SUPPRESSED, load_renderer
from tests.counted_work import calls_of
from tests.report.golden import FOLDER, NAMES, outputs
from tests.report.reports import CLEAN, ESCAPE, HOSTILE, RICH, at_line
from tests.report.runner_commands import commands_of

SCHEMAS = Path(__file__).parent.parent / "schemas"
JSON_SCHEMAS = {
    "sarif": "sarif-2.1.0.json",
    "gitlab": "gitlab-code-quality.json",
    "rdjson": "rdjson.json",
}
REPORTS = {"empty": Report(), "clean": CLEAN, "rich": RICH, "hostile": HOSTILE}


@pytest.mark.parametrize(
    ("format_name", "severity"), [("gitlab", "minor"), ("rdjson", "WARNING"), ("sarif", "warning")]
)
def test_contracts_that_were_not_checked_are_more_than_a_remark(
    format_name: str, severity: str
) -> None:
    """A build server shows no remarks, and would show a run that checked less as clean."""
    remark = Notice("c.yaml", None, "the glob of lonely matches no file")
    unchecked = Notice("c.yaml", None, "1 contract not checked: a", unchecked=(("", "a"),))
    text = load_renderer(format_name)(Report(checked=("a.py",), notices=(unchecked, remark)))
    severities = re.findall(r'"(?:severity|level)": *"(\w+)"', text)
    assert severities[0] == severity
    assert severities[1] != severity


@pytest.mark.parametrize("name", sorted(outputs()))
def test_each_format_is_what_it_was_to_the_byte(name: str) -> None:
    """Byte for byte what it was."""
    assert outputs()[name] == (FOLDER / name).read_bytes().decode("utf-8")


def test_every_golden_file_is_compared() -> None:
    """And every format has one; the page of HTML has tests of its own."""
    files = {path.name for path in FOLDER.iterdir() if path.suffix[1:] in FORMATS}
    assert files == set(outputs())
    assert {*NAMES, "html"} == set(FORMATS)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_formats_names_what_is_there(name: str) -> None:
    """The table names modules and functions that are there."""
    assert find_spec(f"phaser_lint.report.{FORMATS[name][0]}") is not None
    assert load_renderer(name)(CLEAN).endswith("\n")


def problems(name: str, text: str) -> list[str]:
    """What the schema of the format *name* says against *text*."""
    schema = json.loads((SCHEMAS / JSON_SCHEMAS[name]).read_text(encoding="utf-8"))
    validator: Any = jsonschema.validators.validator_for(schema)
    checker = validator(schema, format_checker=jsonschema.FormatChecker())
    return [error.message for error in checker.iter_errors(json.loads(text))]


@pytest.mark.parametrize("title", REPORTS)
@pytest.mark.parametrize("name", JSON_SCHEMAS)
def test_each_format_meets_its_schema(name: str, title: str) -> None:
    """What the format's schema asks for, of any report."""
    assert problems(name, load_renderer(name)(REPORTS[title])) == []


@pytest.mark.parametrize("title", REPORTS)
def test_the_schema_of_sarif_with_suppressed_results(title: str) -> None:
    """The same with what directives suppressed."""
    assert problems("sarif", load_renderer("sarif", suppressed=True)(REPORTS[title])) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("sarif", '"level": "error"', '"level": "fatal"'),
        ("sarif", '"startLine": 3', '"startLine": 0'),
        ("gitlab", '"severity": "major"', '"severity": "error"'),
        ("rdjson", '"ERROR"', '"error"'),
    ],
)
def test_the_schemas_refuse(name: str, old: str, new: str) -> None:
    """A schema that accepts anything would prove nothing."""
    assert problems(name, load_renderer(name)(RICH).replace(old, new)) != []


def junit_problems(text: str) -> list[str]:
    schema = xmlschema.XMLSchema(str(SCHEMAS / "junit-10.xsd"))
    return [str(error.reason) for error in schema.iter_errors(text)]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("title", REPORTS)
def test_the_schema_of_junit(title: str) -> None:
    """What Jenkins asks for, of any report; of where a test stands it has no word."""
    text = load_renderer("junit")(REPORTS[title])
    assert (
        junit_problems(re.sub(r'(<testcase [^>]*?)( file="[^"]*")( line="\d+")?', r"\1", text))
        == []
    )


def test_the_schema_of_junit_refuses() -> None:
    """A test without a name."""
    assert junit_problems(load_renderer("junit")(RICH).replace(' name="no violation"', "")) != []


@pytest.mark.parametrize("name", sorted({*NAMES} - {"github"}))
def test_a_runner_obeys_nothing_of_a_hostile_report(name: str) -> None:
    """Any format may be printed in a workflow, where a fork chooses the names of files."""
    rendered = load_renderer(name)(HOSTILE)
    assert commands_of(rendered) == []
    assert "##[" not in rendered


@pytest.mark.parametrize("name", NAMES)
def test_hostile_reports_are_text_that_utf_8_can_hold(name: str) -> None:
    """No half of a surrogate pair, and nothing that a terminal obeys."""
    rendered = load_renderer(name)(HOSTILE)
    rendered.encode("utf-8")
    assert ESCAPE[0] not in rendered
    assert "\r" not in rendered


@pytest.mark.parametrize("name", JSON_SCHEMAS)
def test_no_half_of_a_surrogate_pair_is_in_the_values(name: str) -> None:
    """JSON can write one, and readers in other languages stop there."""
    document = json.loads(load_renderer(name)(HOSTILE))
    assert json.dumps(document, ensure_ascii=False).encode("utf-8")


INCOMPLETE = RICH._replace(violations=(), notices=())


@pytest.mark.parametrize("name", NAMES)
def test_a_run_that_checked_less_says_so(name: str) -> None:
    """The contract that was not checked, why, and the contract file that does not count."""
    rendered = load_renderer(name)(INCOMPLETE)
    for phrase in (
        "slow",
        "the pattern took longer than 2000 ms",
        ".claude/contracts/x.yaml",
        "expected one of a, b, not c",
    ):
        assert phrase in rendered


def test_suppressed_violations_are_a_matter_of_these_formats() -> None:
    """The flag that shows them is refused for the others."""
    assert set(WITH_SUPPRESSED) == {"sarif"}


MOST_CALLS = {"concise": 16, "json": 30, "sarif": 28, "html": 80}


@pytest.mark.parametrize(("name", "most"), MOST_CALLS.items())
def test_a_violation_costs_a_format_few_calls(
    monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    """In functions that are called; of SARIF one that is left out, as above 25,000 they are."""
    monkeypatch.setattr(sarif, "_MOST_RESULTS", 10)
    render = load_renderer(name)
    few, many = (
        Report(violations=tuple(at_line(f"src/{line % 7}.py", line) for line in lines))
        for lines in (range(1, 101), range(1, 501))
    )
    assert (calls_of(lambda: render(many)) - calls_of(lambda: render(few))) / 400 <= most
