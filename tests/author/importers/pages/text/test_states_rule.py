"""Which statements of a page state a rule."""

from __future__ import annotations

import time

import pytest

from phaser_lint.author.importers.pages.page_file import import_page
from phaser_lint.author.importers.pages.rule_lines import find_rule_lines
from phaser_lint.author.importers.pages.text.markdown import BlockKind, Statement
from phaser_lint.author.importers.pages.text.siblings import with_siblings
from phaser_lint.author.importers.pages.text.states_rule import states_rule

STYLE = Statement(1, "", "item")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("`a.old()` → `a.new()`", {"headings": ("Deprecation",)}),
        ("`src/domain` → `src/web` ❌", {"leads": ("Banned imports:",)}),
        ("DB-Queries in Endpunkten", {"headings": ("Verbotene Aktionen",)}),
        ("Omit braces of plain props", {}),
        ("**Prefer arrow functions** over declarations:", {}),
        ("Each route has a test", {}),
        ("`a.old()` | `a.new()` |", {"kind": "table", "headings": ("Deprecated calls",)}),
        ("Siga o guia de estilo", {}),
        ("`nil` | `empty` |", {"kind": "table", "leads": ("Avoid | Use |",)}),
        ("Avoid prop spreading", {"kind": "heading"}),
        ("Read `docs/design.md` before you change the engine", {}),
        ("Review these tests before you merge", {}),
        ("Read this before you push, and never push secrets", {}),
        ("Read this before you push and sign the agreement", {}),
        ("If the schema changes, explicitly tell the app team", {}),
        ("If the list is empty → skip the request", {}),
        ("When you rename a route, ALWAYS update all affected clients:", {}),
        ("Commit the lock file together with the change:", {}),
        ("Format the messages as `type: text`:", {"kind": "paragraph"}),
        ("`npm test` runs all; add a case beside the code", {}),
        ("`main` is stable. All changes target `dev`.", {}),
        ("Write small commits:", {"kind": "paragraph"}),
        ("All responses have one shape:", {"kind": "paragraph"}),
        ("脚本需单独管理", {}),
        ("Secrets belong in `.env`", {}),
        ("Propagate errors with `?`", {}),
        ("Everywhere else, use the theme", {}),
        ("TDD for the core. No merge below the gate.", {}),
        ("Record decisions in `docs/adr/`", {}),
        ("`data/*.db` — local databases", {"headings": ("Never commit",)}),
        ("Python | 500 |", {"kind": "table", "headings": ("File size limits",)}),
        ("Fields: camelCase", {}),
        ("Whenever you rename a row, also update its page", {}),
        ("When you touch names, keys, or rows of it, be careful", {}),
        ("Whenever a row moves, use `move()`", {}),
        ("Braces are placed on a separate line", {}),
        ("Operators are always at the end of the line", {}),
        ("Encrypt what is sold", {}),
        ("On any change of rows (one, two), bump the number", {}),
        ("Otherwise, evaluate the body", {}),
        ("**Unless told otherwise, use tabs for all lists.**", {"kind": "paragraph"}),
        ("With a key, add the private feed", {}),
        ("Before rows, names or tables move, always use `move()`", {}),
        ("If rows were added, moved, or sorted, update `rows.md`", {}),
        ("Read these before you move a row.", {}),
        ("Rows | `src/rows/` |", {"kind": "table", "leads": ("| Change | Destination |",)}),
        ("Push twice, and then look at `git log`:", {"kind": "paragraph"}),
        ("All names are kebab cased", {}),
        ("Wire it into the `Kind` table in `src/main.rs`", {}),
        ("Route all writes through `save()`", {}),
        ("Use this path: `./styles/base/...`", {}),
        ("Write to: `./build/css/`", {}),
        ("Changes of any of the following require two tests:", {}),
        ("All of these views must have a title:", {}),
        ("View models: `*View` for pages, `*Row` for tables", {}),
        ("Tools of the shop: `shop_<verb>_<noun>`", {}),
        ("For larger changes, [open an issue](https://a.b) first", {}),
        # below what is done each time, or what something good has
        ("`npm test`", {"leads": ("**Before submitting:**",)}),
        ("`zig fmt`", {"leads": ("Always before you push:",)}),
        ("Test: `npm test`", {"headings": ("Before you commit",)}),
        ("The case", {"leads": ("Good proposals include:",)}),
        ("The version", {"leads": ("A helpful report of a bug has:",)}),
        ("Rows are sorted", {"leads": ("Global definition of done:",)}),
        ("A new table", {"headings": ("Ask before doing",)}),
        ("Read these tables before planning:", {}),
        ("Before a new row, read these pages first:", {}),
        # a verb that nobody has to know, and what has to be there
        ("Onboard the next team", {}),
        ("Systematically decompose large rows", {}),
        ("Paths of pages", {"leads": ("**Required planning elements**:",)}),
        ("joi for validation", {"headings": ("Preferred libraries",)}),
        ("else \u524d\u6362\u884c", {"headings": ("\u4ee3\u7801\u98ce\u683c",)}),
    ],
)
def test_a_line_that_states_a_rule(text: str, fields: dict[str, tuple[str, ...]]) -> None:
    """By its words, or by the heading or lead that it stands under."""
    assert states_rule(STYLE._replace(text=text, **fields))


def test_an_item_is_listed_with_most_of_its_list() -> None:
    """Below a lead; what begins a list of its own is none."""
    texts = ("unit tests use rows", "system tests never mock", "views must be real", "Rows:")
    items = [STYLE._replace(text=text, leads=("Match the tests to the risk:",)) for text in texts]
    assert with_siblings(items[:3], [False, True, True]) == [True, True, True]
    assert with_siblings(items[:3], [False, False, True]) == [False, False, True]
    assert with_siblings(items[1:], [True, True, False]) == [True, True, False]
    alone = [item._replace(leads=()) for item in (*items[:3], items[0])]
    assert with_siblings(alone, [False, True, True, True]) == [False, True, True, True]
    below_heading = [item._replace(headings=("Tests",)) for item in alone]
    assert with_siblings(below_heading[:3], [False, True, True]) == [False, True, True]
    assert with_siblings(below_heading, [False, True, True, True]) == [True] * 4


def test_an_item_begins_with_a_verb_as_half_of_its_list_does() -> None:
    """Whatever the verb: Define goals > Schedule regular reviews. A thing is none."""
    texts = ("Define alert rules", "Write plans", "Avoid noise", "Schedule regular system reviews")
    things = ("Regular system reviews", "Circuit breaker for late rows")
    content = "".join(f"- {text}\n" for text in (*texts, *things))
    page = import_page(f"# A\n\n## Operation\n\n{content}".encode(), "AGENTS.md").page
    assert page
    listed = {line.text: line.reason for line in find_rule_lines(page, "AGENTS.md")}
    assert [*listed] == [*texts]
    assert listed[texts[-1]] == "process: `reviews`"


@pytest.mark.parametrize(
    "text",
    [
        "Follow these rules:",
        "Make sure:",
        "`npm test`",
        "Read these tables:",
        "Build: npm run build",
        "**Start**: `npm start`",
        "- [Rules](#rules)",
        "`src/a.py` holds the models",
        "—",
        "https://example.org/guide",
        "[style]: https://example.org/best [log]: ./docs/log.md",
        # about the page, and nothing that it says
        "Please read this before you open a pull request",
        "**Please read this contributing guide carefully before you start!**",
        "Before opening a pull request, please read these guidelines.",
        "You must read this file before you edit anything.",
        # facts, keys and thanks
        "Delete: Ctrl+D / Cmd+D",
        "Canvas size: 800x600",
        "Build tool: Vite 6.2.0",
        "We value what you give.",
        "Thank you for your help!",
        # Nouns: support, the language
        "Support for children (doubles the brackets)",
        "Language: Go",
        "Route: the way of a request",
        "Wire protocol: two bytes",
        "Use: `./run.sh`",
        "The following rules must be followed:",
        "What needs these:",
        "Rows are sorted when one is added, but these steps still need to be taken:",
        "Source files: `*.py`",
        "Routes: `/api/<name>`",
        # where something is, of what is no code, or of one thing
        "The license is at the top of the file",
        "Buttons are at the bottom of the page",
        "Names are at the start of the list",
        "Rows which are at the end of the file",
        "Totals are on a line of the table",
        "Two logs are at the root",
        "Both words are on separate pages",
        "Lines are written to the log",
        "Members are in the class",
        "They are placed at the door",
        # a case with what happens then
        "Whenever a row moves, its page moves, too",
        "When a name, a key, or a row is new, uses are counted",
        "When you touch names, keys, and rows, add-ons are loaded",
        "Whenever it starts, checks run, and pages load",
        "When rows are added, callers see them",
        "If rows move, pages follow, and includes change",
        "Whenever you like",
        "When it rains, keeps are wet",
        "Whenever one is found, verification begins",
        "When it is empty, users get nothing",
        # no verb stands first
        "Inside the box it is dark",
        "Usually green rows",
        "Joi for validation",
        '<a id="use-rows"></a>',
        "[Use this] ... n. [Use that]",
    ],
)
def test_a_line_that_states_none(text: str) -> None:
    assert not states_rule(STYLE._replace(text=text))


def test_the_first_row_of_a_table_names_its_columns() -> None:
    """Below a heading of rules, too."""
    row = STYLE._replace(text="| Type | Never |", kind="table", headings=("Naming rules",))
    assert states_rule(row)
    assert not states_rule(row._replace(is_header=True))


@pytest.mark.parametrize(
    ("text", "kind", "heading"),
    [
        ("`src/a.py` | the models |", "table", "Code conventions"),
        ("`docs/guide.md`, `docs/api.md`", "item", "Style guidelines"),
        ("**Data access**", "paragraph", "Conventions"),
        ('"It is a small change"', "item", "Rules"),
        ("app: the pages", "item", "Important directories"),
        ("`feat`: a feature", "item", "Commit types"),
        ("`src/app.py` - the routes", "item", "Conventions"),
        ("Start the server with this:", "paragraph", "Setup"),
    ],
)
def test_what_only_tells_what_is_there(text: str, kind: BlockKind, heading: str) -> None:
    """Below a heading of rules, too."""
    assert not states_rule(STYLE._replace(text=text, kind=kind, headings=(heading,)))


def list_lines(text: str) -> list[int]:
    """The lines of a page with this *text* below its title that are listed."""
    page = import_page(f"# A\n{text}\n".encode(), "CLAUDE.md").page
    assert page is not None
    return [line.statement.line for line in find_rule_lines(page, "CLAUDE.md")]


@pytest.mark.parametrize(
    "text",
    [
        "## Errors\n| Case | Pattern |\n|-|-|\n| Readers | `Result<A, B>` |",
        "## Files\n| Kind | Naming convention | Sample |\n|-|-|-|\n| Queries | `{Name}Query` | |",
    ],
)
def test_a_row_that_says_how_something_is_written(text: str) -> None:
    page = import_page(f"# A\n{text}\n".encode(), "CLAUDE.md").page
    assert page is not None
    [line] = find_rule_lines(page, "CLAUDE.md")
    assert (line.statement.line, line.reason[:5]) == (5, "code:")


@pytest.mark.parametrize(
    "text",
    [
        "## Errors\n| Pattern | Sample |\n|-|-|\n| `a*` | `ab` |",
        "## Errors\n| Code | Cause |\n|-|-|\n| 12 | The disk is full |",
        "## Step 1 - Use the tool\nIt is there.",
        "## Tests - what they are\nThey are there.",
        "## Invariants - never break these",
        "## Options\n- Usage: audit the state of your list",
        "## Options\n- Address: the first line of the letter",
        "## Options\n- Profile page: the name and the picture",
        "## Options\n- Handlers use `parse(a)` and return",
    ],
)
def test_what_only_tells_something(text: str) -> None:
    assert list_lines(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "### Tests \u2014 required for every change",
        "### Exactly one empty line between functions",
        "### Logging - use the logger of the app",
        "- Models use `config = Config(strict=True)` - other fields are errors",
        "- A lost message is logged: the writer goes on \u2014 keep that as it is",
        "- Address all comments of a review",
        "- Audit every licence",
        "- Profile hot loops",
    ],
)
def test_lines_that_demand_something_late_or_by_another_verb(text: str) -> None:
    assert list_lines(f"\n{text}") == [3]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("- Renaming a colour also means updating: the list in `a.ts`, and `b.md`", [3]),
        (
            "It checks pages \u2014 **run it after each change of the preset**, and it is quick.",
            [3],
        ),
        ("That release touches these two files and nothing else.", [3]),
        ("- A change of the API also needs an entry in `a.md`", [3]),
        ("- Any new route needs a test", [3]),
        ("Hand off your work by a branch.", [3]),
        ("Strict typing covers all scripts.", [3]),
        ("A report should include:\n\n- the cause;\n- a log", [3, 5, 6]),
        ("Use the template. Include:\n\n- the cause;\n- a log", [3, 5, 6]),
        ("Don't add these without a discussion:\n\n- Queues", [3, 5]),
        ("Changes to any of the following require a test:\n\n- Queues", [3]),
        ("- **Zero runtime dependencies**", [3]),
        ("- Runner 3.x with `expect` syntax", [3]),
        ("- <code>old/page</code> \u2014 frozen fallback", [3]),
        ("- Models: `*Row` for tables, `*Form` for pages", [3]),
        ("- Wire it into the `Mode` list", [3]),
        ("- Use the path: `./assets/styles/`", [3]),
    ],
)
def test_lines_whose_demand_is_one_word(text: str, lines: list[int]) -> None:
    assert list_lines(f"\n{text}") == lines


@pytest.mark.parametrize(
    "text",
    [
        "The server needs a database.",
        "This means the page is read.",
        "It runs \u2014 **the whole page is read**.",
        "The page has these parts:\n\n- a title",
        "The reader should have the following:\n\nA list.",
        "- From zero to a page",
        "- `old/page` \u2014 the fallback that is frozen by nobody",
        "| `old/page.rb` | Frozen page |",
        "- Wire format: JSON",
        "- Models: `*` for all",
    ],
)
def test_lines_with_such_a_word_that_only_tell_something(text: str) -> None:
    assert list_lines(f"\n{text}") == []


def test_a_label_of_code_is_no_rule_of_the_list_above_it() -> None:
    text = "\nFollow these:\n\n- Use `a`\n- Use `b`\n\n\u274c BAD\n\n\u2705 Good example (Maven)"
    assert list_lines(text) == [5, 6]


@pytest.mark.parametrize(
    ("lead", "text"),
    [
        ("Before you start:", "`npm ci`"),
        ("Before version 3:", "`shop serve`"),
        ("Every table has:", "a name"),
        ("The shop includes:", "a desk"),
        ("Good books are:", "long"),
        ("What good is it:", "none"),
        ("When done, you see:", "a row"),
        ("Required by:", "`shop.py`"),
        ("Before the rows were open:", "a desk"),
        ("Good shops close:", "at noon"),
    ],
)
def test_a_list_of_what_there_is_asks_for_nothing(lead: str, text: str) -> None:
    line = STYLE._replace(text=text, leads=(lead,), headings=("Shop",))
    assert not states_rule(line)


def test_a_sentence_in_bold_is_a_line_by_itself() -> None:
    """A word in bold is a label."""
    page = import_page(b"# A\n\n**Never use tabs.** For lists, use 8.\n", "A.md").page
    assert page is not None
    assert [statement.text for statement in page.statements] == [
        "**Never use tabs.**",
        "For lists, use 8.",
    ]
    labelled = import_page(b"# A\n\n**Lists.** Use 8 spaces.\n", "A.md").page
    assert labelled is not None
    assert [statement.text for statement in labelled.statements] == ["**Lists.** Use 8 spaces."]


def test_a_hostile_line_with_marks_costs_little() -> None:
    """A mark that nothing closes is tried once."""
    start = time.process_time()
    for text in ("**" + "a " * 900, "- x \u2014 **" + "a " * 900, "`" + "/" * 1900, "these " * 300):
        list_lines(f"\n{text}\n")
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("The `pagelint` linter blocks these \u2014 use `a/page` instead:\n\n- `b/page`", [3, 5]),
        ("The linter enforces specific names. Key examples:", [3]),
        ("We practice strict **Page Names** and **Row Names**:", [3]),
        ("`page()` / `row()` labels state the case and what follows:", [3]),
        ("- Fill in the page form", [3]),
        ("- Public functions declare explicit types. Others may not.", [3]),
        ("- Page dependencies go in `[project]`", [3]),
        ("The page reads rows \u2014 read its comment before changing.", [3]),
        ("- Imports first, then rows", [3]),
        ("## Required page aliases\n\n- `a` -> `b/page`", []),
        ("## Required import aliases\n\n- `a` -> `b/page`", [5]),
        ("## Import ordering\n\n1. Standard library\n2. Own pages", [5, 6]),
        ("## Layout pattern\n\n**Parts:**\n- Card: `Card()`", [6]),
    ],
)
def test_a_demand_behind_its_subject_or_below_a_heading(text: str, lines: list[int]) -> None:
    assert list_lines(f"\n{text}") == lines


@pytest.mark.parametrize(
    "text",
    [
        "The linter reads pages:",
        "- The data goes into `pages`",
        "- Labels of pages",
        "- Rows to go in `pages`",
        "- Functions declare a page",
        "## Path aliases\n\n- `a` -> `b/page`",
        "## Page layout\n\n- Card: `Card()`",
    ],
)
def test_near_misses_of_a_demand_behind_its_subject(text: str) -> None:
    assert list_lines(f"\n{text}") == []


@pytest.mark.parametrize(
    "text",
    [
        "0 TODO/FIXME in Rust source",
        "2 blank lines before top-level functions",
        "Named exports, no default exports (except pages)",
        "Timeouts on every external call (`asyncio.timeout(...)`).",
        "`Optional[X]` via `X | None`.",
        "Tests live next to code",
        "This project uses **pipenv** exclusively",
        "Once a participant enters a code, store it in a cookie",
        "At the start of a session, use the last one",
        "Analyze the requirement.",
        "Embrace the types of the language",
        "Measure and improve what is slow",
        "Use one of:",
        "Start with:",
        "The core imports nothing from `pages/`",
        "After a task, at the end of your answer name the row",
        "When it returns early, `log.warn()` with the row",
    ],
)
def test_rules_without_a_word_of_duty(text: str) -> None:
    assert states_rule(Statement(1, text, kind="item"))


@pytest.mark.parametrize(
    "text",
    [
        "Parcels, no matter how small",
        "`Pool` via `Store` keeps rows",
        "0 to 5 stars",
        "Some of:",
        "The version of it may not match",
        "When it returns early, `log.warn()` tells the row",
    ],
)
def test_facts_that_look_like_rules_without_a_verb(text: str) -> None:
    assert not states_rule(Statement(1, text, kind="item"))


@pytest.mark.parametrize(
    "page",
    [
        "## API Gateway\n\nResponsibilities:\n\n- Request forwarding",
        "## Rules\n\n- `DELETE /api/rows/[id]` - Remove a row (requires a token)",
        "## Rules\n\n| A | B | C |\n|-|-|-|\n| PUT | `/api/rows` | Push rows |",
        "## Structure rules\n\n- internal/: core logic (not exposed)",
        "## Roadmap\n\n- Allow pinning a version of each module",
        "## Rules\n\n- Export to CSV -- DONE. It does not ask.",
        "## Rules\n\n- [Keep a Changelog](https://keepachangelog.com)",
        "## Installation\n\n1. Clone the repository",
        "## Rules\n\nEvery little bit helps, and credit will always be given.",
        "## Commit rules\n\n- `fix:` bug fixes",
        "## Scope rules\n\n- `a/` is the control layer",
        "## Table of contents\n\n- @Never 1: REVIEW",
        "## Common use cases for it\n\n- Scraping: Extract rows",
        "## Rules\n\nWhen working on it, use a row server for:\n\n- Scraping: Extract rows",
        "## Rules\n\n**Purpose**: Create rows",
        "## Exact commands\n\n- `task init` - render rows",
        "## Commands\n\n- Start the local backing services: `make infra`",
        "## Commands\n\n| A | B |\n|-|-|\n| `npm run lint` | ESLint (report only) |",
        "## Errors\n\n| A | B |\n|-|-|\n| 404 | Not found |",
        "## Labels\n\n| A | B |\n|-|-|\n| Fix | `PR: Fix` |",
        "## Rules\n\n- Upload of it: Read \u2192 Parse \u2192 Run \u2192 Show",
        "## Rules\n\n- For more of it, see `docs/rows.md`.",
        "## Rules\n\n| Symptom | Fix |\n|-|-|\n| No rows | Use `npm ci` first |",
        "## Rules\n\n| Task | Tool |\n|-|-|\n| Store rows | `store_row` |",
        "## Help\n\nAreas that need contribution:\n\n- Wallets - fetch rows by `a()`",
    ],
)
def test_what_is_there_or_done_once_is_no_rule(page: str) -> None:
    assert page.count("\n") + 2 not in list_lines(page)


@pytest.mark.parametrize(
    "page",
    [
        "## View\n\nResponsibilities:\n\n- Never hold state",
        "## Rules\n\n- `POST /api/rows` must check the token",
        "## Structure rules\n\n- internal/: never import it elsewhere",
        "## Roadmap\n\n- Do not start on the next one",
        "## Rules\n\n- `noUncheckedIndexedAccess` is enabled",
        "## Rules\n\n- `old/` is read-only",
        "## Checks\n\n- Check for wrong types of rows: `tsc --noEmit`",
        "## Layers\n\n| Layer | May import |\n|-|-|\n| `views` | `rows`, `shared` |",
        "## Commands\n\n| A | B |\n|-|-|\n| `npm test` | Must pass first |",
        "## Contents of rows\n\n- Never sort rows",
        "## Common use cases\n\n- Scraping: never extract rows",
        "## Rules\n\n- `row height` - keep it small",
        "## Rules\n\n- On a change: read it \u2192 `a()` \u2192 `b()` \u2192 show it",
        "## Branches\n\nUse these prefixes:\n\n- `fix/xxx`: errors of rows",
        "## Recommended patterns\n\n- Errors with their rows",
        "## Rules\n\n| A | B |\n|-|-|\n| a | Never b |\n"
        "| c | Never d |\n| e | Never f |\n| g | h of i |",
    ],
)
def test_near_misses_of_what_is_there(page: str) -> None:
    assert page.count("\n") + 2 in list_lines(page)
