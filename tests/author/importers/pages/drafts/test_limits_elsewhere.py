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


INLINE = "Avoid inline styles"
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
        (INLINE, "- Inline styles allowed in tests", "allowed"),
        (INLINE, "- Tests may use inline styles", "may"),
        (INLINE, "- Usually avoid inline styles", "Usually"),
        (INLINE, "- No inline styles unless the type is wrong", "unless"),
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
        (BOUNDARY, "- `src/ui/a.ts` may import `src/db`", "may"),
        ("Do not edit `out/`", "- `out/` is build output, so rebuild it", "build output"),
        ("Do not edit `out/`", "- `make` outputs all pages to `out/`", "outputs"),
        # the same again, a reason, something else
        ("Do not edit `vendor/`", "- `out/` is build output", ""),
        (INLINE, "- Never use inline styles", ""),
        (INLINE, "- Inline styles are not allowed in tests", ""),
        (INLINE, "- No inline styles, no exceptions", ""),
        (INLINE, "- Inline styles can hide bugs", ""),
        (LOG, "- `console.error` is allowed", ""),
        (LOG, "- Nobody may use `console.log`", ""),
        (LOG, "- We log. Tabs are allowed.", ""),
        (ANY, "- `any` is usually a sign of missing types", ""),
        (ANY, "- Any change is allowed", ""),
        ("Never use `except:`", "### Exceptions\n\n- No `except:`, for no reason", ""),
        ("Do not commit `.env`", "- `.env.example` may be committed", ""),
        (ELSEWHERE, "- `process.env` is allowed in `src/env.ts`", ""),
        (FILES, "- Files use camelCase only", ""),
        (SIZE, "- Files can have at most 400 lines", ""),
        (BOUNDARY, "- `src/api` may import `src/db`", ""),
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
    ("text", "other_text", "reason"),
    [
        ("Files: PascalCase", "- Components: PascalCase", ""),
        ("Files: kebab-case", "- Components: kebab-case", ""),
    ],
)
def test_files_of_components_that_another_line_calls_otherwise(
    text: str, other_text: str, reason: str
) -> None:
    assert read_reason(text, other_text) == reason
