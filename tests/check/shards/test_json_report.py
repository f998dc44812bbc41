"""Reports read back from JSON: the round trip, and everything that is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.check.shards import json_report
from phaser_lint.check.shards.json_report import parse_json_report
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.errors import InputError, PhaserError
from phaser_lint.core.file_records import Skip
from phaser_lint.report import json as json_output
from phaser_lint.report.formats import load_renderer
from phaser_lint.report.json import render
from tests.report.golden import NAMES
from tests.report.reports import CLEAN, HOSTILE, RICH

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize("report", [Report(), CLEAN, RICH, HOSTILE])
def test_a_written_report_is_read_back(report: Report) -> None:
    """What was written is read; a byte order mark, which some shells add, is no harm."""
    assert parse_json_report(render(report), "a.json") == report
    assert parse_json_report("\ufeff" + render(report), "a.json") == report


def test_the_round_trip_has_every_part() -> None:
    """A part that is added must be written and read too; a shard has tests of its own, and
    what HEAD has, and who takes no directive, is for the person whose commit is refused.
    """
    defaults = Report()
    missing = [name for name in Report._fields if getattr(RICH, name) == getattr(defaults, name)]
    assert missing == ["shard", "at_head", "deaf"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("report", [RICH, HOSTILE])
def test_any_format_can_be_made_of_what_was_read(name: str, report: Report) -> None:
    """Letter for letter what the run itself would have written."""
    assert load_renderer(name)(parse_json_report(render(report), "a.json")) == load_renderer(name)(
        report
    )


# Every character but the upper halves of surrogate pairs, which no file's name or text gives.
TEXT = st.text(
    st.characters(codec=None, exclude_categories=("Cs",)) | st.integers(0xDC80, 0xDCFF).map(chr),
    max_size=8,
)
NUMBER = st.integers(1, 10**12)
SEVERITY = st.sampled_from(["error", "warning"])


def at_a_line() -> st.SearchStrategy[Violation]:
    return st.builds(
        lambda level, *fields: Violation(*fields, level=level),
        *(TEXT, TEXT, SEVERITY, TEXT, TEXT, st.just("line")),
        *(NUMBER, NUMBER, NUMBER, NUMBER, TEXT),
    )


def in_a_cell() -> st.SearchStrategy[Violation]:
    cell = {"cell": NUMBER, "cell_line": NUMBER, "cell_text": TEXT, "cell_language": TEXT}
    return at_a_line().flatmap(
        lambda violation: st.builds(lambda **fields: violation._replace(**fields), **cell)
    )


def elsewhere() -> st.SearchStrategy[Violation]:
    where = st.sampled_from(["file", "glob"])
    none = st.none()
    return st.builds(Violation, TEXT, SEVERITY, TEXT, TEXT, where, none, none, none, none, TEXT)


def several(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


REPORTS = st.builds(
    Report,
    several(TEXT),
    several(at_a_line() | in_a_cell() | elsewhere()),
    several(at_a_line() | in_a_cell() | elsewhere()),
    several(
        st.builds(Skip, TEXT, TEXT, st.none(), st.just(False), st.just(True))
    ),  # JSON holds no more
    several(st.builds(Undecided, TEXT, TEXT, TEXT, TEXT)),
    several(st.builds(ContractProblem, TEXT, TEXT, TEXT, st.booleans(), st.none() | NUMBER)),
    several(
        st.builds(
            Notice, TEXT, st.none() | NUMBER, TEXT, st.booleans(), st.just(False), st.just(False)
        )
    ),  # JSON holds no more
    st.integers(0, 10**6),
    several(
        st.builds(
            ContractSummary,
            TEXT,
            TEXT,
            SEVERITY,
            TEXT,
            TEXT,
            several(TEXT),
            TEXT,
            TEXT,
            TEXT,
            several(TEXT),
        )
    ),
)


@pytest.mark.slow
@given(REPORTS)
def test_round_trip_of_any_report(report: Report) -> None:
    """Whatever names, messages and lines hold."""
    assert parse_json_report(render(report), "a.json") == report


def error_of(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_json_report(text, "out/a.json")
    assert isinstance(caught.value, PhaserError)
    return str(caught.value)


WHOLE_REPORT = render(RICH)


@pytest.mark.parametrize(
    ("text", "expected_error"),
    [
        ("", "expected JSON; Expecting value at line 1, column 1"),
        ("{", "expected JSON; Expecting property name enclosed in double quotes at line 1, column"),
        (WHOLE_REPORT[: len(WHOLE_REPORT) // 2], "expected JSON; "),
        (WHOLE_REPORT + WHOLE_REPORT, "expected JSON; Extra data at line "),
        ("\0", "expected JSON; "),
        ("null", 'report: expected "phaser-lint"; this is no report of phaser-lint'),
        ("[]", 'report: expected "phaser-lint"; this is no report of phaser-lint'),
        ('"phaser-lint"', 'report: expected "phaser-lint"; this is no report of phaser-lint'),
        ('{"version": "2.1.0", "runs": []}', 'report: expected "phaser-lint"; this is no report'),
        ('{"report": "x", "report": "phaser-lint"}', "report: expected once, found twice in one"),
        (
            '{"report": "phaser-lint"}',
            "version: expected 6, not nothing;",
        ),
        (
            '{"report": "phaser-lint", "version": 1}',
            "version: expected 6, not 1;",
        ),
        (
            '{"report": "phaser-lint", "version": "2"}',
            'version: expected 6, not "2";',
        ),
        (
            '{"report": "phaser-lint", "version": true}',
            "version: expected 6, not true;",
        ),
        (
            '{"report": "phaser-lint", "version": 2.0}',
            "version: expected 6, not 2.0;",
        ),
        ('{"report": "phaser-lint", "version": 6}', "violations: expected, but missing"),
        ("[" * 100_000, "expected a report, not JSON nested this deep"),
        ("[1" + "0" * 10_000 + "]", "expected JSON with numbers of a sensible size"),
        ("[NaN]", "expected JSON; NaN is no JSON number"),
    ],
)
def test_text_that_is_no_report_is_refused(text: str, expected_error: str) -> None:
    """The file, and what was expected; a cut one never passes for a shorter one."""
    assert error_of(text).startswith(f"out/a.json: {expected_error}")


def setter_at(*keys: str | int) -> Callable[[object], Change]:
    """Sets what is at *keys* of a report."""

    def to(new_value: object) -> Change:
        def change(report: dict[str, Any]) -> None:
            container: Any = report
            for key in keys[:-1]:
                container = container[key]
            container[keys[-1]] = new_value

        return change

    return to


@pytest.mark.parametrize(
    ("change", "expected_error"),
    [
        (lambda report: report.pop("checked"), "checked: expected, but missing"),
        (
            setter_at("more")([]),
            "more: unknown key; expected report, version, violations, suppressed,",
        ),
        (setter_at("violations")({}), "violations: expected a list, not {}"),
        (setter_at("violations", 0)(None), "violations[0]: expected an object, not null"),
        (
            setter_at("violations", 2, "line")("3"),
            'violations[2].line: expected a number from 1 up, not "',
        ),
        (
            setter_at("violations", 2, "line")(0),
            "violations[2].line: expected a number from 1 up, not 0",
        ),
        (
            setter_at("violations", 2, "line")(1.5),
            "violations[2].line: expected a number from 1 up, not",
        ),
        (
            setter_at("violations", 2, "line")(True),
            "violations[2].line: expected a number from 1 up, not",
        ),
        (setter_at("violations", 2, "line")(None), "violations[2].line: expected a number where"),
        (
            setter_at("violations", 0, "line")(1),
            "violations[0].line: expected null where violations[0]",
        ),
        (
            setter_at("violations", 0, "severity")("info"),
            "violations[0].severity: expected error or",
        ),
        (
            setter_at("violations", 0, "severity")([]),
            "violations[0].severity: expected error or",
        ),
        (
            setter_at("violations", 0, "where")("tree"),
            "violations[0].where: expected line or file or",
        ),
        (setter_at("violations", 0, "path")(None), "violations[0].path: expected a text, not null"),
        (
            setter_at("violations", 0, "more")(1),
            "violations[0].more: unknown key; expected rule_id, seve",
        ),
        (
            lambda report: report["violations"][0].pop("fingerprint"),
            "violations[0].fingerprint: expected, but missing",
        ),
        (setter_at("suppressed", 0, "message")(7), "suppressed[0].message: expected a text, not 7"),
        (
            setter_at("suppressed", 0, "suppressed_by")("ignore"),
            'suppressed[0].suppressed_by: expected an object, not "ignore"',
        ),
        (
            setter_at("contract_problems", 0, "skipped")(0),
            "contract_problems[0].skipped: expected true or false, not 0",
        ),
        (
            setter_at("contracts", 2, "tags")("legal"),
            'contracts[2].tags: expected a list, not "legal"',
        ),
        (
            setter_at("contracts", 2, "tags", 1)(None),
            "contracts[2].tags[1]: expected a text, not null",
        ),
        (
            setter_at("checked", 1)(["x" * 99]),
            'checked[1]: expected a text, not ["xxxxxxxx',
        ),
        (
            setter_at("notices", 0, "line")(-1),
            "notices[0].line: expected a number from 1 up, not -1",
        ),
        (setter_at("summary")([]), "summary: expected an object, not []"),
        (setter_at("summary")({}), "summary.old: expected a number from 0 up, not null"),
        (setter_at("summary", "old")(-1), "summary.old: expected a number from 0 up, not -1"),
    ],
)
def test_a_malformed_report_is_refused_with_its_key(change: Change, expected_error: str) -> None:
    """The file, the key and what was expected there, in one line."""
    report = json.loads(WHOLE_REPORT)
    change(report)
    message = error_of(json.dumps(report))
    assert message.startswith(f"out/a.json: {expected_error}")
    assert len(message) < 250


def test_written_and_read_are_one_version() -> None:
    """They are in two layers that may not import each other."""
    assert json_report.VERSION == json_output.VERSION
