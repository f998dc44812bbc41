"""What a colleague sees who has the committed settings of an agent, and no phaser-lint.

    PHASER_CODEX=/path/to/codex pytest -m e2e tests/e2e/test_without_the_program.py

The hook is installed with the program on the PATH; the client is started without it. Its edit
lands, or is denied where the team asked for that.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint import REPOSITORY
from tests.conftest import PROGRAM
from tests.e2e.claude_client import run_claude, texts_for_model
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT
from tests.e2e.hooked_client import write as claude_write
from tests.e2e.other_clients import CLIENTS, Run, find_client, run_client
from tests.e2e.test_other_clients import CONTRACTS, WRITES, texts_written

if TYPE_CHECKING:
    from tests.conftest import MakeProject

pytestmark = pytest.mark.e2e
DENIED = (
    "Without phaser-lint on the PATH no edit is made here "
    f"(install it, or if it is, put its folder on the PATH, as pipx ensurepath does): {REPOSITORY}"
)
# Kimi Code has no settings of a project, and a denial would end Cline's run.
OF_PROJECTS = [name for name in CLIENTS if name != "kimi-code"]
DENYING = [name for name in OF_PROJECTS if name != "cline"]
# What the model reads of a denial; Copilot's reads only the exit code.
REASONS = {
    "copilot-cli": "hook exited with code 2",
    "opencode": "Executable not found in $PATH",
    "kilo": "Executable not found in $PATH",
    "pi": "ENOENT",
}
TURN = "x = 1\n"


def install(root: Path, agent: str, *flags: str) -> None:
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    process_result = subprocess.run(
        [PROGRAM, "install", "--agent", agent, *flags],
        cwd=root,
        env={**os.environ, "PATH": path, "HOME": str(root.parent / "home")},
        capture_output=True,
        text=True,
    )
    assert (process_result.returncode, process_result.stderr) == (0, "")


def path_without(program: str) -> str:
    """The folders of the PATH that hold no phaser-lint, and that of the client."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    other_folders = [
        folder for folder in folders if not (Path(folder) / "phaser-lint-hook").exists()
    ]
    return os.pathsep.join([str(Path(program).parent), *other_folders])


def drive(agent: str, root: Path) -> Run:
    """Let the client write one file, without phaser-lint on its PATH."""
    program = find_client(agent)
    assert program
    return run_client(
        agent,
        program,
        project=root,
        home=root.parent / "home",
        turns=[[WRITES[agent](f"{root}/a.py", TURN)]],
        given_variables={"PATH": path_without(program)},
    )


def require(agent: str) -> None:
    if find_client(agent) is None:
        pytest.skip(f"no client: set {CLIENTS[agent][0]}")


@pytest.mark.parametrize("agent", OF_PROJECTS)
def test_without_the_program_an_edit_passes(project: MakeProject, agent: str) -> None:
    """The file is written, and the model reads nothing of it."""
    require(agent)
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, agent)
    run = drive(agent, root)
    assert texts_written(root, "a.py") == {"a.py": TURN}, run.output
    assert "on the PATH" not in run.model_text


@pytest.mark.parametrize("agent", DENYING)
def test_an_edit_is_denied(project: MakeProject, agent: str) -> None:
    """Where the team asked for it; the model reads why."""
    require(agent)
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, agent, "--if-missing", "deny")
    run = drive(agent, root)
    assert texts_written(root, "a.py") == {}, run.output
    assert REASONS.get(agent, DENIED) in run.model_text, run.output


@pytest.mark.parametrize(("flags", "files"), [((), {"a.py": TURN}), (("--if-missing", "deny"), {})])
def test_copilot_with_the_settings_of_claude_code(
    project: MakeProject, flags: tuple[str, ...], files: dict[str, str]
) -> None:
    """It runs the hooks of that file, too."""
    require("copilot-cli")
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "claude-code", *flags)
    run = drive("copilot-cli", root)
    assert texts_written(root, "a.py") == files, run.output


@pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)
@pytest.mark.parametrize("flags", [(), ("--if-missing", "deny")], ids=["pass", "deny"])
def test_without_the_program_the_user_of_claude_code_reads_a_line(
    project: MakeProject, flags: tuple[str, ...]
) -> None:
    """Its user reads one line at the edit and one at the end, and the model nothing."""
    assert CLAUDE
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "claude-code", *flags)
    run = run_claude(
        claude=CLAUDE,
        project=root,
        home=root.parent / "home",
        turns=[claude_write(root / "a.py", TURN), [("Bash", {"command": "true"})]],
        variables={"PATH": path_without(CLAUDE)},
        arguments=("--verbose",),
    )
    text_for_model = "\n".join(texts_for_model(run.requests))
    assert texts_written(root, "a.py") == ({} if flags else {"a.py": TURN}), run.stdout
    assert (DENIED in text_for_model) == bool(flags)
    assert "nothing is checked" not in text_for_model
    assert json.loads(run.stdout)[-1]["subtype"] == "success"
