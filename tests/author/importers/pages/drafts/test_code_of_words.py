"""Code behind the words for it, which a line bans: that is no recommendation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.author.importers.pages.page_lines import keys_of, read_page_line

STYLES = {"invalid": ["a = <p style={{color: b}} />"]}
LOGS = {"invalid": ["console.log(a)"]}


@pytest.mark.parametrize(
    ("text", "path", "examples"),
    [
        ("No inline styles (`style={{`); use CSS modules.", "a.tsx", STYLES),
        ("No inline styles (`style={{ color: 'red' }}`).", "a.tsx", STYLES),
        ("No inline styles: `style={{`", "a.tsx", STYLES),
        (
            "Avoid default exports (`export default`), use named exports",
            "a.ts",
            {"invalid": ["export default a"]},
        ),
        (
            "No console logs (`console.log`, `console.log()`); use `logger.info()`",
            "a.ts",
            {**LOGS, "valid": ["logger.info(a)"]},
        ),
        ("No console logs (`logger.info()`)", "a.ts", {**LOGS, "valid": ["logger.info(a)"]}),
        ("No print statements (`print()`)", "a.py", {"invalid": ["print(a)"]}),
        (
            "No empty catch blocks (`catch {}`)",
            "a.ts",
            {"invalid": ["try { a(); } catch (b) {}"]},
        ),
    ],
)
def test_the_code_that_words_mean_is_not_recommended(
    text: str, path: str, examples: dict[str, Any]
) -> None:
    assert keys_of(read_page_line(text, [path]))["examples"] == examples


def test_a_pattern_of_jsx_needs_files_of_jsx() -> None:
    """A site in Twig has `style="…"` in its templates, which a pattern of JSX does not find."""
    line = read_page_line("No inline styles", ["web/app.js", "templates/a.twig"])
    assert line.rule is None


@pytest.mark.parametrize(
    "text",
    [
        # It may be about this case of it alone.
        "Never use `any` (`as any`)",
        "No console logs; use `console.log` behind a flag",
        "No inline styles (use `style={{` behind a flag)",
    ],
)
def test_code_that_a_line_may_recommend_leaves_it_out(text: str) -> None:
    line = read_page_line(text, ["a.tsx"])
    assert line.rule is None
    assert line.reason == "form: what it forbids stands in what it recommends"
