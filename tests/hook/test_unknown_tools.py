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
UNKNOWN_TOOL = "Not checked: phaser-lint does not know the tool {}, which names a file and a text."


def answer_before(
    run: Run,
    root: Path,
    tool: str,
    tool_input: Any,
    *flags: str,
    agent: str = "claude-code",
    session: str = "s",
) -> dict[str, Any]:
    event = SHAPES[agent]("before", (tool, tool_input), str(root))
    event = {**event, "session_id": session}
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    outcome = run("hook", *flags, stdin=json.dumps(event).encode(), cwd=root, env=env)
    assert (outcome.code, outcome.err) == (0, "")
    answer: dict[str, Any] = json.loads(outcome.out)
    return answer


def answer_with_context(text: str) -> dict[str, Any]:
    specific = {"hookEventName": "PreToolUse", "additionalContext": text}
    return {"hookSpecificOutput": specific, "systemMessage": f"phaser-lint: {text}"}


def denial_with(text: str) -> dict[str, Any]:
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


def put_root(root: Path, tool_input: Any) -> Any:
    return json.loads(json.dumps(tool_input).replace("{root}", str(root)))


@pytest.mark.parametrize(("tool", "tool_input"), SILENT)
def test_a_tool_that_writes_no_file_is_silent(
    project: MakeProject, run: Run, tool: str, tool_input: Any
) -> None:
    root = project({"folder/x.txt": ""}, contracts=CONTRACTS)
    for flags in ((), ("--fail-closed",)):
        assert answer_before(run, root, tool, put_root(root, tool_input), *flags) == {}


@pytest.mark.parametrize(("tool", "tool_input"), REPORTED)
def test_reported_once_a_prompt(project: MakeProject, run: Run, tool: str, tool_input: Any) -> None:
    """By its name, and denied each time with ``--fail-closed``."""
    root, without_contracts = project({"folder/x.txt": ""}, contracts=CONTRACTS), project({})
    text = UNKNOWN_TOOL.format(tool)
    assert (
        answer_before(
            run, without_contracts, tool, put_root(without_contracts, tool_input), "--fail-closed"
        )
        == {}
    )
    assert answer_before(run, root, tool, put_root(root, tool_input)) == answer_with_context(text)
    assert answer_before(run, root, tool, put_root(root, tool_input)) == {}
    assert answer_before(run, root, f"{tool}2", put_root(root, tool_input)) == answer_with_context(
        UNKNOWN_TOOL.format(f"{tool}2")
    )
    assert answer_before(
        run, root, tool, put_root(root, tool_input), session="t"
    ) == answer_with_context(text)
    for _ in range(2):
        assert answer_before(
            run, root, tool, put_root(root, tool_input), "--fail-closed"
        ) == denial_with(text)


EDITOR_COMMANDS = [
    {"command": "create", "path": "{root}/a.py", "file_text": "x"},
    {"command": "str_replace", "path": "{root}/a.py", "old_str": "a", "new_str": "b"},
    {"command": "insert", "path": "{root}/a.py", "insert_line": 0, "insert_text": "x"},
]


@pytest.mark.parametrize("agent", ["codex", "gemini-cli", "copilot-cli", "opencode", "pi"])
@pytest.mark.parametrize("arguments", EDITOR_COMMANDS, ids=str)
def test_a_text_editor_tool_is_unknown_by_its_own_name(
    project: MakeProject, run: Run, agent: str, arguments: Any
) -> None:
    """Where it is none of the agent's own tools. Its ``command`` runs nothing."""
    root = project({"a.py": "a\n"}, contracts=CONTRACTS)
    tool_input = put_root(root, arguments)
    answer = answer_before(run, root, "str_replace_editor", tool_input, agent=agent)
    assert UNKNOWN_TOOL.format("str_replace_editor") in json.dumps(answer)


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


@pytest.mark.parametrize(("agent", "tool", "tool_input", "reason"), PATHLESS)
def test_a_known_tool_without_its_path(
    project: MakeProject, run: Run, agent: str, tool: str, tool_input: Any, reason: str
) -> None:
    """It is said where the agent hears that, and denied with ``--fail-closed``."""
    root = project({}, contracts=CONTRACTS)
    text = f"Not checked: {reason}."
    open_answer = answer_before(run, root, tool, tool_input, agent=agent)
    assert open_answer == ({} if agent == "kimi-code" else answer_with_context(text))
    closed = answer_before(run, root, tool, tool_input, "--fail-closed", agent=agent)
    expected = denial_with(text)
    if agent == "kimi-code":
        del expected["systemMessage"]
    assert closed == expected


NAMELESS_SENTENCE = "Not checked: the event names a file and a text, but no tool."
WRITTEN_TEXT = {"file_path": "{root}/a.py", "content": TEXT}
PATCH = "*** Begin Patch\n*** Add File: src/a.py\n+print(1)\n*** End Patch"
NAMELESS: dict[str, dict[str, Any]] = {
    "no tool": {"tool_input": WRITTEN_TEXT},
    "an empty name": {"tool_name": "", "tool_input": WRITTEN_TEXT},
    "null": {"tool_name": None, "tool_input": WRITTEN_TEXT},
    "a list of names": {"tool_name": ["Write"], "tool_input": WRITTEN_TEXT},
    "a number": {"tool_name": 5, "tool_input": WRITTEN_TEXT},
    "beside the name of the event": WRITTEN_TEXT,
    "in another key": {"toolInput": WRITTEN_TEXT},
    "in a list": {"tool_input": [WRITTEN_TEXT]},
    "in a list in a list": {"tool_input": {"edits": [[WRITTEN_TEXT]]}},
    "as JSON": {"tool_input": json.dumps(WRITTEN_TEXT)},
    "as JSON with a command": {"tool_input": {"command": json.dumps(WRITTEN_TEXT)}},
    "a patch": {"tool_input": {"command": PATCH}},
    "a patch as the input": {"tool_input": PATCH},
    "files by their names": {"tool_input": {"files": {"src/a.py": TEXT}}},
}
NESTED: dict[str, Any] = {
    "in a list": {"files": [{"path": "src/a.py", "content": TEXT}]},
    "in an object": {"file": {"path": "src/a.py"}, "change": {"new_text": TEXT}},
    "files by their names": {"files": {"src/a.py": "x"}},
    "as JSON": {"input": json.dumps(WRITTEN_TEXT)},
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


def answer_to_nameless(run: Run, root: Path, event: dict[str, Any], *flags: str) -> dict[str, Any]:
    payload = put_root(root, {"cwd": str(root), "session_id": "s", **event})
    outcome = run("hook", *flags, stdin=json.dumps(payload).encode(), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    answer: dict[str, Any] = json.loads(outcome.out)
    return answer


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("tool_fields", NAMELESS.values(), ids=NAMELESS)
@pytest.mark.parametrize("agent", EVENTS_WITHOUT_TOOL)
def test_no_tool_is_an_unknown_one(
    project: MakeProject, run: Run, agent: str, tool_fields: dict[str, Any]
) -> None:
    """Said where the agent hears it before a tool, and denied with ``--fail-closed``."""
    root, without_contracts = project({}, contracts=CONTRACTS), project({})
    event = {**EVENTS_WITHOUT_TOOL[agent], **tool_fields}
    if agent != "cursor":
        assert NAMELESS_SENTENCE in json.dumps(answer_to_nameless(run, root, event))
    refusal = json.dumps(answer_to_nameless(run, root, event, "--fail-closed"))
    assert '"deny"' in refusal
    assert NAMELESS_SENTENCE in refusal
    assert answer_to_nameless(run, without_contracts, event, "--fail-closed") == {}


@pytest.mark.parametrize("tool_input", NESTED.values(), ids=NESTED)
def test_an_unknown_tool_may_name_its_file_deep_in_its_input(
    project: MakeProject, run: Run, tool_input: Any
) -> None:
    root = project({}, contracts=CONTRACTS)
    assert answer_before(run, root, "Save", put_root(root, tool_input)) == answer_with_context(
        UNKNOWN_TOOL.format("Save")
    )


@pytest.mark.parametrize("tool_input", HARMLESS_NESTED.values(), ids=HARMLESS_NESTED)
@pytest.mark.parametrize("tool", ["Ask", ""])
def test_no_file_is_read_into_other_inputs(
    project: MakeProject, run: Run, tool: str, tool_input: Any
) -> None:
    root = project({}, contracts=CONTRACTS)
    assert answer_before(run, root, tool, put_root(root, tool_input), "--fail-closed") == {}


def windsurf(action: Any, tool_info: Any) -> dict[str, Any]:
    return {"agent_action_name": action, "tool_info": tool_info}


EDIT = {"file_path": "{root}/a.py", "edits": [{"old_string": "", "new_string": TEXT}]}


@pytest.mark.parametrize("action", ["", None, "pre_edit_code", ["pre_write_code"]])
def test_an_unknown_action_of_windsurf(project: MakeProject, run: Run, action: Any) -> None:
    root = project({}, contracts=CONTRACTS)
    stdin = json.dumps(put_root(root, windsurf(action, {**EDIT, "cwd": "{root}"}))).encode()
    outcome = run("hook", "--fail-closed", stdin=stdin, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("Not checked: ")
    harmless = json.dumps(windsurf("pre_run_command", {"command_line": "ls", "cwd": str(root)}))
    assert run("hook", "--fail-closed", stdin=harmless.encode(), cwd=root) == (0, "", "")


# Cline names a folder of its workspace before a path.


def in_workspace(
    run: Run, roots: list[Path], tool: str, tool_input: Any, *flags: str
) -> dict[str, Any]:
    """The answer to an edit in a workspace of these folders."""
    event = {
        **SHAPES["cline"]("before", (tool, tool_input), ""),
        "workspaceRoots": [*map(str, roots)],
    }
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


def calls_that_write(path: str) -> list[tuple[str, dict[str, str]]]:
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
    tool, tool_input = calls_that_write("@backend:src/a.py")[number]
    answer = in_workspace(run, workspace, tool, tool_input)
    assert answer["cancel"]
    assert answer["errorMessage"].startswith("Contract violation: no-print at line 1.")
    tool, tool_input = calls_that_write("@frontend:src/a.py")[number]
    assert in_workspace(run, workspace, tool, tool_input, "--fail-closed") == {}


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("path", ["@other:src/a.py", "@:src/a.py", "@BACKEND:a.py"])
def test_an_unknown_folder_of_the_workspace_is_not_checked(
    run: Run, workspace: list[Path], number: int, path: str
) -> None:
    """And it is said; so it is where two are called the same."""
    tool, tool_input = calls_that_write(path)[number]
    roots = [workspace[1], workspace[0]]
    assert "Not checked: " in str(in_workspace(run, roots, tool, tool_input)["contextModification"])
    assert in_workspace(run, roots, tool, tool_input, "--fail-closed")["cancel"]


def test_an_odd_name_in_a_workspace_of_one_folder(run: Run, workspace: list[Path]) -> None:
    """It is a file's."""
    for tool, tool_input in calls_that_write("@odd:a.py"):
        assert in_workspace(run, workspace[1:], tool, tool_input)["cancel"]


URIS = ["file://{root}/src/a%20b.py", "file://localhost{root}/src/a b.py"]


@pytest.mark.parametrize("uri", URIS)
def test_vs_code_takes_the_uri_of_a_file_for_its_path(
    project: MakeProject, run: Run, uri: str
) -> None:
    """In each tool; the contract selects the file by its folder."""
    root = project({"src/a b.py": "x = 1\n"}, contracts={"a.yaml": contract(file_glob="/src/*.py")})
    edit = {"filePath": uri, "oldString": "x = 1", "newString": "print(1)"}
    for tool, tool_input in (
        ("replace_string_in_file", edit),
        ("multi_replace_string_in_file", {"replacements": [edit]}),
    ):
        answer = answer_before(run, root, tool, put_root(root, tool_input), agent="vscode")
        assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
