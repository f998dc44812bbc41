"""Directives, notebooks and patches are read in a time that grows as their text does."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.engine.cell_places import place_cells
from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.text.edits.apply_patch import PatchError, parse_patch
from phaser_lint.text.notebook import CharacterPlaces, locate_cells
from tests.counted_work import calls_of

if TYPE_CHECKING:
    from collections.abc import Callable

MANY = 100
DIRECTIVES = (
    "# phaser:ignore a ", "# phaser:ignore a\n", "phaser:ignore ", "phaser:", "# phaser:ignore a,",
    '"""# phaser:ignore a\n', "#\u200bphaser:ignore a ", "\u200b# phaser:ignore a\n",
    "é# phaser:ignore\u00a0a ", "<!-- phaser:ignore a", "/* phaser:ignore a -- ",
)  # fmt: skip
PATCHES = (
    "*** Update File: a\n", "@@\n", "@@ x\n-a\n+b\n", "+a\n", "-a\n", " a\n", "\n",
    "*** Begin Patch\n", "*** End of File\n", "*** Move to: b\n", "*** Add File: x\n+1\n", "*** ",
)  # fmt: skip


def notebook(cells: int = 1, lines: int = 1, outputs: int = 0) -> str:
    printed = {"output_type": "stream", "name": "stdout", "text": ["a\n"]}
    cell = {"cell_type": "code", "metadata": {}, "execution_count": None}
    cell |= {"source": ["x = 'é'\n"] * lines, "outputs": [printed] * outputs}
    mapping = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell] * cells}
    return json.dumps(mapping, indent=1)


def read_patch(piece: str, times: int) -> None:
    try:
        parse_patch(f"*** Begin Patch\n*** Update File: q\n{piece * times}*** End Patch\n")
    except PatchError:  # most of them are none, which is said
        return


READERS: dict[str, Callable[[int], Any]] = {
    "cells of a notebook": lambda n: place_cells(notebook(cells=n // 10), printed=True),
    "lines of a cell": lambda n: place_cells(notebook(lines=n), printed=True),
    "outputs of a cell": lambda n: place_cells(notebook(outputs=n), printed=True),
    "characters of a cell": lambda n: list(
        map(CharacterPlaces(r'"\n\u00e9x"' * n, [(0, 13 * n)]).find_spot, range(3 * n))
    ),
    "places in a notebook": lambda n: locate_cells(notebook(lines=n), printed=True),
    "brackets of a notebook": lambda n: place_cells('{"cells":' + "[" * n, printed=True),
    **{
        f"{path}: {piece!r}": lambda n, path=path, piece=piece: parse_directives(path, piece * n)
        for piece in DIRECTIVES
        for path in ("a.py", "a.html", "a.vue")
    },
    **{f"patch: {piece!r}": lambda n, piece=piece: read_patch(piece, n) for piece in PATCHES},
}


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize("name", READERS)
def test_ten_times_the_text_takes_ten_times_the_calls(name: str) -> None:
    few, many = (calls_of(partial(READERS[name], number)) for number in (MANY, 10 * MANY))
    assert many <= 15 * few


def test_characters_that_nobody_sees_are_named_in_a_thousand_lines() -> None:
    """Ten megabytes of such lines took half a minute."""
    text = "# \u200bphaser:ignore a\n" * 1_100
    assert len(parse_directives("a.py", text).malformed) == 1_000
