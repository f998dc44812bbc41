"""The code of the package as a tree: each module is parsed once for all tests that read it.

Twenty tests look through the five hundred modules, and to parse them takes three seconds each time.
"""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed(source: str) -> ast.Module:
    """Return the tree of *source*, which no test may change."""
    return ast.parse(source)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Return every node of *source*."""
    return tuple(ast.walk(parsed(source)))
