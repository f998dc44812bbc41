"""A page's own code: what it shows as good is not forbidden by a draft of its lines."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines

PATHS = ("src/a.ts", "src/b.ts")
VARIABLES = "- Prefer `const` over `var`\n"


def read_reason(page: str, text: str = "`const` over `var`") -> str:
    """Why the line with *text* of the *page* is left; empty: it is drafted."""
    [line] = [line for line in draft_lines(page, PATHS) if text in line.text]
    assert bool(line.rule) is not bool(line.reason)
    return line.reason


@pytest.mark.parametrize(
    ("code", "line"),
    [
        # Another rule's good code
        ("- Fields are `readonly`\n\n  ```ts\n  // GOOD\n  var a = { b: string };\n  ```\n", 11),
        ("Good:\n\n```\nvar a = { b: string };\n```\n", 10),
        ("### Example\n\n```typescript\nvar a = { b: string };\n```\n", 10),
        (
            "- Name fields\n\n  ```tsx\n  // BAD - no name\n  var a = { b: string };\n\n"
            "  // GOOD - a name\n  var a = { name: string };\n  ```\n",
            14,
        ),
        ("### Example\n\n```ts\nvar a = { b: string };", 10),
        # Below the very line
        ("```ts\n// BAD\nvar a = { b: string };\n// GOOD\nvar a = { c: string };\n```\n", 11),
        # What is bad, and code of another language
        ("```ts\nvar a = { b: string };\n```\n", 0),
        (
            "- A\n\n  ```ts\n  // BAD\n  var a = { b: string };\n  // GOOD\n  a();\n  ```\n",
            0,
        ),
        ("- Fields\n\n  ```ts\n  var a = { b: string }; // ❌ mutable\n  ```\n", 0),
        ("**Bad:**\n\n```ts\nvar a = { b: string };\n```\n", 0),
        ("Instead of:\n```ts\nvar a = { b: string };\n```\n", 0),
        ("Before:\n\n```ts\nvar a = { b: string };\n```\n", 0),
        ("### ❌ Mutable\n\nWhich this is.\n\n```ts\nvar a = { b: string };\n```\n", 0),
        ("### Anti-patterns\n\n```ts\nvar a = { b: string };\n```\n", 0),
        ("### Example\n\n```rust\nvar a = { b: string };\n```\n", 0),
        ("### Example\n\n```ts\n// var a = { b: string };\n```\n", 0),
        ("<!--\n```ts\nvar a = { b: string };\n```\n-->\n", 0),
    ],
)
def test_what_the_code_of_a_page_shows_as_good_is_not_forbidden(code: str, line: int) -> None:
    reason = read_reason(f"# A\n\n## Code style\n\n{VARIABLES}\n{code}")
    assert reason == (f"condition: line {line}, code of the page, has it" if line else "")


def test_an_import_that_the_page_shows_is_not_forbidden() -> None:
    page = "# A\n\n- Never import `lodash`\n\n## Example\n\n```ts\nimport a from 'lodash';\n```\n"
    assert read_reason(page, "lodash") == "condition: line 8, code of the page, has it"
