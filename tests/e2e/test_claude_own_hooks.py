"""Hooks that a team wrote with ``phaser_lint.hooks``, in the client that is installed.

    PHASER_CLAUDE=/path/to/claude pytest -m e2e tests/e2e/test_claude_own_hooks.py

Each is a script of a few lines in ``.claude/hooks``, started as the documentation says.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, drive, edit, read, write
from tests.hook_library.test_documentation import blocks, examples

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]

IMPORTS = "from phaser_lint.hooks import *\n"


def hook(root: Path, *events: str, code: str) -> None:
    """Make *code* the hook of *events* in the project's settings."""
    script = root / ".claude" / "hooks" / "guard.py"
    script.parent.mkdir(parents=True)
    script.write_text(code)
    command = f'{shlex.quote(sys.executable)} "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.py'
    hook_group = {"hooks": [{"type": "command", "command": command}]}
    settings = {"hooks": {name: [hook_group] for name in events}}
    (root / ".claude" / "settings.json").write_text(json.dumps(settings))


def test_the_ten_lines_of_the_documentation_deny(project: MakeProject) -> None:
    """With its settings: nothing is written there, the model reads why; all else may be."""
    root = project({"migrations/1.py": "x = 1\n"})
    hook(root, "PreToolUse", code=examples()[0].code)
    (settings,) = [text for kind, text in blocks() if kind == "settings"]
    with_python = settings.replace("python3", shlex.quote(sys.executable))
    (root / ".claude" / "settings.json").write_text(with_python)
    old = root / "migrations/1.py"
    session = drive(
        root,
        write(root / "migrations/2.py", "x = 2\n"),
        read(old),
        edit(old, "x = 1", "x = 3"),
        write(root / "a.py", "x = 1\n"),
        permission_mode="bypassPermissions",
    )
    reason = "Migrations are generated: run ./manage.py makemigrations."
    assert [reason in tool_result for tool_result in session.results] == [True, False, True, False]
    assert session.files == {"migrations/1.py": "x = 1\n", "a.py": "x = 1\n"}


def test_a_hook_that_has_nothing_to_say_permits_nothing(project: MakeProject) -> None:
    """In the default mode the client still asks; a changed text does not change that."""
    root = project({})
    hook(root, "PreToolUse", code=examples()[0].code)
    session = drive(
        root,
        write(root / "a.py", "x = 1\n"),
        write(root / "b.py", "x = 1"),
        permission_mode="default",
    )
    assert all("requested permissions to write" in tool_result for tool_result in session.results)
    assert session.files == {}


@pytest.mark.parametrize("decision", ["acknowledge", "allow"])
def test_an_updated_input_is_what_is_written(project: MakeProject, decision: str) -> None:
    """Of a Write and of an Edit; the fields that were not named are kept."""
    root = project({"old.py": "x = 1\n"})
    code = f"""
def change(event: PreToolUseInput) -> PreToolUseResponse | None:
    made = PreToolUseResponse.{decision}()
    if event.tool_name == "Write":
        return made.with_updated_input(content=event.content.replace("tea", "coffee"))
    if event.tool_name == "Edit":
        return made.with_updated_input(new_string="x = 3")
    return None

run(change)
"""
    hook(root, "PreToolUse", code=IMPORTS + code)
    old = root / "old.py"
    session = drive(root, write(root / "a.py", "tea\n"), read(old), edit(old, "x = 1", "x = 2"))
    assert session.files == {"a.py": "coffee\n", "old.py": "x = 3\n"}


def test_allow_skips_the_permission_prompt(project: MakeProject) -> None:
    """As its documentation warns."""
    root = project({})
    hook(root, "PreToolUse", code=IMPORTS + "run(lambda event: PreToolUseResponse.allow())\n")
    session = drive(root, write(root / "a.py", "x = 1\n"), permission_mode="default")
    assert session.files == {"a.py": "x = 1\n"}


def test_context_reaches_the_model(project: MakeProject) -> None:
    """Of every event that can give it, in the next request; a system message does not."""
    root = project({})
    code = """
def say(event):
    said = f"context of {event.hook_event_name}"
    made = BaseHookResponse.with_context(said).with_system_message("to the user")
    return None if event.hook_event_name == "Stop" else made

run(say)
"""
    events = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart")
    hook(root, *events, "Stop", code=IMPORTS + code)
    failing = [("Bash", {"command": "exit 3"})]
    turns = (write(root / "a.py", "x = 1\n"), failing)
    session = drive(root, *turns, permission_mode="bypassPermissions")
    assert [event for event in events if f"context of {event}" not in session.model_text] == []
    assert "to the user" not in session.model_text


def test_variables_reach_a_shell(project: MakeProject) -> None:
    """What is set when the session starts, each Bash call has, to the letter."""
    root = project({})
    code = """
VALUES = {"GREETING": "it's $HOME\\n\\"quoted\\"", "EMPTY": ""}
run({"SessionStart": lambda event: SessionStartResponse.with_env_vars(VALUES)})
"""
    hook(root, "SessionStart", code=IMPORTS + code)
    command = {"command": 'printf "%s|%s|" "$GREETING" "${EMPTY-unset}"'}
    session = drive(root, [("Bash", command)], permission_mode="bypassPermissions")
    assert session.results == ['it\'s $HOME\n"quoted"||']


def test_a_stop_is_blocked_once(project: MakeProject) -> None:
    """The model reads the reason and goes on; then it may stop."""
    root = project({})
    code = """
def stop(event: StopInput) -> StopResponse | None:
    return None if event.stop_hook_active else StopResponse.block("Run the tests.")

run(stop)
"""
    hook(root, "Stop", code=IMPORTS + code)
    session = drive(root, write(root / "a.py", "x = 1\n"))
    assert session.model_text.count("Stop hook feedback:\nRun the tests.") == 1
    assert len(session.run.requests) == 3


@pytest.mark.parametrize(
    ("flags", "lands"), [("", True), (", fail_closed=True", False)], ids=["open", "closed"]
)
@pytest.mark.parametrize("body", ["raise ValueError('bad')", "sys.exit(2)", "return True"])
def test_a_hook_that_fails(project: MakeProject, flags: str, lands: bool, body: str) -> None:
    """The call goes on, exit code 2 or not, unless the hook was asked to fail closed."""
    root = project({})
    code = (
        f"import sys\n{IMPORTS}def guard(event):\n    print('x')\n    {body}\nrun(guard{flags})\n"
    )
    hook(root, "PreToolUse", code=code)
    session = drive(root, write(root / "a.py", "x = 1\n"))
    assert session.files == ({"a.py": "x = 1\n"} if lands else {})
    assert ("guard.py failed, so it checked nothing" in session.results[0]) is not lands


def test_a_guard_that_does_not_fall_silent(project: MakeProject) -> None:
    """Contracts that somebody adds above its files move none, nor does a worktree beside."""
    root = project({"app/Data/Old.php": "<?php\n"}, commit=True)
    (root / "app/.claude/contracts").mkdir(parents=True)
    worktree = root.parent / "beside"
    command = ("git", "-C", str(root), "worktree", "add", "-q", "--detach", str(worktree))
    subprocess.run(command, check=True, capture_output=True)
    code = """
def guard(event: PreToolUseInput) -> PreToolUseResponse | None:
    if event.file_path_matches("**/app/Data/**/*.php", "lib/*.php"):
        return PreToolUseResponse.deny("Not there.")
    return None

run(guard)
"""
    hook(root, "PreToolUse", code=IMPORTS + code)
    denied = [
        folder / path for folder in (root, worktree) for path in ("app/Data/A.php", "lib/a.php")
    ]
    paths = [*denied, root / "src/a.php", worktree / "src/a.php"]
    session = drive(
        root, *(write(path, "<?php\n") for path in paths), permission_mode="bypassPermissions"
    )
    assert ["Not there." in tool_result for tool_result in session.results] == [True] * 4 + [
        False
    ] * 2
    assert [path.exists() for path in paths] == [False] * 4 + [True] * 2
