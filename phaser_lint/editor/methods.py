"""The methods that a client may use: one row each, with the server's capability for it.

A row names the module here that takes it, and the function: ``(session, params) -> result``. It is
imported when the first one comes.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaser_lint.editor.client_session import ClientSession

    Handler = Callable[[ClientSession, Any], Any]


class Method(Record):
    """A method of the protocol; a client waits for the answer of a ``request``."""

    name: str
    module: str
    function: str
    request: bool = False
    capability: Any = None
    """What ``initialize`` answers because of it, merged with that of other rows."""

    def handler(self) -> Handler:
        """Return the function that takes it."""
        module = __import__(f"phaser_lint.editor.{self.module}", fromlist=(self.function,))
        handler: Handler = getattr(module, self.function)
        return handler


_NOTEBOOKS = [{"notebook": {"pattern": "**/*.ipynb"}}]
METHODS = (
    Method("initialize", "lifecycle", "initialize", True),
    Method("initialized", "lifecycle", "initialized"),
    Method("shutdown", "lifecycle", "shutdown", True),
    Method("workspace/didChangeConfiguration", "lifecycle", "settings_changed"),
    Method(
        "workspace/didChangeWorkspaceFolders",
        "lifecycle",
        "folders_changed",
        capability={
            "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}}
        },
    ),
    Method("$/setTrace", "lifecycle", "nothing"),
    Method("$/cancelRequest", "lifecycle", "nothing"),
    Method("$/progress", "lifecycle", "nothing"),
    Method("window/workDoneProgress/cancel", "lifecycle", "nothing"),
    Method(
        "textDocument/didOpen",
        "synchronisation",
        "opened",
        capability={"textDocumentSync": {"openClose": True}},
    ),
    Method(
        "textDocument/didChange",
        "synchronisation",
        "changed",
        capability={"textDocumentSync": {"change": 2}},
    ),
    Method(
        "textDocument/didSave",
        "synchronisation",
        "saved",
        capability={"textDocumentSync": {"save": {"includeText": False}}},
    ),
    Method("textDocument/didClose", "synchronisation", "closed"),
    Method(
        "notebookDocument/didOpen",
        "notebooks",
        "opened",
        capability={"notebookDocumentSync": {"notebookSelector": _NOTEBOOKS, "save": True}},
    ),
    Method("notebookDocument/didChange", "notebooks", "changed"),
    Method("notebookDocument/didSave", "notebooks", "saved"),
    Method("notebookDocument/didClose", "notebooks", "closed"),
    Method("textDocument/diagnostic", "synchronisation", "diagnostic", True),
    Method("workspace/didChangeWatchedFiles", "synchronisation", "files_changed"),
    Method(
        "textDocument/codeAction",
        "code_actions",
        "code_actions",
        True,
        {"codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll.phaser-lint"]}},
    ),
    Method(
        "textDocument/completion",
        "completing",
        "completion",
        True,
        {"completionProvider": {"triggerCharacters": [":", " ", ","]}},
    ),
    Method(
        "textDocument/references",
        "project_names",
        "references",
        True,
        {"referencesProvider": True},
    ),
    Method("textDocument/rename", "project_names", "rename", True, {"renameProvider": {}}),
    Method(
        "textDocument/prepareRename",
        "project_names",
        "prepare_rename",
        True,
        {"renameProvider": {"prepareProvider": True}},
    ),
    Method("textDocument/hover", "hover", "hover", True, {"hoverProvider": True}),
    Method("textDocument/definition", "hover", "definition", True, {"definitionProvider": True}),
)
BY_NAME = {method.name: method for method in METHODS}


def capabilities() -> dict[str, Any]:
    """Return the capabilities of all rows together."""
    all_capabilities: dict[str, Any] = {}
    for method in METHODS:
        _merge(all_capabilities, method.capability or {})
    return all_capabilities


def _merge(into: dict[str, Any], additions: dict[str, Any]) -> None:
    for key, capability in additions.items():
        if isinstance(capability, dict):
            _merge(into.setdefault(key, {}), capability)
        else:
            into[key] = capability
