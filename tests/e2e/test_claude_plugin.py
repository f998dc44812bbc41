"""The plugin, installed into the real client from the marketplace that this repository is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.e2e.claude_client import run_claude, tool_results
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT

if TYPE_CHECKING:
    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
ROOT = Path(__file__).parents[2]
BIN = str(Path(sys.executable).parent)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder in which the plugin is installed, and nothing else."""
    assert CLAUDE is not None
    marketplace, home = tmp_path / "marketplace", tmp_path / "client-home"
    home.mkdir()
    for name in (".claude-plugin", "plugins"):
        shutil.copytree(ROOT / name, marketplace / name)
    environment = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    for words in (
        ("validate", str(marketplace)),
        ("marketplace", "add", str(marketplace)),
        ("install", "phaser-lint@phaser-lint"),
    ):
        process_result = subprocess.run(
            (CLAUDE, "plugin", *words),
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert process_result.returncode == 0, process_result.stdout + process_result.stderr
    return home


def test_a_write_is_denied(project: MakeProject, home: Path) -> None:
    """In a project that has contracts and no settings of the client's; a clean one is made."""
    assert CLAUDE is not None
    root = project({}, contracts={"a.yaml": contract("no-print", file_glob="*.py")}, commit=True)
    texts = {"a.py": "print(1)\n", "b.py": "log(1)\n"}
    turns = [
        [("Write", {"file_path": str(root / name), "content": text})]
        for name, text in texts.items()
    ]
    run = run_claude(
        claude=CLAUDE,
        project=root,
        home=home,
        turns=turns,
        variables={"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
    )
    result_of_bad_write, result_of_clean_write = tool_results(run.requests)
    assert "Contract violation: no-print at line 1" in result_of_bad_write
    assert "successfully" in result_of_clean_write
    assert sorted(path.name for path in root.glob("*.py")) == ["b.py"]
