"""Short items: a file that has to be there, and code with a "never" behind it."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line

PATHS = ("src/a.rs", "build-tools.toml", "data/a.json", "config.toml", ".env")


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("`build-tools.toml` required", "Components"),
        ("`build-tools.toml` is required.", "Code style"),
        ("The `build-tools.toml` file is always required (it pins the compiler)", "Code style"),
        ("`build-tools.toml` must exist", "Code style"),
        ("`build-tools.toml` must be committed", "Code style"),
        ("build-tools.toml required", "Components"),
        ("A `build-tools.toml` must be present in the project root", "Code style"),
        ("`build-tools.toml`", "Required files"),
        ("`build-tools.toml` - pins the compiler", "Mandatory files"),
    ],
)
def test_a_file_that_has_to_be_there(text: str, heading: str) -> None:
    keys = keys_of(read_page_line(text, PATHS, heading))
    assert (keys["type"], keys["file_glob"]) == ("file_exists", "/build-tools.toml")
    assert keys["severity"] == "error"
    assert keys["message"].startswith("Required") == (heading == "Required files")


@pytest.mark.parametrize(
    ("text", "heading", "reason"),
    [
        ("`build-tools.toml` required by `a.b`", "Code style", "code: names"),
        ("`build-tools.toml` is required if it is slow", "Code style", "condition: `if`"),
        ("`build-tools.toml` (only on some machines)", "Required files", "condition: `only`"),
        ("Windows: `build-tools.toml` required", "Code style", "form: under `Windows` it may"),
        ("Node.js required", "Code style", "not understood"),
        ("`other.toml` is required", "Code style", "condition: no files lie at the path"),
        ("`package.json` is required", "Code style", "condition: which files it is about"),
        ("`config.toml` is required", "Code style", "not sure to be code"),
        ("`.env` must exist", "Code style", "not sure to be code"),
        ("`GREETING` is required", "Code style", "code: names `GREETING`"),
        ("`data/*.json` must exist", "Code style", "not sure to be code"),
    ],
)
def test_a_file_that_may_be_another_one(text: str, heading: str, reason: str) -> None:
    """One of many, one that a program is set up with, one of some cases."""
    line = read_page_line(text, (*PATHS, "package.json", "web/package.json"), heading)
    assert line.rule is None
    assert line.reason.startswith(reason)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("`Timer.block` \u2014 never.", "Things to avoid"),
        ("`Timer.block`: never", "Never do"),
        ("`Timer.block` (never)", "Don't"),
        ("`Timer.block`, `Timer.stop()` - never. It blocks.", "Avoid"),
        ("`println!` or `Timer.block` \u2014 never", "Forbidden"),
    ],
)
def test_code_that_is_never_used(text: str, heading: str) -> None:
    keys = keys_of(read_page_line(text, ("a.rs",), heading))
    assert (keys["type"], keys["severity"]) == ("forbid_pattern", "error")
    assert finds(keys, "Timer.block(1)")


def test_code_that_is_known_needs_no_heading_that_bans() -> None:
    keys = keys_of(read_page_line("`console.log` \u2014 never", ("a.ts",)))
    assert finds(keys, "console.log(1)")


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("`fetch.retries`: never", "Code style"),
        ("`Timer.block` \u2014 never fails", "Things to avoid"),
        ("`Timer.block` \u2014 never in views", "Things to avoid"),
        ("`Timer.block` \u2014 never, but `Timer.stop` is fine", "Things to avoid"),
        ("`src/a.rs` \u2014 never", "Things to avoid"),
        ("`cache` \u2014 never", "Things to avoid"),
    ],
)
def test_a_never_that_may_be_about_something_else(text: str, heading: str) -> None:
    """The value of a setting, what code does, a place, a file, a word."""
    assert read_page_line(text, ("src/a.rs",), heading).rule is None


@pytest.mark.parametrize(
    ("text", "sample"),
    [
        ("Do NOT use `big_arrays` feature attribute", "#![feature(a, big_arrays)]"),
        ("Never use the `big_arrays` feature gate.", "#![feature(big_arrays)]"),
        ("Do not use the `StringList` class", "a = StringList::new()"),
    ],
)
def test_a_noun_that_names_the_kind_of_code(text: str, sample: str) -> None:
    keys = keys_of(read_page_line(text, ("a.rs",)))
    assert finds(keys, sample)
    assert not finds(keys, "fn big_arrays() {}")


@pytest.mark.parametrize(
    "text",
    [
        "Do not use the `big_arrays` feature flag",
        "Do not use the `big_arrays` feature",
        "Do not use the `big_arrays` class",
        "Do not write `StringList` wrappers",
    ],
)
def test_a_noun_that_may_name_something_else(text: str) -> None:
    assert read_page_line(text, ("a.rs",)).rule is None
