"""What a hook becomes in another worktree: notes of ``install``, ``init`` and ``doctor``."""

from __future__ import annotations

import json
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pytest

from tests.called_hooks import in_process
from tests.command.made import contract
from tests.conftest import PROGRAM, write_files
from tests.tables import first_of_each

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

__all__ = ["in_process"]
SETTINGS = ".claude/settings.json"
UNCOMMITTED = f"claude -w starts from a commit, and none has this hook yet: commit {SETTINGS}"
IGNORED = (
    f"git ignores {SETTINGS}, so nobody else, nor claude -w, gets the hook: git add -f {SETTINGS}"
)


class Project:
    """A project with a commit, in which the hook of an agent is installed."""

    def __init__(self, root: Path, home: Path, run: Run, git: Git) -> None:
        self.root, self.home, self._run, self._git = root, home, run, git
        home.mkdir()

    def run(self, *arguments: str, root: Path | None = None) -> Any:
        env = {"HOME": str(self.home), "PATH": f"{PROGRAM.parent}:/usr/local/bin:/usr/bin:/bin"}
        return self._run(*arguments, cwd=root or self.root, env=env)

    def commit(self, *names: str) -> None:
        self._git(self.root, "add", "-f", "--", *names)
        self._git(self.root, "commit", "-q", "-m", "More")

    def worktree(self) -> Path:
        self._git(self.root, "worktree", "add", "-q", str(self.root.parent / "tree"))
        return self.root.parent / "tree"

    def notes(self, *arguments: str, root: Path | None = None) -> list[str]:
        """What doctor notes and complains of, without its places."""
        document = json.loads(self.run("doctor", "--json", *arguments, root=root).out)
        hooks = [finding for hook in document["gates"] for finding in hook["findings"]]
        return [finding["text"] for finding in (*document["findings"], *hooks)]


@pytest.fixture(name="of")
def _of(project: MakeProject, run: Run, git: Git, tmp_path: Path, in_process: None) -> Project:
    root = project({"src/a.py": "x = 1\n"}, contracts={"no-print.yaml": contract()}, commit=True)
    return Project(root, tmp_path.resolve() / "home", run, git)


def ignore(of: Project) -> None:
    write_files(of.root, {".gitignore": f"{SETTINGS}\n"})


def ignore_and_copy(of: Project) -> None:
    ignore(of)
    write_files(of.root, {".worktreeinclude": ".claude/*.json\n"})


def copy_without_ignoring(of: Project) -> None:
    write_files(of.root, {".worktreeinclude": f"{SETTINGS}\n"})


def commit(of: Project) -> None:
    of.run("install")
    of.commit(SETTINGS)


def commit_without_the_hook(of: Project) -> None:
    write_files(of.root, {SETTINGS: "{}"})
    of.commit(SETTINGS)


def stage(of: Project) -> None:
    of.run("install")
    of._git(of.root, "add", SETTINGS)


def local_too(of: Project) -> None:
    of.run("install", "--scope", "local")


def user_too(of: Project) -> None:
    of.run("install", "--scope", "user")


def force_what_is_ignored(of: Project) -> None:
    ignore(of)
    commit(of)


def nothing(of: Project) -> None:
    """A fresh project."""


# What is done before the hook is installed, and what is said of it.
CASES: list[tuple[Callable[[Project], None], str]] = [
    (nothing, UNCOMMITTED),
    (stage, UNCOMMITTED),
    (commit_without_the_hook, UNCOMMITTED),
    (copy_without_ignoring, UNCOMMITTED),
    (ignore, IGNORED),
    (commit, ""),
    (force_what_is_ignored, ""),
    (ignore_and_copy, ""),
    (local_too, ""),
    (user_too, ""),
]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("change", "message"), first_of_each(CASES, itemgetter(1)))
def test_a_worktree_of_a_commit_without_the_hook_is_named(
    of: Project, change: Callable[[Project], None], message: str
) -> None:
    """By install and by doctor; what is committed, or copied, is there."""
    change(of)
    lines = of.run("install").out.splitlines()
    assert [line for line in lines if "claude -w" in line] == ([message] if message else [])
    assert [text for text in of.notes() if "claude -w" in text] == ([message] if message else [])


def test_without_a_commit_there_is_no_worktree(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    root = project({"a.py": "x = 1\n"}, contracts={"no-print.yaml": contract()})
    assert "claude -w" not in run("install", cwd=root).out


def test_init_says_which_of_its_settings_git_ignores(of: Project) -> None:
    """Before it writes them, of every agent; and afterwards what a worktree starts with."""
    write_files(of.root, {".gitignore": ".gemini\n"})
    flags = ("--agent", "gemini-cli", "--agent", "claude-code")
    path = ".gemini/settings.json"
    output = of.run("init", *flags).out
    ignored = f"git ignores {path}: nobody else gets it, nor does CI. git add -f {path} adds"
    assert f"{ignored} what is ignored" in output
    assert "claude -w" not in output
    assert UNCOMMITTED in of.run("init", "--yes", *flags).out.splitlines()


CODEX = ".codex/hooks.json"


def codex_says(of: Project, root: Path) -> list[str]:
    """What doctor says of the worktree, but for what is to be reviewed."""
    texts = of.notes("--agent", "codex", root=root)
    return [text for text in texts if "worktree" in text]


@pytest.mark.slow
def test_codex_reads_the_hooks_of_the_main_worktree(of: Project) -> None:
    """Where the linked one has a folder for it, too; that one's own hooks count for nothing."""
    tree = of.worktree()
    main = f"phaser-lint install --agent codex --root {of.root}"
    elsewhere = f"Codex reads {CODEX} of the main worktree, not of this one: run {main}"
    without = (
        "Codex runs the hook of the main worktree here only where there is a folder .codex: "
        "mkdir .codex"
    )
    assert codex_says(of, tree) == []
    assert elsewhere in of.run("install", "--agent", "codex", root=tree).out.splitlines()
    assert codex_says(of, tree) == [elsewhere]
    of.run("install", "--agent", "codex")
    assert codex_says(of, tree) == []
    (tree / CODEX).unlink()
    document = json.loads(of.run("doctor", "--json", "--agent", "codex", root=tree).out)
    assert [hook["settings"] for hook in document["gates"]] == [f"../{of.root.name}/{CODEX}"]
    (tree / ".codex").rmdir()
    assert codex_says(of, tree) == [without]
    assert codex_says(of, of.root) == []
