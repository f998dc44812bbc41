"""How large a pattern is, before it is compiled: the forms of repeats, and the limit itself."""

from __future__ import annotations

import pytest
import regex

from phaser_lint.text.search.pattern_problems import MOST_ITEMS, has_too_many_items

SMALL = [
    "a",
    "a" * 200_000,
    "a{100000}",
    "(?:ab){50000}",
    "[a-z0-9_]{100000}",
    "(?:|a){100000}",
    "(?:){999999999}",
    "a{0,999999999}",
    "a{,999999999}",
    "(?:a{0,9}){0,999999}",
    "(?:a{1000})*",
    "(?P<n>a{1000})(?&n){1000}",
    "(?:a{1000}(?R)?){99}",
    "(?:abc){e<=999999999}",
    r"a\{999999999}",
    "[{999999999}]",
    "a{ 999999999 }",
    "a{999999999",
    "(?x)a # {999999999}",
    "(?#a{999999999})a",
]
LARGE = [
    "a{100001}",
    "a{100001,}",
    "a{100001}?",
    "a{100001}+",
    "(?:ab){50001}",
    "(a{1000}){1000}",
    "(?P<n>a{400}){400}",
    "(?:a{400}|b){400}",
    "((a{50}){50}){50}",
    "(?>a{999999})",
    "(?=a{999999})",
    "(?!a{999999})",
    "(?<=a{999999})",
    "(?(?=a{999999})b|c)",
    "(a)?(?(1)b{999999}|c)",
    "(?:a{999999})?",
    "(?:a{999999}){0}",
    "(?:a{e<=1}){999999}",
    "^{999999}",
    r"(?:\b){999999}",
    r"\X{999999}",
    "(?x)\n  a{999999}  # many\n",
    "(?x)a {999999}",
    "[]{}]{999999}",
    "(a)(?1){999999}",
    "(?r)a{999999}",
    "a{0000000000000100001}",
    "(?x)a{100 001}",
    "(?x)a{1#}\n00001}",
    "(?x)a{1 # of many\n 00001 , 200000}",
]


@pytest.mark.parametrize("pattern", SMALL)
def test_small(pattern: str) -> None:
    """What regex does not write out counts for nothing."""
    assert not has_too_many_items(pattern)


@pytest.mark.parametrize("pattern", LARGE)
def test_large(pattern: str) -> None:
    """Every repeat around an item counts by what it asks for at least."""
    assert has_too_many_items(pattern)


def test_the_largest_can_be_compiled() -> None:
    """Some ten megabytes, and no more."""
    assert regex.compile(f"a{{{MOST_ITEMS}}}").fullmatch("a" * MOST_ITEMS)


@pytest.mark.parametrize("pattern", ["a{99999999,1}", "(a{99999999}", "a{99999999999}"])
def test_what_is_no_pattern(pattern: str) -> None:
    """It is for the caller to say."""
    with pytest.raises(regex.error):
        has_too_many_items(pattern)
