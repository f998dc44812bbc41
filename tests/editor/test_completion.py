"""What is offered where somebody types, and what becomes of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.uris import make_file_uri

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

CURSOR = "▮"
BASE = "type: forbid_pattern\npattern: bad\nfile_glob: '*.{end}'\nmessage: No.\nseverity: error\n"
CONTRACTS = {
    "py.yaml": "rule_id: for-python\ntags: [style]\n" + BASE.format(end="py"),
    "js.yaml": "rule_id: a-script\n" + BASE.format(end="js"),
    "strict.yaml": "rule_id: strict\nignorable: false\n" + BASE.format(end="py"),
}
OWN = ".claude/contracts/new-one.yaml"
SUB = "sub/.claude/contracts/b.yaml"


def offered(editor: Editor, path: Path, text: str) -> dict[str, str] | None:
    """What is offered at the cursor, in the order of an editor, and the line that it makes."""
    offset = text.index(CURSOR)
    text = text.replace(CURSOR, "")
    table = LineTable(text, "utf-16")
    editor.open(path, text)
    place = table.position(offset)
    params = {"textDocument": {"uri": make_file_uri(str(path))}, "position": place}
    completions = editor.ask("textDocument/completion", params)["result"]
    if completions is None:
        return None

    def line(completion: Any) -> str:
        edit = completion["textEdit"]
        start, end = (table.offset(edit["range"][side]) for side in ("start", "end"))
        return f"{text[:start]}{edit['newText']}{text[end:]}".split("\n")[place["line"]]

    ordered = sorted(completions["items"], key=lambda completion: completion["sortText"])
    return {completion["label"]: line(completion) for completion in ordered}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "x▮"),
        ("a.py", "phaser:▮"),
        ("a.py", "'phaser:ignore ▮'"),
        ("a.js", "# phaser:ignore ▮"),
        ("a.py", "# phaser:ignore a b▮"),
        ("a.py", "# phaser:ignore a -- b▮"),
        ("a.yaml", "type: ▮"),
        (OWN, "message: ▮"),
        (OWN, "# type: ▮"),
        (OWN, "examples:\n  valid: |\n    ▮"),
    ],
)
def test_nothing_is_offered_where_nothing_is_ours(
    editor: Editor, project: MakeProject, name: str, text: str
) -> None:
    root = project({}, contracts=CONTRACTS)
    editor.start(root)
    assert not offered(editor, root / name, text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.py", "x  # phaser:▮", {
            "ignore": "x  # phaser:ignore",
            "ignore-next-line": "x  # phaser:ignore-next-line",
            "ignore-file": "x  # phaser:ignore-file",
            "ignore-all": "x  # phaser:ignore-all",
        }),
        # Those first that check the file; none that is deaf to directives.
        ("a.py", "é😀  # phaser:ignore ▮", {
            "for-python": "é😀  # phaser:ignore for-python",
            "a-script": "é😀  # phaser:ignore a-script",
        }),
        ("a.css", "/* phaser:ignore-file for-▮script */", {
            "a-script": "/* phaser:ignore-file a-script */",
            "for-python": "/* phaser:ignore-file for-python */",
        }),
        ("a.js", "// phaser:ignore a-script, ▮", {
            "for-python": "// phaser:ignore a-script, for-python",
        }),
        (OWN, "severity: ▮", {"error": "severity: error", "warning": "severity: warning"}),
        (OWN, "type: a\nseverity:▮\nx: 'it",
         {"error": "severity: error", "warning": "severity: warning"}),
        (OWN, "enabled: t▮", {"true": "enabled: true", "false": "enabled: false"}),
        (OWN, "rule_id: ▮", {"new-one": "rule_id: new-one"}),
        (OWN, "tags: [▮", {"style": "tags: [style"}),
        (OWN, "tags:\n  - ▮", {"style": "  - style"}),
        (OWN, "override: ▮", {}),
        (SUB, "override: ▮", {
            "a-script": "override: a-script",
            "for-python": "override: for-python",
            "strict": "override: strict",
        }),
        (SUB, "override: a\n▮", {
            "enabled": "enabled: ", "exclude_glob": "exclude_glob: ", "message": "message: ",
            "severity": "severity: ",
        }),
        (OWN, "type: require_pattern\nfix: {▮}", {
            "append": "fix: {append: }", "prepend": "fix: {prepend: }",
        }),
        (OWN, "type: forbid_pattern\nexamples:\n  ▮: []\n", {
            "invalid": "  invalid: []", "valid": "  valid: []",
        }),
        (".phaser/config.yaml", "include:\n  - pack: mer▮", {
            "agent-manners": "  - pack: agent-manners", "ci-pins": "  - pack: ci-pins",
            "debuggers": "  - pack: debuggers", "merge-markers": "  - pack: merge-markers",
            "secrets": "  - pack: secrets",
        }),
    ],
)  # fmt: skip
def test_completions_come_in_the_likely_order(
    editor: Editor, project: MakeProject, name: str, text: str, expected: dict[str, str]
) -> None:
    """In the order in which it is likely, and what the line becomes."""
    root = project({}, contracts=CONTRACTS)
    editor.start(root)
    lines_by_label = offered(editor, root / name, text) or {}
    assert (lines_by_label, list(lines_by_label)) == (expected, list(expected))


def test_a_completion_tells_what_it_means(editor: Editor, project: MakeProject) -> None:
    root = project({}, contracts=CONTRACTS)
    editor.start(root)
    editor.open(root / "a.py", "# phaser:ignore fo")
    uri, place = make_file_uri(str(root / "a.py")), {"line": 0, "character": 18}
    params = {"textDocument": {"uri": uri}, "position": place}
    completions = editor.ask("textDocument/completion", params)["result"]
    span = {"start": {"line": 0, "character": 16}, "end": place}
    assert completions["isIncomplete"] is False
    assert completions["items"][1] == {
        "label": "for-python",
        "kind": 18,
        "sortText": "000for-python",
        "detail": "error, forbid_pattern",
        "documentation": "No.",
        "textEdit": {"range": span, "newText": "for-python"},
    }
