"""A word decides the reason of a line where it is the verb or the object of what is demanded."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.pages.left_out.reasons import (
    NOT_UNDERSTOOD,
    find_left_out_reason,
)
from phaser_lint.author.importers.pages.text.markdown import BlockKind, Statement
from tests.author.importers.pages.page_lines import draft_lines

ITEM = Statement(1, "", "item")


def code(span: str) -> str:
    """The reason of a line that names the code *span*."""
    return f"code: names `{span}`, and says what to do with it in no form that is sure"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # work, by its verb; the same words as names, and of programs, are none
        ("Avoid branches in the controller of rows", NOT_UNDERSTOOD),
        ("Delete merged branches of rows", "process: `branches`"),
        ("Never let a page that it deploys be red", NOT_UNDERSTOOD),
        ("Deploy all of it on Mondays", "process: `Deploy`"),
        ("The mixer must not silently change a row", NOT_UNDERSTOOD),
        ("Do not silently change a row", "process: `Do not silently change`"),
        ("Use plan mode for hard pages", "process: `Use plan mode`"),
        ("Use wide mode for hard pages", NOT_UNDERSTOOD),
        ("Do NOT invent endpoints", "process: `Do NOT invent`"),
        ("Do not modify the old pages", "process: `Do not modify the`"),
        ("Do not modify the state of pages", NOT_UNDERSTOOD),
        ("Do not modify `row.state`", code("row.state")),
        ("Mark items complete as you go", "process: `Mark items complete`"),
        ("Profile code that is slow", "process: `Profile code`"),
        ("All 16 tests should pass", "process: `tests should pass`"),
        ("Manual testing is required", "process: `Manual testing`"),
        ("Be done in the same session as that", "process: `in the same session`"),
        ("Unit tests for all rows", "process: `Unit tests for`"),
        ("Refer to `docs/rows.md` for pages", "process: `Refer to docs/rows.md`"),
        ("Call `get_rows_now` at start", "process: `at start`"),
        ("When ending work, you MUST name it", "process: `When ending`"),
        ("Mark completed rows in TASK.md", "process: `Mark completed`"),
        ("Use `cn()` to merge conditional classes", code("cn()")),
        ("Report errors via Sentry only if there is a row", "condition: `only if`"),
        # taste
        ("Always comment non-obvious rows", "taste: `non-obvious`"),
        ("Use rows of TenStack for simplicity", NOT_UNDERSTOOD),
        ("Logic Separation: Pages should show rows", "taste: `Separation`"),
        ("Consider rows of pages", "taste: `Consider`"),
        ("Consider all rows of pages", NOT_UNDERSTOOD),
        ("Use `.await` responsibly", "taste: `responsibly`"),
        ("Follow the single responsibility principle", "taste: `principle`"),
        ("Do not mix composition, separation, and rows", NOT_UNDERSTOOD),
        ("Support: English (en), Dutch (nl)", NOT_UNDERSTOOD),
        ("Write pages in English", "taste: `English`"),
        # what an example names is not what a line is about
        ("Use expressive names (e.g., `is_ready`)", "taste: `expressive`"),
        ("Name interfaces by what they do (e.g. `Reader`)", "types: `interfaces`"),
        ("Keep rows in order (e.g. `Reader`)", code("Reader")),
        # files and their names
        ("Components: `PascalCase.tsx`", "file name: `PascalCase`"),
        ("Components: `PascalCase`", "syntax: `PascalCase`"),
        ("Name test files `*_test.go` beside the code", "file name: `*_test.go`"),
        ("Match file names with those of modules", "file name: `file names`"),
        ("Utilities: camelCase (e.g., `row.ts`)", "file name: `camelCase`"),
        ("Test files: `<row>.test.ts` beside it", "file name: `<row>.test.ts`"),
        ("Pages must be named [Row]Page", "syntax: `named [Row]Page`"),
        # what is run, and what a linter is set to
        ("`make run` builds a page. Never copy it", code("make run")),
        ("Use `bd dolt push` for pages", "command: `bd dolt push`"),
        ("Use semantic naming: `--color-primary`", code("--color-primary")),
        ("Never ignore errors (detected by `errcheck`)", "formatter: `errcheck`"),
        ("Maximum 0 warnings allowed in ESLint", "formatter: `ESLint`"),
        # types, and names that are labels or languages
        ("Prefer interface over type for rows", "types: `interface over type`"),
        ("No Assertions: Pages should NOT contain rows", NOT_UNDERSTOOD),
        ("Logs of it: Use Chinese for rows", NOT_UNDERSTOOD),
        # code without backquotes
        ("Avoid panic! in production code", code("panic!")),
        ("Silent catch blocks are prohibited", "syntax: `catch blocks`"),
        # demands without a verb of duty
        ("The core has NO dependencies on rows", NOT_UNDERSTOOD),
        ("The core has rows on pages", "description"),
        ("A row may be seen only after it was read", NOT_UNDERSTOOD),
        ("A row may be seen after it was read", "description"),
        ("80%+ coverage", "number: `80%`"),
        ("`log.warn()` for all rows", code("log.warn()")),
        ("One row at a time", NOT_UNDERSTOOD),
        ("Nothing of a page is hardcoded", NOT_UNDERSTOOD),
        ("`a/rows.py` \u2014 the rows. Paginates them. Add new ones here", code("a/rows.py")),
    ],
)
def test_the_verb_and_the_object_of_a_demand_are_its_reason(text: str, reason: str) -> None:
    assert find_left_out_reason(ITEM._replace(text=text)) == reason


@pytest.mark.parametrize(
    ("text", "heading", "kind", "reason"),
    [
        ("010 | Always keep rows in order |", "Decisions", "table", NOT_UNDERSTOOD),
        ("Rows | At most 10 of them |", "Decisions", "table", "number: `10`"),
        ("Types on all public functions", "TypeScript strict mode", "item", "types: `Types`"),
        ("Mobile-first rows", "Design principles", "item", "taste: `Mobile-first`"),
        ("Encrypt all rows", "Security Checklist", "item", NOT_UNDERSTOOD),
        ("Encrypt all rows", "Release checklist", "item", "process: below `Release checklist`"),
    ],
)
def test_the_first_cell_and_the_heading_decide_where_they_say_something(
    text: str, heading: str, kind: BlockKind, reason: str
) -> None:
    line = ITEM._replace(kind=kind, text=text, headings=(heading,))
    assert find_left_out_reason(line) == reason


def test_an_item_without_a_verb_among_rules_is_one() -> None:
    """Unless it has a verb that only tells something."""
    page = "## Pages\n\n- Never sort\n- Never move\n- Never copy\n- Never link\n{}\n"
    texts = [
        draft_lines(page.format(text), ("a.py",))[-1].text
        for text in ("- Safe storage with a row", "- The storage has a row")
    ]
    assert texts == ["Safe storage with a row", "Never link"]


def test_a_line_among_work_is_about_work() -> None:
    """What nobody understood by itself; no ban of something that is there."""
    page = (
        "## Sessions\n\n- Ask the user first\n- Write tests\n- Update the docs\n- Commit often\n"
        "- Hand off the row\n- No rows of it\n"
    )
    reasons = [line.reason for line in draft_lines(page, ("a.py",))]
    assert reasons[-2:] == ["process: as the lines beside it", NOT_UNDERSTOOD]
