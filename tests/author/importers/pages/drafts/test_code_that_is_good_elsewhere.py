"""What a page bans of one use of a name only: another use of it is good."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line


@pytest.mark.parametrize(
    ("text", "path", "banned", "good"),
    [
        ("Use `Set.empty` instead of `Set()`", "a.scala", "val a = Set()", "Set(1, 2)"),
        ("Use `[]` instead of `list()`", "a.py", "a = list( )", "list(b)"),
        ("Use literals over `dict()`", "a.py", "dict()", "dict(a=1)"),
        ('Use `""` instead of `String()`', "a.swift", "String()", "String(1)"),
    ],
)
def test_in_place_of_an_empty_value_only_a_call_without_arguments_is_banned(
    text: str, path: str, banned: str, good: str
) -> None:
    keys = keys_of(read_page_line(text, [path]))

    assert (finds(keys, banned), finds(keys, good)) == (True, False)


def test_in_place_of_another_call_each_call_is_banned() -> None:
    keys = keys_of(read_page_line("Use `read_all()` instead of `open()`", ["a.py"]))

    assert finds(keys, "open(a)")


def test_a_ban_of_what_panics_leaves_out_tests_of_rust() -> None:
    line = read_page_line("Prefer `Result` over `unwrap()`", ["a.rs"])

    keys = keys_of(line)
    assert (keys["not_inside"], keys["exclude_glob"], keys["examples"]) == (
        r"#\[cfg\((?:test\b|all\(test\b)[^\]]*\]",
        ["**/tests/", "**/benches/", "**/tests.rs", "**/*_test*.rs"],
        {"invalid": ["a.unwrap()"]},
    )
    assert line.rule
    assert line.rule.unseen == ("tests and benchmarks",)


def test_a_ban_that_speaks_of_tests_is_one_of_these_too() -> None:
    keys = keys_of(read_page_line("Never use `.unwrap()`: a test that panics tells less", ["a.rs"]))

    assert "not_inside" not in keys
