"""``init --undo``: all that ``init`` wrote in a clone is as it was, bytes, modes and folders."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.command.test_init_in_projects import draw_project, place
from tests.conftest import PROGRAM, write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import Git, MakeProject, Run

SETTINGS = ".claude/settings.json"
CONFIGURATION = ".phaser/config.yaml"
HOOK = ".git/hooks/pre-commit"
CLEAN = (0, "nothing is here that init wrote\n", "")


@pytest.fixture
def machine(tmp_path: Path, released: Path) -> Mapping[str, str]:
    """A PATH with git and the hook, a home without anything, a phaser-lint of an index."""
    (tmp_path / "home").mkdir()
    programs = released.parent / "programs"
    programs.mkdir()
    for program in (PROGRAM.with_name("phaser-lint-hook"), shutil.which("git") or "git"):
        (programs / Path(program).name).symlink_to(program)
    return {
        "PATH": str(programs), "HOME": str(tmp_path / "home"), "PYTHONPATH": str(released),
    }  # fmt: skip


def tree(folder: Path) -> dict[str, tuple[int, bytes | None]]:
    """All folders and files, git's own included."""
    return {
        path.relative_to(folder).as_posix(): (
            path.lstat().st_mode,
            None if path.is_dir() else path.read_bytes(),
        )
        for path in sorted(folder.rglob("*"))
    }


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("seed", range(12))
def test_a_drawn_project_is_as_it_was(
    tmp_path: Path, run: Run, machine: Mapping[str, str], git: Git, seed: int
) -> None:
    """Whatever was there before: hooks of others, settings, workflows, nothing at all."""
    root = place(tmp_path / "project", seed, git)
    git(root, "init", "-q")
    write_files(root, draw_project(seed))
    before = tree(tmp_path)
    for flags in ((), ("--agent", "codex"), ("--agent", "opencode", "--agent", "codex")):
        assert run("init", "--yes", *flags, cwd=root, env=machine).code == 0
    undone = run("init", "--undo", cwd=root, env=machine)
    assert (undone.code, undone.err) == (0, "")
    assert tree(tmp_path) == before
    assert run("init", "--undo", cwd=root, env=machine) == CLEAN


def test_what_becomes_of_each_file_is_said(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    root = project({SETTINGS: "{}\n", ".husky/pre-commit": "npm test\n"})
    (root / ".husky/pre-commit").chmod(0o644)
    run("init", "--yes", cwd=root, env=machine)
    assert (root / ".husky/pre-commit").stat().st_mode & 0o777 == 0o755
    assert run("init", "--undo", cwd=root, env=machine) == (
        0,
        f"{SETTINGS}: as it was before\n.husky/pre-commit: as it was before\n"
        f"{CONFIGURATION}: removed\n",
        "",
    )
    assert (root / ".husky/pre-commit").stat().st_mode & 0o777 == 0o644


def test_what_was_committed_stays_with_the_team(
    project: MakeProject, run: Run, machine: Mapping[str, str], git: Git
) -> None:
    """A tracked file was removed from the disk, and only that was said."""
    root = project({"a.py": "x = 1\n"}, commit=True)
    run("init", "--yes", cwd=root, env=machine)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--no-verify", "-m", "Contracts")
    assert run("init", "--undo", cwd=root, env=machine) == (
        0,
        f".git/hooks/pre-commit: removed\n{CONFIGURATION}: removed\n\n"
        f"{CONFIGURATION}: in HEAD; colleagues and CI have it until you commit this\n",
        "",
    )


def test_what_was_changed_since_is_left(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """It is named, and the rest goes; once it is as it was written, it goes as well."""
    root = project({SETTINGS: "{}\n", "CLAUDE.md": "a\n"})
    run("init", "--yes", cwd=root, env=machine)
    written = (root / CONFIGURATION).read_text()
    (root / CONFIGURATION).write_text(f"{written}# mine\n")
    (root / SETTINGS).unlink()
    outcome = run("init", "--undo", cwd=root, env=machine)
    assert outcome == (
        2,
        f"{HOOK}: removed\n",
        f"phaser-lint: {SETTINGS}: deleted since init wrote it; left as it is\n"
        f"phaser-lint: {CONFIGURATION}: changed since init wrote it; left as it is\n",
    )
    assert (root / CONFIGURATION).read_text() == f"{written}# mine\n"
    (root / CONFIGURATION).write_text(written)
    (root / SETTINGS).write_text("{}\n")
    assert run("init", "--undo", cwd=root, env=machine) == (0, f"{CONFIGURATION}: removed\n", "")
    assert run("init", "--undo", cwd=root, env=machine) == CLEAN
    assert not (root / ".git/phaser-lint").exists()


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("path", [SETTINGS, HOOK])
def test_the_command_that_takes_out_a_hook_left_in_a_changed_file_is_named(
    project: MakeProject, run: Run, machine: Mapping[str, str], path: str
) -> None:
    """A permission that was added since, and a line of somebody's own; it takes out the hook."""
    root = project({SETTINGS: "{}\n", "CLAUDE.md": "a\n"})
    run("init", "--yes", cwd=root, env=machine)
    written = (root / path).read_text()
    changed = {SETTINGS: written.replace("{", '{"permissions": {}, ', 1), HOOK: f"{written}true\n"}
    (root / path).write_text(changed[path])
    outcome = run("init", "--undo", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (
        2,
        f"phaser-lint: {path}: changed since init wrote it; left as it is\n"
        "phaser-lint uninstall --all takes the hooks out; the rest is yours to delete\n",
    )
    run("uninstall", "--all", cwd=root, env=machine)
    assert "phaser-lint" not in (root / path).read_text()


def test_what_uninstall_took_out_already_is_done(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    root = project({"CLAUDE.md": "a\n"}, contracts={"a.yaml": contract()})
    before = tree(root)
    run("init", "--yes", cwd=root, env=machine)
    run("uninstall", cwd=root, env=machine)
    assert run("init", "--undo", cwd=root, env=machine) == (0, f"{HOOK}: removed\n", "")
    assert tree(root) == before


def test_a_clone_that_was_moved(
    project: MakeProject, run: Run, machine: Mapping[str, str], tmp_path: Path
) -> None:
    root = project({SETTINGS: '{"a": 1}'})
    before = tree(root)
    run("init", "--yes", cwd=root, env=machine)
    moved = root.rename(tmp_path / "moved")
    assert run("init", "--undo", cwd=moved, env=machine).code == 0
    assert tree(moved) == before


def test_a_clone_of_a_clone_has_no_record(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """What was committed belongs to all: it is listed, and nothing is changed."""
    root = project({"CLAUDE.md": "a\n", ".husky/pre-commit": "npm test\n"})
    run("init", "--yes", cwd=root, env=machine)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "a")
    git(tmp_path, "clone", "-q", str(root), "colleague")
    before = tree(tmp_path / "colleague")
    outcome = run("init", "--undo", cwd=tmp_path / "colleague", env=machine)
    assert outcome == (
        2,
        "nothing records what init wrote here, so nothing is changed. These are files that it "
        "writes:\n"
        f"  {SETTINGS}  a hook of Claude Code\n"
        f"  {CONFIGURATION}    the configuration\n"
        "  .husky/pre-commit      a line for husky\n\n"
        "phaser-lint uninstall --all takes the hooks out; the rest is yours to delete\n",
        "",
    )
    assert tree(tmp_path / "colleague") == before
    document = json.loads(run("init", "--undo", "--json", cwd=root, env=machine).out)
    assert document == {
        "version": 1, "not_recorded": [], "files": [
            {"path": SETTINGS, "ending": "removed", "reason": ""},
            {"path": ".husky/pre-commit", "ending": "as it was before", "reason": ""},
            {"path": CONFIGURATION, "ending": "removed", "reason": ""},
        ],
    }  # fmt: skip


def test_a_record_that_others_may_read_is_named(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """`chmod -R a+rX .` in a clone opened it; "nothing records what init wrote here" it said."""
    root = project({".husky/pre-commit": "npm test\n"})
    before = tree(root)
    run("init", "--yes", "--agent", "claude-code", cwd=root, env=machine)
    records = root / ".git/phaser-lint/installed"
    for record in records.iterdir():
        record.chmod(0o644)
    remedy = f"chmod -R go= {records}"
    unread = (
        f"{records}: not read, for what others may read or own is not trusted; {remedy} closes "
        "what is yours"
    )
    assert run("init", "--undo", cwd=root, env=machine) == (
        2,
        f"what init wrote here: {unread}\n"
        "These are files that it writes:\n"
        f"  {SETTINGS}  a hook of Claude Code\n"
        f"  {CONFIGURATION}    the configuration\n"
        "  .husky/pre-commit      a line for husky\n\n"
        "phaser-lint uninstall --all takes the hooks out; the rest is yours to delete\n",
        "",
    )
    document = json.loads(run("init", "--undo", "--json", cwd=root, env=machine).out)
    assert document["unread"] == unread
    subprocess.run(shlex.split(remedy), check=True)
    assert run("init", "--undo", cwd=root, env=machine).code == 0
    assert tree(root) == before


def test_of_a_worktree_its_own_files_are_taken_back(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """And the hook, which all worktrees have."""
    root = project({}, contracts={"a.yaml": contract()}, commit=True)
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", str(linked))
    before = tree(linked)
    run("init", "--yes", "--agent", "claude-code", cwd=linked, env=machine)
    step = f"  cd {linked.resolve()} && phaser-lint init --undo\n"
    assert run("init", "--undo", cwd=root, env=machine) == (
        2,
        "nothing records what init wrote here, so nothing is changed. These are files that it "
        f"writes:\n  {HOOK}  git's hook before a commit\n\n"
        "phaser-lint uninstall --all takes the hooks out; the rest is yours to delete\n\n"
        f"init wrote in another worktree of this repository; there this takes it back:\n{step}",
        "",
    )
    document = json.loads(run("init", "--undo", "--json", cwd=root, env=machine).out)
    assert document["worktrees"] == [str(linked.resolve())]
    assert run("init", "--undo", cwd=linked, env=machine) == (
        0,
        f"{SETTINGS}: removed\n{root.resolve()}/{HOOK}: removed\n",
        "",
    )
    assert tree(linked) == before
    assert not (root / HOOK).exists()


WARNING = (
    "\nWhat was here before is not recorded, for git has no folder here that can be written to: "
    "phaser-lint init --undo cannot take it back.\n"
)


def test_it_is_said_that_nothing_can_be_recorded(
    run: Run, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Without git, or where its folder is closed: then nothing is taken back later."""
    root = tmp_path / "plain"
    root.mkdir()
    assert WARNING in run("init", "--yes", cwd=root, env=machine).out
    assert run("init", "--undo", cwd=root, env=machine).code == 2
    assert (root / CONFIGURATION).exists()


def test_a_closed_folder_of_git(run: Run, machine: Mapping[str, str]) -> None:
    run("init", "--help")  # the program may lie where nobody else reads
    with without_privileges() as root:
        write_files(root, {".git/HEAD": "ref: refs/heads/main\n", ".git/config": ""})
        for name in (".git/objects", ".git/refs"):
            (root / name).mkdir()
        (root / ".git").chmod(0o555)
        outcome = run("init", "--yes", cwd=root, env={**machine, "PATH": "/usr/bin:/bin"})
        (root / ".git").chmod(0o755)
        assert (outcome.code, outcome.err) == (
            2,
            f"phaser-lint: {root}/{HOOK}: cannot be written: Permission denied\n",
        )
        assert WARNING in outcome.out
        assert (root / CONFIGURATION).exists()


@pytest.mark.parametrize("flags", [("--yes",), ("--agent", "codex"), ("--pack", "secrets")])
def test_a_flag_that_says_what_to_write(
    project: MakeProject, run: Run, machine: Mapping[str, str], flags: tuple[str, ...]
) -> None:
    outcome = run("init", "--undo", *flags, cwd=project({}), env=machine)
    assert (outcome.code, outcome.out, outcome.err.splitlines()[0]) == (
        2,
        "",
        f"phaser-lint: --undo: expected without {flags[0]}, for it takes back and asks nothing",
    )
