"""SEARCH/REPLACE blocks: the text after them, and what is no set of blocks."""

from __future__ import annotations

import pytest

from phaser_lint.text.edits.search_replace import apply_search_blocks

TEXT = "one\ntwo\nthree\ntwo\n"


def block(old: str, new: str) -> str:
    return f"------- SEARCH\n{old}=======\n{new}+++++++ REPLACE\n"


@pytest.mark.parametrize(
    "blocks",
    [
        pytest.param("", id="nothing"),
        pytest.param("two\n", id="a text without marks"),
        pytest.param("two\n=======\nTWO\n+++++++ REPLACE\n", id="not opened"),
        pytest.param("------- SEARCH\ntwo\n+++++++ REPLACE\n", id="not parted"),
        pytest.param("------- SEARCH\ntwo\n=======\nTWO\n", id="not closed"),
        pytest.param("------- SEARCH\ntwo\n", id="only opened"),
        pytest.param(block("two\n", "2\n") + "------- SEARCH\nthree\n=======\n",
                     id="the second not closed"),
        pytest.param(block("four\n", "4\n"), id="an old text that is not there"),
        pytest.param(block("wo\nthee\n", "4\n"), id="nor as it stands"),
        pytest.param(block("three\n", "3\n") + block("one\n", "1\n"), id="only above the last one"),
        pytest.param(block("one\n", "1\n") * 2, id="only once, wanted twice"),
        pytest.param("X SEARCH\ntwo\n=======\nTWO\n+++++++ REPLACE\n", id="a word before it"),
        pytest.param("==== SEARCH\ntwo\n=======\nTWO\n+++++++ REPLACE\n", id="another opener"),
        pytest.param("-------SEARCH\ntwo\n=======\nTWO\n+++++++ REPLACE\n", id="no blank in it"),
        pytest.param("------- SEARCH\ntwo\n==\nTWO\n+++++++ REPLACE\n", id="two signs part none"),
        pytest.param("------- SEARCH\ntwo\n===x\nTWO\n+++++++ REPLACE\n", id="nor does a text"),
        pytest.param("------- SEARCH\ntwo\n=======\nTWO\n------- REPLACE\n", id="another closer"),
    ],
)  # fmt: skip
def test_marks_that_do_not_fit_change_nothing(blocks: str) -> None:
    """No text is foreseen where the marks do not fit or an old text is not found."""
    assert apply_search_blocks(TEXT, blocks) is None


@pytest.mark.parametrize(
    ("blocks", "after"),
    [
        pytest.param(block("two\n", "2\n"), "one\n2\nthree\ntwo\n", id="the first of two"),
        pytest.param(block("two\n", "2\n") * 2, "one\n2\nthree\n2\n", id="then the second"),
        pytest.param(block("one\n", "1\n") + block("three\n", "3\n"), "1\ntwo\n3\ntwo\n",
                     id="one after the other"),
        pytest.param(block("two\n", ""), "one\nthree\ntwo\n", id="taken away"),
        pytest.param(block("one\ntwo\n", "two\n1\n") + block("two\n", "2\n"),
                     "two\n1\nthree\n2\n", id="what a block wrote is not searched"),
        pytest.param(block("", "all\n"), "all\n", id="the whole file"),
        pytest.param(block("", "all\n") + block("all\n", "new\n"), "new\n", id="and then a part"),
        pytest.param(block("one\n", "1\n") + block("", "all\n"), "all\n", id="whatever was done"),
        pytest.param(block("two\n", "2\n").replace("\n", "\r\n"), "one\n2\nthree\ntwo\n",
                     id="Windows line ends"),
        pytest.param("<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE", "one\n2\nthree\ntwo\n",
                     id="the older marks"),
        pytest.param("- SEARCH \ntwo\n===\n2\n+ REPLACE\t\n", "one\n2\nthree\ntwo\n",
                     id="short marks, with blanks after them"),
        pytest.param("I fix it:\n" + block("two\n", "2\n") + "Done.\n", "one\n2\nthree\ntwo\n",
                     id="words around them"),
        pytest.param(block("two\n", "------- SEARCH\n====\n2\n"),
                     "one\n------- SEARCH\n====\n2\nthree\ntwo\n", id="marks in the new text"),
        pytest.param("------- SEARCH\ntwo\n=======\n+++++++ REPLACE it\n+++++++ REPLACE\n",
                     "one\n+++++++ REPLACE it\nthree\ntwo\n", id="a line that only starts as one"),
        pytest.param("------- SEARCH\ntwo\n=======\n=X=\nX REPLACE\n+++++++ REPLACE\n",
                     "one\n=X=\nX REPLACE\nthree\ntwo\n", id="words that are no marks"),
    ],
)  # fmt: skip
def test_what_blocks_make_of_a_text(blocks: str, after: str) -> None:
    """Each replaces the first occurrence after the one before it."""
    assert apply_search_blocks(TEXT, blocks) == after


def test_marks_in_the_old_text() -> None:
    """Where the closer stands there it is looked for as text, the opener too."""
    text = "a\n------- SEARCH\n+++++++ REPLACE\nb\n"
    assert apply_search_blocks("a\nX=X\n", block("X=X\n", "x\n")) == "a\nx\n"
    blocks = block("------- SEARCH\n+++++++ REPLACE\n", "x\n")
    assert apply_search_blocks(text, blocks) == "a\nx\nb\n"


def test_a_file_without_a_text() -> None:
    """An empty SEARCH writes the first one."""
    assert apply_search_blocks("", block("", "new\n")) == "new\n"
    assert apply_search_blocks("", block("two\n", "2\n")) is None
