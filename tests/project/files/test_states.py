"""Each state of the files beside each kind of entry, over real repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from phaser_lint.core.file_records import TextFile
from phaser_lint.project.files import STATES_IN_GIT
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.files.edited import EditedFiles
from phaser_lint.project.files.index import IndexFiles
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phaser_lint.core.file_state import Files
    from tests.conftest import Git, MakeProject


def edited_files(root: str) -> EditedFiles:
    """The disk, where an agent writes one file and deletes another."""
    proposed = {"new.txt": TextFile("new.txt", "new"), "gone.txt": None}
    return EditedFiles(DiskFiles(root), proposed)


STATES: dict[str, Callable[[str], Files]] = {
    "disk": DiskFiles,
    "index": IndexFiles,
    "commit": lambda root: CommitFiles(root, "HEAD"),
    "edited": edited_files,
}


class FileEntry(NamedTuple):
    """What is to be told of a path: whether it is there, its mode, its text."""

    exists: bool
    mode: str
    text: str | None


FILE, NOTHING = FileEntry(True, "file", "1\n"), FileEntry(False, "", None)
LEADS_NOWHERE = FileEntry(False, "link", None)
LINKS = {"in": "regular.txt", "nowhere": "not-there", "out": "/etc/hosts", "to-folder": "folder"}
IN_GIT = ("index", "commit")
# No list has it; whoever names it on the disk has it read.
UNLISTED = FileEntry(False, "file", "1\n")
# What a path is in all states, or in those that are named.
ENTRIES: dict[str, dict[str, FileEntry]] = {
    "regular.txt": dict.fromkeys(STATES, FILE),
    "folder/inner.txt": dict.fromkeys(STATES, FILE),
    "run.sh": dict.fromkeys(STATES, FileEntry(True, "executable", "1\n")),
    "in": dict.fromkeys(STATES, FileEntry(True, "link", "1\n")),
    "nowhere": dict.fromkeys(STATES, LEADS_NOWHERE),
    "out": dict.fromkeys(STATES, LEADS_NOWHERE),
    "to-folder": dict.fromkeys(STATES, LEADS_NOWHERE),
    "submodule": dict.fromkeys(STATES, FileEntry(False, "gitlink", None)),
    "submodule/inner.txt": dict.fromkeys(STATES, UNLISTED) | dict.fromkeys(IN_GIT, NOTHING),
    "ignored.log": dict.fromkeys(STATES, UNLISTED) | dict.fromkeys(IN_GIT, NOTHING),
    "skipped.txt": dict.fromkeys(STATES, FILE),
    "missing.txt": dict.fromkeys(STATES, NOTHING),
    "untracked.txt": dict.fromkeys(STATES, FILE) | dict.fromkeys(IN_GIT, NOTHING),
    "staged.txt": dict.fromkeys(STATES, FILE) | {"commit": NOTHING},
    "gone.txt": dict.fromkeys(STATES, FILE) | {"edited": NOTHING},
    "new.txt": dict.fromkeys(STATES, NOTHING) | {"edited": FileEntry(True, "file", "new")},
    # A setting that says what is not so of the disk.
    "README.md": dict.fromkeys(STATES, FILE),
    "readme.md": dict.fromkeys(STATES, FILE) | dict.fromkeys(IN_GIT, NOTHING),
    # A submodule that became plain files, which the index does not know yet.
    "turned": dict.fromkeys(STATES, NOTHING)
    | dict.fromkeys(IN_GIT, FileEntry(False, "gitlink", None)),
    "turned/inner.txt": dict.fromkeys(STATES, FILE) | dict.fromkeys(IN_GIT, NOTHING),
}


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A repository with each kind of entry."""
    names = ("regular.txt", "folder/inner.txt", "run.sh", "skipped.txt", "gone.txt", "README.md")
    root = project({**dict.fromkeys(names, "1\n"), ".gitignore": "*.log\n"})
    (root / "run.sh").chmod(0o755)
    links = {
        "in": "regular.txt",
        "nowhere": "not-there",
        "out": "/etc/hosts",
        "to-folder": "folder",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    for name in ("submodule", "turned"):
        (root / name).mkdir()
        git(root / name, "init", "-q")
        write_files(root / name, {"inner.txt": "1\n"})
        git(root / name, "add", "-A")
        git(root / name, "commit", "-q", "-m", "x")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    write_files(
        root, dict.fromkeys(("staged.txt", "untracked.txt", "ignored.log", "readme.md"), "1\n")
    )
    git(root, "add", "staged.txt")
    git(root, "config", "core.ignoreCase", "true")
    git(root, "update-index", "--skip-worktree", "skipped.txt")
    (root / "skipped.txt").unlink()
    (root / "turned" / ".git").rename(root.parent / "turned-git")
    return root


def test_each_state_that_a_scan_can_check_is_among_these(root: Path) -> None:
    """A row of ``project.files.STATES`` whose module is not in the table here is not tested."""
    classes = {state: type(STATES[state](str(root))).__name__ for state in STATES}
    assert {state.module: state.files for state in STATES_IN_GIT}.items() <= classes.items()


@pytest.mark.parametrize("state", STATES)
def test_each_state_knows_each_kind_of_entry(root: Path, state: str) -> None:
    """The same entry is the same in every state, as far as the state has it."""
    files = STATES[state](str(root))
    expected = {path: entries[state] for path, entries in ENTRIES.items()}
    texts = {file.path: file.text for file in files.read(ENTRIES) if isinstance(file, TextFile)}
    entries_by_path = {
        path: FileEntry(files.exists(path), files.mode(path), texts.get(path)) for path in ENTRIES
    }
    assert entries_by_path == expected


@pytest.mark.parametrize("state", STATES)
def test_a_list_has_what_exists_and_links_that_lead_nowhere(root: Path, state: str) -> None:
    """Nothing is there that no list has, but for folders."""
    files = STATES[state](str(root))
    expected = {path for path, entry_by_state in ENTRIES.items() if entry_by_state[state].exists}
    dangling = {
        path for path, entry_by_state in ENTRIES.items() if entry_by_state[state] == LEADS_NOWHERE
    }
    assert {*files.paths()} - {".gitignore"} == expected | dangling
    assert files.exists("folder/")
    assert not files.exists("submodule/")


def test_a_link_that_the_disk_holds_as_a_text_is_a_link(root: Path, git: Git) -> None:
    """Git for Windows writes the target into a plain file."""
    git(root, "config", "core.symlinks", "false")
    for name in LINKS:
        (root / name).unlink()
        git(root, "checkout", "--", name)
    assert (root / "in").read_text(encoding="utf-8") == "regular.txt"
    test_each_state_knows_each_kind_of_entry(root, "disk")
    test_each_state_knows_each_kind_of_entry(root, "edited")
