"""What is about a project as a whole, at the lines of its contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.editor.uris import make_file_uri

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

CONTRACTS = {
    "a.yaml": "# Read this.\nrule_id: readme\ntype: file_exists\nfile_glob: README.md\n"
    "message: Write one.\nseverity: error\n",
    "b.yaml": "rule_id: licence\ntype: file_exists\nfile_glob: LICENSE\nmessage: No licence.\n"
    "severity: warning\n",
    "c.yaml": "rule_id: frozen\ntype: file_frozen\nfile_glob: frozen.txt\nmessage: Leave it.\n"
    "severity: error\n",
    "d.yaml": "rule_id: no-key\ntype: file_not_exists\nfile_glob: '*.key'\nmessage: No key.\n"
    "severity: error\n",
    "e.yaml": "rule_id: readmes\ntype: file_pair\nfile_glob: 'packages/*/'\n"
    "partner: '{dir}/README.md'\nmessage: Each has one.\nseverity: error\n",
}


def test_violations_of_the_tree_are_shown_at_their_contracts(
    editor: Editor, project: MakeProject
) -> None:
    """On open, and again when something was saved; what the last commit lacks too is a hint."""
    files = {"LICENSE": "MIT", "frozen.txt": "1", "a.key": "", "phaser_lint/__main__.py": "exit(9)"}
    files |= {"packages/a/a.py": ""}
    root = project(files, contracts=CONTRACTS, commit=True)
    (root / "LICENSE").unlink()
    (root / "frozen.txt").write_text("2")
    editor.start(root)
    assert editor.open(root / "packages/a/a.py", "") == []
    editor.open(root / "a.txt", "")

    def shown() -> dict[str, list[tuple[int, int, str]]]:
        uris = {name: make_file_uri(str(root / ".claude/contracts" / name)) for name in CONTRACTS}
        return {
            name: [
                (
                    diagnostic["range"]["start"]["line"],
                    diagnostic["severity"],
                    diagnostic["message"],
                )
                for diagnostic in editor.shown[uri]
            ]
            for name, uri in uris.items()
            if editor.shown.get(uri)
        }

    missing = "packages/a: Each has one. (missing: packages/a/README.md)"
    diagnostics_after_save = {
        "c.yaml": [(0, 1, "frozen.txt: Leave it.")],
        "e.yaml": [(0, 4, missing)],
    }
    diagnostics_on_open = {
        "a.yaml": [(1, 4, "README.md: Write one.")],
        "b.yaml": [(0, 2, "LICENSE: No licence.")],
        **diagnostics_after_save,
    }
    editor.eventually(lambda: shown() == diagnostics_on_open)
    assert shown() == diagnostics_on_open
    (root / "README.md").write_text("Here.")
    (root / "LICENSE").write_text("MIT")
    editor.save(root / "a.txt")
    editor.eventually(lambda: shown() == diagnostics_after_save)
    assert shown() == diagnostics_after_save


def test_a_request_in_the_same_breath(editor: Editor, project: MakeProject) -> None:
    """What is done beside is heard of, though the request was answered before anything waited."""
    root = project({}, contracts={"a.yaml": CONTRACTS["a.yaml"]})
    editor.start(root)
    uri = make_file_uri(str(root / "a.txt"))
    document = {"uri": uri, "languageId": "", "version": 1, "text": ""}
    hover_params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    opens = {"method": "textDocument/didOpen", "params": {"textDocument": document}}
    asks = {"id": 77, "method": "textDocument/hover", "params": hover_params}
    editor.send(*({"jsonrpc": "2.0", **message} for message in (opens, asks)))
    contract = make_file_uri(str(root / ".claude/contracts/a.yaml"))
    assert editor.eventually(lambda: bool(editor.shown.get(contract)))
