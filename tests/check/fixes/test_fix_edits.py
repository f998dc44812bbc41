"""Edits of a text: what they make of it, several as one, and where a place stands after them."""

from __future__ import annotations

from random import Random

import pytest

from phaser_lint.check.fixes.fix_edits import Replacement, apply_edits, follow_spans, join_edits


def replacements(*edits: tuple[int, int, str]) -> list[Replacement]:
    return [Replacement(*edit) for edit in edits]


@pytest.mark.parametrize(
    ("first_edits", "later_edits", "joined_edits"),
    [
        ([], [], []),
        ([(0, 1, "A")], [], [(0, 1, "A")]),
        ([], [(0, 1, "A")], [(0, 1, "A")]),
        ([(0, 1, "")], [(1, 1, "A")], [(0, 1, ""), (2, 2, "A")]),
        ([(0, 1, "AB")], [(2, 3, "C")], [(0, 2, "ABC")]),
        ([(1, 2, "xyz")], [(2, 3, "Y")], [(1, 2, "xYz")]),
        ([(2, 2, "# b\n")], [(2, 2, "# a\n")], [(2, 2, "# a\n# b\n")]),
        ([(1, 2, "x")], [(0, 4, "")], [(0, 4, "")]),
    ],
)
def test_two_rounds_of_edits_are_one(
    first_edits: list[tuple[int, int, str]],
    later_edits: list[tuple[int, int, str]],
    joined_edits: list[tuple[int, int, str]],
) -> None:
    """The second counts in what the first made of ``abcd``; what touches is one edit."""
    first_round, second_round = replacements(*first_edits), replacements(*later_edits)
    assert [
        tuple(replacement) for replacement in join_edits(4, first_round, second_round)
    ] == joined_edits


@pytest.mark.parametrize(
    ("edits", "span", "place"),
    [
        ([], (1, 3), (1, 3)),
        ([(3, 4, "long")], (1, 3), (1, 3)),
        ([(0, 1, "long")], (1, 3), (4, 6)),
        ([(1, 1, "xx")], (1, 3), (3, 5)),
        ([(3, 3, "xx")], (1, 3), (1, 3)),
        ([(2, 2, "x")], (1, 3), None),
        ([(0, 2, "x")], (1, 3), None),
        ([(2, 4, "x")], (1, 3), None),
        # Which side of an insertion an empty match is on is anybody's guess.
        ([(1, 1, "x")], (1, 1), None),
        ([(0, 1, "x")], (1, 1), None),
        ([(0, 1, "xx")], (2, 2), (3, 3)),
    ],
)
def test_a_place_is_followed(
    edits: list[tuple[int, int, str]], span: tuple[int, int], place: tuple[int, int] | None
) -> None:
    """Nowhere, where an edit changes a part of it."""
    assert follow_spans([span], replacements(*edits)) == [place]


def draw_edits(random: Random, length: int) -> list[Replacement]:
    edits, place = [], 0
    while place <= length and random.random() < 0.8:
        start = random.randint(place, length)
        end = random.randint(start, min(length, start + 3))
        text = "".join(random.choices("XYZ", k=random.randrange(4)))
        edits.append(Replacement(start, end, text))
        place = end + random.randrange(2)
    return edits


@pytest.mark.parametrize("seed", range(20))
def test_drawn_edits_are_the_same_one_by_one_and_joined(seed: int) -> None:
    """One edit after the other, all as one, and every span that no edit touches."""
    random = Random(seed)
    for _ in range(200):
        text = "".join(random.choices("abc", k=random.randrange(9)))
        edits = draw_edits(random, len(text))
        edited_text = apply_edits(text, edits)
        later_edits = draw_edits(random, len(edited_text))
        assert apply_edits(text, join_edits(len(text), edits, later_edits)) == apply_edits(
            edited_text, later_edits
        )
        for start in range(len(text)):
            (span,) = follow_spans([(start, start + 1)], edits)
            assert span is None or edited_text[slice(*span)] == text[start]
