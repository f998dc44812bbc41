"""Types and docstrings that a page wants of each function."""

from __future__ import annotations

import re

import pytest

from tests.author.importers.pages.page_lines import TYPESCRIPT, finds, keys_of, read_page_line


@pytest.mark.parametrize(
    "text",
    [
        "All functions must have type hints",
        "Use type hints for all function parameters and return values.",
        "Type hints are required on all functions",
        "Every function should have full type annotations",
        "Type hints on all function signatures",
    ],
)
def test_functions_without_types(text: str) -> None:
    line = read_page_line(text, ["a.py"])
    assert finds(keys_of(line), "    async def read(self, a):\n        pass")
    assert not finds(keys_of(line), "def read(a: Any = b()) -> int:\n    pass")
    assert not finds(keys_of(line), "def __init__(self, a: int):\n    pass")
    assert not finds(keys_of(line), "def read[T](a: T) -> list[T]:\n    pass")
    nested = "def read(\n    a: Callable[[int], str] = lambda b: (b, (1, (2, 3))),\n):"
    assert finds(keys_of(line), nested)
    assert finds(keys_of(line), "def read[T: (int, str)](a: T):\n    pass")
    assert line.rule is not None
    assert line.rule.unseen == ("a parameter without a type", "`__init__`")


@pytest.mark.parametrize(
    "text",
    [
        "Docstrings for all public functions",
        "All public functions and classes must have Google-style docstrings",
        "Write NumPy-style docstrings for all public functions",
    ],
)
def test_public_functions_without_docstrings(text: str) -> None:
    """A function in another one is not public, a test is no API."""
    line = read_page_line(text, ["a.py"], "Documentation")
    assert finds(keys_of(line), "def read(\n    a: int,\n) -> int:\n    return a\n")
    assert not finds(keys_of(line), 'def read(a):  # noqa\n\n    r"""Read."""\n')
    assert not finds(keys_of(line), "def _read(a):\n    return a\n")
    assert not finds(keys_of(line), "def test_read():\n    pass\n")
    assert not finds(keys_of(line), "    def inner():\n        pass\n")
    assert not finds(keys_of(line), "@overload\ndef read(\n    a: int,\n) -> int:\n    ...\n")
    assert not finds(keys_of(line), "@typing.overload\ndef read(a: int) -> int:\n    pass\n")
    assert not finds(keys_of(line), 'def read(a):\n    # why\n    # so\n    """Read."""\n')
    assert finds(keys_of(line), "def read[T](a: T) -> T:\n    # why\n    return a\n")
    assert line.rule is not None
    assert "a body on the line of its head" in line.rule.unseen
    assert finds(keys_of(line), "class Page:\n    a = 1\n") is ("classes" in text)


def test_functions_of_typescript_without_a_return_type() -> None:
    line = read_page_line("Explicit return types on all functions", ["a.ts"])
    assert finds(keys_of(line), "function read(a: number) {")
    assert not finds(keys_of(line), "function read(a: number): Promise<void> {")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "Use type hints"),
        ("a.py", "All new functions must have type hints"),
        ("a.py", "Type hints on all functions where they help"),
        ("a.py", "Docstrings for all public methods"),
        ("a.ts", "All functions must have type hints"),
        ("a.py", "All functions must have tests"),
    ],
)
def test_what_says_less_of_functions_is_left(path: str, text: str) -> None:
    assert read_page_line(text, [path]).rule is None


@pytest.mark.parametrize(
    "text",
    [
        "Always use explicit return type declarations for methods and functions.",
        "Use explicit return type declarations and type hints for all method parameters:"
        " `function read(User $user): bool`",
    ],
)
def test_functions_of_php_without_a_return_type(text: str) -> None:
    """A constructor has none, and a function without a name may say its own."""
    keys = keys_of(read_page_line(text, ["a.php"]))
    assert finds(keys, "public function read(int $a = max(1, 2))\n    {")
    assert not finds(keys, "public function read(int $a): bool {")
    assert not finds(keys, "public function __construct(private int $a) {")
    assert not finds(keys, "array_map(function ($a) { return $a; }, $b)")


@pytest.mark.parametrize(
    ("text", "path", "undocumented", "documented"),
    [
        ("Public items have `///` doc comments.", "a.rs", "pub fn a() {}", "fn a() {}"),
        ("Public items have doc comments", "a.rs", "pub struct A;", "pub(crate) struct A;"),
        ("Exported identifiers **must** have doc comments: `// Foo`.", "a.go", "func A() {}", ""),
        ("Every exported symbol has a GoDoc", "a.go", "func (a *A) B() {}", "func (a b) B()"),
        ("Add godoc comments to exported functions", "a.go", "func A() {}", "type A struct {}"),
        ("`///` comments on public classes/methods", "a.swift", "public class A {}", "class A"),
        ("Public API gets a doc comment (`///`)", "a.swift", "open func a()", "override func a()"),
        ("JSDoc for all exported functions", "a.ts", "export function a() {}", "function a() {}"),
        ("Public elements are described with documentation comments", "A.cs", "public class A", ""),
        ("Javadoc comments for public methods", "A.java", "public int a() {}", "public class A {}"),
    ],
)  # fmt: skip
def test_public_code_without_a_comment_above_it(
    text: str, path: str, undocumented: str, documented: str
) -> None:
    """Below an attribute it may have its comment higher up."""
    line = read_page_line(text, [path], "Documentation")
    assert finds(keys_of(line), f"a\n\n{undocumented}")
    assert finds(keys_of(line), f"{{\n    {undocumented}") or path == "a.go"
    assert finds(keys_of(line), f"a;\n{undocumented}")
    assert not finds(keys_of(line), f"// It is so;\n{undocumented}")
    assert not finds(keys_of(line), f"{{\n    /// It has {{}}\n    {undocumented}")
    assert not finds(keys_of(line), f"a\n\n// It is so.\n{undocumented}")
    assert not finds(keys_of(line), f"a\n\n{documented}")
    assert line.rule is not None
    assert any("another comment" in name for name in line.rule.unseen)
    assert any("no `;`" in name for name in line.rule.unseen)


def test_public_modules_without_a_comment_are_named() -> None:
    line = read_page_line("Doc comments on all public items", ["a.rs"])
    assert line.rule
    assert "public fields, constants and modules" in line.rule.unseen


def test_the_number_of_a_rule_in_its_heading_is_no_topic() -> None:
    heading = "Documentation (M-DOCS-ABOVE)"
    assert keys_of(read_page_line("Doc comments on all public items", ["a.rs"], heading))


def test_tests_are_no_public_code_that_has_comments() -> None:
    keys = keys_of(read_page_line("Add doc comments to public functions", ["a.rs"]))
    assert "**/test{,s}/" in keys["exclude_glob"]
    assert re.search(keys["not_inside"], "#[cfg(test)]\nmod tests {")


def test_what_a_comment_has_to_say_is_named_beside_the_draft() -> None:
    text = "Public functions must have doc comments explaining purpose and errors"
    line = read_page_line(text, ["a.rs"])
    assert line.rule is not None
    assert "the rest of the line: explaining purpose and errors" in line.rule.unseen


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("Add docstrings for functions and classes", "a.go"),
        ("Add doc comments to public functions", "a.kt"),
    ],
)
def test_comments_that_the_language_has_otherwise_are_left_as_parts_of_code(
    text: str, path: str
) -> None:
    assert read_page_line(text, [path]).reason.startswith("syntax: ")


@pytest.mark.parametrize(
    "text",
    ["All Python code MUST include type hints and return types.", "Use type hints everywhere"],
)
def test_types_of_all_code_are_seen_of_functions(text: str) -> None:
    line = read_page_line(text, ["a.py"])
    assert finds(keys_of(line), "def read(a):\n    pass")
    assert line.rule is not None
    assert "variables" in line.rule.unseen


def test_a_test_is_no_public_function() -> None:
    line = read_page_line("Use type hints for all public functions", ["a.py"])
    assert not finds(keys_of(line), "def test_read():\n    pass")
    assert finds(keys_of(line), "def read():\n    pass")


def test_types_of_public_functions() -> None:
    """One in another function is none, and a fixture is no API."""
    line = read_page_line("Type hints required on all public functions", ["a.py"])
    assert finds(keys_of(line), "def read(a):\n    pass")
    assert finds(keys_of(line), "class A:\n    def read(self, a):\n        pass")
    assert not finds(keys_of(line), "def _outer():\n    def inner(a):\n        pass")
    assert "**/conftest.py" in keys_of(line)["exclude_glob"]


@pytest.mark.parametrize(
    "text",
    ["Explicit return types on all public functions", "JSDoc comments for all public APIs"],
)
def test_what_is_public_in_typescript_no_word_tells(text: str) -> None:
    assert read_page_line(text, ["a.ts"]).rule is None


def test_javascript_has_no_return_types() -> None:
    line = read_page_line("Explicit return types on all functions", ["a.ts", "b.ts", "c.mjs"])
    assert keys_of(line)["file_glob"] == f"*.{TYPESCRIPT}"
