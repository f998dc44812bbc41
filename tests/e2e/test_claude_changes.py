"""The client changes a frozen file, and code without the page that belongs to it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROGRAM
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, drive, edit, install, read, write
from tests.hook.test_changes import CONTRACTS, FILES, alone, stays

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]


@pytest.fixture
def root(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Frozen files, code and its docs, in a commit; the hook is installed."""
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
    made = project(FILES, contracts=CONTRACTS, commit=True)
    install(made, "local")
    return made


def test_a_frozen_file_is_left_alone(root: Path) -> None:
    """Neither written nor edited; what a command does to it is told after it, and at Stop."""
    lock = root / "a.lock"
    seen = drive(
        root,
        write(root / "new.lock", "1\n"),
        read(lock),
        edit(lock, "1", "2"),
        [("Bash", {"command": "rm b.lock"})],
        permission_mode="bypassPermissions",
    )
    written, _, edited, _ = seen.results
    assert written.endswith(stays("new.lock"))
    assert edited.endswith(stays("a.lock"))
    assert f"Bash hook additional context: {stays('b.lock')}" in seen.told
    assert f"Stop hook feedback:\n{stays('b.lock')}" in seen.told
    assert seen.files == {path: text for path, text in FILES.items() if path != "b.lock"}


def test_code_without_its_page_is_blocked_once(root: Path) -> None:
    """It lands; the model hears of it after the edit, and once more where it would stop."""
    code = root / "src" / "a.py"
    seen = drive(root, read(code), edit(code, "1", "def public(): ..."), read(code))
    assert seen.files == {**FILES, "src/a.py": "def public(): ...\n"}
    assert f"PreToolUse:Edit hook additional context: {alone('src/a.py')}" in seen.told
    assert seen.told.count(f"Stop hook feedback:\n{alone('src/a.py')}") == 1
    assert len(seen.run.requests) == 5
    assert json.loads(seen.run.stdout)["result"] == "done"


def test_code_with_its_page(root: Path) -> None:
    """The model does what it was told, and may end."""
    page = root / "docs" / "a.md"
    seen = drive(root, write(root / "src" / "new.py", "1\n"), read(page), edit(page, "1", "2"))
    assert alone("src/new.py") in seen.told
    assert "Stop hook" not in seen.told
    assert seen.files == {**FILES, "src/new.py": "1\n", "docs/a.md": "2\n"}
