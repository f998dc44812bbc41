"""A command as a user starts it: the program is on the PATH, and the home is empty."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Outcome, Run


@pytest.fixture
def call(run: Run, tmp_path: Path) -> Any:
    """Runs a command with the program on the PATH and a home of its own."""
    home = tmp_path / "home"
    home.mkdir()
    path = os.pathsep.join((str(PROGRAM.parent), os.environ["PATH"]))

    def called(root: Path, *arguments: str) -> Outcome:
        return run(*arguments, cwd=root, env={"PATH": path, "HOME": str(home)})

    return called
