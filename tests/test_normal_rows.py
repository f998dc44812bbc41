"""The table of tests that take long names tests that there are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.normal_rows import NORMAL_ROWS

HERE = Path(__file__).parent.parent


@pytest.mark.parametrize("file", NORMAL_ROWS)
def test_each_name_is_a_tests(file: str) -> None:
    """One that was renamed would be whole in the normal set again."""
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert NORMAL_ROWS[file].keys() - names == set()
    assert all(number != 1 for number in NORMAL_ROWS[file].values())
