"""Fixes made by chance, on files made by chance: what holds of the result, whatever they are."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
import regex

from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.check.fixes.contract_edits import WAITS
from phaser_lint.check.fixes.fixed_file import FixedFile, fix_file
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.checked_files import ProposedFile
from phaser_lint.core.text import normalise
from phaser_lint.text.search.patterns import FLAGS
from tests.examples import contract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import Contract, Violation

# Each of them meets some of the others' results.
FIXES = (
    ("a", "b"), ("b", "c"), ("ab", "ba"), (r"(a)(b?)", r"<\2\1>"), (r"[ \t]+$", ""), (r"^x\n", ""),
    (r"\n{2,}", r"\n"), (r"(?<=a)b", "B"), (r"^(?!#)(?=x)", "# "), (r"x(?=.*b)", "y"),
    ("<", "&lt;"), (r"c\n(.)", r"c \1"), (r"(?P<q>['\"])(.*?)(?P=q)", r"`\2`"), ("y", r"\g<0>!"),
    ("!", ""),
)  # fmt: skip
LINES = ("a", "ab x", "x", "", "b  ", "# a", "'a b'", "c", "xxb\t", "a  # phaser:ignore c-0 -- why")


def contracts_of(random: Random) -> list[Contract]:
    chosen = random.sample(FIXES, random.randrange(1, 5))
    made = [
        contract(f"c-{number}", random.choice(["forbid_pattern", "file_not_contains"]),
                 pattern=pattern, fix=fix)
        for number, (pattern, fix) in enumerate(chosen)
    ]  # fmt: skip
    header = contract("header", "require_pattern", pattern="SPDX", fix={"prepend": "# SPDX"})
    return [*made, *random.choices([header], k=random.randrange(2))]


def text_of(random: Random) -> str:
    lines = "".join(f"{random.choice(LINES)}\n" for _ in range(random.randrange(7)))
    return lines if random.random() < 0.7 else lines[:-1]


def violations(checker: Checker, text: str) -> Sequence[Violation]:
    return engine.examine(checker, [ProposedFile("f.py", text)]).violations


def fixed(checker: Checker, text: str, broken: Sequence[Violation]) -> FixedFile:
    return fix_file(checker, ProposedFile("f.py", text), broken)


def numbers(found: Sequence[Violation]) -> dict[str, int]:
    ids = [violation.rule_id for violation in found]
    return {rule_id: ids.count(rule_id) for rule_id in ids}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("seed", range(12))
def test_what_holds_of_every_result(seed: int) -> None:
    """What was fixed is gone, nothing else is worse, what exists or is suppressed stays."""
    random = Random(seed)
    for _ in range(40):
        contracts = contracts_of(random)
        checker = checker_by(ContractSet(tuple(contracts)), Limits(2.0))
        text = text_of(random)
        before = violations(checker, text)
        wanted = [each for each in before if random.random() < 0.8]
        file = fixed(checker, text, wanted)
        then, now = numbers(before), numbers(violations(checker, file.result()))
        gone = numbers([target.violation for target in file.fixed])
        assert all(now.get(rule, 0) <= then.get(rule, 0) for rule in {*then, *now}), (text, file)
        assert all(now.get(rule, 0) <= then[rule] - gone[rule] for rule in gone), (text, file)
        assert {target.violation for target in file.fixed} <= {*wanted}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("seed", range(6))
def test_line_ends_play_no_part(seed: int) -> None:
    """A file with Windows line ends and a mark becomes what the other one does, and keeps both."""
    random = Random(seed)
    for _ in range(40):
        checker = checker_by(ContractSet(tuple(contracts_of(random))), Limits(2.0))
        text = text_of(random)
        windows = "\ufeff" + text.replace("\n", "\r\n")
        result = fixed(checker, windows, violations(checker, windows)).result()
        assert normalise(result) == fixed(checker, text, violations(checker, text)).result()
        assert result.startswith("\ufeff")
        if "\n" in text:
            assert result.count("\n") == result.count("\r\n")


def substituted(checker: Checker, contracts: Sequence[Contract], text: str) -> str:
    """What ``regex.sub`` makes of *text* for one contract after the other, where that is better."""
    for each in contracts:
        then = numbers(violations(checker, text))
        if not then.get(each.rule_id):
            continue
        result = regex.sub(each.pattern, each.value_of("fix"), text, flags=FLAGS)
        now = numbers(violations(checker, result))
        if not now.get(each.rule_id) and all(now[rule] <= then.get(rule, 0) for rule in now):
            text = result
    return text


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("seed", range(6))
def test_a_substitution_does_the_same(seed: int) -> None:
    """Where all matches count, and none has to wait for another run."""
    random = Random(seed)
    compared = 0
    for _ in range(80):
        contracts = [each for each in contracts_of(random) if each.type != "require_pattern"]
        checker = checker_by(ContractSet(tuple(contracts)), Limits(2.0), ignores=False)
        text = text_of(random)
        found = violations(checker, text)
        file = fixed(checker, text, found)
        if all(entry.reason != WAITS for entry in file.left):
            compared += 1
            assert file.result() == substituted(checker, contracts, text), (text, file.left)
    assert compared > 20
