"""A mended file takes its place whole, and only the place of what it was made of."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.fixes import written_file
from phaser_lint.fixes.edits_in_text import Replacement
from phaser_lint.fixes.mended_file import MendedFile
from phaser_lint.fixes.written_file import write
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

OUTSIDE = "it lies outside of the project, behind a link"


def mended(path: str) -> MendedFile:
    return MendedFile(path, "old\n", (Replacement(0, 3, "new"),))


def made(path: str) -> MendedFile:
    return MendedFile(path, "", (Replacement(0, 0, "new\n"),), is_new=True)


def test_what_is_written(tmp_path: Path) -> None:
    """With its mode; a new file with its folders."""
    write_files(tmp_path, {"p/a": "old\n"})
    (tmp_path / "p/a").chmod(0o751)
    root = tmp_path / "p"
    assert write(str(root), mended("a")) == ""
    assert write(str(root), made("b/c/d")) == ""
    assert [(root / each).read_text() for each in ("a", "b/c/d")] == ["new\n"] * 2
    assert os.stat(root / "a").st_mode & 0o777 == 0o751
    assert sorted(os.listdir(root)) == ["a", "b"]
    assert os.listdir(root / "b/c") == ["d"]


@pytest.mark.parametrize(
    ("files", "links", "file", "reason"),
    [
        ({"p/a": "other\n"}, {}, mended("a"), "it changed since it was read"),
        ({"p/a": "old\n\n"}, {}, mended("a"), "it changed since it was read"),
        ({"p/x": ""}, {}, mended("a"), "it cannot be written: No such file or directory"),
        ({"p/a/b": ""}, {}, mended("a"), "it changed since it was read"),
        ({"o/a": "old\n"}, {"p/l": "o"}, mended("l/a"), OUTSIDE),
        ({"p/x": "", "o/a": "old\n"}, {"p/a": "o/a"}, mended("a"), OUTSIDE),
        ({"p/.git/a": "old\n"}, {"p/l": "p/.git"}, mended("l/a"), OUTSIDE),
        ({"o/x": ""}, {"p/l": "o"}, made("l/a"), OUTSIDE),
        (
            {"p/a": "mine\n"},
            {},
            made("a"),
            "it is there already, and no file of the project: ignored, or not added",
        ),
        ({"p/a": "mine\n"}, {}, made("a/b"), "it cannot be written: File exists"),
    ],
)
def test_what_is_not_written(
    tmp_path: Path,
    files: dict[str, str | bytes],
    links: dict[str, str],
    file: MendedFile,
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
    assert write(str(tmp_path / "p"), file) == reason
    after = sorted((str(path), path.is_file() and path.read_text()) for path in tmp_path.rglob("*"))
    assert after == before


def test_a_file_that_comes_at_the_last_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the question and the writing."""
    write_files(tmp_path, {"a": "mine\n"})
    monkeypatch.setattr(written_file.os.path, "lexists", lambda path: False)
    assert write(str(tmp_path), made("a")).startswith("it is there already")
    assert (tmp_path / "a").read_text() == "mine\n"
    assert os.listdir(tmp_path) == ["a"]
