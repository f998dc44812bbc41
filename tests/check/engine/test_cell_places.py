"""Where what is found in a cell stands in the file of its notebook, and how it is said."""

from __future__ import annotations

import json

import pytest

from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.core.text import LONGEST_LINE
from tests.examples import check, contract

CELLS = """\
{"cells": [
 {"cell_type": "markdown",
  "source": ["# Title\\n"]},
 {"cell_type": "code",
  "source": ["x = 1\\n",
   "y = \\u00e9; bad(\\"\\ud83d\\ude00\\"); bad"],
  "outputs": [
   {"output_type": "stream", "text": "fine\\nbad\\n"}]}]}
"""


def check_notebook(text: str, **keys: object) -> Report:
    return check([contract(file_glob="*.ipynb", **keys)], {"a.ipynb": text})


def violation_in_cell(
    span: tuple[int, int, int, int],
    *,
    line: int,
    where_in_cell: str,
    cell_text: str,
    language: str = "py",
) -> Violation:
    """A violation in the second cell of ``CELLS``."""
    return Violation(
        "a", "error", f"{where_in_cell}: Fix a.", "a.ipynb", "line", *span,
        line_text=CELLS.split("\n")[span[0] - 1],
        cell=2, cell_line=line, cell_text=cell_text, cell_language=language,
    )  # fmt: skip


def test_a_violation_of_a_cell_has_its_place_in_the_file() -> None:
    """At its characters in the JSON, escapes counted as they are written."""
    cell_text = 'y = é; bad("😀"); bad'
    assert check_notebook(CELLS).violations == (
        violation_in_cell(
            (6, 17, 6, 20), line=2, where_in_cell="cell 2, line 2", cell_text=cell_text
        ),
        violation_in_cell(
            (6, 40, 6, 43), line=2, where_in_cell="cell 2, line 2", cell_text=cell_text
        ),
        violation_in_cell(
            (8, 45, 8, 48),
            line=2,
            where_in_cell="output of cell 2, line 2",
            cell_text="bad",
            language="",
        ),
    )


@pytest.mark.parametrize(
    ("pattern", "place"),
    [
        pytest.param("é", (6, 9, 6, 15), id="an escape"),
        pytest.param("😀", (6, 23, 6, 35), id="a pair of escapes"),
        pytest.param("😀.", (6, 23, 6, 37), id="and the escaped quote after it"),
        pytest.param(r"1\ny", (5, 19, 6, 6), id="over two literals"),
        pytest.param(r"x = 1\n", (5, 15, 5, 22), id="with its line end"),
        pytest.param("(?<=é);", (6, 15, 6, 16), id="right after an escape"),
    ],
)
def test_the_place_of_a_match(pattern: str, place: tuple[int, int, int, int]) -> None:
    """From its first character to behind its last one."""
    (violation,) = check_notebook(CELLS, pattern=pattern).violations
    assert violation[5:9] == place


@pytest.mark.parametrize(
    ("source", "pattern", "place"),
    [
        pytest.param('""', r"\A(?!x)", (1, 23, 1, 23), id="an empty text"),
        pytest.param("[]", r"\A(?!x)", (1, 23, 1, 23), id="an empty list"),
        pytest.param('["a"]', r"a\K\Z", (1, 26, 1, 26), id="the end of a text"),
        pytest.param('["a", "", "b"]', "ab", (1, 25, 1, 35), id="an empty literal between"),
        pytest.param('["a","bad"]', "bad", (1, 29, 1, 32), id="JSON without blanks"),
        pytest.param('["\\ufeffbad"]', "bad", (1, 31, 1, 34), id="after a mark"),
        pytest.param('["a\\r\\nbad"]', "bad", (1, 30, 1, 33), id="after a carriage return"),
        pytest.param('["a\\rbad"]', "^bad", (1, 28, 1, 31), id="after one by itself"),
        pytest.param('["a\\rbad"]', r"\r\Kbad", (1, 28, 1, 31), id="which the pattern sees"),
    ],
)
def test_the_place_in_a_cell_on_one_line(
    source: str, pattern: str, place: tuple[int, int, int, int]
) -> None:
    """Where there is no character, at the value or behind the last one."""
    text = f'{{"cells": [{{"source": {source}}}]}}'
    (violation,) = check_notebook(text, pattern=pattern).violations
    assert violation[5:9] == place


def test_a_long_line_is_shown_in_part() -> None:
    """With what stands around the match; the cell's own line is short."""
    text = json.dumps({"cells": [{"source": ["x" * LONGEST_LINE + "\n", "bad"]}]})
    (violation,) = check_notebook(text).violations
    assert (violation.cell_line, violation.cell_text) == (2, "bad")
    assert violation.line_text.startswith('{"cells"')
    assert len(violation.line_text) < len(text)
    before, after = json.dumps("x" * 36 + "\n")[1:-1], '"]}]}'
    assert violation.near == f'…{before[-36:]}", "bad{after}'
    (short,) = check_notebook(json.dumps({"cells": [{"source": "bad"}]})).violations
    assert short.near == ""


def test_a_line_of_exactly_the_length_is_shown_whole() -> None:
    """One more character, and only what is around the match is."""
    for length, is_whole in ((LONGEST_LINE, True), (LONGEST_LINE + 1, False)):
        text = '{"cells": [{"source": "bad"}]'
        text += " " * (length - len(text) - 1) + "}"
        assert len(text) == length
        (violation,) = check_notebook(text).violations
        assert (violation.near == "") == is_whole


def test_a_directive_stands_where_it_begins() -> None:
    """Its line may be written in pieces, on several lines of the file."""
    text = '{"cells": [{"source": ["x\\n",\n"#",\n" phaser:ignore a"]}]}'
    expected_text = "directive suppresses nothing: a"
    assert check_notebook(text).notices == (Notice("a.ipynb", 2, expected_text),)


def test_what_the_whole_notebook_lacks_stands_at_the_file() -> None:
    """No cell is to blame."""
    (violation,) = check_notebook(CELLS, kind="require_pattern", pattern="none").violations
    assert violation == Violation("a", "error", "Fix a.", "a.ipynb", "file")
