"""A pattern that is tried at certain places gives the matches of a search."""

from __future__ import annotations

import time

import pytest
import regex

from phaser_lint.text.search.match_starts import find_matches_at


def test_a_match_is_not_searched_for_inside_another() -> None:
    """As a search goes on behind it."""
    compiled = regex.compile("aa|ab")
    text = "aaab"
    spans = [match.span() for match in find_matches_at([0, 1, 2], compiled, text, seconds=5)]
    assert spans == [match.span() for match in compiled.finditer(text)] == [(0, 2), (2, 4)]


def test_all_tries_together_have_the_time_of_a_search() -> None:
    """A thousand tries of nearly a second each would take a quarter of an hour."""
    compiled = regex.compile("(?:todo|fixme)(?:a|aa)+$")
    text = ("todo" + "a" * 24 + "b") * 1000
    places = [place for place in range(len(text)) if text.startswith("todo", place)]
    start = time.process_time()
    with pytest.raises(TimeoutError):
        list(find_matches_at(places, compiled, text, seconds=0.2))
    assert time.process_time() - start < 10
