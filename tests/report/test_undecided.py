"""What could not be checked: in few lines, however much it is."""

from __future__ import annotations

from phaser_lint.contract.model import Report
from phaser_lint.contract.undecided import Undecided
from phaser_lint.hook.report_lines import render_undecided
from phaser_lint.report.github import render
from phaser_lint.report.summary import render_asides

SLOW = "the pattern took longer than 100 ms"


def report(contracts: int, files: int, reason: str = SLOW) -> Report:
    return Report(
        undecided=tuple(
            Undecided(f"s{contract}", f"f{file}.py", reason)
            for contract in range(contracts)
            for file in range(files)
        )
    )


def test_nothing_is_reported_of_nothing() -> None:
    assert render_undecided(Report()) == ""
    assert render_asides(Report()) == []


def test_few_files_are_all_named() -> None:
    assert render_undecided(report(1, 1)) == f"Not checked: s0 on f0.py: {SLOW}."
    assert render_undecided(report(1, 3)) == f"Not checked: s0 on f0.py, f1.py, f2.py: {SLOW}."


def test_contracts_on_the_same_files_are_counted() -> None:
    """A NUL in a file is one line, and one of the ten annotations that GitHub shows."""
    names = "5 contracts (s0, s1, s2, 2 more)"
    assert render_undecided(report(5, 1)) == f"Not checked: {names} on f0.py: {SLOW}."
    assert render_asides(report(5, 2)) == [f"f0.py, f1.py: undecided: {names}: {SLOW}"]
    first_line, *others = render(report(5, 1)).splitlines()
    assert first_line.endswith(f"::f0.py:1:1: {names}: undecided: {SLOW}")
    assert len(others) == 1


def test_many_files_of_a_contract_are_counted() -> None:
    names = "f0.py, f1.py, f2.py and 1,197 more"
    assert render_undecided(report(1, 1200)) == f"Not checked: s0 on {names}: {SLOW}."
    assert render_asides(report(1, 1200)) == [f"{names}: undecided: s0: {SLOW}"]
    assert render(report(1, 1200)).splitlines()[0] == (
        "::error file=f0.py,line=1,title=phaser-lint::"
        f"f0.py:1:1: s0: undecided: {SLOW} (in {names})"
    )


def test_many_contracts_are_counted() -> None:
    """Sixty contracts on 200 files are no 12,000 lines."""
    many = Report(
        undecided=tuple(
            Undecided(f"s{contract}", f"f{file}.py", str(contract))
            for contract in range(60)
            for file in range(200)
        )
    )
    lines_for_model = render_undecided(many).splitlines()
    assert len(lines_for_model) == 11
    assert lines_for_model[-1] == "Not checked: 50 more contracts on 200 files."
    lines = render_asides(many)
    assert len(lines) == 21
    way_on = "phaser-lint scan --format json names all"
    assert lines[-1] == f"undecided: 40 more contracts on 200 files; {way_on}"
    assert len(render(many).splitlines()) == 62


def test_the_same_contract_for_two_reasons() -> None:
    mixed = report(1, 2)._replace(
        undecided=(*report(1, 2).undecided, Undecided("s0", "g.py", "no time left"))
    )
    assert render_undecided(mixed).splitlines() == [
        f"Not checked: s0 on f0.py, f1.py: {SLOW}.",
        "Not checked: s0 on g.py: no time left.",
    ]


def test_names_of_files_are_safe_to_print() -> None:
    hostile = Report(undecided=(Undecided("a", "\x1b[2J\n::error.py", SLOW),))
    assert render_undecided(hostile) == f"Not checked: a on \\x1b[2J\\n::error.py: {SLOW}."
