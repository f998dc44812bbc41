"""The ids that git gives to contents, made without git."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.git.disk_blobs import hash_disk_file
from phaser_lint.project.git.revisions import name_empty_tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
@pytest.mark.parametrize("content", [b"", b"a\n", b"a\r\nb\n\r\n", b"\xff\0\r", b"a\r\n" * 99])
def test_a_file_has_the_ids_that_git_gives_it(
    tmp_path: Path, git: Git, algorithm: str, content: bytes
) -> None:
    """As the file is, and as it would be committed under ``core.autocrlf``."""
    git(tmp_path, "init", "-q", f"--object-format={algorithm}")
    (tmp_path / "file").write_bytes(content)
    as_it_is = git(tmp_path, "hash-object", "--no-filters", "file").strip()
    (tmp_path / "committed").write_bytes(content.replace(b"\r\n", b"\n"))
    committed = git(tmp_path, "hash-object", "--no-filters", "committed").strip()
    assert hash_disk_file(str(tmp_path), "file", example=as_it_is) == (as_it_is, committed)


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
@pytest.mark.parametrize("is_in_worktree", [False, True])
def test_the_tree_without_files_has_the_id_that_git_gives_it(
    tmp_path: Path, git: Git, algorithm: str, is_in_worktree: bool
) -> None:
    """Also in a worktree, whose settings are those of the main one."""
    root = tmp_path / "main"
    git(tmp_path, "init", "-q", f"--object-format={algorithm}", "main")
    git(root, "commit", "-q", "--allow-empty", "-m", "First")
    git(root, "worktree", "add", "-q", "../other")
    tree = git(root, "rev-parse", "HEAD^{tree}").strip()
    assert name_empty_tree(str(tmp_path / "other" if is_in_worktree else root)) == tree


def test_a_folder_and_a_link_have_no_id(tmp_path: Path) -> None:
    """Nothing, a folder, a link, a file that is too large to be checked."""
    (tmp_path / "file").write_bytes(b"a")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "large").write_bytes(bytes(MAXIMUM_BYTES + 1))
    for path in ("gone", ".", "link", "large"):
        assert hash_disk_file(str(tmp_path), path, example="0" * 40) == ()
