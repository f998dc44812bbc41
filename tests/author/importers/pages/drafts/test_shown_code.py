"""A page's own code: what it shows as good is not forbidden by a draft of its lines."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines

PATHS = ("src/a.ts", "src/b.ts")
INTERFACES = "- Prefer `interface` over `type`\n"


def read_reason(page: str, text: str = "`interface` over `type`") -> str:
    """Why the line with *text* of the *page* is left; empty: it is drafted."""
    [line] = [line for line in draft_lines(page, PATHS) if text in line.text]
    assert bool(line.rule) is not bool(line.reason)
    return line.reason


@pytest.mark.parametrize(
    ("code", "line"),
    [
        # Another rule's good code
        ("- Fields are `readonly`\n\n  ```ts\n  // GOOD\n  type A = { b: string };\n  ```\n", 11),
        ("Good:\n\n```\ntype A = { b: string };\n```\n", 10),
        ("### Example\n\n```typescript\ntype A = { b: string };\n```\n", 10),
        (
            "- Name fields\n\n  ```tsx\n  // BAD - no name\n  type A = { b: string };\n\n"
            "  // GOOD - a name\n  type A = { name: string };\n  ```\n",
            14,
        ),
        ("### Example\n\n```ts\ntype A = { b: string };", 10),
        # Below the very line
        ("```ts\n// BAD\ntype A = { b: string };\n// GOOD\ntype A = { c: string };\n```\n", 11),
        # What is bad, and code of another language
        ("```ts\ntype A = { b: string };\n```\n", 0),
        (
            "- A\n\n  ```ts\n  // BAD\n  type A = { b: string };\n  // GOOD\n  a();\n  ```\n",
            0,
        ),
        ("- Fields\n\n  ```ts\n  type A = { b: string }; // ❌ mutable\n  ```\n", 0),
        ("**Bad:**\n\n```ts\ntype A = { b: string };\n```\n", 0),
        ("Instead of:\n```ts\ntype A = { b: string };\n```\n", 0),
        ("Before:\n\n```ts\ntype A = { b: string };\n```\n", 0),
        ("### ❌ Mutable\n\nWhich this is.\n\n```ts\ntype A = { b: string };\n```\n", 0),
        ("### Anti-patterns\n\n```ts\ntype A = { b: string };\n```\n", 0),
        ("### Example\n\n```rust\ntype A = { b: string };\n```\n", 0),
        ("### Example\n\n```ts\n// type A = { b: string };\n```\n", 0),
        ("<!--\n```ts\ntype A = { b: string };\n```\n-->\n", 0),
    ],
)
def test_what_the_code_of_a_page_shows_as_good_is_not_forbidden(code: str, line: int) -> None:
    reason = read_reason(f"# A\n\n## Code style\n\n{INTERFACES}\n{code}")
    assert reason == (f"condition: line {line}, code of the page, has it" if line else "")


def test_an_import_that_the_page_shows_is_not_forbidden() -> None:
    page = "# A\n\n- Never import `lodash`\n\n## Example\n\n```ts\nimport a from 'lodash';\n```\n"
    assert read_reason(page, "lodash") == "condition: line 8, code of the page, has it"


def test_code_of_a_page_leaves_out_comments_and_types() -> None:
    page = (
        "# A\n\n- Explicit return types on all functions\n\n## Example\n\n"
        "```ts\nfunction a() {\n}\n```\n"
    )
    assert read_reason(page, "return types") == ""
