"""What a server knows of its client, the open texts and their results: the state that changes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from phaser_lint.core import JsonValue
from phaser_lint.editor.editor_settings import EditorSettings
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.log import Log
from phaser_lint.editor.message_parameters import InvalidParametersError, find_member
from phaser_lint.editor.open_text import OpenText
from phaser_lint.project import find_path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from phaser_lint.contract.unsaved_contracts import UnsavedContracts
    from phaser_lint.editor.background import BackgroundWork
    from phaser_lint.editor.notebooks import Notebook
    from phaser_lint.editor.open_file_check import Verdict
    from phaser_lint.editor.project_states import OpenedContracts, Projects
    from phaser_lint.project.levels import Levels

    Phase: TypeAlias = Literal["new", "initialized", "shut down"]
    CheckCause: TypeAlias = Literal["change", "beside", "other"]
    """Why a text is checked: it is being typed, or another one that it depends on is, or something
    else that may take a moment."""


OFTEN, SELDOM = 1.0, 5.0
"""Seconds between two looks at the disk, the latter where the client reports most files."""
# Of what is shown to the user; diagnostics have numbers of their own.
ERROR, WARNING = 1, 2


class ClientSession:
    """The session with one client.

    ``projects``: what is known of them, once one was asked about (``project_states.open_projects``:
    a client waits for its first answer, which needs none). ``whole_projects``: the roots of those
    that were checked as a whole since something was saved.
    ``pulls``: the client asks for diagnostics, and takes none by itself.
    ``waiting``: the open texts that are to be checked, the most urgent last. ``outbox``: messages
    to be sent. ``elsewhere``: diagnostics of files that need not be open, by their source.
    ``statuses``: what was sent of how texts are checked. ``seen_states``: by what each text would
    be checked, as the disk was seen last, and ``recheck_seconds`` until it is looked at again.
    ``watchers``: what the client was asked to report besides, as ``watched_for`` names it.
    ``unsaved``: the contracts as they are with a text that is not saved, once one was typed.
    """

    def __init__(self, *, home: str, cache: str, log: Log) -> None:
        self.home = home
        self.cache = cache
        self.log = log
        self.projects: Projects | None = None
        self.unsaved: UnsavedContracts | None = None
        self.phase: Phase = "new"
        self.capabilities: JsonValue = {}
        self.encoding = "utf-16"
        self.pulls = False
        self.folders: list[str] = []
        self.settings = EditorSettings()
        self.documents: dict[str, OpenText] = {}
        self.notebooks: dict[str, Notebook] = {}
        self.verdicts: dict[str, Verdict] = {}
        self.waiting: dict[str, CheckCause] = {}
        self.outbox: list[dict[str, JsonValue]] = []
        self.elsewhere: dict[tuple[str, str], Mapping[str, list[JsonValue]]] = {}
        self.published: dict[str, list[JsonValue]] = {}
        self.work: list[BackgroundWork] = []
        self.statuses: dict[str, JsonValue] = {}
        self.whole_projects: set[str] = set()
        self.seen_states: Mapping[str, object] = {}
        self.recheck_seconds = OFTEN
        self.watchers: list[JsonValue] = []
        self.watched_for: Mapping[Levels, OpenedContracts] = {}
        self._requests = 0
        self._answers: dict[JsonValue, Callable[[ClientSession, JsonValue], None]] = {}
        self._shown: set[str] = set()
        self._tables: dict[str, tuple[str, LineTable]] = {}

    def forget_listings(self) -> None:
        """List the files of projects anew: some may have come or gone."""
        if self.projects is not None:
            self.projects.forget_listings()

    @property
    def reports_files(self) -> bool:
        """Whether the client reports files that change in its folders, if it is asked to."""
        watched = find_member(self.capabilities, "workspace", "didChangeWatchedFiles")
        return bool(find_member(watched, "dynamicRegistration"))

    @property
    def edit_abilities(self) -> JsonValue:
        """What the client can do with an edit of texts."""
        return find_member(self.capabilities, "workspace", "workspaceEdit")

    @property
    def shows_status(self) -> bool:
        """Whether the client shows how each text is checked, as the extension of VS Code does."""
        return find_member(self.capabilities, "experimental", "phaserLintStatus") is True

    def document(self, uri: str) -> OpenText:
        """Return the open text of *uri*; raises ``InvalidParametersError``."""
        if uri not in self.documents or uri in self.notebooks:
            raise InvalidParametersError(f"{uri}: expected the URI of a text that is open")
        return self.documents[uri]

    def notebook_of(self, uri: str) -> Notebook | None:
        """Return the open notebook that the text of *uri* is a cell of, if there is one."""
        notebooks = self.notebooks.values()
        return next(
            (notebook for notebook in notebooks if any(cell.uri == uri for cell in notebook.cells)),
            None,
        )

    def checked_text(self, document: OpenText) -> OpenText:
        """Return the text that the session checks at *document*: of a cell that of its notebook."""
        notebook = self.notebook_of(document.uri)
        return self.documents[notebook.uri] if notebook else document

    def table(self, document: OpenText) -> LineTable:
        """Return the lines of a text that is open in the session."""
        lines_of_text = self._tables.get(document.uri)
        if lines_of_text is None or lines_of_text[0] is not document.text:
            lines_of_text = document.text, LineTable(document.text, self.encoding)
            self._tables[document.uri] = lines_of_text
        return lines_of_text[1]

    def forget(self, uri: str) -> None:
        """Forget what the session knows of a text that is not open any more."""
        by_uri = (self.documents, self.verdicts, self.waiting, self._tables, self.notebooks)
        for memory in (*by_uri, self.statuses):
            memory.pop(uri, None)

    def check_soon(self, uri: str, cause: CheckCause) -> None:
        """Have the session check the text of *uri* before the others that wait."""
        earlier = self.waiting.pop(uri, cause)
        self.waiting[uri] = earlier if earlier == "other" else cause

    def check_dependents_soon(self, document: OpenText) -> None:
        """Have the session check the texts that may need what *document* holds: it is a list of
        their items, or a partner that is not on the disk.
        """
        path = document.path or ""
        is_there = os.path.exists(path)
        for uri, verdict in self.verdicts.items() if path else ():
            place, selection = verdict.check.place, verdict.check.checker.selection
            relative = find_path_inside(place.levels.root, path)
            if uri == document.uri or uri in self.waiting or not relative:
                continue
            if selection.asked_elsewhere((relative,), () if is_there else (relative,)):
                self.waiting = {uri: "beside", **self.waiting}

    def check_all_soon(self) -> None:
        """Have all open texts checked anew: something that they depend on may have changed."""
        self.forget_listings()
        self.whole_projects.clear()
        for uri in self.documents:
            if uri not in self.waiting:
                self.waiting = {uri: "other", **self.waiting}
            self.waiting[uri] = "other"

    def text_at(self, path: str) -> OpenText | None:
        """Return the text of the file at *path* that the session has open, if there is one."""
        documents = (
            document for uri, document in self.documents.items() if uri not in self.notebooks
        )
        return next((document for document in documents if document.path == path), None)

    def send(self, method: str, params: JsonValue) -> None:
        """Have the session's client sent a notification."""
        self.outbox.append(make_notification(method, params))

    def ask(
        self,
        method: str,
        params: JsonValue,
        take_answer: Callable[[ClientSession, JsonValue], None] | None = None,
    ) -> None:
        """Have a request sent; *take_answer* takes the client's result, ``None`` for an error."""
        self._requests += 1
        number = f"phaser-lint-{self._requests}"
        if take_answer is not None:
            self._answers[number] = take_answer
        self.outbox.append(make_request(number, method, params))

    def take_answer(self, number: JsonValue, result: JsonValue) -> None:
        """Take the client's answer to a request."""
        take = self._answers.pop(number, None) if isinstance(number, str) else None
        if take is not None:
            take(self, result)

    def refresh(self) -> None:
        """Have a client that asks for diagnostics ask again, if it can do so."""
        diagnostics = find_member(self.capabilities, "workspace", "diagnostics")
        if find_member(diagnostics, "refreshSupport"):
            self.ask("workspace/diagnostic/refresh", None)

    def show_once(self, text: str, kind: int = ERROR) -> None:
        """Show the user *text*, unless that was shown before."""
        if text not in self._shown:
            self._shown.add(text)
            self.send("window/showMessage", {"type": kind, "message": f"phaser-lint: {text}"})

    def show_unread(self, uri: str, error: InvalidParametersError) -> None:
        """Show the user, once, that the editor sent a change which cannot be read."""
        self.show_once(
            f"{uri}: a change that the editor sent cannot be read ({error}). "
            "Open it again: until then it is checked without that change."
        )


# Messages of JSON-RPC, as this side sends them.

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMETERS, INTERNAL_ERROR = -32602, -32603
NOT_INITIALIZED, REQUEST_CANCELLED, REQUEST_FAILED = -32002, -32800, -32803


def make_notification(method: str, params: JsonValue) -> dict[str, JsonValue]:
    """Return a notification of JSON-RPC for the client of the editor's session."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def make_request(number: str, method: str, params: JsonValue) -> dict[str, JsonValue]:
    """Return a request of JSON-RPC, answered under its *number*; some have no *params*."""
    optional = {} if params is None else {"params": params}
    return {"jsonrpc": "2.0", "id": number, "method": method, **optional}


def make_response(number: JsonValue, result: JsonValue) -> dict[str, JsonValue]:
    """Return the response of JSON-RPC to the client's request of that *number*."""
    return {"jsonrpc": "2.0", "id": number, "result": result}


def make_error_response(number: JsonValue, code: int, message: str) -> dict[str, JsonValue]:
    """Return the error of JSON-RPC that answers the request *number*, ``None`` if unknown."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}
