"""Imports that take nothing but types, and those that only look so."""

from __future__ import annotations

import pytest

from phaser_lint.text.imports import find_imports


def types_of(path: str, text: str) -> list[bool]:
    """Tell of each import in *text* whether it takes nothing but types."""
    return [imported.is_of_types for imported in find_imports(path, text, tells_types=True)]


@pytest.mark.parametrize(
    "text",
    [
        'import a from "b"',
        'import type from "b"',
        'import type, {a} from "b"',
        'import {type a, b} from "c"',
        'import {type} from "a"',
        'import {type as a} from "b"',
        'import {type as as} from "b"',
        'import {} from "a"',
        'import a, {type b} from "c"',
        'import type = require("a")',
        'import a = require("b")',
        'export * from "a"',
        'export {type} from "a"',
        'const a = {b: import("c")}',
        'const a = b ? c : import("d")',
        'import "a"; export type B = 1',
        '// import type {\nimport {a} from "b"',
        'import type\nimport {a} from "b"',
        'f(import("a"))',
        "a < import('b')",
    ],
)
def test_an_import_of_a_value(text: str) -> None:
    assert types_of("a.ts", text) == [False]


@pytest.mark.parametrize(
    "text",
    [
        'import type {a} from "b"',
        'import type a from "b"',
        'import type from from "b"',
        'import type * as a from "b"',
        'import type a, {b} from "c"',
        'import typeof a from "b"',
        'import {typeof a, type b} from "c"',
        'import {type a, type b as c,} from "d"',
        'import {type as} from "a"',
        'import {type as as a} from "b"',
        'import {type "a-b" as c} from "d"',
        'import type a = require("b")',
        'export type {a} from "b"',
        'export type * from "a"',
        'export {type a} from "b"',
        'import /* a */ type // b\n{ c } /* d */ from /* e */ "f"',
        '// import {\nimport type {a} from "b"',
        'import {a, b\nimport {type c} from "d"',
        'let a: typeof import("b")',
        'type A<B> = import("c").D',
        'a as import("b").C',
        'class A implements import("b").C {}',
        'f<typeof import("a")>("b")',
    ],
)
def test_an_import_of_types(text: str) -> None:
    assert types_of("a.ts", text) == [True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if TYPE_CHECKING:\n    import a\nimport b", [True, False]),
        ("if typing.TYPE_CHECKING: from a import b", [True]),
        ("if TYPE_CHECKING:\n    import a\nelse:\n    import b", [True, False]),
        ("if not TYPE_CHECKING:\n    import a", [False]),
        ("if TYPE_CHECKING or a:\n    import b", [False]),
        ('"""\nif TYPE_CHECKING:\n"""\nimport a', [False]),
        (
            "def f():\n    if TYPE_CHECKING:\n        # a\n\n        if b:\n            import c\n"
            "    import d",
            [True, False],
        ),
        ("if TYPE_CHECKING:\n    from a import (b,\nc)\n", [True]),
    ],
)
def test_imports_of_types_in_python_are_known(text: str, expected: list[bool]) -> None:
    assert types_of("a.py", text) == expected


def test_without_the_question_none_is_told() -> None:
    [imported] = find_imports("a.ts", 'import type {a} from "b"')
    assert not imported.is_of_types
