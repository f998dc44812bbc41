from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaser_lint.text.edits.notebook_edit import apply_notebook_edit
from tests.text.edits.notebook_cases import BOTH, CELL_CASES, TEXT_CASES, NotebookCase

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def applied(case: NotebookCase) -> str | None:
    return apply_notebook_edit(
        case.before,
        cell_id=case.cell_id,
        new_source=case.new_source,
        cell_type=case.cell_type,
        edit_mode=case.edit_mode,
    )


def compact(text: str | None) -> str | None:
    if text is None:
        return None
    return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("case", CELL_CASES, ids=lambda case: case.name)
def test_predicts_the_cells_that_the_client_wrote(case: NotebookCase) -> None:
    """Every key and value, in the client's order; None where the client refused."""
    assert compact(applied(case)) == case.after


@pytest.mark.parametrize("case", TEXT_CASES, ids=lambda case: case.name)
def test_predicts_the_text_that_the_client_wrote(case: NotebookCase) -> None:
    """Indent, line ends, numbers, order of keys and escapes, byte for byte."""
    assert applied(case) == case.after


@pytest.mark.parametrize(
    "current",
    ["[" * 100_000, '{"cells":' * 2_000, "{", '{"cells":[{"source":"\udce9"}]}', "\ufeff", "1"],
    ids=["deep list", "deep object", "cut", "odd byte", "mark", "number"],
)
def test_what_is_no_notebook_is_unknown(current: str) -> None:
    """Broken or hostile text gives None and raises nothing."""
    edit = {"cell_id": "cell-0", "new_source": "", "cell_type": None, "edit_mode": "replace"}
    assert apply_notebook_edit(current, **edit) is None  # type: ignore[arg-type]


def test_a_count_of_many_digits_is_no_cell() -> None:
    """int() refuses more than 4300 digits; the client finds no such cell."""
    identifier = f"cell-{'1' * 5000}"
    case = NotebookCase("", BOTH, None, identifier)
    assert applied(case) is None


@pytest.mark.parametrize(
    ("json_value", "after"),
    [
        ("false", "false"),
        ("[0.1, 0.01, 1.25, 100, 100.5, 1e3]", "[0.1,0.01,1.25,100,100.5,1000]"),
        ("[-1e999, -2e-7, -0.5]", "[null,-2e-7,-0.5]"),
        ("[123456789012345678901.5, 1234567890123456789012]",
         "[123456789012345680000,1.2345678901234568e+21]"),
        ("[0.000001234, 0.0000001234]", "[0.000001234,1.234e-7]"),
        ('{"a":1,"0":2,"00":3}', '{"0":2,"a":1,"00":3}'),
        ('{"a":1,"4294967294":2}', '{"4294967294":2,"a":1}'),
        ('{"a":1,"4294967295":2,"-1":3,"1.5":4}', '{"a":1,"4294967295":2,"-1":3,"1.5":4}'),
        ('["\\ud800", "\\udfff"]', '["\\ud800","\\udfff"]'),
    ],
)  # fmt: skip
def test_values_are_written_as_javascript_does(json_value: str, after: str) -> None:
    """Numbers in their shortest form, keys that are array indices first, half pairs escaped."""
    before = f'{{"cells":[{{"id":"c","source":""}}],"x":{json_value}}}'
    text = applied(NotebookCase("", before, None, "c", ""))
    assert text is not None
    laid_out = text[text.index('"x": ') + len('"x": ') : -len("\n}")]
    assert re.sub(r"\n *", "", laid_out).replace(": ", ":") == after


@pytest.mark.parametrize("cell", ["7", "null", '"a"', "[]"])
def test_a_cell_that_is_none_makes_no_notebook(cell: str) -> None:
    """The client refuses it, also where another one is meant."""
    before = f'{{"cells":[{{"id":"c","source":""}},{cell}]}}'
    assert applied(NotebookCase("", before, None, "c")) is None


def test_a_count_in_other_digits_is_no_cell() -> None:
    """Only those of ASCII count."""
    assert applied(NotebookCase("", BOTH, None, "cell-\u0660")) is None


@settings(max_examples=15)
@given(json_value=JSON, source=st.text(st.characters()))
def test_the_text_is_json_of_the_same_values(json_value: Any, source: str) -> None:
    """Whatever else the notebook holds is read back as it was."""
    check_values(json_value, source)


@pytest.mark.slow
@given(json_value=JSON, source=st.text(st.characters()))
def test_many_texts_are_json_of_the_same_values(json_value: Any, source: str) -> None:
    """The same as above, more often."""
    check_values(json_value, source)


def check_values(json_value: Any, source: str) -> None:
    cell = {"id": "c", "source": ""}
    before = json.dumps({"cells": [cell], "x": json_value})
    after = applied(NotebookCase("", before, None, "c", source))
    assert after is not None
    assert json.loads(after, parse_int=float) == json.loads(
        json.dumps({"cells": [{**cell, "source": source}], "x": json_value}), parse_int=float
    )
