"""The extension of VS Code, built only from npm in a copy of the project."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

TOP = Path(__file__).parents[2]
SOURCE = TOP / "editors" / "vscode"
# What a clone has no part of.
_BUILT_FILES = ("node_modules", "dist", "build", "LICENSE")
_KEPT_VARIABLES = (
    "PATH",
    "NODE_EXTRA_CA_CERTS",
    "HTTPS_PROXY",
    "npm_config_registry",
    "npm_config_cache",
)


def check_npm(folder: Path, *arguments: str) -> None:
    """Run npm there, with nothing of the user's but the way to the registry."""
    environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    process_result = subprocess.run(
        ("npm", *arguments), cwd=folder, capture_output=True, text=True, timeout=600,
        env={**environment, "HOME": str(folder), "SOURCE_DATE_EPOCH": "1700000000"},
    )  # fmt: skip
    assert process_result.returncode == 0, process_result.stdout + process_result.stderr


def clone(top: Path) -> Path:
    """Return the extension's folder in a copy below *top*, with what it is built by."""
    shutil.copy(TOP / "LICENSE", top)
    folder = top / "editors" / "vscode"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns(*_BUILT_FILES))
    check_npm(folder, "ci", "--ignore-scripts")
    return folder


def build(folder: Path) -> Path:
    """Return the package that is built there."""
    check_npm(folder, "run", "package")
    return folder / "build" / "phaser-lint.vsix"
