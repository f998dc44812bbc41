"""``scripts/in_environment``: the programs of the checkout's own environment, on every system."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "in_environment"


@pytest.mark.parametrize("folder", ["bin", "Scripts"])
def test_a_program_starts_with_its_arguments_and_ends_with_its_code(
    tmp_path: Path, folder: str
) -> None:
    """With its arguments, where it was called, and with its exit code."""
    program = tmp_path / "a checkout" / ".venv" / folder / "ruff"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\nprintf "%s|" "$PWD" "$@"\nexit 3\n')
    program.chmod(0o755)
    script = tmp_path / "a checkout" / "scripts" / SCRIPT.name
    script.parent.mkdir()
    shutil.copy(SCRIPT, script)
    process = subprocess.run(
        (script, "ruff", "a b", "-c"), cwd=tmp_path, capture_output=True, text=True
    )
    assert (process.returncode, process.stdout, process.stderr) == (3, f"{tmp_path}|a b|-c|", "")


def test_every_hook_of_a_commit_starts_by_it() -> None:
    """None names a folder that Windows has not."""
    configuration = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = [hook for repository in configuration["repos"] for hook in repository["hooks"]]
    assert {(hook["language"], hook["entry"].split()[0]) for hook in hooks} == {
        ("script", "scripts/in_environment")
    }
