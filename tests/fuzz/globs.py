"""Globs of a contract on paths: what texts and expressions say, against git and pathspec."""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from tests.text.globs.drawn_globs import public_glob, random_glob
from tests.text.globs.judges import (
    differs_from_git,
    differs_from_pathspec,
    draw_row,
    ignored_by_git,
)

INPUTS = st.integers(min_value=0)


@cache
def _repository() -> Path:
    return Path(tempfile.mkdtemp())


def check(seed: int) -> None:
    """The same files are selected, by each glob and by lists of them."""
    draw = random.Random(seed)
    kinds = ((public_glob, 1), (random_glob, 1), (public_glob, 4), (random_glob, 4))
    rows = [draw_row(draw, draw_glob, most) for draw_glob, most in kinds for _ in range(5)]
    for row, ignored in zip(rows, ignored_by_git(_repository(), rows), strict=True):
        assert differs_from_pathspec(row) == []
        assert differs_from_git(row, ignored) == []
