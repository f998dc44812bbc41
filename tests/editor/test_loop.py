"""The server as its client sees it: what it answers, and when."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint import __version__
from phaser_lint.editor.log import Log
from phaser_lint.editor.loop import frame_message, serve_client
from phaser_lint.editor.uris import make_file_uri

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject
    from tests.editor.editor import Editor

NO_PRINT = {
    "no-print.yaml": (
        "rule_id: no-print\ntype: forbid_pattern\npattern: '\\bprint\\('\n"
        "file_glob: '*.py'\nmessage: Use the logger.\nseverity: error\n"
    )
}


def brief(diagnostics: list[Any]) -> list[tuple[Any, ...]]:
    """Line, severity and id (or message) of each."""
    return [
        (
            diagnostic["range"]["start"]["line"],
            diagnostic["severity"],
            diagnostic.get("code", diagnostic["message"]),
        )
        for diagnostic in diagnostics
    ]


def test_a_diagnostic_tells_what_is_wrong_and_where(editor: Editor, project: MakeProject) -> None:
    """It says what is wrong, where, and links to the contract."""
    root = project({}, contracts=NO_PRINT)
    editor.start(root)
    contract = root / ".claude/contracts/no-print.yaml"
    assert editor.open(root / "a.py", "x = '😀'; print(1)\n") == [
        {
            "range": {
                "start": {"line": 0, "character": 10},
                "end": {"line": 0, "character": 16},
            },
            "severity": 1,
            "code": "no-print",
            "codeDescription": {"href": f"{make_file_uri(str(contract))}#L1"},
            "source": "phaser-lint",
            "message": "Use the logger.",
            "data": {"rule_id": "no-print", "level": "", "place": [1, 10, 1, 16]},
        }
    ]


def test_what_it_can_do(editor: Editor) -> None:
    """The first encoding that both know is taken."""
    offered = {"general": {"positionEncodings": ["utf-7", "utf-32", "utf-16"]}}
    server = editor.start(capabilities=offered)
    assert server["serverInfo"] == {"name": "phaser-lint", "version": __version__}
    assert server["capabilities"]["positionEncoding"] == "utf-32"
    assert server["capabilities"]["textDocumentSync"] == {
        "openClose": True,
        "change": 2,
        "save": {"includeText": False},
    }


def test_a_text_in_time(editor: Editor, project: MakeProject, git: Git) -> None:
    """Open, changed, committed, closed: what existed before is a hint."""
    root = project({"a.py": "print(1)\n"}, contracts=NO_PRINT, commit=True)
    path = root / "a.py"
    editor.start(root)
    assert brief(editor.open(path, "print(1)\nprint(2)\n")) == [
        (0, 4, "no-print"),
        (1, 1, "no-print"),
    ]
    end = {"line": 2, "character": 0}
    added = {"range": {"start": end, "end": end}, "text": "print(3)\n"}
    assert brief(editor.change(path, 2, added))[2:] == [(2, 1, "no-print")]
    path.write_text("print(1)\nprint(2)\nprint(3)\n")
    git(root, "commit", "-qam", "Second")
    editor.save(path)
    uri = make_file_uri(str(path))
    assert editor.eventually(
        lambda: {line_severity_id[1] for line_severity_id in brief(editor.shown[uri])} == {4}
    )
    editor.close(path)
    assert editor.eventually(lambda: editor.shown[uri] == [])


def test_a_moved_violation_is_not_new(editor: Editor, project: MakeProject, git: Git) -> None:
    """A file that was renamed, and code that was moved to another, is not new, as in a scan."""
    text = "one = 1\ntwo = 2\nprint('in a line of its own', one, two)\nthree = 3\n"
    root = project({"a.py": text, "b.py": text.replace("own", "other")}, contracts=NO_PRINT)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "First")
    git(root, "mv", "a.py", "c.py")
    (root / "b.py").write_text("one = 1\n")
    editor.start(root)
    assert brief(editor.open(root / "c.py", text)) == [(2, 4, "no-print")]
    moved = "print('in a line of its other', one, two)\n"
    assert brief(editor.open(root / "d.py", moved)) == [(0, 4, "no-print")]
    assert brief(editor.open(root / "e.py", "")) == []
    diagnostics = brief(editor.change(root / "e.py", 2, {"text": moved * 2}))
    assert diagnostics == [(0, 1, "no-print"), (1, 1, "no-print")]
    uri, later = make_file_uri(str(root / "e.py")), [(0, 4, "no-print"), (1, 1, "no-print")]
    assert editor.eventually(lambda: brief(editor.shown[uri]) == later)


def test_a_contract_written_meanwhile_counts_at_the_next_key(
    editor: Editor, project: MakeProject
) -> None:
    """A contract that was written meanwhile counts at the next key, without a notification."""
    root = project({}, contracts=NO_PRINT)
    path, contract = root / "a.py", root / ".claude/contracts/no-print.yaml"
    editor.start(root)
    assert brief(editor.open(path, "print(1)\neval(2)\n")) == [(0, 1, "no-print")]
    contract.write_text(contract.read_text().replace("print", "eval"))
    assert brief(editor.change(path, 2, {"text": "print(1)\neval(2)\n"})) == [(1, 1, "no-eval")]
    contract.unlink()
    assert brief(editor.change(path, 3, {"text": "print(1)\neval(2)\n"})) == []


def test_included_contracts_change(editor: Editor, project: MakeProject) -> None:
    """So do those of folders that the configuration names, and the configuration itself."""
    no_print = NO_PRINT["no-print.yaml"]
    configuration = {".phaser/config.yaml": "include: [shared]\n", "shared/a.yaml": no_print}
    root = project(configuration)
    path, text = root / "a.py", "print(1)\neval(2)\n"
    editor.start(root)
    assert brief(editor.open(path, text)) == [(0, 1, "no-print")]
    (root / "shared/a.yaml").write_text(no_print.replace("print", "eval"))
    assert brief(editor.change(path, 2, {"text": text})) == [(1, 1, "no-eval")]
    (root / "shared/b.yaml").write_text(no_print)
    diagnostics = brief(editor.change(path, 3, {"text": text}))
    assert diagnostics == [(0, 1, "no-print"), (1, 1, "no-eval")]
    (root / ".phaser/config.yaml").write_text("include: [shared]\nexclude: '*.py'\n")
    assert brief(editor.change(path, 4, {"text": text})) == []


def test_contracts_of_the_user(editor: Editor, project: MakeProject, tmp_path: Path) -> None:
    """They count as in a scan, and lead to their file."""
    contract = tmp_path.resolve() / "home/.phaser/contracts/a.yaml"
    contract.parent.mkdir(parents=True)
    contract.write_text(f"# Mine.\n{NO_PRINT['no-print.yaml']}")
    root = project({})
    editor.start(root)
    (diagnostics,) = editor.open(root / "a.py", "print(1)\n")
    assert diagnostics["codeDescription"] == {"href": f"{make_file_uri(str(contract))}#L2"}


def test_no_change_is_lost_however_fast_they_come(editor: Editor, project: MakeProject) -> None:
    """None is lost, however fast they come; the last text is what is checked in the end."""
    root = project({}, contracts=NO_PRINT)
    uri = make_file_uri(str(root / "a.py"))
    editor.start(root)
    editor.open(root / "a.py", "")
    for version in range(2, 502):
        place = {"line": version - 2, "character": 0}
        text = "print(1)\n" if version % 5 == 0 else "x\n"
        change = {"range": {"start": place, "end": place}, "text": text}
        identifier = {"uri": uri, "version": version}
        parameters = {"textDocument": identifier, "contentChanges": [change]}
        editor.tell("textDocument/didChange", parameters)
    diagnostics = brief(editor.at_version(uri, 501))
    assert diagnostics == [(line - 2, 1, "no-print") for line in range(5, 502, 5)]


def test_a_contract_that_is_wrong(editor: Editor, project: MakeProject) -> None:
    """It is reported at its line, though it is not open, and once to the user."""
    root = project({}, contracts={"a.yaml": "rule_id: a\ntype: nonsense\n"})
    editor.start(root)
    editor.open(root / "a.py", "")
    diagnostics = editor.shown[make_file_uri(str(root / ".claude/contracts/a.yaml"))]
    assert brief(diagnostics)[0][:2] == (0, 1)
    notifications = [
        message["params"]
        for message in editor.received
        if message.get("method") == "window/showMessage"
    ]
    assert len(notifications) == 1
    assert notifications[0]["type"] == 1
    assert notifications[0]["message"].startswith("phaser-lint: .claude/contracts/a.yaml:")
    (root / ".claude/contracts/a.yaml").unlink()
    editor.tell("workspace/didChangeWatchedFiles", {"changes": []})
    assert editor.eventually(
        lambda: editor.shown[make_file_uri(str(root / ".claude/contracts/a.yaml"))] == []
    )


@pytest.mark.parametrize(
    ("options", "severities"),
    [
        (None, [4, 1]),
        ({"phaserLint": {"showHints": True}}, [4, 1]),
        ({"phaserLint": {"showHints": False}}, [1]),
        ({"showHints": False}, [1]),
    ],
)
def test_existing_violations_may_be_hidden(
    editor: Editor, project: MakeProject, options: Any, severities: list[int]
) -> None:
    """What existed before may be hidden."""
    root = project({"a.py": "print(1)\n"}, contracts=NO_PRINT, commit=True)
    editor.start(root, options=options)
    diagnostics = editor.open(root / "a.py", "print(1)\nprint(2)\n")
    assert [each["severity"] for each in diagnostics] == severities
    editor.tell(
        "workspace/didChangeConfiguration", {"settings": {"phaserLint": {"showHints": True}}}
    )
    uri = make_file_uri(str(root / "a.py"))
    assert editor.eventually(
        lambda: [diagnostic["severity"] for diagnostic in editor.shown[uri]] == [4, 1]
    )


def test_each_text_is_checked_by_its_own_project(editor: Editor, project: MakeProject) -> None:
    """Each text is checked by its own project, wherever the editor was started."""
    first_root = project({"a.py": "print(1)\n"}, contracts=NO_PRINT, commit=True)
    second_root = project(
        {}, contracts={"a.yaml": NO_PRINT["no-print.yaml"].replace("print", "eval")}
    )
    third_root = project({}, contracts=NO_PRINT)
    editor.start(first_root, second_root)
    text = "print(1)\neval(2)\n"
    assert brief(editor.open(first_root / "a.py", text)) == [(0, 4, "no-print")]
    assert brief(editor.open(second_root / "a.py", text)) == [(1, 1, "no-eval")]
    assert brief(editor.open(third_root / "a.py", text)) == [(0, 1, "no-print")]


def test_folders_that_come_and_go(editor: Editor, tmp_path: Path) -> None:
    """Outside of git a folder that is open is the project, as for a scan there."""
    root = tmp_path.resolve() / "plain"
    for name in ("below/.claude/contracts", "below/.phaser"):
        (root / name).mkdir(parents=True)
    (root / "below/.claude/contracts/a.yaml").write_text(NO_PRINT["no-print.yaml"])
    (root / "below/.phaser/config.yaml").write_text("exclude: '*.py'\n")
    editor.start()
    path = root / "below/a.py"
    assert brief(editor.open(path, "print(1)\n")) == []  # the folder of the file excludes it
    for event, diagnostics_then in (("added", [(0, 1, "no-print")]), ("removed", [])):
        folders = [{"uri": make_file_uri(str(root)), "name": "plain"}]
        event_of = {"added": [], "removed": [], event: folders}
        editor.tell("workspace/didChangeWorkspaceFolders", {"event": event_of})
        expected, uri = diagnostics_then, make_file_uri(str(path))
        editor.eventually(lambda uri=uri, expected=expected: brief(editor.shown[uri]) == expected)
        assert brief(editor.shown[uri]) == diagnostics_then


def test_a_client_that_asks(editor: Editor, project: MakeProject) -> None:
    """One that can only ask gets nothing by itself, but the request to ask again."""
    root = project({"a.py": "print(1)\n"}, contracts=NO_PRINT, commit=True)
    capabilities = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }
    server = editor.start(root, capabilities=capabilities)
    assert server["capabilities"]["diagnosticProvider"] == {
        "interFileDependencies": True,
        "workspaceDiagnostics": False,
    }
    uri = make_file_uri(str(root / "a.py"))
    text = {"uri": uri, "languageId": "python", "version": 1, "text": "print(1)\nprint(2)\n"}
    editor.tell("textDocument/didOpen", {"textDocument": text})
    editor.wait_for(lambda message: message.get("method") == "workspace/diagnostic/refresh")
    answer = editor.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})["result"]
    assert answer["kind"] == "full"
    assert brief(answer["items"]) == [(0, 4, "no-print"), (1, 1, "no-print")]
    (root / ".claude/contracts/no-print.yaml").unlink()
    answer = editor.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})["result"]
    assert answer["items"] == []
    assert editor.notifications("textDocument/publishDiagnostics") == []
    refused = editor.ask("textDocument/diagnostic", {"textDocument": {"uri": "file:///a"}})
    problem = "file:///a: expected the URI of a text that is open"
    assert error_of(refused) == (-32602, problem)


def error_of(response: Any) -> tuple[int, str]:
    """Code and message of an answer that is an error."""
    return response["error"]["code"], response["error"]["message"]


def test_before_and_after_the_session(editor: Editor) -> None:
    """Requests are refused with the codes of the protocol, notifications mean nothing."""
    editor.tell("textDocument/didOpen", {})
    assert error_of(editor.ask("shutdown", None)) == (-32002, "shutdown before initialize")
    editor.start()
    assert error_of(editor.ask("initialize", {})) == (-32600, "initialize a second time")
    assert error_of(editor.ask("no/such", {})) == (-32601, "no/such: no such request")
    assert error_of(editor.ask("textDocument/didOpen", {})) == (
        -32601,
        "textDocument/didOpen: no such request",
    )
    assert editor.ask("shutdown", None)["result"] is None
    expected = (-32600, "initialize after shutdown: expected exit")
    assert error_of(editor.ask("initialize", {})) == expected
    assert editor.leave() == 0


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        (None, "params: expected an object"),
        ({"capabilities": {"general": {"positionEncodings": 3}}}, "general.positionEncodings"),
        ({"capabilities": {}, "workspaceFolders": 3}, "workspaceFolders"),
    ],
)
def test_a_session_that_does_not_begin(editor: Editor, params: Any, problem: str) -> None:
    """What is wrong is named, and a client may try again."""
    code, message = error_of(editor.ask("initialize", params))
    assert (code, message.removesuffix(": expected a list")) == (-32602, problem)
    odd = {"textDocument": 3, "general": {"positionEncodings": [[], "utf-8"]}}
    assert editor.start(capabilities=odd)["capabilities"]["positionEncoding"] == "utf-8"
    assert editor.notifications("window/showMessage") == []


def test_a_change_that_cannot_be_read(editor: Editor, project: MakeProject) -> None:
    """What is shown may be wrong from then on, and that is said once."""
    root = project({}, contracts=NO_PRINT)
    editor.start(root)
    editor.open(root / "a.py", "print(1)\n")
    uri = make_file_uri(str(root / "a.py"))
    nowhere = {"line": -1, "character": 0}
    change = {"range": {"start": nowhere, "end": nowhere}, "text": "x"}
    for version in (2, 3):
        identifier = {"uri": uri, "version": version}
        params = {"textDocument": identifier, "contentChanges": [change]}
        editor.tell("textDocument/didChange", params)
    assert brief(editor.change(root / "a.py", 4, {"text": "\nprint(1)"})) == [(1, 1, "no-print")]
    (notification,) = editor.notifications("window/showMessage")
    assert notification["message"] == (
        f"phaser-lint: {uri}: a change that the editor sent cannot be read "
        "(range.start.line: expected a whole number from 0). "
        "Open it again: until then it is checked without that change."
    )


def test_a_client_that_writes_before_it_reads(environment: dict[str, str], tmp_path: Path) -> None:
    """It is heard though what is written for it is not read yet, and its end though it fails."""
    document = {"uri": "untitled:a", "languageId": "", "version": 1, "text": ""}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
        {
            "jsonrpc": "2.0",
            "method": "textDocument/didOpen",
            "params": {"textDocument": document},
        },
    ]
    pieces = [b"".join(map(frame_message, messages))]
    heard, answers = threading.Event(), []

    def read(_: int) -> bytes:
        if pieces:
            return pieces.pop()
        heard.set()
        raise RuntimeError("gone")

    def write(content: bytes) -> None:
        if b"publishDiagnostics" in content:
            assert heard.wait(20)
        answers.append(content)

    home = str(tmp_path)
    assert serve_client(read, write, home=home, cache=home, log=Log()) == 1
    assert b"the client cannot be read: gone" in answers[-1]


def test_an_end_without_goodbye(editor: Editor) -> None:
    """The exit code shows it, as the protocol has it."""
    editor.start()
    assert editor.leave() == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"Content-Length: 2\r\n\r\n{]", -32700),
        (b"Content-Length: 2\r\n\r\n[]", -32600),
        (b'Content-Length: 12\r\n\r\n{"method":3}', -32600),
        (b'Content-Length: 23\r\n\r\n{"id":[],"method":"a/b"}', -32600),
    ],
)
def test_a_bad_message_is_answered_by_an_error(editor: Editor, message: bytes, code: int) -> None:
    """They are answered as errors, and the next message is heard."""
    editor.start()
    editor.send_bytes(message)
    assert editor.wait_for(lambda each: "error" in each)["error"]["code"] == code
    assert error_of(editor.ask("no/such", {}))[0] == -32601


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/didOpen", None),
        ("textDocument/didOpen", {"textDocument": {"uri": 3}}),
        (
            "textDocument/didOpen",
            {"textDocument": {"uri": "file:///a", "version": math.nan, "text": ""}},
        ),
        ("textDocument/didChange", {"textDocument": {"uri": "file:///not-open"}}),
        ("textDocument/didClose", {"textDocument": {"uri": "file:///not-open"}}),
        ("textDocument/didSave", []),
        ("workspace/didChangeConfiguration", 3),
        ("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": 3}]}}),
        ("workspace/didChangeWorkspaceFolders", {"event": {"added": 3, "removed": 3}}),
        ("notebookDocument/didOpen", {"notebookDocument": {"uri": "file:///a", "cells": 3}}),
        ("notebookDocument/didChange", {"notebookDocument": {"uri": "file:///a"}}),
        ("notebookDocument/didClose", None),
        ("workspace/didChangeWorkspaceFolders", {"event": {"added": 3, "removed": True}}),
        ("$/unknown", {}),
        ("no/such/notification", None),
    ],
)
def test_a_bad_notification_changes_nothing(editor: Editor, method: str, params: Any) -> None:
    """They change nothing, and no failure is reported."""
    editor.start()
    editor.tell(method, params)
    assert error_of(editor.ask("no/such", {}))[0] == -32601
    assert [message["method"] for message in editor.received if "method" in message] == []


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"capabilities": None, "workspaceFolders": None, "rootUri": None},
        {"capabilities": 3, "rootUri": 3},
        {"capabilities": {"general": 3, "textDocument": 3, "workspace": []}},
        {"capabilities": {"general": {"positionEncodings": [3, {}, "utf-7"]}}},
        {"capabilities": {}, "workspaceFolders": [3, {}, {"uri": 3}, {"uri": "untitled:a"}]},
    ],
)
def test_a_client_that_can_do_odd_things_is_served(
    editor: Editor, project: MakeProject, params: Any
) -> None:
    """They are served as those are that can do nothing."""
    assert (
        editor.ask("initialize", params)["result"]["capabilities"]["positionEncoding"] == "utf-16"
    )
    editor.tell("initialized", {})
    root = project({}, contracts=NO_PRINT)
    assert brief(editor.open(root / "a.py", "print(1)\n")) == [(0, 1, "no-print")]


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        (None, "params: expected an object"),
        ([], "params: expected an object"),
        ({"workspaceFolders": 3}, "workspaceFolders: expected a list"),
        (
            {"capabilities": {"general": {"positionEncodings": 3}}},
            "general.positionEncodings: expected a list",
        ),
    ],
)
def test_what_begins_no_session(editor: Editor, params: Any, problem: str) -> None:
    """It is named, and the session can be begun afterwards."""
    assert error_of(editor.ask("initialize", params)) == (-32602, problem)
    editor.start()


def test_a_request_that_is_cancelled(editor: Editor) -> None:
    """One that still waits is answered as such."""
    editor.start()
    request = {"jsonrpc": "2.0", "id": 77, "method": "no/such", "params": None}
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}}
    editor.send_bytes(frame_message(request) + frame_message(cancel))
    assert error_of(editor.wait_for(lambda each: each.get("id") == 77)) == (-32800, "cancelled")


@pytest.mark.parametrize(("method", "code"), [("textDocument/hover", -32603), ("no/such", -32601)])
def test_what_should_not_fail(
    editor: Editor, monkeypatch: pytest.MonkeyPatch, method: str, code: int
) -> None:
    """A mistake of ours is reported once, with what to do, and nothing else is lost."""

    def fail(*_: Any, **__: Any) -> None:
        raise KeyError("what\nnobody thought of")

    monkeypatch.setattr("phaser_lint.editor.open_text_checks.check_open_text", fail)
    monkeypatch.setattr("phaser_lint.editor.hover.hover", fail)
    editor.start()
    for number in (1, 2):
        identifier = {"uri": "file:///a", "languageId": "", "version": number, "text": ""}
        editor.tell("textDocument/didOpen", {"textDocument": identifier})
        assert error_of(editor.ask(method, {}))[0] == code
    (notification,) = editor.notifications("window/showMessage")
    assert notification == {
        "type": 1,
        "message": "phaser-lint: something failed, and what the editor shows may be out of date: "
        "KeyError: 'what\\nnobody thought of'. Restart the server; with phaser-lint lsp --log FILE "
        "it writes down what to report.",
    }


PUBLISHED = {"publishDiagnostics": {}}
PULLED = {"diagnostic": {"dynamicRegistration": True}}


@pytest.mark.parametrize(
    ("abilities", "is_announced"),
    [
        ({}, False), (PUBLISHED, False), ({**PUBLISHED, **PULLED}, False), (PULLED, True),
    ],
)  # fmt: skip
def test_diagnostics_are_pulled_only_where_that_is_announced(
    editor: Editor, project: MakeProject, abilities: dict[str, Any], is_announced: bool
) -> None:
    """A client that takes published ones gets those, and no answer to what no server told it of.

    That all files can be asked for at once is announced to nobody.
    """
    root = project({}, contracts=NO_PRINT)
    capabilities = editor.start(root, capabilities={"textDocument": abilities})["capabilities"]
    provider = {"interFileDependencies": True, "workspaceDiagnostics": False}
    assert capabilities.get("diagnosticProvider") == (provider if is_announced else None)
    uri = make_file_uri(str(root / "a.py"))
    document = {"uri": uri, "languageId": "python", "version": 1, "text": "print(1)\n"}
    editor.tell("textDocument/didOpen", {"textDocument": document})
    answer = editor.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    if is_announced:
        assert [mark["code"] for mark in answer["result"]["items"]] == ["no-print"]
        assert editor.notifications("textDocument/publishDiagnostics") == []
    else:
        assert answer["error"]["code"] == -32601
        assert [mark["code"] for mark in editor.at_version(uri, 1)] == ["no-print"]
    refused = editor.ask("workspace/diagnostic", {"previousResultIds": []})
    assert refused["error"]["code"] == -32601
