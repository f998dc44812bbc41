"""``--format markdown``: names and messages stay text, and the whole stays under GitHub's limit."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from phaser_lint import DOCS
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip
from phaser_lint.report.markdown import escape_markdown, render
from phaser_lint.report.summary import render_place
from tests.report.reports import HOSTILE, at_line

PARTING = "\u200b"
OURS = {"<code>", "</code>", "<br>"}


def tokens(markdown: str) -> list[str]:
    """The kinds of markup that a reader of Markdown with tables sees, HTML with its text."""
    texts = []
    for block in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown):
        for token in (block, *(block.children or ())):
            html = token.type.startswith("html")
            texts.append(token.content if html else token.type)
    return texts


def cells(markdown: str) -> list[list[str]]:
    """The texts of the table's cells, row by row."""
    rows: list[list[str]] = []
    reader = MarkdownIt("commonmark").enable("table")
    is_in_cell = False
    for token in reader.parse(markdown):
        if token.type == "tr_open":
            rows.append([])
        is_in_cell = is_in_cell or token.type in ("td_open", "th_open")
        if is_in_cell and token.type == "inline":
            texts = [child.content for child in token.children or () if child.type == "text"]
            rows[-1].append("".join(texts).replace(PARTING, ""))
            is_in_cell = False
    return rows


MARKUP = [
    "a|b", "`code`", "*a* **b** _c_ __d__", "~~gone~~", "[a](https://example.org)", "![a](b.png)",
    "<script>alert(1)</script>", "<!-- -->", "&lt;b&gt;", "<https://example.org>", "\\|", "a\\",
    "# head", "- item", "+ item", "1. item", "12) item", "> quote", "---", "===", "$x$", "||",
    "[a]: https://example.org", "https://example.org", "<br>", "</code>", "a  b", "&#124;",
]  # fmt: skip


@pytest.mark.parametrize("text", MARKUP)
def test_a_message_stays_text(text: str) -> None:
    """In a cell it is read back as it was written, and it is no markup."""
    rendered = render(Report(violations=(at_line("a.py", 1, message=text),)))
    assert cells(rendered)[1:] == [["a.py:1", "error", "no-print", " ".join(text.split())]]
    kinds = set(tokens(render(Report(violations=(at_line("a.py", 1, message="plain"),)))))
    assert set(tokens(rendered)) == kinds


@pytest.mark.parametrize("text", MARKUP)
def test_a_name_stays_text(text: str) -> None:
    """Where it is a file, and where it is in a list."""
    tokens_of_plain, tokens_of_name = (
        tokens(
            render(
                Report(
                    violations=(at_line(name, 1),),
                    undecided=(Undecided("slow", name, name),),
                    problems=(ContractProblem(name, name, name),),
                    notices=(Notice(name, 1, name),),
                    skipped=(Skip(name, name),),
                )
            )
        )
        for name in ("plain", text)
    )
    assert tokens_of_name == tokens_of_plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@someone", "&#64;&#8203;someone"),
        ("see #12", "see &#35;&#8203;12"),
        ("www.example.org", "www&#46;example.org"),
        ("WWW.example.org", "WWW&#46;example.org"),
        ("https://example.org", "https&#58;//example.org"),
        ("me@example.org", "me&#64;&#8203;example.org"),
        (":smile:", "&#58;smile:"),
        ("a: b, c.", "a: b, c."),
        ("3 files (binary: 2)", "3 files (binary: 2)"),
    ],
)
def test_github_s_own_markup(text: str, expected: str) -> None:
    """Nobody is notified, nothing is linked; plain sentences stay as they are."""
    assert escape_markdown(text) == expected


def test_a_hostile_report_brings_no_markup() -> None:
    """No markup but the report's own: one row for each violation."""
    rendered = render(HOSTILE)
    html = {token for token in tokens(rendered) if token.startswith("<")}
    assert html == OURS
    rows = cells(rendered)
    assert {len(row) for row in rows} == {4}
    places = [render_place(violation) for violation in HOSTILE.violations]
    assert [row[0] for row in rows[1:9]] == [" ".join(place.split()) for place in places[:8]]
    assert len(rows) == len(HOSTILE.violations) + 1


def test_who_reads_a_summary_finds_the_rule() -> None:
    """A contributor saw an id, and neither where it stands nor how to check it at home."""
    contracts = (
        ContractSummary(
            "no-print", "forbid_pattern", "error", "", url="https://x.org/a", path=".p/c/a.yaml"
        ),
        ContractSummary("unbroken", "forbid_pattern", "error", "", path=".p/c/b.yaml"),
    )
    rendered = render(Report(violations=(at_line("a.py", 1),), contracts=contracts))
    assert rendered.endswith(
        "|\n\n### Contracts\n\n- no-print: <code>.p/c/a.yaml:1</code>, <https://x.org/a>\n"
        "- `phaser-lint list ID` shows one, `phaser-lint scan` checks on your machine: "
        f"<{DOCS}/pre-commit.md#for-contributors>\n"
        "- phaser-lint checks changes against contracts, the rules of a project: "
        "https://github.com/phaser-lint/phaser-lint\n"
    )


def test_a_summary_links_a_pack_and_names_no_file_of_it() -> None:
    path = "pack:secrets/no-print.yaml"
    contracts = (ContractSummary("no-print", "forbid_pattern", "error", "", path=path),)
    rendered = render(Report(violations=(at_line("a.py", 1),), contracts=contracts))
    assert rendered.partition("### Contracts\n\n")[2].splitlines()[0] == (
        f"- no-print: <{DOCS}/packs.md#secrets>"
    )


def test_a_summary_says_what_its_author_can_do_about_a_text_that_stays() -> None:
    contracts = (ContractSummary("no-print", "keep_pattern", "error", "", path="a.yaml"),)
    rendered = render(Report(violations=(at_line("a.py", 1),), contracts=contracts))
    section = rendered.partition("### Contracts\n\n")[2].splitlines()
    assert section[1:3] == [
        "- For no-print a directive counts only in a file that had it before this change.",
        "- Only if this is meant, leave out the text by the pattern, as with (?!name), or the "
        "file by exclude&#95;glob, in a.yaml. "
        "CI checks by the contracts of the base, so merge that change first.",
    ]


@pytest.mark.parametrize(
    ("base", "rule_type", "command"),
    [
        ("", "forbid_pattern", "phaser-lint scan"),
        ("", "file_frozen", "phaser-lint scan --since BASE"),
        ("", "changed_together", "phaser-lint scan --since BASE"),
        ("", "keep_pattern", "phaser-lint scan --since BASE"),
        ("0123456789ab", "forbid_pattern", "phaser-lint scan --since 0123456789ab"),
        ("0123456789ab", "file_frozen", "phaser-lint scan --since 0123456789ab"),
    ],
)
def test_the_command_of_a_summary_finds_what_it_reports(
    base: str, rule_type: str, command: str
) -> None:
    """A plain scan found nothing of a test that a pull request had deleted: it has no base."""
    contract = ContractSummary("no-print", rule_type, "error", "", path=".p/c/a.yaml")
    report = Report(violations=(at_line("a.py", 1),), contracts=(contract,))
    assert f", `{command}` checks on your machine: <{DOCS}" in render(report, base=base)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("message", ["short", "m" * 900, "日本|" * 240])
def test_the_table_ends_before_github_s_limit(message: str) -> None:
    """1 MiB for a step; what is left out is counted, and warnings are left out first."""
    number = 40_000
    violations = tuple(
        at_line("src/a.py", line, message=message, severity="warning" if line < 9 else "error")
        for line in range(1, number + 1)
    )
    rendered = render(Report(violations=violations))
    assert 900_000 < len(rendered.encode("utf-8")) < 1_000_000
    rows = rendered.count("<code>src/a.py:")
    assert rendered.endswith(
        f"\n\n**{number - rows} more violations not shown here: the table is full.**\n"
    )
    assert "| warning |" not in rendered


def test_many_things_that_were_not_checked() -> None:
    """The first hundred, and how many more; the table still fits in."""
    undecided = tuple(Undecided("slow", f"{number}.py", "x" * 5_000) for number in range(3_000))
    rendered = render(Report(undecided=undecided, violations=(at_line("a.py", 1),)))
    assert len(re.findall("was not checked", rendered)) == 100
    assert "\n- and 2900 more, not shown here\n" in rendered
    assert "<code>a.py:1</code>" in rendered
    assert len(rendered.encode("utf-8")) < 1_000_000
