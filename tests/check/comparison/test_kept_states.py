"""Any state of the files that git keeps is compared as git keeps it, and not as the disk is."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.project.files import FileState
from phaser_lint.project.files.commit import CommitFiles
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

NO_PRINT = {"no-print.yaml": contract("no-print")}
BAD, LINES = "print(1)\n", "x = 1\n" * 9
KEPT = FileState(
    "repository",
    module="kept",
    files="KeptFiles",
    flag="--kept",
    metavar="COMMIT",
    participle="kept",
)


class KeptFiles(CommitFiles):
    """The files of a commit, of which those count that it changed."""

    def __init__(self, root: str, commit: str) -> None:
        super().__init__(root, commit)
        changes = self.changes_since(self.base)
        self.changed = sorted(change.path for change in changes if change.kind != "delete")
        self.deleted = sorted(change.path for change in changes if change.kind == "delete")


@pytest.fixture(autouse=True)
def _kept_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of the state, as one of ``project.files``."""
    module = ModuleType("phaser_lint.project.files.kept")
    monkeypatch.setattr(module, "KeptFiles", KeptFiles, raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)


def scan_kept(root: Path, commit: str) -> tuple[list[str], int]:
    """The places of new violations in what the *commit* changed, and how many existing ones."""
    options = ProjectOptions(
        root=str(root), state=KEPT, state_argument=commit, counts_baseline=True, cache=False
    )
    report = check_project(options)
    assert not report.problems
    return [f"{new.path}:{new.line}" for new in report.violations], report.existing


def make_stash(git: Git, root: Path) -> str:
    """A commit on top of HEAD that no branch has, of what is on the disk; the disk is as before."""
    git(root, "add", "-A")
    commit = git(root, "stash", "create").strip()
    git(root, "reset", "-q", "--hard")
    return commit


def record_baseline(run: Run, git: Git, root: Path) -> None:
    assert run("baseline", cwd=root).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record")


def test_a_stale_entry_excuses_nothing_new(project: MakeProject, run: Run, git: Git) -> None:
    """As in git's index; the state was taken for the disk, where every entry counts."""
    root = project({"a.py": LINES + BAD}, contracts=NO_PRINT, commit=True)
    record_baseline(run, git, root)
    write_files(root, {"a.py": LINES})
    git(root, "commit", "-q", "-a", "-m", "Fix")
    write_files(root, {"a.py": LINES + BAD})
    git(root, "add", "-A")
    assert run("scan", "--staged", cwd=root).code == 1
    assert scan_kept(root, make_stash(git, root)) == (["a.py:10"], 0)


def test_entries_follow_a_file_that_was_renamed_in_it(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The disk, which has it under its earlier name, is not asked."""
    root = project({"a.py": LINES + BAD}, contracts=NO_PRINT, commit=True)
    record_baseline(run, git, root)
    git(root, "mv", "a.py", "c.py")
    assert scan_kept(root, make_stash(git, root)) == ([], 1)


def test_entries_follow_code_that_was_moved_in_it(project: MakeProject, run: Run, git: Git) -> None:
    """From a file to another, in the change that is kept."""
    files = {"a.py": LINES + BAD, "b.py": "y = 1\n"}
    root = project(files, contracts=NO_PRINT, commit=True)
    record_baseline(run, git, root)
    write_files(root, {"a.py": LINES, "b.py": "y = 1\n" + BAD})
    assert scan_kept(root, make_stash(git, root)) == ([], 1)


def test_its_own_contracts_count(project: MakeProject, run: Run, git: Git) -> None:
    """Those of git's index did, which has them as the disk does."""
    path = ".claude/contracts/no-print.yaml"
    root = project({"a.py": LINES, path: contract("no-print", pattern="never")}, commit=True)
    write_files(root, {"a.py": LINES + BAD, path: contract("no-print")})
    commit = make_stash(git, root)
    assert scan_kept(root, commit) == (["a.py:10"], 0)
    options = ProjectOptions(root=str(root), state=KEPT, state_argument=commit, cache=False)
    notices = [(notice.path, notice.text) for notice in check_project(options).notices]
    assert (path, "counts as kept; the disk has other content") in notices
