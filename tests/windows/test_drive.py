"""Whole cases on a drive of Windows: backslashes, drives in either case, the same verdict."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

import pytest

from tests.case_files import Case, read_case
from tests.case_repositories import after_edit, before_edit, change, staged
from tests.conftest import Outcome
from tests.tables import one_in
from tests.test_cases import (
    NAMES,
    check_enforce,
    check_hook,
    check_hook_after,
    check_precommit,
    check_scan,
)
from tests.windows import drive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Git, MakeProject, Run

EVERY = 12


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is the drive; all projects lie below it."""
    for name in ("Temp", "Users/ann/AppData/Local"):
        (tmp_path_factory.getbasetemp() / name).mkdir(parents=True, exist_ok=True)
    return tmp_path_factory.getbasetemp().resolve()


@pytest.fixture(scope="module")
def run(base: Path) -> Iterator[Run]:
    """Runs commands on the machine with that drive."""
    environment = {
        "DRIVE": str(base),
        "PATH": ";".join(f"D:{each}".replace("/", "\\") for each in os.get_exec_path()),
        "USERPROFILE": "C:\\Users\\ann",
        "LOCALAPPDATA": "C:\\Users\\ann\\AppData\\Local",
        "LC_ALL": "C.UTF-8",
    }
    process = subprocess.Popen(
        (sys.executable, str(Path(drive.__file__))),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin
    assert process.stdout

    def answer(
        *arguments: str, stdin: bytes = b"", cwd: object = None, env: object = None
    ) -> Outcome:
        assert process.stdin
        assert process.stdout
        asked = {"arguments": arguments, "stdin": stdin.decode(), "cwd": str(cwd)}
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        return Outcome(*json.loads(process.stdout.readline()))

    yield answer
    process.stdin.close()
    process.stdout.close()
    process.wait(10)


def on_windows(root: Path, base: Path) -> PureWindowsPath:
    """What *root* is called there."""
    return PureWindowsPath("C:\\", *root.relative_to(base).parts)


@pytest.fixture(params=one_in(EVERY, NAMES))
def case(request: pytest.FixtureRequest) -> Case:
    """One case in twelve; in the slow set each of them."""
    return read_case(request.param)


def test_scan(case: Case, project: MakeProject, run: Run, base: Path) -> None:
    """The whole report."""
    check_scan(case, on_windows(project(case.files), base), run)  # type: ignore[arg-type]


def test_hook(case: Case, project: MakeProject, run: Run, base: Path) -> None:
    """Before the edit, with backslashes in the event."""
    check_hook(case, on_windows(before_edit(case, project), base), run)  # type: ignore[arg-type]


def test_hook_after(case: Case, project: MakeProject, run: Run, git: Git, base: Path) -> None:
    """After the edit."""
    root = on_windows(after_edit(case, project, git), base)
    check_hook_after(case, root, run)  # type: ignore[arg-type]


def test_enforce(case: Case, project: MakeProject, run: Run, base: Path) -> None:
    """The specified command."""
    check_enforce(case, on_windows(before_edit(case, project), base), run)  # type: ignore[arg-type]


def test_precommit(case: Case, project: MakeProject, run: Run, git: Git, base: Path) -> None:
    """Both hooks, on names with slashes, as git has them."""
    root = project(case.before, commit=True)
    change(case, root, git)
    names = staged(root, git)
    check_precommit(case, on_windows(root, base), run, names, {})  # type: ignore[arg-type]
