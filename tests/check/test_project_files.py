"""The files of a project, and those that paths name."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.file_state import find_parent_folders
from phaser_lint.project import walk
from phaser_lint.project.files.disk import (
    find_unlisted_paths,
    list_project_files,
    list_repository_files,
    look_for_untracked_files,
)
from phaser_lint.project.git import require_tree
from phaser_lint.project.git.process_output import start_git
from phaser_lint.project.git.tracked_files import make_listing_command
from phaser_lint.project.walk import Listings
from tests.conftest import write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git


@pytest.mark.parametrize("tracked", [True, False])
@pytest.mark.parametrize("subfolder", ["", "s"])
def test_folders_that_cannot_be_listed_are_told_of(
    monkeypatch: pytest.MonkeyPatch, tracked: bool, subfolder: str
) -> None:
    """With git, which warns of them, and without."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    with without_privileges() as top:
        monkeypatch.setenv("HOME", str(top))
        root = top / subfolder
        write_files(root, {"a": "", "b/it's closed/c": "", "b/gone/d": ""})
        expected = {"b/it's closed/": "Permission denied"}
        if tracked:
            subprocess.run(["git", "init", "-q", "--template="], cwd=top, check=True)
            subprocess.run(["git", "add", "-A", root / "b"], cwd=top, check=True)
        shutil.rmtree(root / "b/gone")
        (root / "b/it's closed").chmod(0o000)
        for find in (list_project_files, *([list_repository_files] if tracked else [])):
            listings = Listings({}, now_ns=time.time_ns())
            assert find(str(root), listings) == ["a"]
            assert listings.closed == expected
        (root / "b/it's closed").chmod(0o755)


@pytest.fixture(name="repository")
def _repository(tmp_path: Path, git: Git) -> Path:
    """Files of every kind, of which some are gone and some are ignored."""
    write_files(tmp_path, {".gitignore": "*.log\n", "a/b": "", "a/c": "", "a/x.log": "", "d/e": ""})
    (tmp_path / "a/link").symlink_to("b")
    git(tmp_path, "init", "-q", "--template=")
    git(tmp_path, "add", "-A")
    (tmp_path / "a/c").unlink()
    (tmp_path / "d/e").unlink()
    os.mkfifo(tmp_path / "d/e")
    write_files(tmp_path, {"new/f": "", "nested/g": "", "empty nested/.keep": ""})
    for name in ("nested", "empty nested"):
        git(tmp_path / name, "init", "-q", "--template=")
    (tmp_path / "empty nested/.keep").unlink()
    time.sleep(0.15)  # nothing is kept of what changed a tick ago
    return tmp_path


REPOSITORY_FILES = [".gitignore", "a/b", "a/link", "d/e", "new/f"]


def test_the_files_of_a_repository(repository: Path) -> None:
    """Folders tell which are there and which are special, and are not listed again."""
    fresh_listings = Listings({}, now_ns=time.time_ns())
    assert sorted(list_repository_files(str(repository), fresh_listings)) == REPOSITORY_FILES
    assert fresh_listings.special == {"a/link", "d/e"}
    stored_listings = Listings(fresh_listings.kept, now_ns=time.time_ns())
    assert sorted(list_repository_files(str(repository), stored_listings)) == REPOSITORY_FILES
    assert stored_listings.special == {"a/link", "d/e"}
    assert not stored_listings.changed


UNTRACKED = {
    "a file": {"new": ""},
    "a file far below": {"d/e/f/new": ""},
    "an ignored file": {"d/e/f/x.log": ""},
    "a folder": {"d/e/new/f": ""},
    "a repository": {"d/e/inner/.git/HEAD": "", "d/e/inner/f": ""},
    "a repository around tracked files": {"d/e/.git/HEAD": ""},
}


@pytest.mark.parametrize("files", UNTRACKED.values(), ids=UNTRACKED)
def test_git_is_asked_for_untracked_files_where_a_folder_holds_some(
    tmp_path: Path, git: Git, files: dict[str, str]
) -> None:
    """A first scan asks for what is tracked; what else lies in the folders, git has to judge."""
    write_files(tmp_path, {".gitignore": "*.log\n", "a": "", "d/e/f/g": "", "d/h.log": ""})
    git(tmp_path, "init", "-q", "--template=")
    git(tmp_path, "add", "-Af")
    (tmp_path / "d/link").symlink_to("e")
    git(tmp_path, "add", "-A")
    tree = require_tree(str(tmp_path))
    kinds = [None, *(start_git(make_listing_command(tree, only_tracked=True)) for _ in range(2))]
    folders = find_parent_folders(TRACKED)
    running = look_for_untracked_files(
        str(tmp_path), tree, Listings({}, now_ns=0), tracked=TRACKED, folders=folders
    )
    assert running is None
    tracked = sorted(list_repository_files(str(tmp_path), git=kinds.pop()))
    assert tracked == sorted(list_repository_files(str(tmp_path)))
    write_files(tmp_path, files)
    listings = [Listings({}, now_ns=0) for _ in kinds]
    of_all, of_tracked = (
        sorted(list_repository_files(str(tmp_path), some, git=kind))
        for some, kind in zip(listings, kinds, strict=True)
    )
    assert of_tracked == of_all
    assert listings[0].repositories == listings[1].repositories
    assert listings[0].special == listings[1].special == {"d/link"}


TRACKED = {"": [".gitignore", "a"], "d/": ["d/h.log", "d/link"], "d/e/f/": ["d/e/f/g"]}


def test_git_is_asked_for_what_takes_the_place_of_a_tracked_file(tmp_path: Path, git: Git) -> None:
    """A folder where a file was, a link where a folder was, and a folder that is gone."""
    write_files(tmp_path, {"a": "", "b/c": "", "d/e": "", "f": ""})
    git(tmp_path, "init", "-q", "--template=")
    git(tmp_path, "add", "-A")
    for name in ("b", "d"):
        shutil.rmtree(tmp_path / name)
    (tmp_path / "a").unlink()
    (tmp_path / "b").symlink_to("f")
    write_files(tmp_path, {"a/new": ""})
    tree = require_tree(str(tmp_path))
    running = start_git(make_listing_command(tree, only_tracked=True))
    assert sorted(list_repository_files(str(tmp_path), git=running)) == ["a/new", "b", "f"]


@pytest.mark.parametrize(
    ("names", "has_others", "unlisted"),
    [
        ("b\0a", False, set()),
        ("b\0a", True, set()),
        ("a", False, {"d/b"}),
        ("", False, {"d/a", "d/b"}),
        ("a\0c", True, {"d/b"}),
    ],
)
def test_what_git_lists_and_no_folder_holds_is_found(
    names: str, has_others: bool, unlisted: set[str]
) -> None:
    """As many files as git tracks are all of them only where there are no others."""
    tracked = {"d/": ["d/a", "d/b"]}
    listed = {"": ("", "", "d", False), "d/": (names, "", "", False)}
    assert find_unlisted_paths(tracked, tracked, listed, has_others=has_others) == unlisted


def test_a_file_that_no_folder_lists_is_looked_at(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that knows README.md by readme.md lists one of them; nothing is known of its kind."""
    monkeypatch.setattr(walk, "list_walked_names", lambda folder: ("B\0C\0LINK", "", "", False))
    listings = Listings({}, now_ns=time.time_ns())
    assert sorted(list_repository_files(str(repository), listings)) == REPOSITORY_FILES
    assert listings.special == set(REPOSITORY_FILES)
