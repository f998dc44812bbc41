"""How a text is checked, sent to a client that shows it until it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaser_lint.editor.uris import make_file_uri
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

SHOWN = {"experimental": {"phaserLintStatus": True}}
TEXT = "print(1)\n"
PLACE = ".claude/contracts/a.yaml"
BROKEN = f"{PLACE}:2: type: expected"


def last(editor: Editor, path: Path) -> Any:
    """What was sent last of a file: contracts, problems, and whether git ignores it."""
    statuses = [
        notification
        for notification in editor.notifications("phaserLint/status")
        if notification["uri"] == make_file_uri(str(path))
    ]
    if not statuses:
        return None
    problems = [status[: len(BROKEN)] for status in statuses[-1]["problems"]]
    return statuses[-1]["contracts"], problems, statuses[-1]["isIgnored"]


def test_only_a_client_that_asks_gets_the_status(editor: Editor, project: MakeProject) -> None:
    """Another client is not, and is shown a message instead."""
    root = project({}, contracts={"a.yaml": contract(type="nothing")})
    editor.start(root)
    editor.open(root / "a.py", TEXT)
    editor.ask(
        "textDocument/hover",
        {
            "textDocument": {"uri": make_file_uri(str(root / "a.py"))},
            "position": {"line": 0, "character": 0},
        },
    )
    assert editor.notifications("phaserLint/status") == []
    [message] = editor.notifications("window/showMessage")
    assert message["message"].startswith(f"phaser-lint: {BROKEN}")


def test_each_change_of_the_status_is_sent_once(editor: Editor, project: MakeProject) -> None:
    """No contract, the first, a broken one, and once it is fixed; an ignored file; once each."""
    root = project({".gitignore": "b.py\n"})
    editor.start(root, capabilities=SHOWN)
    path, ignored, none = root / "a.py", root / "b.py", root.parent / "c.py"
    editor.open(path, TEXT)
    editor.open(none, TEXT)
    assert editor.eventually(lambda: last(editor, none) == (0, [], False))
    assert last(editor, path) == (0, [], False)
    number_of_statuses = len(editor.notifications("phaserLint/status"))
    editor.save(path)
    editor.open(ignored, TEXT)
    assert editor.eventually(lambda: last(editor, ignored) == (0, [], False))
    assert len(editor.notifications("phaserLint/status")) == number_of_statuses + 1
    for text, expected in (
        (contract(), (1, [])),
        (contract(type="nothing"), (0, [BROKEN])),
        (contract(), (1, [])),
    ):
        write_files(root, {PLACE: text})
        editor.save(path)
        occurrences_reported = [(*expected, open_path == ignored) for open_path in (path, ignored)]
        while [last(editor, open_path) for open_path in (path, ignored)] != occurrences_reported:
            editor.next_message()
    assert editor.notifications("window/showMessage") == []
    editor.change(path, 2, {"text": "x\n"})
    assert last(editor, path) == (1, [], False)
