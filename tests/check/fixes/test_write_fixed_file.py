"""A fixed file takes its place whole, and only the place of what it was made of."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.fixes.fix_edits import Replacement
from phaser_lint.check.fixes.fixed_file import FixedFile
from phaser_lint.check.fixes.write_fixed_file import find_obstacle, write_fixed_file
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

EXISTS_ALREADY = "it is there already, and no file of the project: ignored, or not added"
OUTSIDE = "it lies outside of the project, behind a link"


def fixed(path: str) -> FixedFile:
    return FixedFile(path, "old\n", (Replacement(0, 3, "new"),))


def new_file(path: str) -> FixedFile:
    return FixedFile(path, "", (Replacement(0, 0, "new\n"),), is_new=True)


def test_a_written_file_keeps_its_mode(tmp_path: Path) -> None:
    """With its mode; a new file with its folders."""
    write_files(tmp_path, {"p/a": "old\n"})
    (tmp_path / "p/a").chmod(0o751)
    root = tmp_path / "p"
    assert write_fixed_file(str(root), fixed("a")) == ""
    assert write_fixed_file(str(root), new_file("b/c/d")) == ""
    assert [(root / path).read_text() for path in ("a", "b/c/d")] == ["new\n"] * 2
    assert os.stat(root / "a").st_mode & 0o777 == 0o751
    assert sorted(os.listdir(root)) == ["a", "b"]
    assert os.listdir(root / "b/c") == ["d"]


@pytest.mark.parametrize(
    ("files", "links", "file", "reason"),
    [
        ({"p/a": "other\n"}, {}, fixed("a"), "it changed since it was read"),
        ({"p/a": "old\n\n"}, {}, fixed("a"), "it changed since it was read"),
        ({"p/x": ""}, {}, fixed("a"), "it cannot be written: No such file or directory"),
        ({"p/a/b": ""}, {}, fixed("a"), "it changed since it was read"),
        ({"o/a": "old\n"}, {"p/l": "o"}, fixed("l/a"), OUTSIDE),
        ({"p/x": "", "o/a": "old\n"}, {"p/a": "o/a"}, fixed("a"), OUTSIDE),
        ({"p/.git/a": "old\n"}, {"p/l": "p/.git"}, fixed("l/a"), OUTSIDE),
        ({"o/x": ""}, {"p/l": "o"}, new_file("l/a"), OUTSIDE),
        (
            {"p/a": "mine\n"},
            {},
            new_file("a"),
            EXISTS_ALREADY,
        ),
        ({"p/a": "mine\n"}, {}, new_file("a/b"), "it cannot be written: File exists"),
        ({"p/a": "mine\n"}, {}, new_file("a/b/c"), "it cannot be written: Not a directory"),
    ],
)
def test_a_file_that_changed_or_lies_outside_is_not_written(
    tmp_path: Path,
    files: dict[str, str | bytes],
    links: dict[str, str],
    file: FixedFile,
    reason: str,
) -> None:
    """Everything stays as it was."""
    write_files(tmp_path, {**files})
    (tmp_path / "p").mkdir(exist_ok=True)
    for link, target in links.items():
        (tmp_path / link).symlink_to(tmp_path / target)
    before = sorted(
        (str(path), path.is_file() and path.read_text()) for path in tmp_path.rglob("*")
    )
    assert write_fixed_file(str(tmp_path / "p"), file) == reason
    after = sorted((str(path), path.is_file() and path.read_text()) for path in tmp_path.rglob("*"))
    assert after == before


@pytest.mark.parametrize(
    ("files", "links", "file", "reason"),
    [
        ({"p/x": ""}, {}, new_file("a/b"), ""),
        ({"p/a/x": ""}, {}, new_file("a/b"), ""),
        ({"p/a": "old\n"}, {}, fixed("a"), ""),
        ({"p/a": ""}, {}, new_file("a/b"), "a file stands where its folder has to be"),
        ({"p/a": ""}, {}, new_file("a/b/c"), "a file stands where its folder has to be"),
        ({"p/a/x": ""}, {}, new_file("a"), EXISTS_ALREADY),
        ({"o/x": ""}, {"p/l": "o"}, new_file("l/a"), OUTSIDE),
        ({"p/x": ""}, {}, new_file(".Git/a"), OUTSIDE),
    ],
)
def test_what_is_in_the_way_is_known_before_anything_is_written(
    tmp_path: Path,
    files: dict[str, str | bytes],
    links: dict[str, str],
    file: FixedFile,
    reason: str,
) -> None:
    """As far as it is known before anything is written."""
    write_files(tmp_path, {**files})
    (tmp_path / "p").mkdir(exist_ok=True)
    for link, target in links.items():
        (tmp_path / link).symlink_to(tmp_path / target)
    assert find_obstacle(str(tmp_path / "p"), file) == reason


def test_a_file_that_comes_at_the_last_moment(tmp_path: Path) -> None:
    """After the question, and where no second name can be made."""
    write_files(tmp_path, {"a": "mine\n"})
    assert write_fixed_file(str(tmp_path), new_file("a")) == EXISTS_ALREADY
    assert (tmp_path / "a").read_text() == "mine\n"
    assert os.listdir(tmp_path) == ["a"]


def test_a_disk_without_second_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some file systems have none: nothing is replaced there either."""

    def refuse(*names: str) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    write_files(tmp_path, {"a": "mine\n"})
    assert write_fixed_file(str(tmp_path), new_file("a")) == EXISTS_ALREADY
    assert write_fixed_file(str(tmp_path), new_file("b")) == ""
    assert {name: (tmp_path / name).read_text() for name in os.listdir(tmp_path)} == {
        "a": "mine\n",
        "b": "new\n",
    }
