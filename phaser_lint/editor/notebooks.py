"""Notebooks that an editor opens as such: each cell is a text of its own there.

They are checked as the file that the cells would make, without their outputs, which no editor
sends, and each violation is shown in its cell. Contracts on the written JSON, or on its size, are
checked by a scan, once the notebook is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaser_lint.contract.model import Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.core import JsonValue, Record, render_compact_json
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.diagnostics import Diagnostic
from phaser_lint.editor.message_parameters import (
    InvalidParametersError,
    find_member,
    find_member_list,
    require_integer_at,
    require_list,
    require_object,
    require_text_at,
)
from phaser_lint.editor.open_file_check import Verdict
from phaser_lint.editor.open_text import OpenText, with_text_changes
from phaser_lint.editor.publishing import publish_diagnostics, publish_elsewhere
from phaser_lint.editor.uris import find_file_path
from phaser_lint.text.notebook import CharacterPlaces, locate_cells

_MARKUP = 1


class CellKind(Record):
    """A cell by the URI of its text, and whether it is Markdown."""

    uri: str
    is_markup: bool


class Notebook(Record):
    """An open notebook: its cells, in their order, and its metadata."""

    uri: str
    cells: tuple[CellKind, ...]
    metadata: JsonValue

    def forget(self, session: ClientSession) -> None:
        """Forget the notebook, which is open no more, and withdraw its diagnostics."""
        publish_elsewhere(session, ("notebook", self.uri), {})
        publish_elsewhere(session, ("problems", self.uri), {})
        for uri in (self.uri, *(cell.uri for cell in self.cells)):
            session.forget(uri)

    def publish_in_cells(self, session: ClientSession, diagnostics: Sequence[Diagnostic]) -> None:
        """Publish the *diagnostics* of the notebook's file in its cells."""
        uri, verdict = self.uri, session.verdicts.get(self.uri)
        if verdict is None or not self.cells:
            publish_elsewhere(session, ("notebook", uri), {})
            return
        remaining = iter(diagnostics)
        shown_in: dict[str, list[Diagnostic]] = {}
        written_cells_of_file = _WrittenCells(session.documents[uri].text)
        for violation in verdict.report.violations:
            if violation in verdict.existing and not session.settings.show_hints:
                continue
            diagnostic = next(remaining)
            if not _is_of_cells(verdict, violation):
                continue
            number, start, end = written_cells_of_file.cell_and_span(violation)
            cell = session.documents.get(self.cells[number].uri)
            if cell:  # a client may have closed it by itself
                cell_range = session.table(cell).range(start, end)
                shown_in.setdefault(cell.uri, []).append({**diagnostic, "range": cell_range})
        first_cell = self.cells[0].uri
        nowhere = {name: {"line": 0, "character": 0} for name in ("start", "end")}
        shown_in.setdefault(first_cell, []).extend(
            {**diagnostic_of_file, "range": nowhere} for diagnostic_of_file in remaining
        )
        publish_elsewhere(session, ("notebook", uri), shown_in)


def open_notebook(session: ClientSession, params: JsonValue) -> None:
    """Take a notebook that was opened."""
    opened_notebook = require_object(find_member(params, "notebookDocument"), "notebookDocument")
    uri, version = (
        require_text_at(opened_notebook, "uri"),
        require_integer_at(opened_notebook, "version"),
    )
    cells = tuple(
        map(_make_cell_kind, require_list(opened_notebook.get("cells"), "notebookDocument.cells"))
    )
    for cell_text in require_list(find_member(params, "cellTextDocuments"), "cellTextDocuments"):
        _open_cell(session, cell_text)
    # An editor may show the same file as a text, too: what was opened last is checked.
    session.forget(uri)
    publish_diagnostics(session, uri)
    session.forget_listings()
    notebook = Notebook(uri, cells, find_member(opened_notebook, "metadata"))
    _take_notebook(
        session,
        notebook,
        OpenText(uri, language="", version=version, text="", path=find_file_path(uri)),
    )


def change_notebook(session: ClientSession, params: JsonValue) -> None:
    """Change the cells of an open notebook, which there are and what they hold."""
    notebook = _require_notebook(session, params)
    try:
        _change_cells(session, notebook, params)
    except InvalidParametersError as error:
        session.show_unread(notebook.uri, error)
        raise


def _change_cells(session: ClientSession, notebook: Notebook, params: JsonValue) -> None:
    change, cells = find_member(params, "change"), [*notebook.cells]
    structure = find_member(change, "cells", "structure")
    if structure is not None:
        array = find_member(structure, "array")
        start = require_integer_at(array, "start", least=0)
        end = start + require_integer_at(array, "deleteCount", least=0)
        cells[start:end] = map(_make_cell_kind, find_member_list(array, "cells"))
        for cell_text in find_member_list(structure, "didOpen"):
            _open_cell(session, cell_text)
        for cell_text in find_member_list(structure, "didClose"):
            session.forget(require_text_at(cell_text, "uri"))
    cells_by_uri = {
        cell.uri: cell for cell in map(_make_cell_kind, find_member_list(change, "cells", "data"))
    }
    cells = [cells_by_uri.get(cell.uri, cell) for cell in cells]
    for text_change in find_member_list(change, "cells", "textContent"):
        uri = require_text_at(text_change, "document", "uri")
        version = require_integer_at(text_change, "document", "version")
        document = session.document(uri)
        session.documents[uri] = with_text_changes(
            document,
            find_member(text_change, "changes"),
            version=version,
            table=session.table(document),
        )
    metadata = find_member(change, "metadata") or notebook.metadata
    version = require_integer_at(params, "notebookDocument", "version")
    document = session.documents[notebook.uri]._replace(version=version, is_saved=False)
    _take_notebook(session, Notebook(notebook.uri, tuple(cells), metadata), document)


def save_notebook(session: ClientSession, params: JsonValue) -> None:
    """Note that an open notebook was saved, and have all open texts checked anew."""
    uri = _require_notebook(session, params).uri
    session.documents[uri] = session.documents[uri]._replace(is_saved=True)
    session.check_all_soon()


def close_notebook(session: ClientSession, params: JsonValue) -> None:
    """Forget a notebook and its cells."""
    _require_notebook(session, params).forget(session)


def _require_notebook(session: ClientSession, params: JsonValue) -> Notebook:
    uri = require_text_at(params, "notebookDocument", "uri")
    if uri not in session.notebooks:
        raise InvalidParametersError(f"{uri}: expected the URI of a notebook that is open")
    return session.notebooks[uri]


def _open_cell(session: ClientSession, message: JsonValue) -> None:
    uri = require_text_at(message, "uri")
    version, text = require_integer_at(message, "version"), require_text_at(message, "text")
    language = str(find_member(message, "languageId"))
    session.documents[uri] = OpenText(uri, language, version=version, text=text, path=None)


def _make_cell_kind(message: JsonValue) -> CellKind:
    return CellKind(require_text_at(message, "document"), find_member(message, "kind") == _MARKUP)


def _take_notebook(session: ClientSession, notebook: Notebook, document: OpenText) -> None:
    text = render_notebook_file(notebook, [session.document(cell.uri) for cell in notebook.cells])
    session.notebooks[notebook.uri] = notebook
    session.documents[notebook.uri] = document._replace(text=text)
    session.check_soon(notebook.uri, "change" if notebook.uri in session.verdicts else "other")


def render_notebook_file(notebook: Notebook, texts: Sequence[OpenText]) -> str:
    """Return the JSON text of an open notebook's file whose cells have these *texts*."""
    cells = []
    for kind, cell_text in zip(notebook.cells, texts, strict=True):
        code = "raw" if cell_text.language == "raw" else "code"
        name = "markdown" if kind.is_markup else code
        cells.append({"cell_type": name, "metadata": {}, "source": cell_text.text})
    languages = (
        cell_text.language
        for kind, cell_text in zip(notebook.cells, texts, strict=True)
        if not kind.is_markup and cell_text.language != "raw"
    )
    # What the file has itself comes first; editors hand it on one level down.
    written_metadata = find_member(notebook.metadata, "metadata") or notebook.metadata
    notebook_metadata = (
        written_metadata
        if isinstance(written_metadata, dict) and written_metadata
        else {"language_info": {"name": next(languages, "")}}
    )
    return render_compact_json(
        {"cells": cells, "metadata": notebook_metadata, "nbformat": 4, "nbformat_minor": 5}
    )


def find_broken_in_cell(
    session: ClientSession, document: OpenText, verdict: Verdict
) -> Iterator[tuple[Violation, int, int]]:
    """Yield each violation of an open notebook in its cell *document*, with start and end."""
    written_cells_of_file = _WrittenCells(session.checked_text(document).text)
    notebook = session.notebook_of(document.uri)
    uris = [cell.uri for cell in notebook.cells] if notebook else []
    for violation in verdict.report.violations:
        if _is_of_cells(verdict, violation):
            number, start, end = written_cells_of_file.cell_and_span(violation)
            if uris[number] == document.uri:
                yield violation, start, end


def _is_of_cells(verdict: Verdict, violation: Violation) -> bool:
    """Tell whether no more is checked of the file than its cells."""
    contract = verdict.contract_of(violation)
    return not contract.raw and RULES[contract.type].subject != "size"


class _WrittenCells:
    """Where in the text of a notebook's file the characters of its cells are."""

    def __init__(self, text: str) -> None:
        self._characters = [
            CharacterPlaces(text, cell.literals) for cell in locate_cells(text, printed=False)
        ]

    def cell_and_span(self, violation: Violation) -> tuple[int, int, int]:
        """Return the notebook's cell, counted from 0, and where in its text a violation begins and
        ends.

        What is about the whole file is at the start of the first one.
        """
        if violation.cell is None or violation.column is None:
            return 0, 0, 0
        number = violation.cell - 1
        characters = self._characters[number]
        # The file that is checked is one line.
        start_in_cell, end_in_cell = (
            min(characters.number, max(0, characters.number_until(column - 1 - past) - 1 + past))
            for column, past in ((violation.column, 0), (violation.end_column or 1, 1))
        )
        return number, start_in_cell, max(start_in_cell, end_in_cell)
