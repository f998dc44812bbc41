"""Every method with every key of its parameters wrong: what is wrong is named, nothing fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.methods import METHODS
from phaser_lint.editor.uris import make_file_uri
from tests.editor.test_loop import NO_PRINT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

WRONG = (None, True, -1, float("nan"), "\ud800", [], {"x": []})
PLACE = {"line": 0, "character": 2}
RANGE = {"start": PLACE, "end": PLACE}
# Keys of all methods together: each takes its own.
PARAMETERS = {
    "position": PLACE,
    "range": RANGE,
    "newName": "other",
    "text": "print(1)",
    "settings": {"phaserLint": {"showHints": True}},
    "contentChanges": [{"range": RANGE, "text": "x"}],
    "context": {
        "diagnostics": [{"range": RANGE, "message": "m", "source": "phaser-lint", "code": "a"}],
        "only": ["quickfix"],
        "includeDeclaration": True,
    },
    "event": {"added": [{"uri": "file:///a", "name": "a"}], "removed": []},
    "change": {
        "metadata": {},
        "cells": {
            "structure": {
                "array": {"start": 0, "deleteCount": 0, "cells": []},
                "didOpen": [],
                "didClose": [],
            },
            "textContent": [],
        },
    },
}


def spoiled(parameter: Any) -> Iterator[Any]:
    """*parameter* with one of the values in it, or all of it, wrong."""
    yield from WRONG
    if isinstance(parameter, dict):
        for key, child in parameter.items():
            yield {name: child_kept for name, child_kept in parameter.items() if name != key}
            for wrong in spoiled(child):
                yield {**parameter, key: wrong}
    elif isinstance(parameter, list) and parameter:
        for wrong in spoiled(parameter[0]):
            yield [wrong]


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    "method",
    [method for method in METHODS if method.name not in ("initialize", "shutdown")],
    ids=lambda method: method.name,
)
def test_wrong_parameters_are_no_internal_error(
    editor: Editor, project: MakeProject, method: Any
) -> None:
    """Neither an internal error, nor a word of something that failed."""
    uri = make_file_uri(str(project({}, contracts=NO_PRINT) / "a.py"))
    document = {"uri": uri, "languageId": "python", "version": 1, "text": "print(1)\n"}
    notebook = {"uri": f"{uri}.ipynb", "version": 1, "cells": []}
    cells = {"notebookDocument": notebook, "cellTextDocuments": []}
    # What a client asks for diagnostics by is answered only if it says that it does.
    literal = {"codeAction": {"codeActionLiteralSupport": {}}, "diagnostic": {}}
    editor.start(capabilities={"textDocument": literal})
    editor.tell("textDocument/didOpen", {"textDocument": document})
    editor.tell("notebookDocument/didOpen", cells)
    for params in spoiled({"textDocument": document, **cells, **PARAMETERS}):
        if method.is_request:
            answer = editor.ask(method.name, params)
            assert answer.get("error", {}).get("code") in (None, -32602, -32803), params
        else:
            editor.tell(method.name, params)
    editor.ask("no/such", None)
    messages = [
        notification["message"] for notification in editor.notifications("window/showMessage")
    ]
    assert [text for text in messages if "something failed" in text] == []
