"""The start and the end of a session, and what a user sets in between."""

from __future__ import annotations

from phaser_lint import __version__
from phaser_lint.core import JsonValue
from phaser_lint.editor.client_session import WARNING, ClientSession
from phaser_lint.editor.editor_settings import SECTION, make_editor_settings
from phaser_lint.editor.line_table import ENCODINGS
from phaser_lint.editor.message_parameters import find_member, find_member_list, require_object
from phaser_lint.editor.methods import join_capabilities
from phaser_lint.editor.uris import parse_file_uri

# Contracts, configuration and baseline; what HEAD is; which files git ignores.
_WATCHED = (
    "**/{.claude,.phaser}/**/*.{yaml,yml,jsonl}",
    "**/.git/{HEAD,packed-refs,refs/heads/**}",
    "**/.gitignore",
)

_PULLED = {"interFileDependencies": True, "workspaceDiagnostics": False}


def initialize(session: ClientSession, params: JsonValue) -> JsonValue:
    """Start the session by the protocol's ``initialize``; return what this server can do."""
    session.capabilities = require_object(params, "params").get("capabilities") or {}
    offered = find_member_list(session.capabilities, "general", "positionEncodings")
    session.encoding = next(
        (str(encoding) for encoding in offered if str(encoding) in ENCODINGS), "utf-16"
    )
    folders = find_member_list(params, "workspaceFolders") or [
        {"uri": find_member(params, "rootUri")}
    ]
    paths = [parse_file_uri(str(find_member(folder, "uri") or "")) for folder in folders]
    session.folders = [path for path in paths if path]
    texts = find_member(session.capabilities, "textDocument")
    # Clients that can do both would show each diagnostic twice.
    session.pulls = (
        find_member(texts, "diagnostic") is not None
        and find_member(texts, "publishDiagnostics") is None
    )
    session.phase = "initialized"
    pulled = {"diagnosticProvider": _PULLED} if session.pulls else {}
    take_settings(session, find_member(params, "initializationOptions"))
    return {
        "capabilities": {"positionEncoding": session.encoding, **join_capabilities(), **pulled},
        "serverInfo": {"name": "phaser-lint", "version": __version__},
    }


def initialized(session: ClientSession, _params: JsonValue) -> None:
    """Ask a client at the start for its settings, and for reports of files that change."""
    _ask_for_settings(session)
    if session.reports_files:
        options = {"watchers": [{"globPattern": pattern} for pattern in _WATCHED]}
        registration = {
            "id": "phaser-lint-watched-files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": options,
        }
        session.ask("client/registerCapability", {"registrations": [registration]})


def _ask_for_settings(session: ClientSession) -> None:
    if find_member(session.capabilities, "workspace", "configuration"):
        params = {"items": [{"section": SECTION}]}
        session.ask("workspace/configuration", params, _take_settings_answer)


def _take_settings_answer(session: ClientSession, settings: JsonValue) -> None:
    if isinstance(settings, list) and settings:
        take_settings(session, settings[0])


def change_settings(session: ClientSession, params: JsonValue) -> None:
    """Take what a user sets in the middle of a session's life, or ask the client for it."""
    settings = find_member(params, "settings")
    if settings is None:
        _ask_for_settings(session)
    elif not isinstance(settings, dict) or SECTION in settings:
        take_settings(session, settings)


def take_settings(session: ClientSession, client_settings: JsonValue) -> None:
    """Take the *client_settings*, at the start or later, and show what is wrong with them."""
    settings, problems = make_editor_settings(client_settings, session.settings)
    for problem in problems:
        session.show_once(problem, WARNING)
    if settings != session.settings:
        session.settings = settings
        session.check_all_soon()


def change_folders(session: ClientSession, params: JsonValue) -> None:
    """Take folders that the editor opened, or closed, in the life of a session."""
    event = find_member(params, "event")
    removed, added = (
        [
            parse_file_uri(str(find_member(folder, "uri")))
            for folder in find_member_list(event, name)
        ]
        for name in ("removed", "added")
    )
    remaining = [folder for folder in session.folders if folder not in removed]
    session.folders = [*remaining, *(path for path in added if path and path not in remaining)]
    session.check_all_soon()


def shutdown(session: ClientSession, _params: JsonValue) -> None:
    """End the editor's session by the protocol's ``shutdown``; what follows is ``exit``."""
    session.phase = "shut down"


def ignore_message(_session: ClientSession, _params: JsonValue) -> None:
    """Do nothing for a message that needs no answer, such as ``$/setTrace``."""
