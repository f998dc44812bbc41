"""Renamed files: as git finds them, and what it cannot see before it is staged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.git.renames import (
    RenamedSince,
    find_renames_in_index,
    match_renames_by_content,
)
from phaser_lint.project.git.snapshots import read_commit_snapshot
from tests.conftest import write_files
from tests.counted_work import calls_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject

LINES = "".join(f"line {number}\n" for number in range(40))


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    """No settings of the one who runs the tests."""
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)


def renames(root: Path, *paths: str) -> dict[str, str]:
    blobs = read_commit_snapshot(str(root), "HEAD").blobs
    return dict(RenamedSince(str(root), "HEAD", blobs).find_renames(paths))


def test_a_copy_is_no_rename(project: MakeProject, git: Git) -> None:
    """A copy, another content, the same name, a link, a name that nothing has."""
    root = project({"a": LINES, "b": LINES.replace("line", "word")}, commit=True)
    write_files(root, {"copy": LINES, "c": LINES.upper()})
    (root / "b").unlink()
    (root / "link").symlink_to("a")
    git(root, "add", "copy")
    assert renames(root, "copy", "c", "a", "link", "**/*.py") == {}


def test_what_a_sparse_checkout_leaves_out_is_not_gone(project: MakeProject, git: Git) -> None:
    """A copy took its place, and what was wrong with it was new; a rename is one there too."""
    root = project({"in/a": "", "out/b": LINES, "out/c": LINES.upper()}, commit=True)
    git(root, "mv", "out/c", "out/d")
    git(root, "sparse-checkout", "set", "in")
    assert not (root / "out" / "b").exists()
    write_files(root, {"in/copy": LINES})
    assert renames(root, "in/copy", "out/b", "out/d") == {"out/d": "out/c"}


def test_a_staged_rename_is_found(project: MakeProject, git: Git) -> None:
    """Moved, and edited a little; only what was asked for."""
    root = project({"a": LINES, "b": LINES.upper()}, commit=True)
    git(root, "mv", "a", "new")
    git(root, "mv", "b", "other")
    write_files(root, {"new": LINES.replace("line 7", "word 7")})
    assert renames(root, "new") == {"new": "a"}


def test_a_rename_in_the_index_is_one_whatever_the_disk_has(project: MakeProject, git: Git) -> None:
    """Below the folder that is asked for, by its paths; what is not staged is none."""
    root = project({"in/a": LINES, "in/b": LINES.upper(), "c": LINES[:99]}, commit=True)
    git(root, "mv", "in/a", "in/new")
    git(root, "mv", "c", "in/c")
    (root / "in" / "new").unlink()
    (root / "in" / "b").rename(root / "in" / "other")
    inner = str(root / "in")
    assert find_renames_in_index(inner, "HEAD", ["new", "other", "b", "c"]) == {"new": "a"}


@pytest.mark.parametrize("name", ["b.py", " b ", 'b"\\', "b\n", "é", "\udcff", "-b"])
def test_an_unstaged_rename_is_found(project: MakeProject, name: str) -> None:
    """The same content under a name that git does not know yet."""
    root = project({"a": LINES}, commit=True)
    (root / "a").rename(root / name)
    assert renames(root, name) == {name: "a"}


def test_not_staged_and_edited(project: MakeProject) -> None:
    """Half of the larger file is the same, as git asks; whatever its line ends."""
    words = "".join(f"word {number}\n" for number in range(40))
    root = project({"a": LINES, "b": words}, commit=True)
    for name in ("a", "b"):
        (root / name).unlink()
    write_files(root, {
        "x": LINES.replace("line 7", "word 7").replace("\n", "\r\n"),
        "y": words + LINES[: len(words) * 9 // 10],
        "z": "".join(words.splitlines(keepends=True)[:15]),
        "empty": "",
    })  # fmt: skip
    assert renames(root, "x", "y", "z", "empty") == {"x": "a", "y": "b"}
    assert renames(root, "z", "empty") == {}


def test_the_likest_pairs_first(project: MakeProject) -> None:
    """Whatever the names."""
    half = LINES[: len(LINES) // 2]
    root = project({"a": LINES, "b": f"{half}more\n"}, commit=True)
    for name in ("a", "b"):
        (root / name).unlink()
    write_files(root, {"x": half, "y": f"{LINES}x\n"})
    assert renames(root, "x", "y") == {"x": "b", "y": "a"}


def test_one_file_has_one_earlier_name(project: MakeProject, git: Git) -> None:
    """The same last name goes first; the second of two equal files is new."""
    root = project({"x/a": LINES, "y/b": LINES}, commit=True)
    for name in ("x/a", "y/b"):
        (root / name).unlink()
    write_files(root, {"z/b": LINES, "z/c": LINES, "z/d": LINES})
    assert renames(root, "z/b", "z/c", "z/d") == {"z/b": "y/b", "z/c": "x/a"}
    git(root, "add", "z/c")
    earlier_names = renames(root, "z/b", "z/c", "z/d")
    assert sorted(earlier_names.values()) == ["x/a", "y/b"]
    assert "z/d" not in earlier_names


def test_settings_of_the_user_do_not_count(project: MakeProject, git: Git) -> None:
    """Whoever switched renames off has them here."""
    root = project({"a": LINES}, commit=True)
    git(root, "config", "diff.renames", "false")
    git(root, "config", "diff.renameLimit", "0")
    git(root, "mv", "a", "b")
    write_files(root, {"b": LINES.replace("line 7", "word 7")})
    assert renames(root, "b") == {"b": "a"}


def test_a_file_from_outside_of_the_root_is_new(project: MakeProject, git: Git) -> None:
    """A file that comes from outside of the root is new there."""
    root = project({"in/a": LINES, "out": LINES.upper()}, commit=True)
    git(root, "mv", "in/a", "in/b")
    git(root, "mv", "out", "in/c")
    assert renames(root / "in", "b", "c") == {"b": "a"}


def test_ten_times_the_equal_files_take_ten_times_the_calls() -> None:
    """A package that moves has thousands of empty files, all of one name."""

    def find_renames(number: int) -> dict[str, str]:
        removed_files = {f"old/{place}/__init__.py": "empty" for place in range(number)}
        new = [f"new/{place}/__init__.py" for place in range(number)]
        return match_renames_by_content(
            new, removed_files, ids=lambda path, example: ["empty"], read_new=_none, read_gone=_none
        )

    assert find_renames(3) == {
        f"new/{place}/__init__.py": f"old/{place}/__init__.py" for place in range(3)
    }
    few, many = (calls_of(partial(find_renames, number)) for number in (20, 200))
    assert many <= 15 * few


def test_the_namesake_of_equal_files_comes_first() -> None:
    removed_files = {"a/x": "one", "a/y": "one", "a/z": "two"}
    earlier_names = match_renames_by_content(
        ["b/y", "b/w", "b/v"],
        removed_files,
        ids=lambda path, example: ["one"],
        read_new=_none,
        read_gone=_none,
    )
    assert earlier_names == {"b/y": "a/y", "b/w": "a/x"}


def _none(paths: object) -> list[tuple[str, bytes]]:
    return []


def test_files_of_other_sizes_are_not_compared_line_by_line() -> None:
    """Ten thousand pairs of the largest files would take an hour."""
    texts = {"new": b"a\n" * 10, "small": b"a\n" * 4, "large": b"a\n" * 30, "alike": b"a\n" * 19}
    earlier_names = match_renames_by_content(
        ["new"],
        {"small": "1", "large": "2", "alike": "3"},
        ids=lambda path, example: [],
        read_new=lambda paths: [(path, texts[path]) for path in paths],
        read_gone=lambda paths: [(path, texts[path]) for path in paths],
    )
    assert earlier_names == {"new": "alike"}
