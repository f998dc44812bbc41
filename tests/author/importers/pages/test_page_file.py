"""How a page is read that is no Markdown, and which of its lines are listed."""

from __future__ import annotations

import json

from phaser_lint.author.importers.pages.page_file import import_page
from phaser_lint.author.importers.pages.rule_lines import find_rule_lines
from tests.author.importers.pages.page_lines import draft_lines, keys_of


def list_rules(text: str, path: str = ".cursorrules") -> list[tuple[int, str]]:
    """The number and the text of each line of a page that states a rule."""
    page = import_page(text.encode(), path).page
    assert page is not None
    return [(line.statement.line, line.text) for line in find_rule_lines(page, path)]


def test_each_text_of_a_page_in_json_is_a_line() -> None:
    """As Cursor's generators write them: keys and texts together say the rule."""
    rules = {
        "typescript": {"avoid_enums": "use maps instead", "omit_semicolons": True, "width": 100},
        "naming": ["Use kebab-case for file names", "Handle errors"],
    }
    assert list_rules(json.dumps(rules, indent=2)) == [
        (3, "avoid enums: use maps instead"),
        (4, "omit semicolons"),
        (8, "Use kebab-case for file names"),
        (9, "Handle errors"),
    ]
    [line, *_] = draft_lines(json.dumps(rules, indent=2), ("a.ts",), ".cursorrules")
    assert keys_of(line)["url"] == ".cursorrules#L3"


def test_what_only_looks_like_json_is_a_page() -> None:
    assert list_rules("{\n- Never use `eval()`\n\n}\n") == [(2, "Never use `eval()`")]


def test_half_a_character_in_json_is_shown_as_none() -> None:
    assert list_rules('{\n"a": "Never use \\ud800 b"\n}') == [(2, "a: Never use ? b")]


def test_a_ban_of_one_code_span_is_a_rule() -> None:
    """ "Avoid:" before code is a label; "Avoid `a.b`" says all."""
    assert list_rules("# A\n\nText.\n\n- Avoid `user.delete`\n", "CLAUDE.md") == [
        (5, "Avoid `user.delete`")
    ]
