"""What is offered on violations, and what becomes of a text that takes it up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.command.cli import main
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.uris import make_file_uri

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

FIXED = (
    "rule_id: no-print\ntype: forbid_pattern\npattern: '\\bprint\\((.*?)\\)'\n"
    "file_glob: '*.py'\nmessage: Use the logger.\nseverity: error\n"
    "fix: 'log(\\1)'\nfix_safety: safe\n"
)
HEADER = (
    "rule_id: header\ntype: require_pattern\npattern: SPDX\nfile_glob: 'h*.py'\n"
    "message: Say the licence.\nseverity: warning\nfix: {prepend: '# SPDX: MIT'}\n"
)
TODO = (
    "rule_id: todo\ntype: forbid_pattern\npattern: TODO\nfile_glob: '*'\n"
    "message: Do it.\nseverity: warning\nignorable: false\n"
)
CONTRACTS = {"fixed.yaml": FIXED, "header.yaml": HEADER, "todo.yaml": TODO}
LITERALS = {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
CAPABILITIES: dict[str, Any] = {"textDocument": LITERALS}
VERSIONED = {**CAPABILITIES, "workspace": {"workspaceEdit": {"documentChanges": True}}}
ALL = "Fix all phaser-lint violations in this file"


def actions(editor: Editor, path: Path, line: int, **context: Any) -> list[Any]:
    """What is offered on a *line* of an open text."""
    place = {"line": line, "character": 0}
    params = {
        "textDocument": {"uri": make_file_uri(str(path))},
        "range": {"start": place, "end": {"line": line, "character": 99}},
        "context": {"diagnostics": [], **context},
    }
    return editor.ask("textDocument/codeAction", params)["result"]


def after(text: str, action: Any, *, encoding: str = "utf-16") -> str:
    """What *action* makes of a text that is open alone."""
    edit = action["edit"]
    [edits] = (
        edit["changes"].values() if "changes" in edit else [edit["documentChanges"][0]["edits"]]
    )
    table = LineTable(text, encoding)
    for edit in reversed(edits):
        start, end = (table.offset(edit["range"][place]) for place in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def offered(editor: Editor, path: Path, text: str, line: int, **context: Any) -> dict[str, str]:
    """What is offered on a line, by its title, and what it makes of the text."""
    editor.open(path, text)
    return {
        action["title"]: after(text, action) for action in actions(editor, path, line, **context)
    }


def test_a_fix_is_offered_before_directives(editor: Editor, project: MakeProject) -> None:
    """First the fix, then all fixes, then directives: for the line, and for the file."""
    root = project({}, contracts=CONTRACTS)
    editor.start(root, capabilities=CAPABILITIES)
    assert offered(editor, root / "a.py", "x = '😀'; print(1)\r\nprint(2)\r\n", 0) == {
        "Fix no-print": "x = '😀'; log(1)\r\nprint(2)\r\n",
        ALL: "x = '😀'; log(1)\r\nlog(2)\r\n",
        "Ignore no-print on this line": (
            "x = '😀'; print(1)  # phaser:ignore no-print -- reason\r\nprint(2)\r\n"
        ),
        "Ignore no-print in this file": (
            "# phaser:ignore-file no-print -- reason\r\nx = '😀'; print(1)\r\nprint(2)\r\n"
        ),
    }


def test_an_unsafe_fix_is_offered_and_never_preferred(editor: Editor, project: MakeProject) -> None:
    """Offered with that word, never preferred, and no part of what fixes all."""
    unsafe = FIXED.replace("fix_safety: safe\n", "")
    root = project({}, contracts={**CONTRACTS, "fixed.yaml": unsafe})
    editor.start(root, capabilities=CAPABILITIES)
    titles = ["Ignore no-print on this line", "Ignore no-print in this file"]
    texts_by_title = offered(editor, root / "a.py", "print(1)\n", 0)
    assert [*texts_by_title] == ["Fix no-print (unsafe: the file has no `log`)", *titles]
    assert texts_by_title["Fix no-print (unsafe: the file has no `log`)"] == "log(1)\n"
    preferred = [action.get("isPreferred") for action in actions(editor, root / "a.py", 0)]
    assert preferred == [None, None, None]
    editor.close(root / "a.py")
    texts_by_title = offered(editor, root / "a.py", "log = 1\nprint(1)\n", 1)
    assert [*texts_by_title] == ["Fix no-print", ALL, *titles]
    preferred = [action.get("isPreferred") for action in actions(editor, root / "a.py", 1)]
    assert preferred == [True, None, None, None]


@pytest.mark.parametrize(
    ("name", "text", "context", "titles"),
    [
        ("a.py", "x = 1\n", {}, []),
        ("a.txt", "print(1)\n", {}, []),
        # Deaf to directives, and without a fix.
        ("a.txt", "TODO\n", {}, []),
        ("a.py", "print(1)\n", {"only": ["refactor"]}, []),
        ("a.py", "print(1)\n", {"only": ["source.organizeImports"]}, []),
        ("a.py", "x = 1\n", {"only": ["source.fixAll"]}, []),
        ("a.py", "x\nprint(1)\n", {}, [ALL]),
        ("a.py", "x\nprint(1)\n", {"only": ["quickfix"]}, []),
        ("a.py", "print(1)\n", {"only": ["source"]}, [ALL]),
        ("a.py", "print(1)\n", {"only": ["source.fixAll"]}, [ALL]),
        ("a.py", "x\nprint(1)\n", {"only": ["source.fixAll.phaser-lint"]}, [ALL]),
        ("a.py", "print(1)\n", {"only": ["source.fixAll.phaser-lint.more"]}, []),
        ("h.py", "x\n", {}, ["Fix header", ALL, "Ignore header in this file"]),
        ("a.py", "print(1)  # phaser:ignore no-print -- b\n", {}, []),
        # Of the other contract there is one before, and one afterwards.
        (
            "a.py",
            "print(TODO)\n",
            {},
            ["Fix no-print", ALL, "Ignore no-print on this line", "Ignore no-print in this file"],
        ),
    ],
)
def test_actions_are_of_the_kinds_that_are_asked_for(
    editor: Editor,
    project: MakeProject,
    name: str,
    text: str,
    context: dict[str, Any],
    titles: list[str],
) -> None:
    """Of the kinds that are asked for, and as far as there is something."""
    root = project({}, contracts=CONTRACTS)
    editor.start(root, capabilities=CAPABILITIES)
    assert list(offered(editor, root / name, text, 0, **context)) == titles


def test_an_action_has_version_and_diagnostics(editor: Editor, project: MakeProject) -> None:
    """With the version of the text, the diagnostics that it is for, and which one is preferred."""
    root = project({}, contracts=CONTRACTS)
    editor.start(root, capabilities=VERSIONED)
    diagnostics = editor.open(root / "a.py", "print(1)\n")
    actions_offered = actions(
        editor, root / "a.py", 0, diagnostics=[*diagnostics, {"source": "mypy"}]
    )
    document = {"uri": make_file_uri(str(root / "a.py")), "version": 1}
    whole_line = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 8}}
    edits = [{"range": whole_line, "newText": "log(1)"}]
    assert actions_offered[0] == {
        "title": "Fix no-print",
        "kind": "quickfix",
        "diagnostics": diagnostics,
        "isPreferred": True,
        "edit": {"documentChanges": [{"textDocument": document, "edits": edits}]},
    }
    assert [action.get("isPreferred") for action in actions_offered[1:]] == [None, None, None]


def test_an_old_client_is_offered_nothing(editor: Editor, project: MakeProject) -> None:
    """It would take commands alone."""
    root = project({}, contracts=CONTRACTS)
    editor.start(root)
    assert offered(editor, root / "a.py", "print(1)\n", 0) == {}


def test_all_fixes_leave_alone_what_is_old(editor: Editor, project: MakeProject) -> None:
    """Each can be fixed by itself."""
    root = project({"a.py": "print(1)\n"}, contracts=CONTRACTS, commit=True)
    editor.start(root, capabilities=CAPABILITIES)
    text = "print(1)\nprint(2)\n"
    texts_by_title = offered(editor, root / "a.py", text, 0)
    assert texts_by_title["Fix no-print"] == "log(1)\nprint(2)\n"
    assert texts_by_title[ALL] == "print(1)\nlog(2)\n"


def test_all_fixes_are_those_of_a_scan(editor: Editor, project: MakeProject) -> None:
    """On the same content."""
    text = (
        "\ufeffprint(1); print(2)\r\n'''\nprint(3)\n'''\nTODO = print()  # phaser:ignore no-print\n"
    )
    root = project({}, contracts=CONTRACTS)
    (root / "h.py").write_bytes(text.encode())
    editor.start(root, capabilities=CAPABILITIES)
    fixed = offered(editor, root / "h.py", text, 0, only=["source.fixAll"])[ALL]
    main(["scan", "--root", str(root), "--fix"])
    assert fixed.encode() == (root / "h.py").read_bytes()


@pytest.mark.parametrize(
    ("line", "start", "end", "diagnostics_sent", "titles"),
    [
        (0, 0, 0, [], []),
        (2, 0, 3, [], []),
        (1, 4, 5, [], ["print(1)"]),
        # Nothing there: what the line has.
        (1, 0, 0, [], ["print(1)", "print(2)"]),
        (1, 13, 14, [], ["print(1)", "print(2)"]),
        # What the client asks about, wherever that is.
        (1, 0, 0, [1], ["print(2)"]),
        (1, 4, 5, [1], ["print(1)", "print(2)"]),
        (0, 0, 0, [0, 1], ["print(1)", "print(2)"]),
    ],
)
def test_where_something_is_offered(
    editor: Editor, project: MakeProject, line: int, start: int, end: int,
    diagnostics_sent: list[int],
    titles: list[str],
) -> None:  # fmt: skip
    """At a match, on its line, and of the diagnostics that the client sends along."""
    text = "x\nif print(1) and print(2):\n    y\n"
    root = project({}, contracts={"fixed.yaml": FIXED})
    editor.start(root, capabilities=CAPABILITIES)
    diagnostics = editor.open(root / "a.py", text)
    other_diagnostics = [{**diagnostics[0], "source": "mypy"}, {**diagnostics[0], "code": "other"}]
    params = {
        "textDocument": {"uri": make_file_uri(str(root / "a.py"))},
        "range": {
            "start": {"line": line, "character": start},
            "end": {"line": line, "character": end},
        },
        "context": {
            "diagnostics": [*other_diagnostics, *(diagnostics[index] for index in diagnostics_sent)]
        },
    }
    actions = editor.ask("textDocument/codeAction", params)["result"]
    fixed = [after(text, action) for action in actions if action["title"] == "Fix no-print"]
    expected = [text.replace(title, title.replace("print", "log")) for title in titles]
    assert fixed == expected


SNIPPETS = {"documentChanges": True, "snippetEditSupport": True}


@pytest.mark.parametrize(
    ("edit_capabilities", "is_snippet"),
    [
        ({}, False),
        ({"documentChanges": True}, False),
        ({"snippetEditSupport": True}, False),
        (SNIPPETS, True),
    ],
)
def test_the_reason_is_selected(
    editor: Editor, project: MakeProject, edit_capabilities: dict[str, bool], is_snippet: bool
) -> None:
    """Where the client can do so; of a fix, and of a directive that gets an id, nothing is."""
    root = project({}, contracts={"fixed.yaml": FIXED, "todo.yaml": TODO.replace("false", "true")})
    editor.start(
        root, capabilities={**CAPABILITIES, "workspace": {"workspaceEdit": edit_capabilities}}
    )
    editor.open(root / "a.py", "print('TODO')  # phaser:ignore todo -- reason\n")
    [fix, *_, directive, _] = actions(editor, root / "a.py", 0)
    assert directive["title"] == "Ignore no-print on this line"
    assert [edit_of(action)["newText"] for action in (fix, directive)] == [
        "log('TODO')",
        ", no-print",
    ]
    editor.open(root / "$a.ts", "f(); // TODO ${}\n")
    line, file = actions(editor, root / "$a.ts", 0)
    if not is_snippet:
        assert edit_of(line)["newText"] == "  // phaser:ignore todo -- reason"
        return
    assert [edit_of(action)["snippet"] for action in (line, file)] == [
        {"kind": "snippet", "value": "  // phaser:ignore todo -- ${1:reason}"},
        {"kind": "snippet", "value": "// phaser:ignore-file todo -- ${1:reason}\n"},
    ]


def test_what_a_snippet_holds(editor: Editor, project: MakeProject) -> None:
    """What would be a sign of its own in a snippet is none."""
    root = project({}, contracts={"todo.yaml": TODO.replace("false", "true")})
    editor.start(root, capabilities={**CAPABILITIES, "workspace": {"workspaceEdit": SNIPPETS}})
    editor.open(root / "a.tsx", "const a = (\n  <p>\n    TODO\n  </p>\n);\n")
    [line] = [action for action in actions(editor, root / "a.tsx", 2) if "line" in action["title"]]
    snippet = "{/* phaser:ignore todo -- ${1:reason} */\\}"
    assert edit_of(line)["snippet"]["value"].strip() == snippet


def edit_of(action: Any) -> Any:
    """The one edit of an action."""
    edit = action["edit"]
    changed = edit["documentChanges"][0]["edits"] if "documentChanges" in edit else None
    [only_edit] = changed or next(iter(edit["changes"].values()))
    return only_edit


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_an_action_replaces_the_same_in_every_encoding(
    editor: Editor, project: MakeProject, encoding: str
) -> None:
    """A wide character in front moves what is replaced."""
    root = project({}, contracts=CONTRACTS)
    general = {"positionEncodings": [encoding]}
    editor.start(root, capabilities={**CAPABILITIES, "general": general})
    text = "é汉😀\rprint(1)\n"
    editor.open(root / "a.py", text)
    [actions_offered] = actions(editor, root / "a.py", 1, only=["source.fixAll"])
    assert after(text, actions_offered, encoding=encoding) == "é汉😀\rlog(1)\n"
