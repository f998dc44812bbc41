"""Which files HEAD has, without asking git again: never another answer than git's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract import stored_filters
from phaser_lint.hook.memory import head_files
from phaser_lint.hook.memory.head_files import creates, remember_head
from tests.called_hooks import is_clean_at_once
from tests.command.made import event
from tests.conftest import write_files
from tests.contract.stored import Later
from tests.hook.test_changes import Agent, frozen, stays

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


@pytest.mark.parametrize("place", [lambda root, git: root, pack, detach, link])
def test_what_is_known(
    root: Path, git: Git, tmp_path: Path, place: Callable[[Path, Git], Path]
) -> None:
    """Files of HEAD, be they on the disk or not; and those that are new for certain."""
    top, kept = place(root, git), str(tmp_path / "kept")
    assert creates(kept, str(top), "a.py") is None
    remember_head(kept, str(top))
    (top / "a.py").unlink()
    write_files(top, {"untracked": ""})
    assert [creates(kept, str(top), path) for path in NAMES] == [False] * len(NAMES)
    known = {path: creates(kept, str(top), path) for path in ("new", "deep", "py", "untracked")}
    # A folder is there, and what git ignores is no news.
    assert known == {"new": True, "deep": None, "py": True, "untracked": None}
    git(top, "commit", "-q", "--allow-empty", "-m", "Next")
    assert creates(kept, str(top), "new") is None


def test_below_the_top(root: Path, tmp_path: Path) -> None:
    """By the names of the project, and not of the repository."""
    kept = str(tmp_path / "kept")
    remember_head(kept, str(root / "deep"))
    asked = [creates(kept, str(root / "deep"), path) for path in ("er/x", "a.py", "deep/er/x")]
    assert asked == [False, True, True]


def test_what_is_not_known(
    project: MakeProject, root: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first commit, without git, of very many files, and of a garbled memory."""
    kept, empty = str(tmp_path / "kept"), project({})
    remember_head(kept, str(empty))
    remember_head(kept, str(tmp_path))
    assert [creates(kept, str(place), "x") for place in (empty, tmp_path)] == [None, None]
    remember_head(kept, str(root))
    data = (tmp_path / "kept").read_bytes()
    for garbled in (b"", data[:-1], data.replace(b"a.py", b"b.py")):
        (tmp_path / "kept").write_bytes(garbled)
        assert creates(kept, str(root), "x") is None
    monkeypatch.setattr(head_files, "git_root", lambda start: None)
    assert creates(kept, str(root), "x") is None


@pytest.mark.parametrize(
    ("changes", "passing", "denied"),
    [("create", "a.py", "new.py"), (["modify", "delete"], "new.py", "a.py")],
)
def test_the_clean_path(
    project: MakeProject,
    run: Run,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    changes: str,
    passing: str,
    denied: str,
) -> None:
    """git is asked for the first edit of a session, and the others are distinguished without it."""
    monkeypatch.setattr(stored_filters, "time", Later)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    contracts = {"a.yaml": frozen(file_glob="*.py", changes=changes)}
    root = project({"a.py": "", "b.py": ""}, contracts=contracts, commit=True)
    agent = Agent(root, run, session="a session of its own")

    def is_clean(path: str) -> bool:
        data = event(file_path=root / path, content="x", cwd=root, session_id=agent.session)
        return is_clean_at_once(data)

    assert [agent.asks(passing, "x"), agent.asks(denied, "x")] == ["", stays(denied)]
    assert [is_clean(passing), is_clean(denied)] == [True, False]
