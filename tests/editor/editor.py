"""An editor that speaks with the server in this process, and remembers what is shown.

Each message of the server is held against the types of the protocol.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Any

from phaser_lint.editor.log import Log
from phaser_lint.editor.loop import FrameReader, frame_message, serve_client
from phaser_lint.editor.uris import make_file_uri
from tests.editor.protocol import check_message

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PATIENCE = 20.0


class Editor:
    """One client; ``shown`` are the diagnostics by URI, ``received`` all messages."""

    def __init__(self, home: Path) -> None:
        self._to_server: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._from_server: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._frames = FrameReader()
        self._number = 0
        self._asked: dict[Any, str] = {}
        self.code: int | None = None
        self.shown: dict[str, list[Any]] = {}
        self.versions: dict[str, int] = {}
        self.received: list[Any] = []
        self._thread = threading.Thread(target=self._serve, args=(home,), daemon=True)
        self._thread.start()

    def _serve(self, home: Path) -> None:
        self.code = serve_client(
            lambda _: self._to_server.get(),
            self._written,
            home=str(home),
            cache=str(home / "cache"),
            log=Log(),
        )
        # For the thread that reads: with it no later test of this process could fork.
        self._to_server.put(b"")
        self._from_server.put(None)

    def _written(self, content: bytes) -> None:
        for frame in self._frames.feed(content):
            assert not frame.fault
            self._from_server.put(frame.message)

    def start(self, *folders: Path, capabilities: Any = None, options: Any = None) -> Any:
        """Initialize, and return what the server can do."""
        server = self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "workspaceFolders": [
                    {"uri": make_file_uri(str(folder)), "name": "f"} for folder in folders
                ],
                "capabilities": capabilities or {},
                **({} if options is None else {"initializationOptions": options}),
            },
        )["result"]
        self.tell("initialized", {})
        return server

    def send_bytes(self, content: bytes) -> None:
        """Send what may be no message."""
        self._to_server.put(content)

    def send(self, *messages: Any) -> None:
        """Send messages as they are, together."""
        self._asked |= {message["id"]: message["method"] for message in messages if "id" in message}
        self.send_bytes(b"".join(map(frame_message, messages)))

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Send a request, and return the whole response."""
        self._number += 1
        number = self._number
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return self.wait_for(lambda each: each.get("id") == number and "method" not in each)

    def next_message(self, seconds: float = PATIENCE) -> Any:
        """Return the next message, which is taken note of; raises ``queue.Empty``."""
        message = self._from_server.get(timeout=seconds)
        if message is not None:
            check_message(message, self._asked.get(message.get("id")))
            self.received.append(message)
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                self.shown[params["uri"]] = params["diagnostics"]
                self.versions[params["uri"]] = params.get("version")
        return message

    def wait_for(self, is_wanted: Callable[[Any], bool]) -> Any:
        """Return the next message of a kind."""
        while not is_wanted(message := self.next_message()):
            pass
        return message

    def open(self, path: Path | str, text: str) -> list[Any]:
        """Open a text, and return its diagnostics; *path* may be a URI."""
        uri = path if isinstance(path, str) else make_file_uri(str(path))
        document = {"uri": uri, "languageId": "plaintext", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return self.at_version(uri, 1)

    def change(self, path: Path, version: int, *changes: Any) -> list[Any]:
        """Change a text, and return the diagnostics of that version."""
        uri = make_file_uri(str(path))
        identifier = {"uri": uri, "version": version}
        parameters = {"textDocument": identifier, "contentChanges": list(changes)}
        self.tell("textDocument/didChange", parameters)
        return self.at_version(uri, version)

    def save(self, path: Path) -> None:
        """Tell that a text was saved."""
        self.tell("textDocument/didSave", {"textDocument": {"uri": make_file_uri(str(path))}})

    def close(self, path: Path) -> None:
        """Close a text."""
        self.tell("textDocument/didClose", {"textDocument": {"uri": make_file_uri(str(path))}})

    def notifications(self, method: str) -> list[Any]:
        """Return the parameters of all notifications of that *method*."""
        return [message["params"] for message in self.received if message.get("method") == method]

    def at_version(self, uri: str, version: int) -> list[Any]:
        """Return the diagnostics of a version of a text, once they are there."""
        while self.versions.get(uri) != version:
            self.next_message()
        return self.shown[uri]

    def eventually(self, is_so: Callable[[], bool]) -> bool:
        """Tell whether something comes to be, after however many messages."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            try:
                self.next_message(max(0.01, end - time.monotonic()))
            except queue.Empty:
                return False
        return True

    def end(self) -> int | None:
        """Say goodbye as the protocol asks for, unless that was done, and return the exit code."""
        if self.code is None:
            self.ask("shutdown", None)
            self.leave()
        return self.code

    def leave(self) -> int | None:
        """Tell the server to exit, and return the exit code."""
        self.tell("exit", None)
        self._thread.join(PATIENCE)
        return self.code
