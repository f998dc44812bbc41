"""Globs by seed: what they select is what pathspec and git say."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.text.globs.drawn_globs import public_glob, random_glob
from tests.text.globs.judges import (
    differs_from_git,
    differs_from_pathspec,
    draw_row,
    ignored_by_git,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    DrawGlob = Callable[[random.Random], str]

DRAWN = [
    pytest.param(number, draw_glob, most, marks=pytest.mark.slow if number > 300 else ())
    for draw_glob in (public_glob, random_glob)
    for number, most in ((200, 1), (100, 4), (2_000, 1), (1_000, 4))
]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("number", "draw_glob", "most"), DRAWN)
def test_the_manual_of_gitignore_and_git_itself(
    tmp_path: Path, number: int, draw_glob: DrawGlob, most: int
) -> None:
    """Of globs as public configurations write them, of random ones, and of lists with ``!``."""
    draw = random.Random(number)
    rows = [draw_row(draw, draw_glob, most) for _ in range(number)]
    ignored = ignored_by_git(tmp_path, rows)
    assert [(row.globs, paths) for row in rows if (paths := differs_from_pathspec(row))] == []
    assert [
        (row.globs, paths)
        for row, left_out in zip(rows, ignored, strict=True)
        if (paths := differs_from_git(row, left_out))
    ] == []
    assert sum(map(len, ignored)) > 5 * number
