"""How git is started: where, and with which words; what runs without them is another test's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.errors import GitError
from phaser_lint.project import find_common_git_folder, find_git_folder
from phaser_lint.project.files.disk import list_repository_files
from phaser_lint.project.git import (
    WorkingTree,
    find_working_tree,
    is_in_repository,
    make_git_command,
    run_git,
)
from phaser_lint.project.git.changed_entries import list_touched_files
from phaser_lint.project.git.process_output import find_git_reason
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    """No settings of the one who runs the tests."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)


def tree_at(root: str, prefix: str = "") -> WorkingTree:
    """The working tree of a repository that has no other one."""
    folder = os.path.join(root, ".git")
    return WorkingTree(root, prefix, folder, folder)


def test_the_place_in_git(project: MakeProject, tmp_path: Path) -> None:
    """The root, and the way there; nothing outside of a repository, nor in git's own folder."""
    root = project({"a/b/c": "", "a/.git/README": "no repository\n"})
    top = str(root)
    assert find_working_tree(str(tmp_path)) is None
    assert find_working_tree(str(root / ".git")) is None
    assert find_working_tree(str(root / ".git" / "objects")) is None
    assert find_working_tree(top) == tree_at(top)
    assert find_working_tree(str(root / "a" / "b")) == tree_at(top, "a/b/")


def test_the_place_that_a_hook_is_told(project: MakeProject, tmp_path: Path) -> None:
    """Both variables, for what lies in that working tree; git's folder by itself tells nothing."""
    root, other_root = project({"a/b": ""}), project({"c": ""})
    named_tree = {"GIT_DIR": str(other_root / ".git"), "GIT_WORK_TREE": str(root)}
    folder = str(other_root / ".git")
    tree_of_hook = WorkingTree(str(root), "a/", folder, folder, is_named=True)
    assert find_working_tree(str(root / "a"), named_tree) == tree_of_hook
    assert find_working_tree(str(other_root), named_tree) == tree_at(str(other_root))
    del named_tree["GIT_WORK_TREE"]
    assert find_working_tree(str(root), named_tree) == tree_at(str(root))
    environment = make_git_command(tree_at(str(root)), "status", variables=named_tree).environment
    assert "GIT_DIR" not in environment


def bare_clone(root: Path, git: Git) -> Path:
    git(root, "clone", "-q", "--bare", ".", "../bare.git")
    git(root.parent / "bare.git", "worktree", "add", "-q", "../linked", "main")
    return root.parent / "linked"


def make_linked_tree(root: Path, git: Git) -> Path:
    git(root, "worktree", "add", "-q", "../linked")
    return root.parent / "linked"


def submodule(root: Path, git: Git) -> Path:
    outer = root.parent / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(root), "inner")
    return outer / "inner"


def inside_git(root: Path, git: Git) -> Path:
    git(root, "worktree", "add", "-q", ".git/linked")
    return root / ".git" / "linked"


def sparse(root: Path, git: Git) -> Path:
    git(root, "sparse-checkout", "set", "a")
    return root


PLACES = {
    "linked": make_linked_tree,
    "of a bare clone": bare_clone,
    "submodule": submodule,
    "in git's own folder": inside_git,
    "sparse": sparse,
}


@pytest.mark.parametrize("make_tree", PLACES.values(), ids=PLACES)
def test_changes_of_every_working_tree_are_found(
    project: MakeProject, git: Git, make_tree: Callable[[Path, Git], Path]
) -> None:
    """Whatever they belong to, their files and changes are found, in a folder as at the root."""
    tree = make_tree(project({"a/b.py": "1\n", "c.py": "1\n"}, commit=True), git)
    write_files(tree, {"a/b.py": "2\n", "a/new.py": ""})
    assert is_in_repository(str(tree))
    assert list_touched_files(str(tree), "HEAD") == ["a/b.py", "a/new.py"]
    assert list_touched_files(str(tree / "a"), "HEAD") == ["b.py", "new.py"]
    assert sorted(list_repository_files(str(tree / "a"))) == ["b.py", "new.py"]
    assert os.path.isfile(
        os.path.join(find_common_git_folder(find_git_folder(str(tree))), "config")
    )


@pytest.mark.parametrize("name", ["a*", "[a]", ":(top)", "-a", "é", "a b"])
def test_a_folder_is_no_pattern(project: MakeProject, name: str) -> None:
    """Its name means itself, and what begins like it is another."""
    root = project({f"{name}/x.py": "", f"{name}b/y.py": "", "ab/z.py": "", "a/z.py": ""})
    assert list_repository_files(str(root / name)) == ["x.py"]
    assert list_touched_files(str(root / name), _empty(root)) == ["x.py"]


def _empty(root: Path) -> str:
    return run_git(str(root), "hash-object", "-t", "tree", "-w", "--stdin").decode().strip()


@pytest.mark.parametrize(
    "variable",
    [
        "GIT_LITERAL_PATHSPECS",
        "GIT_GLOB_PATHSPECS",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
    ],
)
def test_pathspecs_are_the_programs_own(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """``git --literal-pathspecs commit`` hands its choice on to hooks."""
    root = project({"a/x.py": "", "A/y.py": ""})
    monkeypatch.setenv(variable, "1")
    assert list_repository_files(str(root / "a")) == ["x.py"]


def test_a_submodule_that_was_not_checked_out(project: MakeProject, git: Git) -> None:
    """git lists nothing in it, so that a walk has to."""
    root = project({"a": ""})
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
    write_files(root, {"sub/x.py": ""})
    with pytest.raises(GitError, match=r"^sub/ is a submodule that was not checked out$"):
        list_repository_files(str(root / "sub"))


FILTERS = '[filter "a=b"]\n\tclean = x\n\trequired = true\n[filter "c"]\n\tprocess = y\n'


@pytest.mark.parametrize(
    ("settings", "off"),
    [
        ("", []),
        ("[core]\n\tautocrlf = input\n", []),
        ("[lfs]\n\tx = 1\n", []),
        (FILTERS, ["filter.a=b.clean", "filter.a=b.required", "filter.c.process"]),
        (FILTERS.replace("filter", "FILTER"), ["filter.a=b.clean", "filter.a=b.required",
                                               "filter.c.process"]),
        ("[include]\n\tpath = more\n", ["filter.d.clean"]),
    ],
)  # fmt: skip
def test_filters_are_emptied(project: MakeProject, settings: str, off: list[str]) -> None:
    """Each setting of each, by its name; git is not asked where there can be none."""
    root = project({})
    write_files(root / ".git", {"more": '[filter "d"]\n\tclean = z\n'})
    with (root / ".git" / "config").open("a") as file:
        file.write(settings)
    words = make_git_command(tree_at(str(root)), "status").words
    assert [word for word in words if word.startswith("--config-env")] == [
        f"--config-env={name}=PHASER_LINT_NOTHING" for name in off
    ]


@pytest.mark.parametrize("filters", [1_000, 40_000])
def test_too_many_filters_leave_git_unasked(project: MakeProject, filters: int) -> None:
    """Where they cannot all be emptied, git is not asked at all."""
    root = project({"a": ""})
    with (root / ".git" / "config").open("a") as file:
        file.writelines(f'[filter "{number:040}"]\n\tclean = x\n' for number in range(filters))
    if filters == 1_000:
        assert list_repository_files(str(root)) == ["a"]
        return
    with pytest.raises(GitError, match=r"^git (config prints more than 1024 kB|.*start)"):
        list_repository_files(str(root))


def test_git_says_in_the_lines_below_how_it_trusts_a_clone_of_another_user(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CI checks out as root and scans as another: the command that helps was cut off."""
    git(tmp_path, "init", "-q")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(GitError) as caught:
        run_git(str(tmp_path), "status")
    command = f"git config --global --add safe.directory {tmp_path}"
    assert str(caught.value).endswith(f". To add an exception for this directory, call: {command}")


def test_git_names_the_extensions_that_it_does_not_know(tmp_path: Path, git: Git) -> None:
    """They stand below a colon, one a line; what a warning says is no reason."""
    git(tmp_path, "init", "-q")
    with (tmp_path / ".git/config").open("a", encoding="utf-8") as file:
        file.write("[core]\nrepositoryformatversion = 1\n[extensions]\na = 1\nb = 1\n")
    with pytest.raises(GitError) as caught:
        run_git(str(tmp_path), "status")
    assert str(caught.value) == "git status: fatal: unknown repository extensions found: a b"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (b"", "failed without a word"),
        (b"warning: a\n", "warning: a"),
        (b"warning: a\nfatal: b\nUse '--' to separate paths\n", "fatal: b"),
        (b"fatal: a:\n\tb\nhint: c\n\td\n", "fatal: a: b d"),
    ],
)
def test_a_reason_of_git_is_its_line_and_what_is_set_off_below(words: bytes, reason: str) -> None:
    assert find_git_reason(words) == reason
