"""Notebooks, whole and garbled: a place in the file is the place of what was found in the cell."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from phaser_lint.check.engine.check_files import check_each_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import shorten_line
from tests.fuzz.made import contract_of

_PIECES = ("x", "bad", "é", "😀", "\n", "\r\n", "\\", '"', "\t", "\u2028", "\ufeff", " ", "\x01")
_TEXT = st.lists(st.sampled_from(_PIECES), max_size=6).map("".join)
_SOURCE = _TEXT | st.lists(_TEXT, max_size=3)
_OUTPUT = st.one_of(
    st.fixed_dictionaries({"output_type": st.just("stream"), "text": _SOURCE}),
    st.fixed_dictionaries({"output_type": st.just("error"), "traceback": st.lists(_TEXT)}),
    st.fixed_dictionaries(
        {
            "output_type": st.just("display_data"),
            "data": st.dictionaries(st.just("text/plain"), _SOURCE),
        }
    ),
)
_CELL = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown", "raw"]), "source": _SOURCE},
    optional={"outputs": st.lists(_OUTPUT, max_size=2)},
)
_WRITTEN = st.tuples(st.lists(_CELL, max_size=3), st.booleans(), st.sampled_from([None, 1, "\t"]))
_WHOLE = _WRITTEN.map(
    lambda made: json.dumps({"cells": made[0]}, ensure_ascii=made[1], indent=made[2])
)
# One piece of it taken out, or another put in, as an edit or a merge leaves it.
_CUT = st.tuples(_WHOLE, st.integers(0, 200), st.integers(0, 4), st.sampled_from(["", *_PIECES]))
_GARBLED = _CUT.map(lambda made: made[0][: made[1]] + made[3] + made[0][made[1] + made[2] :])
INPUTS = _WHOLE | _GARBLED
_CONTRACTS = ContractSet((contract_of(rule_id="a", pattern=r"bad\s*", file_glob="*.ipynb"),))


def check(text: str) -> None:
    """Nothing ends in a bug, and every match stands in the file where the report says."""
    checker = make_checker(_CONTRACTS, 1.0)
    (verdict,), _ = check_each_file(checker, [TextFile("a.ipynb", text)])
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for violation in verdict.violations:
        line, column = violation.line or 0, violation.column or 0
        assert lines[line - 1][column - 1 :].startswith("bad")
        assert violation.line_text == shorten_line(lines[line - 1])
        assert violation.cell is None or "bad" in violation.cell_text
    for cell_text in _texts(text):
        assert cell_text.count("bad") <= len(verdict.violations)


def _texts(text: str) -> list[str]:
    """Return the sources of the cells, where this is a notebook."""
    try:
        cells: list[dict[str, Any]] = json.loads(text)["cells"]
        return ["".join(cell["source"]) for cell in cells]
    except (ValueError, TypeError, KeyError):
        return []
