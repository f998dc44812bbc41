"""Trying the places where a superset starts gives the matches of the whole text."""

from __future__ import annotations

from collections import Counter

import pytest
import regex
from hypothesis import HealthCheck, given, settings

from phaser_lint.core.text import encode_byte_per_character
from phaser_lint.text.search.hyperscan_compiler import Expression, compile_database
from phaser_lint.text.search.match_starts import find_matches_at
from phaser_lint.text.search.pattern_tree import FLAGS
from phaser_lint.text.search.searcher import Pattern, Searcher
from phaser_lint.text.search.superset_starts import SupersetStarts
from phaser_lint.text.search.supersets.pattern_superset import derive_backward_superset
from tests.text.search.literals.test_required_differential import cases

pytest.importorskip("hyperscan")


@pytest.mark.parametrize(
    "pattern",
    [
        # What may be empty: another match may end where it stands.
        "a*", "^$", r"\b", "(?=a)", r"(?<=a)(?!b)", "a?b*", "(?:a|b*)", r"(\w*)\1", "(a)|(?(1)b)",
        # The search decides, and not the place alone.
        r"\Ga", r"a\Kb", "a(*SKIP)b", "(*PRUNE)a", "(?r)a", "(?p)a|ab", "(?b)a", "(?e)a",
        # Nothing is certain.
        "a{e<=1}b", r"(?P<x>a)(?&x)", "(?fi)ss", "(?L)a", "(a",
    ],
)  # fmt: skip
def test_patterns_of_which_no_start_is_known(pattern: str) -> None:
    """They are searched for as ever."""
    assert derive_backward_superset(pattern) is None


def starts(pattern: str, text: str) -> list[int] | None:
    """Where matches may start in *text*, however many."""
    expression = derive_backward_superset(pattern)
    database_made = compile_database([Expression(expression, 0)]) if expression else None
    return (
        None
        if database_made is None
        else database_made.starts_in(encode_byte_per_character(text), most=100_000)
    )


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("a", "", []),
        ("a", "b", []),
        ("b", "abcb", [1, 3]),
        # What is asked of the character in front, at the text's start, too.
        ("^b", "b\nab\nb", [0, 5]),
        (r"\Ab", "b\nb", [0, 2]),
        (r"\bb", "b ab-b éb", [0, 5, 8]),
        (r"\b\(", "(a(é(", [2, 4]),
        (r"\b\w", "a b", [0, 2]),
        (r"(?<!a)b", "bab\nb", [0, 4]),
        (r"(?<=a)b", "bab", [2]),
        ("(?<=xa)b", "bab", [0, 2]),
        (r"^\b(?=b)b", "b\nab", [0]),
        ("(?:^|,)b", "b,b;b", [0, 1, 2, 4]),
        # What stands at the end, and what need not.
        ("b$", "b\nab b", [0, 5]),
        (r"b\s*(?:c|$)", "b\n\nc b a", [0]),
        ("b(?!c)", "bcb", [2]),
        ("b+a*", "abba", [1, 2]),
        (r"\s*\(", "a  (", [1, 2, 3]),
        # Several lines, other characters, and those that no text has in UTF-8.
        (r"a\n\s*b", "a\n\n b\nab", [0]),
        ("é", "é\ud800e", [0, 1]),
        (r"[^a]b", "éb\udcffbab", [0, 2]),
        (r"\wb", "éb-b", [0]),
        (r"(?i)k", "\u212ak", [0, 1]),
        (r"[a-f]b", "éb", []),
        (r"\d\b\.\b\d", "1.2 \u0661.2", [0, 4]),
    ],
)
def test_places_where_a_match_may_start(pattern: str, text: str, expected: list[int]) -> None:
    """Every start of a match is among them."""
    assert starts(pattern, text) == expected


TEXT = "one = 1\nif a != b:  # why\n\n\tpass  \n" + "xy " * 99 + "\nlast # a != b\n# end"


@pytest.mark.parametrize("text", [TEXT, f"{TEXT}\u2026"])
@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        (r"\w !=[^=\n].*:", ["a != b:"]),
        (r"(?<=\S)  +(?=#)", ["  "]),
        (r"\n\s*(?:pass|last)", ["\n\n\tpass", "\nlast"]),
        (r"^(?:one|last) ", ["one ", "last "]),
        (r"#(?! a)", ["#", "#"]),
        (r"(?i)PASS|END\b", ["pass", "end"]),
        (r"\byy", []),
    ],
)
def test_the_matches_are_those_of_a_search(pattern: str, matches: list[str], text: str) -> None:
    """Once a pattern has taken as long as its expression takes to be made."""
    searched_pattern = Pattern(pattern)
    superset_starts = SupersetStarts()
    superset_starts.spend(searched_pattern, "", 0.004)
    assert superset_starts.find_starts(searched_pattern, text) is None
    assert not is_known(superset_starts, searched_pattern)
    superset_starts.spend(searched_pattern, "", 0.04)
    assert is_known(superset_starts, searched_pattern)
    assert superset_starts.find_starts(searched_pattern, text) is not None
    searcher = Searcher(starts=superset_starts)
    for only_first, expected in ((False, matches), (True, matches[:1])):
        spans = searcher.find_spans(searched_pattern, text, seconds=5, only_first=only_first)
        assert [text[start:end] for start, end in spans] == expected


def test_an_expression_of_a_thousand_bytes_is_made_as_soon() -> None:
    """It takes no longer than one of a hundred."""
    searched_pattern = Pattern(r"""(?i)\w*(?:password|passphrase)\w*\s*=\s*["'][^"'\s]+["']""")
    superset_starts = SupersetStarts()
    superset_starts.spend(searched_pattern, "", 0.01)
    assert is_known(superset_starts, searched_pattern)


def test_a_long_expression_is_worth_its_time() -> None:
    """It takes a hundred times as long to be made as a short one."""
    pattern = "|".join(f"lib{number}/{'abcdefgh'[number % 8] * 40}" for number in range(40))
    searched_pattern = Pattern(pattern)
    superset_starts = SupersetStarts()
    superset_starts.spend(searched_pattern, "", 0.1)
    assert not is_known(superset_starts, searched_pattern)
    superset_starts.spend(searched_pattern, "", 1)
    assert is_known(superset_starts, searched_pattern)


def test_what_regex_finds_as_fast_is_left_to_it() -> None:
    """Where each match starts with a literal, whatever all the searches took together."""
    searched_pattern = Pattern("@property")
    superset_starts = SupersetStarts()
    for _ in range(1000):
        superset_starts.spend(searched_pattern, "x" * 10_000, 0.0001)
    assert not is_known(superset_starts, searched_pattern)


def test_too_many_places_are_no_help() -> None:
    """They would be tried one by one."""
    searched_pattern = Pattern("[xy]")
    superset_starts = SupersetStarts()
    superset_starts.spend(searched_pattern, "", 1)
    assert superset_starts.find_starts(searched_pattern, TEXT) is None
    assert superset_starts.find_starts(searched_pattern, "x" + "a" * 100) == [0]


def is_known(superset_starts: SupersetStarts, searched_pattern: Pattern) -> bool:
    """Whether it would tell the places in a text that hardly any pattern matches in."""
    return superset_starts.find_starts(searched_pattern, "\x01" * 1000) is not None


def _spans(matches: object) -> list[tuple[int, int]]:
    return [match.span() for match in matches]  # type: ignore[attr-defined]


def _same(pattern: str, text: str) -> bool:
    """Whether places in the text are tried; they have to give the same matches then."""
    places = starts(pattern, text)
    if places is None:
        return False
    compiled = regex.compile(pattern, FLAGS)
    try:
        searched = _spans(compiled.finditer(text, timeout=0.1))
    except (TimeoutError, MemoryError, RuntimeError):
        return False
    assert _spans(find_matches_at(places, compiled, text, seconds=5)) == searched, (pattern, text)
    return bool(searched)


def _compared(examples: int) -> Counter[bool]:
    """Compare the matches in so many drawn texts; how many have some, and how many none."""
    compared_texts: Counter[bool] = Counter()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases())
    def compare(case: tuple[str, list[str]]) -> None:
        for text in case[1]:
            plain = text.encode("ascii", "ignore").decode()
            for whole_text in (text, plain, f"{plain}\n{text}", f"\n{plain} x\n\n{plain}\n"):
                compared_texts[_same(case[0], whole_text)] += 1

    compare()
    return compared_texts


@pytest.mark.parametrize("examples", [15, pytest.param(300, marks=pytest.mark.slow)])
def test_generated_patterns_have_the_same_matches(examples: int) -> None:
    """The differential test's patterns and texts, in one line and in several."""
    assert _compared(examples)[True] > examples * 2 // 3
