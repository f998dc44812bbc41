"""One file checked: what is searched, what is known already, and what is left undecided."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.file_verdict import check_file, make_late_verdict, make_patient_search
from phaser_lint.contract.match_contract import find_contract_matches
from phaser_lint.contract.model import Contract, ContractSet, Notice
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import TextFile
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher
from tests.examples import contract

if TYPE_CHECKING:
    from typing import Any

# Its contracts are given with each file.
CHECKER = make_checker(ContractSet(()), 2.0)
EXISTS = contract("exists", "file_exists", file_glob="/x")
ABSENT = contract("absent", "file_not_exists", file_glob="*.py")


class Search:
    """Finds the text "bad", and remembers what it was asked for."""

    def __init__(self, reason: str = "") -> None:
        self.searches: list[tuple[str, str]] = []
        self._reason = reason

    def __call__(self, contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        self.searches.append((contract.rule_id, text))
        place = text.find("bad")
        return PatternMatches([(place, place + 3)] if place >= 0 else [], self._reason)


def test_a_text_is_searched_once_for_each_contract_that_reads_it() -> None:
    """The text for each contract that reads it, with its own line ends where a pattern asks."""
    search = Search()
    contracts = [ABSENT, contract("a"), EXISTS, contract("b"), contract("c", pattern="bad\\r")]
    file = TextFile("a.py", "x\r\nbad\r\n")
    verdict = check_file(CHECKER, file, contracts, find=search)
    assert search.searches == [("a", "x\nbad\n"), ("b", "x\nbad\n"), ("c", "x\r\nbad\r\n")]
    assert [(violation.rule_id, violation.line) for violation in verdict.violations] == [
        ("a", 2), ("b", 2), ("c", 2),
    ]  # fmt: skip
    assert {key for _, key in verdict.ran} == {"absent", "a", "exists", "b", "c"}
    assert verdict.met == {("", "a"), ("", "b"), ("", "c")}


def test_each_cell_and_output_of_a_notebook_is_searched() -> None:
    """Each cell and what it printed; of one reason for several cells it is said once."""
    outputs = [{"output_type": "stream", "text": "bad"}]
    text = json.dumps({"cells": [{"source": "x", "outputs": outputs}, {"source": "y"}]})
    file, search = TextFile("a.ipynb", text), Search("slow")
    verdict = check_file(CHECKER, file, [contract("a")], find=search)
    assert search.searches == [("a", "x"), ("a", "bad"), ("a", "y")]
    assert [violation.cell for violation in verdict.violations] == [1]
    assert verdict.undecided == (Undecided("a", "a.ipynb", "slow"),)
    search = Search()
    unprinted = CHECKER._replace(printed=False)
    check_file(unprinted, file, [contract("a")], find=search)
    assert search.searches == [("a", "x"), ("a", "y")]


@pytest.mark.parametrize(
    ("text", "reason", "violations", "undecided"),
    [
        pytest.param("bad", "", 0, 0, id="there"),
        pytest.param("bad", "slow", 0, 1, id="there before time ran out"),
        pytest.param("good", "slow", 0, 1, id="not there until time ran out"),
        pytest.param("good", "", 1, 0, id="not there"),
    ],
)
def test_a_required_text_is_missing_only_where_all_was_searched(
    text: str, reason: str, violations: int, undecided: int
) -> None:
    """It is missing only where it was looked for to the end."""
    contracts = [contract("needs", "require_pattern"), contract("holds", "file_contains")]
    file = TextFile("a.py", text)
    verdict = check_file(CHECKER, file, contracts, find=Search(reason))
    assert len(verdict.violations) == 2 * violations
    assert len(verdict.undecided) == 2 * undecided


def test_a_contract_on_the_tree_breaks_in_no_file() -> None:
    """It is met by one, or it is not."""
    tree_contract = contract("one", "require_pattern", scope="tree")
    for text, met in (("good", frozenset()), ("bad", frozenset({"one"}))):
        verdict = check_file(CHECKER, TextFile("a.py", text), [tree_contract], find=Search())
        assert (verdict.violations, {key for _, key in verdict.met}) == ((), met)


def test_a_verdict_has_violations_directives_and_notices() -> None:
    """What directives suppressed, which of them, and what is wrong with another."""
    file = TextFile("a.py", "bad # phaser:ignore a\n# phaser:ignore")
    contracts = [contract("a"), contract("b")]
    verdict = check_file(CHECKER, file, contracts, find=Search())
    (directive,) = verdict.directives
    assert [violation.rule_id for violation in verdict.violations] == ["b"]
    assert [violation.rule_id for violation in verdict.suppressed] == ["a"]
    assert verdict.used == {(directive, "a")}
    expected_text = (
        "directive ignores nothing: ignore expects ids separated by commas, and names none"
    )
    assert verdict.notices == (Notice("a.py", 2, expected_text),)
    plain = check_file(CHECKER._replace(ignores=False), file, contracts, find=Search())
    assert [violation.rule_id for violation in plain.violations] == ["a", "b"]
    assert (plain.suppressed, plain.used, plain.notices) == ((), frozenset(), ())


def test_a_file_whose_turn_came_too_late() -> None:
    """Nothing of it is decided by contracts that would have read it; nothing else is said."""
    file = TextFile("a.py", "bad # phaser:ignore")
    late_verdict = make_late_verdict(
        file, [EXISTS, contract("a"), ABSENT, contract("b", "file_contains")]
    )
    assert late_verdict.undecided == (
        Undecided("a", "a.py", "no time left"), Undecided("b", "a.py", "no time left"),
    )  # fmt: skip
    empty_verdict = check_file(CHECKER, TextFile("a.py", ""), [], find=Search())
    assert late_verdict == empty_verdict._replace(undecided=late_verdict.undecided)


class Failing(Searcher):
    """Fails as it was asked to."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def find_spans(self, *args: object, **keys: object) -> list[tuple[int, int]]:
        raise self._error


@pytest.mark.parametrize(
    ("error", "spans_and_reason"),
    [
        (MemoryError(), ((), "the pattern cannot be searched: MemoryError")),
        (RuntimeError("invalid RE code"), ((), "the pattern cannot be searched: invalid RE code")),
        (OutOfTimeError([(2, 3)]), ([(2, 3)], "the pattern took longer than 250 ms")),
    ],
)
def test_a_search_that_did_not_end_gives_its_reason(
    error: BaseException, spans_and_reason: tuple[Any, str]
) -> None:
    """With what it had found until then."""
    assert (
        make_patient_search(Failing(error), make_checker(ContractSet(()), 0.25))(contract(), "x")[
            :2
        ]
        == spans_and_reason
    )


def test_more_matches_than_count_give_the_first_ones_and_a_reason() -> None:
    """As many as count are all there are."""
    search = make_patient_search(Searcher(), make_checker(ContractSet(()), 5.0))
    for number, reason in ((10_000, ""), (10_001, "more than 10,000 matches")):
        matches = search(contract(pattern="a"), "a" * number)
        assert (len(matches.spans), matches.spans[-1]) == (10_000, (9_999, 10_000))
        assert matches.reason == reason


@pytest.mark.parametrize(
    ("kind", "number"),
    [("forbid_pattern", 3), ("file_not_contains", 3), ("require_pattern", 1), ("file_contains", 1)],
)
def test_a_rule_reads_every_match_or_the_first(kind: str, number: int) -> None:
    spans, reason, *_ = find_contract_matches(
        contract(kind=kind), "bad " * 3, searcher=Searcher(), seconds=2.0
    )
    assert (list(spans), reason) == ([(0, 3), (4, 7), (8, 11)][:number], "")
