"""What git knows, asked of real repositories."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.errors import GitError
from phaser_lint.project.files.disk import list_repository_files
from phaser_lint.project.git import is_in_repository, require_repository, run_git
from phaser_lint.project.git.changed_entries import list_touched_files
from phaser_lint.project.git.merge_bases import find_merge_bases, list_default_tips
from phaser_lint.project.git.revisions import is_shallow_clone, name_empty_tree, resolve_revision
from phaser_lint.project.git.snapshots import read_commit_snapshot
from phaser_lint.project.git.tracked_files import find_tracked_modes, list_tracked_links
from tests.conftest import write_files

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject

ODD_NAMES = ["-n", " a ", "'q\"", "a\nb", "a\tb", "b\\c", "é", "日", "\udcff", "*", ":(top)x"]
EMPTY = dict.fromkeys(ODD_NAMES, "")


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    """No settings of the one who runs the tests."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)


def commit(git: Git, root: Path) -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    return git(root, "rev-parse", "HEAD").strip()


def list_sorted(root: str) -> list[str]:
    """What git lists and the disk holds."""
    return sorted(list_repository_files(root))


def write_odd(root: Path) -> None:
    for name in ODD_NAMES:
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write("x")


def test_a_folder_without_git(tmp_path: Path) -> None:
    """No repository, and no revision either."""
    assert not is_in_repository(str(tmp_path))
    assert resolve_revision(str(tmp_path), "HEAD") is None
    with pytest.raises(GitError, match=r"^git ls-files: fatal: not a git repository"):
        list_sorted(str(tmp_path))


def test_tracked_files_are_those_of_the_index(project: MakeProject, git: Git) -> None:
    """Those of the index, whatever is on disk; a link is a file, a submodule is not."""
    root = project({**EMPTY, "gone": "", "untracked": "", "sub/a": ""})
    (root / "link").symlink_to("nowhere")
    inner = project({"x": ""}, commit=True)
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "inner")
    git(root, "add", "-A")
    git(root, "rm", "-q", "--cached", "untracked")
    (root / "gone").unlink()
    assert sorted(find_tracked_modes(str(root))) == sorted(
        [*ODD_NAMES, ".gitmodules", "gone", "link", "sub/a"]
    )
    assert sorted(find_tracked_modes(str(root / "sub"))) == ["a"]


def test_a_file_in_conflict_is_tracked_once(project: MakeProject, git: Git) -> None:
    """The index holds it three times."""
    root = project({"a": "1\n"}, commit=True)
    git(root, "switch", "-q", "-c", "side")
    for branch in ("side", "main"):
        git(root, "switch", "-q", branch)
        (root / "a").write_text(branch)
        git(root, "commit", "-q", "-a", "-m", branch)
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "merge", "side")
    assert sorted(find_tracked_modes(str(root))) == ["a"]


def test_a_repository_without_a_commit(project: MakeProject) -> None:
    """Its files are listed, and there is no HEAD."""
    root = project({"a": "", "b/c": ""})
    assert is_in_repository(str(root))
    assert is_in_repository(str(root / "b"))
    assert list_sorted(str(root)) == ["a", "b/c"]
    assert resolve_revision(str(root), "HEAD") is None


def test_inside_the_git_folder_there_is_no_working_tree(project: MakeProject) -> None:
    """Nothing there is a file of the project."""
    assert not is_in_repository(str(project({}) / ".git"))


def test_listed_files_are_tracked_or_not_ignored(project: MakeProject, git: Git) -> None:
    """Tracked and untracked, not ignored, not deleted; a link is one, a folder is none."""
    root = project({"kept": "", "gone": "", "b/tracked.log": ""}, commit=True)
    write_files(root, {".gitignore": "*.log\nout/\n", "new": "", "new.log": "", "out/x": ""})
    (root / "gone").unlink()
    (root / "link").symlink_to("b")
    (root / "dangling").symlink_to("nowhere")
    expected = [".gitignore", "b/tracked.log", "dangling", "kept", "link", "new"]
    assert list_sorted(str(root)) == expected
    assert list_sorted(str(root / "b")) == ["tracked.log"]


def test_every_name_comes_back_as_on_disk(project: MakeProject, git: Git) -> None:
    """Line feeds, tabs, bytes that are no UTF-8: every name comes back as it is on disk."""
    root = project({})
    write_odd(root)
    assert list_sorted(str(root)) == sorted(ODD_NAMES)
    first_commit = commit(git, root)
    assert list_touched_files(str(root), first_commit) == []
    for name in ODD_NAMES:
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write("y")
    assert list_touched_files(str(root), first_commit) == sorted(ODD_NAMES)


def test_submodules_and_nested_repositories_are_no_files(project: MakeProject, git: Git) -> None:
    """What is in them belongs to another project."""
    inner, root = project({"x": ""}, commit=True), project({"a": ""})
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    first_commit = commit(git, root)
    write_files(root, {"nested/y": ""})
    git(root / "nested", "init", "-q", "--template=")
    write_files(root, {"sub/x": "changed"})
    assert list_sorted(str(root)) == [".gitmodules", "a"]
    assert read_commit_snapshot(str(root), first_commit).paths() == [".gitmodules", "a"]
    assert list_touched_files(str(root), first_commit) == []


def test_conflicts_are_listed_once(project: MakeProject, git: Git) -> None:
    """The index then holds a name three times."""
    root = project({"a": "1"}, commit=True)
    git(root, "checkout", "-q", "-b", "other")
    write_files(root, {"a": "2"})
    commit(git, root)
    git(root, "checkout", "-q", "main")
    write_files(root, {"a": "3"})
    commit(git, root)
    with pytest.raises(Exception, match="merge"):
        git(root, "merge", "-q", "other")
    assert list_sorted(str(root)) == ["a"]
    assert list_touched_files(str(root), "HEAD") == ["a"]


def test_changed_files_differ_from_a_commit(project: MakeProject, git: Git) -> None:
    """On disk against a commit: edited, staged, committed since, renamed, untracked."""
    names = ("same", "edited", "staged", "committed", "gone", "old-name", "b/deep", "file")
    root = project({**dict.fromkeys(names, "1"), ".gitignore": "ignored\n"}, commit=True)
    first_commit = git(root, "rev-parse", "HEAD").strip()
    write_files(root, {"committed": "2"})
    commit(git, root)
    write_files(root, {"staged": "2", "added": "1"})
    git(root, "add", "staged", "added")
    (root / "old-name").rename(root / "new-name")
    (root / "gone").unlink()
    (root / "file").unlink()
    write_files(root, {"edited": "2", "b/deep": "2", "untracked": "", "ignored": "", "file/x": ""})
    (root / "link").symlink_to("same")
    expected = ["added", "b/deep", "committed", "edited", "file", "file/x", "gone", "link",
                "new-name", "old-name", "staged", "untracked"]  # fmt: skip
    assert list_touched_files(str(root), first_commit) == expected
    assert list_touched_files(str(root / "b"), first_commit) == ["deep"]


def test_settings_of_the_user_do_not_change_what_changed(project: MakeProject, git: Git) -> None:
    """Prefixes, colours, renames, an external diff: none of them is asked for."""
    root = project({"a": "1\n", "b": "1\n2\n3\n"}, commit=True)
    settings = {
        "diff.external": "false", "diff.renames": "copies", "color.ui": "always",
        "diff.mnemonicPrefix": "true", "core.quotePath": "true", "status.relativePaths": "false",
    }  # fmt: skip
    for name, setting in settings.items():
        git(root, "config", name, setting)
    write_files(root, {"a": "2\n"})
    (root / "b").rename(root / "é")
    assert list_touched_files(str(root), "HEAD") == ["a", "b", "é"]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "revision",
    [
        "nope",
        "",
        "-n",
        "--help",
        "HEAD~9",
        "HEAD:a",
        "a b",
        "--output=x",
        "HEAD\n",
        "^HEAD",
        "HEAD..HEAD",
        "HEAD...HEAD",
        "HEAD^!",
        "HEAD^{tree}",
    ],
)
def test_a_text_is_never_taken_for_an_option_of_git(project: MakeProject, revision: str) -> None:
    """Never taken for an option, and never for a file."""
    root = project({"a": ""}, commit=True)
    assert resolve_revision(str(root), revision) is None
    assert list_sorted(str(root)) == ["a"]


def test_a_revision_is_the_commit_that_it_means(project: MakeProject, git: Git) -> None:
    """Names, tags and expressions, as the commit that they mean."""
    root = project({"a": ""}, commit=True)
    first_commit = git(root, "rev-parse", "HEAD").strip()
    git(root, "tag", "-a", "v1", "-m", "x")
    second_commit = commit(git, root)
    names = ("HEAD", "main", "v1", "HEAD~1", first_commit[:12], "@{0}")
    assert [resolve_revision(str(root), name) for name in names] == [
        second_commit, second_commit, first_commit, first_commit, first_commit, second_commit,
    ]  # fmt: skip


def test_the_merge_base_is_the_last_commit_in_common(project: MakeProject, git: Git) -> None:
    """The last commit in common: not what the other branch did since; none of another history."""
    root = project({"a": ""}, commit=True)
    first_commit = git(root, "rev-parse", "HEAD").strip()
    git(root, "checkout", "-q", "-b", "other")
    commit_of_other = commit(git, root)
    git(root, "checkout", "-q", "main")
    write_files(root, {"a": "main went on"})
    commit_of_main = commit(git, root)
    assert find_merge_bases(str(root), commit_of_other) == (first_commit,)
    assert find_merge_bases(str(root), first_commit) == (first_commit,)
    assert find_merge_bases(str(root), commit_of_main) == (commit_of_main,)
    git(root, "checkout", "-q", "--orphan", "unrelated")
    assert find_merge_bases(str(root), commit_of_main) == ()
    commit(git, root)
    assert find_merge_bases(str(root), commit_of_main) == ()


def test_a_clone_of_one_commit_is_shallow(project: MakeProject, git: Git) -> None:
    """A clone of only the newest commit."""
    root = project({"a": ""}, commit=True)
    commit(git, root)
    git(root, "clone", "-q", "--depth=1", f"file://{root}", "clone")
    assert [is_shallow_clone(str(place)) for place in (root, root / "clone")] == [False, True]


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_a_commit_can_be_compared_with_the_empty_tree(
    tmp_path: Path, git: Git, algorithm: str
) -> None:
    """Its name depends on the hash; a commit can be compared with it."""
    git(tmp_path, "init", "-q", "--template=", f"--object-format={algorithm}")
    write_files(tmp_path, {"a": ""})
    git(tmp_path, "add", "a")
    assert list_touched_files(str(tmp_path), name_empty_tree(str(tmp_path))) == ["a"]


def test_what_is_no_working_tree(project: MakeProject, tmp_path: Path) -> None:
    """A folder of none, and git's own folder."""
    root = project({"a": ""})
    require_repository(str(root))
    with pytest.raises(GitError, match=r"plain is in no git repository$"):
        require_repository(str(tmp_path / "plain"))
    with pytest.raises(GitError, match=r"\.git is in no working tree of git$"):
        require_repository(str(root / ".git"))


def test_git_that_fails_says_why(project: MakeProject) -> None:
    """Its own first line."""
    with pytest.raises(GitError) as caught:
        run_git(str(project({})), "no-such-command")
    first_line = "git: 'no-such-command' is not a git command. See 'git --help'."
    assert str(caught.value) == f"git no-such-command: {first_line}"


def test_without_git_there_is_no_repository(
    project: MakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clear sentence; that there is no repository is no answer to what git was asked."""
    root = project({"a": ""})
    monkeypatch.setenv("PATH", str(tmp_path))
    assert is_in_repository(str(root))
    for ask in (list_sorted, lambda root: resolve_revision(root, "HEAD")):
        with pytest.raises(GitError, match=r"^git is not installed, or not on the PATH$"):
            ask(str(root))


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_default_branch_of_a_remote_is_found_wherever_its_ref_stands(
    project: MakeProject, git: Git, is_packed: bool
) -> None:
    """In a file of its own or among the packed ones, also from another worktree."""
    root = project({}, commit=True)
    git(root, "worktree", "add", "-q", "../other")
    git(root, "pack-refs", "--all")
    roots = (str(root), str(root.parent / "other"))
    assert [list_default_tips(path) for path in roots] == [[], []]
    tip = commit(git, root)
    git(root, "update-ref", "refs/remotes/origin/main", tip)
    if is_packed:
        git(root, "pack-refs", "--all")
        shutil.rmtree(root / ".git" / "refs" / "remotes", ignore_errors=True)
    assert [list_default_tips(path) for path in roots] == [[tip], [tip]]


@pytest.mark.parametrize("arrangement", ["--index-version=2", "--index-version=4", "--split-index"])
def test_links_that_git_tracks_are_found_in_every_kind_of_index(
    project: MakeProject, git: Git, monkeypatch: pytest.MonkeyPatch, arrangement: str
) -> None:
    """Where the index has none, git is not asked."""
    root = project({"a": "", "b/c": ""}, commit=True)
    with monkeypatch.context() as without_git:
        without_git.setenv("PATH", "")
        assert list_tracked_links(str(root)) == []
    (root / "to-a").symlink_to("a")
    git(root, "add", "to-a")
    git(root, "update-index", arrangement)
    assert list_tracked_links(str(root)) == ["to-a"]
    assert list_tracked_links(str(root / "b")) == []
