"""Texts that are opened, changed, saved and closed, and files that change on disk."""

from __future__ import annotations

from phaser_lint.editor.checking import current_verdict, publish, publish_elsewhere, shown_of
from phaser_lint.editor.open_text import OpenText, file_path, with_changes
from phaser_lint.editor.parameters import InvalidParametersError, integer, member, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.editor.client_session import ClientSession


def opened(session: ClientSession, params: Any) -> None:
    """Take a text that was opened."""
    opened_text = member(params, "textDocument")
    uri = text_of(opened_text, "uri")
    language = (
        text_of(opened_text, "languageId") if member(opened_text, "languageId") is not None else ""
    )
    document = OpenText(
        uri, language, integer(opened_text, "version"), text_of(opened_text, "text"), file_path(uri)
    )
    if uri in session.notebooks:
        from phaser_lint.editor.notebooks import forget  # few texts are open as both

        forget(session, session.notebooks[uri])
    session.projects.forget_listings()
    session.documents[uri] = document
    session.check_soon(uri, "other")


def changed(session: ClientSession, params: Any) -> None:
    """Change an open text."""
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


def saved(session: ClientSession, params: Any) -> None:
    """Check all open texts anew: what was saved may be a contract, or a file that others need."""
    document = session.document(text_of(params, "textDocument", "uri"))
    text = member(params, "text")
    saved_text = document.text if text is None else text_of(params, "text")
    session.documents[document.uri] = document._replace(text=saved_text, is_saved=True)
    session.check_all_soon()
    session.check_soon(document.uri, "other")


def closed(session: ClientSession, params: Any) -> None:
    """Forget a text, and withdraw its diagnostics."""
    document = session.document(text_of(params, "textDocument", "uri"))
    session.forget(document.uri)
    publish_elsewhere(session, ("problems", document.uri), {})
    publish(session, document.uri)


def files_changed(session: ClientSession, _params: Any) -> None:
    """Check all open texts anew."""
    session.check_all_soon()


def diagnostic(session: ClientSession, params: Any) -> Any:
    """Return the diagnostics of an open text as it is at this moment."""
    document = session.document(text_of(params, "textDocument", "uri"))
    checked_document = session.checked_text(document)
    session.check_soon(checked_document.uri, "change")
    current_verdict(session, checked_document)
    return {"kind": "full", "items": shown_of(session, document.uri)}
