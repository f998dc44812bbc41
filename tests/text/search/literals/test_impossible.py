"""What can never match: reported of no pattern that matches, whoever or whatever wrote it."""

from __future__ import annotations

import random
import sysconfig
from itertools import product
from pathlib import Path

import pytest
import regex
import yaml

from phaser_lint.text.search.pattern_problems import (
    CAN_MATCH,
    find_impossible_side,
    find_pattern_problem,
)
from phaser_lint.text.search.pattern_tree import FLAGS
from tests.check.test_scan_differential import draw_patterns, patterns_in
from tests.text.search.made_texts import damaged, sample

TOP = Path(__file__).parents[4]
PARTS = ("a", "$", "^", r"\n", r"\Z", r"\A", ".", r"\s", r"\W", "(?:a|$)", "(?:^|b)", "$?", "[^a]",
         r"\b", "a*", "(?:a$)*", "(?-m:$)", "(?s:.)", "(a$|\n)", "(?=a)", "(?<!a)")  # fmt: skip
TEXTS = ["".join(each) for length in range(6) for each in product("ab\n", repeat=length)]


@pytest.mark.parametrize(
    "pattern",
    ["$", "^$", "a$|b", "a$b|c", "(?:a|^)b", r"a$\nb", r"a$\s*b", r"a$\W", r"a$[^x]b", "a$b?",
     "a$(?=b)", "(?s)a$.b", r"\n^b", r"(?:\n|^)b", "a^?b", "(?w)a$b", "(?:ab$c){e<=1}",
     "(?(1)$b|c)(a)?", r"[$^]a", r"\$a", r"a\^", r"foo$\r?\n", "(?!$a)b", "(?<=a^)b",
     r"(?-m:a$)\n"],
)  # fmt: skip
def test_a_pattern_that_can_match_is_not_impossible(pattern: str) -> None:
    """Or nobody says that it cannot."""
    assert find_impossible_side(pattern) == ""


@pytest.mark.parametrize(
    ("pattern", "side"),
    [("$_GET", "behind"), (r"\b$_GET\[", "behind"), ("(?:a$)+b|$c", ""), ("(a$|b$)c", "behind"),
     ("$a|$b", "behind"), ("${foo}", "behind"), ("(?i)$get", "behind"), ("(?x) $ GET", "behind"),
     (r"a$\r\n", "behind"), (r"a\Z\n", "behind"), ("$.", "behind"), (r"(?-m:a$)b", "behind"),
     ("a^", "in front"), ("foo^bar", "in front"), (r"[^\n]+^b", "in front"), (r"\n\Ab", "in front"),
     ("(?:a|b)(?:^c|^d)", "in front")],
)  # fmt: skip
def test_an_anchor_within_a_line_makes_a_match_impossible(pattern: str, side: str) -> None:
    """By the anchor that stands within a line."""
    assert find_impossible_side(pattern) == side


def test_whatever_is_told_has_no_match() -> None:
    """In no text of five characters, whichever of these parts stand in a row."""
    chance = random.Random(4)
    chosen = [*product(PARTS, repeat=2), *(chance.choices(PARTS, k=4) for _ in range(2_000))]
    description = [
        pattern
        for pattern_parts in chosen
        if find_impossible_side(pattern := "".join(pattern_parts))
    ]
    assert len(description) > 300
    for pattern in description:
        compiled = regex.compile(pattern, FLAGS)
        assert not any(map(compiled.search, TEXTS)), pattern


@pytest.mark.parametrize("one_in", [16, pytest.param(4, marks=pytest.mark.slow)])
def test_nobodys_pattern_is_told_that_matches(one_in: int) -> None:
    """Of the standard library, of the benchmarks, and made ones, on texts made to match them."""
    library = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    bench = yaml.safe_load((TOP / "benchmarks" / "patterns.yaml").read_text(encoding="utf-8"))
    assert [
        pattern for pattern in patterns_in(library[::one_in]) if find_impossible_side(pattern)
    ] == []
    assert [
        pattern for kind in bench.values() for pattern in kind if find_impossible_side(pattern)
    ] == []
    chance = random.Random(5)
    description = [
        drawn_pattern
        for drawn_pattern in draw_patterns(5, 300)
        if CAN_MATCH in (find_pattern_problem(drawn_pattern) or "")
    ]
    assert len(description) > 5
    for pattern in description:
        compiled = regex.compile(pattern, FLAGS)
        texts = [damaged(sample(pattern, chance), chance) for _ in range(20)]
        assert not any(compiled.search(text, timeout=10) for text in texts), pattern
