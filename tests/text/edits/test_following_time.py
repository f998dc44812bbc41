"""Edits are followed in one pass, on any text, and no longer than somebody may wait."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.edits.apply_patch import Chunk, PatchError, apply_chunks, parse_patch
from phaser_lint.text.edits.edits_at_once import apply_edits_at_once
from phaser_lint.text.edits.notebook_edit import apply_notebook_edit
from phaser_lint.text.edits.search_replace import apply_search_blocks
from phaser_lint.text.edits.text_edit import apply_text_edit
from tests.counted_work import CountedText, calls_of

if TYPE_CHECKING:
    from collections.abc import Callable

FEW, TIMES = 100, 10
# The clock of the processor shows more than that.
OVER = 0.0
SEARCH, LINE = "------- SEARCH\na\n=======\n", "c\n"


def patched(piece: str, number: int, *, until: float | None = None) -> object:
    body = piece * number
    try:
        operations = parse_patch(f"*** Begin Patch\n{body}*** End Patch\n", until=until)
    except PatchError:  # most of them are none
        return None
    return [
        apply_chunks("a\n" * number, operation.chunks, until=until) for operation in operations[:1]
    ]


def in_notebook(source: object, number: int, *, until: float | None = None) -> object:
    text = f'{{"cells": [{", ".join([str(source)] * number)}]}}'
    return apply_notebook_edit(
        text, cell_id="cell-0", new_source="x", cell_type=None, edit_mode="replace", until=until
    )


EDITS: dict[str, Callable[..., object]] = {
    "blocks": lambda number, **keys: apply_search_blocks(
        "a\nb\n" * number,
        "------- SEARCH\na\n=======\nc\n+++++++ REPLACE\n" * number,
        **keys,
    ),
    "lines of a block": lambda number, **keys: apply_search_blocks(
        "a\n" * number, f"{SEARCH}{LINE * number}+++++++ REPLACE\n", **keys
    ),
    "chunks": partial(patched, "*** Update File: q\n" + "@@\n-a\n+b\n"),
    "files": partial(patched, "*** Add File: q\n+b\n"),
    "lines with returns": lambda number, **keys: apply_chunks(
        "a\r\r\n" * number, [Chunk(None, (("-", "a"), ("+", "b")))], **keys
    ),
    "escapes": lambda number, **keys: apply_text_edit(
        "\\\\u00e9" * number, old="\\é" * 20, new="x", replace_all=False, **keys
    ),
    "cells": partial(in_notebook, '{"source": "x", "cell_type": "code"}'),
    "at once": lambda number, **keys: apply_edits_at_once("a b\n", [("a", "c")] * number, **keys),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_ten_times_the_edit_takes_ten_times_the_calls(name: str) -> None:
    few, many = (calls_of(partial(EDITS[name], number)) for number in (FEW, FEW * TIMES))
    assert many <= few * TIMES * 1.5


@pytest.mark.parametrize("name", EDITS)
def test_once_time_is_over(name: str) -> None:
    with pytest.raises(LateReaderError, match="following the edit"):
        EDITS[name](FEW, until=OVER)


def test_a_text_is_copied_once_by_all_blocks() -> None:
    text = CountedText("a\nb\n" * 1_000)
    text.taken = []
    blocks = "------- SEARCH\na\n=======\nc\n+++++++ REPLACE\n" * 1_000
    assert apply_search_blocks(text, blocks) == "c\nb\n" * 1_000
    assert sum(text.taken) <= len(text)


def test_indents_do_not_fill_the_memory() -> None:
    """A list of a million numbers, nested four hundred deep, is written with 400 MB of them."""
    deep = f"{'[' * 400}{'1,' * 200_000}1{']' * 400}"
    text = f'{{"cells": [{{"source": "x"}}], "metadata": {deep}}}'
    with pytest.raises(OverflowError):
        apply_notebook_edit(
            text, cell_id="cell-0", new_source="y", cell_type=None, edit_mode="replace"
        )
