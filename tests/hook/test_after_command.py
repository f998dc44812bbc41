"""``phaser-lint hook`` after tools that name no files: what they changed on disk, said once."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

OLD = "print(0)\n"
CONTRACTS = {
    "no-print.yaml": contract("no-print", ignorable=False),
    "no-todo.yaml": contract(
        "no-todo", pattern="TODO", message="Finish it.", severity="warning", ignorable=False
    ),
}
ERROR, WARNING = "Contract violation", "Warning"


def sentence_of(rule_id: str, path: str, line: int, text: str) -> str:
    """What the model reads of one violation."""
    lead, message = {
        "no-print": (ERROR, "Use the logger."),
        "no-todo": (WARNING, "Finish it."),
    }[rule_id]
    return f"{lead}: {rule_id} in {path} at line {line}. {message}\n  {line}: {text}"


def command_event(
    root: Path, command: str = "make", *, tool: str = "Bash", name: str = "PostToolUse", **keys: Any
) -> bytes:
    """The event after a tool that names no files."""
    payload = json.loads(event(tool, name=name, cwd=root, command=command))
    return json.dumps({**payload, **keys}).encode()


def model_text_of(outcome: Outcome) -> str:
    """What the model reads, or nothing; the run of the agent is never stopped."""
    assert (outcome.code, outcome.err) == (0, "")
    answer = json.loads(outcome.out)
    specific = answer.pop("hookSpecificOutput", {"additionalContext": ""})
    assert answer == {}
    assert set(specific) <= {"hookEventName", "additionalContext"}
    text: str = specific["additionalContext"]
    return text


# Silent.

SILENT: dict[str, tuple[dict[str, str | bytes], dict[str, str | bytes | None]]] = {
    "nothing changed": ({"a.py": OLD}, {}),
    "clean files": ({"a.py": "x\n"}, {"a.py": "y\n", "new.py": "x\n"}),
    "existing violations, changed beside it": ({"a.py": OLD}, {"a.py": f"x\n  {OLD}"}),
    "fixed": ({"a.py": OLD}, {"a.py": "x\n"}),
    "deleted": ({"a.py": OLD}, {"a.py": None}),
    "binary": ({}, {"a.py": b"\0print(1)"}),
    "no glob selects it": ({}, {"a.txt": OLD}),
    "git ignores it": ({".gitignore": "out/\n"}, {"out/a.py": OLD}),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", SILENT.values(), ids=SILENT)
def test_a_command_that_breaks_nothing_is_silent(project: MakeProject, run: Run, row: Any) -> None:
    """Nothing new, nothing said: not at the first check, and not at the second."""
    committed, changed_files = row
    root = project(committed, contracts=CONTRACTS, commit=True)
    change_files(root, changed_files)
    for _ in range(2):
        assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")


def change_files(root: Path, files: dict[str, str | bytes | None]) -> None:
    for path, content in files.items():
        if content is None:
            (root / path).unlink()
        else:
            write_files(root, {path: content})


@pytest.mark.parametrize(
    ("tool", "command"),
    [
        ("Bash", "ls -la"),
        ("Bash", "cd src && grep -n print a.py | head -3; pwd"),
        ("Bash", ""),
        ("Read", ""),
        ("Grep", ""),
        ("run_shell_command", "cat a.py"),
    ],
)
def test_tools_that_only_read(project: MakeProject, run: Run, tool: str, command: str) -> None:
    """They cost no check; what others wrote is reported by the next one."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    assert run("hook", stdin=command_event(root, command, tool=tool), cwd=root) == (0, "{}\n", "")


def test_without_git_a_command_is_silent(project: MakeProject, run: Run) -> None:
    """There is nothing to compare with; Stop says so."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    (root / ".git").rename(root / "not-git")
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")


@pytest.mark.parametrize("index", [b"", b"garbled"])
def test_a_git_that_fails_is_reported_once(project: MakeProject, run: Run, index: bytes) -> None:
    """Its own words, once; an agent's command does not depend on it."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    (root / ".git/HEAD").write_bytes(index)
    outcome = run("hook", stdin=command_event(root), cwd=root)
    assert outcome.out.startswith(
        f'{{"systemMessage": "phaser-lint cannot tell what a command changed in {root}: git status:'
    )
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")


def test_silent_without_a_session(project: MakeProject, run: Run) -> None:
    """Where nothing can be remembered it would be said after every command."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    assert run("hook", stdin=command_event(root, session_id=""), cwd=root) == (0, "{}\n", "")


def test_before_the_agent_came(project: MakeProject, run: Run) -> None:
    """What the user left uncommitted is not the agent's; what a command adds to it is."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": OLD})
    keys = {"duration_ms": 1}
    # Not os.utime: what counts is when the file's status changed, which nobody can set back.
    while time.time() - os.stat(root / "a.py").st_ctime < 2.2:
        time.sleep(0.1)
    assert run("hook", stdin=command_event(root, **keys), cwd=root) == (0, "{}\n", "")
    write_files(root, {"a.py": OLD + "x\nprint(1)\n"})
    model_text = model_text_of(run("hook", stdin=command_event(root, **keys), cwd=root))
    assert model_text == sentence_of("no-print", "a.py", 3, "print(1)")


def test_a_commit_before_the_agent_came(project: MakeProject, run: Run) -> None:
    """The user's, made while the agent was starting: all that it holds was called new once."""
    root = project({"a.py": OLD}, contracts=CONTRACTS, commit=True)
    while time.time() - os.stat(root / ".git/logs/HEAD").st_mtime < 0.4:
        time.sleep(0.1)
    write_files(root, {"b.py": "x = 1\n"})
    stdin = command_event(root, duration_ms=1)
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


# Said.

REPORTED_CHANGES: dict[str, tuple[dict[str, str], dict[str, str | bytes | None], list[str]]] = {
    "a new file": ({}, {"a.py": OLD}, [sentence_of("no-print", "a.py", 1, "print(0)")]),
    "a changed file": (
        {"a.py": OLD},
        {"a.py": OLD + "print(1)\n"},
        [sentence_of("no-print", "a.py", 2, "print(1)")],
    ),
    "a warning": ({}, {"a.py": "# TODO\n"}, [sentence_of("no-todo", "a.py", 1, "# TODO")]),
    "several files": (
        {},
        {"a.py": OLD, "src/b.py": "x\n" + OLD, "c.py": "x\n"},
        [
            sentence_of("no-print", "a.py", 1, "print(0)"),
            sentence_of("no-print", "src/b.py", 2, "print(0)"),
        ],
    ),
    "an odd name": ({}, {"ä b.py": OLD}, [sentence_of("no-print", "ä b.py", 1, "print(0)")]),
    "a name that is no text": (
        {},
        {os.fsdecode(b"\xff\n.py"): OLD},
        [sentence_of("no-print", "\\xff\\n.py", 1, "print(0)")],
    ),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", REPORTED_CHANGES.values(), ids=REPORTED_CHANGES)
def test_a_violation_by_a_command_is_reported_once(
    project: MakeProject, run: Run, row: Any
) -> None:
    """Only as context, whichever tool wrote it, and not again as long as it stays so."""
    committed, changed_files, lines = row
    root = project(committed, contracts=CONTRACTS, commit=True)
    change_files(root, changed_files)
    assert model_text_of(run("hook", stdin=command_event(root), cwd=root)) == "\n".join(lines)
    for stdin in (command_event(root), command_event(root, tool="mcp__files__write")):
        assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ("Bash", "PostToolUse"),
        ("Bash", "PostToolUseFailure"),
        ("PowerShell", "PostToolUse"),
        ("mcp__files__write", "PostToolUse"),
        ("mcp__files__write", "PostToolUseFailure"),
        ("SomethingNew", "PostToolUse"),
    ],
)
def test_every_tool_that_may_write(project: MakeProject, run: Run, tool: str, name: str) -> None:
    """A command that fails may have written before it did."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    outcome = run("hook", stdin=command_event(root, tool=tool, name=name), cwd=root)
    assert model_text_of(outcome) == sentence_of("no-print", "a.py", 1, "print(0)")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "command",
    [
        "echo 'print(0)' > a.py",
        "ls; python gen.py",
        "cat $(make)",
        "cat `make`",
        "ls & make",
        "tee a.py",
        "sed -i s/x/y/ a.py",
        "git apply x.patch",
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.py\n+print(0)\n*** End Patch\nEOF",
    ],
)
def test_commands_that_may_write(project: MakeProject, run: Run, command: str) -> None:
    """Whatever is not certain to read alone is followed by a check."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    outcome = run("hook", stdin=command_event(root, command), cwd=root)
    assert model_text_of(outcome) == sentence_of("no-print", "a.py", 1, "print(0)")


def test_contracts_of_a_flag_check_after_a_command(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """``--contracts-dir`` is enough to check by: no folder of the project's has to be there."""
    root = project({"a.py": OLD}, commit=True)
    write_files(tmp_path / "rules", CONTRACTS)
    flags = ("hook", "--contracts-dir", str(tmp_path / "rules"))
    assert run(*flags, stdin=command_event(root), cwd=root) == (0, "{}\n", "")
    write_files(root, {"a.py": OLD + "print(1)\n"})
    model_text = model_text_of(run(*flags, stdin=command_event(root), cwd=root))
    assert model_text == sentence_of("no-print", "a.py", 2, "print(1)")


def test_what_is_new_since_the_last_check(project: MakeProject, run: Run) -> None:
    """Added to, fixed, broken again: each time what there is to say now."""
    root = project({"a.py": "x\n"}, contracts=CONTRACTS, commit=True)
    steps = [
        ("print(1)\n", sentence_of("no-print", "a.py", 1, "print(1)")),
        ("print(1)\nprint(2)\n", sentence_of("no-print", "a.py", 2, "print(2)")),
        ("x\n\nprint(1)\nprint(2)\n", ""),
        ("x\n", ""),
        ("print(1)\n", sentence_of("no-print", "a.py", 1, "print(1)")),
    ]
    for text, expected in steps:
        write_files(root, {"a.py": text})
        assert model_text_of(run("hook", stdin=command_event(root), cwd=root)) == expected, text


def test_another_session_is_told_anew(project: MakeProject, run: Run) -> None:
    """It has heard nothing yet."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    for session in ("first", "second"):
        outcome = run("hook", stdin=command_event(root, session_id=session), cwd=root)
        assert model_text_of(outcome) == sentence_of("no-print", "a.py", 1, "print(0)")


def test_after_a_file_tool(project: MakeProject, run: Run) -> None:
    """What was said after an edit is not said again after a command."""
    root = project({"a.py": "x\n"}, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": "x\n# TODO\n"})
    edit = event("Write", name="PostToolUse", cwd=root, file_path=root / "a.py", content="")
    assert model_text_of(run("hook", stdin=edit, cwd=root)).startswith("Warning: no-todo at line 2")
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")
    write_files(root, {"a.py": "x\n# TODO\n# TODO: more\n"})
    model_text = model_text_of(run("hook", stdin=command_event(root), cwd=root))
    assert model_text == sentence_of("no-todo", "a.py", 3, "# TODO: more")


def test_an_edit_beside_what_the_user_left(project: MakeProject, run: Run) -> None:
    """Known to be old from the edit's own before, it is not laid at a command's door later."""
    root = project({"a.py": "x\n"}, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": OLD + "y\n"})
    edit = event(
        "Edit",
        name="PostToolUse",
        cwd=root,
        file_path=root / "a.py",
        tool_response={"originalFile": OLD},
    )
    assert run("hook", stdin=edit, cwd=root) == (0, "{}\n", "")
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")


def copilot(root: Path, new: str, **keys: Any) -> bytes:
    """An edit in Copilot's own form; with a result, after it."""
    arguments = {"path": str(root / "a.py"), "old_str": "item\n", "new_str": new}
    common = {"sessionId": "s", "cwd": str(root), "toolName": "edit", "toolArgs": arguments}
    return json.dumps({**common, **keys}).encode()


def test_two_edits_that_break_it_together(project: MakeProject, run: Run) -> None:
    """Both checked on the file as it was before the first; said as an error once it is on disk."""
    limit = contract("few", pattern=r"(?s)item.*item.*item", ignorable=False)
    root = project({"a.py": "item\n"}, contracts={"few.yaml": limit}, commit=True)
    for new in ("item\nitem\n", "\nitem\nitem\n"):
        assert run("hook", stdin=copilot(root, new), cwd=root) == (0, "{}\n", "")
    write_files(root, {"a.py": "\nitem\nitem\nitem\n"})
    outcome = run("hook", stdin=copilot(root, "", toolResult={}), cwd=root)
    assert json.loads(outcome.out) == {
        "additionalContext": "Contract violation: few at line 2. Use the logger.\n  2: item"
    }


def test_an_edit_that_matched_loosely(project: MakeProject, run: Run) -> None:
    """Not foreseen, which is said; said as an error once it is on disk."""
    root = project({"a.py": "a = 1\n"}, contracts=CONTRACTS, commit=True)
    arguments = {"filePath": "a.py", "oldString": "  a = 1", "newString": "  print(1)"}
    moments = {
        "before": "Not checked: a.py: oldString not found in file.",
        "after": sentence_of("no-print", "a.py", 1, "print(1)").replace(" in a.py", ""),
    }
    for moment, expected_context in moments.items():
        payload = {"opencode": moment, "tool": "edit", "session": "s", "args": arguments}
        stdin = json.dumps({**payload, "directory": str(root)}).encode()
        assert json.loads(run("hook", stdin=stdin, cwd=root).out)["context"] == expected_context
        write_files(root, {"a.py": "print(1)\n"})


def test_committed_in_the_same_command(project: MakeProject, run: Run, git: Git) -> None:
    """Nothing differs from the last commit any more; said after the command and at Stop, once."""
    root = project({"a.py": OLD}, contracts=CONTRACTS, commit=True)
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")
    write_files(root, {"a.py": OLD + "print(1)\n", "b.py": "x\n"})
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "x")
    expected = sentence_of("no-print", "a.py", 2, "print(1)")
    assert model_text_of(run("hook", stdin=command_event(root), cwd=root)) == expected
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")
    stop = run("hook", stdin=event("", name="Stop", cwd=root), cwd=root)
    assert json.loads(stop.out) == {"decision": "block", "reason": expected}
    write_files(root, {"a.py": OLD})
    git(root, "commit", "-q", "-a", "-m", "y")
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")


def test_silent_about_the_commits_of_others(project: MakeProject, run: Run, git: Git) -> None:
    """What another branch holds was checked there: a merge or a checkout brings nothing new."""
    root = project({"a.py": OLD}, contracts=CONTRACTS, commit=True)
    git(root, "checkout", "-q", "-b", "other")
    write_files(root, {"b.py": OLD})
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "x")
    git(root, "checkout", "-q", "-")
    assert run("hook", stdin=command_event(root, "ls"), cwd=root) == (0, "{}\n", "")
    git(root, "merge", "-q", "other")
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")
    assert run("hook", stdin=event("", name="Stop", cwd=root), cwd=root) == (0, "{}\n", "")


def test_contracts_of_a_folder_inside(project: MakeProject, run: Run) -> None:
    """The contracts of all levels above a file check it, as everywhere."""
    inner = {"api/.claude/contracts/a.yaml": contract("no-exec", pattern="exec", ignorable=False)}
    root = project(inner, contracts=CONTRACTS, commit=True)
    write_files(root, {"api/a.py": "print(1)\nexec(2)\n", "a.py": "exec(1)\nprint(2)\n"})
    assert model_text_of(run("hook", stdin=command_event(root), cwd=root)) == (
        f"{sentence_of('no-print', 'a.py', 2, 'print(2)')}\n"
        f"{sentence_of('no-print', 'api/a.py', 1, 'print(1)')}\n"
        "Contract violation: api/no-exec in api/a.py at line 2. Use the logger.\n  2: exec(2)"
    )
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")


def test_a_project_below_the_top(project: MakeProject, run: Run) -> None:
    """Git names files from its top, contracts from their level's folder."""
    contracts = {"api/.claude/contracts/a.yaml": contract(file_glob="/src/*.py", ignorable=False)}
    root = project(contracts, commit=True)
    write_files(root, {"api/src/a.py": OLD, "src/a.py": OLD})
    outcome = run("hook", stdin=command_event(root / "api"), cwd=root / "api")
    assert model_text_of(outcome) == (
        "Contract violation: api/no-print in api/src/a.py at line 1. Use the logger.\n  1: print(0)"
    )


def test_a_link_is_checked_under_the_name_of_its_file(project: MakeProject, run: Run) -> None:
    """A link to a file with existing violations makes no new violation."""
    root = project({"a.py": OLD}, contracts=CONTRACTS, commit=True)
    (root / "b.py").symlink_to("a.py")
    (root / "none.py").symlink_to("nowhere")
    assert run("hook", stdin=command_event(root), cwd=root) == (0, "{}\n", "")


def test_a_contract_that_a_command_broke(project: MakeProject, run: Run, git: Git) -> None:
    """Who wrote it reads it, so that it is fixed at once."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write_files(root, {".claude/contracts/x.yaml": contract("x", pattern="(")})
    assert problem_text_of(run("hook", stdin=command_event(root), cwd=root)).startswith(
        "Contract skipped: .claude/contracts/x.yaml:3: pattern: expected a regular expression"
    )


def problem_text_of(outcome: Outcome) -> str:
    text: str = json.loads(outcome.out)["hookSpecificOutput"]["additionalContext"]
    return text


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("garbled", [b"", b"x", b"phaser-lint looks 1\n" + b"\0" * 40])
def test_a_garbled_memory_is_as_good_as_none(
    project: MakeProject, run: Run, garbled: bytes
) -> None:
    """It is as good as none: said once more, and whole again afterwards."""
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    expected = sentence_of("no-print", "a.py", 1, "print(0)")
    assert model_text_of(run("hook", stdin=command_event(root), cwd=root, env=env)) == expected
    (memory,) = (root.parent / "cache/phaser-lint/sessions").glob("*.looks")
    memory.write_bytes(garbled)
    assert model_text_of(run("hook", stdin=command_event(root), cwd=root, env=env)) == expected
    assert run("hook", stdin=command_event(root), cwd=root, env=env) == (0, "{}\n", "")


AGENTS: dict[str, tuple[dict[str, Any], Any]] = {
    "codex": (
        {"hook_event_name": "PostToolUse", "turn_id": "1", "session_id": "s", "tool_name": "Bash",
         "tool_input": {"command": "make"}},
        lambda said: {
            "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": said}
        },
    ),
    "gemini-cli": (
        {"hook_event_name": "AfterTool", "session_id": "s", "tool_name": "run_shell_command",
         "tool_input": {"command": "make"}, "tool_response": {"llmContent": ""}},
        lambda said: {
            "hookSpecificOutput": {"hookEventName": "AfterTool", "additionalContext": said}
        },
    ),
    "gemini-cli, failed": (
        {"hook_event_name": "AfterTool", "session_id": "s", "tool_name": "run_shell_command",
         "tool_input": {"command": "make"}, "tool_response": {"error": "x"}},
        lambda said: {
            "hookSpecificOutput": {"hookEventName": "AfterTool", "additionalContext": said}
        },
    ),
    "qwen-code": (
        {"hook_event_name": "PostToolUse", "session_id": "s", "tool_call_id": "1",
         "tool_name": "run_shell_command", "tool_input": {"command": "make"}},
        lambda said: {
            "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": said}
        },
    ),
    "copilot-cli": (
        {"sessionId": "s", "toolName": "bash", "toolArgs": {"command": "make"}, "toolResult": {}},
        lambda said: {"additionalContext": said},
    ),
    "cursor": (
        {"cursor_version": "1", "hook_event_name": "postToolUse", "conversation_id": "s",
         "tool_name": "Shell", "tool_input": {"command": "make"}},
        lambda said: {"additional_context": said},
    ),
    "opencode": (
        {"opencode": "after", "tool": "bash", "session": "s", "args": {"command": "make"}},
        lambda said: {"context": said},
    ),
    "cline": (
        {"clineVersion": "", "taskId": "s", "postToolUse": {"toolName": "run_commands"},
         "tool_result": {"name": "run_commands", "input": {"commands": ["make"]}}},
        lambda said: {"cancel": False, "contextModification": said},
    ),
}  # fmt: skip


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", AGENTS)
def test_each_agent_in_its_own_form(project: MakeProject, run: Run, name: str) -> None:
    """The channel that its model reads after a tool."""
    payload, answer_with = AGENTS[name]
    root = project({"a.py": OLD}, contracts=CONTRACTS)
    place = {"directory": str(root)} if name == "opencode" else {"cwd": str(root)}
    if name == "cline":
        place = {"workspaceRoots": [str(root)]}  # type: ignore[dict-item]
    stdin = json.dumps({**payload, **place}).encode()
    outcome = run("hook", "--agent", name.split(",")[0], stdin=stdin, cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert json.loads(outcome.out) == answer_with(sentence_of("no-print", "a.py", 1, "print(0)"))


def stop_of(root: Path, *, active: bool = False) -> bytes:
    return event("", name="Stop", cwd=root, stop_hook_active=active)


def test_what_comes_back_once_it_was_fixed_blocks_again(project: MakeProject, run: Run) -> None:
    """Where prompts have no names, too; it is fixed in the turn that the block began, or later."""
    root = project({"a.py": "x\n"}, contracts=CONTRACTS, commit=True)

    def sends(stdin: bytes) -> str:
        return run("hook", stdin=stdin, cwd=root).out

    for fixed_in_turn in (True, True, False, True):
        write_files(root, {"a.py": f"x\n{OLD}"})
        assert "no-print in a.py" in sends(command_event(root))
        assert '"decision": "block"' in sends(stop_of(root))
        if not fixed_in_turn:
            assert sends(stop_of(root, active=True)) == "{}\n"
            assert sends(stop_of(root)) == "{}\n"  # it is there still
        write_files(root, {"a.py": "x\n"})
        assert sends(command_event(root)) == "{}\n"
        assert sends(stop_of(root, active=fixed_in_turn)) == "{}\n"


def test_who_goes_on_after_a_block_is_told_nothing(project: MakeProject, run: Run) -> None:
    """What is new then waits for the next stop, at which it is new still."""
    root = project({"a.py": "x\n"}, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": OLD})
    assert '"decision": "block"' in run("hook", stdin=stop_of(root), cwd=root).out
    write_files(root, {"a.py": "x\n", "b.py": OLD, "c.py": "x = 1  # phaser:ignore\n"})
    assert run("hook", stdin=stop_of(root, active=True), cwd=root).out == "{}\n"
    answer = json.loads(run("hook", stdin=stop_of(root), cwd=root).out)
    assert "no-print in b.py" in answer["reason"]


@pytest.mark.slow
def test_where_nothing_marks_a_block_what_comes_back_blocks(project: MakeProject, run: Run) -> None:
    """What is left of the block does not: it may be the stop right after it."""
    root = project({"a.py": "x\n"}, contracts=CONTRACTS, commit=True)
    payload = {"session_id": "s", "cwd": str(root), "hook_event_name": "Stop"}

    def stops(text: str) -> bool:
        write_files(root, {"a.py": text})
        outcome = run("hook", "--agent", "wave", stdin=json.dumps(payload).encode(), cwd=root)
        return "no-print" in outcome.out + outcome.err

    other = OLD.replace("0", "2")
    texts = (f"{OLD}{other}", OLD, f"{OLD}{other}", f"{OLD}{other}", "x\n", OLD, OLD)
    assert [stops(text) for text in texts] == [True, False, True, False, False, True, False]
