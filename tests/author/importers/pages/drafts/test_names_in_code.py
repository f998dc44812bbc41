"""Which names of code a page wants in which style, and what is sure of that."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import JAVASCRIPT, finds, keys_of, read_page_line


@pytest.mark.parametrize(
    ("path", "text", "wrong", "right"),
    [
        ("a.py", "Functions: `snake_case` (`read_page`)", "def readPage():", "def setUp(self):"),
        ("a.py", "Function names: snake_case", "async def readPage():", "readPage(maxSize=1)"),
        ("a.py", "Instance variables: snake_case", "        self.userId = 1", "    userId=1,"),
        ("a.py", "snake_case for functions and classes", "", ""),
        (
            "a.py",
            "Naming: snake_case for functions, PascalCase for classes",
            "class page:",
            "class Page:",
        ),
        ("a.ts", "Functions/vars: camelCase", "const user_id = 1", "const MAX_SIZE = 1"),
        (
            "a.ts",
            "Use camelCase for functions and variables.",
            "function read_page() {}",
            "a.read_page()",
        ),
        (
            "a.ts",
            "Constants: UPPER_SNAKE_CASE (`MAX_SIZE`)",
            "export const maxSize = 1",
            "const size = 1",
        ),
        (
            "a.ts",
            "Constants: UPPER_SNAKE_CASE (e.g., `MAX`)",
            "export const a = 'b'",
            "export const title = 'a'",
        ),
        (
            "a.rs",
            "Constants and statics: `SCREAMING_SNAKE_CASE`",
            "const max: u8 = 1;",
            "const fn max() {}",
        ),
        ("a.rs", "Types, traits, enums: `PascalCase`", "pub struct user_page;", "type Page = u8;"),
        (
            "a.rs",
            "modules/functions snake_case; types CamelCase",
            "fn readPage() {}",
            "fn read_page() {}",
        ),
        ("a.go", "camelCase for functions", "func read_page() {", "func TestA_b(t *testing.T) {"),
        (
            "A.java",
            "Methods: camelCase",
            "public void read_page() {",
            "void test() { read_page(); }",
        ),
        (
            "A.java",
            "Constants: UPPER_CASE",
            "static final int max = 1;",
            "static final Log log = a();",
        ),
        (
            "A.kt",
            "Functions: camelCase, constants: UPPER_SNAKE_CASE",
            "const val max = 1",
            "fun Page() {}",
        ),
        ("A.swift", "Functions: lowerCamelCase", "func Read() {", "func testA_b() {"),
        ("A.cs", "Methods: PascalCase", "public async Task read() {", "var a = new read();"),
        ("a.php", "Methods: camelCase", "  function read_page() {", "function read_page() {"),
        ("a.rb", "Methods: snake_case", "def readPage", "readPage(1)"),
        ("a.ex", "Functions: snake_case", "def readPage(a) do", "IO.puts(a)"),
        ("a.c", "Macros: UPPER_CASE", "#define max 1", "#define MAX(a) (a)"),
    ],
)
def test_names_that_a_word_of_the_language_declares(
    path: str, text: str, wrong: str, right: str
) -> None:
    """Another style of the same language is about another language: nothing is sure."""
    line = read_page_line(text, [path])
    if not wrong:
        assert (line.rule, line.reason) == (None, "condition: which files it is about is not sure")
        return
    keys = keys_of(line)
    assert finds(keys, wrong)
    assert not finds(keys, right)


def test_names_that_no_word_declares_are_named_beside_the_draft() -> None:
    """A constant of Python is a variable: nothing is left of a line that says no more."""
    line = read_page_line("snake_case for functions, UPPER_SNAKE_CASE for constants", ["a.py"])
    assert line.rule is not None
    assert line.rule.unseen == ("a name that begins with a capital", "names of constants")
    left = read_page_line("Constants: UPPER_SNAKE_CASE", ["a.py"])
    assert (left.rule, left.reason) == (None, "syntax: names that no word of Python declares")


@pytest.mark.parametrize(
    "text",
    [
        "Functions: camelCase, UPPER_SNAKE_CASE only for what is exported",
        "Private methods: camelCase",
        "Functions: camelCase, one purpose each",
        "Routes: camelCase",
        "Hooks: camelCase with a `use` prefix",
        "Constants: mostly camelCase",
        "Use camelCase for functions where it reads better",
        "Functions: camelCase or snake_case",
        "The API returns camelCase, the database has snake_case",
    ],
)
def test_a_case_of_names_is_left(text: str) -> None:
    """Some of the names, or more than their style."""
    assert read_page_line(text, ["a.ts"]).rule is None


def test_a_language_before_the_names_is_theirs() -> None:
    text = "TypeScript: camelCase for functions, PascalCase for types"
    paths = ("a.ts", "b.py", "c.py", "d.py", "e.py", "f.py")
    assert keys_of(read_page_line(text, paths))["file_glob"] == f"*.{JAVASCRIPT}"
    assert (
        read_page_line(text, ["b.py"]).reason
        == "condition: no file of the project is in JavaScript"
    )


def test_a_lifetime_of_rust_is_no_constant() -> None:
    """`&'static a::B` has the word, and a path after it."""
    keys = keys_of(read_page_line("Constants and statics: UPPER_SNAKE_CASE", ["a.rs"]))
    assert not finds(keys, "fn read(self) -> &'static page::Reader {")
    assert not finds(keys, "let a: *const page: u8")
    assert finds(keys, "static mut count: u8 = 1;")


def test_a_hostile_line_of_names_costs_little() -> None:
    """Longer than any line of names, it is not read as one."""
    line = read_page_line(f"{'functions, ' * 180}camelCase", ["a.ts"])
    assert line.rule is None


@pytest.mark.parametrize(
    ("path", "wrong", "right"),
    [
        ("a.cpp", "class my_page final {", "class alignas(16) Page {"),
        ("a.cpp", "class UI_API my_page : public A {", "class UI_API Page : public A {"),
        ("a.cpp", "class [[nodiscard]] my_page\n{", "class __attribute__((packed)) Page {"),
        ("a.cpp", "template <class T> class my_page {", "class __declspec(dllexport) Page {"),
        ("a.cpp", "class my_page {", "class page::Line {"),
        ("a.cpp", "class my_page {", "template <> class hash<Page> {"),
        ("a.cpp", "class my_page {", "class my_page;"),
        ("a.kt", "class page(val a: Int)", "a(Page::class to b)"),
        ("a.kt", "class page @Inject constructor(", "class `a page` {"),
        ("A.java", "class page extends A {", "if (a == Page.class) {"),
        ("a.swift", "@MainActor final class page {", "class override func read() {"),
        ("a.swift", "class page: A {", "class subscript<A>(a: A) -> A {"),
        ("a.dart", "class page extends A {", "mixin class Page {"),
        ("a.cs", "[A] public class page : B", "where T : class"),
        ("a.ts", "@A() class page {", "export default class extends A {"),
        ("a.py", "class page[T]:", "class Page[T]:"),
        ("a.scala", "case class page(a: Int)", "package object page {"),
        ("a.php", "final class page extends A", "return Page::class;"),
    ],
)
def test_what_stands_beside_the_name_of_a_class(path: str, wrong: str, right: str) -> None:
    keys = keys_of(read_page_line("Classes: PascalCase", (path,)))
    assert finds(keys, wrong)
    assert not finds(keys, right)


def test_a_kind_that_the_language_has_not_is_named() -> None:
    draft = read_page_line("Classes/Records: PascalCase", ("a.ts",)).rule
    assert draft is not None
    assert "names of `record`" in draft.unseen
    assert not read_page_line("Interfaces: PascalCase", ("a.rs",)).rule


@pytest.mark.parametrize(
    ("path", "text", "wrong", "right"),
    [
        ("a.ts", "Functions: camelCase", "const a_b = async (c: (d: E) => F) => g", ""),
        ("a.ts", "Functions: camelCase", "const a_b = c => d", "const a_b = (c + d) * 2"),
        ("a.py", "Functions: snake_case", "def readPage[T](a: T):", "def read_page[T](a: T):"),
        ("A.java", "Methods: camelCase", "public <T> List<T> read_page() {", "public A a_b;"),
        ("A.java", "Methods: camelCase", "public @Nullable A read_page() {", "return a_b();"),
        ("A.java", "Constants: UPPER_SNAKE_CASE", "final static int max = 1;", "final int a = 1;"),
        ("a.cpp", "Constants: UPPER_SNAKE_CASE", "static constexpr int kMax = 1;", "int a = 1;"),
        ("a.cpp", "Constants: UPPER_SNAKE_CASE", "constexpr int max = 1;", "constexpr int f() {"),
        ("a.cpp", "Constants: UPPER_SNAKE_CASE", "constexpr A b{1};", "constexpr bool is_a_v = b;"),
    ],
)
def test_what_stands_beside_other_names(path: str, text: str, wrong: str, right: str) -> None:
    keys = keys_of(read_page_line(text, (path,)))
    assert finds(keys, wrong)
    assert not finds(keys, right)


def test_methods_of_tests_in_java_are_called_otherwise() -> None:
    line = read_page_line("Methods: camelCase (verbs)", ("src/main/A.java", "src/test/ATest.java"))
    assert keys_of(line)["exclude_glob"] == ["**/src/*[tT]est/**"]
    assert line.rule
    assert "methods of tests" in line.rule.unseen


@pytest.mark.parametrize(
    ("path", "text", "unseen"),
    [
        (
            "a.ts",
            "Functions: camelCase",
            ("methods", "functions that `let` or `var` holds", "a name that begins with a capital"),
        ),
        (
            "a.py",
            "Variables: snake_case",
            (
                "parameters",
                "names that take a value apart",
                "fields",
                "a name that begins with a capital",
            ),
        ),
        ("a.swift", "Functions: camelCase", ()),
        ("a.cpp", "Types: PascalCase", ("a name behind another macro", "`using`, `typedef`")),
        ("a.cpp", "Structs: PascalCase", ()),
        ("a.py", "Classes: PascalCase", ()),
    ],
)
def test_what_a_pattern_of_names_does_not_see(
    path: str, text: str, unseen: tuple[str, ...]
) -> None:
    draft = read_page_line(text, (path,)).rule
    assert draft is not None
    assert draft.unseen == unseen


@pytest.mark.parametrize(
    ("path", "text", "wrong", "rights"),
    [
        (
            "a.rs",
            "structs, enums: `PascalCase`; constants: `UPPER_SNAKE_CASE`",
            "enum page {",
            ("trait page {", "type page = u8;", "static max: u8 = 1;"),
        ),
        ("a.rs", "Traits: PascalCase, functions: snake_case", "trait page {", ("struct page;",)),
        ("a.rs", "Type aliases: PascalCase", "type page = u8;", ("struct page;", "enum page {")),
        ("a.rs", "Types: PascalCase", "trait page {", ("let page = 1;",)),
        ("a.rs", "Statics: UPPER_SNAKE_CASE", "static mut max: u8", ("const max: u8 = 1;",)),
        ("a.rs", "Methods: snake_case", "fn readPage(&mut self)", ("fn readPage(a: u8) {",)),
        ("a.rs", "Local variables: snake_case", "let userId = 1;", ("const userId: u8 = 1;",)),
        ("a.py", "Methods: snake_case", "def readPage(self):", ("def readPage(a):",)),
        (
            "a.py",
            "Instance variables: snake_case",
            "    self.userId = 1",
            ("    userId = 1", "userId = 1"),
        ),
        ("a.go", "Methods: camelCase", "func (a A) read_page() {", ("func read_page() {",)),
        (
            "a.ts",
            "Functions: camelCase, interfaces: PascalCase",
            "interface page {",
            ("class page {", "type page = 1", "enum page {"),
        ),
        ("a.ts", "Type aliases: PascalCase", "type page = 1", ("class page {", "enum page {")),
        ("a.ts", "Functions: camelCase", "function a_b() {", ("declare function a_b(): void",)),
        ("a.ts", "Classes: PascalCase", "class page {", ("declare class page {",)),
        ("A.kt", "Functions: camelCase", "fun a_b() {", ("external fun a_b()",)),
        ("A.kt", "Variables: camelCase", "val a_b = 1", ("const val a_b = 1",)),
        (
            "A.swift",
            "structs and protocols in PascalCase, functions in camelCase",
            "protocol page {",
            ("class page {", "enum page {"),
        ),
        (
            "A.cs",
            "records: PascalCase, methods: PascalCase",
            "record page(int A);",
            ("class page {", "enum page {"),
        ),
    ],
)
def test_a_noun_covers_what_it_names(
    path: str, text: str, wrong: str, rights: tuple[str, ...]
) -> None:
    keys = keys_of(read_page_line(text, (path,)))
    assert finds(keys, wrong)
    assert not [right for right in rights if finds(keys, right)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.ts", "Parameters: camelCase"),
        ("a.ts", "Methods: camelCase"),
        ("a.ts", "Local variables: camelCase"),
        ("a.py", "Local variables: snake_case"),
        ("a.py", "Enumerations: PascalCase, constants: UPPER_CASE"),
        ("a.kt", "Methods: camelCase"),
        ("a.rs", "Interfaces: PascalCase, records: PascalCase"),
        ("a.rs", "Instance variables: snake_case"),
        ("a.rs", "Parameters: snake_case"),
        ("a.php", "Statics: UPPER_CASE"),
    ],
)
def test_a_noun_that_no_word_of_the_language_declares_is_no_draft(path: str, text: str) -> None:
    assert read_page_line(text, (path,)).rule is None


def test_names_of_foreign_blocks_are_never_the_own_ones() -> None:
    line = read_page_line("functions in `snake_case`, types in `PascalCase`", ("a.rs",))
    assert keys_of(line)["not_inside"] == r"\bextern\b[^{};()]*(?=\{)"


def test_another_sentence_behind_a_style_is_named_beside_the_draft() -> None:
    text = "Types: `PascalCase`. Acronyms get sentence case (`HttpClient`, not `HTTPClient`)."
    line = read_page_line(text, ["a.rs"])
    assert finds(keys_of(line), "struct foo_bar;")
    assert line.rule is not None
    assert line.rule.unseen == ("the rest of the line: Acronyms get sentence case",)


@pytest.mark.parametrize(
    ("text", "wrongs", "rights"),
    [
        (
            "Types/Interfaces: PascalCase",
            ("export declare type page =", "declare interface page_a {"),
            ("class page {", "enum page {"),
        ),
        ("Types and enums: PascalCase", ("type page =", "enum page {"), ("class page {",)),
        ("Types: PascalCase", ("interface page {",), ("class page {", "enum page {")),
    ],
)
def test_types_of_typescript_are_no_classes(
    text: str, wrongs: tuple[str, ...], rights: tuple[str, ...]
) -> None:
    line = read_page_line(text, ("a.ts",))
    assert all(finds(keys_of(line), code) for code in wrongs)
    assert not any(finds(keys_of(line), code) for code in rights)
    assert line.rule
    assert "names of `class`" in line.rule.unseen
    assert not keys_of(line)["examples"]["invalid"][0].startswith("class")


@pytest.mark.parametrize(
    "text",
    [
        "Constants: `UPPER_SNAKE_CASE` for globals, otherwise `camelCase`",
        "Constants: `UPPER_SNAKE_CASE` at module level, `camelCase` inside functions",
        "Functions: `camelCase`, in tests `snake_case`",
        "Variables: `camelCase`, all others `snake_case`",
    ],
)
def test_a_second_style_of_the_same_names_is_a_case(text: str) -> None:
    assert read_page_line(text, ("a.ts",)).rule is None


@pytest.mark.parametrize(
    ("path", "text", "heading", "wrong", "right"),
    [
        (
            "a.zig",
            "Use `snake_case` for functions",
            "Zig Code",
            "pub fn readPage(",
            "fn read_page(",
        ),
        ("a.rs", "Statics: snake_case", "Rust\u2019s names", "", ""),
        (
            "a.rs",
            "Use UPPER_SNAKE_CASE for static variables",
            "Rust\u2019s naming conventions",
            "static max: u8 = 1;",
            "static MAX: u8 = 1;",
        ),
    ],
)
def test_a_heading_that_names_the_language_is_no_part_of_the_project(
    path: str, text: str, heading: str, wrong: str, right: str
) -> None:
    line = read_page_line(text, (f"{path.rpartition('.')[2]}/{path}", "rust/b.md"), heading)
    assert (line.rule is not None) == bool(wrong), line.reason
    if wrong:
        assert finds(keys_of(line), wrong)
        assert not finds(keys_of(line), right)


def test_names_that_a_framework_reads_are_no_constants_of_the_project() -> None:
    """What is not exported, nobody reads by its name."""
    keys = keys_of(read_page_line("Constants: UPPER_CASE", ["a.ts"]))
    assert not finds(keys, "export const contentType = 'image/png';")
    assert not finds(keys, "export const alt = 'A';\nexport const size = 1;")
    assert finds(keys, "export const altText = 'A';")
    keys = keys_of(read_page_line("Functions/vars: camelCase", ["a.ts"]))
    assert not finds(keys, "export const experimental_ppr = true;")
    assert finds(keys, "const experimental_ppr = true;")
    assert finds(keys, "export const experimental_pages = true;")
    assert finds(keys, "export let max_size = 1;")
