"""The list of a project's files: the same whether it is made ahead or when it is asked for."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.inputs.listing import Listing
from phaser_lint.inputs.walk import Listings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git

NAMES = [f"{number % 7}/{number}.py" for number in range(20_000)]


@pytest.fixture(name="two_cores", autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})


def made(root: Path, *, ahead: bool) -> tuple[list[str], frozenset[str] | None, object]:
    """The files, the special ones, and the listings to keep."""
    listings = Listings({}, now=time.time_ns())
    listing = Listing(str(root), tracked=False, ahead=ahead)
    files = listing.files(listings)
    listing.close()
    return sorted(files), listing.special, listings.kept


def test_many_files(tmp_path: Path) -> None:
    """More than are sent in one piece."""
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("0")
    time.sleep(0.15)  # nothing is kept of what changed a tick ago
    files, special, kept = made(tmp_path, ahead=True)
    assert (files, special) == (sorted([*NAMES, "link"]), frozenset({"link"}))
    assert isinstance(kept, dict)
    assert len(kept) == 8
    assert made(tmp_path, ahead=False) == (files, special, kept)


def test_no_file(tmp_path: Path) -> None:
    """Not one without a name."""
    assert made(tmp_path, ahead=True)[:2] == ([], frozenset())
    assert made(tmp_path, ahead=False)[:2] == ([], frozenset())


def test_git_does_not_tell_what_is_special(tmp_path: Path, git: Git) -> None:
    """It lists names alone."""
    git(tmp_path, "init", "-q", "--template=")
    (tmp_path / "a").touch()
    (tmp_path / "link").symlink_to("a")
    assert made(tmp_path, ahead=True) == (["a", "link"], None, {})
    assert made(tmp_path, ahead=False) == (["a", "link"], None, {})


def test_there_is_time_until_it_is_made(tmp_path: Path) -> None:
    """For loading what it takes to judge many files; of few the list is there at once."""
    listing = Listing(str(tmp_path), tracked=False, ahead=True)
    end = time.monotonic() + 10
    while listing.is_ahead and time.monotonic() < end:
        time.sleep(0.01)
    assert not listing.is_ahead
    assert listing.files(None) == []
    listing.close()
