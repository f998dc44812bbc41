"""What the last commits changed, and which files there were: as git says one commit at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.project.git.commit_listing import CommitListing
from phaser_lint.project.git.last_commits import FileObject, Renames, list_head_commits
from phaser_lint.project.git.object_reader import ObjectReader
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

TEXT = "".join(f"line {number}\n" for number in range(20))


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """Six commits of files in two folders: written, renamed, turned into links, taken out."""
    root = project({"a/one.py": TEXT, "b/x/two.py": "2\n", "top.py": "0\n"}, commit=True)

    def commit(subject: str) -> None:
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", subject)

    (root / "a/one.py").rename(root / "a/odd\nname.py")
    commit("Rename")
    (root / "top.py").unlink()
    (root / "top.py").symlink_to("a")
    commit("Link")
    (root / "b/x/two.py").unlink()
    write_files(root, {"b/x/two.py/three.py": "3\n", "b/y.py": b"\xff\n"})
    commit("A folder in place of a file")
    commit("Nothing")
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},b/module")
    git(root, "commit", "-q", "-m", "A submodule")
    return root


def changes(root: Path, number: int = 99) -> list[tuple[str, list[str]]]:
    """The subject of each commit, and its changes: what was and what is there."""
    commits = list_head_commits(str(root), number).commits
    kinds = {(False, True): "+", (True, False): "-", (True, True): "="}
    return [
        (
            commit.subject,
            [
                f"{kinds[bool(change.was.blob), bool(change.now.blob)]}{change.path}"
                for change in commit.changes
            ],
        )
        for commit in commits
    ]


def test_each_commit_has_its_changes(root: Path) -> None:
    """The newest first; a rename is a file that goes and one that comes, a submodule is no file."""
    expected = [
        ("A submodule", []),
        ("Nothing", []),
        (
            "A folder in place of a file",
            ["-b/x/two.py", "+b/x/two.py/three.py", "+b/y.py"],
        ),
        ("Link", ["=top.py"]),
        ("Rename", ["+a/odd\nname.py", "-a/one.py"]),
        ("First", ["+a/one.py", "+b/x/two.py", "+top.py"]),
    ]
    assert changes(root) == expected
    assert changes(root, 2) == expected[:2]


def test_changes_of_a_folder_are_named_from_it(root: Path) -> None:
    """Only what lies in it, from there; every commit counts."""
    assert changes(root / "a") == [
        ("A submodule", []),
        ("Nothing", []),
        ("A folder in place of a file", []),
        ("Link", []),
        ("Rename", ["+odd\nname.py", "-one.py"]),
        ("First", ["+one.py"]),
    ]


def test_renames_are_asked_for_late(root: Path) -> None:
    """Told by git once somebody asks."""
    commits = list_head_commits(str(root), 99).commits
    renames = Renames(str(root), commits)
    assert [renames.read_renames(commit) for commit in commits[3:]] == [
        {},
        {"a/odd\nname.py": "a/one.py"},
        {},
    ]


def test_before_the_first_commit(project: MakeProject) -> None:
    """There are none."""
    assert list_head_commits(str(project({"a.py": ""})), 9).commits == ()


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("prefix", ["", "b/", "b/x/", "none/", "top.py/"])
def test_the_files_of_any_commit(root: Path, git: Git, prefix: str) -> None:
    """Whichever was asked for before: as ``git ls-tree`` lists them."""
    ids = git(root, "rev-list", "HEAD").split()
    with ObjectReader(str(root)) as reader:
        listing = CommitListing(reader, prefix)
        for commit in (*ids, "", *reversed(ids), ids[3], ids[0], ids[4]):
            assert dict(listing.list_files(commit)) == objects_of_tree(root, git, commit, prefix)


def objects_of_tree(root: Path, git: Git, commit: str, prefix: str) -> dict[str, FileObject]:
    entries = git(root, "ls-tree", "-rz", commit).split("\0") if commit else []
    objects_by_path = {}
    for tree_line in filter(None, entries):
        meta, path = tree_line.split("\t", 1)
        mode, _, blob = meta.split()
        if path.startswith(prefix) and mode != "160000":
            objects_by_path[path.removeprefix(prefix)] = FileObject(blob, mode == "120000")
    return objects_by_path


def test_objects_are_read_as_files(root: Path, git: Git) -> None:
    """Links first, as what they are; what is not there is skipped; too large is skipped."""
    write_files(root, {"large.py": "x" * (10 * 1024 * 1024 + 5), "many.py": "1\n"})
    git(root, "add", "-A")
    names = ["large.py", "top.py", *["many.py"] * 70, "gone.py"]
    blobs = {name: git(root, "rev-parse", f":{name}").strip() for name in names[:3]}
    files = [(name, FileObject(blobs.get(name, ""), name == "top.py")) for name in names]
    with ObjectReader(str(root)) as reader:
        files_read = list(reader.read(files))
        files_read_again = list(reader.read(files[-2:]))
    assert [file.path for file in files_read] == ["top.py", "large.py", *["many.py"] * 70]
    assert [file.reason for file in files_read if isinstance(file, Skip)] == [
        "symbolic link",
        "larger than 10 MB",
    ]
    assert files_read_again == [TextFile("many.py", "1\n")]


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("shallow", "garbled\n", "fatal: "),
        ("packed-refs", "garbled\n", "fatal: unexpected line in .git/packed-refs: garbled"),
        ("refs/heads/main", "garbled\n", "fatal: bad revision 'HEAD'"),
        ("HEAD", "garbled\n", "fatal: not a git repository"),
    ],
)
def test_no_commit_is_not_what_git_refuses(
    project: MakeProject, run: Run, path: str, text: str, words: str
) -> None:
    """In place of "0 commits checked, all there are"."""
    root = project({"a.py": "x = 1\n"}, commit=True, contracts={"a.yaml": contract()})
    (root / ".git" / path).write_text(text)
    for command in (("history",), ("try", "y", "--history", "3")):
        outcome = run(*command, cwd=root)
        assert outcome.code == 2
        assert words in outcome.err
