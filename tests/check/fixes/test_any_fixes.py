"""Fixes made by chance, on files made by chance: what holds of the result, whatever they are."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
import regex

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.fixes.contract_edits import WAITS
from phaser_lint.check.fixes.fixed_file import FixedFile, fix_file
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import normalise_text
from phaser_lint.text.search.pattern_tree import FLAGS
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


def draw_contracts(random: Random) -> list[Contract]:
    chosen_fixes = random.sample(FIXES, random.randrange(1, 5))
    chosen_contracts = [
        contract(f"c-{number}", random.choice(["forbid_pattern", "file_not_contains"]),
                 pattern=pattern, fix=fix)
        for number, (pattern, fix) in enumerate(chosen_fixes)
    ]  # fmt: skip
    header = contract("header", "require_pattern", pattern="SPDX", fix={"prepend": "# SPDX"})
    return [*chosen_contracts, *random.choices([header], k=random.randrange(2))]


def draw_text(random: Random) -> str:
    lines = "".join(f"{random.choice(LINES)}\n" for _ in range(random.randrange(7)))
    return lines if random.random() < 0.7 else lines[:-1]


def find_violations(checker: Checker, text: str) -> Sequence[Violation]:
    return engine.examine_files(checker, [TextFile("f.py", text)]).violations


def fix_text(checker: Checker, text: str, find_violations: Sequence[Violation]) -> FixedFile:
    return fix_file(checker, TextFile("f.py", text), find_violations)


def count_by_rule(find_violations: Sequence[Violation]) -> dict[str, int]:
    ids = [violation.rule_id for violation in find_violations]
    return {rule_id: ids.count(rule_id) for rule_id in ids}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", range(12))
def test_a_fix_removes_its_violation_and_adds_no_other(seed: int) -> None:
    """What was fixed is gone, nothing else is worse, what exists or is suppressed stays."""
    random = Random(seed)
    for _ in range(40):
        contracts = draw_contracts(random)
        checker = make_checker(ContractSet(tuple(contracts)), 2.0)
        text = draw_text(random)
        before = find_violations(checker, text)
        chosen_violations = [violation for violation in before if random.random() < 0.8]
        file = fix_text(checker, text, chosen_violations)
        counts_before, counts_after = (
            count_by_rule(before),
            count_by_rule(find_violations(checker, file.result())),
        )
        fixed_counts = count_by_rule([target.violation for target in file.fixed])
        assert all(
            counts_after.get(rule_id, 0) <= counts_before.get(rule_id, 0)
            for rule_id in {*counts_before, *counts_after}
        ), (text, file)
        assert all(
            counts_after.get(rule_id, 0) <= counts_before[rule_id] - fixed_counts[rule_id]
            for rule_id in fixed_counts
        ), (text, file)
        assert {target.violation for target in file.fixed} <= {*chosen_violations}


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("seed", range(6))
def test_line_ends_play_no_part(seed: int) -> None:
    """A file with Windows line ends and a mark becomes what the other one does, and keeps both."""
    random = Random(seed)
    for _ in range(40):
        checker = make_checker(ContractSet(tuple(draw_contracts(random))), 2.0)
        text = draw_text(random)
        windows = "\ufeff" + text.replace("\n", "\r\n")
        windows_result = fix_text(checker, windows, find_violations(checker, windows)).result()
        assert (
            normalise_text(windows_result)
            == fix_text(checker, text, find_violations(checker, text)).result()
        )
        assert windows_result.startswith("\ufeff")
        if "\n" in text:
            assert windows_result.count("\n") == windows_result.count("\r\n")


def substitute_each(checker: Checker, contracts: Sequence[Contract], text: str) -> str:
    """What ``regex.sub`` makes of *text* for one contract after the other, where that is better."""
    for fixing in contracts:
        counts_before = count_by_rule(find_violations(checker, text))
        if not counts_before.get(fixing.rule_id):
            continue
        substituted_text = regex.sub(fixing.pattern, fixing.value_of("fix"), text, flags=FLAGS)
        counts_after = count_by_rule(find_violations(checker, substituted_text))
        if not counts_after.get(fixing.rule_id) and all(
            counts_after[rule_id] <= counts_before.get(rule_id, 0) for rule_id in counts_after
        ):
            text = substituted_text
    return text


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("seed", range(6))
def test_a_substitution_does_the_same(seed: int) -> None:
    """Where all matches count, and none has to wait for another run."""
    random = Random(seed)
    compared = 0
    for _ in range(80):
        contracts = [
            contract for contract in draw_contracts(random) if contract.type != "require_pattern"
        ]
        checker = make_checker(ContractSet(tuple(contracts)), 2.0, ignores=False)
        text = draw_text(random)
        all_violations = find_violations(checker, text)
        file = fix_text(checker, text, all_violations)
        if all(unfixed.reason != WAITS for unfixed in file.left):
            compared += 1
            assert file.result() == substitute_each(checker, contracts, text), (text, file.left)
    assert compared > 20
