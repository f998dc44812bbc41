"""The server as a process, spoken with by the field's own client."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.uris import make_file_uri
from tests.conftest import PROGRAM
from tests.editor.test_loop import NO_PRINT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

types = pytest.importorskip("lsprotocol.types")
CLIENT = pytest.importorskip("pygls.lsp.client").LanguageClient
SECONDS = 30.0


async def session(root: Path, environment: dict[str, str]) -> list[Any]:
    """Open, change, save and close a text; returns what was shown after each."""
    client, published = CLIENT("tests", "1"), asyncio.Queue[Any]()
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(
        lambda params: published.put_nowait(params)
    )
    log = str(root / "log")
    await client.start_io(str(PROGRAM), "lsp", "--log", log, cwd=root, env=environment)
    uri, lines_and_ids = make_file_uri(str(root / "a.py")), []

    async def seen() -> None:
        params = await asyncio.wait_for(published.get(), SECONDS)
        lines_and_ids.append(
            [(diagnostic.range.start.line, diagnostic.code) for diagnostic in params.diagnostics]
        )

    folder = types.WorkspaceFolder(make_file_uri(str(root)), "project")
    await client.initialize_async(
        types.InitializeParams(types.ClientCapabilities(), workspace_folders=[folder])
    )
    client.initialized(types.InitializedParams())
    document = types.TextDocumentItem(uri, "python", 1, "print(1)\nok\n")
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await seen()
    start, end = types.Position(1, 0), types.Position(1, 2)
    change = types.TextDocumentContentChangePartial(types.Range(start, end), "print(2)")
    identifier = types.VersionedTextDocumentIdentifier(2, uri)
    client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    await seen()
    closed = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
    client.text_document_did_close(closed)
    await seen()
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return lines_and_ids


def test_pygls_makes_of_messages_what_was_meant(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """What pygls makes of the messages is what was meant, and the log names them."""
    root = project({}, contracts=NO_PRINT)
    assert asyncio.run(session(root, environment)) == [
        [(0, "no-print")],
        [(0, "no-print"), (1, "no-print")],
        [],
    ]
    methods = [line.split()[1] for line in (root / "log").read_text().splitlines()]
    assert methods == [
        "initialize",
        "initialized",
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "shutdown",
    ]
