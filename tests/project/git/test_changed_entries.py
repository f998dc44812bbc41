"""What became of files since a commit: on the disk, by one run of git or two, and in the index."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project import GitLimits, Root
from phaser_lint.project.git.changed_entries import (
    list_disk_changes,
    list_index_changes,
    list_uncommitted_changes,
)
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.core.changes import ChangedEntry
    from tests.conftest import Git, MakeProject

NAMES = ("same", "touched", "edited", "staged", "back", "gone", "removed", "kept", "left", "run")


def kinds(entries: list[ChangedEntry] | None) -> dict[str, str]:
    assert entries is not None
    return {changed_entry.path: changed_entry.kind for changed_entry in entries}


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A project in which all that can become of a file became of one."""
    project_root = project(
        {**dict.fromkeys(NAMES, "1\n"), ".gitignore": "out\n", "a/b": ""}, commit=True
    )
    write_files(project_root, {"staged": "2\n", "new": "", "kept": "2\n", "back": "2\n"})
    git(project_root, "add", "staged", "new", "back")
    git(project_root, "rm", "-q", "removed")
    git(project_root, "rm", "-q", "--cached", "kept", "left")
    (project_root / "gone").unlink()
    (project_root / "run").chmod(0o755)
    write_files(
        project_root,
        {"edited": "2\n", "back": "1\n", "touched": "1\n", "untracked ä": "", "out/x": ""},
    )
    return project_root


def test_files_that_changed_on_disk_are_entries(root: Path, git: Git) -> None:
    """What was merely touched, was put back, or is only not tracked any more is no change."""
    expected = {
        "edited": "modify", "staged": "modify", "kept": "modify", "run": "modify",
        "gone": "delete", "removed": "delete",
        "new": "create", "untracked ä": "create",
    }  # fmt: skip
    assert kinds(list_disk_changes(str(root), "HEAD")) == expected
    assert kinds(list_uncommitted_changes(str(root))) == expected
    was = git(root, "rev-parse", "HEAD:edited").strip()
    for entries in (
        list_disk_changes(str(root), "HEAD"),
        list_uncommitted_changes(str(root)) or [],
    ):
        assert {
            (changed_entry.path, changed_entry.was)
            for changed_entry in entries
            if changed_entry.path in ("edited", "new")
        } == {
            ("edited", was),
            ("new", ""),
        }


def test_files_that_changed_in_the_index_are_entries(root: Path, git: Git) -> None:
    """What the next commit has, whatever lies on the disk."""
    entries = list_index_changes(str(root), "HEAD")
    assert kinds(entries) == {
        "staged": "modify", "back": "modify", "new": "create",
        "removed": "delete", "kept": "delete", "left": "delete",
    }  # fmt: skip
    staged = next(changed_entry for changed_entry in entries if changed_entry.path == "staged")
    assert staged.was == git(root, "rev-parse", "HEAD:staged").strip()
    assert staged.now == git(root, "rev-parse", ":staged").strip()


def test_a_file_in_conflict_is_compared_with_head(project: MakeProject, git: Git) -> None:
    """Known is what HEAD has; what only the other side has is new."""
    root = project({"a": "1\n", "b": "1\n"}, commit=True)
    git(root, "checkout", "-q", "-b", "other")
    write_files(root, {"a": "2\n", "b": "2\n", "theirs": ""})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Other")
    git(root, "checkout", "-q", "main")
    write_files(root, {"a": "3\n"})
    git(root, "rm", "-q", "b")
    git(root, "commit", "-q", "-a", "-m", "Main")
    with pytest.raises(Exception, match="merge"):
        git(root, "merge", "-q", "other")
    expected = {"a": "modify", "b": "create", "theirs": "create"}
    assert kinds(list_disk_changes(str(root), "HEAD")) == expected
    assert kinds(list_uncommitted_changes(str(root))) == expected


def test_changed_entries_are_relative_to_the_folder(project: MakeProject) -> None:
    """Relative to the folder, and only what is in it."""
    root = project({"api/a": "", "b": ""}, commit=True)
    write_files(root, {"api/a": "2", "b": "2", "apis/c": ""})
    for entries in (
        list_disk_changes(str(root / "api"), "HEAD"), list_uncommitted_changes(str(root / "api")),
    ):  # fmt: skip
        assert kinds(entries) == {"a": "modify"}


def test_one_run_has_one_answer_and_the_next_run_a_new_one(project: MakeProject) -> None:
    # An editor's process, and an agent's session, ask again for as long as they last.
    folder = project({"a": "1\n", "b": "1\n"}, commit=True)
    run = Root(str(folder), GitLimits())
    of_run = list_disk_changes(run, "HEAD"), list_uncommitted_changes(run)
    write_files(folder, {"a": "2\n", "new": ""})

    assert of_run == ([], [])
    assert (list_disk_changes(run, "HEAD"), list_uncommitted_changes(run)) == of_run
    for root in (str(folder), Root(str(folder), GitLimits())):
        for find in (partial(list_disk_changes, commit="HEAD"), list_uncommitted_changes):
            assert kinds(find(root)) == {"a": "modify", "new": "create"}
