"""The installed hook after its environment was deleted, or lost the package.

    PHASER_CLAUDE=/path/to/claude pytest -m e2e tests/e2e

The settings still name the hook. Unless they were asked to block then, nobody's work may stop.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.hooked_client import (
    BAD,
    CLAUDE,
    CONTRACTS,
    FILES,
    NO_CLIENT,
    NO_PRINT,
    drive,
    install,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
both_scopes = pytest.mark.parametrize("scope", ["local", "project"])

PACKAGES = ("phaser_lint", "regex", "yaml", "pathspec", "rich")
SCRIPTS = Path(__file__).parents[2] / "scripts"
TEAM_PROGRAM = "phaser-lint-hook"
# What the client and the hook need beside; a client may be a script of node.
TOOLS = ("node", "git", "bash", "sh", "env", "cat")
# The first client that blocks when a hook with "onFailure": "block" cannot start.
BLOCKS_ON_FAILURE = (2, 1, 295)


@pytest.fixture
def environment_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A virtual environment with copies of the packages; the PATH holds no other phaser-lint."""
    folder = tmp_path / "environment"
    venv.create(folder, symlinks=True, with_pip=False)
    for name in PACKAGES:
        shutil.copytree(package_folder(name), packages_of(folder) / name)
    shutil.copy(SCRIPTS / TEAM_PROGRAM, folder / "bin" / TEAM_PROGRAM)
    (folder / "bin" / "phaser-lint").write_text(f"#!{folder}/bin/python\n")
    tools = folder.with_name("tools")
    tools.mkdir()
    for name in TOOLS:
        program = shutil.which(name)
        if program:
            (tools / name).symlink_to(program)
    monkeypatch.setenv("PATH", f"{folder}/bin{os.pathsep}{tools}")
    return folder


def package_folder(name: str) -> Path:
    module_spec = find_spec(name)
    assert module_spec is not None
    assert module_spec.origin is not None
    return Path(module_spec.origin).parent


def packages_of(folder: Path) -> Path:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return folder / "lib" / version / "site-packages"


def program_of(folder: Path) -> tuple[str, ...]:
    return str(folder / "bin" / "python"), "-m", "phaser_lint"


def delete_all(folder: Path) -> None:
    shutil.rmtree(folder)


def delete_interpreter(folder: Path) -> None:
    for path in (folder / "bin").glob("python*"):
        path.unlink()


def delete_package(folder: Path) -> None:
    shutil.rmtree(packages_of(folder) / "phaser_lint")


def delete_regex(folder: Path) -> None:
    shutil.rmtree(packages_of(folder) / "regex")


each_breakage = pytest.mark.parametrize(
    "break_it", [delete_all, delete_interpreter, delete_package], ids=lambda each: each.__name__
)


@both_scopes
@pytest.mark.parametrize("flags", [(), ("--fail-closed",)], ids=["open", "closed"])
def test_an_environment_with_nothing_missing_checks(
    project: MakeProject, environment_of_its_own: Path, scope: str, flags: tuple[str, ...]
) -> None:
    """The environment that the next tests break checks while it is whole."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope, *flags, program=program_of(environment_of_its_own))
    new = root / "src" / "new.py"
    session = drive(root, write(new, BAD), write(new, "x = 1\n"))
    assert session.results[0].endswith(NO_PRINT)
    assert session.files == {**FILES, "src/new.py": "x = 1\n"}


@both_scopes
@each_breakage
def test_a_hook_that_cannot_start_lets_edits_through(
    project: MakeProject,
    environment_of_its_own: Path,
    scope: str,
    break_it: Callable[[Path], None],
) -> None:
    """An environment that was deleted or rebuilt stops nobody's work, and no stop either."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope, program=program_of(environment_of_its_own))
    break_it(environment_of_its_own)
    session = drive(root, write(root / "src" / "new.py", BAD))
    assert session.files == {**FILES, "src/new.py": BAD}
    assert "Stop hook" not in session.model_text


@both_scopes
@each_breakage
def test_fail_closed_blocks_when_the_hook_cannot_start(
    project: MakeProject,
    environment_of_its_own: Path,
    scope: str,
    break_it: Callable[[Path], None],
) -> None:
    """Even a clean edit: whoever asks for this wants no edit unchecked."""
    if client_version() < BLOCKS_ON_FAILURE:
        pytest.skip("this client does not know onFailure")
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope, "--fail-closed", program=program_of(environment_of_its_own))
    break_it(environment_of_its_own)
    session = drive(root, write(root / "src" / "new.py", "x = 1\n"))
    # The command by name is there as long as its environment is, and its line says if it is not.
    blocks = 'blocking because onFailure is "block"'
    if scope == "project":
        is_gone = break_it is delete_all
        blocks = "Without phaser-lint on the PATH" if is_gone else "phaser-lint-hook: "
    assert blocks in session.results[0]
    assert session.files == FILES


EVIL = "import os\nos.write(2, b'EVIL')\nos._exit(0)\n"
SHADOWS = {
    f"src/{name}": EVIL
    for name in ("types.py", "regex.py", "sitecustomize.py", "json.py", "encodings/__init__.py")
}


@both_scopes
@pytest.mark.parametrize("variable", ["", "PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE"])
def test_modules_of_the_project_do_not_start_with_the_hook(
    project: MakeProject, environment_of_its_own: Path, scope: str, variable: str
) -> None:
    """Neither those of the working directory nor those that the settings' environment names."""
    root = project({**FILES, **SHADOWS}, contracts=CONTRACTS, commit=True)
    install(root, scope, program=program_of(environment_of_its_own))
    settings = root / ".claude" / ("settings.json" if scope == "project" else "settings.local.json")
    environment = {"env": {variable: str(root / "src")} if variable else {}}
    settings.write_text(json.dumps({**json.loads(settings.read_text()), **environment}))
    new = root / "src" / "new.py"
    session = drive(root, [("Bash", {"command": "cd src"})], write(new, BAD))
    assert session.results[1].endswith(NO_PRINT)
    assert "EVIL" not in session.model_text
    assert session.files == {**FILES, **SHADOWS}


@pytest.mark.parametrize(
    ("flags", "lands"), [((), True), (("--fail-closed",), False)], ids=["open", "closed"]
)
def test_a_hook_that_fails_midway(
    project: MakeProject, environment_of_its_own: Path, flags: tuple[str, ...], lands: bool
) -> None:
    """It starts, and then finds no pattern engine: it answers by itself, in every client."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local", *flags, program=program_of(environment_of_its_own))
    delete_regex(environment_of_its_own)
    session = drive(root, write(root / "src" / "new.py", BAD))
    assert session.files == ({**FILES, "src/new.py": BAD} if lands else FILES)
    assert ("phaser-lint could not check this" in session.results[0]) is not lands


def client_version() -> tuple[int, ...]:
    assert CLAUDE is not None
    version_text = subprocess.run(
        [CLAUDE, "--version"], capture_output=True, text=True, check=True
    ).stdout
    return tuple(int(number) for number in version_text.split()[0].split("."))
