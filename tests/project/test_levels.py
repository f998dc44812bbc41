"""Which levels count for a file, and where its top is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.levels import find_levels, join_levels, lies_within_level
from phaser_lint.project.levels_of_files import find_levels_among

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.project.levels import Levels

OWN_CONTRACT = ".claude/contracts/a.yaml"
OTHER_CONTRACT = ".phaser/contracts/a.yml"
CONFIGURED = ".phaser/config.yaml"


def make_files(top: Path, *names: str) -> Path:
    """Folders, those whose name ends in a slash, and files with nothing in them."""
    for name in names:
        path = top / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.touch()
    return top


def names_in_chain(levels: Levels, top: Path) -> tuple[str, list[str]]:
    """The way from *top* to the root, and the names of the levels."""
    return levels.root[len(str(top)) + 1 :], [level.name for level in levels.levels]


@pytest.mark.parametrize(
    ("names", "start", "expected"),
    [
        pytest.param([".git/", "a/b/"], "a/b", ("", []), id="no contracts anywhere"),
        pytest.param([".git/", "a/.claude/"], "a", ("", []), id="no folder called contracts"),
        pytest.param([".git/", "a/.phaser/contracts/"], "a", ("", []), id="an empty one"),
        pytest.param([".git/", "a/.phaser/contracts/README"], "a", ("", []), id="no contract file"),
        pytest.param(
            [".git/", OWN_CONTRACT, f"b/{OWN_CONTRACT}"],
            "a",
            ("", [""]),
            id="not what lies beside it",
        ),
        pytest.param([OWN_CONTRACT, "a/.git/"], "a", ("a", []), id="nothing above a repository"),
        pytest.param(
            [OWN_CONTRACT, "a/.git/", f"a/b/{OWN_CONTRACT}"],
            "a/b",
            ("a", ["b"]),
            id="nor its levels",
        ),
        pytest.param([".git/", OWN_CONTRACT, "a/"], "a", ("", [""]), id="the root itself"),
        pytest.param(
            [".git/", f"a/b/{OWN_CONTRACT}"], "a/b/c", ("", ["a/b"]), id="a folder to come"
        ),
        pytest.param(
            [".git/", OWN_CONTRACT, f"a/{OTHER_CONTRACT}"],
            "a",
            ("", ["a", ""]),
            id="the nearest first",
        ),
        pytest.param(
            [".git/", OWN_CONTRACT, "a/.git/x", f"a/{OTHER_CONTRACT}"],
            "a",
            ("a", [""]),
            id="a repository inside",
        ),
        pytest.param(
            [".git/", OWN_CONTRACT, "a/.git/x", "a/b/"],
            "a/b",
            ("", [""]),
            id="one without a level is part",
        ),
        pytest.param(
            [OWN_CONTRACT, f"a/{OWN_CONTRACT}", "a/b/"], "a/b", ("", ["a", ""]), id="the farthest"
        ),
        pytest.param(["a/b/"], "a/b", ("a/b", []), id="no git and nothing: the start"),
        pytest.param([CONFIGURED, "a/b/"], "a/b", ("", []), id="no git: a configuration above"),
        pytest.param(
            [CONFIGURED, f"a/{OWN_CONTRACT}"],
            "a/b",
            ("", ["a"]),
            id="a configuration above a level",
        ),
        pytest.param(
            [OWN_CONTRACT, f"a/{CONFIGURED}"], "a/b", ("", [""]), id="a configuration below a level"
        ),
        pytest.param(
            [f"home/{CONFIGURED}"], "home/a", ("home/a", []), id="never the home's configuration"
        ),
        pytest.param([f"home/{OTHER_CONTRACT}"], "home", ("home", []), id="never the home's"),
        pytest.param(
            [f"home/{OWN_CONTRACT}", "home/a/"], "home/a", ("home/a", []), id="nor what lies in it"
        ),
        pytest.param([OWN_CONTRACT, "home/a/"], "home/a", ("home/a", []), id="nor above it"),
        pytest.param(
            [f"home/a/{OWN_CONTRACT}"], "home/a/b", ("home/a", [""]), id="below the home folder"
        ),
        pytest.param(
            [
                "home/.git/",
                f"home/{OWN_CONTRACT}",
                f"home/{OTHER_CONTRACT}",
                f"home/a/{OWN_CONTRACT}",
            ],
            "home/a",
            ("home", ["a", ""]),
            id="a home folder in git",
        ),
    ],
)
def test_the_levels_at_and_above_a_folder_are_found(
    tmp_path: Path, names: list[str], start: str, expected: tuple[str, list[str]]
) -> None:
    top = make_files(tmp_path.resolve(), *names)
    chain = find_levels(str(top / start), home=str(top / "home"))
    assert names_in_chain(chain, top) == expected


def test_the_agents_project_is_the_top_without_git(tmp_path: Path) -> None:
    """Where it holds the file; in a repository it tells nothing."""
    top = make_files(
        tmp_path.resolve(),
        OWN_CONTRACT,
        f"a/{OWN_CONTRACT}",
        "a/b/",
        "c/.git/",
        f"c/d/{OWN_CONTRACT}",
    )
    project = str(top / "a")
    assert names_in_chain(find_levels(str(top / "a/b"), home="", project=project), top) == (
        "a",
        [""],
    )
    assert names_in_chain(find_levels(str(top / "a"), home="", project=project), top) == ("a", [""])
    assert names_in_chain(find_levels(str(top / "x"), home="", project=project), top) == ("", [""])
    chain_in_repository = find_levels(str(top / "c/d"), home="", project=str(top / "c/d"))
    assert names_in_chain(chain_in_repository, top) == ("c", ["d"])


def test_a_root_that_is_given(tmp_path: Path) -> None:
    """It is the root, whatever begins below it or stands above."""
    top = make_files(
        tmp_path.resolve(),
        ".git/",
        OWN_CONTRACT,
        f"a/{OWN_CONTRACT}",
        "a/b/.git/",
        f"a/b/c/{OWN_CONTRACT}",
    )
    chain = find_levels(str(top / "a/b/c"), home="", root=str(top / "a"))
    assert names_in_chain(chain, top) == ("a", ["b/c", ""])


def test_a_worktree_without_levels_takes_the_main_ones(tmp_path: Path) -> None:
    """Their names are those of the folders in the worktree; their files lie in the main one."""
    top = make_files(
        tmp_path.resolve(),
        "main/.git/worktrees/w/",
        f"main/{OWN_CONTRACT}",
        f"main/a/{OWN_CONTRACT}",
        "w/a/",
    )
    (top / "w/.git").write_text(f"gitdir: {top}/main/.git/worktrees/w\n")
    (top / "main/.git/worktrees/w/commondir").write_text("../..\n")
    chain = find_levels(str(top / "w/a"), home="")
    assert names_in_chain(chain, top) == ("w", ["a", ""])
    assert [level.folder for level in chain.levels] == [str(top / "main/a"), str(top / "main")]
    make_files(top, f"w/{OTHER_CONTRACT}")
    assert names_in_chain(find_levels(str(top / "w/a"), home=""), top) == ("w", [""])


def test_a_link_is_a_level_where_it_stands(tmp_path: Path) -> None:
    """Also one that leads nowhere: what is wrong with it has to be reported."""
    top = make_files(tmp_path.resolve(), ".git/", "shared/a.yaml", "a/.phaser/", "b/.phaser/")
    (top / "a/.phaser/contracts").symlink_to(top / "shared")
    (top / "b/.phaser/contracts").symlink_to(top / "gone")
    assert names_in_chain(find_levels(str(top / "a"), home=""), top) == ("", ["a"])
    assert names_in_chain(find_levels(str(top / "b"), home=""), top) == ("", ["b"])


def test_the_deepest_level_comes_first(tmp_path: Path) -> None:
    """Those of some folders, the deepest first."""
    top = make_files(
        tmp_path.resolve(),
        OWN_CONTRACT,
        f"a/{OWN_CONTRACT}",
        f"a/b/{OTHER_CONTRACT}",
        "c/",
        f"d/{OWN_CONTRACT}",
    )
    chain = find_levels_among(str(top), ["", "a", "c", "a/b", "a"], home="")
    assert names_in_chain(chain, top) == ("", ["a/b", "a", ""])


def test_the_levels_of_several_files_come_once(tmp_path: Path) -> None:
    """The levels of several files, each once."""
    top = make_files(
        tmp_path.resolve(), ".git/", OWN_CONTRACT, f"a/{OWN_CONTRACT}", f"b/{OWN_CONTRACT}"
    )
    chains = [find_levels(str(top / name), home="") for name in ("a", "b", "")]
    assert names_in_chain(join_levels(chains), top) == ("", ["a", "b", ""])


@pytest.mark.parametrize(
    ("level", "above_level", "expected"),
    [
        ("", "a", False),
        ("ab", "a", False),
        ("a", "a/b", False),
        ("~", "", False),
        ("a", "a", True),
        ("a/b", "a", True),
        ("a", "", True),
        ("", "~", True),
    ],
)
def test_a_level_is_below_itself(level: str, above_level: str, expected: bool) -> None:
    """At or below it."""
    assert lies_within_level(level, above_level) is expected
