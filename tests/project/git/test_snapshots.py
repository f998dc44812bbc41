"""Files as git keeps them: their kinds, their content, and what cannot be had."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_size import FileSize
from phaser_lint.core.text import MAXIMUM_BYTES, TOO_LARGE
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.git.snapshots import (
    find_object_ids,
    read_blob_contents,
    read_commit_snapshot,
)
from tests.conftest import write_files

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject

BIG = "line\n" * 100_000


def test_a_snapshot_has_the_files_of_a_commit(project: MakeProject, git: Git) -> None:
    """Regular files with their content as it was, in the order asked for; links only by name."""
    root = project({"a": "1", "b/c": "2", "empty": "", "big": BIG, "odd": b"\0\xff\n\n"})
    (root / "link").symlink_to("a")
    (root / "run").write_text("3")
    (root / "run").chmod(0o755)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    write_files(root, {"a": "changed"})
    snapshot = read_commit_snapshot(str(root), "HEAD")
    assert snapshot.paths() == ["a", "b/c", "big", "empty", "link", "odd", "run"]
    assert list(snapshot.links) == ["link"]
    names = ["run", "missing", "big", "link", "empty", "odd", "a"]
    assert list(read_blob_contents(str(root), snapshot.blobs, names)) == [
        ("run", b"3"),
        ("big", BIG.encode()),
        ("empty", b""),
        ("odd", b"\0\xff\n\n"),
        ("a", b"1"),
    ]
    inner = read_commit_snapshot(str(root / "b"), "HEAD")
    assert list(read_blob_contents(str(root / "b"), inner.blobs, ["c", "a"])) == [("c", b"2")]
    assert list(read_blob_contents(str(root), snapshot.blobs, ["missing"])) == []


def test_a_binary_object_is_skipped(project: MakeProject, git: Git) -> None:
    """As on disk, by a link too: binary, one byte over the limit; what follows is still right."""
    files = {"a": b"\0", "full": b"x" * MAXIMUM_BYTES, "over": b"x" * (MAXIMUM_BYTES + 1), "z": "1"}
    root = project(files)
    (root / "link").symlink_to("z")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    files = CommitFiles(str(root), "HEAD")
    assert list(files.read(["over", "link", "a", "full", "z"])) == [
        TextFile("link", "1", leads_to="z"),
        Skip("over", TOO_LARGE, FileSize(MAXIMUM_BYTES + 1, 1)),
        Skip("a", "binary", FileSize(1, 1)),
        TextFile("full", "x" * MAXIMUM_BYTES),
        TextFile("z", "1"),
    ]


def test_reading_can_be_left_off(project: MakeProject) -> None:
    """git is ended with it, however much it still had to say."""
    root = project({"a": BIG, "b": BIG}, commit=True)
    snapshot = read_commit_snapshot(str(root), "HEAD")
    reading = read_blob_contents(str(root), snapshot.blobs, ["a", "b"])
    assert next(reading) == ("a", BIG.encode())
    reading.close()


@pytest.mark.parametrize("blob", ["1" * 40, "no-object"])
def test_an_object_that_is_not_there_is_an_error(project: MakeProject, blob: str) -> None:
    """A clone may hold just a part: then what was before is not known."""
    root = project({"a": ""}, commit=True)
    with pytest.raises(GitError) as caught:
        list(read_blob_contents(str(root), {"a": blob}, ["a"]))
    assert str(caught.value) == f"git cat-file: a: the object {blob} is missing"


def test_objects_come_in_the_order_of_their_names(project: MakeProject, git: Git) -> None:
    """What has no object has an empty id at its place."""
    root = project({"a": "1", "b/c": "2"}, commit=True)
    names = ["HEAD:a", "HEAD:b/c", "HEAD:missing", "HEAD:a\nHEAD:a", "none:a", "HEAD:é"]
    ids = [git(root, "rev-parse", name).strip() for name in names[:2]]
    assert find_object_ids(str(root), []) == []
    assert find_object_ids(str(root), names) == [*ids, "", "", "", ""]
