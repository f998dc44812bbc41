"""Which patterns can be searched for without a clock: the table, and that the bound holds."""

from __future__ import annotations

from typing import Any

import pytest
import regex

from phaser_lint.text.search.literals.required import derived
from phaser_lint.text.search.patterns import prepared
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

FLAGS = regex.MULTILINE | regex.VERSION0

# A repeat without an end, one in another, too many ways to go on, or what is not known.
WITHOUT_BOUND = [
    "a*",
    r"\w+\s*=",
    "foo.*bar",
    "(a|aa)+$",
    "(?:a{0,30}){1,3}[bc]",
    "(?:a|aa){0,9}[bc]",
    "a{0,40}a{0,40}[bc]",
    "a{1001}",
    r"(\w)\1",
    r"(a|b(?1))c",
    r"\X",
    "(?=a*)b",
    "(?>a*)b",
    "(?:foo){e<=1}",
    "(?L)foo",
    "(",
]
# The most steps for each place.
BOUNDED = [
    ("a", 1),
    ("[ab]", 2),
    (r"\bprint\(", 20),
    ("foo|bar", 20),
    ("(?i)todo", 13),
    ("ab{0,2}c", 14),
    ("(?!foo)bar", 20),
    (r"(?<=\s)x(?:a|b)?", 13),
]


@pytest.mark.parametrize("pattern", WITHOUT_BOUND)
def test_patterns_without_a_bound(pattern: str) -> None:
    """They are given a limit."""
    assert derived(pattern).steps == 0


@pytest.mark.parametrize(("pattern", "steps"), BOUNDED)
def test_patterns_with_a_bound(pattern: str, steps: int) -> None:
    """It follows from the pattern alone; no less than is taken, and no more than twice as much."""
    assert steps / 2 <= derived(pattern).steps <= steps


class Asked:
    """A compiled pattern that remembers which limits it was given."""

    def __init__(self, pattern: str) -> None:
        self._compiled = regex.compile(pattern, FLAGS)
        self.limits: list[Any] = []

    def finditer(self, text: str, **options: Any) -> Any:
        self.limits.append(options["timeout"])
        return self._compiled.finditer(text, **options)

    def match(self, text: str, place: int, **options: Any) -> Any:
        self.limits.append(options["timeout"])
        return self._compiled.match(text, place, **options)


@pytest.mark.parametrize(
    ("pattern", "text", "limits"),
    [
        (r"\bprint\(", "print(1)\n", [None]),
        (r"\bprint\(", "print(1)\n" * 10_000, [2.0]),
        (r"print\s*\(", "print(1)\n", [2.0]),
        (r"\b(?:todo|fixme)\b", f"todo {'x' * 500} fixme", [None, None]),
        (r"\b(?:todo|fixme)\b", f"todo {'x' * 50_000} fixme", [None, None]),
    ],
)
def test_the_clock_is_asked_where_it_must_be(
    pattern: str, text: str, limits: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short searches on texts that are not large are given no limit."""
    asked = Asked(pattern)
    monkeypatch.setattr(Searcher, "_pattern", lambda self, sought: asked)
    found = Searcher().find_spans(prepared(pattern), text, seconds=2.0, only_first=False)
    assert found == [match.span() for match in regex.finditer(pattern, text, FLAGS)]
    assert asked.limits == limits


def test_what_runs_away_is_stopped() -> None:
    """As before: no bound, a limit."""
    checked, text = prepared("(a|aa)+$"), "a" * 200 + "!"
    with pytest.raises(OutOfTimeError):
        Searcher().find_spans(checked, text, seconds=0.1, only_first=False)
