"""Searching: spans in order, within a time limit, never more than can be shown."""

from __future__ import annotations

import pytest

from phaser_lint.text.search.patterns import prepare_pattern
from phaser_lint.text.search.searcher import (
    MAXIMUM_MATCHES,
    OutOfTimeError,
    Pattern,
    Searcher,
)

SLOW = "(a|aa)+$"
ENDLESS = "a" * 60 + "b"


def with_and_without_code(pattern: str) -> list[Pattern]:
    """The pattern with what it was compiled to, and the same without one."""
    ready = prepare_pattern(pattern)
    assert ready.code is not None
    return [ready, Pattern(pattern)]


def spans(pattern: str, text: str, *, only_first: bool = False) -> list[tuple[int, int]]:
    """The spans, which must be the same whether the pattern was compiled before or not."""
    spans_with_code, spans_without_code = (
        Searcher().find_spans(prepared_pattern, text, seconds=5, only_first=only_first)
        for prepared_pattern in with_and_without_code(pattern)
    )
    assert spans_with_code == spans_without_code
    return spans_with_code


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("b", "a", []),
        ("A", "a", []),
        ("^b", "ab", []),
        ("a.b", "a\nb", []),
        ("a", "a a", [(0, 1), (2, 3)]),
        ("(?i)A", "a", [(0, 1)]),
        ("^b$", "a\nb\nc", [(2, 3)]),
        ("a\\nb", "a\nb", [(0, 3)]),
        ("(?s)a.*c", "a\nb\nc", [(0, 5)]),
        ("(?m-s)^.*$", "a\nb", [(0, 1), (2, 3)]),
        ("^x*", "xa\nb", [(0, 1), (3, 3)]),
        ("(?r)a", "a\na\na", [(0, 1), (2, 3), (4, 5)]),
        ("é", "\udcffé", [(1, 2)]),
        ("(?<=b)a", "ba", [(1, 2)]),
        ("^$", "a\n\n", [(2, 2)]),
        ("^(?!.*=)", "a=1\nb\n", [(4, 4)]),
        ("(?<!,)$", "a,\nb\n", [(4, 4)]),
        ("(?xi) ^(?!A) # no A", "a\nb\n", [(2, 2)]),
        ("(?r)^(?!a)", "b\na\n", [(0, 0)]),
        (r"\n*$", "a\n\n", [(1, 3)]),
        (r"(?<=\n)\Z", "a\n", [(2, 2)]),
        (r"(?<!\n)\Z", "a", [(1, 1)]),
        ("(?-m:(?<!a)$)", "a\n", [(2, 2)]),
        ("^$", "", [(0, 0)]),
    ],
)
def test_spans(pattern: str, text: str, expected: list[tuple[int, int]]) -> None:
    """In the order of the text, also where the pattern searches from its end.

    There is no line behind the last line end.
    """
    assert spans(pattern, text) == expected


def test_a_pattern_without_end_is_made_ready() -> None:
    """It calls itself in front of anything; only its searches end with an error."""
    assert prepare_pattern("(?:(?R)|a|$)").code


def test_only_the_first_where_one_is_enough() -> None:
    """What a required text needs to know."""
    assert spans("a", "ba a", only_first=True) == [(1, 2)]
    assert spans("c", "ba a", only_first=True) == []


@pytest.mark.parametrize("only_first", [True, False])
def test_a_slow_pattern_times_out(only_first: bool) -> None:
    """It is stopped, whether one match is wanted or all."""
    for prepared_pattern in with_and_without_code(SLOW):
        with pytest.raises(OutOfTimeError) as caught:
            Searcher().find_spans(prepared_pattern, ENDLESS, seconds=0.05, only_first=only_first)
        assert caught.value.spans == []


def test_what_was_found_before_the_time_was_up() -> None:
    """Matches are matches, whatever the pattern does further down."""
    for prepared_pattern in with_and_without_code(SLOW):
        with pytest.raises(OutOfTimeError) as caught:
            Searcher().find_spans(
                prepared_pattern, f"aa\na\n{ENDLESS}", seconds=0.05, only_first=False
            )
        assert caught.value.spans == [(0, 2), (3, 4)]


def test_the_same_pattern_is_fast_where_it_matches() -> None:
    """The time limit is for the text, not for the pattern."""
    assert spans(SLOW, "a" * 60) == [(0, 60)]


def test_as_many_matches_as_there_may_be() -> None:
    """Ten thousand are all found, and one more is the last that is looked for, from either end."""
    text = "a" * MAXIMUM_MATCHES
    of_all = [(index, index + 1) for index in range(MAXIMUM_MATCHES + 5)]
    assert spans("a", text) == of_all[:MAXIMUM_MATCHES]
    assert spans("a", text + "a" * 5) == of_all[: MAXIMUM_MATCHES + 1]
    assert spans("(?r)a", text + "a" * 5) == [*of_all[5:], of_all[4]]


def test_one_searcher_keeps_patterns_apart() -> None:
    """The same text is another pattern where it is literal."""
    searcher = Searcher()

    def matches(text: str) -> list[bool]:
        spans_of_patterns = (
            searcher.find_spans(pattern, text, seconds=5, only_first=True) for pattern in patterns
        )
        return [bool(spans) for spans in spans_of_patterns]

    patterns = [prepare_pattern("a.b"), prepare_pattern("a.b", literal=True)]
    assert matches("axb") == [True, False]
    assert matches("a.b") == [True, True]
    assert matches("axb") == [True, False]
