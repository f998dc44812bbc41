"""Which files are contract files, and which folder is a project's root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from phaser_lint.contract.discover import (
    ContractFile,
    ContractPlace,
    list_contract_files,
    list_contract_places,
)
from phaser_lint.project import find_home_folder, find_path_inside
from phaser_lint.project.levels import Level, Levels
from tests.privileges import without_privileges


def folders(top: Path, *names: str) -> Path:
    for name in names:
        (top / name).mkdir(parents=True, exist_ok=True)
    return top


def test_the_home_folder_is_resolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compared with resolved folders; a home that is no absolute path is none."""
    folders(tmp_path, "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setenv("HOME", str(tmp_path / "link"))
    assert find_home_folder() == str((tmp_path / "real").resolve())
    monkeypatch.setenv("HOME", "relative")
    assert find_home_folder() == ""


@pytest.mark.parametrize(
    ("root", "path", "path_from_root"),
    [
        ("/a", "/ab/c", None),
        ("/a", "/a", None),
        ("/a", "/b/c", None),
        ("/a", "/a/b", "b"),
        ("/a", "/a/b/c", "b/c"),
        ("/", "/b", "b"),
    ],
)
def test_a_path_is_inside_only_below_the_folder_itself(
    root: str, path: str, path_from_root: str | None
) -> None:
    """A name that only starts like the root's is outside."""
    assert find_path_inside(root, path) == path_from_root


def at(name: str, place: str, where: str, bound: str = "/p") -> ContractPlace:
    """The place of a level of ``/p``, or of the folder that links may not lead out of."""
    shown_path = f"{name}/{place}" if name else place
    return ContractPlace(f"{where}/{place}", shown_path, "project", name, where, bound)


def test_places_in_order_of_precedence() -> None:
    """Two folders of each level, what is included, then the user's, where there is a home."""
    levels = Levels("/p", (Level("a", "/p/a"), Level("", "/p")), "/p")
    project_places = (
        at("a", ".claude/contracts", "/p/a"),
        at("a", ".phaser/contracts", "/p/a"),
        at("", ".claude/contracts", "/p"),
        at("", ".phaser/contracts", "/p"),
    )
    users = ContractPlace("/h/.phaser/contracts", "~/.phaser/contracts", "user", "~", "/p")
    shared = ContractPlace("/p/shared", "shared", "included", "", "/p")
    assert list_contract_places(levels, home="/h") == [*project_places, users]
    assert list_contract_places(levels, home="") == [*project_places]
    assert list_contract_places(levels, home="/h", included=[shared]) == [
        *project_places,
        shared,
        users,
    ]


def test_in_the_home_folder_the_users_contracts_are_no_projects() -> None:
    """The same folder is no two places: its problems would be reported twice."""
    levels = Levels("/h", (Level("", "/h", (".claude/contracts",)),), "/h")
    project = at("", ".claude/contracts", "/h", "/h")
    users = ContractPlace("/h/.phaser/contracts", "~/.phaser/contracts", "user", "~", "/h")
    assert list_contract_places(levels, home="/h") == [project, users]
    assert list_contract_places(levels, home="") == [project]


def test_the_files_of_another_worktree_are_shown_where_they_lie() -> None:
    """Their globs are those of the worktree that takes them."""
    levels = Levels("/p/w", (Level("", "/p/main"),), "/p/main")
    places_found = list_contract_places(levels, home="")
    assert places_found[0] == ContractPlace(
        "/p/main/.claude/contracts", "../main/.claude/contracts", "project", "", "/p/w", "/p/main"
    )


def place_at(folder: Path) -> ContractPlace:
    return ContractPlace(str(folder), "shown", "project")


def shown(folder: Path) -> list[tuple[str, str]]:
    return [
        (contract_file.shown, contract_file.problem)
        for contract_file in list_contract_files(place_at(folder))
    ]


def test_what_is_no_contract_file_is_skipped(tmp_path: Path) -> None:
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
    place = place_at(tmp_path)
    assert list_contract_files(place) == [
        ContractFile(str(tmp_path / name), f"shown/{name}", place)
        for name in ("C.YAML", "a.yaml", "b.yml", "d.yaml")
    ]


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
        ("shown/team", "contracts in a subfolder are not read: move them up"),
    ]


INSIDE, OUT = "p/shared", "elsewhere"


@pytest.mark.parametrize(
    ("link", "target", "shown_files"),
    [
        ("contracts/b.yaml", INSIDE + "/a.yaml", [("shown/b.yaml", False)]),
        ("contracts", INSIDE, [("shown/a.yaml", False)]),
        ("contracts/b.yaml", OUT + "/a.yaml", [("shown/b.yaml", True)]),
        ("contracts/b.yaml", "p/.git/a.yaml", [("shown/b.yaml", True)]),
        ("contracts", OUT, [("shown", True)]),
        ("contracts", "p/way/out", [("shown", True)]),
    ],
)
def test_a_link_out_of_the_project_is_not_followed(
    tmp_path: Path, link: str, target: str, shown_files: list[tuple[str, bool]]
) -> None:
    """One within it is; the user may put anything at any place."""
    for folder in (INSIDE, OUT, "p/.git"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.yaml").write_text("")
    (tmp_path / "p/way").mkdir()
    (tmp_path / "p/way/out").symlink_to(tmp_path / OUT)
    (tmp_path / "p" / link).parent.mkdir(exist_ok=True)
    (tmp_path / "p" / link).symlink_to(tmp_path / target)
    place = place_at(tmp_path / "p/contracts")
    out = f"a link leads out of the project, to {os.path.realpath(tmp_path / target)}"
    expected = [(name, out if is_out else "") for name, is_out in shown_files]
    bound = list_contract_files(place._replace(bound=str(tmp_path / "p")))
    assert [(contract_file.shown, contract_file.problem) for contract_file in bound] == expected
    assert [contract_file.problem for contract_file in list_contract_files(place)] == [""]


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
