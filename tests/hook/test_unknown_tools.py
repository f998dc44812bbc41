"""A tool that nobody knows and that seems to write a file; a known one that names none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.agent.events import SHAPES
from tests.command.made import contract

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACTS = {"no-print.yaml": contract()}
TEXT = "print(1)\n"
SAID = "Not checked: phaser-lint does not know the tool {}, which names a file and a text."


def before(run: Run, root: Path, tool: str, given: Any, *flags: str, agent: str = "claude-code",
           session: str = "s") -> dict[str, Any]:  # fmt: skip
    event = SHAPES[agent]("before", (tool, given), str(root))
    event = {**event, "session_id": session}
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    outcome = run("hook", *flags, stdin=json.dumps(event).encode(), cwd=root, env=env)
    assert (outcome.code, outcome.err) == (0, "")
    answer: dict[str, Any] = json.loads(outcome.out)
    return answer


def said(text: str) -> dict[str, Any]:
    specific = {"hookEventName": "PreToolUse", "additionalContext": text}
    return {"hookSpecificOutput": specific, "systemMessage": f"phaser-lint: {text}"}


def denied(text: str) -> dict[str, Any]:
    specific = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": text,
    }
    return {"hookSpecificOutput": specific, "systemMessage": f"phaser-lint: {text}"}


SILENT: list[tuple[str, Any]] = [
    ("Grep", {"path": "{root}/a.py", "pattern": "a\nb"}),
    ("Bash", {"command": "cat a.py\ncat b.py", "cwd": "{root}/a.py"}),
    ("Runner", {"script": "x\ny\n", "path": "{root}/a.py"}),
    ("mcp__files__write", {"path": "{root}/a.py", "content": TEXT}),
    ("MCP:write", {"path": "{root}/a.py", "content": TEXT}),
    ("Save", {"path": "/elsewhere/a.py", "content": TEXT}),
    ("Save", {"path": "{root}/folder", "content": TEXT}),
    ("Save", {"path": "a.py"}),
    ("Save", {"content": TEXT}),
    ("Save", {"path": "a.py", "content": ""}),
    ("Symbols", {"path": "{root}/a.py", "name": "main"}),
    ("Ask", {"subject": "word", "content": TEXT}),
    ("Fetch", {"url": "https://example.com/a.py", "content": TEXT}),
    ("Task", {"description": "do it", "prompt": "a\nb\n"}),
    ("Other", {}),
    ("Other", {"path": 5, "content": TEXT}),
]
REPORTED: list[tuple[str, Any]] = [
    ("Save", {"path": "{root}/a.py", "content": TEXT}),
    ("Save", {"path": "a.py", "content": TEXT}),
    ("Save", {"target": "src/new", "data": "x\ny\n"}),
    ("Patch", {"file": "{root}/a.py", "edits": [{"old": "a", "new": "b"}]}),
    ("WriteFile", {"path": "{root}/folder/b.py", "contents": "x"}),
]


def placed(root: Path, given: Any) -> Any:
    return json.loads(json.dumps(given).replace("{root}", str(root)))


@pytest.mark.parametrize(("tool", "given"), SILENT)
def test_silent(project: MakeProject, run: Run, tool: str, given: Any) -> None:
    root = project({"folder/x.txt": ""}, contracts=CONTRACTS)
    for flags in ((), ("--fail-closed",)):
        assert before(run, root, tool, placed(root, given), *flags) == {}


@pytest.mark.parametrize(("tool", "given"), REPORTED)
def test_reported_once_a_session(project: MakeProject, run: Run, tool: str, given: Any) -> None:
    """By its name, and denied each time with ``--fail-closed``."""
    root, bare = project({"folder/x.txt": ""}, contracts=CONTRACTS), project({})
    text = SAID.format(tool)
    assert before(run, bare, tool, placed(bare, given), "--fail-closed") == {}
    assert before(run, root, tool, placed(root, given)) == said(text)
    assert before(run, root, tool, placed(root, given)) == {}
    assert before(run, root, f"{tool}2", placed(root, given)) == said(SAID.format(f"{tool}2"))
    assert before(run, root, tool, placed(root, given), session="t") == said(text)
    for _ in range(2):
        assert before(run, root, tool, placed(root, given), "--fail-closed") == denied(text)


PATHLESS = [
    ("claude-code", "Write", {"content": TEXT}, "Missing file_path"),
    ("claude-code", "Edit", {"file": "a.py", "old_string": "a", "new_string": "b"},
     "Missing file_path"),
    ("claude-code", "Write", {"file_path": 5, "content": TEXT}, "Invalid file_path"),
    ("claude-code", "Write", {"file_path": "a\0b", "content": TEXT}, "Invalid file_path"),
    ("codex", "apply_patch", {"text": "*** Begin Patch"}, "Missing patch"),
    ("droid", "Create", {"filename": "a.py", "content": TEXT}, "Missing file_path"),
    ("kimi-code", "Write", {"file": "a.py", "content": TEXT}, "Missing file_path"),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "tool", "given", "reason"), PATHLESS)
def test_a_known_tool_without_its_path(
    project: MakeProject, run: Run, agent: str, tool: str, given: Any, reason: str
) -> None:
    """It is said where the agent hears that, and denied with ``--fail-closed``."""
    root = project({}, contracts=CONTRACTS)
    text = f"Not checked: {reason}."
    open_answer = before(run, root, tool, given, agent=agent)
    assert open_answer == ({} if agent == "kimi-code" else said(text))
    closed = before(run, root, tool, given, "--fail-closed", agent=agent)
    expected = denied(text)
    if agent == "kimi-code":
        del expected["systemMessage"]
    assert closed == expected
