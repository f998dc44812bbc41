"""Which statements of a page state a rule, and why one is left."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.page_statements import BlockKind, Statement
from phaser_lint.author.importers.stated_rules import MEANINGS, reason_of, states_rule

STYLE = Statement(1, "", "item")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Never use `print()` unless you debug", "condition"),
        ("Only call `log()` outside of `app`", "condition"),
        ("Name branches `feature/<name>` (e.g. `feature/a`)", "process"),
        ("Run `npm test` first", "command"),
        ("Use conventional commits: `feat`, `fix`", "process"),
        ("Keep functions short", "taste"),
        ("Return `any` nowhere", "types"),
        ("Never add any library", "not understood"),
        ("Use camelCase for variables", "syntax"),
        ("Never nest functions", "syntax"),
        ("No comments in code", "syntax"),
        ("Use Kotlin.", "advice"),
        ("Docstrings - use Google-style docstrings", "advice"),
        ("It MUST pass all checks", "advice"),
        ("`app.props` has the defaults", "description"),
        # what people and agents do: with a condition, below a label, step by step
        ("A pull request is merged by somebody other than its author", "process"),
        ("Use the `tinker` tool to run PHP", "process"),
        ("Identify the target task", "process"),
        ("Before: treat it as the first answer", "process"),
        ("Step 2: Implement a handler", "process"),
        # commands by their names
        ("NEVER run mix ecto.drop", "command"),
        ("Run these commands to look at your work", "command"),
        # names, whatever else the line says
        ("Locals are in `lowerCamelCase`", "syntax"),
        ("Use PascalCase when it is a class", "syntax"),
        # an error type is no type; a comment is no command; without: of what is forbidden
        ("Use `thiserror` for error types", "advice"),
        ("Write `// SAFETY: why` above a block", "advice"),
        ("Never use `eval()` without a reason", "condition"),
        ("Never call `unwrap()` in production code — use `?`", "condition"),
        ("Follow the conventions of Elixir", "advice"),
        ("No placeholder stubs — write it whole", "taste"),
        ("Isolated: no real network", "not understood"),
        ("`///` on every public item", "description"),
        ("禁止使用 `any`", "not in English"),
        ("Kein `time.sleep()` in Endpunkten", "not in English"),
        ("`raw/`의 파일은 수정 금지", "not in English"),
    ],
)
def test_a_rule_that_is_not_sure_has_the_reason_a_reader_would_name(text: str, reason: str) -> None:
    """The one that a reader would name; the report says what it means."""
    assert reason_of(STYLE._replace(text=text)) == reason
    assert reason in MEANINGS


def test_a_line_without_a_verb_below_a_heading_of_syntax() -> None:
    """An order of imports is a rule; a list of what is there is none."""
    line = STYLE._replace(text="React > packages > relative")
    assert reason_of(line._replace(headings=("Import order",))) == "syntax"
    assert reason_of(line._replace(headings=("Overview",))) == "description"


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
        ("TDD for the core. No merge below the gate.", {}),
        ("Record decisions in `docs/adr/`", {}),
        ("`data/*.db` — local databases", {"headings": ("Never commit",)}),
        ("Python | 500 |", {"kind": "table", "headings": ("File size limits",)}),
        ("Fields: camelCase", {}),
        ("For larger changes, [open an issue](https://a.b) first", {}),
    ],
)
def test_a_line_that_states_a_rule(text: str, fields: dict[str, tuple[str, ...]]) -> None:
    """By its words, or by the heading or lead that it stands under."""
    assert states_rule(STYLE._replace(text=text, **fields))


@pytest.mark.parametrize(
    "text",
    [
        "Follow these rules:",
        "Make sure:",
        "Build: npm run build",
        "**Start**: `npm start`",
        "- [Rules](#rules)",
        "`src/a.py` holds the models",
        "—",
        # about the page, and nothing that it says
        "Please read this before you open a pull request",
        "**Please read this contributing guide carefully before you start!**",
        "Before opening a pull request, please read these guidelines.",
        "You must read this file before you edit anything.",
    ],
)
def test_a_line_that_states_none(text: str) -> None:
    assert not states_rule(STYLE._replace(text=text))


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
