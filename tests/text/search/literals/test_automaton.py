"""One pass of the automaton never rules out what the literals alone, or `regex`, would find."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
import regex

from phaser_lint.text.search import hyperscan_compiler
from phaser_lint.text.search.literals.automaton import Automaton, Sought
from phaser_lint.text.search.literals.automaton_building import build_automaton
from phaser_lint.text.search.literals.required_literals import derive_requirement
from phaser_lint.text.search.pattern_tree import FLAGS
from phaser_lint.text.search.supersets.pattern_superset import derive_superset

if TYPE_CHECKING:
    from collections.abc import Sequence

PATTERNS = [
    "needle",
    r"(?i)\btask\b",
    r"[ \t]+$",
    r"\w+!",
    r"a\nb",
    "é",
    r"a{e<=1}bcd",
    r"(?i)api[_-]?key\s*=",
]
TEXTS = [
    "",
    "nothing of it\n",
    "a needle",
    "TASK\n",
    "ta\u017fk",
    "tas\u212a",
    "blank \n",
    "blank \r\n",
    "w!\n",
    "é!\n",
    "a\r\nb",
    "a\nb",
    "é",
    "\x00needle",
    "API_KEY =",
    "ap\u0130-key=",
    "\udc80 needle",
]


def sought(patterns: Sequence[str]) -> list[Sought]:
    return [Sought(derive_requirement(pattern), pattern) for pattern in patterns]


def made(*, by: str) -> Automaton:
    """Supersets are worth it where the samples have all literals, else they tell enough."""
    patterns = sought(PATTERNS)
    everywhere = "\n".join(TEXTS).encode("utf-8", "surrogateescape")
    places = range(len(patterns))
    if by == "supersets":
        samples = [(everywhere, places)] * 10
        return build_automaton(patterns, samples, files=1000, superset_of=derive_superset)
    if by == "literals":
        return build_automaton(patterns, [(b"", places)] * 10, files=10)
    return build_automaton(patterns)


WAYS = ["supersets", "literals", "nothing but Python"]


@pytest.mark.parametrize("by", WAYS)
def test_a_match_is_never_ruled_out(by: str) -> None:
    """Whatever a file is encoded in, whatever its line ends, twice as the first time."""
    automaton_made = made(by=by)
    for text in [*TEXTS, *TEXTS, "\n".join(TEXTS)]:
        possible = automaton_made.possible_in(text.encode("utf-8", "surrogateescape"))
        text_as_read = text.replace("\r\n", "\n")
        matching = {
            place
            for place, pattern in enumerate(PATTERNS)
            if regex.search(pattern, text_as_read, FLAGS)
        }
        assert matching <= possible, text


@pytest.mark.parametrize("by", WAYS)
def test_what_cannot_match_is_ruled_out(by: str) -> None:
    """But for fuzzy matching, of which nothing is certain; and what only a superset tells."""
    always = {PATTERNS.index(r"a{e<=1}bcd")}
    unsure = {PATTERNS.index(r"[ \t]+$"), PATTERNS.index(r"a\nb")}
    possible = made(by=by).possible_in(b"plain text\n")
    assert possible == (always if by == "supersets" else always | unsure)


@pytest.mark.parametrize(
    ("text", "possible_patterns"),
    [
        ("\ufeffplain\n", []),
        ("a\r\nc\r\n", []),
        ("\x00\n", []),
        # Any other character may be an "é".
        ("schön\n", ["é"]),
        ("k\u212a", ["é"]),
        ("\udcff", ["é"]),
        ("blank \r\n\r\n", [r"[ \t]+$"]),
    ],
)
def test_what_cannot_match_in_other_text_is_ruled_out(
    text: str, possible_patterns: list[str]
) -> None:
    """Of which a superset is asked with a byte for each character."""
    pytest.importorskip("hyperscan")
    possible = made(by="supersets").possible_in(text.encode("utf-8", "surrogateescape"))
    assert possible == {PATTERNS.index(pattern) for pattern in (r"a{e<=1}bcd", *possible_patterns)}


def test_a_pattern_that_sees_the_line_ends_is_left_where_there_may_be_others() -> None:
    """Of a text that is plain its superset tells."""
    pytest.importorskip("hyperscan")
    patterns = [Sought(None, r"[ \t]+\r?$", raw_text=True)]
    scan_automaton = build_automaton(
        patterns, [(b" ", (0,))], files=1000, superset_of=derive_superset
    )
    texts = ("a b\n", "a \n", "a b\r\n", "é b\n")
    assert [len(scan_automaton.possible_in(text.encode())) for text in texts] == [0, 1, 1, 1]


def test_without_an_engine_the_literals_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answers as of few files."""
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    for text in TEXTS:
        content = text.encode("utf-8", "surrogateescape")
        assert made(by="supersets").possible_in(content) == made(
            by="nothing but Python"
        ).possible_in(content)


def as_it_is(pattern: str, without_comments: bool) -> bytes:
    """The pattern itself as its superset."""
    return pattern.encode()


def test_a_superset_that_is_refused_is_left_out() -> None:
    """hyperscan takes no expression that can never match; the others are as they were."""
    pytest.importorskip("hyperscan")
    patterns = [Sought(None, r"\x2d\b\x80"), Sought(None, r"\x62"), Sought(None, "(")]
    scan_automaton = build_automaton(patterns, [(b"", range(3))], files=1000, superset_of=as_it_is)
    assert scan_automaton.possible_in(b"a") == {0, 2}
    assert scan_automaton.possible_in(b"b") == {0, 1, 2}


def test_nothing_is_stored_without_an_engine() -> None:
    """There is nothing that took time."""
    assert made(by="nothing but Python").stored_parts() is None


@pytest.mark.parametrize("cores", [1, 2])
def test_many_supersets_are_asked_in_parts(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is found, whichever part it is in and who compiled it; so is a literal beside them."""
    pytest.importorskip("hyperscan")
    monkeypatch.setattr(hyperscan_compiler, "choose_process_count", lambda databases, worth: cores)
    patterns = [Sought(None, f"x\\x{code:02x}") for code in range(97, 122)]
    patterns.append(Sought(((("needle",), ()),)))
    scan_automaton = build_automaton(patterns, [(b"", range(26))], files=1000, superset_of=as_it_is)
    for place in range(25):
        content = b"ax%c" % (97 + place)
        assert scan_automaton.possible_in(content) == {place}
    assert scan_automaton.possible_in(b"needle xa xy") == {0, 24, 25}
    _, databases = scan_automaton.stored_parts() or ((), ())
    assert len(databases) == 5


@pytest.mark.parametrize(("supersets", "parts"), [(0, 1), (1, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_a_part_holds_at_most_five_supersets(supersets: int, parts: int) -> None:
    """Ten at once may take three times as long as two parts; literals need none of their own."""
    pytest.importorskip("hyperscan")
    patterns = [Sought(None, f"x\\x{97 + number:02x}") for number in range(supersets)]
    patterns.append(Sought(((("needle",), ()),)))
    scan_automaton = build_automaton(
        patterns, [(b"", range(len(patterns)))], files=1000, superset_of=as_it_is
    )
    _, databases = scan_automaton.stored_parts() or ((), ())
    assert len(databases) == parts
    found = scan_automaton.possible_in(
        b"needle" + b"".join(b" x%c" % code for code in b"abcdefghijk")
    )
    assert found == {*range(len(patterns))}
