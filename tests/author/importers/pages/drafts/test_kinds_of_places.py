"""Rules about headers, one class, packages by their names, and what no name may begin with."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines, finds, keys_of, read_page_line

CPP = ("src/a.cpp", "src/b.hpp", "c.h")
SWIFT = ("src/PageView.swift", "src/b.swift", "test/LineView.swift", "web/LineView.swift")
EITHER_GUARD = ("#ifndef A\n#define A\n#endif", "// A\n#if !defined(A)", "#pragma once")


@pytest.mark.parametrize(
    "text",
    [
        "Avoid `using namespace` in header files",
        "Never use `using namespace` in headers",
        "Do not use `using namespace` in any C++ headers; it leaks",
    ],
)
def test_what_is_banned_in_headers(text: str) -> None:
    keys = keys_of(read_page_line(text, CPP))
    assert keys["file_glob"] == "*.{h,hpp}"
    assert finds(keys, "using namespace std;")
    assert not finds(keys, "using std::cout;")


@pytest.mark.parametrize(
    "text",
    [
        "Avoid `using namespace` in public headers",
        "Avoid `using namespace` in headers where it leaks",
        "Never use `console.log` in headers",
        "Never use `panic()` in init functions",
    ],
)
def test_other_kinds_of_places_are_left(text: str) -> None:
    """Some of the headers, those of a request, or a part of a file."""
    assert read_page_line(text, (*CPP, "a.ts", "b.go")).rule is None


@pytest.mark.parametrize(
    ("text", "is_either"),
    [
        ("**Include guards:** `#pragma once` or `#ifndef/#define/#endif`", True),
        ("Use include guards in all headers", True),
        ("All header files must have include guards", True),
        ("Header guards: `#pragma once`", False),
        ("Use `#pragma once` in every header file.", False),
        ("Use `#pragma once` instead of include guards", False),
        ("Every header starts with `#pragma once`", False),
    ],
)
def test_each_header_has_a_guard(text: str, is_either: bool) -> None:
    keys = keys_of(read_page_line(text, (*CPP, "a.py", "b.py", "c.py")))
    assert (keys["type"], keys["file_glob"]) == ("require_pattern", "*.{h,hpp}")
    assert [finds(keys, guard) for guard in EITHER_GUARD] == [is_either, is_either, True]
    assert not finds(keys, "int a;\n#ifndef A\n")


def test_headers_below_a_glob_of_all_files() -> None:
    """Of `src/**/*` only headers are meant, and a header of another ending is named."""
    content = "---\nglobs: src/**/*,**/*.cpp\n---\n- Use `#pragma once`\n"
    line = draft_lines(content, (*CPP, "src/c.hxx"), "a.mdc")[-1]
    assert keys_of(line)["file_glob"] == "src/**/*.{h,hpp}"
    assert line.rule
    assert line.rule.unseen == ("`*.hxx`",)


@pytest.mark.parametrize(
    "text",
    [
        "Prefer `#pragma once`",
        "Use `#pragma once` for new headers",
        "Headers have include guards if they are public",
        "Use `#include` in all headers",
    ],
)
def test_what_may_not_be_about_each_header(text: str) -> None:
    assert read_page_line(text, CPP).rule is None


@pytest.mark.parametrize(
    "text",
    [
        "Avoid `new`/`delete` - use smart pointers",
        "Never use raw `new` or `delete`",
        "No naked new/delete.",
    ],
)
def test_memory_that_nobody_owns(text: str) -> None:
    keys = keys_of(read_page_line(text, CPP))
    for wrong in ("a(new B())", "delete a;", "delete[] a;", "auto a = new std::string;"):
        assert finds(keys, wrong)
    for right in (
        "A(A&&) = delete;",
        "#include <new>",
        "void* operator new(size_t a);",
        "new_a();",
    ):
        assert not finds(keys, right)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Avoid `new` in loops", CPP),
        ("No raw new/delete in callbacks", CPP),
        ("Avoid `new`/`delete`", ("a.ts", "b.ts")),
    ],
)
def test_other_words_for_what_is_new(text: str, paths: tuple[str, ...]) -> None:
    assert read_page_line(text, paths).rule is None


@pytest.mark.parametrize(
    ("text", "path", "wrong", "right"),
    [
        ("Swift and AppKit, no SwiftUI.", "a.swift", "@testable import SwiftUI", "import SwiftUIX"),
        ("Use async/await over Combine", "a.swift", "import Combine", "a.Combine()"),
        ("No Lombok", "A.java", "import lombok.Data;", "import a.lombok.B;"),
        ("Do not use Boost", "a.cpp", '#include "boost/any.hpp"', '#include "a/boost.h"'),
    ],
)
def test_a_framework_by_its_name(text: str, path: str, wrong: str, right: str) -> None:
    keys = keys_of(read_page_line(text, (path,)))
    assert finds(keys, wrong)
    assert not finds(keys, right)


@pytest.mark.parametrize(
    "text",
    [
        "No SwiftUI previews",
        "avoid combine operators",
        "No SwiftUI in views",
        "Boost is not needed",
    ],
)
def test_a_word_that_may_be_no_framework(text: str) -> None:
    assert read_page_line(text, ("a.swift", "b.cpp")).rule is None


@pytest.mark.parametrize(
    "text",
    [
        "Do NOT add `@main` to `PageView`.",
        "Never put `@main` on the `PageView` class",
        "Never use `@main` in `PageView.swift`",
    ],
)
def test_a_class_whose_file_is_there(text: str) -> None:
    keys = keys_of(read_page_line(text, SWIFT))
    assert keys["file_glob"] == "/src/PageView.swift"
    assert finds(keys, "@main\nclass PageView {")
    assert not finds(keys, "@MainActor class PageView {")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Do not add `@main` to `Page`", "condition: no files lie at the path that it names"),
        (
            "Do not add `@main` to `LineView`",
            "condition: `test/LineView.swift` and `web/LineView.swift` are called so",
        ),
        ("Do not add `console.log()` to `PageView`",
         "condition: which files it is about is not sure"),
    ],
)  # fmt: skip
def test_a_class_whose_file_is_not_sure(text: str, reason: str) -> None:
    line = read_page_line(text, SWIFT)
    assert (line.rule, line.reason) == (None, reason)


@pytest.mark.parametrize(
    "text",
    [
        "**Interfaces**: name by behavior, not by prefixing with `I` (e.g. `Reader`, `Page`).",
        "Do not prefix interfaces with `I`",
        "No `I` prefix for interfaces",
        "Interfaces: no I prefix",
    ],
)
def test_a_prefix_that_interfaces_must_not_have(text: str) -> None:
    go, typescript = (keys_of(read_page_line(text, (path,))) for path in ("a.go", "a.ts"))
    assert finds(go, "type IReader interface {")
    assert finds(typescript, "export interface IReader extends A {")
    for name in ("IOReader", "Reader", "IPAddress"):
        assert not finds(go, f"type {name} interface {{")
        assert not finds(typescript, f"interface {name} {{")


@pytest.mark.parametrize(
    "text",
    [
        "Interfaces: prefix with `I`",
        "Do not prefix interfaces with `I` unless they are public",
        "Do not prefix interfaces with `T`",
        "Interfaces: no `I` prefix in new code",
    ],
)
def test_other_prefixes_are_left(text: str) -> None:
    assert read_page_line(text, ("a.ts",)).rule is None


def test_a_ban_behind_another_sentence() -> None:
    text = "Use explicit imports; **wildcard imports (`*`) are forbidden**."
    assert finds(keys_of(read_page_line(text, ("A.java",))), "import a.b.*;")
    other = "Imports are explicit; in tests wildcard imports (`*`) are forbidden."
    assert read_page_line(other, ("A.java",)).rule is None


def test_names_below_a_lead_that_asks_for_them_all() -> None:
    content = "Adhere strictly to these rules:\n\n- Classes: PascalCase\n"
    assert draft_lines(content, ("A.java",), "A.md")[-1].rule


@pytest.mark.parametrize(
    ("heading", "is_drafted"),
    [
        ("Entry point: `main.swift`, not `@main`", True),
        ("Entry point: `@main`, not `main.swift`", False),
    ],
)
def test_a_heading_that_bans_the_same(heading: str, is_drafted: bool) -> None:
    """What it recommends is no ban, and what it bans may be another thing."""
    line = read_page_line("Do not add `@main` to `PageView`.", SWIFT, heading)
    assert bool(line.rule) is is_drafted


def test_a_heading_with_the_ban_of_what_is_replaced() -> None:
    text = "Use `unknown` instead of `any`."
    assert read_page_line(text, ("a.ts",), "No `any`").rule


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Always use lowercase-hyphenated for all folders", "folders in kebab-case"),
        ("Folders: lower-case-dashed", "folders in kebab-case"),
        ("TypeScript everywhere", "TypeScript only"),
    ],
)
def test_folders_and_sources_in_other_words(text: str, name: str) -> None:
    line = read_page_line(text, ("src/a.ts", "src/user-card/b.ts"))
    assert line.rule, line.reason
    assert line.sure_rule
    assert line.sure_rule.name == name


@pytest.mark.parametrize(
    "text",
    [
        "Use lowercase-hyphenated for URLs",
        "Use lowercase-hyphenated for directories of pages",
        "Directories: lowercase-hyphenated, but `src/Pages`",
        "Directories are mostly lowercase-hyphenated",
        "Prefer hyphenated directories",
        "Use TypeScript everywhere but in scripts",
        "Use TypeScript everywhere if it fits",
        "Prefer TypeScript everywhere it fits",
        "TypeScript is everywhere",
        "Type everywhere",
    ],
)
def test_folders_and_sources_of_some_kind_are_left(text: str) -> None:
    line = read_page_line(text, ("src/a.ts", "src/user-card/b.ts"), "Rules")
    assert line.rule is None
