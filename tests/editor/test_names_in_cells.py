"""Names of contracts in the cells of a notebook that an editor opens as such."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.uris import uri_of
from tests.editor.test_notebooks import Opened

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
    written = [
        {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
        for kind, text in cells
    ]
    return json.dumps({"cells": written, "metadata": {}, "nbformat": 4}, indent=1)


@pytest.fixture
def root(project: MakeProject) -> Path:
    """A project with two notebooks."""
    cells = on_disk(("code", CODE), ("markdown", MARKUP))
    files = {"open.ipynb": cells, "closed.ipynb": on_disk(("markdown", "[[no-print]]"))}
    return project(files, contracts={"no-print.yaml": TEXT})


@pytest.fixture
def opened(editor: Editor, root: Path) -> Opened:
    """One of them, open by its cells; the last one is a line longer than on the disk."""
    capabilities = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
    editor.start(root, capabilities=capabilities)
    cells = (("python", CODE), ("markdown", f"{MARKUP}\n[[No Print]]"))
    return Opened(editor, root / "open.ipynb", *cells)


def asked(opened: Opened, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
    """The result at a place."""
    place = {"line": line, "character": character}
    params = {"textDocument": {"uri": uri}, "position": place, **more}
    return opened.editor.ask(f"textDocument/{method}", params)["result"]


def starts(opened: Opened, root: Path, places: list[Any]) -> list[tuple[Any, ...]]:
    """Each place by what is called shortly, and where it starts."""
    called = {opened.name(0): "first cell", opened.name(1): "second cell"}
    shorter = f"{uri_of(str(root))}/"
    return sorted(
        (
            called.get(each["uri"], each["uri"].removeprefix(shorter)),
            *each["range"]["start"].values(),
        )
        for each in places
    )


IN_CELLS = [("first cell", 1, 26), ("second cell", 1, 6), ("second cell", 1, 36)]
PLACES = [
    (CONTRACT, 0, 9),
    ("closed.ipynb", 6, 7),
    *IN_CELLS,
    ("second cell", 2, 2),
]


def test_references(opened: Opened, root: Path) -> None:
    """In the cells, not in the file that they make; in the JSON of one that is not open."""
    declared = {"includeDeclaration": True}
    found = asked(opened, "references", opened.name(1), 1, 8, context=declared)
    assert starts(opened, root, found) == PLACES


def test_rename(opened: Opened, root: Path) -> None:
    """Each cell has edits of its own, of its version; the file on the disk has none."""
    start = {"line": 0, "character": 0}
    insert = {"range": {"start": start, "end": start}, "text": "\n"}
    document = {"uri": opened.name(0), "version": 7}
    opened.change({"textContent": [{"document": document, "changes": [insert]}]})
    opened.editor.open(root / CONTRACT, TEXT)
    result = asked(opened, "rename", uri_of(str(root / CONTRACT)), 0, 10, newName="log-it")
    changes = result["documentChanges"]
    places = [
        {"uri": each["textDocument"]["uri"], **edit} for each in changes for edit in each["edits"]
    ]
    moved = {("first cell", 1, 26): ("first cell", 2, 26)}
    assert starts(opened, root, places) == [moved.get(each, each) for each in PLACES]
    assert {edit["newText"] for edit in places} == {"log-it"}
    versions = {each["textDocument"]["uri"]: each["textDocument"]["version"] for each in changes}
    assert versions == {
        opened.name(0): 7,
        opened.name(1): 1,
        uri_of(str(root / CONTRACT)): 1,
        uri_of(str(root / "closed.ipynb")): None,
    }


@pytest.mark.parametrize(
    ("cell", "line", "character", "named"),
    [
        (1, 0, 4, False),
        (0, 0, 3, False),
        (0, 1, 28, True),
        (1, 1, 8, True),
        (1, 1, 40, True),
        (1, 2, 4, True),
    ],
)
def test_hover_and_definition(
    opened: Opened, root: Path, cell: int, line: int, character: int, *, named: bool
) -> None:
    """On directives by the comments of the cell, and on links."""
    shown = asked(opened, "hover", opened.name(cell), line, character)
    found = asked(opened, "definition", opened.name(cell), line, character)
    assert (shown is not None, found is not None) == (named, named)
    if named:
        assert shown["contents"]["value"].startswith("no-print (error): forbid_pattern in ")
        assert starts(opened, root, found) == [(CONTRACT, 0, 9)]


def test_hover_on_a_violation(opened: Opened) -> None:
    """The contract, at the place in the cell."""
    shown = asked(opened, "hover", opened.name(0), 2, 3)
    assert shown["contents"]["value"].startswith("no-print (error): forbid_pattern in ")
    assert [*shown["range"]["start"].values(), *shown["range"]["end"].values()] == [2, 0, 2, 6]
    assert asked(opened, "hover", opened.name(0), 2, 7) is None
    assert asked(opened, "hover", opened.name(1), 0, 3) is None


@pytest.mark.parametrize(
    ("kind", "text", "offered"),
    [
        ("python", "print(1)  // phaser:ignore ", []),
        ("markdown", "# phaser:ignore ", []),
        ("python", "print(1)  # phaser:ignore no-", ["no-print"]),
        ("markdown", "<!-- phaser:ignore ", ["no-print"]),
    ],
)
def test_completion(opened: Opened, kind: str, text: str, offered: list[str]) -> None:
    """In a comment as the cell has them."""
    cells = {"start": 2, "deleteCount": 0, "cells": [opened.cell(2, kind)]}
    opened.change({"structure": {"array": cells, "didOpen": [opened.text(2, kind, text)]}})
    found = asked(opened, "completion", opened.name(2), 0, len(text))
    assert [each["label"] for each in (found or {"items": []})["items"]] == offered


def test_a_client_that_asks_for_diagnostics(editor: Editor, root: Path) -> None:
    """Of a cell it gets those of the cell, as it stands."""
    editor.start(root, capabilities={"textDocument": {"diagnostic": {}}})
    opened = Opened(editor, root / "open.ipynb", ("python", "x = 1"), ("python", "print(2)"))

    def lines(number: int) -> list[int]:
        params = {"textDocument": {"uri": opened.name(number)}}
        items = editor.ask("textDocument/diagnostic", params)["result"]["items"]
        return [each["range"]["start"]["line"] for each in items]

    assert (lines(0), lines(1)) == ([], [0])
    change = {"text": "x = 1\nprint(3)"}
    document = {"uri": opened.name(0), "version": 2}
    opened.change({"textContent": [{"document": document, "changes": [change]}]})
    assert (lines(0), lines(1)) == ([1], [0])
