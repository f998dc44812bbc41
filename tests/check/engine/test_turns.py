"""Turns: what is certain is found first, and what is found does not depend on them."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine import turns
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.model import ContractSet, Report
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import TextFile
from phaser_lint.text.search.searcher import OutOfTimeError
from tests.counted_work import calls_of
from tests.examples import contract, contract_set, places_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from phaser_lint.check.engine.file_verdict import FileVerdict
    from phaser_lint.text.search.counted_matches import BlockQuestion, Counts
    from phaser_lint.text.search.searcher import Pattern

SLOW = "(a|aa)+$"
ENDLESS = "a" * 60 + "b"
NO_TIME = "no time left"


def check_files(
    contracts: ContractSet, files: Mapping[str, str], *, clock: Callable[[], float], **limits: Any
) -> Report:
    checker = make_checker(contracts, clock=clock, **limits)
    return engine.check_files(checker, [TextFile(path, text) for path, text in files.items()])


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
    report = check_files(contracts, files, pattern_seconds=0.1, deadline=2_000, clock=clock)
    assert places_of(report) == ["plain z.py:1:1", "plain z.py:2:1"]
    assert {undecided.reason for undecided in report.undecided} == {NO_TIME}
    assert len(report.undecided) >= 12_000
    assert clock.now < 4_000


def test_a_slow_contract_has_its_turn_on_every_file() -> None:
    """It runs away on the first files, and its errors are in the last."""
    contracts = contract_set(contract("s", pattern=SLOW))
    files = {f"{number}.py": ENDLESS for number in range(9)} | {"z.py": "aa\nb"}
    report = check_files(contracts, files, pattern_seconds=0.02, deadline=60, clock=Steps())
    assert places_of(report) == ["s z.py:1:1"]
    assert [undecided.path for undecided in report.undecided] == [
        f"{number}.py" for number in range(9)
    ]


def test_the_deadline_holds_within_a_file() -> None:
    """Between its patterns, whoever comes first."""
    slow_contracts = [contract(f"s{number}", pattern=f"{SLOW}|{number}x") for number in range(9)]
    report = check_files(
        contract_set(*slow_contracts),
        {"a.py": ENDLESS},
        pattern_seconds=60.0,
        deadline=12,
        clock=Steps(),
    )
    assert report.undecided == tuple(Undecided(f"s{n}", "a.py", NO_TIME) for n in range(9))


def test_a_first_turn_goes_on_after_the_deadline() -> None:
    """A start that took all the time let a plain violation pass; for a long turn there is none."""
    contracts = contract_set(contract("plain"), contract("s", pattern=SLOW))
    report = check_files(
        contracts,
        {"a.py": f"bad\n{ENDLESS}", "b.py": "bad"},
        pattern_seconds=60.0,
        deadline=0,
        grace=100,
        clock=Steps(),
    )
    assert places_of(report) == ["plain a.py:1:1", "plain b.py:1:1"]
    assert report.undecided == (Undecided("s", "a.py", NO_TIME),)
    report_without_grace = check_files(
        contracts, {"a.py": "bad"}, pattern_seconds=60.0, deadline=0, clock=Steps()
    )
    assert places_of(report_without_grace) == []


def test_what_was_found_before_a_pattern_ran_away_is_an_error() -> None:
    """It is a match, whatever comes after it; and that there may be more is said."""
    report = check_files(
        contract_set(contract("s", pattern=SLOW)),
        {"a.py": f"aa\nb\na\n{ENDLESS}"},
        pattern_seconds=0.02,
        deadline=1_000,
        clock=Steps(),
    )
    assert places_of(report) == ["s a.py:1:1", "s a.py:3:1"]
    longer = "the pattern took longer than 20 ms"
    assert report.undecided == (Undecided("s", "a.py", longer),)


PATTERNS = ("bad", r"\w+d\b", "^(?!b)", "(?s)b.*d", "(?r)ba", "(x+x+)+y", SLOW, r"[^\S\n]+$")
KINDS = ("forbid_pattern", "file_not_contains", "require_pattern", "file_contains")
PIECES = ("bad", "x" * 24, "a" * 9, " ", "\n", "\r\n", "bd", "# phaser:ignore c0\n", "yy")


@pytest.mark.one_row_in(5)
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
    proposed = [TextFile(path, text) for path, text in files.items()]
    alone = engine.check_files(make_checker(contracts, 60.0), proposed)
    in_turns = check_files(contracts, files, pattern_seconds=60.0, deadline=1e9, clock=Steps())
    assert in_turns == alone
    assert not alone.undecided


class Slow:
    """A searcher that needs some seconds for each contract, and remembers what it was given."""

    def __init__(self, needs: Mapping[str, float]) -> None:
        self.given: list[tuple[str, str, float]] = []
        self._needs = needs

    def counting(
        self,
        patterns: Sequence[str],
        text: str,
        name: str,
        *,
        of_blocks: BlockQuestion | None,
        seconds: float,
    ) -> None:
        return None

    def find_spans(
        self,
        pattern: Pattern,
        text: str,
        name: str,
        *,
        seconds: float,
        only_first: bool,
        of_items: bool,
        counts: Counts | None,
        exempts: object,
    ) -> list[tuple[int, int]]:
        self.given.append((pattern.written, text, seconds))
        if seconds < self._needs.get(pattern.written, 0.0):
            raise OutOfTimeError([(0, 1)])
        return [(0, 3)]


def turns_of(
    needs: Mapping[str, float],
    texts: str,
    *,
    clock: Callable[[], float],
    monkeypatch: pytest.MonkeyPatch,
    **limits: Any,
) -> tuple[list[tuple[str, str, float]], list[FileVerdict]]:
    """What each search was given, in its order, and the verdicts on files of one letter each."""
    searcher = Slow(needs)
    monkeypatch.setattr(turns, "Searcher", lambda: searcher)
    contracts = [contract(rule_id, pattern=rule_id) for rule_id in needs]
    checker = make_checker(contract_set(*contracts), clock=clock, **limits)
    files = [(TextFile(f"{text}.py", f"{text}xx"), contracts) for text in texts]
    verdicts = turns.check_in_turns(checker, files[0], files[1:])
    return [(rule_id, text[0], seconds) for rule_id, text, seconds in searcher.given], verdicts


def test_a_turn_that_adds_nothing_judges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of matches were judged anew, though each search had had its time already."""

    def check_one_text() -> None:
        with monkeypatch.context() as patch:
            turns_of(
                {"a": 0.1},
                "x",
                pattern_seconds=0.1,
                deadline=100,
                clock=lambda: 0.0,
                monkeypatch=patch,
            )

    # In half a thousandth of a second, a hundredth, and a tenth.
    assert calls_of(check_one_text, function_name="check_file") == 3


def test_what_ends_in_its_first_turn_has_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each search once, however long the turns are."""
    searches, verdicts = turns_of(
        {"a": 0.0, "b": 0.0}, "xyz", pattern_seconds=1.0, deadline=9.0, clock=lambda: 0.0,
        monkeypatch=monkeypatch,
    )  # fmt: skip
    assert searches == [(rule_id, text, 0.0005) for text in "xyz" for rule_id in "ab"]
    assert [len(verdict.violations) for verdict in verdicts] == [2, 2, 2]
    assert not any(verdict.undecided for verdict in verdicts)


def test_turns_get_longer_for_those_that_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who ran out of a turn twice comes after all others of it; who ended is not asked again."""
    searches, verdicts = turns_of(
        {"s": 5.0, "m": 0.005, "q": 0.0}, "abc", pattern_seconds=1.0, deadline=99.0,
        clock=lambda: 0.0, monkeypatch=monkeypatch,
    )  # fmt: skip
    shortest = [("s", "a"), ("m", "a"), ("q", "a"), ("s", "b"), ("m", "b"), ("q", "b"),
                ("q", "c"), ("s", "c"), ("m", "c")]  # fmt: skip
    longer = [("s", "a"), ("m", "a"), ("s", "b"), ("m", "b"), ("m", "c"), ("s", "c")]
    longest = [("s", "a"), ("s", "b"), ("s", "c")]
    assert searches == [
        (*search, seconds)
        for seconds, turn in ((0.0005, shortest), (0.01, longer), (1.0, longest))
        for search in turn
    ]
    # What was found before the time ran out counts.
    assert [len(verdict.violations) for verdict in verdicts] == [3, 3, 3]
    assert [verdict.undecided for verdict in verdicts] == [
        (Undecided("s", f"{name}.py", "the pattern took longer than 1000 ms"),) for name in "abc"
    ]


@pytest.mark.parametrize(
    ("longest", "expected_seconds"),
    [
        (0.0005, [0.0005]),
        (0.005, [0.0005, 0.005]),
        (0.01, [0.0005, 0.01]),
        (1.0, [0.0005, 0.01, 1.0]),
    ],
)
def test_no_turn_is_longer_than_the_longest(
    longest: float, expected_seconds: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All the time that a pattern has on a file is its last turn."""
    searches, (verdict,) = turns_of(
        {"s": 5.0}, "a", pattern_seconds=longest, deadline=99.0, clock=lambda: 0.0,
        monkeypatch=monkeypatch,
    )  # fmt: skip
    assert [seconds for _, _, seconds in searches] == expected_seconds
    (undecided,) = verdict.undecided
    assert undecided.reason == f"the pattern took longer than {longest * 1000:g} ms"


def test_the_last_search_has_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it took no longer than that says nothing of the pattern."""
    searches, (verdict,) = turns_of(
        {"s": 5.0}, "a", pattern_seconds=1.0, deadline=10.0, clock=lambda: 9.75,
        monkeypatch=monkeypatch,
    )  # fmt: skip
    # Within a quarter of a second there is room for each turn, the last cut short.
    assert [seconds for _, _, seconds in searches] == [0.0005, 0.01, 0.25]
    assert verdict.undecided == (Undecided("s", "a.py", NO_TIME),)


def test_at_the_deadline_there_is_one_short_turn_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """And none after it."""
    for second, expected in ((10.0, [0.0005, 0.0005, 0.0005]), (10.01, [])):
        searches, (verdict,) = turns_of(
            {"s": 5.0}, "a", pattern_seconds=1.0, deadline=10.0, clock=lambda second=second: second,
            monkeypatch=monkeypatch,
        )  # fmt: skip
        assert [seconds for _, _, seconds in searches] == expected
        assert verdict.undecided == (Undecided("s", "a.py", NO_TIME),)


def test_what_is_printed_counts_as_the_checker_says() -> None:
    """In turns or not."""
    outputs = [{"output_type": "stream", "text": "bad"}]
    text = json.dumps({"cells": [{"source": "x", "outputs": outputs}]})
    files = [TextFile("a.ipynb", text)]
    for deadline in (None, 99.0):
        for printed in (True, False):
            checker = make_checker(
                contract_set(contract()),
                60.0,
                deadline=deadline,
                printed=printed,
                clock=lambda: 0.0,
            )
            (verdict,), _ = engine.check_each_file(checker, files)
            assert len(verdict.violations) == printed


def test_the_first_turn_may_come_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the grace that it has; those that wait in it come too late for the second."""
    for second, expected in ((12.0, [("s", "a", 0.0005), ("s", "b", 0.0005)]), (12.01, [])):
        searches, verdicts = turns_of(
            {"s": 5.0}, "abc", pattern_seconds=1.0, deadline=10.0, grace=2.0,
            clock=lambda second=second: second, monkeypatch=monkeypatch,
        )  # fmt: skip
        assert searches == expected
        assert [verdict.undecided[0].reason for verdict in verdicts] == [NO_TIME] * 3
