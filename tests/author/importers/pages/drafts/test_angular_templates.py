"""Lines about Angular's templates, which stand in pages of their own and in strings of scripts."""

from __future__ import annotations

import pytest
import regex

from phaser_lint.author.importers.pages.rule_lines import PageLine
from tests.author.importers.pages.page_lines import JAVASCRIPT, draft_lines, keys_of


def read_line(text: str, heading: str = "Components") -> PageLine:
    """What becomes of a line *text* below a *heading* in a project of Angular."""
    return draft_lines(f"# A\n\n## {heading}\n\n- {text}\n", ("src/a.ts", "src/a.html"))[-1]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        (
            "Do NOT use `ngClass`, use `class` bindings instead",
            ['<a [ngClass]="b">', '<a c="d" ngClass="b">', '<a [ngClass.lt-md]="b">'],
            ['<a [class]="b">', "ngClass = 'a'", '<a [b]="ngClass">'],
        ),
        (
            "Use native control flow (`@if`, `@for`, `@switch`) instead of `*ngIf`, `*ngFor`,"
            " `*ngSwitch`",
            ['<a *ngIf="b">', '<li *ngFor="let a of b">'],
            ["@if (b) {", '<a [ngIf2]="b">'],
        ),
    ],
)
def test_attributes_are_found_in_pages_and_in_strings(
    text: str, wrong: list[str], right: list[str]
) -> None:
    keys = keys_of(read_line(text))
    assert (keys["in"], keys["file_glob"]) == (["code", "strings"], "*.{ts,html}")
    pattern = regex.compile(keys["pattern"], regex.MULTILINE)
    assert [code for code in (*wrong, *right) if pattern.search(code)] == wrong


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Always use standalone components over NgModules", r"@NgModule\b"),
        ("No NgModules", r"@NgModule\b"),
        (
            "Must NOT set `standalone: true` inside Angular decorators. It is the default.",
            r"(?<![\w$.])standalone\s*:\s*true\b",
        ),
        (
            "Use `input()` and `output()` functions instead of decorators",
            r"@Input\b|@Output\b",
        ),
    ],
)
def test_what_decorators_have(text: str, pattern: str) -> None:
    keys = keys_of(read_line(text))
    assert (keys["pattern"], keys["file_glob"]) == (pattern, f"*.{JAVASCRIPT}")


def test_other_code_in_decorators_is_a_case() -> None:
    assert read_line("Do not use `console.log` in decorators").rule is None
