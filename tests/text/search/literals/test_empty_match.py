"""Patterns that match everywhere with nothing: tables, and every place of many texts."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from phaser_lint.text.search.pattern_problems import matches_everywhere
from phaser_lint.text.search.pattern_tree import FLAGS

SAYS_SOMETHING = [
    "x",
    "x+",
    "^",
    "$",
    r"\b",
    r"\A",
    r"\Z",
    r"\G",
    "^$",
    "^(?!#)",
    r"\A(?!.*Copyright)",
    "(?=a)",
    "(?!a)",
    "(?<=a)",
    "(?<!a)",
    "^x*",
    "x*$",
    ".*",
    ".?",
    "(?s).*",
    ".*+",
    "x*.*",
    "(?:a|b)",
    "(a)?(?(1)b|c)",
    "(?(?=a)b|c*)",
    "(?:foo){e<=2}",
    "(?R)?",
    "(*PRUNE)a|",
    "a|(*SKIP)b|",
    "(?!)",
    "(",
]
SAYS_NOTHING = [
    "",
    "()",
    "(?i)",
    "(?#x)",
    "x*",
    "x?",
    "x{0,3}",
    "x{0}",
    "x*?",
    "x*+",
    ".*?",
    "(?>x*)",
    "(?:x*)+",
    "(?:x*y?){3}",
    "x*y?",
    "|",
    "a|",
    "|a",
    "a||b",
    "(a|)",
    "(?=x*)",
    "(?<=x*)",
    "(?:^|x*)",
    "^?",
    r"\b*",
    r"\K",
    r"x*\K",
    "(x*)(?1)",
    "(?P<n>x*)(?&n)",
    "(?(?=a)b*|c*)",
    "(a)?(?(1)b*|c*)",
    "(?r)x*",
    "(?i)x*",
    "(?e)x*",
]


@pytest.mark.parametrize("pattern", SAYS_SOMETHING)
def test_an_empty_match_with_a_condition_says_something(pattern: str) -> None:
    """Its empty match, if there is one, has a condition."""
    assert not matches_everywhere(pattern)


@pytest.mark.parametrize("pattern", SAYS_NOTHING)
def test_a_pattern_that_matches_everywhere_says_nothing(pattern: str) -> None:
    """It matches at every place."""
    assert matches_everywhere(pattern)
    assert all(is_everywhere(pattern, text) for text in TEXTS)


TEXTS = ("", "a", "x\n", "aab\nxyx\n\n", "foo bar", "ß\tẞ")
PIECES = ("a", "b", "x", ".", "^", "$", r"\b", "(?=a)", "(?!a)", "(?<=a)", r"\K", "[ab]", r"\s")
PATTERNS = st.recursive(
    st.sampled_from(PIECES),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("|".join),
        inner.map("({})".format),
        inner.map("(?:{}|)".format),
        inner.map("(?>{})".format),
        inner.map("(?={})".format),
        inner.map("(?!{})".format),
        st.tuples(inner, st.sampled_from(("*", "?", "+", "*?", "{0,2}", "{2}", "*+"))).map(
            lambda parts: f"(?:{parts[0]}){parts[1]}"
        ),
    ),
    max_leaves=6,
)


def is_everywhere(pattern: str, text: str) -> bool:
    """Tell whether there is a match that begins, or ends, at each place of the text."""
    compiled = regex.compile(pattern, FLAGS)
    return all(compiled.match(text, place) is not None for place in range(len(text) + 1))


@settings(max_examples=150, deadline=None)
@given(PATTERNS)
def test_what_is_refused_matches_everywhere(pattern: str) -> None:
    """No rule is taken for none."""
    check_refused(pattern)


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(PATTERNS)
def test_many_that_are_refused_match_everywhere(pattern: str) -> None:
    """The same as above, many times."""
    check_refused(pattern)


def check_refused(pattern: str) -> None:
    if matches_everywhere(pattern):
        assert all(is_everywhere(pattern, text) for text in TEXTS)
