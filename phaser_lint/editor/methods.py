"""The methods that a client may use: one row each, with the server's capability for it.

A row names the module here that takes it, and the function: ``(session, params) -> result``. It is
imported when the first one comes.
"""

from __future__ import annotations

from collections.abc import Callable

from phaser_lint.core import JsonValue, Record

MethodHandler = Callable[..., JsonValue]


class Method(Record):
    """A method of the protocol; a client waits for the answer of a request."""

    name: str
    handler: str
    is_request: bool = False
    capability: JsonValue = None
    """What ``initialize`` answers because of it, merged with that of other rows."""
    is_pulled: bool = False
    """Only clients that ask for diagnostics have it: ``initialize`` tells no other of it."""


def load_handler(handler: str) -> MethodHandler:
    """Return the function ``module.function`` of a method; imports its module."""
    module, _, function = handler.partition(".")
    loaded_module = __import__(f"phaser_lint.editor.{module}", fromlist=(function,))
    loaded_handler: MethodHandler = getattr(loaded_module, function)
    return loaded_handler


# What a server does by itself, between two messages.
CHECK_NEXT = "open_text_checks.check_next"
RECHECK_CHANGED = "disk_recheck.recheck_changed"

_NOTEBOOKS = [{"notebook": {"pattern": "**/*.ipynb"}}]
METHODS = (
    Method("initialize", "lifecycle.initialize", is_request=True),
    Method("initialized", "lifecycle.initialized"),
    Method("shutdown", "lifecycle.shutdown", is_request=True),
    Method("workspace/didChangeConfiguration", "lifecycle.change_settings"),
    Method(
        "workspace/didChangeWorkspaceFolders",
        "lifecycle.change_folders",
        capability={
            "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}}
        },
    ),
    Method("$/setTrace", "lifecycle.ignore_message"),
    Method("$/cancelRequest", "lifecycle.ignore_message"),
    Method("$/progress", "lifecycle.ignore_message"),
    Method("window/workDoneProgress/cancel", "lifecycle.ignore_message"),
    Method(
        "textDocument/didOpen",
        "synchronisation.open_text",
        capability={"textDocumentSync": {"openClose": True}},
    ),
    Method(
        "textDocument/didChange",
        "synchronisation.change_text",
        capability={"textDocumentSync": {"change": 2}},
    ),
    Method(
        "textDocument/didSave",
        "synchronisation.save_text",
        capability={"textDocumentSync": {"save": {"includeText": False}}},
    ),
    Method("textDocument/didClose", "publishing.close_text"),
    Method(
        "notebookDocument/didOpen",
        "notebooks.open_notebook",
        capability={"notebookDocumentSync": {"notebookSelector": _NOTEBOOKS, "save": True}},
    ),
    Method("notebookDocument/didChange", "notebooks.change_notebook"),
    Method("notebookDocument/didSave", "notebooks.save_notebook"),
    Method("notebookDocument/didClose", "notebooks.close_notebook"),
    Method(
        "textDocument/diagnostic",
        "open_text_checks.pull_diagnostics",
        is_request=True,
        is_pulled=True,
    ),
    Method("workspace/didChangeWatchedFiles", "synchronisation.recheck_files"),
    Method(
        "textDocument/codeAction",
        "code_actions.list_code_actions",
        is_request=True,
        capability={
            "codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll.phaser-lint"]}
        },
    ),
    Method(
        "textDocument/completion",
        "completion.completion",
        is_request=True,
        capability={"completionProvider": {"triggerCharacters": [":", " ", ","]}},
    ),
    Method(
        "textDocument/references",
        "renaming.references",
        is_request=True,
        capability={"referencesProvider": True},
    ),
    Method(
        "textDocument/rename",
        "renaming.rename",
        is_request=True,
        capability={"renameProvider": {}},
    ),
    Method(
        "textDocument/prepareRename",
        "renaming.prepare_rename",
        is_request=True,
        capability={"renameProvider": {"prepareProvider": True}},
    ),
    Method(
        "textDocument/hover", "hover.hover", is_request=True, capability={"hoverProvider": True}
    ),
    Method(
        "textDocument/definition",
        "definition.definition",
        is_request=True,
        capability={"definitionProvider": True},
    ),
)
BY_NAME = {method.name: method for method in METHODS}


def join_capabilities() -> dict[str, JsonValue]:
    """Return the capabilities that all methods of the language server have together."""
    all_capabilities: dict[str, JsonValue] = {}
    for method in METHODS:
        for provider, capability in (method.capability or {}).items():
            earlier = all_capabilities.get(provider)
            all_capabilities[provider] = {**earlier, **capability} if earlier else capability
    return all_capabilities
