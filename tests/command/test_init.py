"""``init``: what is seen, what is proposed, and what is written of it."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import PROGRAM, write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import MakeProject, Run

SETTINGS = ".claude/settings.json"
CONFIGURATION = ".phaser/config.yaml"
COMMITS = ".pre-commit-config.yaml"
FILES = {
    "src/a.py": "a = 1\n", "src/b.ts": "b\n", "src/c.py": "c\n", SETTINGS: "{}\n",
    ".github/workflows/ci.yml": "on: push\n", COMMITS: "repos:\n- repo: local\n  hooks: []\n",
    ".relint.yml": "- name: a\n  pattern: b\n",
}  # fmt: skip
SHOWN = f"""\
found: Python (2 files), TypeScript (1 file); Claude Code; pre-commit; GitHub workflows; \
rules of other tools (.relint.yml)

proposed:
  {CONFIGURATION}      contracts that come with phaser-lint: agent-manners, ci-pins, debuggers, \
merge-markers, secrets
  {SETTINGS}    the hook of Claude Code: an edit is judged before it is written
  {COMMITS}  the hooks of pre-commit: a commit is judged

"""


@pytest.fixture
def machine(tmp_path: Path, released: Path) -> Mapping[str, str]:
    """A PATH with git alone, no agent, no pre-commit; and a phaser-lint of an index."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "git").symlink_to(shutil.which("git") or "git")
    return {"PATH": str(programs), "PYTHONPATH": str(released)}


def held(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(root).parts
    }


def test_it_is_shown(project: MakeProject, run: Run, machine: Mapping[str, str]) -> None:
    """Without a terminal, and without ``--yes``, nothing is written."""
    root = project(FILES)
    before = held(root)
    shown = run("init", cwd=root, env=machine)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == (
        f"{SHOWN}nothing was written: phaser-lint init --yes writes it\n\n"
        "next:\n  phaser-lint import .relint.yml\n"
    )
    assert held(root) == before


def test_it_is_written(project: MakeProject, run: Run, machine: Mapping[str, str]) -> None:
    """All of it, once: then the contracts count, and a second run changes nothing."""
    root = project(FILES)
    written = run("init", "--yes", cwd=root, env=machine)
    assert (written.code, written.err) == (0, "")
    assert written.out == (
        f"{SHOWN}{CONFIGURATION}: written\n{SETTINGS}: written\n{COMMITS}: written\n\n"
        "next:\n  phaser-lint import .relint.yml\n"
        "  phaser-lint scan      # what is there already; phaser-lint baseline writes it down\n"
        "  phaser-lint doctor    # do the hooks stand?\n"
        "  pre-commit install\n"
    )
    after = held(root)
    assert {path for path in after if after[path] != FILES.get(path, "").encode()} == {
        CONFIGURATION, SETTINGS, COMMITS,
    }  # fmt: skip
    again = run("init", "--yes", cwd=root / "src", env=machine)
    assert (again.code, held(root)) == (0, after)
    assert "\nnothing is left to propose\n" in again.out
    assert run("test", cwd=root).code == 0
    (root / "src/a.py").write_text("breakpoint()\n", encoding="utf-8")
    assert run("scan", cwd=root).code == 1


@pytest.mark.parametrize("fields", ['"dir_info": {"editable": true}', '"archive_info": {}'])
def test_a_local_build(
    project: MakeProject, run: Run, machine: Mapping[str, str], fields: str
) -> None:
    """With a revision that nobody has, pre-commit let no commit be made."""
    (folder,) = Path(machine["PYTHONPATH"]).iterdir()
    (folder / "direct_url.json").write_text(f'{{"url": "file:///x", {fields}}}')
    root = project(FILES)
    written = run("init", "--yes", cwd=root, env=machine)
    assert (written.code, written.err) == (
        2,
        f"phaser-lint: {COMMITS}: no revision to write: this phaser-lint was built here; install "
        "it from an index or a git repository, or write the hooks of docs/pre-commit.md with a "
        "revision that others can fetch\n",
    )
    assert (root / COMMITS).read_text() == FILES[COMMITS]
    assert f"\n{SETTINGS}: written\n" in written.out


def test_without_an_agent(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """No hook stands then that a doctor could try."""
    env = {"HOME": str(tmp_path)}
    written = run("init", "--yes", cwd=project({"a.py": "a = 1\n"}), env=env)
    assert (written.code, written.err) == (0, "")
    assert written.out.endswith(
        "next:\n"
        "  phaser-lint scan      # what is there already; phaser-lint baseline writes it down\n"
        "  phaser-lint install   # an agent's hook: --agent NAME\n"
    )


def test_json(project: MakeProject, run: Run, machine: Mapping[str, str]) -> None:
    root = project({"a.rb": "a\n"})
    told = json.loads(run("init", "--json", "--root", str(root), env=machine).out)
    (proposal,) = told.pop("proposals")
    assert told == {
        "version": 1, "languages": {"Ruby": 1}, "agents": [], "contracts": False,
        "pre_commit": False, "workflows": False, "rules": [], "problems": [],
    }  # fmt: skip
    assert (proposal["path"], proposal["written"]) == (CONFIGURATION, False)
    packs = [line.split()[2] for line in proposal["text"].splitlines()[1:]]
    assert packs == ["debuggers", "merge-markers", "secrets"]


@pytest.mark.parametrize(
    ("files", "contracts", "proposed"),
    [
        ({}, {"a.yaml": contract()}, []),
        ({CONFIGURATION: "exclude: ['vendor/']\n"}, {}, []),
        ({"s/.claude/contracts/a.yaml": contract()}, {}, []),
        ({".cursor/rules": "a\n"}, {"a.yaml": contract()}, [".cursor/hooks.json"]),
        (
            {".cursor/rules": "a\n", ".claude/agents/a.md": "a\n"},
            {"a.yaml": contract()},
            [SETTINGS],  # which Cursor reads, too
        ),
        (
            {".clinerules/a.md": "a\n"},
            {"a.yaml": contract()},
            [".clinerules/hooks/PostToolUse"],
        ),
    ],
)
def test_what_is_there_is_left(
    project: MakeProject,
    run: Run,
    machine: Mapping[str, str],
    files: dict[str, str],
    contracts: dict[str, str],
    proposed: list[str],
) -> None:
    """A contract of one's own, a configuration; an agent that runs another's hooks."""
    root = project(files, contracts=contracts)
    told = json.loads(run("init", "--yes", "--json", cwd=root, env=machine).out)
    assert [each["path"] for each in told["proposals"]] == proposed
    assert json.loads(run("init", "--json", cwd=root, env=machine).out)["proposals"] == []


def test_programs_of_the_machine(
    project: MakeProject, run: Run, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Looked for, and never run."""
    for name in ("claude", "prek"):
        program = tmp_path / "programs" / name
        program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
        program.chmod(0o755)
    root = project({})
    told = json.loads(run("init", "--yes", "--json", cwd=root, env=machine).out)
    assert [each["path"] for each in told["proposals"]] == [CONFIGURATION, SETTINGS, COMMITS]
    assert not (tmp_path / "ran").exists()


def test_something_in_the_way(
    project: MakeProject, run: Run, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Each is said, and left alone; the others are written."""
    files = {SETTINGS: "{\n", COMMITS: "repos: []\n", ".codex/config.toml": ""}
    root = project(files)
    (tmp_path / "elsewhere").mkdir()
    (root / ".phaser").symlink_to(tmp_path / "elsewhere")
    outcome = run("init", "--yes", cwd=root, env=machine)
    assert outcome.code == 2
    assert [line.split(":")[1].strip() for line in outcome.err.splitlines()] == [
        CONFIGURATION, f"{root}/{SETTINGS}", COMMITS,
    ]  # fmt: skip
    assert ".codex/hooks.json: written\n" in outcome.out
    after = held(root)
    assert after.pop(".codex/hooks.json")
    assert after == {path: text.encode() for path, text in files.items()}
    assert [*(tmp_path / "elsewhere").iterdir()] == []


def test_a_folder_that_cannot_be_written_to(run: Run, machine: Mapping[str, str]) -> None:
    """It is said which file is not written; the others are."""
    with without_privileges() as root:
        write_files(root, {".claude/settings.json": "{}\n"})
        (root / ".claude").chmod(0o555)
        outcome = run("init", "--yes", cwd=root, env=machine)
        (root / ".claude").chmod(0o755)
        assert outcome.code == 2
        assert (
            outcome.err == f"phaser-lint: {root}/{SETTINGS}: cannot be written: Permission denied\n"
        )
        assert f"\n{CONFIGURATION}: written\n" in outcome.out
        assert f"{SETTINGS}: written" not in outcome.out
        assert (root / CONFIGURATION).exists()


def test_the_home_folder(run: Run, tmp_path: Path) -> None:
    """What stands there is for all projects."""
    home = (tmp_path / "home").resolve()
    home.mkdir()
    outcome = run("init", "--yes", cwd=home, env={"HOME": str(home)})
    assert (outcome.code, outcome.out, outcome.err) == (
        2,
        "",
        f"phaser-lint: {home} is the home folder: expected a project; run init in one\n",
    )
    assert [*home.iterdir()] == []


def test_a_terminal(
    project: MakeProject, machine: Mapping[str, str], environment: Mapping[str, str]
) -> None:
    """Each file is asked for by itself, until yes or no; at the end of the input none is wanted."""
    root = project(FILES)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(PROGRAM), "init"], cwd=root, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**environment, **machine},
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"perhaps\nn\n\n\x04")
    said = b""
    try:
        while chunk := os.read(ours, 65536):
            said += chunk
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(timeout=60) == 0
    assert said.count(b"? [Y/n] ") == 4
    changed = {path for path, data in held(root).items() if data != FILES.get(path, "").encode()}
    assert changed == {SETTINGS}


def test_below_the_top(project: MakeProject, run: Run, machine: Mapping[str, str]) -> None:
    """It says where an agent of the project has to be started to read what is written."""
    root = project(FILES)
    note = (
        "Claude Code reads the settings of the folder that it is started in, not of those above "
        f"it: start it in {root}, or install the hook for all your projects (phaser-lint install "
        "--agent claude-code --scope user)\n"
    )
    assert note not in run("init", cwd=root, env=machine).out
    assert note in run("init", cwd=root / "src", env=machine).out
    assert note not in run("init", "--root", str(root), cwd=root / "src", env=machine).out
