"""Names of contracts in the cells of a notebook that an editor opens as such."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.uris import make_file_uri
from tests.editor.test_notebooks import OpenNotebook

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

CONTRACT = ".claude/contracts/no-print.yaml"
CODE = "import os\nprint(1)  # phaser:ignore no-print -- needed\nprint(2)"
MARKUP = "# no-print\nsee [[no-print]] <!-- phaser:ignore no-print -->"
TEXT = (
    "rule_id: no-print\ntype: forbid_pattern\npattern: '\\bprint\\('\n"
    "file_glob: ['*.py', '*.ipynb']\nmessage: Use the logger.\nseverity: error\n"
)


def on_disk(*cells: tuple[str, str]) -> str:
    """The file of a notebook, as a notebook's editor writes it."""
    notebook_cells = [
        {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
        for kind, text in cells
    ]
    return json.dumps({"cells": notebook_cells, "metadata": {}, "nbformat": 4}, indent=1)


@pytest.fixture
def root(project: MakeProject) -> Path:
    """A project with two notebooks."""
    cells = on_disk(("code", CODE), ("markdown", MARKUP))
    files = {"open.ipynb": cells, "closed.ipynb": on_disk(("markdown", "[[no-print]]"))}
    return project(files, contracts={"no-print.yaml": TEXT})


@pytest.fixture
def notebook(editor: Editor, root: Path) -> OpenNotebook:
    """One of them, open by its cells; the last one is a line longer than on the disk."""
    capabilities = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
    editor.start(root, capabilities=capabilities)
    cells = (("python", CODE), ("markdown", f"{MARKUP}\n[[No Print]]"))
    return OpenNotebook(editor, root / "open.ipynb", *cells)


def asked(
    notebook: OpenNotebook, method: str, uri: str, line: int, character: int, **more: Any
) -> Any:
    """The result at a place."""
    place = {"line": line, "character": character}
    params = {"textDocument": {"uri": uri}, "position": place, **more}
    return notebook.editor.ask(f"textDocument/{method}", params)["result"]


def starts(notebook: OpenNotebook, root: Path, places: list[Any]) -> list[tuple[Any, ...]]:
    """Each place by what is called shortly, and where it starts."""
    called = {notebook.name(0): "first cell", notebook.name(1): "second cell"}
    shorter = f"{make_file_uri(str(root))}/"
    return sorted(
        (
            called.get(location["uri"], location["uri"].removeprefix(shorter)),
            *location["range"]["start"].values(),
        )
        for location in places
    )


IN_CELLS = [("first cell", 1, 26), ("second cell", 1, 6), ("second cell", 1, 36)]
PLACES = [
    (CONTRACT, 0, 9),
    ("closed.ipynb", 6, 7),
    *IN_CELLS,
    ("second cell", 2, 2),
]


def test_references_are_in_cells(notebook: OpenNotebook, root: Path) -> None:
    """In the cells, not in the file that they make; in the JSON of one that is not open."""
    declared = {"includeDeclaration": True}
    locations = asked(notebook, "references", notebook.name(1), 1, 8, context=declared)
    assert starts(notebook, root, locations) == PLACES


def test_a_rename_edits_each_cell_by_itself(notebook: OpenNotebook, root: Path) -> None:
    """Each cell has edits of its own, of its version; the file on the disk has none."""
    start = {"line": 0, "character": 0}
    insert = {"range": {"start": start, "end": start}, "text": "\n"}
    document = {"uri": notebook.name(0), "version": 7}
    notebook.change({"textContent": [{"document": document, "changes": [insert]}]})
    notebook.editor.open(root / CONTRACT, TEXT)
    workspace_edit = asked(
        notebook, "rename", make_file_uri(str(root / CONTRACT)), 0, 10, newName="log-it"
    )
    changes = workspace_edit["documentChanges"]
    places = [
        {"uri": change["textDocument"]["uri"], **edit}
        for change in changes
        for edit in change["edits"]
    ]
    moved = {("first cell", 1, 26): ("first cell", 2, 26)}
    assert starts(notebook, root, places) == [
        moved.get(document_change, document_change) for document_change in PLACES
    ]
    assert {edit["newText"] for edit in places} == {"log-it"}
    versions = {
        change["textDocument"]["uri"]: change["textDocument"]["version"] for change in changes
    }
    assert versions == {
        notebook.name(0): 7,
        notebook.name(1): 1,
        make_file_uri(str(root / CONTRACT)): 1,
        make_file_uri(str(root / "closed.ipynb")): None,
    }


@pytest.mark.parametrize(
    ("cell", "line", "character", "is_named"),
    [
        (1, 0, 4, False),
        (0, 0, 3, False),
        (0, 1, 28, True),
        (1, 1, 8, True),
        (1, 1, 40, True),
        (1, 2, 4, True),
    ],
)
def test_names_in_cells_have_hover_and_definition(
    notebook: OpenNotebook, root: Path, cell: int, line: int, character: int, *, is_named: bool
) -> None:
    """On directives by the comments of the cell, and on links."""
    hover_answer = asked(notebook, "hover", notebook.name(cell), line, character)
    locations = asked(notebook, "definition", notebook.name(cell), line, character)
    assert (hover_answer is not None, locations is not None) == (is_named, is_named)
    if is_named:
        assert hover_answer["contents"]["value"].startswith("no-print (error): forbid_pattern in ")
        assert starts(notebook, root, locations) == [(CONTRACT, 0, 9)]


def test_hover_on_a_violation(notebook: OpenNotebook) -> None:
    """The contract, at the place in the cell."""
    hover_answer = asked(notebook, "hover", notebook.name(0), 2, 3)
    assert hover_answer["contents"]["value"].startswith("no-print (error): forbid_pattern in ")
    assert [*hover_answer["range"]["start"].values(), *hover_answer["range"]["end"].values()] == [
        2,
        0,
        2,
        6,
    ]
    assert asked(notebook, "hover", notebook.name(0), 2, 7) is None
    assert asked(notebook, "hover", notebook.name(1), 0, 3) is None


@pytest.mark.parametrize(
    ("kind", "text", "offered"),
    [
        ("python", "print(1)  // phaser:ignore ", []),
        ("markdown", "# phaser:ignore ", []),
        ("python", "print(1)  # phaser:ignore no-", ["no-print"]),
        ("markdown", "<!-- phaser:ignore ", ["no-print"]),
    ],
)
def test_a_comment_of_a_cell_is_completed(
    notebook: OpenNotebook, kind: str, text: str, offered: list[str]
) -> None:
    """In a comment as the cell has them."""
    cells = {"start": 2, "deleteCount": 0, "cells": [notebook.cell(2, kind)]}
    notebook.change({"structure": {"array": cells, "didOpen": [notebook.text(2, kind, text)]}})
    completions = asked(notebook, "completion", notebook.name(2), 0, len(text))
    assert [
        completion["label"] for completion in (completions or {"items": []})["items"]
    ] == offered


def test_a_client_that_asks_for_diagnostics(editor: Editor, root: Path) -> None:
    """Of a cell it gets those of the cell, as it stands."""
    editor.start(root, capabilities={"textDocument": {"diagnostic": {}}})
    notebook = OpenNotebook(
        editor, root / "open.ipynb", ("python", "x = 1"), ("python", "print(2)")
    )

    def lines(number: int) -> list[int]:
        params = {"textDocument": {"uri": notebook.name(number)}}
        diagnostics = editor.ask("textDocument/diagnostic", params)["result"]["items"]
        return [diagnostic["range"]["start"]["line"] for diagnostic in diagnostics]

    assert (lines(0), lines(1)) == ([], [0])
    change = {"text": "x = 1\nprint(3)"}
    document = {"uri": notebook.name(0), "version": 2}
    notebook.change({"textContent": [{"document": document, "changes": [change]}]})
    assert (lines(0), lines(1)) == ([1], [0])
