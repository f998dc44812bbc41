from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.edits.notebook_edit import apply_notebook_edit
from tests.edits.notebook_cases import BOTH, CELL_CASES, TEXT_CASES, NotebookCase

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


@given(value=JSON, source=st.text(st.characters()))
def test_the_text_is_json_of_the_same_values(value: Any, source: str) -> None:
    """Whatever else the notebook holds is read back as it was."""
    cell = {"id": "c", "source": ""}
    before = json.dumps({"cells": [cell], "x": value})
    after = applied(NotebookCase("", before, None, "c", source))
    assert after is not None
    assert json.loads(after, parse_int=float) == json.loads(
        json.dumps({"cells": [{**cell, "source": source}], "x": value}), parse_int=float
    )
