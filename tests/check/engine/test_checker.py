"""The checker: its selection is always that of its contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.file_verdict import check_file, make_patient_search
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import TextFile
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher
from tests.examples import contract, contract_set

if TYPE_CHECKING:
    from phaser_lint.contract.model import Contract


def test_other_contracts_select_and_nothing_else_changes() -> None:
    """Neither whether directives count nor the clock."""
    python_contract, typescript_contract = (
        contract("a", file_glob="*.py"),
        contract("b", file_glob="*.ts"),
    )
    checker = make_checker(contract_set(python_contract), 2.0, clock=lambda: 1.0, ignores=False)
    assert not checker.ignores
    other_checker = checker.with_contracts(contract_set(typescript_contract))
    for either_checker, expected_contracts in (
        (checker, [python_contract]),
        (other_checker, [typescript_contract]),
    ):
        selected = [
            selected_contract
            for path in ("a.py", "a.ts")
            for selected_contract in either_checker.selection.contracts_for(path)
        ]
        assert selected == expected_contracts
        assert list(either_checker.contracts.contracts) == expected_contracts
    assert other_checker == checker._replace(
        contracts=other_checker.contracts, selection=other_checker.selection
    )


@pytest.mark.parametrize(
    ("ids_out_of_time", "next_id", "seconds"),
    [
        ([], "a", 2.0),
        (["a"], "a", 2.0),
        (["a"], "b", 2.0),
        (["a"] * 2, "b", 2.0),
        (["a"] * 2, "a", 0.1),
        (["a", "b", "c"], "a", 0.1),
        (["a", "b", "c"], "d", 0.1),
        (["a", "b", "c", "d"], "a", 0.01),
        (["a", "b", "c", "d", "e", "f"], "a", 0.0005),
        (["a", "b", "c", "d", "e", "f"], "z", 0.1),
    ],
)
def test_a_pattern_that_ran_away_has_less_time(
    ids_out_of_time: list[str], next_id: str, seconds: float
) -> None:
    """And the less, the more time was lost in all; no other one has less than in the hook."""
    checker = make_checker(contract_set(), 2.0)
    for rule_id in ids_out_of_time:
        checker.note_runaway(contract(rule_id), 2.0)
    assert checker.seconds_for(contract(next_id)) == pytest.approx(seconds)


class Hours:
    """A clock that goes on by an hour whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 3_600
        return self.now


@pytest.mark.parametrize(
    ("lines", "limit", "is_over"), [(10, 3_600, False), (1, 36, False), (40, 36, True)]
)
def test_the_lines_of_a_file_have_one_sum(lines: int, limit: float, is_over: bool) -> None:
    """Each stays under the limit, and all together do not: what is left is undecided, and said."""
    searched_lines: list[str] = []

    def search(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        if "\0" not in contract.rule_id:
            return PatternMatches(
                [(offset, offset + 1) for offset, sign in enumerate(text) if sign == "x"]
            )
        searched_lines.append(text)
        return PatternMatches()

    conditional = contract("a", pattern="x", unless_match="y")
    checker = make_checker(contract_set(conditional), limit, clock=Hours())
    file = TextFile("a.py", "".join(f"x {number}\n" for number in range(lines)))
    verdict = check_file(checker, file, [conditional], find=search)
    if not is_over:
        assert (len(verdict.violations), verdict.undecided, len(searched_lines)) == (
            lines,
            (),
            lines,
        )
        return
    reason = "unless_match: the pattern took longer than 360000 ms on all lines together"
    assert verdict.undecided == (Undecided("a", "a.py", reason),)
    assert len(verdict.violations) == len(searched_lines) == 1
    second_verdict = check_file(checker, file, [conditional], find=search)
    assert (len(second_verdict.violations), len(second_verdict.undecided), len(searched_lines)) == (
        1,
        1,
        2,
    )


class Endless(Searcher):
    """Runs out of time at once, whatever it is given; it remembers that."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[float] = []

    def find_spans(  # type: ignore[no-untyped-def]
        self, contract, text, name, *, seconds, only_first, of_items, counts, exempts
    ) -> list[tuple[int, int]]:
        self.given.append(seconds)
        raise OutOfTimeError([])


def test_twenty_that_run_away_on_thirty_files() -> None:
    """All of them are undecided on each, in 20 seconds; it took 20 minutes."""
    contracts = [contract(f"s{number:02}") for number in range(20)]
    checker, searcher = make_checker(contract_set(*contracts), 2.0), Endless()
    undecided = [
        pattern_out_of_time
        for number in range(30)
        for pattern_out_of_time in check_file(
            checker,
            TextFile(f"{number}.py", "x"),
            contracts,
            find=make_patient_search(searcher, checker),
        ).undecided
    ]
    assert len(searcher.given) == len(undecided) == 600
    assert sum(searcher.given) < 20
    assert undecided[0] == Undecided("s00", "0.py", "the pattern took longer than 2000 ms")
    assert undecided[-1] == Undecided("s19", "29.py", "the pattern took longer than 0.5 ms")


def test_who_checks_by_other_contracts_knows_of_them() -> None:
    """Each commit of a history has a checker of its own; another run has not."""
    checker = make_checker(contract_set(contract("a")), 2.0)
    assert checker.with_contracts(contract_set(contract("b"))).runaways is checker.runaways
    assert make_checker(checker.contracts, 2.0).runaways is not checker.runaways
