"""``why`` says of any file, and any line, what the scan of the project says of it."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.rules import RULES
from tests.author.made_projects import made_project
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CASES = 10
"""So many files and lines are asked about in each project."""


def scan(run: Run, root: Path, *flags: str) -> Any:
    return json.loads(run("scan", "--format", "json", *flags, cwd=root).out)


def concerning(
    violations: Iterable[dict[str, Any]], key: tuple[str, str], path: str, line: int | None
) -> list[dict[str, Any]]:
    """Those of a report's violations that are about a line of a file, or about a glob."""
    return [
        violation
        for violation in violations
        if (violation["level"], violation["rule_id"]) == key
        and (violation["path"], violation["where"] == "glob") == (path, False)
        and (line is None or violation["line"] is None or is_at(violation, line))
    ]


def at_glob(violations: Iterable[dict[str, Any]], key: tuple[str, str]) -> bool:
    keys = {
        (violation["level"], violation["rule_id"])
        for violation in violations
        if violation["where"] == "glob"
    }
    return key in keys


def is_at(violation: dict[str, Any], line: int) -> bool:
    last = violation["end_line"] - (violation["end_column"] == 1)
    return bool(violation["line"] <= line <= max(last, violation["line"]))


def allowed(
    key: tuple[str, str], path: str, line: int | None, *, new: Any, everything: Any
) -> tuple[str, ...]:
    """The results that fit what a scan says, with what existed before and without."""
    if any(
        (undecided_check["level"], undecided_check["rule_id"]) == key
        for undecided_check in new["undecided"]
    ):
        return ("undecided",)
    if concerning(new["violations"], key, path, line):
        return ("violation",)
    if at_glob(new["violations"], key):
        return ("violation", "not-selected")
    if concerning(everything["violations"], key, path, line):
        return ("old",)
    if at_glob(everything["violations"], key):
        return ("old", "not-selected")
    if concerning(new["suppressed"], key, path, line):
        return ("suppressed",)
    return ("no-match", "not-selected")


def check_agreement(seed: int, project: MakeProject, run: Run) -> list[str]:
    """Ask about the made project of that seed; the results."""
    chance = Random(seed)
    drawn_project = made_project(chance)
    root = project(drawn_project.before, commit=True)
    if chance.random() < 0.4:
        run("baseline", cwd=root)
    write_files(root, drawn_project.after)
    flags = ("--since", "HEAD") if chance.random() < 0.5 else ()
    new, everything = scan(run, root, *flags), scan(run, root, "--no-baseline")
    if flags:  # what the change breaks, a scan of all there is does not check
        everything["violations"] += scan(run, root, *flags, "--no-baseline")["violations"]
    paths = sorted(path for path in drawn_project.after if not path.startswith("."))
    known_violations = [
        violation
        for violation in everything["violations"]
        if violation["path"] in drawn_project.after
    ]
    results: list[str] = []
    for number in range(CASES):
        known_violation = (
            chance.choice(known_violations) if known_violations and number % 2 else None
        )
        rule_id = (
            known_violation["rule_id"] if known_violation else chance.choice(drawn_project.ids)
        )
        path = known_violation["path"] if known_violation else chance.choice(paths)
        lines = drawn_project.after[path].count("\n")
        line = chance.choice((None, chance.randint(1, lines))) if lines else None
        place = path if line is None else f"{path}:{line}"
        outcome = run("why", rule_id, place, *flags, "--json", cwd=root)
        if outcome.code:  # the only contracts of that id are invalid
            assert ".claude/contracts/c.yaml:" in outcome.err, (seed, rule_id, place)
            continue
        explanation = json.loads(outcome.out)
        key = explanation["contract"]["level"], rule_id
        is_once = RULES[explanation["contract"]["type"]].once
        fitting = allowed(key, path, line, new=new, everything=everything)
        if is_once:  # a scan says once of a file what each of the lines is
            fitting += allowed(key, path, None, new=new, everything=everything)
        if not flags and explanation["result"] == "undecided":
            # What changed a scan without a before does not check, and says so.
            assert "not checked" in json.dumps(new["notices"]) or new["undecided"]
        else:
            assert explanation["result"] in fitting, (seed, rule_id, place, outcome.out)
        results.append(explanation["result"])
    return results


@pytest.mark.one_row_in(12)
@pytest.mark.parametrize("seed", range(10))
def test_why_agrees_with_a_scan_in_a_hundred_cases(
    seed: int, project: MakeProject, run: Run
) -> None:
    check_agreement(seed, project, run)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 200))
def test_why_agrees_with_a_scan_in_two_thousand_cases(
    seed: int, project: MakeProject, run: Run
) -> None:
    check_agreement(seed, project, run)
