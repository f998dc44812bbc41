"""What no file has is shown at its contract, where that begins in a file of several."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.report.formats import load_renderer

LICENCE = ContractSummary(
    "licence", "file_exists", "error", "Add one.", path=".phaser/contracts/files.yaml", line=100
)
MISSING = Violation("licence", "error", "Add one.", "/LICENSE", "glob")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("concise", ".phaser/contracts/files.yaml:100:1: error: files matching /LICENSE"),
        ("github", "::error file=.phaser/contracts/files.yaml,line=100,"),
        ("gitlab", '"begin": 100'),
        ("sarif", '"startLine": 100'),
        ("junit", 'file=".phaser/contracts/files.yaml" line="100"'),
    ],
)
def test_a_missing_file_is_shown_at_the_line_of_its_contract(name: str, expected: str) -> None:
    report = Report(violations=(MISSING,), contracts=(LICENCE,))
    assert expected in load_renderer(name)(report)
