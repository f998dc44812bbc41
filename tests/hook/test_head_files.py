"""Which files HEAD has, without asking git again: never another answer than git's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.hook.memory import head_files
from phaser_lint.hook.memory.head_files import creates_file, remember_head_files
from tests.called_hooks import is_clean_at_once
from tests.command.made import event
from tests.conftest import write_files
from tests.contract.stored import Later
from tests.hook.test_changes import Agent, frozen, frozen_sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

NAMES = ("a.py", "ä b", "line\nfeed", "deep/er/x")


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project(dict.fromkeys(NAMES, ""), commit=True)


def pack(root: Path, git: Git) -> Path:
    git(root, "pack-refs", "--all")
    return root


def detach(root: Path, git: Git) -> Path:
    git(root, "checkout", "-q", "--detach")
    return root


def link(root: Path, git: Git) -> Path:
    git(root, "worktree", "add", "-q", "-b", "side/branch", "../tree")
    return root.parent / "tree"


@pytest.mark.parametrize("prepare", [lambda root, git: root, pack, detach, link])
def test_files_of_head_are_not_new(
    root: Path, git: Git, tmp_path: Path, prepare: Callable[[Path, Git], Path]
) -> None:
    """Files of HEAD, be they on the disk or not; and those that are new for certain."""
    top, memory_path = prepare(root, git), str(tmp_path / "kept")
    assert creates_file(memory_path, str(top), "a.py") is None
    remember_head_files(memory_path, str(top))
    (top / "a.py").unlink()
    write_files(top, {"untracked": ""})
    assert [creates_file(memory_path, str(top), path) for path in NAMES] == [False] * len(NAMES)
    is_new_by_path = {
        path: creates_file(memory_path, str(top), path)
        for path in ("new", "deep", "py", "untracked")
    }
    # A folder is there, and what git ignores is no news.
    assert is_new_by_path == {"new": True, "deep": None, "py": True, "untracked": None}
    git(top, "commit", "-q", "--allow-empty", "-m", "Next")
    assert creates_file(memory_path, str(top), "new") is None


def test_files_of_head_are_known_by_their_name_in_the_project(root: Path, tmp_path: Path) -> None:
    """By the names of the project, and not of the repository."""
    memory_path = str(tmp_path / "kept")
    remember_head_files(memory_path, str(root / "deep"))
    are_new = [
        creates_file(memory_path, str(root / "deep"), path)
        for path in ("er/x", "a.py", "deep/er/x")
    ]
    assert are_new == [False, True, True]


def test_without_a_memory_nobody_knows_what_is_new(
    project: MakeProject, root: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first commit, without git, of very many files, and of a garbled memory."""
    memory_path, empty_project = str(tmp_path / "kept"), project({})
    remember_head_files(memory_path, str(empty_project))
    remember_head_files(memory_path, str(tmp_path))
    assert [creates_file(memory_path, str(place), "x") for place in (empty_project, tmp_path)] == [
        None,
        None,
    ]
    remember_head_files(memory_path, str(root))
    content = (tmp_path / "kept").read_bytes()
    for garbled in (b"", content[:-1], content.replace(b"a.py", b"b.py")):
        (tmp_path / "kept").write_bytes(garbled)
        assert creates_file(memory_path, str(root), "x") is None
    monkeypatch.setattr(head_files, "find_git_root", lambda start: None)
    assert creates_file(memory_path, str(root), "x") is None


@pytest.mark.parametrize(
    ("changes", "passing_path", "denied_path"),
    [("create", "a.py", "new.py"), (["modify", "delete"], "new.py", "a.py")],
)
def test_the_clean_path_asks_git_once_a_session(
    project: MakeProject,
    run: Run,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    changes: str,
    passing_path: str,
    denied_path: str,
) -> None:
    """git is asked for the first edit of a session, and the others are distinguished without it."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)
    contracts = {"a.yaml": frozen(file_glob="*.py", changes=changes)}
    root = project({"a.py": "", "b.py": ""}, contracts=contracts, commit=True)
    agent = Agent(root, run, session="a session of its own")

    def is_clean(path: str) -> bool:
        stdin = event(file_path=root / path, content="x", cwd=root, session_id=agent.session)
        return is_clean_at_once(stdin)

    assert [agent.asks(passing_path, "x"), agent.asks(denied_path, "x")] == [
        "",
        frozen_sentence(denied_path),
    ]
    assert [is_clean(passing_path), is_clean(denied_path)] == [True, False]
