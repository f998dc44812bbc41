"""Texts that are opened, changed and saved, and files that change on disk."""

from __future__ import annotations

from phaser_lint.core import JsonValue
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.message_parameters import (
    InvalidParametersError,
    find_member,
    require_integer_at,
    require_text_at,
)
from phaser_lint.editor.open_text import OpenText, with_text_changes
from phaser_lint.editor.uris import find_file_path


def open_text(session: ClientSession, params: JsonValue) -> None:
    """Keep a text that the editor opened (``didOpen``) as the editor has it."""
    opened_text = find_member(params, "textDocument")
    uri = require_text_at(opened_text, "uri")
    has_language = find_member(opened_text, "languageId") is not None
    document = OpenText(
        uri=uri,
        language=require_text_at(opened_text, "languageId") if has_language else "",
        version=require_integer_at(opened_text, "version"),
        text=require_text_at(opened_text, "text"),
        path=find_file_path(uri),
    )
    if uri in session.notebooks:
        session.notebooks[uri].forget(session)
    session.forget_listings()
    session.documents[uri] = document
    session.check_soon(uri, "other")


def change_text(session: ClientSession, params: JsonValue) -> None:
    """Change an open text as the editor did (``didChange``), and have it checked soon."""
    document = session.document(require_text_at(params, "textDocument", "uri"))
    text_id = find_member(params, "textDocument")
    has_version = find_member(text_id, "version") is not None
    try:
        session.documents[document.uri] = with_text_changes(
            document,
            find_member(params, "contentChanges"),
            version=require_integer_at(text_id, "version") if has_version else document.version + 1,
            table=session.table(document),
        )
    except InvalidParametersError as error:
        session.show_unread(document.uri, error)
        raise
    session.check_dependents_soon(document)
    session.check_soon(document.uri, "change")


def save_text(session: ClientSession, params: JsonValue) -> None:
    """Synchronise with the editor a text that it saved (``didSave``), and have all checked anew: it
    may be a contract, or a file others need.
    """
    document = session.document(require_text_at(params, "textDocument", "uri"))
    text = find_member(params, "text")
    saved_text = document.text if text is None else require_text_at(params, "text")
    session.documents[document.uri] = document._replace(text=saved_text, is_saved=True)
    session.check_all_soon()
    session.check_soon(document.uri, "other")


def recheck_files(session: ClientSession, _params: JsonValue) -> None:
    """Have all open texts checked anew, as files changed (``didChangeWatchedFiles``)."""
    session.check_all_soon()
