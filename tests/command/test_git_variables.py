"""git tells a hook by variables where its repository is: of another one they say nothing."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

    MakeRepository = Callable[[Path, MakeProject, Git], Path]

NO_PRINT = {"no-print.yaml": contract("no-print")}
BAD, GOOD = "print(1)\n", "x = 1\n"
# git tracks the second file, though it ignores it: only its own index says so.
FILES = {"a.py": GOOD, "made.py": BAD, ".gitignore": "made.py\n"}
FOUND_PRINT = "made.py:1:1: error: Use the logger. [no-print]"


def make_other_repository(root: Path, project: MakeProject, git: Git) -> Path:
    """A clone of its own."""
    return project({}, contracts=NO_PRINT)


def make_submodule(root: Path, project: MakeProject, git: Git) -> Path:
    """A submodule of the repository that the commit is made in."""
    source = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(source), "sub")
    git(root, "commit", "-q", "-m", "add it")
    return root / "sub"


def make_worktree(root: Path, project: MakeProject, git: Git) -> Path:
    """Another worktree of the same repository."""
    git(root, "worktree", "add", "-q", "../linked")
    return root.parent / "linked"


def hook(root: Path, checked_root: Path, command: str) -> str:
    """What a commit's hook that checks another repository answers, with the exit code."""
    path = root / ".git" / "hooks" / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        f"#!/bin/sh\ncd '{checked_root}' || exit\n'{PROGRAM}' {command}\necho rc $?\nexit 1\n"
    )
    path.chmod(0o755)
    write_files(root, {"c.py": "y = 2\n"})
    committed = subprocess.run(
        ("git", "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-a", "-m", "x"),
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return committed.stdout + committed.stderr


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("make_repository", "command", "answers"),
    [
        (make_other_repository, "scan", (FOUND_PRINT, "rc 1")),
        (make_other_repository, "scan --staged --tree", ("0 errors", "rc 0")),
        (make_other_repository, "scan --since HEAD", ("nothing on the disk differs", "rc 0")),
        (make_other_repository, "baseline", ("1 violation in 1 file", "rc 0")),
        (make_other_repository, "list --json", ('"files": 2', "rc 0")),
        (make_submodule, "scan", (FOUND_PRINT, "rc 1")),
        (make_worktree, "scan --since HEAD", ("nothing on the disk differs", "rc 0")),
    ],
)
def test_a_hook_that_goes_on_to_another_repository(
    project: MakeProject,
    git: Git,
    make_repository: MakeRepository,
    command: str,
    answers: tuple[str, ...],
) -> None:
    """``git commit -a`` names an index of its own, of which the other one knows nothing."""
    root = project({"c.py": GOOD}, contracts=NO_PRINT, commit=True)
    checked_root = make_repository(root, project, git)
    write_files(checked_root, FILES)
    git(checked_root, "add", "-f", "-A")
    git(checked_root, "commit", "-q", "-m", "y")
    hook_output = hook(root, checked_root, command)
    assert [answer for answer in answers if answer not in hook_output] == [], hook_output


@pytest.mark.parametrize(
    "name", ["GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"]
)
def test_variables_of_git_do_not_name_what_a_root_elsewhere_holds(
    project: MakeProject, run: Run, git: Git, name: str
) -> None:
    """Whatever is named lies in the repository that the command is started in."""
    here, other_root = project({"c.py": GOOD}, commit=True), project(FILES, contracts=NO_PRINT)
    git(other_root, "add", "-f", "-A")
    git(other_root, "commit", "-q", "-m", "y")
    places = {"GIT_INDEX_FILE": "index"}
    variables = {name: str(here / ".git" / places.get(name, "objects"))}
    for arguments in ((), ("--since", "HEAD~0"), ("--staged",)):
        outcome = run("scan", "--root", str(other_root), *arguments, cwd=here, env=variables)
        assert "fatal" not in outcome.err
        assert outcome.code == (0 if arguments else 1)


def test_an_index_of_ones_own_counts_for_the_repository_here(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """It may lie anywhere: ``GIT_INDEX_FILE=/tmp/index git add`` and what follows."""
    root = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": BAD})
    index = tmp_path / "index"
    index.write_bytes((root / ".git" / "index").read_bytes())
    subprocess.run(
        ("git", "add", "a.py"),
        cwd=root,
        check=True,
        env={**os.environ, "GIT_INDEX_FILE": str(index)},
    )
    assert run("scan", "--staged", cwd=root).out == "0 errors, 0 warnings\n"
    outcome = run("scan", "--staged", cwd=root, env={"GIT_INDEX_FILE": str(index)})
    assert outcome.code == 1
