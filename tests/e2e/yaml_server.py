"""The YAML language server of editors, over its standard streams, with a schema for one file.

    with yaml_server(program, schema) as server:
        server.diagnostics(text)
        server.completions(text, line=1, character=2)

Nothing of the user's own, and nothing of the network: the schema is a file.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SECONDS = 30


def find_server() -> str | None:
    """The program, if it is installed."""
    named_program = os.environ.get("PHASER_YAML_SERVER")
    return named_program or shutil.which("yaml-language-server")


class YamlServer:
    """A session; each question is about a file of its own."""

    def __init__(self, process: subprocess.Popen[bytes], schema: Path, home: Path) -> None:
        self._process = process
        self._home = home
        self._uri = ""
        self._settings = {
            "yaml": {
                "schemas": {schema.as_uri(): ["*.yaml"]},
                "schemaStore": {"enable": False},
                "validate": True,
                "completion": True,
                "hover": True,
            }
        }
        self._unread = b""
        self._number = 0

    def start(self) -> None:
        """Agree on what the session is about."""
        workspace = {
            "configuration": True,
            "didChangeConfiguration": {"dynamicRegistration": False},
        }
        capabilities = {"textDocument": {"publishDiagnostics": {}}, "workspace": workspace}
        self._ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        self._take_notification("initialized", {})
        self._take_notification("workspace/didChangeConfiguration", {"settings": self._settings})

    def diagnostics(self, text: str) -> list[tuple[int, str]]:
        """What is wrong with a file of this *text*: the line from 1, and a sentence."""
        return [
            (diagnostic["range"]["start"]["line"] + 1, diagnostic["message"])
            for diagnostic in self._open(text)
        ]

    def completions(self, text: str, *, line: int, character: int) -> list[str]:
        """What may stand there, as the editor lists it; both count from 0."""
        self._open(text)
        position = {"line": line, "character": character}
        completion_list = self._ask(
            "textDocument/completion", {"textDocument": {"uri": self._uri}, "position": position}
        )
        return sorted(completion["label"] for completion in completion_list["items"])

    def hover(self, text: str, *, line: int, character: int) -> str:
        """What is said of what stands there."""
        self._open(text)
        position = {"line": line, "character": character}
        hover_answer = self._ask(
            "textDocument/hover", {"textDocument": {"uri": self._uri}, "position": position}
        )
        return str(hover_answer["contents"]["value"]) if hover_answer else ""

    def _open(self, text: str) -> list[dict[str, Any]]:
        """Return the diagnostics: before they come, the schema may not be loaded."""
        self._number += 1
        self._uri = (self._home / f"{self._number}.yaml").as_uri()
        document = {
            "uri": self._uri, "languageId": "yaml", "version": self._number, "text": text,
        }  # fmt: skip
        self._take_notification("textDocument/didOpen", {"textDocument": document})
        diagnostics: list[dict[str, Any]] = self._next(self._is_published)["params"]["diagnostics"]
        return diagnostics

    def _is_published(self, message: dict[str, Any]) -> bool:
        is_reported = message.get("method") == "textDocument/publishDiagnostics"
        return is_reported and message["params"]["uri"] == self._uri

    def _ask(self, method: str, params: Any) -> Any:
        self._number += 1
        number = self._number
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return self._next(lambda message: message.get("id") == number and "method" not in message)[
            "result"
        ]

    def _take_notification(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _next(self, is_wanted: Any) -> dict[str, Any]:
        """The next message that *is_wanted*; what the server asks meanwhile is answered."""
        while True:
            message = self._read_message()
            if is_wanted(message):
                return message
            if "id" in message and "method" in message:
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": self._answer(message)})

    def _answer(self, message: dict[str, Any]) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        return [
            self._settings.get(section_request["section"], {})
            for section_request in message["params"]["items"]
        ]

    def _send(self, message: Any) -> None:
        content = json.dumps(message).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self._process.stdin.flush()

    def _read_message(self) -> dict[str, Any]:
        until = time.monotonic() + _SECONDS
        while b"\r\n\r\n" not in self._unread:
            self._receive_more(until)
        head, _, self._unread = self._unread.partition(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        while len(self._unread) < size:
            self._receive_more(until)
        body, self._unread = self._unread[:size], self._unread[size:]
        return json.loads(body)

    def _receive_more(self, until: float) -> None:
        assert self._process.stdout is not None
        ready, _, _ = select.select(
            [self._process.stdout], [], [], max(until - time.monotonic(), 0)
        )
        content = os.read(self._process.stdout.fileno(), 65536) if ready else b""
        assert content, "the server says no more"
        self._unread += content


@contextlib.contextmanager
def yaml_server(program: str, schema: Path, *, home: Path) -> Iterator[YamlServer]:
    """A session with the server, which ends with it."""
    process = subprocess.Popen(
        [program, "--stdio"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
    )
    try:
        session = YamlServer(process, schema, home)
        session.start()
        yield session
    finally:
        process.kill()
        process.communicate()
