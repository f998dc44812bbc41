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
def test_reported_once_a_prompt(project: MakeProject, run: Run, tool: str, given: Any) -> None:
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


NAMELESS_SAID = "Not checked: the event names a file and a text, but no tool."
WRITTEN = {"file_path": "{root}/a.py", "content": TEXT}
PATCH = "*** Begin Patch\n*** Add File: src/a.py\n+print(1)\n*** End Patch"
NAMELESS: dict[str, dict[str, Any]] = {
    "no tool": {"tool_input": WRITTEN},
    "an empty name": {"tool_name": "", "tool_input": WRITTEN},
    "null": {"tool_name": None, "tool_input": WRITTEN},
    "a list of names": {"tool_name": ["Write"], "tool_input": WRITTEN},
    "a number": {"tool_name": 5, "tool_input": WRITTEN},
    "beside the name of the event": WRITTEN,
    "in another key": {"toolInput": WRITTEN},
    "in a list": {"tool_input": [WRITTEN]},
    "in a list in a list": {"tool_input": {"edits": [[WRITTEN]]}},
    "as JSON": {"tool_input": json.dumps(WRITTEN)},
    "as JSON with a command": {"tool_input": {"command": json.dumps(WRITTEN)}},
    "a patch": {"tool_input": {"command": PATCH}},
    "a patch as the input": {"tool_input": PATCH},
    "files by their names": {"tool_input": {"files": {"src/a.py": TEXT}}},
}
NESTED: dict[str, Any] = {
    "in a list": {"files": [{"path": "src/a.py", "content": TEXT}]},
    "in an object": {"file": {"path": "src/a.py"}, "change": {"new_text": TEXT}},
    "files by their names": {"files": {"src/a.py": "x"}},
    "as JSON": {"input": json.dumps(WRITTEN)},
    "a patch": {"input": PATCH},
}
HARMLESS_NESTED: dict[str, Any] = {
    "questions": {"questions": [{"question": "a/b?", "options": [{"label": "x", "why": "y\nz"}]}]},
    "tasks": {"todos": [{"content": "edit a.py", "status": "open"}]},
    "words": {"queries": ["a/b", "c\nd"]},
    "elsewhere": {"files": [{"path": "/elsewhere/a.py", "content": TEXT}]},
    "deep": json.loads('{"a":' * 500 + "1" + "}" * 500),
}
EVENTS_WITHOUT_TOOL: dict[str, dict[str, Any]] = {
    "claude-code": {"hook_event_name": "PreToolUse"},
    "codex": {"hook_event_name": "PreToolUse", "turn_id": "1", "model": "m"},
    "gemini-cli": {"hook_event_name": "BeforeTool", "timestamp": "t"},
    "qwen-code": {"hook_event_name": "PreToolUse", "tool_call_id": "1"},
    "droid": {"hook_event_name": "PreToolUse", "transcript_path": "/h/.factory/sessions/1.jsonl"},
    "vscode": {"hookEventName": "PreToolUse"},
    "cursor": {"hook_event_name": "preToolUse", "cursor_version": "3", "workspace_roots": ["."]},
}


def nameless(run: Run, root: Path, event: dict[str, Any], *flags: str) -> dict[str, Any]:
    value = placed(root, {"cwd": str(root), "session_id": "s", **event})
    outcome = run("hook", *flags, stdin=json.dumps(value).encode(), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    answer: dict[str, Any] = json.loads(outcome.out)
    return answer


@pytest.mark.parametrize("given", NAMELESS.values(), ids=NAMELESS)
@pytest.mark.parametrize("agent", EVENTS_WITHOUT_TOOL)
def test_no_tool_is_an_unknown_one(
    project: MakeProject, run: Run, agent: str, given: dict[str, Any]
) -> None:
    """Said where the agent hears it before a tool, and denied with ``--fail-closed``."""
    root, bare = project({}, contracts=CONTRACTS), project({})
    event = {**EVENTS_WITHOUT_TOOL[agent], **given}
    if agent != "cursor":
        assert NAMELESS_SAID in json.dumps(nameless(run, root, event))
    refusal = json.dumps(nameless(run, root, event, "--fail-closed"))
    assert '"deny"' in refusal
    assert NAMELESS_SAID in refusal
    assert nameless(run, bare, event, "--fail-closed") == {}


@pytest.mark.parametrize("given", NESTED.values(), ids=NESTED)
def test_an_unknown_tool_may_name_its_file_deep_in_its_input(
    project: MakeProject, run: Run, given: Any
) -> None:
    root = project({}, contracts=CONTRACTS)
    assert before(run, root, "Save", placed(root, given)) == said(SAID.format("Save"))


@pytest.mark.parametrize("given", HARMLESS_NESTED.values(), ids=HARMLESS_NESTED)
@pytest.mark.parametrize("tool", ["Ask", ""])
def test_no_file_is_read_into_other_inputs(
    project: MakeProject, run: Run, tool: str, given: Any
) -> None:
    root = project({}, contracts=CONTRACTS)
    assert before(run, root, tool, placed(root, given), "--fail-closed") == {}


def windsurf(action: Any, info: Any) -> dict[str, Any]:
    return {"agent_action_name": action, "tool_info": info}


EDIT = {"file_path": "{root}/a.py", "edits": [{"old_string": "", "new_string": TEXT}]}


@pytest.mark.parametrize("action", ["", None, "pre_edit_code", ["pre_write_code"]])
def test_an_unknown_action_of_windsurf(project: MakeProject, run: Run, action: Any) -> None:
    root = project({}, contracts=CONTRACTS)
    stdin = json.dumps(placed(root, windsurf(action, {**EDIT, "cwd": "{root}"}))).encode()
    outcome = run("hook", "--fail-closed", stdin=stdin, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("Not checked: ")
    harmless = json.dumps(windsurf("pre_run_command", {"command_line": "ls", "cwd": str(root)}))
    assert run("hook", "--fail-closed", stdin=harmless.encode(), cwd=root) == (0, "", "")


# Cline names a folder of its workspace before a path.


def in_workspace(run: Run, roots: list[Path], tool: str, given: Any, *flags: str) -> dict[str, Any]:
    """The answer to an edit in a workspace of these folders."""
    event = {**SHAPES["cline"]("before", (tool, given), ""), "workspaceRoots": [*map(str, roots)]}
    outcome = run("hook", "--abort", *flags, stdin=json.dumps(event).encode(), cwd=roots[0])
    assert (outcome.code, outcome.err) == (0, "")
    answer: dict[str, Any] = json.loads(outcome.out)
    return answer


@pytest.fixture
def workspace(project: MakeProject, tmp_path: Path) -> list[Path]:
    """Two repositories; only ``backend`` has contracts."""
    front, back = project({"x": ""}), project({"src/old.py": "x = 1\n"}, contracts=CONTRACTS)
    (tmp_path / "at").mkdir()
    return [front.rename(tmp_path / "at/frontend"), back.rename(tmp_path / "at/backend")]


def at(path: str) -> list[tuple[str, dict[str, str]]]:
    """Each way to write a text to *path*."""
    patch = f"*** Begin Patch\n*** Add File: {path}\n+print(1)\n*** End Patch"
    return [
        ("editor", {"path": path, "new_text": TEXT}),
        ("write_to_file", {"path": path, "content": TEXT}),
        ("apply_patch", {"input": patch}),
    ]


@pytest.mark.parametrize("number", range(3))
def test_a_folder_of_the_workspace_is_found_by_its_name(
    run: Run, workspace: list[Path], number: int
) -> None:
    """Its own contracts count; so they do after the edit."""
    tool, given = at("@backend:src/a.py")[number]
    answer = in_workspace(run, workspace, tool, given)
    assert answer["cancel"]
    assert answer["errorMessage"].startswith("Contract violation: no-print at line 1.")
    tool, given = at("@frontend:src/a.py")[number]
    assert in_workspace(run, workspace, tool, given, "--fail-closed") == {}


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("path", ["@other:src/a.py", "@:src/a.py", "@BACKEND:a.py"])
def test_an_unknown_folder_of_the_workspace_is_not_checked(
    run: Run, workspace: list[Path], number: int, path: str
) -> None:
    """And it is said; so it is where two are called the same."""
    tool, given = at(path)[number]
    roots = [workspace[1], workspace[0]]
    assert "Not checked: " in str(in_workspace(run, roots, tool, given)["contextModification"])
    assert in_workspace(run, roots, tool, given, "--fail-closed")["cancel"]


def test_an_odd_name_in_a_workspace_of_one_folder(run: Run, workspace: list[Path]) -> None:
    """It is a file's."""
    for tool, given in at("@odd:a.py"):
        assert in_workspace(run, workspace[1:], tool, given)["cancel"]


URIS = ["file://{root}/src/a%20b.py", "file://localhost{root}/src/a b.py"]


@pytest.mark.parametrize("uri", URIS)
def test_vs_code_takes_the_uri_of_a_file_for_its_path(
    project: MakeProject, run: Run, uri: str
) -> None:
    """In each tool; the contract selects the file by its folder."""
    root = project({"src/a b.py": "x = 1\n"}, contracts={"a.yaml": contract(file_glob="/src/*.py")})
    edit = {"filePath": uri, "oldString": "x = 1", "newString": "print(1)"}
    for tool, given in (
        ("replace_string_in_file", edit),
        ("multi_replace_string_in_file", {"replacements": [edit]}),
    ):
        answer = before(run, root, tool, placed(root, given), agent="vscode")
        assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
