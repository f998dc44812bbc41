"""What a module of Python lacks on Windows, by the stubs that mypy brings along."""

from __future__ import annotations

import ast
import operator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MYPY = find_spec("mypy")
assert _MYPY
assert _MYPY.origin
STUBS = Path(_MYPY.origin).parent / "typeshed" / "stdlib"
OLDEST = (3, 10)
_COMPARED = {"Eq": operator.eq, "NotEq": operator.ne, "Lt": operator.lt, "GtE": operator.ge}


def lacking(module: str) -> set[str]:
    """The public names that *module* has on Linux and not on Windows, in the oldest Python."""
    return _public(module, "linux") - _public(module, "win32")


def absent_modules() -> set[str]:
    """The modules of one file that have nothing in them on Windows."""
    paths = [path for path in STUBS.glob("*.pyi") if not path.stem.startswith("_")]
    asking = [path.stem for path in paths if b'!= "win32"' in path.read_bytes()]
    return {name for name in asking if lacking(name) and not _public(name, "win32")}


def _public(module: str, system: str) -> set[str]:
    all_names = _names(_tree(module).body, system)
    return {name for name in all_names if not name.startswith("_")}


@cache
def _tree(module: str) -> ast.Module:
    path = STUBS / f"{module}.pyi"
    path = path if path.is_file() else STUBS / module / "__init__.pyi"
    return ast.parse(path.read_text(encoding="utf-8"))


def _names(body: Sequence[ast.stmt], system: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.If):
            yield from _names(node.body if _holds(node.test, system) else node.orelse, system)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("_"):
            yield from (alias.asname for alias in node.names if alias.asname)


def _holds(test: ast.expr, system: str) -> bool:
    if isinstance(test, ast.BoolOp):
        combine = all if isinstance(test.op, ast.And) else any
        return combine(_holds(operand, system) for operand in test.values)
    assert isinstance(test, ast.Compare), ast.unparse(test)
    condition = ast.unparse(test.left)
    system_value: object = {"sys.platform": system, "sys.version_info": OLDEST}[condition]
    compared = _COMPARED[type(test.ops[0]).__name__]
    return bool(compared(system_value, ast.literal_eval(test.comparators[0])))
