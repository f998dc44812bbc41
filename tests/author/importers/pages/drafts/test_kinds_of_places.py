"""Rules about headers, one class, packages by their names, and what no name may begin with."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line

CPP = ("src/a.cpp", "src/b.hpp", "c.h")
SWIFT = ("src/PageView.swift", "src/b.swift", "test/LineView.swift", "web/LineView.swift")
EITHER_GUARD = ("#ifndef A\n#define A\n#endif", "// A\n#if !defined(A)", "#pragma once")


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
    ("text", "paths"),
    [
        ("Avoid `new` in loops", CPP),
        ("No raw new/delete in callbacks", CPP),
    ],
)
def test_other_words_for_what_is_new(text: str, paths: tuple[str, ...]) -> None:
    assert read_page_line(text, paths).rule is None


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


@pytest.mark.parametrize(
    ("heading", "is_drafted"),
    [("Buffer & Array Pool", True), ("Buffer Pool", False), ("Array tests", False)],
)
def test_a_heading_that_names_whose_code_is_banned(heading: str, is_drafted: bool) -> None:
    line = read_page_line("Never use `Array.fromPool()`.", ("a.ts",), heading)
    assert bool(line.rule) is is_drafted


def test_a_heading_with_the_ban_of_what_is_replaced() -> None:
    text = "Use `unknown` instead of `any`."
    assert read_page_line(text, ("a.ts",), "No `any`").rule


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
