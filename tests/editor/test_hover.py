"""What is shown of a place, and where its contract is defined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from markdown_it import MarkdownIt

from phaser_lint.editor.hover import DefinitionPlace, describe_contract_for_hover
from phaser_lint.editor.uris import make_file_uri
from tests.examples import contract

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from markdown_it.token import Token

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

NO_PRINT = (
    "# The house rules.\nmessage: Use the logger.\nrule_id: no-print\ntype: forbid_pattern\n"
    "pattern: '\\bprint\\('\nfile_glob: '*.py'\nseverity: error\nrationale: A log is read.\n"
    "url: https://example.com/log\ntags: [logging]\n"
    "examples: {valid: ['log(1)', {path: a.md, text: print(2)}], invalid: ['print(1)']}\n"
    "---\nrule_id: gone\ntype: forbid_pattern\npattern: x\nfile_glob: '*'\nmessage: Off.\n"
    "severity: warning\nenabled: false\n"
)
FIRST = NO_PRINT.partition("---")[0]
MARKDOWN = {"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}}
PLAIN = """\
no-print (error): forbid_pattern in *.py

Use the logger.

Why: A log is read.

Passes:

    log(1)

In a.md:

    print(2)

Is found:

    print(1)

More: https://example.com/log

Contract: .claude/contracts/c.yaml:2"""


def ask(editor: Editor, method: str, path: Path, line: int, character: int) -> Any:
    place = {"line": line, "character": character}
    params = {"textDocument": {"uri": make_file_uri(str(path))}, "position": place}
    return editor.ask(f"textDocument/{method}", params)["result"]


def span(line: int, start: int, end: int) -> Any:
    return {
        "start": {"line": line, "character": start},
        "end": {"line": line, "character": end},
    }


@pytest.mark.parametrize("method", ["hover", "definition"])
@pytest.mark.parametrize(
    ("name", "text", "character"),
    [
        ("a.py", "x = 1\n", 0),
        ("a.py", "# phaser:ignore unknown\n", 18),
        ("a.py", "[[unknown]]\n", 4),
        ("a.yaml", "rule_id: no-print\n", 10),
        ("b.py", "x [[no-print]]", 0),
    ],
)
def test_nothing_is_shown_of_what_is_no_name(
    editor: Editor, project: MakeProject, method: str, name: str, text: str, character: int
) -> None:
    """Of what is not named, or no contract's name."""
    root = project({}, contracts={"c.yaml": NO_PRINT})
    editor.start(root)
    editor.open(root / name, text)
    assert ask(editor, method, root / name, 0, character) is None


@pytest.mark.parametrize(
    ("name", "text", "character", "place"),
    [
        ("a.txt", "# phaser:ignore x, no-print\n", 20, (19, 27)),
        ("a.txt", "[[No Print|so]]\n", 5, (2, 10)),
        ("a.txt", "é [[logging]]\n", 6, (4, 11)),
        (".claude/contracts/b.yaml", "override: no-print\n", 18, (10, 18)),
        (".phaser/baseline.jsonl", '{"path": "a", "rule_id": "no-print"}\n', 27, (26, 34)),
    ],
)
def test_a_contract_is_shown(
    editor: Editor,
    project: MakeProject,
    name: str,
    text: str,
    character: int,
    place: tuple[int, int],
) -> None:
    """Where it is named."""
    root = project({}, contracts={"c.yaml": NO_PRINT})
    editor.start(root)
    editor.open(root / name, text)
    hover_answer = ask(editor, "hover", root / name, 0, character)
    contents = {"kind": "plaintext", "value": PLAIN}
    assert hover_answer == {"contents": contents, "range": span(0, *place)}


@pytest.mark.parametrize(
    ("ignorable", "words"),
    [
        ("reason", "A directive suppresses it only with a reason."),
        ("people", "Only people suppress it, with a reason."),
        (False, "No directive suppresses it."),
    ],
)
def test_who_may_suppress_is_shown(
    editor: Editor, project: MakeProject, ignorable: bool | str, words: str
) -> None:
    root = project({}, contracts={"c.yaml": f"{FIRST}ignorable: {str(ignorable).lower()}\n"})
    editor.start(root)
    editor.open(root / "a.py", "print(1)\n")
    assert words in str(ask(editor, "hover", root / "a.py", 0, 2)["contents"]["value"]).split("\n")


def test_hovering_a_violation_tells_its_contract(editor: Editor, project: MakeProject) -> None:
    """With its message, which some editors show nowhere else; its contract is found from it."""
    root = project({}, contracts={"c.yaml": NO_PRINT})
    uri = make_file_uri(str(root / ".claude/contracts/c.yaml"))
    related = {"publishDiagnostics": {"relatedInformation": True}}
    editor.start(root, capabilities={"textDocument": related})
    [diagnostics] = editor.open(
        root / "a.py", "print(print(1))\n# phaser:ignore-file unknown, no-eval\n"
    )[:1]
    assert diagnostics["message"] == "Use the logger."
    assert diagnostics["codeDescription"] == {"href": "https://example.com/log"}
    place = {
        "uri": uri,
        "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}},
    }
    assert diagnostics["relatedInformation"] == [
        {"location": place, "message": "no-print is defined here"}
    ]
    for character in (0, 6, 12):
        hover_answer = ask(editor, "hover", root / "a.py", 0, character)
        assert hover_answer["contents"] == {"kind": "plaintext", "value": PLAIN}
        where = [{"uri": uri, "range": span(2, 9, 17)}]
        assert ask(editor, "definition", root / "a.py", 0, character) == where
    assert ask(editor, "definition", root / "a.py", 0, 15) is None


def test_the_contract_is_found(editor: Editor, project: MakeProject) -> None:
    """Its id, on the line where it stands; what is switched off is found, too."""
    root = project({}, contracts={"c.yaml": NO_PRINT})
    uri = make_file_uri(str(root / ".claude/contracts/c.yaml"))
    editor.start(root)
    editor.open(root / "a.py", "# phaser:ignore no-print, gone\n")
    first_place = {"uri": uri, "range": span(2, 9, 17)}
    assert ask(editor, "definition", root / "a.py", 0, 18) == [first_place]
    second_place = {"uri": uri, "range": span(12, 9, 13)}
    assert ask(editor, "definition", root / "a.py", 0, 27) == [second_place]


def test_a_level_has_its_own(editor: Editor, project: MakeProject) -> None:
    """The nearest of an id stands first."""
    root = project({}, contracts={"c.yaml": NO_PRINT})
    nearest_contract = root / "sub/.claude/contracts/c.yaml"
    nearest_contract.parent.mkdir(parents=True)
    nearest_contract.write_text(NO_PRINT.partition("---")[0].replace("Use the", "Use our"))
    editor.start(root)
    editor.open(root / "sub/a.py", "# phaser:ignore no-print\n")
    definitions = ask(editor, "definition", root / "sub/a.py", 0, 18)
    assert [definition["uri"] for definition in definitions] == [
        make_file_uri(str(nearest_contract)),
        make_file_uri(str(root / ".claude/contracts/c.yaml")),
    ]
    hover_text = ask(editor, "hover", root / "sub/a.py", 0, 18)["contents"]["value"]
    assert hover_text.startswith(
        "sub/no-print (error): forbid_pattern in sub/*.py\n\nUse our logger."
    )


def test_hovering_shows_markdown_where_a_client_does(editor: Editor, project: MakeProject) -> None:
    """For clients that show it: a link to the contract."""
    root = project({}, contracts={"c.yaml": NO_PRINT})
    uri = make_file_uri(str(root / ".claude/contracts/c.yaml"))
    editor.start(root, capabilities=MARKDOWN)
    editor.open(root / "a.py", "print(1)\n")
    contents = ask(editor, "hover", root / "a.py", 0, 0)["contents"]
    assert contents == {
        "kind": "markdown",
        "value": "**no-print** (error): `forbid_pattern` in `*.py`\n\nUse the logger.\n\n"
        "Why: A log is read.\n\nPasses:\n\n```text\nlog(1)\n```\n\n"
        "In `a.md`:\n\n```text\nprint(2)\n```\n\n"
        "Is found:\n\n```text\nprint(1)\n```\n\nMore: <https://example.com/log>\n\n"
        f"Contract: [.claude/contracts/c.yaml:2]({uri}#L2)",
    }


def tokens(text: str) -> Iterator[Token]:
    """All that a reader of Markdown makes of *text*, links of bare addresses included."""
    reader = MarkdownIt("gfm-like", {"html": True, "linkify": False})
    reader.validateLink = lambda _: True  # type: ignore[method-assign]
    for token in reader.parse(text):
        yield from (token, *(token.children or ()))


HOSTILE = [
    "[run](command:workbench.action.terminal.new)",
    "![x](https://evil.example/pixel.png)",
    "<img src=x onerror=alert(1)>",
    "<https://evil.example>",
    "https://evil.example and www.evil.example, a@evil.example",
    "[a]: https://evil.example\n[a]",
    "# title\n\n- a\n+ b\n1. c\n> d\n---\n***",
    "```\n`code` ``more`\n~~~",
    "| a | b |\n|---|---|\n",
    "\\[x\\](y) &lt;b&gt; &#60; $x$ ~~x~~ *x* _x_ snake_case",
    "\x1b[2J\u202e\u200b\ud800",
]


def test_where_a_match_counts() -> None:
    contract_a = contract("a", **{"in": ["code", "docs"]})
    hover_text = describe_contract_for_hover(
        contract_a, where=DefinitionPlace("a.yaml:1"), message="M.", as_markdown=False
    )
    assert hover_text.split("\n")[0] == "a (error): forbid_pattern in **/*, in: code, docs"
    in_blocks = contract("a", inside=[r"\bfn(?&parens)", "x"], until="y")
    hover_text = describe_contract_for_hover(
        in_blocks, where=DefinitionPlace("a.yaml:1"), message="M.", as_markdown=True
    )
    assert hover_text.split("\n")[0].partition("`**/*`")[2] == (
        r", inside: `\bfn(?&parens)`, inside: `x`, until: `y`"
    )
    in_files = contract("a", when_file="x", unless_match="y", path_pattern="^src/")
    hover_text = describe_contract_for_hover(
        in_files, where=DefinitionPlace("a.yaml:1"), message="M.", as_markdown=True
    )
    assert hover_text.split("\n")[0].partition("`**/*`")[2] == (
        ", unless_match: `y`, when_file: `x`, path_pattern: `^src/`"
    )


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_of_a_contract_becomes_markup(hostile: str) -> None:
    """Of what stands in a contract: all of it is text, but for its own address."""
    hostile_contract = contract(
        "a", message=hostile, rationale=hostile, url=hostile, tags=[hostile]
    )
    hostile_contract = hostile_contract._replace(
        file_glob=(hostile,), invalid_examples=((hostile,),)
    )
    hover_text = describe_contract_for_hover(
        hostile_contract,
        where=DefinitionPlace(hostile, "file:///a.yaml#L1"),
        message=hostile,
        as_markdown=True,
    )
    markdown_tokens = [*tokens(hover_text)]
    assert {token.type for token in markdown_tokens} <= {
        "paragraph_open", "paragraph_close", "inline", "text", "strong_open", "strong_close",
        "code_inline", "softbreak", "hardbreak", "fence", "link_open", "link_close",
    }  # fmt: skip
    links = [token.attrGet("href") for token in markdown_tokens if token.type == "link_open"]
    assert links == ["file:///a.yaml#L1"]
    texts = "".join(
        token.content for token in markdown_tokens if token.type in ("text", "code_inline")
    )
    printed = [character for character in hostile if character.isprintable() and character != " "]
    assert "".join(printed) in "".join(texts.split()) or not hostile.isprintable()
