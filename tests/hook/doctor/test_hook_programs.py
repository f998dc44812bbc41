"""The program behind a hook's command: whether each edit has to compile it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import regex

import phaser_lint
from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.install.hooks_in_settings import Handler, SettingsFile
from phaser_lint.hook.doctor.execution import RunPlace, make_quiet_environment
from phaser_lint.hook.doctor.hook_programs import find_compile_command
from phaser_lint.project.programs import find_checkout

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
# The flags of Python, the variables of the agent and of its settings, and whether it is said.
ROWS: dict[str, tuple[list[str], dict[str, str], dict[str, str], bool]] = {
    "the folder can be written": ([], {}, {}, False),
    "an empty variable": ([], {NO_BYTECODE: ""}, {}, False),
    "a variable that this Python skips": (["-I"], {NO_BYTECODE: "1"}, {}, False),
    "a variable that the settings take back": ([], {NO_BYTECODE: "1"}, {NO_BYTECODE: ""}, False),
    "a variable": ([], {NO_BYTECODE: "1"}, {}, True),
    "a variable of the settings": ([], {}, {NO_BYTECODE: "1"}, True),
    "a flag": (["-B"], {}, {}, True),
    "a flag of Python that skips the rest": (["-I", "-B"], {}, {}, True),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_doctor_tells_how_to_write_bytecode_that_is_never_written(
    tmp_path: Path,
    environment: dict[str, str],
    row: tuple[list[str], dict[str, str], dict[str, str], bool],
) -> None:
    """What is typed then brings it, and is the end of it."""
    flags, variables, settings_variables, is_said = row
    package = Path(phaser_lint.__file__).parent
    copy = tmp_path / package.name
    (copy / "hook").mkdir(parents=True)
    (copy / "hook/__init__.py").write_text("")  # it would import more of the package
    for name in ("__init__.py", "hook/clean.py"):
        shutil.copy(package / name, copy / name)
    folders = [str(tmp_path), str(Path(regex.__file__).parents[1])]
    code = f"import sys; sys.path[:0] = {folders}; from phaser_lint.hook.clean import main; main()"
    agent = require_agent("claude-code")
    settings = SettingsFile(agent, str(tmp_path / "settings.json"), "settings.json")
    words = (*flags, "-c", code)
    handler = Handler(settings, "PreToolUse", "PreToolUse", sys.executable, words)
    handler = handler._replace(environment=settings_variables)
    all_variables = {**environment, **variables}
    quiet = make_quiet_environment(all_variables, home="", folder=str(tmp_path))
    place = RunPlace(str(tmp_path), quiet, find_checkout(""))
    compiling = f"{sys.executable} -m compileall -q {copy}"
    assert find_compile_command(handler, place, all_variables) == (compiling if is_said else "")
    subprocess.run(compiling.split(), check=True)
    assert find_compile_command(handler, place, all_variables) == ""
