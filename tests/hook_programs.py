"""The programs that run the manifest's hooks, pre-commit and prek: installed and run for real.

    source = source_in(shared, environment)      a git repository with the manifest and the package
    run_hooks(root, source, "prek", "run")       the real program, in a real project
    commit(root, source)                         a real commit, and what the hooks said

Each program installs the package, which takes seconds: it is done when a test asks for it, once in
a folder that parallel workers share, behind a lock. What the two say differs in blanks and notes;
``said`` has one form.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.conftest import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CHECKOUT = Path(__file__).resolve().parents[1]
SHIPPED = (
    ".pre-commit-hooks.yaml",
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "phaser_lint",
    "scripts",
)
PROGRAMS = {
    "pre-commit": (sys.executable, "-m", "pre_commit"),
    "prek": (sys.executable, "-m", "prek"),
}
STAGES = ("pre-commit", "pre-merge-commit", "pre-push", "commit-msg")
# What pip and uv need to reach their index from here; nothing else of the machine is passed on.
OF_PIP = re.compile(r"(PIP|UV)_|(HTTPS?|ALL|NO)_PROXY$|(SSL|REQUESTS|CURL)_[A-Z_]+$", re.IGNORECASE)
HEAD = re.compile(
    r"(phaser-lint)( \(files and changes\))?\.{3,}(?:\(no files to check\))?"
    r"(Passed|Failed|Skipped)"
)
# uv, which prek installs with, where it cannot reach an index; pip may, by its own configuration.
UNREACHABLE = "error sending request"
LEFT_OUT = re.compile(
    r"- (hook id|description|duration): .*|\[(INFO|WARNING)\].*"
    r"|(Unstaged changes detected|Restored unstaged changes).*"
)
OWN_PROGRAM = re.compile(r"\S+(?:-home|/repo\w+)/\S+/phaser-lint(?= )")


class Source(NamedTuple):
    """The repository that holds the hooks, and the environment that the programs run in."""

    folder: Path
    revision: str
    environment: dict[str, str]
    scripts: Path
    """What each program installs into a repository, in a folder of the program's name."""


class Commit(NamedTuple):
    """How a commit, or a run, ended and what the hooks said."""

    code: int
    said: str


def source_in(shared: Path, environment: Mapping[str, str]) -> Source:
    """Make the hook source under *shared*, or take the one that is there."""
    pip_variables = {name: variable for name, variable in os.environ.items() if OF_PIP.match(name)}
    # uv, which prek installs with, does not know pip's name for the certificates.
    certificates = pip_variables.get("PIP_CERT") or pip_variables.get("REQUESTS_CA_BUNDLE")
    if certificates:
        pip_variables.setdefault("SSL_CERT_FILE", certificates)
    hook_variables = {
        name: variable for name, variable in environment.items() if not name.startswith("COV")
    }
    homes = {
        "PRE_COMMIT_HOME": str(shared / "pre-commit-home"),
        "PREK_HOME": str(shared / "prek-home"),
    }
    with alone(shared / "hooks-lock"):
        folder = shared / "hook-source"
        if not folder.exists():
            make_source(folder, hook_variables)
    revision = output(("git", "rev-parse", "HEAD"), folder, hook_variables).strip()
    return Source(
        folder, revision, {**pip_variables, **hook_variables, **homes}, shared / "scripts"
    )


def hindrance(source: Source, program: str) -> str:
    """Return why *program* cannot run the hooks here, or nothing once it is ready to."""
    if not is_installed(program):
        return f"{program} is not installed"
    shared = source.folder.parent
    with alone(shared / f"{program}-lock"):
        outcome_file = shared / f"tried-{program}"
        if not outcome_file.exists():
            outcome_file.write_text(install_environment(source, shared, program))
        return outcome_file.read_text()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other processes that ask for the same *path* waiting."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_installed(program: str) -> bool:
    """Tell whether this Python has *program*."""
    return find_spec(PROGRAMS[program][-1]) is not None


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


def install_environment(source: Source, shared: Path, program: str) -> str:
    """Install the hooks' environment; returns why that is not possible here, or nothing."""
    project = shared / f"first-{program}"
    project.mkdir()
    output(("git", "init", "-q", "--template="), project, source.environment)
    (project / ".pre-commit-config.yaml").write_text(configuration(source))
    types = [flag for stage in STAGES for flag in ("--hook-type", stage)]
    for arguments in (("install-hooks",), ("install", *types)):
        process_result = run_hooks(project, source, program, *arguments)
        if process_result.returncode and not index_reachable(
            shared, source, process_result.stderr + process_result.stdout
        ):
            return f"no package index: {program} cannot install the hooks' environment"
        assert process_result.returncode == 0, process_result.stdout + process_result.stderr
    shutil.copytree(project / ".git" / "hooks", source.scripts / program)
    return ""


def index_reachable(shared: Path, source: Source, said_by_program: str) -> bool:
    """Tell whether an installation failed for another reason than a missing index."""
    command = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "pathspec")
    process_result = subprocess.run(
        command, cwd=shared, env=source.environment, capture_output=True, check=False
    )
    return process_result.returncode == 0 and UNREACHABLE not in said_by_program


def configuration(
    source: Source, content: Mapping[str, Any] | None = None, tree: Mapping[str, Any] | None = None
) -> str:
    """Return a ``.pre-commit-config.yaml`` with what a user gives to each of the two hooks."""
    hooks = [{"id": "phaser-lint", **(content or {})}, {"id": "phaser-lint-tree", **(tree or {})}]
    return json.dumps(
        {"repos": [{"repo": str(source.folder), "rev": source.revision, "hooks": hooks}]}, indent=1
    )


def output(command: tuple[str, ...], folder: Path, environment: Mapping[str, str]) -> str:
    process_result = subprocess.run(
        command, cwd=folder, env=dict(environment), capture_output=True, text=True, check=False
    )
    assert process_result.returncode == 0, process_result.stderr
    return process_result.stdout


def run_hooks(
    root: Path, source: Source, program: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run *program* in *root* with *arguments*."""
    return subprocess.run(
        (*PROGRAMS[program], *arguments),
        cwd=root,
        env=source.environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def run_program(root: Path, source: Source, program: str, *arguments: str) -> Commit:
    """Run the hooks of the project at *root*; *arguments* are those of the program's ``run``."""
    process_result = run_hooks(root, source, program, "run", *arguments)
    return Commit(
        process_result.returncode, normalise_output(process_result.stderr + process_result.stdout)
    )


def commit(
    root: Path, source: Source, *arguments: str, env: Mapping[str, str] | None = None
) -> Commit:
    """Commit what is staged."""
    return with_git(root, source, "commit", "-q", "-m", "Next", *arguments, env=env)


def with_git(
    root: Path, source: Source, *arguments: str, env: Mapping[str, str] | None = None
) -> Commit:
    """Run git with the hooks that are installed."""
    process_result = start_git(root, source, *arguments, env=env)
    # Before a push git leaves a hook's standard output alone; elsewhere it is standard error.
    return Commit(
        process_result.returncode, normalise_output(process_result.stderr + process_result.stdout)
    )


def start_git(
    root: Path, source: Source, *arguments: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run git with the hooks that are installed, and return what it and they printed."""
    return subprocess.run(
        ("git", *SETTINGS, *arguments),
        cwd=root,
        env={**source.environment, **(env or {})},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def normalise_output(printed: str) -> str:
    """Return what the hooks said in one form: ``hook: Failed, exit code``, then its output."""
    blocks = [""]
    for line in printed.splitlines():
        head = HEAD.fullmatch(line)
        if head:
            blocks.append(f"phaser-lint{'-tree' if head[2] else ''}: {head[3]}")
        elif line.startswith("- exit code: "):
            blocks[-1] += f", {line.removeprefix('- exit code: ')}"
        elif not LEFT_OUT.fullmatch(line):
            # Nobody else has the program here, so it is named by where the hooks lie.
            blocks[-1] += f"\n{OWN_PROGRAM.sub('phaser-lint', line)}"
    return "\n".join(filter(None, map(plain, blocks)))


def plain(block: str) -> str:
    """Return a hook's words without the two blanks that prek indents them by."""
    head, *lines = block.rstrip().split("\n")
    while lines and not lines[0]:
        lines.pop(0)
    indented = bool(lines) and all(line.startswith("  ") or not line for line in lines)
    return "\n".join((head, *(line[2:] if indented else line for line in lines))).strip()
