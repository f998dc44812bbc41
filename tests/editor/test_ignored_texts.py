"""A text that git ignores, or that is git's own, is no file of the project in an editor either."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.editor import disk_recheck
from phaser_lint.editor.uris import make_file_uri
from tests.command.made import contract
from tests.conftest import write_files
from tests.hostile_git import HostileGit

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run
    from tests.editor.editor import Editor

TEXT = "print(1)\n"
ALL = contract("all", file_glob="*")
FILES = {".gitignore": "/build/\n*.min.js\n", "sub/.gitignore": "here.py\n"}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("is_saved", [True, False])
@pytest.mark.parametrize("has_git", [True, False])
@pytest.mark.parametrize(
    ("name", "is_shown"),
    [
        ("plain.py", True),
        ("here.py", True),
        ("build/a.py", False),
        ("src/a.min.js", False),
        ("sub/here.py", False),
        (".git/hooks/pre-push", False),
        (".git/COMMIT_EDITMSG", False),
        (".git/rebase-merge/git-rebase-todo", False),
    ],
)
def test_an_editor_marks_the_files_that_a_scan_lists(
    editor: Editor, tmp_path: Path, git: Git, run: Run, name: str, is_shown: bool, has_git: bool,
    is_saved: bool,
) -> None:  # fmt: skip
    root = tmp_path.resolve() / "project"
    write_files(root, {**FILES, ".phaser/contracts/a.yaml": ALL})
    if has_git:
        git(root, "init", "-q")
    if is_saved:
        write_files(root, {name: TEXT})
        report = json.loads(run("scan", "--format", "json", cwd=root).out)
        paths = [violation["path"] for violation in report["violations"]]
        assert (name in paths) == is_shown
    editor.start(root)
    assert [mark["code"] for mark in editor.open(root / name, TEXT)] == ["all"] * is_shown


def test_what_git_tracks_is_marked_though_it_is_ignored(
    editor: Editor, project: MakeProject, git: Git
) -> None:
    root = project({**FILES, "build/a.py": TEXT}, contracts={"a.yaml": ALL})
    git(root, "add", "-f", "build/a.py")
    editor.start(root)
    assert [mark["code"] for mark in editor.open(root / "build/a.py", TEXT)] == ["all"]


def test_nothing_is_said_of_an_ignored_file_that_cannot_be_checked(
    editor: Editor, project: MakeProject
) -> None:
    """Not that it is binary, not that a directive does nothing."""
    root = project(FILES, contracts={"a.yaml": ALL})
    editor.start(root)
    for name, text in (("a", "a\0b"), ("b", "# phaser:ignore\n")):
        assert len(editor.open(root / f"{name}.py", text)) == 1
        assert editor.open(root / f"build/{name}.py", text) == []


def test_a_contract_file_that_git_ignores_is_marked_all_the_same(
    editor: Editor, project: MakeProject
) -> None:
    """It counts, so what is wrong with it is said."""
    wrong = contract(type="nothing")
    root = project({".gitignore": ".claude\n"}, contracts={"a.yaml": wrong})
    editor.start(root)
    assert len(editor.open(root / ".claude/contracts/a.yaml", wrong)) == 1


def test_a_changed_gitignore_counts_in_open_texts(
    editor: Editor, project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nobody types, and at the next key."""
    monkeypatch.setattr(disk_recheck, "OFTEN", 0.1)
    root = project({}, contracts={"a.yaml": ALL})
    editor.start(root)
    path = root / "build/a.py"
    assert len(editor.open(path, TEXT)) == 1
    write_files(root, FILES)
    assert editor.eventually(lambda: editor.shown[make_file_uri(str(path))] == [])
    (root / ".gitignore").unlink()
    assert editor.eventually(lambda: len(editor.shown[make_file_uri(str(path))]) == 1)
    write_files(root, FILES)
    assert editor.change(path, 2, {"text": TEXT * 2}) == []


def test_git_is_asked_once_whether_it_ignores_a_text(
    editor: Editor, project: MakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a key nor a save asks again, and of what breaks nothing it is not asked at all."""
    monkeypatch.setattr(disk_recheck, "OFTEN", 100.0)
    root = project(FILES, contracts={"a.yaml": contract()})
    hostile = HostileGit(tmp_path / "hostile")
    for name, variable in hostile.environment(os.environ, of="none", way="sleep").items():
        monkeypatch.setenv(name, variable)
    editor.start(root)
    paths = [root / f"build/{number}.py" for number in range(70)]
    for path in paths:
        assert editor.open(path, TEXT) == []
    for path in paths[:3]:
        assert editor.change(path, 2, {"text": TEXT * 2}) == []
        editor.save(path)
        assert editor.change(path, 3, {"text": TEXT * 3}) == []
    assert editor.open(root / "clean.py", "x\n") == []
    assert hostile.asked().count("check-ignore") == len(paths)
