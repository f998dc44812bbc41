"""Which files are contract files, and which folder is a project's root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from phaser_lint.contracts.discover import Found, Place, contract_files, places
from phaser_lint.root import find_root, git_top, home_folder, path_inside, project_root
from tests.privileges import without_privileges


def folders(top: Path, *names: str) -> Path:
    for name in names:
        (top / name).mkdir(parents=True, exist_ok=True)
    return top


@pytest.mark.parametrize(
    ("made", "start", "root"),
    [
        pytest.param(["a/b"], "a/b", None, id="no contracts anywhere"),
        pytest.param([".claude"], ".", None, id="no folder named contracts"),
        pytest.param([".claude/contracts", "a/.git"], "a", None, id="not above the git top"),
        pytest.param([".claude/contracts", "a/.git", "a/b"], "a/b", None, id="nor from below it"),
        pytest.param(["home/.phaser/contracts"], "home", None, id="never the home folder"),
        pytest.param(["home/.claude/contracts", "home/a"], "home/a", None, id="nor from below it "),
        pytest.param([".claude/contracts", "home/a"], "home/a", None, id="nor above it"),
        pytest.param([".claude/contracts"], ".", ".", id="the start itself"),
        pytest.param([".phaser/contracts", "a/b"], "a/b", ".", id="a folder above"),
        pytest.param(["a/.phaser/contracts", "a/b", ".claude/contracts"], "a/b", "a",
                     id="the nearest"),
        pytest.param([".git", ".claude/contracts", "a"], "a", ".", id="the git top itself"),
        pytest.param(["home/a/.claude/contracts", "home/a/b"], "home/a/b", "home/a",
                     id="below the home folder"),
    ],
)  # fmt: skip
def test_the_root_is_the_nearest_folder_with_contracts(
    tmp_path: Path, made: list[str], start: str, root: str | None
) -> None:
    """At or above the start, not above the top of git, never the home folder."""
    # A top of git of its own, above which nothing is looked at.
    top = folders(folders(tmp_path.resolve(), ".git", "top") / "top", *made, start)
    found = find_root(str((top / start).resolve()), home=str(top / "home"))
    assert found == (None if root is None else str((top / root).resolve()))


def test_a_git_file_is_a_git_top(tmp_path: Path) -> None:
    """Worktrees and submodules have a file named ``.git``."""
    top = folders(tmp_path.resolve(), ".claude/contracts", "worktree/a")
    (top / "worktree" / ".git").write_text("gitdir: elsewhere\n")
    assert find_root(str(top / "worktree" / "a"), home="") is None
    assert git_top(str(top / "worktree" / "a")) == str(top / "worktree")


def test_a_linked_contracts_folder_makes_a_root(tmp_path: Path) -> None:
    """A link to a folder is a folder; a dangling one is none."""
    top = folders(tmp_path.resolve(), "shared", "good/.claude", "bad/.claude", "bad/.git")
    (top / "good" / ".claude" / "contracts").symlink_to(top / "shared")
    (top / "bad" / ".claude" / "contracts").symlink_to(top / "missing")
    assert find_root(str(top / "good"), home="") == str(top / "good")
    assert find_root(str(top / "bad"), home="") is None


def test_without_contracts_the_fallback_comes_before_gits_top(tmp_path: Path) -> None:
    """Contracts, then the agent's project, then git's top, then the start."""
    top = folders(tmp_path.resolve(), "git/.git", "git/a", "with/.claude/contracts", "with/.git")
    start, other = str(top / "git" / "a"), str(top / "with")
    assert project_root(other, home="", fallback=start) == other
    assert project_root(start, home="", fallback=other) == other
    assert project_root(start, home="") == str(top / "git")
    assert project_root("/proc/self", home="") == "/proc/self"


def test_the_home_folder_is_resolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compared with resolved folders; a home that is no absolute path is none."""
    folders(tmp_path, "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setenv("HOME", str(tmp_path / "link"))
    assert home_folder() == str((tmp_path / "real").resolve())
    monkeypatch.setenv("HOME", "relative")
    assert home_folder() == ""


@pytest.mark.parametrize(
    ("root", "path", "inside"),
    [
        ("/a", "/ab/c", None),
        ("/a", "/a", None),
        ("/a", "/b/c", None),
        ("/a", "/a/b", "b"),
        ("/a", "/a/b/c", "b/c"),
        ("/", "/b", "b"),
    ],
)
def test_path_inside(root: str, path: str, inside: str | None) -> None:
    """A name that only starts like the root's is outside."""
    assert path_inside(root, path) == inside


def test_places_in_order_of_precedence() -> None:
    """The project's two folders, then the user's, where there is a home and it counts."""
    project = (
        Place("/p/.claude/contracts", ".claude/contracts", "project", "/p"),
        Place("/p/.phaser/contracts", ".phaser/contracts", "project", "/p"),
    )
    users = Place("/h/.phaser/contracts", "~/.phaser/contracts", "user", "/p")
    assert places("/p", home="/h", user=True) == (*project, users)
    assert places("/p", home="/h", user=False) == project
    assert places("/p", home="", user=True) == project


def test_in_the_home_folder_the_users_contracts_are_no_projects() -> None:
    """The same folder is no two places: its problems would be told twice."""
    project = Place("/h/.claude/contracts", ".claude/contracts", "project", "/h")
    users = Place("/h/.phaser/contracts", "~/.phaser/contracts", "user", "/h")
    assert places("/h", home="/h", user=True) == (project, users)
    assert places("/h", home="/h", user=False) == (project,)


def place_at(folder: Path) -> Place:
    return Place(str(folder), "shown", "project")


def shown(folder: Path) -> list[tuple[str, str]]:
    return [(found.shown, found.problem) for found in contract_files(place_at(folder))]


def test_what_is_no_contract_file_is_passed_over(tmp_path: Path) -> None:
    """Other endings, hidden files, folders without contracts, and no folder at all."""
    folders(tmp_path, "examples", "node_modules/x")
    for name in ("README.md", "a.json", ".hidden.yaml", "yaml", "a.yaml~", "examples/b.txt"):
        (tmp_path / name).write_text("")
    assert shown(tmp_path) == []
    assert shown(tmp_path / "missing") == []


def test_contract_files_by_name(tmp_path: Path) -> None:
    """Both endings, in any case, links to files too, sorted by name."""
    for name in ("b.yml", "a.yaml", "C.YAML", "target.txt"):
        (tmp_path / name).write_text("")
    (tmp_path / "d.yaml").symlink_to(tmp_path / "target.txt")
    assert contract_files(place_at(tmp_path)) == tuple(
        Found(str(tmp_path / name), f"shown/{name}")
        for name in ("C.YAML", "a.yaml", "b.yml", "d.yaml")
    )


def test_what_stands_there_and_cannot_count_is_said(tmp_path: Path) -> None:
    """Never opened, never silent: a FIFO would hang, a subfolder would be forgotten."""
    folders(tmp_path, "folder.yaml", "team")
    (tmp_path / "team" / "a.yaml").write_text("")
    (tmp_path / "dangling.yaml").symlink_to("nowhere")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    assert shown(tmp_path) == [
        ("shown/dangling.yaml", "cannot be read: No such file or directory"),
        ("shown/folder.yaml", "expected a regular file"),
        ("shown/loop.yaml", "cannot be read: Too many levels of symbolic links"),
        ("shown/pipe.yaml", "expected a regular file"),
        ("shown/team", "contracts in a subfolder are not read"),
    ]


def test_a_place_that_is_no_folder_is_said(tmp_path: Path) -> None:
    """A file, and a link that leads nowhere: the project has contracts that are not there."""
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    assert shown(tmp_path / "file") == [("shown", "expected a folder of contract files")]
    assert shown(tmp_path / "link") == [("shown", "cannot be read: No such file or directory")]


def test_a_place_that_cannot_be_listed_is_said() -> None:
    """Its contracts would be missing without a word."""
    with without_privileges() as folder:
        (folder / "closed").mkdir(mode=0o000)
        assert shown(folder / "closed") == [("shown", "cannot be read: Permission denied")]
        (folder / "closed").chmod(0o755)
