"""The client adds a function of the API without its line in the docs, and deletes a partner."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROGRAM
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, drive, edit, install, read
from tests.hook.test_partners_and_lists import CONTRACTS, FILES, lacking_partner

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
TWO_FUNCTIONS = "def one(): 0\ndef two(): 0\n"
UNLISTED = "Contract violation: listed in src/a.py at line 2. Give it a line.\n  2: def two(): 0"


@pytest.fixture
def root(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Code and its docs, migrations and their ways back, in a commit; the hook is installed."""
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
    project_root = project(FILES, contracts=CONTRACTS, commit=True)
    install(project_root, "local")
    return project_root


def test_a_function_without_its_line_is_blocked_once(root: Path) -> None:
    """It lands; the model reads it with the edit, and once more where it would stop."""
    code = root / "src" / "a.py"
    session = drive(root, read(code), edit(code, "def one(): 0\n", TWO_FUNCTIONS), read(code))
    assert session.files == {**FILES, "src/a.py": TWO_FUNCTIONS}
    assert (
        "PreToolUse:Edit hook additional context: Contract violation: listed" in session.model_text
    )
    assert session.model_text.count(f"Stop hook feedback:\n{UNLISTED}") == 1
    assert len(session.run.requests) == 5


def test_a_function_with_its_line(root: Path) -> None:
    """The model does what it was told, and may end."""
    code, page = root / "src" / "a.py", root / "docs" / "api.md"
    turns = [
        edit(code, "def one(): 0\n", TWO_FUNCTIONS),
        read(page),
        edit(page, "- one", "- one\n- two"),
    ]
    session = drive(root, read(code), *turns)
    assert "Contract violation: listed at line 2" in session.model_text
    assert "Stop hook" not in session.model_text


def test_a_partner_that_a_command_deletes(root: Path) -> None:
    """It is gone; the model hears of it where it would stop."""
    command = [("Bash", {"command": "rm db/1.down.sql"})]
    session = drive(root, command, permission_mode="bypassPermissions")
    assert f"Stop hook feedback:\n{lacking_partner(1)}" in session.model_text
