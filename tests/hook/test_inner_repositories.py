"""A repository that begins inside of the project in a session: what commands make there counts.

What stays silent comes first.
"""

from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract
from tests.conftest import write_files
from tests.counted_work import calls_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

BAD = "print(1)\n"
OWN = ".claude/contracts/own.yaml"
FOUND = "no-print in web/src/a.py at line 1"


def ask(run: Run, root: Path, name: str, command: str = "make") -> Any:
    payload = {"session_id": "s", "cwd": str(root), "hook_event_name": name, "tool_name": "Bash",
               "tool_input": {"command": command}}  # fmt: skip
    outcome = run("hook", stdin=json.dumps(payload).encode(), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def sh(root: Path, script: str) -> None:
    identity = "-c user.name=a -c user.email=a@example.org"
    script = f'set -e; git() {{ command git {identity} "$@"; }}; {script}'
    subprocess.run(["bash", "-c", script], cwd=root, check=True, capture_output=True)


def begin(project: MakeProject, run: Run) -> Path:
    root = project({"a.py": "x = 1\n"}, contracts={"a.yaml": contract()}, commit=True)
    assert ask(run, root, "SessionStart") == ask(run, root, "PostToolUse") == {}
    return root


MADE = "mkdir -p web/src; printf 'print(1)\\n' > web/src/a.py; git -C web init -q"
SILENT = {
    "a clean file": "mkdir web; echo x > web/a.py; git -C web init -q",
    "a file that git ignores there": f"{MADE}; echo src > web/.gitignore",
    "with contracts of its own": f"{MADE}; mkdir -p web/.claude/contracts; "
    f"sed s/print/never/ .claude/contracts/a.yaml > web/{OWN}",
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", SILENT)
def test_what_nothing_forbids_is_silent(project: MakeProject, run: Run, name: str) -> None:
    """As in a repository that was there."""
    root = begin(project, run)
    sh(root, SILENT[name])
    assert ask(run, root, "PostToolUse", SILENT[name]) == {}
    assert ask(run, root, "Stop") == {}


def test_git_is_not_asked_for_them_at_stop(project: MakeProject, run: Run) -> None:
    """What it does not track is listed there all the same: to look again took as long as that."""
    root = begin(project, run)
    number = calls_of(lambda: ask(run, root, "Stop"), function_name="start_git")
    (root / "empty").mkdir()
    sh(root, "git -C empty init -q")
    assert calls_of(lambda: ask(run, root, "Stop"), function_name="start_git") == number + 1
    assert number == 3


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "script", [MADE, f"{MADE}; git -C web add -A; git -C web commit -q --no-verify -m x"]
)
def test_the_contracts_around_it_count(project: MakeProject, run: Run, script: str) -> None:
    """Committed there or not: after the command once, and at Stop."""
    root = begin(project, run)
    sh(root, script)
    answer = ask(run, root, "PostToolUse", script)
    assert FOUND in answer["hookSpecificOutput"]["additionalContext"]
    assert ask(run, root, "PostToolUse") == {}
    assert FOUND in ask(run, root, "Stop")["reason"]
    write_files(root, {"web/src/a.py": "x = 1\n"})
    assert ask(run, root, "Stop") == {}


def test_one_that_was_there_is_not_looked_at(project: MakeProject, run: Run) -> None:
    """Whatever git does in it meanwhile."""
    root = project({"a.py": "x = 1\n"}, contracts={"a.yaml": contract()}, commit=True)
    sh(root, MADE)
    time.sleep(2.2)
    assert ask(run, root, "SessionStart") == ask(run, root, "PostToolUse") == {}
    sh(root, "git -C web add -A; git -C web commit -q -m x")
    assert ask(run, root, "PostToolUse") == {}
    assert ask(run, root, "Stop") == {}


def test_of_a_clone_it_is_said_once_that_nothing_is_checked(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """What it holds is others'."""
    sh(tmp_path, "mkdir far; git -C far init -q; echo 'print(1)' > far/b.py; git -C far add -A; "
       "git -C far commit -q -m x")  # fmt: skip
    root = begin(project, run)
    sh(root, f"git clone -q '{tmp_path}/far' web")
    message = ask(run, root, "PostToolUse", "git clone far web")["systemMessage"]
    assert message.endswith("/web: it is a clone inside of the project")
    assert ask(run, root, "PostToolUse") == {}
    assert ask(run, root, "Stop") == {}
