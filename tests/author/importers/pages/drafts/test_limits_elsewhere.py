"""A line that would be sure by itself, and another one of its page that limits it, or does not."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.pages.page_file import import_page
from phaser_lint.author.importers.pages.rule_lines import find_rule_lines


def read_reason(text: str, other_text: str) -> str:
    """Why there is no draft of the item *text*, where *other_text* stands elsewhere on its page."""
    content = f"# Style\n\n- {text}\n\n## Types\n\n{other_text}\n"
    page = import_page(content.encode(), "CLAUDE.md").page
    assert page is not None
    [line] = [line for line in find_rule_lines(page, "CLAUDE.md") if line.statement.line == 3]
    return line.reason


NON_NULL = "Avoid non-null assertions"
LOG = "Never use `console.log`"
ANY = "Never use `any`"
ENV = "Never read `process.env`"
FILES = "Use camelCase for file names"
SIZE = "Keep files under 400 lines"
NAMES = "Functions: camelCase"
TYPES = "Types: PascalCase"
BOUNDARY = "`src/ui` must not import `src/db`"
ELSEWHERE = "Never read `process.env` outside of `src/env.ts`"


@pytest.mark.parametrize(
    ("text", "other_text", "word"),
    [
        (NON_NULL, "- Non-null assertions allowed in tests", "allowed"),
        (NON_NULL, "- Tests may use non-null assertions", "may"),
        (NON_NULL, "- Usually avoid non-null assertions", "Usually"),
        (NON_NULL, "- No non-null assertions unless the type is wrong", "unless"),
        (ANY, "- No `any` without a comment", "without"),
        (ANY, "- No `any`, which has no meaning without a type", ""),
        (LOG, "- `console.log` is allowed in scripts", "allowed"),
        (LOG, "- `console.log` is not allowed, except in scripts", "except"),
        (LOG, "- `console.log()` is OK", "OK"),
        (LOG, "- Use `console.log` only in scripts", "only"),
        (LOG, "| `console.log` | fine in scripts |", "fine"),
        (LOG, "We log. The CLI can use `console.log`.", "can"),
        (LOG, "- We do not use `console.log`. It is allowed in scripts.", "allowed"),
        (LOG, "- `console.log` is slow\n- Exceptions: scripts", "Exceptions"),
        (LOG, "### `console.log`\n\n- Allowed in scripts", "Allowed"),
        (LOG, "### Allowed\n\n- `console.log` of scripts", "Allowed"),
        (ANY, "- `as any` is acceptable", "acceptable"),
        (ANY, "- No `any`, except in tests", "except"),
        ("No enums", "- Enums are allowed in generated code", "allowed"),
        ("Never import `lodash`", "- `lodash/fp` may be imported", "may"),
        ("Do not edit `vendor/lib/`", "- `vendor/lib/` may be changed by `sync`", "may"),
        (ENV, "- Never read `process.env` outside of `src/env.ts`", "outside"),
        (ENV, "- `process.env` is allowed in `src/env.ts`", "allowed"),
        (ELSEWHERE, "- `process.env` is allowed in `src/b.ts`", "allowed"),
        (FILES, "- Use camelCase for most files", "most"),
        (FILES, "- Files can be in `PascalCase`", "can"),
        (SIZE, "- Generated files may exceed 400 lines", "may"),
        (NAMES, "- Functions are mostly in camelCase", "mostly"),
        (NAMES, "- Methods: camelCase, mostly", "mostly"),
        (NAMES, "- camelCase for functions, but snake_case only in tests", "only"),
        (TYPES, "- Classes: usually `PascalCase`", "usually"),
        ("Classes: PascalCase", "- Types are often in camelCase", "often"),
        ("Use 4 spaces for indentation", "- Indentation can be tabs in `Makefile`", "can"),
        ("Single quotes", "- Quotes in JSX can be double", "can"),
        (BOUNDARY, "- `src/ui/a.ts` may import `src/db`", "may"),
        ("Do not edit `out/`", "- `out/` is build output, so rebuild it", "build output"),
        ("Do not edit `out/`", "- `make` outputs all pages to `out/`", "outputs"),
        # the same again, a reason, something else
        ("Do not edit `vendor/`", "- `out/` is build output", ""),
        (NON_NULL, "- Never use non-null assertions", ""),
        (NON_NULL, "- Non-null assertions are not allowed in tests", ""),
        (NON_NULL, "- No non-null assertions, no exceptions", ""),
        (NON_NULL, "- Non-null assertions can hide bugs", ""),
        (LOG, "- `console.error` is allowed", ""),
        (LOG, "- Nobody may use `console.log`", ""),
        (LOG, "- We log. Tabs are allowed.", ""),
        (ANY, "- `any` is usually a sign of missing types", ""),
        (ANY, "- Any change is allowed", ""),
        ("Never use `except:`", "### Exceptions\n\n- No `except:`, for no reason", ""),
        ("Do not commit `.env`", "- `.env.example` may be committed", ""),
        (ELSEWHERE, "- `process.env` is allowed in `src/env.ts`", ""),
        ("No `any`, except in tests", "- `any` is fine in tests", ""),
        (FILES, "- Files use camelCase only", ""),
        (SIZE, "- Files can have at most 400 lines", ""),
        (BOUNDARY, "- `src/api` may import `src/db`", ""),
        (NAMES, "- Constants: UPPER_CASE (few, mostly camelCase names)", ""),
        (NAMES, "- Constants: UPPER_CASE (functions of others can be used)", ""),
        (NAMES, "- Classes are mostly in PascalCase", ""),
        (NAMES, "- Variables: usually camelCase", ""),
        (TYPES, "- Functions: often camelCase", ""),
        ("Classes: PascalCase", "- Enums: mostly PascalCase", ""),
        ("Use 4 spaces for indentation", "- It can stand on a line, properly indented", ""),
        ("Use 4 spaces for indentation", "- Quotes may be single", ""),
        ("Use 4 spaces for indentation", "- Only semicolons can end a line", ""),
        ("Single quotes", "- Indentation can be 2 or 4 spaces", ""),
    ],
)
def test_a_line_that_another_line_limits_is_left(text: str, other_text: str, word: str) -> None:
    """The reason names that line; a line that says the same, or why, limits nothing."""
    reason = read_reason(text, other_text)
    if not word:
        assert reason == ""
        return
    number = 9 if other_text.startswith("###") else 7
    assert reason == f"condition: line {number} `{word}`"


@pytest.mark.parametrize(
    ("other_text", "is_limit"),
    [
        ("- Utils: `camelCase`", True),
        ("- Utils/functions: camelCase", True),
        ("- camelCase for helpers", True),
        ("- Hooks: camelCase with a `use` prefix", False),
        ("- Utils: PascalCase", False),
        ("- Functions: camelCase", False),
    ],
)
def test_components_lie_beside_helpers_that_are_called_otherwise(
    other_text: str, is_limit: bool
) -> None:
    reason = read_reason("Components: PascalCase (`PageCard.tsx`)", other_text)
    assert reason == ("condition: line 7 names helpers otherwise" if is_limit else "")


@pytest.mark.parametrize(
    ("text", "other_text", "reason"),
    [
        (
            "Files: kebab-case",
            "- Components: PascalCase (`PageCard.tsx`)",
            "condition: line 7 names components or hooks otherwise",
        ),
        (
            "Use kebab-case for files; PascalCase for components",
            "",
            "condition: line 3 names components or hooks otherwise",
        ),
        (
            "Files: kebab-case",
            "- camelCase for hooks",
            "condition: line 7 names components or hooks otherwise",
        ),
        ("Files: PascalCase", "- Components: PascalCase", ""),
        ("Use snake_case for Python files", "- Components: PascalCase", ""),
        ("Files: kebab-case", "- Components: kebab-case", ""),
    ],
)
def test_files_of_components_that_another_line_calls_otherwise(
    text: str, other_text: str, reason: str
) -> None:
    assert read_reason(text, other_text) == reason
