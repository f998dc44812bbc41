"""The cells of open notebooks: each a text of its own to the editor, and all of them one file."""

from __future__ import annotations

from collections.abc import Iterator

from phaser_lint.core import Record
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.notebooks import Notebook
from phaser_lint.editor.open_text import OpenText
from phaser_lint.text.notebook import parse_cells


class OwnFile(Record):
    """The file at ``path`` that an open text is, or is a cell of.

    ``cell``: the name of a file with the comments of the cell; empty where it is no cell.
    """

    path: str
    cell: str = ""


def find_own_file(session: ClientSession, document: OpenText) -> OwnFile | None:
    """Return the file of an open text, maybe a notebook's cell; ``None`` without one."""
    if document.path is not None:
        return OwnFile(document.path)
    notebook = session.notebook_of(document.uri)
    path = session.documents[notebook.uri].path if notebook else None
    if notebook is None or path is None:
        return None
    names = (name for cell, name in list_cells(session, notebook) if cell.uri == document.uri)
    return next((OwnFile(path, name) for name in names), None)


def list_cells(session: ClientSession, notebook: Notebook) -> Iterator[tuple[OpenText, str]]:
    """Yield the open texts of a notebook's cells, each with a file name of its comments."""
    # The language of code is in the notebook; an editor need not send it with a cell.
    written_cells = parse_cells(session.documents[notebook.uri].text, printed=False) or ()
    for kind, cell in zip(notebook.cells, written_cells, strict=False):
        text = session.documents.get(kind.uri)
        if text:  # a client may have closed it by itself
            yield text, f"cell.{cell.ending}"
