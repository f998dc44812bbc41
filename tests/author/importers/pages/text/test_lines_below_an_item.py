"""What stands below an item, or behind its sentence, and what of that takes something back."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.pages.page_file import import_page
from phaser_lint.author.importers.pages.rule_lines import PageLine, find_rule_lines
from tests.author.importers.pages.page_lines import draft_lines

ITEM = "- NEVER edit files under `docs/x/`"


def read_first_line(text: str) -> PageLine:
    """What becomes of the first line of *text* in a project with two files."""
    return draft_lines(f"# A\n\n## Rules\n\n{text}\n", ("docs/x/a.md", "src/a.py"))[0]


@pytest.mark.parametrize(
    ("first", "second", "number", "is_draft"),
    [
        ("Never use `print()`", "Otherwise it is allowed in scripts", 0, False),
        ("Never use `print()`", "Else it is fine", 0, False),
        ("Never use `print()`", "In that case it is fine", 0, False),
        ("Never use `print()`", "But scripts may", 0, False),
        ("If it is a script, log", "Otherwise, never use `print()`", 1, False),
        ("If it is a script, log", "In that case, never use `print()`", 1, False),
        ("Scripts may log", "In those, never use `print()`", 1, False),
        ("Scripts may log", "There, never use `print()`", 1, False),
        ("If it is a script, log", "Then, never use `print()`", 1, False),
        ("If it is a script, log", "Else, never use `print()`", 1, False),
        ("In tests (rare), log if needed", "Never use `print()`", 1, True),
        ("Names (mostly short, if possible)", "Never use `print()`", 1, True),
        ("Never use `print()`", "Names are mostly short", 0, True),
        ("Never use `print()`", "Log if needed (rare, only in tests)", 0, True),
        ("Never use `print()`", "\n## Names\n\n- Only nouns name values", 0, True),
    ],
)
def test_a_condition_is_none_of_the_item_beside_it(
    first: str, second: str, *, number: int, is_draft: bool
) -> None:
    """Unless the item below goes on with the one above."""
    second_item = second if second.startswith("\n") else f"- {second}"
    page = import_page(f"# A\n\n## Rules\n\n- {first}\n{second_item}\n".encode(), "CLAUDE.md").page
    assert page is not None
    lines = [line for line in find_rule_lines(page, "CLAUDE.md") if "print" in line.text]
    assert [bool(line.sure_rule) for line in lines] == [is_draft]
    assert lines[0].statement.line == 5 + number


@pytest.mark.parametrize(
    "below",
    [
        "If you need a change, ask first",
        "**If a change is needed**, please ask the `owners` of it.",
        "When in doubt - ask",
        "If you miss one, open an issue.",
        "Ask the owners when a change is needed.",
        "Why: it breaks when it is read",
        "**Reason**: they are read when somebody reads them",
        "Because it breaks if somebody reads it",
        "It breaks when it is read",
        "This is the only place that may break.",
    ],
)
def test_whom_to_ask_and_why_are_no_conditions(below: str) -> None:
    line = read_first_line(f"{ITEM}\n  - {below}")
    assert line.rule, line.reason
    assert line.rule.keys
    assert line.rule.keys["type"] == "file_frozen"
    assert read_first_line(f"- Never use `eval()`. {below}").rule


@pytest.mark.parametrize(
    ("below", "word"),
    [
        ("  - If it is wrong, mend it", "If"),
        ("  - If a change is needed, ask; then you may edit it", "may"),
        ("  - Unless it is wrong, ask first", "Unless"),
        ("  - If you have approval, ask first", "If"),
        ("  - Ask first, except for `docs/x/a.md`", "except"),
        ("  - Because it breaks. If it is old, edit it.", "If"),
        ("  - Why: it breaks, but only there", "but"),
        ("- Except for `docs/x/a.md`", "Except"),
    ],
)
def test_a_condition_below_an_item_is_said_to_stand_there(below: str, word: str) -> None:
    line = read_first_line(f"{ITEM}\n{below}")
    assert (line.rule, line.reason) == (None, f"condition: `{word}`, in a line below it")


@pytest.mark.parametrize("mark", ["- ", ""])
def test_a_condition_in_the_next_sentence_stands_in_the_line(mark: str) -> None:
    line = read_first_line(f"{mark}Never use `eval()`. If it is quick, use it.")
    assert (line.rule, line.reason) == (None, "condition: `If`")
