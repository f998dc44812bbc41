"""``docs/performance.md``: the numbers that it names are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from phaser_lint.check.comparison import baseline_file
from phaser_lint.check.shards import json_report
from phaser_lint.report import json

PACKAGE = Path(json.__file__).parents[1]
PAGE = PACKAGE.parent / "docs" / "performance.md"
# What a module calls the version of what it prints, or prints as one.
NAMED = re.compile(r"""^_?VERSION = (\d+)$|"version": (\d+)[,}]""", re.MULTILINE)
OF_REPORTS = ("check/comparison/baseline_file.py", "report/json.py", "check/shards/json_report.py")


def test_the_version_numbers_are_those_of_the_page() -> None:
    """A report's, a baseline's, and 1 in all that other commands print."""
    assert json_report.VERSION == json.VERSION
    sentence = f"{json.VERSION} in a report, {baseline_file.VERSION} in a baseline, else 1."
    assert sentence in PAGE.read_text(encoding="utf-8")
    paths = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    all_versions = {
        name: {
            first_number or second_number
            for first_number, second_number in NAMED.findall(path.read_text("utf-8"))
        }
        for name, path in paths.items()
        if not name.startswith((*OF_REPORTS, "agents/"))
    }
    versions_by_module = {name: numbers for name, numbers in all_versions.items() if numbers}
    assert versions_by_module == {name: {"1"} for name in versions_by_module}
    assert "command/export.py" in versions_by_module
