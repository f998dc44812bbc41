"""Contracts of one id at several levels, checked in shards: merged they are what one run says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.check import project_scan
from phaser_lint.check.comparison.baseline_file import make_baseline_entries, render_baseline
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.shards.json_report import parse_json_report
from phaser_lint.check.shards.merged_report import merge_shard_reports
from phaser_lint.check.shards.shard_check import check_shard
from phaser_lint.contract.shard import Share
from phaser_lint.report.formats import FORMATS, load_renderer
from phaser_lint.report.json import render
from tests.examples import at_level, contract_set

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from phaser_lint.contract import Places
    from phaser_lint.contract.model import Report
    from tests.conftest import MakeProject

PAY, WEB = "services/pay", "web"
NO_ENV = at_level("", "env", "file_not_exists", file_glob="*.env", without=[PAY])
CONTRACTS = contract_set(
    at_level("", "a", without=[PAY]),
    at_level("", "has", "file_exists", file_glob="/LICENSE"),
    at_level("", "some", "require_pattern", scope="tree", file_glob="*.py", without=[PAY, WEB]),
    at_level("", "lonely", file_glob="*.go"),
    NO_ENV,
    NO_ENV._replace(
        severity="warning",
        message="Better not here.",
        globs=at_level(PAY, "env", "file_not_exists", file_glob="*.env").globs,
    ),
    at_level(PAY, "a", pattern="worse"),
    at_level(PAY, "has", "file_exists", file_glob="/LICENSE"),
    at_level(PAY, "some", "require_pattern", scope="tree", file_glob="*.py"),
    at_level(PAY, "lonely", file_glob="*.py", pattern="none"),
    at_level(WEB, "some", "require_pattern", scope="tree", file_glob="*.py", pattern="web"),
)
FILES = {
    "LICENSE": "MIT\n",
    "x.env": "",
    **{f"{name}.py": "good\nworse\n" for name in "abcd"},
    "e.py": "bad\nbad  # phaser:ignore a\nworse  # phaser:ignore a\n",
    **{f"{PAY}/{name}.py": "good\nworse\n" for name in "ab"},
    f"{PAY}/c.py": "worse  # phaser:ignore a\ngood  # phaser:ignore a\n",
    f"{PAY}/y.env": "",
    f"{PAY}/z.env": "# phaser:ignore-file env\n",
    "web/a.py": "bad\n",
}


@pytest.fixture(autouse=True)
def contracts_above(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are a project's, its contracts those above."""

    def open_those_above(places: Places, *, end: float | None) -> tuple[Any, ...]:
        return CONTRACTS, places.identity, True

    monkeypatch.setattr(project_scan, "open_contracts", open_those_above)


def options_of(root: Path) -> ProjectOptions:
    return ProjectOptions(root=str(root), cache=False, counts_baseline=True)


def check_whole(root: Path) -> Report:
    with ProjectInputs(options_of(root)) as inputs:
        return check_project(options_of(root), inputs)


def check_in_shards(root: Path, number: int) -> Report:
    """The merged reports, each written as JSON and read again."""
    reports_by_name = []
    for shard_number in range(1, number + 1):
        share = Share(shard_number, number)
        with ProjectInputs(options_of(root)._replace(shard=share)) as inputs:
            report = check_shard(share, inputs)
        reports_by_name.append(
            (f"{shard_number}.json", parse_json_report(render(report), f"{shard_number}.json"))
        )
        assert reports_by_name[-1][1] == report
    return merge_shard_reports(reports_by_name)


def violation_keys(report: Report) -> list[tuple[str, str, str]]:
    return [(violation.path, violation.level, violation.rule_id) for violation in report.violations]


def test_each_level_is_reported_by_itself(project: MakeProject) -> None:
    """Each level by itself: what one has or lacks is nothing to the other."""
    report = check_whole(project(FILES))
    assert violation_keys(report) == [
        ("e.py", "", "a"),
        (f"{PAY}/*.py", PAY, "some"),
        (f"{PAY}/LICENSE", PAY, "has"),
        (f"{PAY}/a.py", PAY, "a"),
        (f"{PAY}/b.py", PAY, "a"),
        (f"{PAY}/y.env", "", "env"),
        (f"{WEB}/*.py", WEB, "some"),
        (f"{WEB}/a.py", "", "a"),
        ("x.env", "", "env"),
    ]
    assert [
        violation.severity for violation in report.violations if violation.rule_id == "env"
    ] == [
        "warning",
        "error",
    ]
    assert [(violation.path, violation.level) for violation in report.suppressed] == [
        ("e.py", ""), (f"{PAY}/c.py", PAY), (f"{PAY}/z.env", ""),
    ]  # fmt: skip
    assert [(notice.path, notice.line, notice.text) for notice in report.notices] == [
        ("a.yaml", None, "the glob of lonely matches no file"),
        ("e.py", 3, "directive suppresses nothing: a"),
        (f"{PAY}/c.py", 2, "directive suppresses nothing: a"),
    ]


@pytest.mark.parametrize("number", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 5))])
def test_merged_they_say_the_same(project: MakeProject, number: int) -> None:
    """In every format."""
    root = project(FILES)
    assert {name: load_renderer(name)(check_in_shards(root, number)) for name in FORMATS} == {
        name: load_renderer(name)(check_whole(root)) for name in FORMATS
    }


@pytest.mark.parametrize("number", [1, 3])
def test_with_a_baseline_each_level_is_counted_once(project: MakeProject, number: int) -> None:
    """What exists at one level, what is gone at another: each is counted once."""
    root = project(FILES)
    baseline_text = render_baseline(make_baseline_entries(check_whole(root)))
    (root / ".phaser").mkdir(exist_ok=True)
    (root / ".phaser/baseline.jsonl").write_text(baseline_text)
    (root / f"{PAY}/b.py").write_text("good\n")
    (root / f"{PAY}/LICENSE").write_text("MIT\n")
    (root / "f.py").write_text("bad\n")
    whole_report = check_whole(root)
    assert violation_keys(whole_report) == [("f.py", "", "a")]
    assert [
        notice.text.split(";")[0] for notice in whole_report.notices if "baseline" in notice.path
    ] == ["2 baseline entries no longer occur"]
    assert render(check_in_shards(root, number)) == render(whole_report)
