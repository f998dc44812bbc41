"""Where this installation's programs lie, and how they get onto the PATH."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint import PACKAGE
from phaser_lint.core import own_program
from phaser_lint.core.own_program import (
    explain_not_on_path,
    find_own_program,
    mentions_program,
    name_program_for_shell,
)

if TYPE_CHECKING:
    from pathlib import Path

NAME = "phaser-lint-hook"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The folder of the environment's programs, and that of the user's."""
    scripts, of_user = tmp_path / "venv/bin", tmp_path / ".local/bin"
    for folder in (scripts, of_user):
        folder.mkdir(parents=True)
    paths = {"": str(scripts), f"{os.name}_user": str(of_user)}
    monkeypatch.setattr(own_program, "get_path", lambda kind, scheme="": paths[scheme])
    monkeypatch.setenv("HOME", str(tmp_path))
    return scripts, of_user


def make_program(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_what_pip_and_pipx_leave(folders: tuple[Path, Path]) -> None:
    """A link of pipx's stays longer than what is behind it; another's installation is not this."""
    scripts, of_user = folders
    assert find_own_program(NAME) == ""
    program = make_program(scripts / NAME)
    assert find_own_program(NAME) == str(program)
    (of_user / NAME).symlink_to(program)
    assert find_own_program(NAME) == str(of_user / NAME)
    (of_user / NAME).unlink()
    make_program(of_user / NAME)
    assert find_own_program(NAME) == str(program)
    program.unlink()
    assert find_own_program(NAME) == str(of_user / NAME)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("INSTALL_PYTHON=/home/ann/.phaser-lint/bin/python3", False),
        (r"INSTALL_PYTHON='C:\Users\ann\phaser-lint\Scripts\python.exe'", False),
        ("cd ~/phaser-lint/ && make", False),
        ("my-phaser-lint --all", False),
        ("phaser-linter", False),
        ("/home/ann/.phaser-lint/bin/phaser-lint scan", True),
        ("phaser-lint-hook", True),
        ("    - id: phaser-lint-tree  # which files exist", True),
        ("  - repo: https://github.com/phaser-lint/phaser-lint", True),
        ("git+https://github.com/phaser-lint/phaser-lint.git", True),
        ("uses: phaser-lint/phaser-lint@main", True),
        ("pip install phaser-lint==1.0", True),
        ("python3 -m phaser_lint scan", True),
        ("from phaser_lint.hook.clean import main", True),
        ("phaser-lint.yml on: push", True),
        ("phaser_lint=/usr/bin/phaser-lint", True),
    ],
)
def test_a_folder_of_that_name_is_no_program(text: str, expected: bool) -> None:
    """pre-commit writes the folder that it is installed in into its hook."""
    assert mentions_program(text) == expected


def test_a_shell_starts_it_by_name_but_where_only_pre_commit_has_it(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    """By its path it starts all the same."""
    scripts, of_user = folders
    path = os.pathsep.join((str(scripts), str(of_user)))
    program = make_program(scripts / "phaser-lint")
    assert name_program_for_shell({"PATH": "/nowhere"}) == "phaser-lint"
    assert name_program_for_shell({"PATH": path, "PRE_COMMIT": "1"}) == str(program)
    assert name_program_for_shell({"PRE_COMMIT": "1"}) == str(program)
    make_program(of_user / "phaser-lint")
    assert name_program_for_shell({"PATH": path, "PRE_COMMIT": "1"}) == "phaser-lint"


def test_what_to_do_about_the_path(folders: tuple[Path, Path], tmp_path: Path) -> None:
    """The command of pipx where there is pipx, and else what a shell takes."""
    scripts, of_user = folders
    assert explain_not_on_path(NAME, "/nowhere") == (
        f"{NAME} is not on the PATH (pipx install {PACKAGE} puts it there)"
    )
    make_program(scripts / NAME)
    assert explain_not_on_path(NAME, f"/nowhere:{scripts}") == ""
    advice = f'export PATH={scripts}:"$PATH" in the profile of your shell'
    lies = f"{NAME} lies in {{}}, which is not on the PATH: {{}} adds it"
    assert explain_not_on_path(NAME, "/nowhere") == lies.format(scripts, advice)
    (of_user / NAME).symlink_to(scripts / NAME)
    advice = advice.replace(str(scripts), str(of_user))
    assert explain_not_on_path(NAME, "/nowhere") == lies.format(of_user, advice)
    make_program(tmp_path / "pipx")
    assert explain_not_on_path(NAME, str(tmp_path)) == lies.format(of_user, "pipx ensurepath")


def test_windows_has_no_profile_of_a_shell(
    folders: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its settings have the PATH; pipx's command is the same there."""
    monkeypatch.setattr(own_program, "IS_POSIX", False)
    of_user = folders[1]
    make_program(of_user / NAME)
    lies = f"{NAME} lies in {of_user}, which is not on the PATH: "
    settings = "add it to Path in the environment variables of your account"
    assert explain_not_on_path(NAME, "/nowhere") == lies + settings
    make_program(tmp_path / "pipx")
    assert explain_not_on_path(NAME, str(tmp_path)) == f"{lies}pipx ensurepath adds it"
