"""The line of a match as a terminal shows it."""

from __future__ import annotations

from random import Random

import pytest
from rich.cells import cell_len

from phaser_lint.report.terminal_excerpt import Excerpt, cut_excerpt

# Two columns, where the table of widths knows selectors; as wide as the table says.
HEART = " " * cell_len("❤\ufe0f")


@pytest.mark.parametrize(
    ("line", "spans"),
    [("", []), ("bad", []), ("bad", [(3, 4)]), ("bad", [(9, 12)])],
    ids=["nothing", "no match", "the line end", "behind the line"],
)
def test_a_match_outside_of_the_line_has_no_caret(line: str, spans: list[tuple[int, int]]) -> None:
    """What is not in the line."""
    assert cut_excerpt(line, spans, columns=40) == Excerpt(line, "")


@pytest.mark.parametrize(
    ("line", "span", "text", "carets"),
    [
        pytest.param("bad", (0, 3), "bad", "^^^", id="all of the line"),
        pytest.param("a bad", (2, 5), "a bad", "  ^^^", id="its end"),
        pytest.param("bad", (1, 99), "bad", " ^^", id="more lines"),
        pytest.param("", (0, 0), "", "^", id="empty line"),
        pytest.param("bad", (1, 1), "bad", " ^", id="empty match"),
        pytest.param("\tbad", (1, 4), "    bad", "    ^^^", id="after a tab"),
        pytest.param("a\tb", (1, 2), "a    b", " ^^^^", id="a tab"),
        pytest.param("日x", (1, 2), "日x", "  ^", id="after a wide character"),
        pytest.param("日x", (0, 1), "日x", "^^", id="a wide character"),
        pytest.param("e\u0301x", (2, 3), "e\u0301x", " ^", id="after an accent"),
        pytest.param("e\u0301x", (1, 2), "e\u0301x", " ^", id="an accent"),
        pytest.param("❤\ufe0fx", (2, 3), "❤\ufe0fx", HEART + "^", id="after a selector"),
        pytest.param("\u200bx", (1, 2), "\\u200bx", "      ^", id="after a space without width"),
        pytest.param("\x1bx", (1, 2), "\\x1bx", "    ^", id="after an escape"),
        pytest.param("\udcffx", (0, 1), "\\xffx", "^^^^", id="an undecodable byte"),
    ],
)
def test_the_caret_stands_under_the_match(
    line: str, span: tuple[int, int], text: str, carets: str
) -> None:
    """Under what matched, however it is shown."""
    assert cut_excerpt(line, [span], columns=40) == Excerpt(text, carets)


def test_each_match_has_its_carets() -> None:
    """Each has its carets; those that overlap run together."""
    assert cut_excerpt("a b c", [(0, 1), (2, 3), (4, 5)], columns=40).carets == "^ ^ ^"
    assert cut_excerpt("abcd", [(0, 3), (2, 4)], columns=40).carets == "^^^^"


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        pytest.param(0, 90, "bad" + "y" * 16 + "…", id="the start"),
        pytest.param(16, 90, "x" * 16 + "bad…", id="as much as fits from the start"),
        pytest.param(17, 90, "…" + "x" * 7 + "bad" + "y" * 8 + "…", id="too far for that"),
        pytest.param(90, 90, "…" + "x" * 7 + "bad" + "y" * 8 + "…", id="the middle"),
        pytest.param(90, 9, "…" + "x" * 7 + "bad" + "y" * 9, id="its end just fits"),
        pytest.param(90, 2, "…" + "x" * 14 + "bad" + "y" * 2, id="near the end"),
        pytest.param(90, 0, "…" + "x" * 16 + "bad", id="the end"),
    ],
)
def test_a_long_line_is_cut_around_the_match(before: int, after: int, text: str) -> None:
    """To exactly the columns that there are, with a mark where something is missing."""
    excerpt = cut_excerpt("x" * before + "bad" + "y" * after, [(before, before + 3)], columns=20)
    assert excerpt == Excerpt(text, " " * text.index("bad") + "^^^")
    assert len(excerpt.text) == 20


def test_an_excerpt_has_the_start_of_a_long_match() -> None:
    """Its start, as far as there is room."""
    excerpt = cut_excerpt("x" * 50 + "b" * 500 + "y", [(50, 550)], columns=20)
    assert excerpt == Excerpt("…" + "b" * 18 + "…", " " + "^" * 18)
    assert cut_excerpt("b" * 500, [(0, 500)], columns=20) == Excerpt("b" * 19 + "…", "^" * 19)


@pytest.mark.parametrize("character", ["x", "日", "e\u0301", "\t", "\x1b", "👍"])
@pytest.mark.parametrize("columns", [20, 33, 54, 75])
def test_never_wider_than_the_terminal(character: str, columns: int) -> None:
    """Whatever the line is made of, and wherever the match stands; the carets are under it."""
    width = cell_len(cut_excerpt(character, [], columns=40).text)
    for place in range(0, 100, 7):
        line = character * place + "bad" + character * 100
        start = line.index("bad")
        excerpt = cut_excerpt(line, [(start, start + 3)], columns=columns)
        assert columns - width < cell_len(excerpt.text) <= columns
        carets = len(excerpt.carets) - 3
        assert cell_len(excerpt.text[: excerpt.text.index("bad")]) == carets
        assert excerpt.carets == " " * carets + "^^^"


def test_matches_that_are_cut_away_have_no_caret() -> None:
    """The first one decides what is shown."""
    line = "bad" + "x" * 100 + "bad"
    assert cut_excerpt(line, [(0, 3), (103, 106)], columns=20).carets == "^^^"


CHARACTERS = [
    *"ab \t日é한ﷺ\x1b\u200d\ufe0f…│",
    "e\u0301",
    "❤\ufe0f",
    "🇩🇪",
    "👍🏽",
    "👩\u200d👧",
    "\udcff",
]


def test_any_line_stays_within_its_columns() -> None:
    """Wide, combined, chosen and invisible characters, in lines and matches of any length."""
    for seed in range(400):
        random = Random(seed)
        line = "".join(random.choices(CHARACTERS, k=random.randrange(60)))
        start = random.randrange(len(line) + 1)
        end, columns = random.randrange(start, len(line) + 1), random.randrange(20, 60)
        excerpt = cut_excerpt(line, [(start, end)], columns=columns)
        width = cell_len(excerpt.text)
        # One that starts at the end of the line is behind it.
        assert (seed, width <= columns, len(excerpt.carets) <= width + 1) == (seed, True, True)
