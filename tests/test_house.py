"""Who may name what: a new case of a noun is a file of its own and a row, and touches no other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import phaser_lint
from phaser_lint.rules import RULES

PACKAGE = Path(phaser_lint.__file__).parent
# What a type of Phaser v1.2 meant, the dialect alone knows.
NAMES_TYPES = ("rules/", "contracts/version_1.py")


def texts(source: str) -> set[str]:
    """Every text that stands in *source*, those that f-strings are made of as well."""
    return {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def named(source: str) -> list[str]:
    """The contract types that *source* names."""
    return sorted(texts(source) & set(RULES))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from phaser_lint.rules import file_exists", []),
        ('"""``file_exists``: a file."""', []),
        ("kind == 'file_exists'", ["file_exists"]),
        ("TYPES = ('file_exists', *MORE, 'forbid_pattern')", ["file_exists", "forbid_pattern"]),
    ],
)
def test_what_names_a_type(source: str, found: list[str]) -> None:
    """A text that is one does; a docstring and a module do not."""
    assert named(source) == found


def test_no_type_is_named_outside_its_rule() -> None:
    """What a type is like is asked of its traits."""
    found = {
        path.relative_to(PACKAGE).as_posix(): named(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    naming = {path: types for path, types in found.items() if types}
    assert {path: types for path, types in naming.items() if not path.startswith(NAMES_TYPES)} == {}
    # The test looks where it should.
    assert naming["rules/file_exists.py"] == ["file_exists"]
