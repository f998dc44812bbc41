"""``--format gitlab``: what the golden files do not show."""

from __future__ import annotations

import json
from typing import Any

from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.undecided import Undecided
from phaser_lint.report.gitlab import render
from tests.report.reports import HOSTILE, NAMES, at_line


def findings(report: Report) -> list[dict[str, Any]]:
    return list(json.loads(render(report)))


def test_fingerprints_are_all_different() -> None:
    """GitLab drops all but one of equal ones, so what is said twice is said once."""
    twice = Undecided("slow", "a.py", "it took longer than 1 ms")
    report = HOSTILE._replace(undecided=(*HOSTILE.undecided, twice, twice))
    diagnostics = findings(report)
    assert len({finding["fingerprint"] for finding in diagnostics}) == len(diagnostics)
    assert sum("longer than 1 ms" in finding["description"] for finding in diagnostics) == 1


def test_paths_are_those_of_the_files() -> None:
    """Control characters too; only bytes that are not UTF-8, which no reader takes, are escaped."""
    paths = [finding["location"]["path"] for finding in findings(HOSTILE)[: len(NAMES)]]
    assert paths == [*NAMES[:-1], "\\xff\u202egpj.py"]


def test_the_contract_problem_of_a_home_folder() -> None:
    """Its path is no file of the project, and the text names it."""
    problem = ContractProblem("~/.phaser/contracts/a.yaml", "type", "expected one of a, b")
    (finding,) = findings(Report(problems=(problem,)))
    assert finding["description"] == (
        "~/.phaser/contracts/a.yaml: type: expected one of a, b (contract skipped)"
    )


def test_a_run_without_contracts() -> None:
    """Nothing was checked, which must not be an empty list."""
    (finding,) = findings(Report(notices=(Notice("/srv/x", None, "no contracts"),)))
    assert finding["description"] == "/srv/x: no contracts"
    assert finding["severity"] == "info"


def test_a_message_of_several_lines() -> None:
    """As it was written, without the blanks around it."""
    (finding,) = findings(Report(violations=(at_line("a.py", 1, message="One\ntwo\n"),)))
    assert finding["description"] == "One\ntwo"
