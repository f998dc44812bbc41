"""Which programs of a PATH are the user's own, and which a checkout brings along."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.programs import (
    find_checkout,
    find_user_program,
    leave_out_checkout,
    lies_in_checkout,
)
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git

# What lies where, or leads where; ``{0}`` is the folder that the checkout ``c`` lies in.
LINKS = {
    "c/out": "{0}/bin",  # a folder of the checkout that leads out of it
    "into": "{0}/c/bin",  # one outside that leads into it
    "back": "{0}/c/out",  # into it and out again
    "linked/tool": "{0}/c/bin/tool",
    "twice/tool": "{0}/into/../out/tool",
    "own/tool": "{0}/bin/tool",
    "loop": "{0}/loop",
}
# The PATH, and where the program is found, if anywhere.
PATHS = {
    "outside": ("{0}/bin", "bin/tool"),
    "in the checkout": ("{0}/c/bin", ""),
    "in the checkout, then outside": ("{0}/c/bin:{0}/bin", "bin/tool"),
    "relative": ("bin:.::./c/bin", ""),
    "below the root": ("{0}/c/node_modules/.bin", ""),
    "a way around": ("{0}/bin/../c/bin", ""),
    "a link in the checkout that leads out": ("{0}/c/out", ""),
    "a link into the checkout": ("{0}/into", ""),
    "a link into the checkout and back": ("{0}/back", ""),
    "a program that is a link into the checkout": ("{0}/linked", ""),
    "a program that leads through the checkout": ("{0}/twice", ""),
    "a program that is a link to another": ("{0}/own", "own/tool"),
    "a folder of a longer name": ("{0}/c-other/bin", "c-other/bin/tool"),
    "a link without an end": ("{0}/loop:{0}/bin", "bin/tool"),
    "nothing": ("{0}/none:{0}/bin", "bin/tool"),
}


@pytest.fixture
def place(tmp_path: Path, git: Git) -> Path:
    """A folder with a checkout, programs in it and beside it, and links."""
    programs = ("bin", "c/bin", "c/node_modules/.bin", "c-other/bin")
    write_files(tmp_path, {f"{folder}/tool": "#!/bin/sh\n" for folder in programs})
    for folder in programs:
        (tmp_path / folder / "tool").chmod(0o755)
    for name, target in LINKS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).symlink_to(target.format(tmp_path))
    git(tmp_path / "c", "init", "-q", "-b", "main")
    return tmp_path


@pytest.mark.parametrize("row", PATHS.values(), ids=PATHS)
def test_a_program_of_the_checkout_is_none(place: Path, row: tuple[str, str]) -> None:
    """However the PATH leads to it."""
    path, expected = row
    for root in ("c", "c/bin"):
        program = find_user_program("tool", path.format(place), find_checkout(str(place / root)))
        assert program == (str(place / expected) if expected else None)


def test_the_folders_of_a_checkout_are_left_out_of_a_path(place: Path) -> None:
    """All others stay, in their order."""
    path = f"bin:{place}/none:{place}/into:{place}/bin:{place}/c/out"
    remaining_path = f"{place}/none:{place}/bin"
    assert leave_out_checkout(path, find_checkout(str(place / "c"))) == remaining_path
    assert (
        leave_out_checkout(path, find_checkout(""))
        == f"{place}/none:{place}/into:{place}/bin:{place}/c/out"
    )


def test_a_repository_is_one_checkout_with_its_worktrees_and_submodules(
    place: Path, git: Git
) -> None:
    """What lies in the main worktree, or in the outer repository, belongs to it, too."""
    outer = place / "c"
    write_files(outer, {"a": "1\n"})
    git(outer, "add", "a")
    git(outer, "commit", "-q", "-m", "First")
    git(outer, "worktree", "add", "-q", str(place / "tree"))
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(outer), "sub")
    for root in (place / "tree", outer / "sub"):
        checkout = find_checkout(os.path.realpath(root))
        assert lies_in_checkout(f"{outer}/bin/tool", checkout)
        assert lies_in_checkout(f"{root}/a", checkout)
        assert not lies_in_checkout(f"{place}/bin/tool", checkout)
