"""``init`` in projects as there are many: what it prints runs there, and finds no fault.

Each project is drawn by a seed: languages, signs of agents, workflows, what checks commits, git.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git

SOURCES = {
    "src/app.py": "def main():\n    print('started')  # TODO: log it\n",
    "web/src/index.ts": "import { a } from './a'\nconsole.log(a)\n",
    "cmd/main.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("started") }\n',
    "src/lib.rs": 'pub fn started() { println!("started"); }\n',
    "app/models/user.rb": "class User\n  def to_s = name\nend\n",
    "src/Main.java": "class Main { void main() { System.out.println(1); } }\n",
    "index.php": "<?php echo 'started';\n",
    "bin/run.sh": "#!/bin/sh\necho started\n",
    "lib/util.ex": "defmodule Util do\nend\n",
}
CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1"
AGENTS = [
    "CLAUDE.md", ".claude/settings.local.json", ".cursor/rules/a.mdc", "GEMINI.md", "AGENTS.md",
    ".github/copilot-instructions.md", ".windsurfrules", "opencode.json", ".qwen/settings.json",
]  # fmt: skip
EXTRA = {
    ".github/workflows/ci.yml": "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n"
    "      - uses: actions/checkout@v5\n",
    ".github/workflows/pinned.yml": "on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n"
    f"      - uses: {CHECKOUT} # v7.0.1\n",
    ".husky/pre-commit": "npx lint-staged\n",
    "lefthook.yml": "pre-commit:\n  commands:\n    lint:\n      run: npx eslint\n",
    ".pre-commit-config.yaml": "repos:\n- repo: local\n  hooks: []\n",
    "package.json": '{"workspaces": ["packages/*"]}\n',
    "packages/a/index.js": "module.exports = 1\n",
    "services/pay/CLAUDE.md": "Pay.\n",
    "Dockerfile": "FROM node:24\n",
    "README.md": "# Project\n",
}
NEXT = re.compile(r"^  (\S.*?)(?:  +# .*)?$", re.M)


def draw_project(seed: int) -> dict[str, str]:
    """The files of a project."""
    random = Random(seed)
    sources = random.sample([*SOURCES], random.randint(0, 3))
    agents = random.sample(AGENTS, random.choice([0, 0, 1, 1, 2]))
    extra = random.sample([*EXTRA], random.randint(1, 6))
    return {
        **{name: SOURCES[name] for name in sources},
        **{name: "{}\n" if name.endswith("json") else "" for name in agents},
        **{name: EXTRA[name] for name in extra},
    }


@pytest.fixture
def machine(tmp_path: Path, released: Path) -> Mapping[str, str]:
    """An empty home folder, and a PATH with this program, git and a shell."""
    for folder in ("programs", "home"):
        (tmp_path / folder).mkdir()
    programs = {name: PROGRAM.with_name(name) for name in ("phaser-lint", "phaser-lint-hook")}
    for name, path in programs.items():
        (tmp_path / "programs" / name).symlink_to(path)
    return {
        "PATH": f"{tmp_path}/programs:/usr/bin:/bin", "HOME": str(tmp_path / "home"),
        "PYTHONPATH": str(released),
    }  # fmt: skip


def check_project(root: Path, files: dict[str, str], machine: Mapping[str, str]) -> None:
    def run_in_shell(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ("sh", "-c", command), cwd=root, env=machine, capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip

    write_files(root, files)
    proposal_outcome = run_in_shell("phaser-lint init")
    written_outcome = run_in_shell("phaser-lint init --yes")
    assert (proposal_outcome.returncode, written_outcome.returncode, written_outcome.stderr) == (
        0,
        0,
        "",
    )
    second = run_in_shell("phaser-lint init --yes").stdout
    # Where Cursor may run another agent's hook, or git runs none of a file that is there, something
    # is left that init does not do.
    is_left = "which no file tells" in second
    is_idle = "but git does not run" in second
    left = "proposed, but git" if is_idle else "proposed\n" if is_left else "left to propose\n"
    assert f"\nnothing is {left}" in second
    steps = written_outcome.stdout.partition("\nnext:\n")[2]
    commands = NEXT.findall(steps)
    assert "phaser-lint scan" in commands
    for command in commands:
        if not shutil.which(shlex.split(command)[0], path=machine["PATH"]):
            # There is none on this machine.
            assert command in ("lefthook install", "pre-commit install")
            continue
        outcome = run_in_shell(command)
        # Some agents wait for a person's word, which doctor says.
        expected_codes = (0, 1) if command == "phaser-lint doctor" else (0,)
        assert outcome.returncode in expected_codes, (command, outcome.stdout, outcome.stderr)
        if command.startswith("phaser-lint scan"):
            assert re.fullmatch(r"\d+ files? checked\n", outcome.stderr), outcome.stderr
        if command.startswith("phaser-lint try"):
            assert re.search(r"selected of \d+, [1-9]", outcome.stdout), outcome.stdout
    assert commands[-1].startswith("phaser-lint try") or not any(
        text.strip() for text in files.values()
    )
    assert run_in_shell("phaser-lint test").returncode == 0


def place(root: Path, seed: int, git: Git) -> Path:
    root.mkdir()
    if seed % 5:
        git(root, "init", "-q", "-b", ["main", "trunk"][seed % 2])
        if seed % 3 == 0:
            git(root, "remote", "add", "origin", "git@github.com:team/project.git")
    return root


@pytest.mark.slow
@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("seed", range(3))
def test_init_works_in_some_drawn_projects(
    tmp_path: Path, machine: Mapping[str, str], git: Git, seed: int
) -> None:
    check_project(place(tmp_path / "project", seed, git), draw_project(seed), machine)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 40))
def test_init_works_in_many_drawn_projects(
    tmp_path: Path, machine: Mapping[str, str], git: Git, seed: int
) -> None:
    check_project(place(tmp_path / "project", seed, git), draw_project(seed), machine)
