"""A walk of a folder without git: the same files as git would list."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.files.disk import repository_files
from phaser_lint.project.walk import Listings, walk_files
from tests.conftest import write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from tests.conftest import Git

NOTHING = ""


@pytest.mark.parametrize(
    ("files", "listed"),
    [
        pytest.param({}, [], id="empty"),
        pytest.param({"b": NOTHING, "a/c": NOTHING, ".hidden": NOTHING}, [".hidden", "a/c", "b"],
                     id="sorted, hidden ones too"),
        pytest.param({".gitignore": "*.log\n", "a.log": NOTHING, "b/c.log": NOTHING, "a": NOTHING},
                     [".gitignore", "a"], id="at any depth"),
        pytest.param({".gitignore": "/a\n", "a": NOTHING, "b/a": NOTHING}, [".gitignore", "b/a"],
                     id="only at the root"),
        pytest.param({".gitignore": "build/\n", "build/a": NOTHING, "x/build": NOTHING},
                     [".gitignore", "x/build"], id="only folders"),
        pytest.param({".gitignore": "*.log\n!keep.log\n", "a.log": NOTHING, "keep.log": NOTHING},
                     [".gitignore", "keep.log"], id="negation"),
        pytest.param({".gitignore": "a/\n!a/keep\n", "a/keep": NOTHING}, [".gitignore"],
                     id="no negation below an ignored folder"),
        pytest.param({".gitignore": "a/*\n!a/keep\n", "a/keep": NOTHING, "a/b": NOTHING},
                     [".gitignore", "a/keep"], id="negation below a folder that is not"),
        pytest.param({".gitignore": "*.log\n", "a/.gitignore": "!*.log\n", "a/b.log": NOTHING,
                      "c.log": NOTHING}, [".gitignore", "a/.gitignore", "a/b.log"],
                     id="the nearer file decides"),
        pytest.param({"a/.gitignore": "/x\ny/z\n", "a/x": NOTHING, "x": NOTHING,
                      "a/y/z": NOTHING, "y/z": NOTHING}, ["a/.gitignore", "x", "y/z"],
                     id="relative to its own folder"),
        pytest.param({".gitignore": "\ufeffa\r\nb\r\n", "a": NOTHING, "b": NOTHING, "c": NOTHING},
                     [".gitignore", "c"], id="BOM and CRLF"),
        pytest.param({".gitignore": "a\u2028b\n", "a": NOTHING, "b": NOTHING},
                     [".gitignore", "a", "b"], id="lines end at line feeds"),
        pytest.param({".gitignore": "# a\n\n\\#b\n", "a": NOTHING, "#b": NOTHING},
                     [".gitignore", "a"], id="comments"),
    ],
)  # fmt: skip
def test_the_files_that_git_would_list(
    tmp_path: Path, git: Git, files: dict[str, str | bytes], listed: list[str]
) -> None:
    """Before and after ``git init``."""
    write_files(tmp_path, files)
    assert sorted(walk_files(str(tmp_path))) == listed
    git(tmp_path, "init", "-q", "--template=")
    assert sorted(repository_files(str(tmp_path))) == listed
    assert sorted(walk_files(str(tmp_path))) == listed


def test_links_are_listed_and_not_followed(tmp_path: Path) -> None:
    """A link to a folder above would never end."""
    write_files(tmp_path, {"a/b": NOTHING})
    (tmp_path / "up").symlink_to("..")
    (tmp_path / "a" / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    assert sorted(walk_files(str(tmp_path))) == ["a/b", "a/loop", "dangling", "up"]


def test_what_is_no_regular_file_is_told(tmp_path: Path) -> None:
    """By the listing, without asking for each file; also by one that was kept."""
    write_files(tmp_path, {"a/b": NOTHING, ".gitignore": "/ignored\n"})
    (tmp_path / "a" / "link").symlink_to("b")
    (tmp_path / "link to a folder").symlink_to("a")
    (tmp_path / "ignored").symlink_to("a")
    os.mkfifo(tmp_path / "fifo")
    expected = frozenset({"a/link", "link to a folder", "fifo", "ignored"})
    first = Listings({}, now=time.time_ns() + 10**10)
    assert first.special is None
    walk_files(str(tmp_path), first)
    assert first.special == expected
    second = Listings(first.kept, now=0)
    walk_files(str(tmp_path), second)
    assert second.special == expected
    assert second.kept == first.kept


def test_names_that_are_no_text(tmp_path: Path) -> None:
    """Every byte of a name comes back."""
    name = b"a\nb\t\xff"
    with open(os.path.join(os.fsencode(tmp_path), name), "wb"):
        pass
    assert [os.fsencode(path) for path in walk_files(str(tmp_path))] == [name]


def test_folders_nested_deeper_than_python_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tree cannot make the walk fail."""
    monkeypatch.chdir(tmp_path)
    for _ in range(1_100):
        os.mkdir("a")
        os.chdir("a")
    Path("b").write_text("")
    try:
        assert sorted(walk_files(str(tmp_path))) == ["a/" * 1_100 + "b"]
    finally:
        # What clears temporary folders away does call itself for each.
        Path("b").unlink()
        for _ in range(1_100):
            os.chdir("..")
            os.rmdir("a")


def test_a_folder_that_cannot_be_listed_is_skipped() -> None:
    """As git does; the rest is listed."""
    with without_privileges() as folder:
        write_files(folder, {"a": NOTHING, "closed/b": NOTHING})
        (folder / "closed").chmod(0o000)
        assert sorted(walk_files(str(folder))) == ["a"]
        (folder / "closed").chmod(0o755)


@pytest.mark.parametrize("kind", ["folder", "fifo", "dangling link"])
def test_a_gitignore_that_is_no_file_ignores_nothing(tmp_path: Path, kind: str) -> None:
    """And never hangs."""
    (tmp_path / "a").write_text("")
    if kind == "folder":
        (tmp_path / ".gitignore").mkdir()
    elif kind == "fifo":
        os.mkfifo(tmp_path / ".gitignore")
    else:
        (tmp_path / ".gitignore").symlink_to("nowhere")
    assert [path for path in walk_files(str(tmp_path)) if path != ".gitignore"] == ["a"]
