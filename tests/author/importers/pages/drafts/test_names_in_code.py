"""Which lines about the names of classes, functions and variables become drafts, and what those
find.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import regex

from phaser_lint.author.importers.pages.rule_lines import PageLine
from tests.author.importers.pages.page_lines import JAVASCRIPT, draft_lines, keys_of

PYTHON = "{py,pyi}"


def read_line(text: str, paths: Sequence[str]) -> PageLine:
    """What becomes of a line *text* in a project with the files *paths*."""
    return draft_lines(f"# A\n\n## Naming conventions\n\n{text}\n", paths)[-1]


@pytest.mark.parametrize(
    "text",
    [
        "- Classes: PascalCase",
        "- **Classes**: `PascalCase` (e.g., `UserService`)",
        "- Classes: PascalCase \u2192 `UserName`, `UserList`",
        "- Use PascalCase for classes",
        "- PascalCase for all classes and components",
        "- Class names are PascalCase",
        "- Follow PascalCase naming for classes",
        "- PascalCase classes, camelCase functions",
        "- Classes must use PascalCase",
        "- Naming: camelCase for variables/functions, PascalCase for classes",
        "- Use snake_case for functions, PascalCase for classes, and UPPER_CASE for constants.",
    ],
)
@pytest.mark.parametrize(
    ("path", "glob", "wrong", "right"),
    [
        (
            "a.py", PYTHON,
            ["class user_name:", "class user(A):", "class User_Name:"],
            ["class UserName:", "class _Base(A):", "class A2:", "a = klass(b)"],
        ),
        (
            "a.ts", JAVASCRIPT,
            ["class user extends A {", "export class user_name {", "class user<A> {"],
            ["class User {", "a = class extends B {}", "a.class ({})", "<p class = {a}>"],
        ),
        ("a.kt", "{kt,kts}", ["data class user(a: B)"], ["data class User(a: B)", "A::class"]),
        ("a.swift", "swift", ["class user: A {"], ["class func user() {", "class var a: B {"]),
    ],
)  # fmt: skip
def test_names_of_classes(
    text: str, path: str, glob: str, wrong: list[str], right: list[str]
) -> None:
    keys = keys_of(read_line(text, (path,)))
    assert (keys["type"], keys["in"], keys["file_glob"]) == ("forbid_pattern", "code", f"*.{glob}")
    pattern = regex.compile(keys["pattern"], regex.MULTILINE)
    assert [code for code in (*wrong, *right) if pattern.search(code)] == wrong


@pytest.mark.parametrize(
    ("text", "path", "wrong", "right"),
    [
        (
            "- Functions/methods: `snake_case`", "a.py",
            ["def getName(a):", "    async def aB(self):"],
            ["def get_name(a):", "def setUp(self):", "def visit_Name(self, a):",
             "def do_GET(self):"],
        ),
        (
            "- Use camelCase for variables and functions", "a.ts",
            ["const user_id = 1", "export function get_name(a) {", "let a_b: C"],
            ["const userId = 1", "const MAX_SIZE = 1", "function getName() {", "const { a_b } = c",
             "export const unstable_settings = {}", "a.user_id = 1"],
        ),
        (
            "- Use PascalCase for types, interfaces and enums", "a.ts",
            ["interface user {", "type user = A", "enum user_kind {", "type user<A> = B<A>"],
            ["interface User extends A {", "type User = A", "type = a", "a.type = b"],
        ),
    ],
)  # fmt: skip
def test_names_of_what_else_has_a_keyword(
    text: str, path: str, wrong: list[str], right: list[str]
) -> None:
    pattern = regex.compile(keys_of(read_line(text, (path,)))["pattern"], regex.MULTILINE)
    assert [code for code in (*wrong, *right) if pattern.search(code)] == wrong


def test_a_heading_about_names_of_components_is_no_condition() -> None:
    [line] = draft_lines("# A\n\n## Component naming\n\n- Functions: camelCase\n", ("a.ts",))
    assert line.rule is not None


@pytest.mark.parametrize(
    ("text", "paths", "reason"),
    [
        ("- Structs: `PascalCase` with `_data` suffix", ("a.ts",), "syntax: `PascalCase`"),
        ("- Constants: UPPER_SNAKE_CASE", ("a.ts",), "syntax: `UPPER_SNAKE_CASE`"),
        ("- Enum values: PascalCase", ("a.ts",), "syntax: `PascalCase`"),
        ("- Private methods: `_camelCase`", ("a.ts",), "syntax: `camelCase`"),
        ("- PascalCase for components", ("a.tsx",), "syntax: `PascalCase`"),
        ("- Functions: camelCase", ("a.py",), "syntax: names of Python"),
        ("- Functions: snake_case", ("a.rs",), "syntax: names of Rust"),
        (
            "- Use PascalCase for classes", ("a.ts", "b.py"),
            "condition: which files it is about is not sure",
        ),
        ("- Classes in `src/old` are PascalCase", ("a.ts",), "syntax: `PascalCase`"),
    ],
)  # fmt: skip
def test_names_that_no_pattern_is_sure_to_find_are_left(
    text: str, paths: Sequence[str], reason: str
) -> None:
    line = read_line(text, paths)
    assert (line.rule, line.reason) == (None, reason)


@pytest.mark.parametrize(
    ("text", "path", "unseen"),
    [
        ("- Classes: PascalCase", "a.py", ()),
        ("- Functions/variables: snake_case", "a.py", ("names of variables",)),
        ("- Functions: camelCase", "a.ts", ("names of methods",)),
        ("- PascalCase for classes/components", "a.tsx", ("names of components",)),
        (
            "- camelCase for functions, PascalCase for classes", "a.ts",
            ("the rest of the line: camelCase for functions",),
        ),
    ],
)  # fmt: skip
def test_what_the_draft_does_not_see_is_said(text: str, path: str, unseen: tuple[str, ...]) -> None:
    line = read_line(text, (path,))
    assert line.rule is not None
    assert {*unseen} == {*line.rule.unseen}
