"""Searching the lines that a superset matches in gives the matches of the whole text."""

from __future__ import annotations

from collections import Counter

import pytest
import regex
from hypothesis import HealthCheck, given, settings

from phaser_lint.model import Contract
from phaser_lint.search.literals.hyperscan_engine import Expression, database
from phaser_lint.search.literals.pattern_tree import FLAGS
from phaser_lint.search.literals.required import Derived, derived
from phaser_lint.search.match_lines import MatchLines, lines_around
from phaser_lint.search.match_starts import matches_in
from phaser_lint.search.searcher import Searcher
from tests.search.literals.test_required_differential import cases

pytest.importorskip("hyperscan")

TEXT = "one = 1\nif a != b:  # why\n\n\tpass  \n" + "x" * 130 + "\nlast # a != b\n# end"


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s*a", r"[^)]*\)", r"(?s)a.b", r"a\nb", r"\Aa", r"a\Z", r"(?-m:a$)", r"a(?!\n)b", r"\Ga",
        r"a(?=\s)", r"(?<!\W)a", r"a\Kb", r"\X", r"(?w)^a", r"a\R", r"(?P<x>a)(?&x)", r"a{e<=1}b",
    ],
)  # fmt: skip
def test_what_can_see_another_line_is_not_within_one(pattern: str) -> None:
    """Nor is what may start only where a search does."""
    assert not derived(pattern).within_line


WITHIN = [
    (r"\w.*!=[^=\n].*", ["if a != b:  # why", "last # a != b"]),
    (r"(?<=\S)  +(?=#)", ["  "]),
    (r".{121,}", ["x" * 130]),
    (r"[ \t]+$", ["  "]),
    (r"^\w+ ", ["one ", "if ", "last "]),
    (r"\b\w+$", ["1", "why", "x" * 130, "b", "end"]),
    (r"#(?! a)", ["#", "#"]),
    (r"(?i)PASS|END$", ["pass", "end"]),
]


@pytest.mark.parametrize(("pattern", "matches"), WITHIN, ids=[row[0] for row in WITHIN])
def test_the_lines_that_can_match_give_all_matches(pattern: str, matches: list[str]) -> None:
    """From the sixteenth text on, which is when one is looked at line by line."""
    known = derived(pattern)
    assert known.within_line
    contract = Contract(
        "rule", "forbid_pattern", pattern, ("*",), "Mend it.", "error", ((), (), (), ()),
        superset=known.superset, within_line=True,
    )  # fmt: skip
    lines = MatchLines()
    assert [lines.of(contract, TEXT) for _ in range(15)] == [None] * 15
    assert lines.of(contract, f"{TEXT}é") is None
    assert lines.of(contract, TEXT) != [(0, len(TEXT))]
    searcher = Searcher(filtered=False, lines=lines)
    spans = searcher.find_spans(contract, TEXT, seconds=5, only_first=False)
    assert [TEXT[start:end] for start, end in spans] == matches


def test_too_many_hits_are_no_help() -> None:
    """Nearly all lines would be searched, one by one."""
    pattern = r"\w!?"
    contract = Contract(
        "rule", "forbid_pattern", pattern, ("*",), "Mend it.", "error", ((), (), (), ()),
        superset=derived(pattern).superset, within_line=True,
    )  # fmt: skip
    lines = MatchLines()
    assert [lines.of(contract, TEXT) for _ in range(20)] == [None] * 20


@pytest.mark.parametrize(
    ("ends", "lines"),
    [
        ([], []),
        ([0], [(0, 2)]),
        ([1], [(0, 2)]),
        ([2], [(0, 2)]),
        ([3], [(0, 5)]),
        ([4], [(3, 5)]),
        ([1, 2, 9], [(0, 2), (7, 9)]),
        ([9, 1, 4], [(0, 2), (3, 5), (7, 9)]),
        ([6], [(3, 6)]),
        ([3, 6], [(0, 6)]),
    ],
)
def test_lines_around_places(ends: list[int], lines: list[tuple[int, int]]) -> None:
    """A line end belongs to the line before it and to the one after it."""
    assert lines_around(ends, "ab\ncd\n\nef") == lines


def _spans(matches: object) -> list[tuple[int, int]]:
    return [match.span() for match in matches]  # type: ignore[attr-defined]


def _same(pattern: str, known: Derived, text: str) -> bool:
    """Whether the pattern is searched line by line; it has to give the same matches then."""
    made = database([Expression(known.superset or b"", 0)]) if known.superset else None
    if made is None or not known.within_line:
        return False
    compiled = regex.compile(pattern, FLAGS)
    lines = lines_around(made.ends_in(text.encode(), most=100_000) or [], text)
    try:
        searched = _spans(compiled.finditer(text, timeout=0.1))
    except (TimeoutError, MemoryError, RuntimeError):
        return False
    assert _spans(matches_in(lines, compiled, text, seconds=5)) == searched, (pattern, text, lines)
    return True


@settings(
    max_examples=300,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(cases())
def _generated(case: tuple[str, list[str]]) -> None:
    known = derived(case[0])
    for text in case[1]:
        plain = text.encode("ascii", "ignore").decode()
        for whole in (plain, f"{plain}\n{plain}", f"\n{plain} x\n\n{plain}\n"):
            SEEN[_same(case[0], known, whole)] += 1


SEEN: Counter[bool] = Counter()


def test_generated_patterns_have_the_same_matches() -> None:
    """The differential test's patterns and texts, in one line and in several."""
    _generated()
    assert SEEN[True] > 200
