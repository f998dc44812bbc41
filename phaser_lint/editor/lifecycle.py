"""The start and the end of a session, and what a user sets in between."""

from __future__ import annotations

from phaser_lint import __version__
from phaser_lint.core import JsonValue
from phaser_lint.editor.client_session import WARNING, ClientSession
from phaser_lint.editor.editor_settings import SECTION, settings_of
from phaser_lint.editor.line_table import ENCODINGS
from phaser_lint.editor.methods import capabilities
from phaser_lint.editor.parameters import member, members, param_object
from phaser_lint.editor.uris import path_of

# Contracts, configuration and baseline; what HEAD is; which files git ignores.
_WATCHED = (
    "**/{.claude,.phaser}/**/*.{yaml,yml,jsonl}",
    "**/.git/{HEAD,packed-refs,refs/heads/**}",
    "**/.gitignore",
)

_PULLED = {"interFileDependencies": True, "workspaceDiagnostics": False}


def initialize(session: ClientSession, params: JsonValue) -> JsonValue:
    """Begin the session; returns what this server can do."""
    session.capabilities = param_object(params, "params").get("capabilities") or {}
    offered = members(session.capabilities, "general", "positionEncodings")
    session.encoding = next(
        (str(encoding) for encoding in offered if str(encoding) in ENCODINGS), "utf-16"
    )
    folders = members(params, "workspaceFolders") or [{"uri": member(params, "rootUri")}]
    paths = [path_of(str(member(folder, "uri") or "")) for folder in folders]
    session.folders = [path for path in paths if path]
    texts = member(session.capabilities, "textDocument")
    # Clients that can do both would show each diagnostic twice.
    session.pulls = (
        member(texts, "diagnostic") is not None and member(texts, "publishDiagnostics") is None
    )
    session.phase = "initialized"
    pulled = {"diagnosticProvider": _PULLED} if session.pulls else {}
    take_settings(session, member(params, "initializationOptions"))
    return {
        "capabilities": {"positionEncoding": session.encoding, **capabilities(), **pulled},
        "serverInfo": {"name": "phaser-lint", "version": __version__},
    }


def initialized(session: ClientSession, _params: JsonValue) -> None:
    """Ask clients that can do so for the settings, and for reports of files that change."""
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
    if member(session.capabilities, "workspace", "configuration"):
        params = {"items": [{"section": SECTION}]}
        session.ask("workspace/configuration", params, _take_answer)


def _take_answer(session: ClientSession, settings: JsonValue) -> None:
    if isinstance(settings, list) and settings:
        take_settings(session, settings[0])


def change_settings(session: ClientSession, params: JsonValue) -> None:
    """Take the settings that a client sends, or ask for them."""
    settings = member(params, "settings")
    if settings is None:
        _ask_for_settings(session)
    elif not isinstance(settings, dict) or SECTION in settings:
        take_settings(session, settings)


def take_settings(session: ClientSession, client_settings: JsonValue) -> None:
    """Take *client_settings*, and show the user what is wrong with it."""
    settings, problems = settings_of(client_settings, session.settings)
    for problem in problems:
        session.show_once(problem, WARNING)
    if settings != session.settings:
        session.settings = settings
        session.check_all_soon()


def change_folders(session: ClientSession, params: JsonValue) -> None:
    """Take folders that were added to what the editor has open, or removed."""
    event = member(params, "event")
    removed, added = (
        [path_of(str(member(folder, "uri"))) for folder in members(event, name)]
        for name in ("removed", "added")
    )
    remaining = [folder for folder in session.folders if folder not in removed]
    session.folders = [*remaining, *(path for path in added if path and path not in remaining)]
    session.check_all_soon()


def shutdown(session: ClientSession, _params: JsonValue) -> None:
    """End the session; what follows is ``exit``."""
    session.phase = "shut down"


def nothing(_session: ClientSession, _params: JsonValue) -> None:
    """Take note of what the client of a session sends and needs no answer."""
