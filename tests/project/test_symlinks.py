"""Where links lead, and the names that they give a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.link_names import list_link_names
from phaser_lint.project.symlinks import LinkTarget, make_disk_links, make_state_links

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("a/there", "a/deep/x")
LINKS = {
    "sound": "a/there", "a/beside": "there", "a/up": "../a/there", "chain": "sound",
    "through": "lib/deep/x", "lib": "a", "a/round": "../lib/there", "dots": "./a/./deep/../there",
    "to-folder": "a", "to-top": ".", "to-link-to-folder": "lib",
    "outside": "../outside", "lost-outside": "../nowhere", "rooted": "/nowhere/at/all",
    "dangling": "nowhere", "a/dangling": "nowhere", "to-dangling": "a/dangling", "loop": "loop",
    "one": "two", "two": "one", "in-file": "a/there/x",
}  # fmt: skip
LEADING = {
    **dict.fromkeys(("sound", "a/beside", "a/up", "chain", "a/round", "dots"), "a/there"),
    **dict.fromkeys(("through", "lib/deep/x"), "a/deep/x"),
    "lib/there": "a/there",
    "lib/beside": "a/there",
}
NO_LINKS = (*FILES, "a/nowhere", "nowhere")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with links of all kinds, and a file beside it."""
    root = tmp_path.resolve() / "project"
    (root / "a/deep").mkdir(parents=True)
    for path in FILES:
        (root / path).write_text("")
    (tmp_path / "outside").write_text("")
    for path, target in LINKS.items():
        (root / path).symlink_to(target)
    return root


def test_the_disk_and_git_agree_where_links_lead(root: Path) -> None:
    """The disk says the same as what git keeps; a path below a linked folder leads on, too."""
    for links in (
        make_disk_links(str(root)),
        make_state_links(str(root), FILES.__contains__, LINKS.get),
    ):
        paths = (*LINKS, *LEADING, *NO_LINKS)
        targets = {path: links.target(path) for path in paths}
        assert {
            path: target.path for path, target in targets.items() if target and target.path
        } == LEADING
        assert [path for path, target in targets.items() if target is None] == [*NO_LINKS]
        assert {path for path in paths if links.is_no_file(path)} == {*LINKS} - {*LEADING}


def test_a_link_with_an_absolute_target(root: Path) -> None:
    """It leads to the file that it names, as long as that is in the project."""
    targets_by_path = {"in": f"{root}/a/there", "out": f"{root}-other/a/there"}
    for path, target in targets_by_path.items():
        (root / path).symlink_to(target)
    for links in (
        make_disk_links(str(root)),
        make_state_links(str(root), FILES.__contains__, targets_by_path.get),
    ):
        assert links.target("in") == LinkTarget("a/there")
        assert links.is_no_file("out")


def test_only_what_a_listing_calls_special_is_looked_at(root: Path) -> None:
    """Forty thousand files are asked for, and few of them are links."""
    links = make_disk_links(str(root), among={"sound"})
    assert links.target("chain") is None
    assert links.select_links(["a/there", "chain", "sound"]) == {"sound": "a/there"}


NAMES = {
    "a/there": [],
    "none/at/all": [],
    "sound": ["sound"],
    "chain": ["chain", "sound"],
    "lib/there": ["lib/there"],
    "lib/new/file": ["lib/new/file"],
    "through": ["through", "lib/deep/x"],
    "lib/../sound": ["sound"],
    "lib//./there": ["lib/there"],
    "dangling": ["dangling"],
    "loop": [],
}


@pytest.mark.parametrize("path", NAMES)
def test_the_names_that_links_give_a_file(root: Path, path: str) -> None:
    """Each name on the way, its own first, with the folder of its link."""
    linked_names = list_link_names(f"{root}/{path}")
    assert [linked_name.path for linked_name in linked_names] == [
        f"{root}/{name}" for name in NAMES[path]
    ]
    assert {linked_name.folder for linked_name in linked_names} <= {str(root)}


def test_a_link_above_the_project(root: Path) -> None:
    """The name of the project by another folder comes first, and is one of no project's file."""
    (root.parent / "other").symlink_to("project")
    linked_names = list_link_names(f"{root.parent}/other/sound")
    assert [(linked_name.path, linked_name.folder) for linked_name in linked_names] == [
        (f"{root.parent}/other/sound", str(root.parent)),
        (f"{root}/sound", str(root)),
    ]
