"""Which files the draft of a line is about: paths below other folders, C and C++, a heading."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import (
    JAVASCRIPT,
    TYPESCRIPT,
    draft_lines,
    keys_of,
    read_page_line,
)

CPP = "*.{cc,cpp,cxx,hpp,h}"
CRATE = ("tokenizers/src/core/a.rs", "tokenizers/examples/a.rs", "tokenizers/benches/b.rs")


@pytest.mark.parametrize(
    ("text", "heading", "paths", "globs"),
    [
        ("Never use `std::endl`", "C++", ("a.cpp", "b.rs"), CPP),
        ("Never use `std::endl`", "Style", ("a.cpp", "b.h"), CPP),
        ("Never use `std::endl`", "Style", ("a.cpp", "b.h", "c.c"), "*.{cc,cpp,cxx,hpp}"),
        ("Never use `NULL`, use `nullptr`", "Style", ("a.cc", "a.h"), CPP),
        ("Never use `enum`", "Style", ("a.c", "a.h"), "*.{c,h}"),
        ("Never call `print_it()`", "Rust", ("a.py", "b.py", "c.rs"), "*.rs"),
        ("Never call `print_it()`", "Python style", ("a.py", "b.rs", "c.rs"), "*.{py,pyi}"),
        ("Never call `print_it()`", "Go conventions", ("a.py", "b.py", "c.go"), "*.go"),
        ("Never call `print_it()`", "C style", ("a.py", "b.py", "c.c"), "*.{c,h}"),
    ],
)
def test_the_language_of_a_heading_and_of_the_code(
    text: str, heading: str, paths: tuple[str, ...], globs: str
) -> None:
    """All endings of C++ are one language; a header is of C, too, where files of that are there."""
    assert keys_of(read_page_line(text, paths, heading))["file_glob"] == globs


@pytest.mark.parametrize(
    ("text", "heading", "paths", "reason"),
    [
        ("Never use `NULL`, use `nullptr`", "C++", ("a.c", "a.h"),
         "condition: no file of the project is in C++"),
        ("Never call `print_it()`", "Java", ("a.py", "b.py"),
         "condition: no file of the project is in Java"),
        ("Never use `std::endl`", "Style", ("a.cpp", "b.rs"),
         "condition: which files it is about is not sure"),
        ("Never use `println!` in `src/`", "Style", ("a/src/a.rs", "b/src/b.rs"),
         "condition: `a/src` and `b/src` are called so"),
        ("Never use `println!` in `src/web/`", "Style", CRATE,
         "condition: no files lie at the path that it names"),
    ],
)  # fmt: skip
def test_files_that_are_not_sure(
    text: str, heading: str, paths: tuple[str, ...], reason: str
) -> None:
    line = read_page_line(text, paths, heading)
    assert (line.rule, line.reason) == (None, reason)


def test_a_path_that_lies_below_another_folder() -> None:
    """The page of a project names what lies in its one crate."""
    outside = "Never use `println!` outside of `examples/` and `benches/`"
    assert keys_of(read_page_line(outside, CRATE))["exclude_glob"] == [
        "**/examples/",
        "**/benches/",
    ]
    inside = keys_of(read_page_line("Never use `println!` in `src/core/`", CRATE))
    assert inside["file_glob"] == "tokenizers/src/core/**/*.rs"
    frozen = keys_of(read_page_line("Do not edit `vendor/lib/`", ("x/vendor/lib/a.rs",)))
    assert frozen["file_glob"] == "x/vendor/lib/"


@pytest.mark.parametrize(
    ("heading", "paths", "glob"),
    [
        ("Performance budget", ("src/a.ts",), f"*.{TYPESCRIPT}"),
        ("Performance budget", ("src/budget/a.ts", "src/b.ts"), ""),
        ("Frontend rules", ("src/a.ts", "api/c.py"), ""),
        ("Frontend", ("a/frontend/a.ts", "b/frontend/c.ts"), ""),
        ("Git commits", ("src/a.ts",), ""),
        ("Database tables", ("src/a.ts",), ""),
        ("What the parts that talk to others hold to", ("src/a.ts",), ""),
    ],
)
def test_a_topic_above_code_that_is_bad_anywhere(
    heading: str, paths: tuple[str, ...], glob: str
) -> None:
    """A folder of that name may be meant: of a side of the project it is."""
    line = read_page_line("Never use `as any`", paths, heading)
    keys = line.rule.keys if line.rule and line.rule.keys else {}
    assert keys.get("file_glob", "") == glob
    other = read_page_line("Never use `Math.random()`", paths, heading)
    assert other.rule is None


@pytest.mark.parametrize(
    ("text", "paths", "globs"),
    [
        ("Tests live under `tests/`", ("tests/test_a.py", "src/test_b.py"), ""),
        ("Put tests in `tests/`", ("tests/conftest.py", "a.py"), ""),
        ("Unit tests go in `tests/unit/`", ("tests/unit/test_a.py",), ""),
        ("Put tests in `tests/` where they need a server", ("tests/test_a.py",), ""),
        ("Place tests in `*.test.ts`", ("src/a.test.ts",), ""),
    ],
)
def test_the_one_folder_of_tests(text: str, paths: tuple[str, ...], globs: str) -> None:
    """It is sure where all that are called so lie there, and that some do."""
    line = read_page_line(text, paths)
    keys = line.rule.keys if line.rule and line.rule.keys else {}
    assert keys.get("file_glob", "") == globs
    assert not globs or keys["exclude_glob"][0].rstrip("/") in f"/{paths[0]}"


@pytest.mark.parametrize(
    ("text", "paths", "kind"),
    [
        ("Use TypeScript for all code, no JavaScript in views", ("src/a.ts",), ""),
        ("Use TypeScript for all files", ("src/a.ts", "src/b.js"), ""),
        ("Use TypeScript for all files", ("lib/a.ts",), ""),
        ("Use TypeScript", ("src/a.ts",), ""),
        ("Hooks: camelCase with `use` prefix", ("src/hooks/useA.ts", "src/hooks/a.ts"), ""),
        ("Hooks: camelCase with `use` prefix", ("src/useA.ts",), ""),
        ("Components: PascalCase (`Page`)", ("components/Page.tsx", "components/b.tsx"), ""),
        ("Components: PascalCase (`Page`)", ("src/Page.tsx",), ""),
        ("`data/raw/` is read-only", ("data/raw/a.csv",), "file_frozen"),
        ("`state` is read-only", ("state/a.ts",), ""),
    ],
)
def test_what_the_files_that_are_there_make_sure(
    text: str, paths: tuple[str, ...], kind: str
) -> None:
    """A name of a component is one of its file where each file has it."""
    line = read_page_line(text, paths)
    assert (line.rule.keys["type"] if line.rule and line.rule.keys else "") == kind


@pytest.mark.parametrize(
    ("globs", "paths", "expected"),
    [
        ("**/*.cpp,**/*.h,src/**/*", ("src/a.cpp",), ["**/*.cpp", "**/*.h", "src/**/*.{cpp,h}"]),
        ("src/**/*", ("src/a.py", "src/b.txt"), "src/**/*.{py,pyi}"),
        ("src/", ("src/a.py", "src/b.txt"), "src/**/*.{py,pyi}"),
    ],
)
def test_a_glob_of_all_files_of_a_folder_is_one_of_code(
    globs: str, paths: tuple[str, ...], expected: list[str] | str | None
) -> None:
    line = draft_lines(f"---\nglobs: {globs}\n---\n- Keep files under 400 lines\n", paths, "a.mdc")[
        -1
    ]
    if expected is None:
        assert line.reason.startswith("condition: ")
    else:
        assert keys_of(line)["file_glob"] == expected
        assert line.rule
        assert not any(".h" in unseen for unseen in line.rule.unseen)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use snake_case for Python files", "src/**/*.{py,pyi}"),
        ("Use kebab-case for TypeScript files", f"src/**/*.{JAVASCRIPT}"),
        ("Keep files under 300 lines", f"src/**/*.{{py,pyi,{JAVASCRIPT[1:]}"),
    ],
)
def test_a_glob_of_all_files_and_their_names(text: str, expected: str) -> None:
    paths = ("src/a.py", "src/b.py", "src/c.txt", "src/d.ts")
    line = draft_lines(f"---\nglobs: src/**\n---\n- {text}\n", paths, "a.mdc")[-1]
    assert keys_of(line)["file_glob"] == expected


def test_several_folders_that_must_not_import_one() -> None:
    paths = ("src/core/a.ts", "src/app/a.ts", "src/web/a.ts")
    text = "`core/`, and `app/` must not import `web/`"
    keys = keys_of(read_page_line(text, paths))
    assert keys["file_glob"] == [f"src/core/**/*.{JAVASCRIPT}", f"src/app/**/*.{JAVASCRIPT}"]
    assert keys["forbid"] == ["web", "**/web"]
    line = read_page_line(text.replace("app/", "api/"), paths)
    assert (line.rule, line.reason) == (None, "condition: no files lie at the path that it names")


def test_a_folder_that_is_imported_by_a_relative_path_may_lie_below_another() -> None:
    keys = keys_of(read_page_line("Never import `web/`", ("src/web/a.ts", "src/b.ts")))
    assert keys["forbid"] == ["web", "**/web"]
