"""The list of a project's files: the same whether it is made ahead or when it is asked for."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.project_inputs import Listing
from phaser_lint.core.errors import GitError
from phaser_lint.project.walk import Listings

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.check.project_inputs import Ahead
    from tests.conftest import Git

NAMES = [f"{number % 7}/{number}.py" for number in range(9_000)]


@pytest.fixture(name="two_cores", autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})


def list_files(root: Path, *, ahead: Ahead) -> tuple[list[str], frozenset[str] | None, object]:
    """The files, the special ones, and the listings to keep."""
    listings = Listings({}, now_ns=time.time_ns())
    listing = Listing(str(root), tracked=False, ahead=ahead)
    try:
        files = listing.files(listings)
    finally:
        listing.close()
    return sorted(files), listing.special, listings.kept


@pytest.mark.slow
def test_more_files_are_listed_than_one_piece_holds(tmp_path: Path) -> None:
    """More than are sent in one piece."""
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("0")
    time.sleep(0.15)  # nothing is kept of what changed a tick ago
    files, special, listings_to_keep = list_files(tmp_path, ahead="all")
    assert (files, special) == (sorted([*NAMES, "link"]), frozenset({"link"}))
    assert isinstance(listings_to_keep, dict)
    assert len(listings_to_keep) == 8
    assert list_files(tmp_path, ahead="nothing") == (files, special, listings_to_keep)
    assert list_files(tmp_path, ahead="names") == (files, special, listings_to_keep)


def test_ahead_it_is_listed_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing goes wrong there, to be done again here in silence."""
    (tmp_path / "a").touch()
    listing = Listing(str(tmp_path), tracked=False, ahead="all")
    monkeypatch.delattr(Listing, "_find_files")
    assert listing.files(None) == ["a"]
    listing.close()


def test_an_empty_folder_lists_no_file(tmp_path: Path) -> None:
    """Not one without a name."""
    assert list_files(tmp_path, ahead="all")[:2] == ([], frozenset())
    assert list_files(tmp_path, ahead="nothing")[:2] == ([], frozenset())


def test_in_a_repository_git_lists_the_files(tmp_path: Path, git: Git) -> None:
    """Git lists, and the folders tell what is there."""
    git(tmp_path, "init", "-q", "--template=")
    (tmp_path / "a").touch()
    (tmp_path / "link").symlink_to("a")
    time.sleep(0.15)
    files, special, listings_to_keep = list_files(tmp_path, ahead="all")
    assert (files, special) == (["a", "link"], frozenset({"link"}))
    assert listings_to_keep
    assert list_files(tmp_path, ahead="nothing") == (files, special, listings_to_keep)
    assert list_files(tmp_path, ahead="names") == (files, special, listings_to_keep)


def test_there_is_time_until_it_is_made(tmp_path: Path) -> None:
    """For loading what it takes to check many files; of few the list is there at once."""
    listing = Listing(str(tmp_path), tracked=False, ahead="all")
    end = time.monotonic() + 10
    while listing.is_ahead and time.monotonic() < end:
        time.sleep(0.01)
    assert not listing.is_ahead
    assert listing.files(None) == []
    listing.close()


@pytest.mark.parametrize("ahead", ["names", "all"])
def test_a_git_that_fails_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git: Git, ahead: Ahead
) -> None:
    """A walk would pass over what is tracked and ignored: not installed, and a broken index."""
    (tmp_path / "a").touch()
    git(tmp_path, "init", "-q", "--template=")
    (tmp_path / ".git/index").write_text("broken")
    with pytest.raises(GitError, match=r"^git ls-files: fatal: .*index file smaller than expected"):
        list_files(tmp_path, ahead=ahead)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match=r"^git is not installed, or not on the PATH$"):
        list_files(tmp_path, ahead=ahead)


def test_a_list_that_nobody_asks_for_leaves_no_process(tmp_path: Path, git: Git) -> None:
    """A contract's folder may turn out to be none."""
    git(tmp_path, "init", "-q", "--template=")
    for ahead in ("names", "all"):
        Listing(str(tmp_path), tracked=False, ahead=ahead).close()  # type: ignore[arg-type]
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
