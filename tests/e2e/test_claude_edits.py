"""The tables of edits, driven through the client that is installed.

    PHASER_CLAUDE=/path/to/claude pytest -m e2e tests/e2e

A hook of the test logs each call as the client sends it; the prediction is made from that, and
compared with the bytes that the client then wrote. One run of the client makes all edits of a
table, each in a folder of its own.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from phaser_lint.core.text import decode_file
from phaser_lint.text.edits.notebook_edit import NEW_CELL_ID, apply_notebook_edit
from phaser_lint.text.edits.text_edit import apply_text_edit
from tests.e2e.claude_client import find_claude, run_claude, tool_results, version_of
from tests.e2e.model_server import ToolCall
from tests.text.edits.edit_cases import ALL_CASES, EditCase
from tests.text.edits.notebook_cases import CELL_CASES, TEXT_CASES, NotebookCase

CLAUDE = find_claude()
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(CLAUDE is None, reason="no client: set PHASER_CLAUDE or install claude"),
]
LOGGING_HOOK = """\
import sys

with open(sys.argv[1], "ab") as log:
    log.write(sys.stdin.buffer.read().strip() + b"\\n")
"""
UTF_16 = b"\xff\xfe" + "a “b”\r\nc é\r\n".encode("utf-16-le")


def is_earlier() -> bool:
    """Clients before 2.1.300 edit only what was read, and fail on notebooks without metadata."""
    assert CLAUDE is not None
    return version_of(CLAUDE) < (2, 1, 300)


class CallOutcome(NamedTuple):
    """What one call came to: the hook's input or None, the bytes on disk, the model's answer."""

    hook: dict[str, Any] | None
    after: bytes | None
    result: str


def drive(
    folder: Path, calls: list[tuple[bytes | None, ToolCall]], *, reads_first: bool
) -> list[CallOutcome]:
    """Make each call on a file of its own that holds the bytes before it; read it first if told."""
    assert CLAUDE is not None
    project, log = folder / "project", folder / "log.jsonl"
    install_logging_hook(project, log)
    paths = [prepare(project, number, before, call) for number, (before, call) in enumerate(calls)]
    turns = []
    for path, (_, (tool, fields)) in zip(paths, calls, strict=True):
        turns += [[("Read", {"file_path": str(path)})]] if reads_first else []
        turns.append([(tool, {**fields, path_field(tool): str(path)})])
    run = run_claude(claude=CLAUDE, project=project, home=folder / "home", turns=turns, timeout=240)
    tool_results_of_calls = tool_results(run.requests)[
        1 if reads_first else 0 :: 2 if reads_first else 1
    ]
    assert len(tool_results_of_calls) == len(calls), run.stdout + run.stderr
    hooks = read_log(log)
    return [
        CallOutcome(hooks.get(str(path)), path.read_bytes() if path.exists() else None, tool_result)
        for path, tool_result in zip(paths, tool_results_of_calls, strict=True)
    ]


def install_logging_hook(project: Path, log: Path) -> None:
    (project / ".claude").mkdir(parents=True)
    script = log.with_name("hook.py")
    script.write_text(LOGGING_HOOK)
    hook = {"type": "command", "command": shlex.join([sys.executable, str(script), str(log)])}
    hook_group = {"matcher": "Edit|NotebookEdit", "hooks": [hook]}
    settings = {"hooks": {"PreToolUse": [hook_group]}}
    (project / ".claude" / "settings.json").write_text(json.dumps(settings))


def prepare(project: Path, number: int, before: bytes | None, call: ToolCall) -> Path:
    path = project / str(number) / ("n.ipynb" if call[0] == "NotebookEdit" else "a.md")
    path.parent.mkdir()
    if before is not None:
        path.write_bytes(before)
    return path


def path_field(tool: str) -> str:
    return "notebook_path" if tool == "NotebookEdit" else "file_path"


def read_log(log: Path) -> dict[str, dict[str, Any]]:
    events = [json.loads(line) for line in log.read_bytes().splitlines()]
    return {
        event["tool_input"][path_field(event["tool_name"])]: event["tool_input"] for event in events
    }


def encode_text(text: str | None, *, codec: str = "utf-8") -> bytes | None:
    return None if text is None else text.encode(codec, "surrogateescape")


def edit_call(case: EditCase) -> tuple[bytes | None, ToolCall]:
    fields = {"old_string": case.old, "new_string": case.new, "replace_all": case.replace_all}
    return encode_text(case.before), ("Edit", fields)


def predicted_edit(before: bytes | None, hook: dict[str, Any]) -> bytes | None:
    return encode_text(
        apply_text_edit(
            decode_file(before or b""),
            old=hook["old_string"],
            new=hook["new_string"],
            replace_all=hook["replace_all"],
        ),
        codec="utf-16-le" if before == UTF_16 else "utf-8",
    )


def notebook_call(case: NotebookCase) -> tuple[bytes | None, ToolCall]:
    fields = {
        "cell_id": case.cell_id,
        "new_source": case.new_source,
        "cell_type": case.cell_type,
        "edit_mode": case.edit_mode,
    }
    tool_input = {key: field for key, field in fields.items() if field is not None}
    return encode_text(case.before), ("NotebookEdit", tool_input)


def predicted_notebook(before: bytes | None, hook: dict[str, Any]) -> bytes | None:
    return encode_text(
        apply_notebook_edit(
            (before or b"").decode(),
            cell_id=hook.get("cell_id"),
            new_source=hook["new_source"],
            cell_type=hook.get("cell_type"),
            edit_mode=hook.get("edit_mode", "replace"),
        )
    )


def with_placeholder(after: bytes | None, hook: dict[str, Any]) -> bytes | None:
    """`after` with the placeholder for the one id that the client drew."""
    if after is None or hook.get("edit_mode") != "insert":
        return after
    return re.sub(rb'"id": "[0-9a-f]{8}"', b'"id": "%s"' % NEW_CELL_ID.encode(), after)


def notebook_as_predicted(before: bytes | None, outcome: CallOutcome) -> bool:
    if outcome.hook is None:
        return outcome.after == before
    return with_placeholder(outcome.after, outcome.hook) == predicted_notebook(before, outcome.hook)


def test_every_predicted_edit_is_what_claude_writes(tmp_path: Path) -> None:
    """Each row: the prediction is what the client wrote, or the client refused before the hook."""
    if is_earlier():
        pytest.skip("the table is that of 2.1.330")
    calls = [edit_call(case) for case in ALL_CASES]
    outcomes = drive(tmp_path, calls, reads_first=False)
    wrong = [
        (case.name, outcome.result, outcome.after)
        for case, (before, _), outcome in zip(ALL_CASES, calls, outcomes, strict=True)
        if (outcome.hook is None) != (case.after is None)
        or outcome.after
        != (before if outcome.hook is None else predicted_edit(before, outcome.hook))
        or outcome.after != encode_text(case.before if case.after is None else case.after)
    ]
    assert wrong == []


def test_an_edit_of_utf_16(tmp_path: Path) -> None:
    """A file behind FF FE is edited in its own encoding, with its line ends and quotes."""
    call = ("Edit", {"old_string": '"b"\nc é', "new_string": '"d"\ne', "replace_all": False})
    [outcome] = drive(tmp_path, [(UTF_16, call)], reads_first=is_earlier())
    assert outcome.hook is not None, outcome.result
    assert outcome.after == predicted_edit(UTF_16, outcome.hook)
    assert outcome.after == b"\xff\xfe" + "a “d”\r\ne\r\n".encode("utf-16-le")


def test_every_predicted_notebook_edit_is_what_claude_writes(tmp_path: Path) -> None:
    """Each row: the bytes predicted are the bytes written, but for the id of a new cell."""
    assert CLAUDE is not None
    if version_of(CLAUDE) < (2, 1, 332):
        pytest.skip("the table is that of 2.1.332")
    cases = [*CELL_CASES, *TEXT_CASES]
    calls = [notebook_call(case) for case in cases]
    outcomes = drive(tmp_path, calls, reads_first=True)
    wrong = [
        (case.name, outcome.result, outcome.after)
        for case, (before, _), outcome in zip(cases, calls, outcomes, strict=True)
        if (outcome.hook is None) != (case.after is None)
        or not notebook_as_predicted(before, outcome)
    ]
    assert wrong == []
