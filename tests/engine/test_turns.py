"""Turns: what is certain is found first, and what is found does not depend on them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from phaser_lint.engine import check as engine
from phaser_lint.model import ContractSet, Limits, ProposedFile, Report, Undecided
from phaser_lint.selection import Selection
from tests.examples import contract, contract_set, places_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SLOW = "(a|aa)+$"
ENDLESS = "a" * 60 + "b"
NO_TIME = "no time left"


def judged(
    contracts: ContractSet, files: Mapping[str, str], *, limits: Limits, clock: Callable[[], float]
) -> Report:
    return engine.check(
        [ProposedFile(path, text) for path, text in files.items()],
        contracts,
        selection=Selection(contracts),
        limits=limits,
        clock=clock,
    )


class Steps:
    """A clock that goes on by one whenever it is read."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_plain_error_in_the_last_file_is_found_in_time() -> None:
    """Sixty contracts that run away on 200 files come after it, not before."""
    slow = [contract(f"s{number:02}", pattern=f"{SLOW}|{number}x") for number in range(60)]
    contracts = contract_set(*slow, contract("plain", pattern="bad"))
    files = {f"{number:03}.py": ENDLESS for number in range(200)} | {"z.py": "bad\nbad"}
    clock = Steps()
    report = judged(contracts, files, limits=Limits(0.1, deadline=2_000), clock=clock)
    assert places_of(report) == ["plain z.py:1:1", "plain z.py:2:1"]
    assert {entry.reason for entry in report.undecided} == {NO_TIME}
    assert len(report.undecided) >= 12_000
    assert clock.now < 4_000


def test_a_slow_contract_has_its_turn_on_every_file() -> None:
    """It runs away on the first files, and its errors are in the last."""
    contracts = contract_set(contract("s", pattern=SLOW))
    files = {f"{number}.py": ENDLESS for number in range(9)} | {"z.py": "aa\nb"}
    report = judged(contracts, files, limits=Limits(0.02, deadline=60), clock=Steps())
    assert places_of(report) == ["s z.py:1:1"]
    assert [entry.path for entry in report.undecided] == [f"{number}.py" for number in range(9)]


def test_the_deadline_holds_within_a_file() -> None:
    """Between its patterns, whoever comes first."""
    named = [contract(f"s{number}", pattern=f"{SLOW}|{number}x") for number in range(9)]
    report = judged(
        contract_set(*named), {"a.py": ENDLESS}, limits=Limits(60.0, deadline=12), clock=Steps()
    )
    assert report.undecided == tuple(Undecided(f"s{n}", "a.py", NO_TIME) for n in range(9))


def test_what_was_found_before_a_pattern_ran_away_is_an_error() -> None:
    """It is a match, whatever comes after it; and that there may be more is said."""
    report = judged(
        contract_set(contract("s", pattern=SLOW)),
        {"a.py": f"aa\nb\na\n{ENDLESS}"},
        limits=Limits(0.02, deadline=1_000),
        clock=Steps(),
    )
    assert places_of(report) == ["s a.py:1:1", "s a.py:3:1"]
    longer = "the pattern took longer than 20 ms"
    assert report.undecided == (Undecided("s", "a.py", longer),)


PATTERNS = ("bad", r"\w+d\b", "^(?!b)", "(?s)b.*d", "(?r)ba", "(x+x+)+y", SLOW, r"[^\S\n]+$")
KINDS = ("forbid_pattern", "file_not_contains", "require_pattern", "file_contains")
PIECES = ("bad", "x" * 24, "a" * 9, " ", "\n", "\r\n", "bd", "# phaser:ignore c0\n", "yy")


@pytest.mark.parametrize("seed", range(40))
def test_turns_change_nothing_where_nothing_runs_out_of_time(seed: int) -> None:
    """The report is that of one turn for each pattern on each file, one after the other."""
    chance = random.Random(seed)
    contracts = contract_set(
        *[
            contract(f"c{number}", chance.choice(KINDS), pattern=chance.choice(PATTERNS))
            for number in range(6)
        ]
    )
    files = {
        f"{number}.py": "".join(chance.choices(PIECES, k=12))
        for number in range(chance.randint(1, 9))
    }
    selection = Selection(contracts)
    proposed = [ProposedFile(path, text) for path, text in files.items()]
    alone = engine.check(proposed, contracts, selection=selection, limits=Limits(60.0))
    in_turns = judged(contracts, files, limits=Limits(60.0, deadline=1e9), clock=Steps())
    assert in_turns == alone
    assert not alone.undecided
