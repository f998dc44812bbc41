"""The hooks of this checkout as a source for pre-commit, installed as from anywhere.

    made = source_in(shared, environment)   a git repository with the manifest and the package
    run_pre_commit(root, made, "install")   the real program, in the real project
    commit(root, made)                      a real commit, and what the hooks said

pre-commit installs the package with pip, which takes seconds: it is done once in a folder that
parallel workers share, behind a lock.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.conftest import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Mapping

CHECKOUT = Path(__file__).resolve().parents[1]
SHIPPED = (
    ".pre-commit-hooks.yaml",
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "phaser_lint",
    "scripts",
)
# What pip needs to reach its index from here; nothing else of the machine is passed on.
OF_PIP = re.compile(r"PIP_|(HTTPS?|ALL|NO)_PROXY$|(SSL|REQUESTS|CURL)_[A-Z_]+$", re.IGNORECASE)


class Source(NamedTuple):
    """The repository that holds the hooks, and the environment that pre-commit runs in."""

    folder: Path
    revision: str
    environment: dict[str, str]


class Commit(NamedTuple):
    """How a commit ended and what the hooks printed."""

    code: int
    said: str


def source_in(shared: Path, environment: Mapping[str, str]) -> Source:
    """Make the hook source under *shared*, or take the one that is there; skip without an index."""
    kept = {name: value for name, value in os.environ.items() if OF_PIP.match(name)}
    given = {name: value for name, value in environment.items() if not name.startswith("COV")}
    pre_commit_home = {"PRE_COMMIT_HOME": str(shared / "pre-commit-home")}
    with (shared / "pre-commit-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = shared / "hook-source"
        if not folder.exists():
            make_source(folder, given)
        revision = output(("git", "rev-parse", "HEAD"), folder, given).strip()
        made = Source(folder, revision, {**kept, **given, **pre_commit_home})
        install_environment(made, shared)
    return made


def make_source(folder: Path, environment: Mapping[str, str]) -> None:
    folder.mkdir()
    for name in SHIPPED:
        path = CHECKOUT / name
        if path.is_dir():
            shutil.copytree(path, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, folder / name)
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "Hooks")):
        output(("git", *SETTINGS, *arguments), folder, environment)


def install_environment(made: Source, shared: Path) -> None:
    if (shared / "installed").exists():
        return
    project = shared / "first"
    project.mkdir(exist_ok=True)
    output(("git", "init", "-q"), project, made.environment)
    (project / ".pre-commit-config.yaml").write_text(configuration(made, "[]"))
    done = run_pre_commit(project, made, "install-hooks")
    if done.returncode and not index_reachable(shared, made):
        pytest.skip("no package index: pre-commit cannot install the hooks' environment")
    assert done.returncode == 0, done.stdout + done.stderr
    (shared / "installed").touch()


def index_reachable(shared: Path, made: Source) -> bool:
    command = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "pathspec")
    done = subprocess.run(
        command, cwd=shared, env=made.environment, capture_output=True, check=False
    )
    return done.returncode == 0


def configuration(made: Source, arguments: str) -> str:
    return (
        f"repos:\n- repo: {made.folder}\n  rev: {made.revision}\n  hooks:\n"
        f"  - id: phaser-lint\n    args: {arguments}\n"
        f"  - id: phaser-lint-tree\n    args: {arguments}\n"
    )


def output(command: tuple[str, ...], folder: Path, environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=dict(environment), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_pre_commit(root: Path, made: Source, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "pre_commit", *arguments)
    return subprocess.run(
        command, cwd=root, env=made.environment, capture_output=True, text=True, check=False
    )


def commit(
    root: Path, source: Source, *arguments: str, env: Mapping[str, str] | None = None
) -> Commit:
    """Commit what is staged; the dots after a hook's name and pre-commit's own notes are cut."""
    done = subprocess.run(
        ("git", *SETTINGS, "commit", "-q", "-m", "Next", *arguments),
        cwd=root,
        env={**source.environment, **(env or {})},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    notes = re.compile(r"^\[(?:INFO|WARNING)\].*\n", re.MULTILINE)
    return Commit(done.returncode, re.sub(r"\.{4,}", "...", notes.sub("", done.stderr)))
