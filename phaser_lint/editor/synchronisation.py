"""Texts that are opened, changed and saved, and files that change on disk."""

from __future__ import annotations

from phaser_lint.core import JsonValue
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.open_text import OpenText, file_path, with_changes
from phaser_lint.editor.parameters import InvalidParametersError, integer, member, text_of


def open_text(session: ClientSession, params: JsonValue) -> None:
    """Take a text that the editor opened, to keep it as the editor has it."""
    opened_text = member(params, "textDocument")
    uri = text_of(opened_text, "uri")
    has_language = member(opened_text, "languageId") is not None
    document = OpenText(
        uri=uri,
        language=text_of(opened_text, "languageId") if has_language else "",
        version=integer(opened_text, "version"),
        text=text_of(opened_text, "text"),
        path=file_path(uri),
    )
    if uri in session.notebooks:
        from phaser_lint.editor.notebooks import forget_notebook  # few texts are open as both

        forget_notebook(session, session.notebooks[uri])
    session.forget_listings()
    session.documents[uri] = document
    session.check_soon(uri, "other")


def change_text(session: ClientSession, params: JsonValue) -> None:
    """Change an open text as the editor did."""
    document = session.document(text_of(params, "textDocument", "uri"))
    text_id = member(params, "textDocument")
    has_version = member(text_id, "version") is not None
    try:
        session.documents[document.uri] = with_changes(
            document,
            member(params, "contentChanges"),
            version=integer(text_id, "version") if has_version else document.version + 1,
            table=session.table(document),
        )
    except InvalidParametersError as error:
        session.show_unread(document.uri, error)
        raise
    session.check_soon(document.uri, "change")


def save_text(session: ClientSession, params: JsonValue) -> None:
    """Check all open texts anew: what was saved may be a contract, or a file that others need."""
    document = session.document(text_of(params, "textDocument", "uri"))
    text = member(params, "text")
    saved_text = document.text if text is None else text_of(params, "text")
    session.documents[document.uri] = document._replace(text=saved_text, is_saved=True)
    session.check_all_soon()
    session.check_soon(document.uri, "other")


def recheck_files(session: ClientSession, _params: JsonValue) -> None:
    """Check all open texts anew, since files were saved or changed."""
    session.check_all_soon()
