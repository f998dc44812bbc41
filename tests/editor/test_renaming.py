"""Every place that names a contract, and its new name there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.command.cli import main
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.uris import make_file_uri, parse_file_uri

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

BASE = "type: forbid_pattern\npattern: bad\nfile_glob: '*.py'\nmessage: No.\nseverity: error\n"
CONTRACTS = {
    "no-bad.yaml": f"# [[no-bad]]\nrule_id: no-bad\n{BASE}",
    "other.yaml": f"rule_id: other\ntags: [no-worse]\n{BASE}".replace("No.", "See [[No Bad|it]]."),
    "gone.yaml": f"rule_id: gone\nenabled: false\n{BASE}",
}
FILES = {
    "a.py": "bad  # phaser:ignore other, no-bad -- why\n",
    "b.py": "no_bad = 'no-bad'\n",
    "c.md": "\ufeffé [[no-bad#part]] [[no-bad-at-all]]\n",
    "sub/.claude/contracts/o.yaml": "override: no-bad\nseverity: warning\n",
    ".phaser/baseline.jsonl": (
        '{"phaser-lint baseline": 2}\n'
        '{"path": "b.py", "rule_id": "no-bad", "line": "53f3b1a5c8f6ad3e"}\n'
    ),
}
CAPABILITIES = {
    "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["rename"]}}
}
OWN = ".claude/contracts/no-bad.yaml"


def ask(editor: Editor, method: str, path: Path, character: int, **more: Any) -> Any:
    """The response at a place of the first line of *path*, which is opened."""
    editor.open(path, path.read_text())
    place = {"line": 0, "character": character}
    params = {"textDocument": {"uri": make_file_uri(str(path))}, "position": place, **more}
    return editor.ask(f"textDocument/{method}", params)


def applied(edit: Any) -> None:
    """Do to the disk what an editor does."""
    changes = edit.get("documentChanges") or [
        {"textDocument": {"uri": uri}, "edits": edits} for uri, edits in edit["changes"].items()
    ]
    for document_change in changes:
        if document_change.get("kind") == "rename":
            old, new = (parse_file_uri(document_change[name]) for name in ("oldUri", "newUri"))
            assert old
            assert new
            with open(old) as source, open(new, "x") as target:
                target.write(source.read())
            continue
        path = parse_file_uri(document_change["textDocument"]["uri"])
        assert path
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
        table = LineTable(text, "utf-16")
        for change in sorted(
            document_change["edits"],
            key=lambda document_change: table.offset(document_change["range"]["start"]),
            reverse=True,
        ):
            start, end = (table.offset(change["range"][place]) for place in ("start", "end"))
            text = text[:start] + change["newText"] + text[end:]
        with open(path, "w") as file:
            file.write(text)


def test_references_are_only_where_a_contract_is_named(
    editor: Editor, project: MakeProject
) -> None:
    """In contracts, directives, links and the baseline; not where it is a word."""
    root = project(FILES, contracts=CONTRACTS)
    editor.start(root)
    editor.open(root / "new.md", "not saved: [[no-bad]]")
    locations = ask(editor, "references", root / "a.py", 30)["result"]
    places = {
        (
            location["uri"].removeprefix(f"{make_file_uri(str(root))}/"),
            *location["range"]["start"].values(),
        )
        for location in locations
    }
    assert places == {
        ("a.py", 0, 28),
        ("c.md", 0, 4),
        ("new.md", 0, 13),
        (OWN, 0, 4),
        (".claude/contracts/other.yaml", 5, 15),
        ("sub/.claude/contracts/o.yaml", 0, 10),
        (".phaser/baseline.jsonl", 1, 29),
    }
    context = {"includeDeclaration": True}
    with_own = ask(editor, "references", root / "a.py", 30, context=context)["result"]
    assert len(with_own) == len(locations) + 1


def test_a_contract_is_renamed(
    editor: Editor, project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everywhere, with its file; the verdict of a scan stays."""
    root = project(FILES, contracts=CONTRACTS)
    editor.start(root, capabilities=CAPABILITIES)
    main(["scan", "--root", str(root), "--format", "json", "--no-baseline"])
    before = json.loads(capsys.readouterr().out)
    workspace_edit = ask(editor, "rename", root / "a.py", 30, newName="never-bad")["result"]
    applied(workspace_edit)
    (root / OWN).unlink()
    assert (root / "a.py").read_text() == "bad  # phaser:ignore other, never-bad -- why\n"
    assert (root / "b.py").read_text() == "no_bad = 'no-bad'\n"
    assert (root / "c.md").read_text() == "é [[never-bad#part]] [[no-bad-at-all]]\n"
    assert '"rule_id": "never-bad"' in (root / ".phaser/baseline.jsonl").read_text()
    renamed = (root / ".claude/contracts/never-bad.yaml").read_text()
    assert renamed == CONTRACTS["no-bad.yaml"].replace("no-bad", "never-bad")
    main(["scan", "--root", str(root), "--format", "json", "--no-baseline"])
    after = json.loads(capsys.readouterr().out)
    for list_name in ("suppressed", "violations"):
        ids = [
            violation["rule_id"].replace("no-bad", "never-bad") for violation in before[list_name]
        ]
        assert sorted(violation["rule_id"] for violation in after[list_name]) == sorted(ids)
        assert "never-bad" in ids
    assert after["contract_problems"] == before["contract_problems"] == []


def test_a_client_that_moves_no_files_changes_only_texts(
    editor: Editor, project: MakeProject
) -> None:
    """A client that cannot move them changes texts alone."""
    root = project(FILES, contracts=CONTRACTS)
    editor.start(root)
    workspace_edit = ask(editor, "rename", root / "a.py", 30, newName="never-bad")["result"]
    assert list(workspace_edit) == ["changes"]
    assert len(workspace_edit["changes"]) == 6


@pytest.mark.parametrize(
    ("character", "new", "reason"),
    [
        (30, "other", "other is taken: .claude/contracts/other.yaml:1"),
        (30, "gone", "gone is taken: a contract that is switched off"),
        (30, "no bad", 'expected 1 to 64 letters, digits and hyphens, not "no bad"; did you mean '
         "no-bad?"),
        (30, "", 'expected 1 to 64 letters, digits and hyphens, not ""'),
        (30, "x" * 65, f'expected 1 to 64 letters, digits and hyphens, not "{"x" * 64}"'),
    ],
)  # fmt: skip
def test_a_refused_rename_has_its_reason(
    editor: Editor, project: MakeProject, character: int, new: str, reason: str
) -> None:
    """With the reason, and nothing is changed."""
    root = project(FILES, contracts=CONTRACTS)
    editor.start(root, capabilities=CAPABILITIES)
    response = ask(editor, "rename", root / "a.py", character, newName=new)
    assert response["error"] == {"code": -32803, "message": reason}


def test_what_has_to_stay(editor: Editor, project: MakeProject) -> None:
    """What comes with the program, what two levels have, and a file in the way."""
    config = "include: {pack: merge-markers}\n"
    root = project({**FILES, ".phaser/config.yaml": config}, contracts=CONTRACTS)
    (root / "d.py").write_text("# phaser:ignore merge-conflict-marker\n")
    editor.start(root, capabilities=CAPABILITIES)
    response = ask(editor, "prepareRename", root / "d.py", 20)
    assert "comes with phaser-lint, in pack" in response["error"]["message"]
    (root / ".claude/contracts/taken.yaml").write_text(f"rule_id: x\n{BASE}")
    response = ask(editor, "rename", root / "a.py", 30, newName="taken")
    assert response["error"]["message"].startswith("taken is taken: there is a file ")
    (root / "sub/.claude/contracts/o.yaml").write_text(CONTRACTS["no-bad.yaml"])
    response = ask(editor, "rename", root / "a.py", 30, newName="new")
    assert response["error"]["message"].startswith("no-bad is the id of several contracts: in ")


def test_only_an_id_can_be_renamed(editor: Editor, project: MakeProject) -> None:
    """The id, where it stands; a tag and a word are none."""
    root = project(FILES, contracts=CONTRACTS)
    (root / "e.md").write_text("[[no-worse]]\n")
    editor.start(root)
    span = {"start": {"line": 0, "character": 28}, "end": {"line": 0, "character": 34}}
    assert ask(editor, "prepareRename", root / "a.py", 30)["result"] == {
        "range": span,
        "placeholder": "no-bad",
    }
    assert ask(editor, "prepareRename", root / "b.py", 12)["result"] is None
    assert ask(editor, "prepareRename", root / "e.md", 4)["result"] is None
