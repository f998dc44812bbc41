"""What a page of Markdown says: statements with their lines, headings and leads."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.pages.text.markdown import LONGEST, MOST, Statement, parse_page
from tests.author.importers.pages.page_lines import draft_lines

PAGE = """\
---
globs: src/**/*.ts, "*.{tsx,vue}"
---
# Rules

## Style
Follow these:
- Never use `a()`;
  use `b()`.
  - It blocks.
1. [ ] Two

One sentence. And
another one.

| call | rule |
|---|---|
| `a` | never |
> A quote.

```
Never in a fence.
```
<!-- Never in
a comment. -->
    Never in code.

Title
-----
Last.
"""
STYLE = Statement(0, "", "item", title="Rules", headings=("Style",), leads=("Follow these:",))
SENTENCE = STYLE._replace(kind="paragraph", leads=())


def test_a_bold_line_is_a_sentence() -> None:
    """What stands in the next line is its reason."""
    page = parse_page("**Never use `a()`**\nUse `b()`, which\nwaits.\n")
    assert [(statement.line, statement.text) for statement in page.statements] == [
        (1, "**Never use `a()`**"),
        (2, "Use `b()`, which waits."),
    ]


def test_a_line_of_tags_says_nothing() -> None:
    """An anchor of a heading is no sentence, and a tag in a sentence is a part of it."""
    page = parse_page('<a id="rules"></a>\n\n<br>\nUse `b()`.\n\nUse <b>one</b>.\n')
    assert [(statement.line, statement.text) for statement in page.statements] == [
        (4, "Use `b()`."),
        (6, "Use <b>one</b>."),
    ]


def test_a_tag_of_code_holds_no_text() -> None:
    """What stands between such tags is read as little as a fence."""
    page = 'A b.\n\n<code-snippet name="a" lang="php">\n\nuse Rows;\n\n</code-snippet>\n\nC d.\n'
    assert [(line.line, line.text) for line in parse_page(page).statements] == [
        (1, "A b."),
        (9, "C d."),
    ]


def test_lines_with_a_mark_are_a_list() -> None:
    """Each says its own; the mark is a part of it."""
    page = parse_page("❌ Never use `a()`\n✅ Use `b()`\n- ✅ Use `c()`\n")
    assert [(statement.kind, statement.text) for statement in page.statements] == [
        ("item", "❌ Never use `a()`"),
        ("item", "✅ Use `b()`"),
        ("item", "✅ Use `c()`"),
    ]


def test_lines_without_marks_are_a_list() -> None:
    """Where each begins one; wrapped prose is sentences."""
    lines = ("Use arrow functions", "Never use `a()`", "Write tests")
    page = parse_page("\n".join(lines))
    assert [(statement.line, statement.text) for statement in page.statements] == [
        *enumerate(lines, 1)
    ]
    assert len(parse_page("Use arrow functions\nNever in\nclasses").statements) == 1


def test_lines_right_below_a_list_are_a_list() -> None:
    """Where several begin one; a wrapped line belongs to its item."""
    lines = ("Run tests", "Never use `a()`", "Write tests")
    page = parse_page("\n".join(("- rows.py holds rows", "  of it", *lines)))
    assert [(statement.line, statement.text) for statement in page.statements] == [
        (1, "rows.py holds rows of it"),
        *enumerate(lines, 3),
    ]
    assert len(parse_page("- Use rows\nNever in\nclasses\nNor views").statements) == 1
    assert len(parse_page("- Use rows\nNever in\nViews").statements) == 1


def test_statements_of_a_page() -> None:
    """Items, sentences, rows and quotes; none of a fence, a comment, code or the front matter."""
    page = parse_page(PAGE)
    first = "Never use `a()`; use `b()`."
    assert page.statements == (
        SENTENCE._replace(line=7, text="Follow these:"),
        STYLE._replace(line=8, text=first, details="It blocks."),
        STYLE._replace(line=10, text="It blocks.", leads=(first, "Follow these:")),
        STYLE._replace(line=11, text="Two"),
        SENTENCE._replace(line=13, text="One sentence.", details="And another one."),
        SENTENCE._replace(line=13, text="And another one.", context="One sentence."),
        SENTENCE._replace(line=16, text="| call | rule |", kind="table", is_header=True),
        SENTENCE._replace(
            line=18, text="| `a` | never |", kind="table", leads=("| call | rule |",)
        ),
        SENTENCE._replace(line=19, text="A quote.", kind="quote"),
        SENTENCE._replace(line=30, text="Last.", headings=("Title",)),
    )
    assert page.globs == ("src/**/*.ts", "*.{tsx,vue}")


@pytest.mark.parametrize(
    ("front_matter", "globs"),
    [
        ("globs: []", ()),
        ("description: a: b: c", ()),
        ("globs:\n  - 'a/**'\n  - b", ("a/**", "b")),
        ("applyTo: '**/*.py'", ("**/*.py",)),
        ("paths: [a, \"b\"]\nother:\n  - c", ("a", "b")),
    ],
)  # fmt: skip
def test_globs_of_the_front_matter(front_matter: str, globs: tuple[str, ...]) -> None:
    """As agents write them, which is hardly ever YAML."""
    assert parse_page(f"---\n{front_matter}\n---\na\n").globs == globs


def test_a_heading_that_asks_for_something() -> None:
    """It is a statement itself; one that only leads to a list is none."""
    headings = (
        "# Avoid a title", "## ❌ Avoid prop spreading", "### Use `type` (not `interface`)",
        "## 3. Prefer early returns", "## Use cases of it", "## Use tag (`tag`)", "## Always",
        "## Things to avoid", "## Never do", "## Do not do any of these", "## `src/a.py`",
        "### 2. Keep views thin", "### Step 3: Never skip a row", "### 4. Verify each row",
        "### 1. Installation", "### 2. Add a row", "### 3. Test results", "### 4. Run",
        "### 6. Keep the following", "### 7. Format of rows", "### 8. Update the row",
        "### 5. Keep", "### 9. Rows", "### 10. Document model", "### 11. Name rows",
    )  # fmt: skip
    page = parse_page("\n".join(headings))
    assert [(statement.line, statement.kind, statement.text) for statement in page.statements] == [
        (2, "heading", "❌ Avoid prop spreading"),
        (3, "heading", "Use `type` (not `interface`)"),
        (4, "heading", "3. Prefer early returns"),
        (12, "heading", "2. Keep views thin"),
        (13, "heading", "Step 3: Never skip a row"),
        (14, "heading", "4. Verify each row"),
    ]


def test_an_item_that_takes_back_the_one_before() -> None:
    """It belongs to that one, too."""
    texts = [statement.details for statement in parse_page("- A\n- Except b\n- C\n").statements]
    assert texts == ["Except b", "", ""]


@pytest.mark.parametrize(
    ("item", "takes_back"),
    [
        ("Only `shop/db.py` may import `sqlite3`.", False),
        ("**Only** `db.py` and `api.py` are allowed to open `httpx`", False),
        ("Only use `logger`.", False),
        ("Only `cli.py` may call `print()`.", True),
        ("Only use `print` in scripts.", True),
        ("Only `cli.py` may write with it to `out`.", True),
        ("Only scripts may.", True),
        ("Only in `cli.py`.", True),
        ("Unless `cli.py` may import `sqlite3`.", True),
    ],
)
def test_an_item_with_only_may_be_a_rule_of_its_own(item: str, *, takes_back: bool) -> None:
    """Where it says who may do what, and names nothing that the item before it is about."""
    first, second = parse_page(f"- Never call prints.\n- {item}\n").statements
    assert (first.details, second.details) == (item if takes_back else "", "")


def test_a_page_of_several_titles_has_none() -> None:
    """Each of them is a section."""
    first, second = parse_page("# A\nOne.\n# B\nTwo.\n").statements
    assert (first.title, first.headings, second.headings) == ("", ("A",), ("B",))


@pytest.mark.parametrize(
    ("text", "number", "is_complete"),
    [
        ("", 0, True),
        ("---\nno end\n", 1, True),
        ("- " + "`a` " * 250_000, 1, True),
        ("- a\n" * (MOST + 1), MOST, False),
        ("```\n" * 9_999, 0, True),
        ("#" * 99_999, 1, True),
        ("|" * 99_999, 0, True),
    ],
)  # fmt: skip
def test_what_is_too_long_of_a_page_is_cut(text: str, number: int, *, is_complete: bool) -> None:
    """What is too long is cut, and said."""
    page = parse_page(text)
    assert (len(page.statements), page.is_complete) == (number, is_complete)
    assert all(len(statement.text) <= LONGEST for statement in page.statements)


def test_lines_of_a_quoted_paragraph_are_its_sentences() -> None:
    """As of one that is not quoted; an item, a mark and an empty line begin anew."""
    page = parse_page("> Use `a()` and never\n> call `b()`. Never use\n> `c()`.\n>\n> Last.\n")
    assert [(statement.line, statement.kind, statement.text) for statement in page.statements] == [
        (1, "quote", "Use `a()` and never call `b()`."),
        (2, "quote", "Never use `c()`."),
        (5, "quote", "Last."),
    ]
    page = parse_page("> [!NOTE]\n> Never use `a()`\n> - Use `b()`\n> - Use `c()`\n")
    assert [statement.text for statement in page.statements] == [
        "[!NOTE]",
        "Never use `a()`",
        "- Use `b()`",
        "- Use `c()`",
    ]


def test_lines_that_are_items_say_nothing_of_each_other() -> None:
    """But for a label above them, and what takes the last one back; what ends with a full stop is
    a sentence of the paragraph.
    """
    lines = (
        "Frontend",
        "Hooks are plain but components are not",
        'Avoid using "any" types',
        "Use hooks. They are short.",
        "But never in loops",
    )
    statements = parse_page("\n".join(lines)).statements
    assert [(statement.context, statement.details) for statement in statements] == [
        ("", ""),
        ("Frontend", ""),
        ("Frontend", ""),
        ("Frontend", "They are short."),
        ("Frontend Use hooks.", "But never in loops"),
        ("Frontend Use hooks. They are short.", ""),
    ]


def test_a_reason_is_of_the_own_line_of_an_item() -> None:
    page = (
        "# A\n\n## Code style\nFiles are kebab-cased but hooks are not\nAlways write tests\n"
        'Avoid using "any" types\n'
    )
    [line] = [line for line in draft_lines(page, ["a.ts"]) if "any" in line.text]
    assert "but" not in line.reason


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("Naming conventions\n- One", ("Naming conventions",)),
        ("Naming conventions\n\n- Zero\n  - Deep\n- One", ("Naming conventions",)),
        ("Imports\n- Zero\n\nNaming & types\n- One", ("Naming & types",)),
        # A sentence, a lead, and a heading after it
        ("These are the rules that we keep.\n- One", ()),
        ("Naming:\n- One", ()),
        ("Two\nLines\n- One", ()),
        ("Imports\n- Zero\n\n## Types\n- One", ("Types",)),
        ("Imports\n- Zero\n\nThen there is more.\n\n- One", ()),
    ],
)
def test_a_title_alone_on_its_line_is_a_heading_of_the_list(
    text: str, headings: tuple[str, ...]
) -> None:
    statements = parse_page(f"# A\n\n{text}\n").statements
    assert (statements[-1].text, statements[-1].headings) == ("One", headings)
    assert not {*headings} & {statement.text for statement in statements}


def test_below_a_plain_title_a_word_may_say_the_opposite() -> None:
    [line] = draft_lines("# A\n\nThings to avoid\n- Use absolute imports only\n", ["a.py"])
    assert (line.rule, line.reason) == (
        None,
        "form: under `Things to avoid` it may say the opposite",
    )
