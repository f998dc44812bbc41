"""The client changes a frozen file, and code without the page that belongs to it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROGRAM
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, drive, edit, install, read, write
from tests.hook.test_changes import CONTRACTS, FILES, frozen_sentence, together_sentence

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]


@pytest.fixture
def root(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Frozen files, code and its docs, in a commit; the hook is installed."""
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
    project_root = project(FILES, contracts=CONTRACTS, commit=True)
    install(project_root, "local")
    return project_root


def test_a_frozen_file_is_left_alone(root: Path) -> None:
    """Neither written nor edited; what a command does to it is told after it, and at Stop."""
    lock = root / "a.lock"
    session = drive(
        root,
        write(root / "new.lock", "1\n"),
        read(lock),
        edit(lock, "1", "2"),
        [("Bash", {"command": "rm b.lock"})],
        permission_mode="bypassPermissions",
    )
    result_of_write, _, result_of_edit, _ = session.results
    assert result_of_write.endswith(frozen_sentence("new.lock"))
    assert result_of_edit.endswith(frozen_sentence("a.lock"))
    assert f"Bash hook additional context: {frozen_sentence('b.lock')}" in session.model_text
    assert f"Stop hook feedback:\n{frozen_sentence('b.lock')}" in session.model_text
    assert session.files == {path: text for path, text in FILES.items() if path != "b.lock"}


def test_code_without_its_page_is_blocked_once(root: Path) -> None:
    """It lands; the model hears of it after the edit, and once more where it would stop."""
    code = root / "src" / "a.py"
    session = drive(root, read(code), edit(code, "1", "def public(): ..."), read(code))
    assert session.files == {**FILES, "src/a.py": "def public(): ...\n"}
    assert (
        f"PreToolUse:Edit hook additional context: {together_sentence('src/a.py')}"
        in session.model_text
    )
    assert session.model_text.count(f"Stop hook feedback:\n{together_sentence('src/a.py')}") == 1
    assert len(session.run.requests) == 5
    assert json.loads(session.run.stdout)["result"] == "done"


def test_code_with_its_page(root: Path) -> None:
    """The model does what it was told, and may end."""
    page = root / "docs" / "a.md"
    session = drive(root, write(root / "src" / "new.py", "1\n"), read(page), edit(page, "1", "2"))
    assert together_sentence("src/new.py") in session.model_text
    assert "Stop hook" not in session.model_text
    assert session.files == {**FILES, "src/new.py": "1\n", "docs/a.md": "2\n"}
