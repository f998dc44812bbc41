"""Where a match can start: nothing where that is not certain, and the same matches where it is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
import regex

from phaser_lint.text.search import fold_case, once
from phaser_lint.text.search.literals.required import derived
from phaser_lint.text.search.match_starts import are_few, matches_at, places_of, worth_looking_for
from phaser_lint.text.search.patterns import prepared
from phaser_lint.text.search.searcher import Searcher

if TYPE_CHECKING:
    from phaser_lint.text.search import Clause


@pytest.mark.parametrize(
    ("pattern", "starts"),
    [
        # Any text may stand at the start.
        (r"\w+(?:todo|fixme)", None),
        ("(?:todo|.)", None),
        ("[a-z]", None),
        ("(?=todo)", None),
        ("", None),
        # The search decides, and not the place alone.
        (r"\Gtodo", None),
        (r"to\Kdo", None),
        ("todo(*SKIP)x|fixme", None),
        ("(*PRUNE)todo", None),
        ("(?r)todo", None),
        ("(?p)todo|todos", None),
        ("(?b)todo", None),
        ("(?e)todo", None),
        ("(?:todo){e<=1}", None),
        ("(?fi)ss", None),
        ("(?L)todo", None),
        ("(todo", None),
        # One of these.
        ("todo", (("todo",), ())),
        ("x*todo", (("todo", "x"), ())),
        ("(?:todo|)fix", (("fix", "todofix"), ())),
        ("(?fi)todo", ((), ("todo",))),
        (r"(?i)\b(?:todo|fixme)\b", ((), ("fixme", "todo"))),
        (r"^(?:todo|fixme):", (("fixme:", "todo:"), ())),
        (r"(?<!x)(?:todo|(?i:fixme))", (("todo",), ("fixme",))),
        (r"(?:todo|fixme)+$", (("fixme", "todo"), ())),
        (r"""["']http://""", (('"http://', "'http://"), ())),
        (r"except *:", (("except ", "except:"), ())),
        (r"(?P<word>todo|fixme)(?P=word)", (("fixme", "todo"), ())),
        (r"(?:todo|fixme)(?R)?", (("fixme", "todo"), ())),
    ],
)
def test_starts_of_patterns(pattern: str, starts: Clause | None) -> None:
    """None where nothing is certain."""
    assert derived(pattern).starts == starts


@pytest.mark.parametrize(
    ("starts", "worth"),
    [
        (None, False),
        ((("todo",), ()), False),
        (((), ("todo",)), False),
        ((("except ", "except:"), ()), False),
        ((("to", "fixme"), ()), False),
        ((tuple(f"{number}abc" for number in range(9)), ()), False),
        (((), ("fixme", "todo")), True),
        ((("todo",), ("fixme",)), True),
        ((tuple(f"{number}abc" for number in range(8)), ()), True),
    ],
)
def test_what_is_worth_looking_for(starts: Clause | None, worth: bool) -> None:
    """A few long literals that begin in several ways; regex finds one of them by itself."""
    assert worth_looking_for(starts) == worth


@pytest.mark.parametrize(
    ("starts", "text", "places"),
    [
        ((("ab",), ()), "", []),
        ((("ab",), ()), "AB", []),
        ((("ab", "b"), ()), "abab", [0, 1, 2, 3]),
        ((("aa",), ()), "aaaa", [0, 1, 2]),
        (((), ("skip",)), "SKIP \u017fkip s\u212aip SK\u0130P sk\u0131p", [0, 5, 10, 15, 20]),
        ((("ß",), ("a",)), "ßA\U0001f600aß", [0, 1, 3, 4]),
    ],
)
def test_places(starts: Clause, text: str, places: list[int]) -> None:
    """In order, each once; also behind characters of another length in another case."""
    assert places_of(starts, text, once(fold_case, text)) == places


def test_places_in_a_text_that_folding_makes_longer_are_not_known() -> None:
    """No such character is known; should a Python have one, the whole text is searched."""
    assert places_of(((), ("a",)), "xa", lambda: "xxa") is None
    assert places_of((("a",), ()), "xa", lambda: "xxa") == [1]


def test_few_places() -> None:
    """Trying one costs as much as searching some lines."""
    assert are_few([], "")
    assert are_few([1], "x" * 128)
    assert not are_few([1], "x" * 127)


@pytest.mark.parametrize("text", ["todo " + "x" * 1000 + " FixMe, todos todo", "todo " * 100])
def test_the_matches_are_those_of_a_search(text: str) -> None:
    """Where places are few, and where they are many."""
    entry = prepared(r"(?i)\b(?:todo|fixme)\b")
    assert entry.starts is not None
    expected = [match.span() for match in regex.finditer(entry.written, text)]
    found = Searcher().find_spans(entry, text, seconds=5, only_first=False)
    assert found == expected != []


def test_a_match_is_not_searched_for_inside_another() -> None:
    """As a search goes on behind it."""
    compiled = regex.compile("aa|ab")
    text = "aaab"
    spans = [match.span() for match in matches_at([0, 1, 2], compiled, text, seconds=5)]
    assert spans == [match.span() for match in compiled.finditer(text)] == [(0, 2), (2, 4)]


def test_all_tries_together_have_the_time_of_a_search() -> None:
    """A thousand tries of nearly a second each would take a quarter of an hour."""
    compiled = regex.compile("(?:todo|fixme)(?:a|aa)+$")
    text = ("todo" + "a" * 24 + "b") * 1000
    places = [place for place in range(len(text)) if text.startswith("todo", place)]
    start = time.process_time()
    with pytest.raises(TimeoutError):
        list(matches_at(places, compiled, text, seconds=0.2))
    assert time.process_time() - start < 10
