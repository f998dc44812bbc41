"""Code that has siblings, or whose name is a word of something else: a draft finds what is meant,
and says what it does not see.
"""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import JAVASCRIPT, finds, keys_of, read_page_line


@pytest.mark.parametrize(
    ("text", "path", "calls", "other"),
    [
        ("Never use `fmt.Print`", "a.go", "fmt.Print(a) fmt.Println(a)", "fmt.Sprint(a)"),
        ("No `fmt.Print*`", "a.go", "fmt.Print(a) fmt.Println(a) fmt.Printf(a)", "fmt.Printer(a)"),
        ("Use `slog` over `fmt.Print` or `log.Print`", "a.go",
         "fmt.Println(a) log.Printf(a)", "log.Fatal(a)"),
        ("Avoid `log.Fatal`", "a.go", "log.Fatalf(a) log.Fatalln(a)", "log.Print(a)"),
        ("No `System.out.print`", "A.java",
         "System.out.println(a) System.out.printf(a)", "System.err.print(a)"),
        ("No `Console.Write`", "A.cs", "Console.Write(a) Console.WriteLine(a)", "Console.Read()"),
        ("No `fmt.Print()`", "a.go", "fmt.Print(a)", "fmt.Println(a)"),
        ("Use `fmt.Printf`, not `fmt.Print`", "a.go", "fmt.Print(a)", "fmt.Printf(a)"),
        ("No `fmt.Print` or `fmt.Println`", "a.go", "fmt.Print(a) fmt.Println(a)", "fmt.Printf(a)"),
    ],
)  # fmt: skip
def test_the_first_call_of_a_family_stands_for_all_of_it(
    text: str, path: str, calls: str, other: str
) -> None:
    """By itself it does; with a bracket, or beside another one, it is that call only."""
    keys = keys_of(read_page_line(text, [path]))
    assert [call for call in calls.split(" ") if not finds(keys, call)] == []
    assert not finds(keys, other)


@pytest.mark.parametrize(
    ("text", "path", "unseen"),
    [
        ("No `fmt.Print()`", "a.go", "`fmt.Printf` `fmt.Println`"),
        ("Use `slog` instead of `fmt.Println()`", "a.go", "`fmt.Print` `fmt.Printf`"),
        ("No `fmt.Print` or `fmt.Println`", "a.go", "`fmt.Printf`"),
        ("Use `fmt.Printf`, not `fmt.Print`", "a.go", "`fmt.Println`"),
        ("Never use `fmt.Print`", "a.go", ""),
        ("No `System.out.println`", "A.java", "`System.out.print` `System.out.printf`"),
        ("No `print!`", "a.rs", "`println!` `eprint!` `eprintln!`"),
        ("No `assert!`", "a.rs", "`assert_eq!` `assert_ne!`"),
        ("Do not use `t.Skip()`", "a_test.go", "`t.Skipf` `t.SkipNow`"),
        ("No `print`", "a.swift", "`Swift.print()`, `debugPrint()`"),
        ("Use `NSLog` instead of `print()`", "a.swift", "`Swift.print()`, `debugPrint()`"),
        ("No `println`", "a.kt", "`print()`"),
        ("Never use `oldHelper`", "a.ts", "whether `oldHelper` is the name of something else"),
        ("Never use `defaultProps`", "a.tsx", ""),
    ],
)
def test_siblings_that_a_draft_does_not_find_are_named(text: str, path: str, unseen: str) -> None:
    line = read_page_line(text, [path])
    assert line.rule
    own = [name for name in line.rule.unseen if "import" not in name and "using" not in name]
    assert " ".join(own) == unseen


@pytest.mark.parametrize(
    "code",
    ["const a: (any) = 1", "function f(a: (any)): ( any ) {}", "b = a as (any)", "let a: (any)[]"],
)
@pytest.mark.parametrize("text", ["Never use `any`", "No `any` types allowed"])
def test_a_type_in_brackets_is_that_type(text: str, code: str) -> None:
    """A value in brackets is none, nor is a call."""
    keys = keys_of(read_page_line(text, ["a.ts"]))
    assert finds(keys, code)
    assert [other for other in ("f(any)", "f((any))", "a => (any)") if finds(keys, other)] == []


@pytest.mark.parametrize(
    ("text", "code", "other"),
    [
        ("Use default values instead of `defaultProps`", "Card.defaultProps = {a}",
         "const defaultProps = {a}"),
        ("Never use `defaultProps`", "static defaultProps = {a}", "<Card {...defaultProps} />"),
        ("No `propTypes`", "Card.propTypes = {a}", "Card.propTypes === a"),
        ("Never use `getInitialProps`", "static async getInitialProps(a) {}", "getInitialProps(a)"),
        ("Never use `export function`", "export async function a() {}",
         "export const a = function () {}"),
    ],
)  # fmt: skip
def test_a_property_is_no_variable_of_its_name(text: str, code: str, other: str) -> None:
    keys = keys_of(read_page_line(text, ["a.tsx"]))
    assert finds(keys, code)
    assert not finds(keys, other)


@pytest.mark.parametrize(
    ("text", "glob"),
    [
        ("No `export * from`", f"*.{JAVASCRIPT}"),
    ],
)
def test_barrels_are_looked_for_where_they_may_be(text: str, glob: str) -> None:
    assert keys_of(read_page_line(text, ["src/a.ts"]))["file_glob"] == glob


def test_code_of_index_files_and_of_all_files_is_no_one_draft() -> None:
    assert read_page_line("No `barrels` or `console.log`", ["src/a.ts"]).rule is None
