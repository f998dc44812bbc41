"""What a sparse checkout leaves out is said in as few words as there are folders of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.unreachable_files import LEFT_OUT, make_left_out_skips
from phaser_lint.project.files import STATES_IN_GIT
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject

FILES = ["a.py", "in/a.py", "in/far/b.py", "out/b.py", "out/far/c.py", "text.md"]


@pytest.mark.parametrize(
    ("unread", "expected_paths"),
    [
        ([], []),
        (["a.py"], ["a.py"]),
        (["in/far/b.py"], ["in/far/"]),
        (["out/b.py", "out/far/c.py"], ["out/"]),
        (["in/a.py"], ["in/a.py"]),
    ],
)
def test_a_folder_of_which_nothing_is_there_is_said_once(
    unread: list[str], expected_paths: list[str]
) -> None:
    present_paths = ["b.py", "in/b.py"]
    assert [
        (skip.path, skip.reason)
        for skip in make_left_out_skips(unread, present_paths=present_paths)
    ] == [(path, LEFT_OUT) for path in expected_paths]


@pytest.mark.parametrize(
    ("left_out", "options", "expected_paths"),
    [
        (["text.md"], ProjectOptions(), []),
        (["a.py"], ProjectOptions(), ["a.py"]),
        (["out/b.py", "out/far/c.py", "text.md"], ProjectOptions(), ["out/"]),
        (["out/b.py", "out/far/c.py"], ProjectOptions(tracked=True), ["out/"]),
        (["a.py"], ProjectOptions(state=STATES_IN_GIT[0]), []),
        (["a.py"], ProjectOptions(since="HEAD"), []),
        (["a.py"], ProjectOptions(since="HEAD~1"), ["a.py"]),
        (["a.py"], ProjectOptions(tree=True), []),
    ],
    ids=str,
)
def test_what_no_contract_reads_is_not_said(
    project: MakeProject,
    git: Git,
    left_out: list[str],
    options: ProjectOptions,
    expected_paths: list[str],
) -> None:
    root = project(dict.fromkeys(FILES, "x\n"), contracts={"a.yaml": contract()}, commit=True)
    write_files(root, {"a.py": "y\n"})
    git(root, "commit", "-q", "-a", "-m", "two")
    git(root, "update-index", "--skip-worktree", *left_out)
    for path in left_out:
        (root / path).unlink()
    report = check_project(options._replace(root=str(root), cache=False, user_contracts=False))
    assert [(skip.path, skip.reason) for skip in report.skipped] == [
        (path, LEFT_OUT) for path in expected_paths
    ]
