"""A revision answers as the disk does where it is checked out, but for links that lead out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.project.folders import DISK
from phaser_lint.project.git.revision_folders import Revision

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.project.folders import Folders
    from tests.conftest import Git, MakeProject

FILES = {
    "a.yaml": "a", "a/b.yaml": "b", "a/b/c.yaml": "c", "a-b/c": "", "a.b/ä \n": "x",
    "deep/.claude/contracts/x.yaml": "x", "deep/inner/.claude/contracts/y.yaml": "y",
}  # fmt: skip
LINKS = {
    "to-file": "a.yaml",
    "to-folder": "a",
    "deep/up": "../a",
    "chain": "to-folder",
    "through": "to-folder/b/c.yaml",
    "dangling": "nowhere/at/all",
    "deep/dangling": "../nowhere",
    "around": "around",
    "there": "back",
    "back": "there",
    "dots": "./a/../deep/./inner",
}
ASKED_PATHS = (
    "", "a", "a.yaml", "a.y", "a/b.yaml", "a/b", "a/b.yaml/c", "a-b", "a.b/ä \n", "missing/x",
    "to-file", "to-folder", "to-folder/b", "deep/up/b/c.yaml", "chain/b.yaml", "through",
    "through/x", "dangling", "deep/dangling", "around", "there", "dots", "dots/.claude/contracts",
    "dots/../a", "deep/.claude",
)  # fmt: skip


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    project_root = project(FILES)
    for link, target in LINKS.items():
        os.symlink(target, project_root / link)
    git(project_root, "add", "-A")
    git(project_root, "commit", "-q", "-m", "x")
    return project_root


def answers(folders: Folders, path: str) -> dict[str, Any]:
    """What each question gives, or the error that ends it."""
    questions = {
        "names": lambda: sorted(set(folders.names(path)) - {".git"}),
        "kind": lambda: folders.mode(path) & 0o170000,
        "there": lambda: folders.is_there(path),
        "read": lambda: folders.read(path, limit=3),
    }
    return {name: _answer(ask) for name, ask in questions.items()}


def _answer(ask: Any) -> Any:
    try:
        return ask()
    except OSError as error:
        return error.errno or str(error)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("path", ASKED_PATHS)
def test_a_revision_raises_the_errors_of_the_disk(root: Path, path: str) -> None:
    """By the same errors, so that the same problems are reported."""
    full = str(root / path) if path else str(root)
    assert answers(Revision(str(root), "HEAD"), full) == answers(DISK, full)


@pytest.mark.parametrize("path", ["to-file", "chain", "through", "dots"])
def test_resolved_as_on_disk(root: Path, path: str) -> None:
    full = str(root / path)
    assert Revision(str(root), "HEAD").resolve_links(full) == DISK.resolve_links(full)


@pytest.mark.parametrize("target", ["../x", "a/../../x", "/etc/passwd", "to-out"])
def test_a_link_that_leads_out(root: Path, git: Git, target: str) -> None:
    """The disk there says nothing of a revision, be it the repository by its absolute path."""
    os.symlink(f"{root}/a.yaml", root / "to-out")
    os.symlink(target, root / "link")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    with pytest.raises(OSError, match="a link leads out of the revision"):
        Revision(str(root), "HEAD").mode(str(root / "link"))


def test_the_disk_plays_no_part(root: Path) -> None:
    """Files that were changed, deleted or added since."""
    revision = Revision(str(root), "HEAD")
    (root / "a.yaml").write_text("changed")
    (root / "to-file").unlink()
    (root / "new").write_text("new")
    assert revision.read(str(root / "to-file"), limit=10) == b"a"
    assert not revision.is_there(str(root / "new"))


def test_folders_that_hold_a_folder_are_found(root: Path) -> None:
    holders = list(Revision(str(root), "HEAD").holders_of(".claude"))
    assert holders == [str(root / "deep"), str(root / "deep/inner")]
