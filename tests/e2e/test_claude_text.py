"""Notebooks and texts that become binary, in the client that is installed."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import PROGRAM
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, drive, install, read, write

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.e2e.model_server import ToolCall

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
CONTRACTS = {"no-print.yaml": contract(pattern=r"^\s*print\(", file_glob=["*.py", "*.ipynb"])}


@pytest.fixture(autouse=True)
def program_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")


def test_a_cell_is_denied_by_its_line(project: MakeProject) -> None:
    """The model reads the cell and its line; a clean cell lands."""
    cell = {"cell_type": "code", "id": "c1", "source": "x", "metadata": {}, "outputs": []}
    cells = {"cells": [{**cell, "execution_count": None}], "nbformat": 4, "nbformat_minor": 5}
    text = json.dumps({**cells, "metadata": {"language_info": {"name": "python"}}}, indent=1)
    root = project({"a.ipynb": text}, contracts=CONTRACTS, commit=True)
    install(root, "local")
    path = root / "a.ipynb"

    def changed(source: str) -> list[ToolCall]:
        fields = {"notebook_path": str(path), "cell_id": "c1", "new_source": source}
        return [("NotebookEdit", fields)]

    session = drive(root, read(path), changed("y\n  print(1)"), changed("y\nz = 1"))
    denied = session.results[1]
    assert "no-print. cell 1, line 2: Use the logger." in denied
    assert "  cell 1, line 2: print(1)\n" in denied
    assert "end line 2 of cell 1 with: # phaser:ignore no-print -- reason" in denied
    assert json.loads(path.read_text())["cells"][0]["source"] == "y\nz = 1"


def test_a_text_that_becomes_binary_is_said(project: MakeProject) -> None:
    """It lands, and the model knows that nothing saw what is in it."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "local")
    session = drive(root, write(root / "a.py", "# " + "\x01" * 20 + "\nprint(1)\n"))
    assert "Not checked: a.py: its control characters make it a binary file." in session.model_text
