"""What is named below the violations that stop a commit."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import ContractSummary, Report, Violation
from phaser_lint.report.refused_commit import ways_on

BASELINE = "phaser-lint baseline"
MEANT = "Only if this is meant, and the contract allows it, "


def violation(path: str, *, line: int | None = 3, text: str = "x") -> Violation:
    where = "file" if line is None else "line"
    return Violation("a", "error", "No.", path, where, line=line, line_text=text)


def test_without_a_violation_there_is_nothing_to_go_on_from() -> None:
    assert ways_on(Report()) == []


@pytest.mark.parametrize(
    ("found", "why", "suppression"),
    [
        (violation("a b.py"), "why a 'a b.py:3'", ["end line 3 with: # phaser:ignore a -- reason"]),
        (
            violation("Dockerfile"),
            "why a Dockerfile:3",
            ["put above line 3: # phaser:ignore-next-line a -- reason"],
        ),
        (
            violation("a.py", line=None),
            "why a a.py",
            ["add to the file: # phaser:ignore-file a -- reason"],
        ),
        (violation("a.xml"), "why a a.xml:3", ["end line 3 with: <!-- phaser:ignore a -->"]),
        (violation("a.json"), "why a a.json:3", []),
        (violation("a.sh", text="x \\"), "why a a.sh:3", []),
        (violation("/LICENSE", line=None)._replace(where="glob"), "explain a", []),
    ],
)
def test_the_ways_on_from_the_first_error(
    found: Violation, why: str, suppression: list[str]
) -> None:
    """A whole command for a shell, and a comment of the file's own language, if it has one."""
    warning = violation("z.py")._replace(severity="warning")
    width = max(len(f"phaser-lint {why}"), len(BASELINE))
    assert ways_on(Report(violations=(warning, found))) == [
        "next:",
        f"  {f'phaser-lint {why}':<{width}}  # explains the first violation",
        f"  {BASELINE:<{width}}  # records all violations, if this is an old one",
        *(f"{MEANT}{way}" for way in suppression),
    ]


def test_a_frozen_file_has_no_directive_to_propose() -> None:
    """One that comes with the change does not count."""
    contract = ContractSummary("a", "file_frozen", "error", "No.")
    report = Report(violations=(violation("a.py", line=None),), contracts=(contract,))
    assert [line for line in ways_on(report) if line.startswith(MEANT)] == []


@pytest.mark.parametrize(("checked_paths", "proposals"), [(("new.py",), 0), (("a.py",), 1)])
def test_a_file_that_the_change_removes_holds_no_directive(
    checked_paths: tuple[str, ...], proposals: int
) -> None:
    """After ``git mv a.py new.py`` there is no ``a.py`` to write in."""
    contract = ContractSummary("a", "changed_together", "error", "No.")
    report = Report(
        checked=checked_paths, violations=(violation("a.py", line=None),), contracts=(contract,)
    )
    assert sum(line.startswith(MEANT) for line in ways_on(report)) == proposals


@pytest.mark.parametrize("kind", ["file_frozen", "keep_pattern", "changed_together"])
def test_a_baseline_is_no_way_on_from_what_a_change_broke(kind: str) -> None:
    """No baseline covers it; it may cover another violation."""
    frozen = ContractSummary("a", kind, "error", "No.")
    no_print = ContractSummary("b", "forbid_pattern", "error", "No.")
    of_change = violation("a.json", line=None)
    report = Report(violations=(of_change,), contracts=(frozen, no_print))
    why = "phaser-lint why a a.json --since HEAD"
    assert ways_on(report) == ["next:", f"  {why}  # explains the first violation"]
    both = report._replace(violations=(of_change, of_change._replace(rule_id="b")))
    assert [line.split("#")[0].strip() for line in ways_on(both)] == ["next:", why, BASELINE]
