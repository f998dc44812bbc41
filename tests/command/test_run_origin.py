"""What a page tells of the run that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.command.run_origin import make_run_origin
from phaser_lint.report.html_page.page_origin import Origin
from tests.command.made import contract

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

NOON = 1_772_366_400.0
SCAN = ("scan", "--format", "html=my report.html")
COMMAND = "phaser-lint scan --format 'html=my report.html'"


def test_a_folder_without_git(tmp_path: Path) -> None:
    """Its name, the time, and what was asked for."""
    (tmp_path / "shop").mkdir()
    origin = make_run_origin(str(tmp_path / "shop"), SCAN, {}, time=NOON)
    assert origin == Origin("shop", "", "2026-03-01 12:00 UTC", COMMAND, "")


def test_reports_that_were_merged() -> None:
    """There is no project at hand."""
    origin = make_run_origin(None, ("merge", "1.json"), {"SOURCE_DATE_EPOCH": "0"}, time=NOON)
    assert origin == Origin("", "", "1970-01-01 00:00 UTC", "phaser-lint merge 1.json", "")


@pytest.mark.parametrize(
    ("variables", "url"),
    [
        ({}, ""),
        ({"GITHUB_SERVER_URL": "https://github.com"}, ""),
        (
            {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/shop"},
            "https://github.com/o/shop/blob/{commit}/api/",
        ),
        (
            {"CI_PROJECT_URL": "https://gitlab.com/o/shop"},
            "https://gitlab.com/o/shop/-/blob/{commit}/api/",
        ),
    ],
)
def test_a_project_in_a_folder_of_a_repository(
    project: MakeProject, git: Git, variables: dict[str, str], url: str
) -> None:
    """Its commit, and where a build server says that its files are shown."""
    root = project({"api/a.py": "x\n"}, commit=True)
    commit = git(root, "rev-parse", "HEAD").strip()
    origin = make_run_origin(str(root / "api"), SCAN, variables, time=NOON)
    assert (origin.commit, origin.files_url) == (commit, url.format(commit=commit))


def test_a_page_of_a_scan(project: MakeProject, run: Run) -> None:
    """It tells of its run; with a date that is given it is the same byte for byte."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract()}, commit=True)
    env = {"SOURCE_DATE_EPOCH": "0"}
    first_page, second_page = (
        run("scan", "--format", "html", cwd=root, env=env).out for _ in range(2)
    )
    assert first_page == second_page
    assert f"{root.name} &middot; commit " in first_page
    assert 'Command: <code class="name">phaser-lint scan --format html</code>' in first_page
