"""The installed hook in real clients of other agents: what it stops, what their models are told.

    PHASER_CODEX=/path/to/codex pytest -m e2e tests/e2e/test_other_clients.py

Also PHASER_GEMINI, PHASER_QWEN (with Node 22 beside it), PHASER_COPILOT, PHASER_OPENCODE,
PHASER_CLINE; for Wave PHASER_WAVE_SOURCES, the folder of its agent-sdk with its packages and tsx,
and PHASER_WAVE_NODE, Node 22 or later. A client that is not there is skipped.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.agent.events import added
from tests.command.made import broken, contract
from tests.conftest import PROGRAM
from tests.e2e.other_clients import CLIENTS, Run, find_client, run_client
from tests.hook.test_partners_and_lists import CONTRACTS as PAIRS
from tests.hook.test_partners_and_lists import FILES as PAIRED
from tests.hook.test_partners_and_lists import back

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

pytestmark = pytest.mark.e2e
CONTRACTS = {
    "no-print.yaml": contract(),
    "no-todo.yaml": contract("no-todo", pattern="TODO", severity="warning", message="Finish it."),
}
BROKEN = broken()
WARNED = broken("no-todo", 1, "# TODO", "Finish it.", lead="Warning")
WRITES: dict[str, Any] = {
    "codex": lambda path, text: ("apply_patch", added((path, text))),
    "gemini-cli": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "qwen-code": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "copilot-cli": lambda path, text: ("create", {"path": path, "file_text": text}),
    "opencode": lambda path, text: ("write", {"filePath": path, "content": text}),
    "cline": lambda path, text: ("editor", {"path": path, "new_text": text}),
    "wave": lambda path, text: ("Write", {"file_path": path, "content": text}),
}
SHELLS: dict[str, Any] = {
    "codex": lambda command: ("exec_command", {"cmd": command}),
    "gemini-cli": lambda command: (
        "run_shell_command",
        {"command": command, "description": "w"},
    ),
    "qwen-code": lambda command: (
        "run_shell_command",
        {"command": command, "description": "w", "is_background": False},
    ),
    "copilot-cli": lambda command: ("bash", {"command": command, "description": "w"}),
    "wave": lambda command: ("Bash", {"command": command, "description": "w"}),
}
each_client = pytest.mark.parametrize("agent", CLIENTS)


def drive(agent: str, root: Path, turns: list[list[Any]], *flags: str, prompt: str = "go") -> Run:
    """Install the hook and run the client, or skip."""
    program = find_client(agent)
    if program is None:
        pytest.skip(f"no client: set {CLIENTS[agent][0]}")
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        [PROGRAM, "install", "--agent", agent, *flags],
        cwd=root,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    home = root.parent / "home"
    return run_client(agent, program, project=root, home=home, turns=turns, prompt=prompt)


def written(root: Path, *names: str) -> dict[str, str]:
    return {name: (root / name).read_text() for name in names if (root / name).exists()}


@each_client
def test_a_bad_write(project: MakeProject, agent: str) -> None:
    """Nothing reaches the disk, and the model reads why; Cline's is told after the write."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write = WRITES[agent]
    run = drive(agent, root, [[write(f"{root}/a.py", "print(1)\n")]])
    assert BROKEN in run.told, run.output
    assert written(root, "a.py") == ({"a.py": "print(1)\n"} if agent == "cline" else {})


@each_client
def test_a_clean_write_and_a_warning(project: MakeProject, agent: str) -> None:
    """Both land; the model hears of the second alone."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write = WRITES[agent]
    turns = [[write(f"{root}/a.py", "x = 1\n")], [write(f"{root}/b.py", "# TODO\n")]]
    run = drive(agent, root, turns)
    assert written(root, "a.py", "b.py") == {"a.py": "x = 1\n", "b.py": "# TODO\n"}, run.output
    assert WARNED in run.told
    assert "Contract violation" not in run.told


@pytest.mark.parametrize("agent", SHELLS)
def test_what_a_shell_wrote(project: MakeProject, agent: str) -> None:
    """The model hears of it after the command, and once more when it wants to stop."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive(agent, root, [[SHELLS[agent](f"echo 'print(1)' > {root}/a.py")]])
    assert written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    # Each request repeats the ones before: once in the second, twice in the third.
    assert run.told.count(broken(path="a.py")) == 3, run.told
    assert run.requests == 3


WITHOUT_STOP: dict[str, Any] = {
    "opencode": lambda command: ("bash", {"command": command, "description": "w"}),
    "cline": lambda command: ("run_commands", {"commands": [command]}),
}


@pytest.mark.parametrize("agent", WITHOUT_STOP)
def test_what_a_shell_wrote_without_a_stop(project: MakeProject, agent: str) -> None:
    """The model hears of it after the command; nothing holds its end."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive(agent, root, [[WITHOUT_STOP[agent](f"echo 'print(1)' > {root}/a.py")]])
    assert written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    assert run.told.count(broken(path="a.py")) == 1, run.told


FAILED: dict[str, Any] = {**SHELLS, **WITHOUT_STOP}


@pytest.mark.parametrize("agent", FAILED)
def test_what_a_failed_shell_wrote(project: MakeProject, agent: str) -> None:
    """The model hears of it in what it is told next; Qwen Code's at the end."""
    root = project({}, contracts=CONTRACTS, commit=True)
    command = FAILED[agent](f"echo 'print(1)' > {root}/a.py; exit 3")
    run = drive(agent, root, [[command]])
    assert written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    assert broken(path="a.py") in (run.last if agent == "qwen-code" else run.second)


def test_codex_patch_in_a_command(project: MakeProject) -> None:
    """No event but that of the shell: the patch in it is found, and denied."""
    root = project({}, contracts=CONTRACTS, commit=True)
    command = f"apply_patch <<'EOF'\n{added(('a.py', 'print(1)'))}EOF\n"
    run = drive("codex", root, [[SHELLS["codex"](command)]])
    assert BROKEN in run.told, run.output
    assert written(root, "a.py") == {}


def test_codex_leaves_the_last_partner(project: MakeProject) -> None:
    """A patch that deletes or moves it is denied."""
    root = project(PAIRED, contracts=PAIRS, commit=True)
    path = "db/1.down.sql"
    lines = f"*** Delete File: {path}", f"*** Update File: {path}\n*** Move to: x.sql\n@@\n-1\n+2"
    patches = [f"*** Begin Patch\n{line}\n*** End Patch\n" for line in lines]
    run = drive("codex", root, [[("apply_patch", patch)] for patch in patches])
    assert back(1) in run.told, run.output
    assert written(root, path, "x.sql") == {path: "1\n"}


def test_cline_aborts_where_it_was_asked_to(project: MakeProject) -> None:
    """Nothing is written, and the run ends."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive("cline", root, [[WRITES["cline"](f"{root}/a.py", "print(1)\n")]], "--abort")
    assert written(root, "a.py") == {}
    assert "aborted" in run.output


def test_wave_shows_its_user_what_was_not_judged(project: MakeProject) -> None:
    """The write lands; the model hears nothing of it before."""
    contracts = {"slow.yaml": contract("slow", pattern="(a|aa)+$")}
    root = project({}, contracts=contracts, commit=True)
    run = drive("wave", root, [[WRITES["wave"](f"{root}/a.py", "a" * 60 + "b\n")]])
    assert "shown to the user: Not judged: slow on a.py" in run.output
    assert list(written(root, "a.py")) == ["a.py"]
