"""A docstring names only parameters, fields and functions that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import phaser_lint
from tests.package_code import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(phaser_lint.__file__).parent
# A call in the example of a module, and what such a call is of in code that the module is about.
_CALL = re.compile(r"^ {4}(?:\w[\w, ]* = )?(?:\w+\.)*(\w+)\(", re.MULTILINE)
_CODE_OF_OTHERS = frozenset(("f", "mid", "print"))
_NAMED = re.compile(r"(?<![*\w])\*(\w+)\*(?!\*)")


def names_in(node: ast.AST) -> Iterator[str]:
    """Yield the parameters and fields of a class or function, and of what is in it."""
    for child in ast.walk(node):
        if isinstance(child, ast.arg):
            yield child.arg
        elif isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name):
            yield child.target.id


def missing_names(node: ast.AST, around: tuple[ast.AST, ...] = ()) -> Iterator[str]:
    """Yield each name in stars of a docstring below *node* that is no parameter and no field.

    Those of what is *around* it count, too.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):  # nothing is defined in one
            continue
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from missing_names(child, around)
            continue
        named = _NAMED.findall(ast.get_docstring(child, clean=False) or "")
        known_names = (
            {name for outer in (*around, child) for name in names_in(outer)} if named else set()
        )
        yield from [f"{child.name}: {name}" for name in named if name not in known_names]
        yield from missing_names(child, (*around, child))


def missing_functions(module: ast.Module) -> Iterator[str]:
    """Yield what the example of a *module* calls that it neither has nor imports."""
    called_names = _CALL.findall(ast.get_docstring(module, clean=False) or "")
    names = set(_CODE_OF_OTHERS)
    for node in ast.walk(module) if called_names else ():
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    yield from [name for name in called_names if name not in names]


def test_docstrings_name_what_is_there() -> None:
    """A parameter that was renamed has its new name in the sentence that tells what it is."""
    assert [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in missing_names(parsed(path.read_text(encoding="utf-8")))
    ] == []


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ('def f(path):\n    "Read *path*."', []),
        ('class A:\n    "Of a *path*."\n    def __init__(self, path): ...', []),
        ('class A:\n    "Of a *path*."\n    path: str', []),
        ('def f(path):\n    def g():\n        "Read *path*."', []),
        ('def f(**options):\n    "Read **all** of ``*text*``."', ["f: text"]),
        ('def f(path):\n    "Read *paths*, or *path*."', ["f: paths"]),
        ('class A:\n    "Of a *path*."\n    def read(self):\n        "Read *path*."',
         ["A: path", "read: path"]),
    ],
)  # fmt: skip
def test_a_name_that_is_gone_is_noticed(source: str, missing: list[str]) -> None:
    assert [*missing_names(parsed(source))] == missing


def test_examples_call_what_is_there() -> None:
    """A function that was renamed has its new name in the example of its module."""
    assert [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in missing_functions(parsed(path.read_text(encoding="utf-8")))
    ] == []


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ('"""Reads.\n\n    read(path)   a text\n"""\ndef read(path): ...', []),
        ('"""Reads.\n\n    A(path).read()   a text\n"""\nfrom b import A', []),
        ('"""Reads.\n\n    print(1)   a line of code\n"""', []),
        ('"""Reads read(path)."""', []),
        ('"""Reads.\n\n    reads(path)   a text\n"""\ndef read(path): ...', ["reads"]),
        ('"""Reads.\n\n    text = reads(path)\n"""\ndef read(path): ...', ["reads"]),
    ],
)
def test_a_function_that_is_gone_is_noticed(source: str, missing: list[str]) -> None:
    assert [*missing_functions(parsed(source))] == missing
