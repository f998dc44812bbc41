"""A folder for a while, and a machine on which none can be made."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.temporary_folder import make_temporary_folder
from tests.command.made import contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

NO_FOLDER = "no temporary folder can be made: No such file or directory: expected one in TMPDIR\n"


@pytest.fixture(name="nowhere")
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))


def test_it_is_gone_at_the_end() -> None:
    """With what is in it."""
    with make_temporary_folder() as folder:
        (Path(folder) / "a").touch()
    assert not Path(folder).exists()


@pytest.mark.usefixtures("nowhere")
def test_none_can_be_made(project: MakeProject, run: Run) -> None:
    """What needs one says so; what git holds is read without."""
    root = project({"a.py": "x = 1\n"}, contracts={"a.yaml": contract()}, commit=True)
    (root / "a.py").write_text("print(1)\n")
    assert run("scan", "--since", "HEAD", cwd=root).code == 1
    assert run("doctor", cwd=root) == (2, "", f"phaser-lint: {NO_FOLDER}")
