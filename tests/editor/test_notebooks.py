"""Notebooks that an editor opens as such: what breaks a contract is shown in its cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.uris import make_file_uri

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

CONTRACTS = {
    f"{name}.yaml": f"rule_id: {name}\nfile_glob: '*.ipynb'\nmessage: No.\n{keys}\n"
    for name, keys in {
        "no-print": "type: forbid_pattern\npattern: 'print\\([^)]*\\)'\nseverity: error",
        "title": "type: require_pattern\npattern: '^# Title'\nseverity: error",
        "raw": "type: forbid_pattern\npattern: 'nbformat'\nraw: true\nseverity: error",
        "small": "type: file_limits\nmax_bytes: 1\nseverity: error",
    }.items()
}


class OpenNotebook:
    """A notebook that is open, cell by cell."""

    def __init__(self, editor: Editor, path: Path, *cells: tuple[str, str]) -> None:
        self.editor, self.uri, self.version = editor, make_file_uri(str(path)), 1
        texts = [self.text(number, *cell) for number, cell in enumerate(cells)]
        notebook = {
            "uri": self.uri,
            "notebookType": "jupyter-notebook",
            "version": 1,
            "cells": [self.cell(number, kind) for number, (kind, _) in enumerate(cells)],
        }
        params = {"notebookDocument": notebook, "cellTextDocuments": texts}
        editor.tell("notebookDocument/didOpen", params)

    def name(self, number: int) -> str:
        """The URI of a cell's text."""
        return f"vscode-notebook-cell:{self.uri[5:]}#W{number}"

    def text(self, number: int, kind: str, text: str) -> Any:
        """The text of a cell that is opened."""
        return {"uri": self.name(number), "languageId": kind, "version": 1, "text": text}

    def cell(self, number: int, kind: str) -> Any:
        """A cell of the notebook."""
        return {"kind": 1 if kind == "markdown" else 2, "document": self.name(number)}

    def change(self, cells: Any) -> None:
        """Change cells."""
        self.version += 1
        identifier = {"uri": self.uri, "version": self.version}
        params = {"notebookDocument": identifier, "change": {"cells": cells}}
        self.editor.tell("notebookDocument/didChange", params)

    def shown(self) -> dict[int, list[tuple[Any, ...]]]:
        """Id, and lines and characters, of what is shown in each cell that has something."""
        places_by_cell = {}
        for number in range(9):
            diagnostics = self.editor.shown.get(self.name(number))
            if diagnostics:
                places_by_cell[number] = [
                    (
                        diagnostic["code"],
                        *diagnostic["range"]["start"].values(),
                        *diagnostic["range"]["end"].values(),
                    )
                    for diagnostic in diagnostics
                ]
        return places_by_cell

    def check_shown(self, places_by_cell: dict[int, list[tuple[Any, ...]]]) -> None:
        """Wait until that is what is shown."""
        self.editor.eventually(lambda: self.shown() == places_by_cell)
        assert self.shown() == places_by_cell


@pytest.fixture
def notebook(editor: Editor, project: MakeProject) -> OpenNotebook:
    """A notebook of three cells."""
    root = project({}, contracts=CONTRACTS)
    editor.start(root)
    return OpenNotebook(
        editor,
        root / "a.ipynb",
        ("markdown", "# Title\nprint(1)"),
        ("python", "x = '\"\\\t😀'; print(2)\r\n\nprint(\n3)"),
        ("python", "print(4)  # phaser:ignore no-print -- shown on purpose"),
    )


FIRST = {0: [("no-print", 1, 0, 1, 8)], 1: [("no-print", 0, 13, 0, 21), ("no-print", 2, 0, 3, 2)]}


def test_a_violation_is_shown_in_its_cell(notebook: OpenNotebook) -> None:
    """Each by the lines of its cell, whatever JSON makes of its characters."""
    notebook.check_shown(FIRST)


def test_changed_cells_are_checked_anew(notebook: OpenNotebook) -> None:
    """Their texts, and which there are."""
    notebook.check_shown(FIRST)
    start = {"line": 0, "character": 0}
    changes = [{"range": {"start": start, "end": {"line": 0, "character": 1}}, "text": ""}]
    identifier = {"uri": notebook.name(0), "version": 2}
    notebook.change({"textContent": [{"document": identifier, "changes": changes}]})
    notebook.check_shown({**FIRST, 0: [("title", 0, 0, 0, 0), ("no-print", 1, 0, 1, 8)]})
    array = {"start": 0, "deleteCount": 1, "cells": [notebook.cell(5, "python")]}
    structure = {
        "array": array,
        "didOpen": [notebook.text(5, "python", "# Title print(9)")],
        "didClose": [{"uri": notebook.name(0)}],
    }
    notebook.change({"structure": structure})
    notebook.check_shown({1: FIRST[1], 5: [("no-print", 0, 8, 0, 16)]})


def test_a_cell_that_becomes_another_kind_is_checked_as_that(
    editor: Editor, project: MakeProject
) -> None:
    keys = "file_glob: '*.ipynb'\nmessage: No.\nseverity: error\n"
    code = f"rule_id: code\ntype: forbid_pattern\npattern: print\nin: code\n{keys}"
    editor.start(root := project({}, contracts={"code.yaml": code}))
    notebook = OpenNotebook(editor, root / "a.ipynb", ("python", "print"), ("python", "print"))
    first, second = {0: [("code", 0, 0, 0, 5)]}, {1: [("code", 0, 0, 0, 5)]}
    notebook.check_shown({**first, **second})
    notebook.change({"data": [notebook.cell(0, "markdown")]})
    notebook.check_shown(second)
    notebook.change({"data": [notebook.cell(0, "python"), notebook.cell(1, "markdown")]})
    notebook.check_shown(first)


def test_each_cell_is_a_text_of_its_language(editor: Editor, project: MakeProject) -> None:
    """A string or a comment that is left open ends with its cell."""
    keys = "file_glob: '*.ipynb'\nmessage: No.\nseverity: error\n"
    contracts = {
        "code.yaml": f"rule_id: code\ntype: forbid_pattern\npattern: print\nin: code\n{keys}",
        "docs.yaml": f"rule_id: docs\ntype: forbid_pattern\npattern: print\nin: docs\n{keys}",
        "db.yaml": f"rule_id: db\ntype: forbid_import\nforbid: lib/db\n{keys}",
    }
    root = project({}, contracts=contracts)
    editor.start(root)
    notebook = OpenNotebook(
        editor,
        root / "lib" / "a.ipynb",
        ("python", 'x = """\nprint\nimport lib.db'),
        ("python", "print # print\nfrom . import db"),
        ("markdown", "print `print`\n<!-- print"),
        ("markdown", "print\nimport lib.db\n```js\nprint"),
        ("python", "import lib.db"),
    )
    notebook.check_shown(
        {
            1: [("code", 0, 0, 0, 5), ("db", 1, 5, 1, 6)],
            2: [("docs", 0, 0, 0, 5), ("code", 0, 7, 0, 12)],
            3: [("docs", 0, 0, 0, 5), ("code", 3, 0, 3, 5)],
            4: [("db", 0, 7, 0, 13)],
        }
    )


def test_a_closed_notebook_leaves_nothing(notebook: OpenNotebook) -> None:
    """Nothing is left."""
    notebook.check_shown(FIRST)
    notebook.editor.tell("notebookDocument/didSave", {"notebookDocument": {"uri": notebook.uri}})
    params = {
        "notebookDocument": {"uri": notebook.uri},
        "cellTextDocuments": [{"uri": notebook.name(number)} for number in range(3)],
    }
    notebook.editor.tell("notebookDocument/didClose", params)
    notebook.check_shown({})
    notebook.change({})  # of what is not open
    assert notebook.editor.notifications("window/showMessage") == []


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (3, ""),
        ({"structure": 3}, "start: expected a whole number from 0"),
        ({"structure": {"array": {"start": 0, "deleteCount": 9}, "didClose": 3}}, "didClose"),
        ({"structure": {"array": {"start": 0, "deleteCount": 1, "cells": [{}]}}}, "document"),
        ({"textContent": [{"document": {"uri": "a"}}]}, "document.version"),
        ({"data": [{"kind": 1}]}, "document"),
    ],
)
def test_a_change_that_cannot_be_read(notebook: OpenNotebook, cells: Any, problem: str) -> None:
    """What is shown may be wrong from then on, and that is said once."""
    notebook.check_shown(FIRST)
    notebook.change(cells)
    notebook.change(cells)
    notebook.editor.ask("no/such", {})
    messages = [
        notification["message"]
        for notification in notebook.editor.notifications("window/showMessage")
    ]
    assert [problem in message for message in messages] == ([True] if problem else [])
    notebook.editor.tell("notebookDocument/didSave", {"notebookDocument": {"uri": notebook.uri}})
    notebook.check_shown(FIRST)


def test_the_same_file_as_a_text(notebook: OpenNotebook) -> None:
    """What was opened last is checked, and the other is not heard of any more."""
    notebook.check_shown(FIRST)
    notebook.editor.open(notebook.uri, '{"cells": []}')
    notebook.check_shown({})
    notebook.change({})
    assert [diagnostic["code"] for diagnostic in notebook.editor.shown[notebook.uri]] == [
        "small",
        "title",
    ]
    text = notebook.text(0, "python", "# Title print(1)")
    document = {"uri": notebook.uri, "version": 1, "cells": [notebook.cell(0, "python")]}
    params = {"notebookDocument": document, "cellTextDocuments": [text]}
    notebook.editor.tell("notebookDocument/didOpen", params)
    notebook.check_shown({0: [("no-print", 0, 8, 0, 16)]})
    assert notebook.editor.shown[notebook.uri] == []
    for method in ("didSave", "didClose"):
        notebook.editor.tell(f"textDocument/{method}", {"textDocument": {"uri": notebook.uri}})
    notebook.check_shown({0: [("no-print", 0, 8, 0, 16)]})
    # A cell is none of the texts that are closed so.
    notebook.editor.tell("textDocument/didClose", {"textDocument": {"uri": notebook.name(0)}})
    notebook.editor.tell("notebookDocument/didSave", {"notebookDocument": {"uri": notebook.uri}})
    notebook.editor.ask("no/such", {})
    assert notebook.editor.notifications("window/showMessage") == []
