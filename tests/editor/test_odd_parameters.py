"""Messages made up by chance, for every method: each is answered, and none is a failure."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.methods import METHODS
from phaser_lint.editor.uris import make_file_uri
from tests.editor.test_loop import NO_PRINT

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

ODD = (None, 0, -1, 2**40, 1.5, True, "", "file:///x", "nb:1", "no-print", [], {}, [{}], "\ud800")
PLACE = {"line": 1, "character": 2}


def usual(uri: str, chance: random.Random) -> dict[str, Any]:
    """Parameters that any method finds its own among."""
    return {
        "textDocument": {"uri": uri, "version": 1, "languageId": "x", "text": "print(1)\n"},
        "contentChanges": [{"range": {"start": dict(PLACE), "end": dict(PLACE)}, "text": "é"}],
        "position": dict(PLACE),
        "range": {"start": {"line": 0, "character": 0}, "end": dict(PLACE)},
        "context": {"diagnostics": [], "triggerKind": 1},
        "newName": "other-id",
        "settings": {"phaserLint": {"showHints": chance.choice((True, False))}},
        "notebookDocument": {
            "uri": f"{uri}.ipynb",
            "version": 1,
            "cells": [{"kind": 2, "document": "nb:1"}],
        },
        "cellTextDocuments": [{"uri": "nb:1", "languageId": "x", "version": 1, "text": "eval"}],
        "change": {"cells": {"structure": {"array": {"start": 0, "deleteCount": 1}}}},
        "event": {"added": [{"uri": uri, "name": "x"}], "removed": []},
    }


def spoil(parameter: Any, chance: random.Random) -> None:
    """Put something odd in place of something within *parameter*, or take it out."""
    while isinstance(parameter, (dict, list)) and parameter:
        keys = [*parameter] if isinstance(parameter, dict) else [*range(len(parameter))]
        key = chance.choice(keys)
        if isinstance(parameter[key], (dict, list)) and parameter[key] and chance.random() < 0.7:
            parameter = parameter[key]
        elif chance.random() < 0.3:
            del parameter[key]
            return
        else:
            parameter[key] = deepcopy(chance.choice(ODD))
            return


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))]
)
def test_odd_parameters_never_end_the_server(
    editor: Editor, project: MakeProject, seed: int
) -> None:
    """Whatever is missing, or something else than it is to be."""
    chance = random.Random(seed)
    root = project({}, contracts=NO_PRINT)
    uris = [make_file_uri(str(root / name)) for name in ("a.py", ".claude/contracts/no-print.yaml")]
    editor.start(root)
    methods = [
        method_known
        for method_known in METHODS
        if method_known.name not in ("initialize", "shutdown")
    ]
    for _ in range(300):
        method, params = chance.choice(methods), usual(chance.choice(uris), chance)
        for _ in range(chance.randrange(3)):
            spoil(params, chance)
        if method.is_request:
            editor.ask(method.name, params)
        else:
            editor.tell(method.name, params)
    assert editor.ask("no/such", {})["error"]["code"] == -32601
    failed = [
        notification
        for notification in editor.notifications("window/showMessage")
        if "failed" in notification["message"]
    ]
    assert failed == []
