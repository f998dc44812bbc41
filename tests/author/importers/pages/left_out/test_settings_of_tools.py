"""What a formatter or a compiler is set to, and what only a parser sees, is no draft."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import read_page_line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Maximum line length: 120 characters", "formatter: `line length`"),
        ("Line length: 88 (Black)", "formatter: `Line length`"),
        ("Lines must not exceed 100 characters", "formatter: `Lines must not exceed 100`"),
        ("100-character line limit.", "formatter: `100-character line`"),
        ("Use 4 spaces for indentation (never tabs)", "formatter: `4 spaces`"),
        ("2-space indent, single quotes", "formatter: `2-space`"),
        ("Always use double quotes", "formatter: `double quotes`"),
        ("Never use semicolons", "formatter: `semicolons`"),
        ("Remove trailing whitespace", "formatter: `trailing whitespace`"),
        ("All files end with a newline", "formatter: `end with a newline`"),
        ("Use TypeScript strict mode", "compiler: `TypeScript strict`"),
        ("`strict: true` in tsconfig must stay on", "compiler: `strict: true`"),
        ("All functions have type hints", "types: `type hints`"),
        ("Use explicit return types for methods: `a(): b`", "types: `return types`"),
        ("All public functions must have docstrings", "syntax: `docstrings`"),
        ("Add JSDoc comments to exported functions", "syntax: `JSDoc`"),
        ("Use `snake_case` for variables and constants", "syntax: `snake_case`"),
        ("Constants: UPPER_CASE", "syntax: `UPPER_CASE`"),
        ("Prefer functional components", "syntax: `functional components`"),
        ("Use relative imports", "syntax: `relative imports`"),
    ],
)
def test_a_line_that_another_tool_checks_is_left_to_it(text: str, reason: str) -> None:
    line = read_page_line(text, ("src/a.ts", "src/b.py", "tsconfig.json"))
    assert (line.rule, line.reason) == (None, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Run `ruff format`; line length is 100", "command: `ruff format`"),
        ("Include examples in docstrings of complex parts", "taste: `complex`"),
        ("Strict TypeScript, no `any` unless it is unavoidable", "condition: `unless`"),
    ],
)
def test_a_line_that_says_more_than_that_has_its_own_reason(text: str, reason: str) -> None:
    line = read_page_line(text, ("src/a.ts",))
    assert (line.rule, line.reason) == (None, reason)
