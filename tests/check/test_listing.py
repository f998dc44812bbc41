"""The list of a project's files: the same whether git began with it before or is asked then."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check import project_inputs
from phaser_lint.check.project_caches import LISTINGS, read_cached_mapping
from phaser_lint.check.project_inputs import Listing
from phaser_lint.contract import identify_contract_files
from phaser_lint.core.errors import GitError
from phaser_lint.project import walk
from phaser_lint.project.files import disk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from phaser_lint.project.git import GitCommand
    from tests.conftest import Git

NAMES = [f"{number % 7}/{number}.py" for number in range(9_000)]


def list_files(
    root: Path, *, is_awaited: bool = False
) -> tuple[list[str], frozenset[str] | None, dict[str, object]]:
    """The files, the special ones, and what is stored of the folders."""
    stored = f"{root}-listings"
    listing = Listing(
        str(root),
        tracked=False,
        is_awaited=is_awaited,
        find_stored=lambda: stored,
        started_at=time.time_ns(),
    )
    try:
        files = listing.files()
        listing.save()
    finally:
        listing.close()
    return sorted(files), listing.special, read_cached_mapping(stored, LISTINGS)


@pytest.mark.slow
def test_a_folder_with_many_files_is_stored_once(tmp_path: Path) -> None:
    """What folders hold is stored once for each of them."""
    root = tmp_path / "root"
    for name in NAMES:
        (root / name).parent.mkdir(exist_ok=True, parents=True)
        (root / name).touch()
    (root / "link").symlink_to("0")
    time.sleep(0.15)  # nothing is kept of what changed a tick ago
    files, special, kept = list_files(root)
    assert (files, special) == (sorted([*NAMES, "link"]), frozenset({"link"}))
    assert len(kept) == 8
    assert list_files(root) == (files, special, kept)


def test_an_empty_folder_lists_no_file(tmp_path: Path) -> None:
    """Not one without a name."""
    root = tmp_path / "root"
    root.mkdir()
    assert list_files(root)[:2] == ([], frozenset())
    assert list_files(root, is_awaited=True)[:2] == ([], frozenset())


def test_a_first_list_is_made_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the one that is made here, with all that is noted beside it."""
    if sys.platform != "linux":
        pytest.skip("processes are forked on Linux")
    root = tmp_path / "root"
    for name in ("a/.claude/b.py", "c.py", "d/d.py", "other/.git/HEAD", "ignored/e.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / "link").symlink_to("a")
    (root / ".gitignore").write_text("ignored/\n")
    time.sleep(0.15)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    listed: list[str] = []
    list_folder = walk.list_walked_names

    def watched(folder: str) -> walk.ListedName:
        listed.append(folder)
        return list_folder(folder)

    monkeypatch.setattr(walk, "list_walked_names", watched)
    ahead = list_files(root, is_awaited=True)
    assert listed == []
    assert list_files(root, is_awaited=True) == ahead
    os.unlink(f"{root}-listings")
    assert list_files(root) == ahead
    assert len(listed) == len(ahead[2]) > 3


def test_of_many_tracked_folders_another_process_lists_some(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is listed, and what is stored of it, is what one process would have listed."""
    if sys.platform != "linux":
        pytest.skip("processes are forked on Linux")
    root, names = tmp_path / "root", [f"{number}/a.py" for number in range(12)]
    for name in names:
        (root / name).parent.mkdir(parents=True)
        (root / name).touch()
    (root / "0/link").symlink_to("a.py")
    git(root, "init", "-q", "--template=")
    git(root, "add", "-A")
    time.sleep(0.15)
    alone = list_files(root, is_awaited=True)
    os.unlink(f"{root}-listings")
    monkeypatch.setattr(project_inputs, "_WORTH_A_PROCESS", 0)
    monkeypatch.setattr(walk, "_WORTH_A_PROCESS", 0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    listed: list[str] = []
    list_folder = walk.list_walked_names

    def watched(folder: str) -> walk.ListedName:
        listed.append(folder)
        return list_folder(folder)

    monkeypatch.setattr(walk, "list_walked_names", watched)
    assert list_files(root, is_awaited=True) == alone
    assert alone[:2] == (sorted(["0/link", *names]), frozenset({"0/link"}))
    assert 0 < len(listed) < len(alone[2]) == 13


def test_in_a_repository_git_lists_the_files(tmp_path: Path, git: Git) -> None:
    """Git lists, and the folders tell what is there."""
    root = tmp_path / "root"
    root.mkdir()
    git(root, "init", "-q", "--template=")
    (root / "a").touch()
    (root / "link").symlink_to("a")
    time.sleep(0.15)
    files, special, kept = list_files(root)
    assert (files, special) == (["a", "link"], frozenset({"link"}))
    assert kept
    assert list_files(root, is_awaited=True) == (files, special, kept)


def write_new(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


CHANGES = {
    "nothing": lambda root, git: None,
    "a new file": lambda root, git: write_new(root / "d/e/new"),
    "a new folder": lambda root, git: write_new(root / "d/new/f"),
    "an ignored file": lambda root, git: write_new(root / "d/e/new.log"),
    "another name": lambda root, git: (root / "d/e/f").rename(root / "d/e/g"),
    "a file gone": lambda root, git: (root / "d/e/f").unlink(),
    "a repository": lambda root, git: write_new(root / "d/inner/.git/HEAD"),
    "a folder moved, and a link to it": lambda root, git: (
        (root / "d/e").rename(root / "d/moved"),
        (root / "d/e").symlink_to("moved"),
    ),
    "a file that git tracks no more": lambda root, git: git(root, "rm", "-q", "--cached", "d/e/f"),
    "one that it tracks instead": lambda root, git: (
        git(root, "rm", "-q", "--cached", "d/e/f"),
        write_new(root / "d/new"),
        git(root, "add", "d/new"),
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_git_walks_where_folders_do_not_hold_what_it_tracks(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path, Git], object]
) -> None:
    """After a scan that stored the folders: where they are as they were then, git need not."""
    monkeypatch.setattr(project_inputs, "_WORTH_A_PROCESS", 0)
    root = tmp_path / "root"
    for name in ("a", "b/c", "d/e/f"):
        write_new(root / name)
    (root / ".gitignore").write_text("*.log\n")
    git(root, "init", "-q", "--template=")
    git(root, "add", "-A")
    time.sleep(0.15)
    list_files(root, is_awaited=True)
    change(root, git)
    commands: list[tuple[str, ...]] = []
    for module in (project_inputs, disk):
        make_command = module.make_listing_command

        def note(*arguments: Any, make: Any = make_command, **named: bool) -> GitCommand:
            command: GitCommand = make(*arguments, **named)
            commands.append(command.words)
            return command

        monkeypatch.setattr(module, "make_listing_command", note)
    files, special, _ = list_files(root, is_awaited=True)
    has_walked = any("--others" in words for words in commands)
    # A file that is gone, as git tells of its index, was all that changed: nothing is untracked.
    assert has_walked == (change not in (CHANGES["nothing"], CHANGES["a file gone"]))
    os.unlink(f"{root}-listings")
    assert (files, special) == list_files(root)[:2]


@pytest.mark.parametrize("is_awaited", [True, False])
def test_a_git_that_fails_is_no_reason_to_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git: Git, is_awaited: bool
) -> None:
    """A walk would pass over what is tracked and ignored: not installed, and a broken index."""
    root = tmp_path / "root"
    root.mkdir()
    (root / "a").touch()
    git(root, "init", "-q", "--template=")
    (root / ".git/index").write_text("broken")
    with pytest.raises(GitError, match=r"^git ls-files: fatal: .*index file smaller than expected"):
        list_files(root, is_awaited=is_awaited)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match=r"^git is not installed, or not on the PATH$"):
        list_files(root, is_awaited=is_awaited)


def test_a_list_that_nobody_asks_for_leaves_no_process(tmp_path: Path, git: Git) -> None:
    """A contract's folder may turn out to be none."""
    git(tmp_path, "init", "-q", "--template=")
    Listing(str(tmp_path), tracked=False, is_awaited=True).close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def link_place(level: Path) -> None:
    (level / ".claude").rename(level / "elsewhere")
    (level / ".claude").symlink_to("elsewhere")


LEVEL_STATES: dict[str, Callable[[Path], object]] = {
    "one place": lambda level: None,
    "two": lambda level: (level / ".phaser/contracts").mkdir(parents=True),
    "a mark in capitals": lambda level: (level / ".PHASER/contracts").mkdir(parents=True),
    "a mark alone": lambda level: (level / ".phaser").mkdir(),
    "a file in a place": lambda level: (level / ".phaser").write_text(""),
    "a folder in a place": lambda level: (level / ".claude/contracts/in").mkdir(),
    "ignored": lambda level: (level / ".gitignore").write_text(".claude\n"),
    "a link": link_place,
}


@pytest.mark.parametrize("state", LEVEL_STATES)
@pytest.mark.parametrize("folder", ["", "src"])
def test_a_listing_tells_of_contract_folders_what_a_look_at_them_does(
    tmp_path: Path, git: Git, folder: str, state: str
) -> None:
    """And nothing of those of somebody else, or of a folder whose name begins as the root's."""
    root = tmp_path / "root"
    level = root / folder
    for place in (level, tmp_path / "root2"):
        (place / ".claude/contracts").mkdir(parents=True)
        (place / ".claude/contracts/a.yaml").write_text("")
    LEVEL_STATES[state](level)
    git(root, "init", "-q", "--template=")
    time.sleep(0.15)
    listing = Listing(str(root), tracked=False, started_at=time.time_ns())
    listing.files()
    homes = (level, root / "none", tmp_path, tmp_path / "root2")
    places = [f"{home}/{name}" for home in homes for name in project_inputs.PROJECT_FOLDERS]
    seen_folders = [listing.seen_at(place) for place in places]
    assert seen_folders[4:] == [None] * 4
    assert (None in seen_folders[:2]) == (state not in {"one place", "a folder in a place"})
    looked_at = identify_contract_files(places)
    assert identify_contract_files(places, seen_at=listing.seen_at) == looked_at
    assert (looked_at is None) == (state == "a file in a place")


def test_a_folder_that_was_listed_ahead_is_as_it_was_listed_by_git(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that became a link or went is not there, whatever an earlier scan has seen of it."""
    monkeypatch.setattr(project_inputs, "_WORTH_A_PROCESS", 0)
    root = tmp_path / "root"
    for name in ("a/b/c.py", "d/e.py", "f/g.py"):
        (root / name).parent.mkdir(parents=True)
        (root / name).touch()
    git(root, "init", "-q", "--template=")
    git(root, "add", "-A")
    time.sleep(0.15)
    listings = [list_files(root, is_awaited=True) for _ in range(2)]
    assert listings[0] == listings[1]
    assert [*listings[0][2]] == ["", "a/", "a/b/", "d/", "f/"]
    (root / "a").rename(root / "h")
    (root / "a").symlink_to("h")
    (root / "d/e.py").unlink()
    (root / "d").rmdir()
    time.sleep(0.15)
    files, special, kept = list_files(root, is_awaited=True)
    assert (files, special) == (["a", "f/g.py", "h/b/c.py"], frozenset({"a"}))
    assert {*kept} == {"", "f/", "h/", "h/b/"}
