"""JUnit reports as others read them: times are numbers, and a violation has its file and line."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from junitparser import JUnitXml

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

pytestmark = pytest.mark.e2e

JUNIT2JSON = """
import { readFileSync } from 'node:fs'
import { parse } from 'junit2json'
console.log(JSON.stringify(await parse(readFileSync('report.xml', 'utf8'))))
"""


@pytest.fixture(scope="module")
def modules() -> Path:
    """The folder that PHASER_JUNIT_READERS names: npm's ``junit2json`` and ``junit-to-ctrf``."""
    folder = os.environ.get("PHASER_JUNIT_READERS")
    if folder is None:
        pytest.skip("PHASER_JUNIT_READERS names no folder with junit2json and junit-to-ctrf")
    return Path(folder)


@pytest.fixture
def report(project: MakeProject, run: Run) -> Path:
    """The report on a project with one violation, beside which a reader is started."""
    root = project({"src/a.py": "x = 1\nprint(x)\n"}, contracts={"no-print.yaml": contract()})
    path = root / "report.xml"
    path.write_text(run("scan", "--format", "junit", cwd=root).out, encoding="utf-8")
    return path


def test_junitparser_reads_the_report(report: Path) -> None:
    """It sums times up, which takes each to be a number."""
    suites = JUnitXml.fromfile(str(report))
    assert (suites.tests, suites.failures, suites.time) == (2, 1, 0)
    failed_case, _ = (case for suite in suites for case in suite)
    assert (failed_case.name, failed_case.time) == ("src/a.py", 0)
    attributes = dict(failed_case._elem.attrib)
    assert (attributes["file"], attributes["line"]) == ("src/a.py", "2")


def test_junit2json_reads_numbers(modules: Path, report: Path) -> None:
    write_files(report.parent, {"read.mjs": JUNIT2JSON})
    (report.parent / "node_modules").symlink_to(modules / "node_modules")
    ran = subprocess.run(
        ["node", "read.mjs"], cwd=report.parent, capture_output=True, text=True, check=True
    )
    converted = json.loads(ran.stdout)
    case = converted["testsuite"][0]["testcase"][0]
    assert (converted["time"], converted["testsuite"][0]["time"], case["time"]) == (0, 0, 0)
    assert (case["file"], case["line"]) == ("src/a.py", 2)


def test_junit_to_ctrf_takes_a_violation_for_a_failed_test(modules: Path, report: Path) -> None:
    """It takes a violation for a failed test of its file."""
    program = modules / "node_modules/.bin/junit-to-ctrf"
    command = [str(program), report.name, "-o", "ctrf.json"]
    subprocess.run(command, cwd=report.parent, capture_output=True, check=True)
    ctrf_results = json.loads((report.parent / "ctrf.json").read_text(encoding="utf-8"))["results"]
    assert (ctrf_results["summary"]["tests"], ctrf_results["summary"]["failed"]) == (2, 1)
    failed_test = ctrf_results["tests"][0]
    fields = [failed_test[key] for key in ("status", "duration", "filePath", "message")]
    assert fields == ["failed", 0, "src/a.py", "Use the logger."]
