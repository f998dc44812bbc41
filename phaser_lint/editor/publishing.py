"""Diagnostics as the client gets them: of open texts, and of files that need not be open."""

from __future__ import annotations

import os

from phaser_lint.core import JsonValue
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.diagnostics import (
    Diagnostic,
    TextPlaces,
    make_diagnostics,
    make_unchecked_diagnostic,
)
from phaser_lint.editor.message_parameters import find_member, require_text_at
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.project_states import find_workspace_levels
from phaser_lint.editor.uris import make_file_uri, parse_file_uri
from phaser_lint.project import explain_link_out
from phaser_lint.project.levels import is_contract_name


def close_text(session: ClientSession, params: JsonValue) -> None:
    """Withdraw the published diagnostics of a text that the editor closed, and forget it."""
    document = session.document(require_text_at(params, "textDocument", "uri"))
    session.forget(document.uri)
    if not document.is_saved:
        session.check_dependents_soon(document)
    publish_elsewhere(session, ("problems", document.uri), {})
    publish_diagnostics(session, document.uri)


def publish_text(session: ClientSession, document: OpenText) -> None:
    """Have the diagnostics of an open text published, those of a notebook in its cells."""
    if document.uri in session.notebooks:
        diagnostics = list_shown_diagnostics(session, document.uri)
        session.notebooks[document.uri].publish_in_cells(session, diagnostics)
    else:
        publish_diagnostics(session, document.uri, version=document.version)


def publish_diagnostics(session: ClientSession, uri: str, *, version: int | None = None) -> None:
    """Publish all diagnostics of *uri*, unless the client asks for them by itself.

    With *version* it is published even if it is the same as before.
    """
    diagnostics = list_shown_diagnostics(session, uri)
    has_to_ask = session.pulls and uri in session.documents
    if (version is None or has_to_ask) and diagnostics == session.published.get(uri, []):
        return
    if diagnostics:
        session.published[uri] = diagnostics
    else:
        session.published.pop(uri, None)
    if has_to_ask:
        session.refresh()
        return
    params = {"uri": uri, **({} if version is None else {"version": version})}
    session.send("textDocument/publishDiagnostics", {**params, "diagnostics": diagnostics})


def publish_elsewhere(
    session: ClientSession, key: tuple[str, str], diagnostics: dict[str, list[Diagnostic]]
) -> None:
    """Have *diagnostics*, by URI, published in place of the earlier ones of *key*."""
    before = session.elsewhere.get(key, {})
    if before == diagnostics:
        return
    session.elsewhere[key] = diagnostics
    open_uris = {
        make_file_uri(document.path): uri
        for uri, document in reversed(session.documents.items())
        if document.path
    }
    for uri in dict.fromkeys((*before, *diagnostics)):
        publish_diagnostics(session, open_uris.get(uri, uri))


def list_shown_diagnostics(session: ClientSession, uri: str) -> list[Diagnostic]:
    """Return all diagnostics of *uri*: those of its text, and those from other sources."""
    document = session.documents.get(uri)
    diagnostics = _list_verdict_diagnostics(session, document) if document else []
    of_contract_text = None
    if document and document.path and is_contract_name(os.path.basename(document.path)):
        # The first text would wait for it.
        from phaser_lint.editor.contract_text_diagnostics import diagnose_contract_text

        of_contract_text = diagnose_contract_text(session, document, path=document.path)
    diagnostics += of_contract_text or ()
    file_uri = make_file_uri(document.path) if document and document.path else uri
    for (source, _), by_uri in session.elsewhere.items():
        if of_contract_text is None or source != "problems":
            # The same contract file may check several texts.
            diagnostics += [
                diagnostic
                for diagnostic in by_uri.get(file_uri, ())
                if diagnostic not in diagnostics
            ]
    return diagnostics


def _list_verdict_diagnostics(session: ClientSession, document: OpenText) -> list[Diagnostic]:
    """Return the diagnostics of an open text as it was checked, or why it is not checked."""
    verdict = session.verdicts.get(document.uri)
    if verdict:
        texts = find_member(session.capabilities, "textDocument")
        return make_diagnostics(
            verdict,
            document.text,
            session.table(document),
            settings=session.settings,
            home=session.home,
            relates=bool(find_member(texts, "publishDiagnostics", "relatedInformation")),
        )
    # A text that was opened by a link, in a project with contracts.
    path = os.path.normpath(parse_file_uri(document.uri) or "")
    if document.path is None or os.path.realpath(path) == path:
        return []
    levels = find_workspace_levels(os.path.dirname(path), session.folders, home=session.home)
    why = "" if levels.lack_contracts(home=session.home) else explain_link_out(path, levels.root)
    first_line = TextPlaces(document.text, session.table(document)).first()
    return [make_unchecked_diagnostic(first_line, why)] if why else []
