"""What a line of a page says twice stands once in its draft."""

from __future__ import annotations

from typing import Any

import pytest

from tests.author.importers.pages.page_lines import JAVASCRIPT, keys_of, read_page_line

DEFAULT_EXPORTS = {
    "pattern": r"^[^\S\n]*export\s+default\b",
    "file_glob": f"*.{JAVASCRIPT}",
    "exclude_glob": ["**/*.config.*"],
    "examples": {"invalid": ["export default a"]},
}


@pytest.mark.parametrize(
    ("text", "path", "name", "keys"),
    [
        # The words for the ban and for what to do instead mean the same code.
        (
            "Never use default exports; named exports only.",
            "a.ts",
            "no export default",
            DEFAULT_EXPORTS,
        ),
        (
            "Never use `print` or `print()`.",
            "a.py",
            "no print",
            {"examples": {"invalid": ["print(a)"]}},
        ),
        ("Never commit `.env`, `.env`", "a.py", "no .env", {"file_glob": ".env"}),
        (
            "Never import from `src/db` or `src/db/`",
            "a.py",
            "no import src/db",
            {"forbid": ["src/db"], "exclude_glob": ["src/db/"]},
        ),
        (
            "Never import `lodash`, `axios` or `lodash`",
            "a.ts",
            "no import lodash axios",
            {"forbid": ["lodash", "axios"]},
        ),
    ],
)  # fmt: skip
def test_what_a_line_says_twice_is_in_its_draft_once(
    text: str, path: str, name: str, keys: dict[str, Any]
) -> None:
    line = read_page_line(text, [path])
    drafted = keys_of(line)
    assert line.rule
    assert line.rule.name == name
    assert {key: drafted[key] for key in keys} == keys


def test_code_that_two_names_stand_for_is_looked_for_once() -> None:
    once, twice = (
        keys_of(read_page_line(text, ["a.py"]))["pattern"]
        for text in ("Never use `print()`.", "Never use `print` or `print()`.")
    )
    assert twice == once
