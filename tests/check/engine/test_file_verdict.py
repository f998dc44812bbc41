"""One file checked: what is searched, what is known already, and what is left undecided."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.check.engine.file_verdict import check_file, check_late, patient
from phaser_lint.contract.match_contract import search_for
from phaser_lint.contract.model import Contract, ContractSet, Notice, Undecided
from phaser_lint.core.checked_files import ProposedFile
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher, TooManyMatchesError
from tests.examples import contract

if TYPE_CHECKING:
    from phaser_lint.contract.rules.rule import Found

# Its contracts are given with each file.
CHECKER = checker_by(ContractSet(()), Limits(2.0))
EXISTS = contract("exists", "file_exists", file_glob="/x")
ABSENT = contract("absent", "file_not_exists", file_glob="*.py")


class Search:
    """Finds the text "bad", and remembers what it was asked for."""

    def __init__(self, reason: str = "") -> None:
        self.asked: list[tuple[str, str]] = []
        self._reason = reason

    def __call__(self, contract: Contract, text: str, name: str = "", /) -> Found:
        self.asked.append((contract.rule_id, text))
        place = text.find("bad")
        return ([(place, place + 3)] if place >= 0 else []), self._reason


def test_what_is_searched() -> None:
    """The text for each contract that reads it, with its own line ends where a pattern asks."""
    search = Search()
    contracts = [ABSENT, contract("a"), EXISTS, contract("b"), contract("c", pattern="bad\\r")]
    file = ProposedFile("a.py", "x\r\nbad\r\n")
    verdict = check_file(CHECKER, file, contracts, find=search)
    assert search.asked == [("a", "x\nbad\n"), ("b", "x\nbad\n"), ("c", "x\r\nbad\r\n")]
    assert [(each.rule_id, each.line) for each in verdict.violations] == [
        ("a", 2), ("b", 2), ("c", 2),
    ]  # fmt: skip
    assert {key for _, key in verdict.ran} == {"absent", "a", "exists", "b", "c"}
    assert verdict.met == {("", "a"), ("", "b"), ("", "c")}


def test_what_is_searched_of_a_notebook() -> None:
    """Each cell and what it printed; of one reason for several cells it is said once."""
    outputs = [{"output_type": "stream", "text": "bad"}]
    text = json.dumps({"cells": [{"source": "x", "outputs": outputs}, {"source": "y"}]})
    file, search = ProposedFile("a.ipynb", text), Search("slow")
    verdict = check_file(CHECKER, file, [contract("a")], find=search)
    assert search.asked == [("a", "x"), ("a", "bad"), ("a", "y")]
    assert [each.cell for each in verdict.violations] == [1]
    assert verdict.undecided == (Undecided("a", "a.ipynb", "slow"),)
    search = Search()
    unprinted = CHECKER._replace(limits=CHECKER.limits._replace(printed=False))
    check_file(unprinted, file, [contract("a")], find=search)
    assert search.asked == [("a", "x"), ("a", "y")]


@pytest.mark.parametrize(
    ("text", "reason", "violations", "undecided"),
    [
        pytest.param("bad", "", 0, 0, id="there"),
        pytest.param("bad", "slow", 0, 1, id="there before time ran out"),
        pytest.param("good", "slow", 0, 1, id="not there until time ran out"),
        pytest.param("good", "", 1, 0, id="not there"),
    ],
)
def test_what_a_file_has_to_hold(text: str, reason: str, violations: int, undecided: int) -> None:
    """It is missing only where it was looked for to the end."""
    contracts = [contract("needs", "require_pattern"), contract("holds", "file_contains")]
    file = ProposedFile("a.py", text)
    verdict = check_file(CHECKER, file, contracts, find=Search(reason))
    assert len(verdict.violations) == 2 * violations
    assert len(verdict.undecided) == 2 * undecided


def test_a_contract_on_the_tree_breaks_in_no_file() -> None:
    """It is met by one, or it is not."""
    one = contract("one", "require_pattern", scope="tree")
    for text, met in (("good", frozenset()), ("bad", frozenset({"one"}))):
        verdict = check_file(CHECKER, ProposedFile("a.py", text), [one], find=Search())
        assert (verdict.violations, {key for _, key in verdict.met}) == ((), met)


def test_a_whole_verdict() -> None:
    """What directives suppressed, which of them, and what is wrong with another."""
    file = ProposedFile("a.py", "bad # phaser:ignore a\n# phaser:ignore")
    contracts = [contract("a"), contract("b")]
    verdict = check_file(CHECKER, file, contracts, find=Search())
    (directive,) = verdict.directives.directives
    assert [each.rule_id for each in verdict.violations] == ["b"]
    assert [each.rule_id for each in verdict.suppressed] == ["a"]
    assert verdict.used == {(directive, "a")}
    said = "directive ignores nothing: ignore expects ids separated by commas, and names none"
    assert verdict.notices == (Notice("a.py", 2, said),)
    plain = check_file(CHECKER._replace(ignores=False), file, contracts, find=Search())
    assert [each.rule_id for each in plain.violations] == ["a", "b"]
    assert (plain.suppressed, plain.used, plain.notices) == ((), frozenset(), ())


def test_a_file_whose_turn_came_too_late() -> None:
    """Nothing of it is decided by contracts that would have read it; nothing else is said."""
    file = ProposedFile("a.py", "bad # phaser:ignore")
    late = check_late(file, [EXISTS, contract("a"), ABSENT, contract("b", "file_contains")])
    assert late.undecided == (
        Undecided("a", "a.py", "no time left"), Undecided("b", "a.py", "no time left"),
    )  # fmt: skip
    nothing = check_file(CHECKER, ProposedFile("a.py", ""), [], find=Search())
    assert late == nothing._replace(undecided=late.undecided)


class Failing(Searcher):
    """Fails as it was asked to."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def find_spans(self, *args: object, **keys: object) -> list[tuple[int, int]]:
        raise self._error


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (MemoryError(), ((), "the pattern cannot be searched: MemoryError")),
        (RuntimeError("invalid RE code"), ((), "the pattern cannot be searched: invalid RE code")),
        (TooManyMatchesError([(0, 1)]), ([(0, 1)], "more than 10,000 matches")),
        (OutOfTimeError([(2, 3)]), ([(2, 3)], "the pattern took longer than 250 ms")),
    ],
)
def test_why_a_search_did_not_end(error: BaseException, found: Found) -> None:
    """With what it had found until then."""
    assert (
        patient(Failing(error), checker_by(ContractSet(()), Limits(0.25)))(contract(), "x") == found
    )


@pytest.mark.parametrize(
    ("kind", "number"),
    [("forbid_pattern", 3), ("file_not_contains", 3), ("require_pattern", 1), ("file_contains", 1)],
)
def test_how_much_a_rule_reads(kind: str, number: int) -> None:
    """Every match, or the first."""
    spans, reason = search_for(contract(kind=kind), "bad " * 3, searcher=Searcher(), seconds=2.0)
    assert (list(spans), reason) == ([(0, 3), (4, 7), (8, 11)][:number], "")
