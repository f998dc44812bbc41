"""No command starts what a checkout names or holds, but ``doctor --start-all``.

A recorder takes the place of every program that a checkout can name (``armed_checkout``).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from tests.armed_checkout import ARMS, BIN, FOLDERS, Arms
from tests.conftest import PROGRAM
from tests.hostile_repository import hostile_repository
from tests.tables import one_in
from tests.test_hostile_git import RUNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.conftest import Git, Run

SCRIPT = Path(__file__).parents[1] / "scripts" / "phaser-lint-hook"
PAGE = Path(__file__).parents[1] / "docs" / "threat-model.md"
# The rows of the page whose recorders the flag starts, and agents that suffice to see it.
STARTED = "yes"
SOME = ("claude-code", "cline", "opencode")
# Each agent has settings or files of its own there.
OF_EACH_AGENT = ("a command in an agent's settings", "a hook that is a file")


@pytest.fixture
def arms(tmp_path: Path, git: Git, submodule_template: Path, run: Run) -> Arms:
    """The checkout, in which nothing was started yet."""
    (tmp_path / "home").mkdir()
    hostile = hostile_repository(
        submodule_template, tmp_path.resolve() / "checkout", git, tmp_path / "marks"
    )
    path = os.pathsep.join((str(BIN), "/usr/local/bin", "/usr/bin", "/bin"))
    return Arms(hostile, tmp_path / "home", run, path)


def rows_of_page() -> dict[str, str]:
    """The table of the page: what a checkout can name, and whether the flag starts it."""
    table = PAGE.read_text().partition("`doctor --start-all` starts it |\n")[2].partition("\n\n")[0]
    rows = [re.fullmatch(r"\| (.+) \| (yes|no) \|", line) for line in table.splitlines()[1:]]
    return {row.group(1): row.group(2) for row in rows if row}


def test_each_row_of_the_page_has_a_test() -> None:
    assert [*rows_of_page()] == [*ARMS]


KINDS = {f"{row}: {arm.__name__}": (row, arm) for row, arms in ARMS.items() for arm in arms}


def is_first_of_its_row(name: str) -> bool:
    """Each command of the table is tried by itself, without a start, in test_own_commands."""
    row, arm = KINDS[name]
    return arm is ARMS[row][0]


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if is_first_of_its_row(name) else [pytest.mark.slow])
        for name in KINDS
    ],
)
def test_doctor_starts_it_with_the_flag_only(arms: Arms, name: str) -> None:
    """As its row of the page says; without the flag it says what it does not start."""
    row, arm = KINDS[name]
    arm(arms)
    assert arms.hostile.ran() == []
    path = arms.path
    if row.startswith("programs in"):
        path = os.pathsep.join((*(f"{arms.root}/{folder}" for folder in FOLDERS), "bin", "", path))
    agents = [agent.name for agent in AGENT_SETTINGS] if row in OF_EACH_AGENT else SOME
    outcome = arms.run_program("doctor", *_named(agents), PATH=path)
    assert arms.hostile.ran() == []
    is_started = rows_of_page()[row] == STARTED
    assert ("phaser-lint doctor --start-all starts it" in outcome.out) == (
        is_started or "python3 -m" in outcome.out
    )
    arms.run_program("doctor", "--start-all", *_named(SOME), PATH=path)
    assert bool(arms.hostile.ran()) == is_started


def _named(agents: Iterable[str]) -> list[str]:
    return [word for name in (*agents, "pre-commit") for word in ("--agent", name)]


def arm_all(arms: Arms) -> None:
    for row in ARMS.values():
        for arm in row:
            arm(arms)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("name", one_in(20, RUNS))
def test_a_command_starts_nothing(arms: Arms, environment: dict[str, str], name: str) -> None:
    """In the checkout, with its folders at the beginning of the PATH."""
    arm_all(arms)
    folders = (*(f"{arms.root}/{folder}" for folder in FOLDERS), "bin", "", arms.path)
    variables = {**environment, "HOME": str(arms.home), "PATH": os.pathsep.join(folders)}
    case = RUNS[name]
    for program in ("phaser-lint", "phaser"):
        subprocess.run(
            [str(BIN / program), *case.words], input=case.stdin.encode(), cwd=arms.root,
            env=variables, capture_output=True, check=False, timeout=120,
        )  # fmt: skip
        assert arms.hostile.ran() == []


HOOK_EVENTS = (
    '{"hook_event_name": "PreToolUse", "tool_name": "Write", "cwd": "ROOT", "session_id": "s",'
    ' "tool_input": {"file_path": "ROOT/c.py", "content": "print(1)"}}',
    '{"hook_event_name": "PostToolUse", "tool_name": "Bash", "cwd": "ROOT", "session_id": "s",'
    ' "tool_input": {"command": "x"}}',
    '{"hook_event_name": "Stop", "cwd": "ROOT", "session_id": "s"}',
    '{"hook_event_name": "UserPromptSubmit", "cwd": "ROOT", "prompt": "[[no-print]]"}',
)


@pytest.mark.parametrize(
    ("is_linked", "flags"),
    [
        (True, ["--protect"]),
        *(
            pytest.param(is_linked, flags, marks=pytest.mark.slow)
            for is_linked, flags in (
                (True, []), (True, ["--augment"]),
                (False, []), (False, ["--protect"]), (False, ["--augment"]),
            )
        ),
    ],
)  # fmt: skip
def test_the_hook_starts_nothing(
    arms: Arms, tmp_path: Path, environment: dict[str, str], is_linked: bool, flags: list[str]
) -> None:
    """Its own script and git, by name or through a link as pipx makes one."""
    arm_all(arms)
    program = tmp_path / "installed" / "phaser-lint-hook"
    program.parent.mkdir()
    for source in (SCRIPT, PROGRAM):
        shutil.copy(source, program.parent / source.name)
    if is_linked:
        (tmp_path / "phaser-lint-hook").symlink_to(program)
        program = tmp_path / "phaser-lint-hook"
    folders = (*(f"{arms.root}/{folder}" for folder in FOLDERS), "bin", "", arms.path)
    variables = {
        **environment, "HOME": str(arms.home), "PATH": os.pathsep.join(folders),
        "PYTHONPATH": str(arms.root),
    }  # fmt: skip
    for event in HOOK_EVENTS:
        payload = event.replace("ROOT", str(arms.root)).encode()
        process = subprocess.run(
            [program, *flags], input=payload, cwd=arms.root, env=variables, capture_output=True,
            check=False, timeout=60,
        )  # fmt: skip
        assert (process.returncode, process.stderr) == (0, b"")
    assert arms.hostile.ran() == []
