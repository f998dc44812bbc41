"""What replaces an object only in this clone: a push sends the real one, so that counts."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "a.yaml": contract(),
    "b.yaml": (
        "rule_id: frozen\ntype: file_frozen\nfile_glob: LICENSE\nseverity: error\n"
        "message: Frozen.\n"
    ),
}
BROKEN_FILES = {"ok.py": "print(1)\n", "LICENSE": "2\n"}


def _blobs(git: Git, root: Path) -> None:
    for name in BROKEN_FILES:
        current_blob = git(root, "hash-object", "-w", name).strip()
        git(root, "replace", git(root, "rev-parse", f"HEAD:{name}").strip(), current_blob)


def _head_by_the_index(git: Git, root: Path) -> None:
    git(root, "add", "-A")
    tree = git(root, "write-tree").strip()
    commit = git(root, "commit-tree", tree, "-p", "HEAD~1", "-m", "x").strip()
    git(root, "replace", "HEAD", commit)


def _tree(git: Git, root: Path) -> None:
    git(root, "add", "-A")
    was = git(root, "rev-parse", "HEAD^{tree}").strip()
    git(root, "replace", was, git(root, "write-tree").strip())


def _head_by_its_parent(git: Git, root: Path) -> None:
    git(root, "replace", "HEAD", "HEAD~1")


def _graft(git: Git, root: Path) -> None:
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/grafts").write_text(git(root, "rev-parse", "HEAD"))


def stop(root: Path) -> bytes:
    return json.dumps(
        {"hook_event_name": "Stop", "session_id": "s", "cwd": str(root), "stop_hook_active": False}
    ).encode()


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "replace", [_blobs, _head_by_the_index, _tree, _head_by_its_parent, _graft]
)
def test_replaced_objects_change_no_answer(
    project: MakeProject, run: Run, git: Git, replace: Callable[[Git, Path], None]
) -> None:
    """All answers are as before; without --no-replace-objects git itself says otherwise."""
    root = project({"ok.py": "print(1)\n", "LICENSE": "1\n"}, contracts=CONTRACTS, commit=True)
    write_files(root, {"ok.py": "x = 1\n"})
    git(root, "commit", "-qam", "two")
    write_files(root, BROKEN_FILES)
    commands = (("scan", "--since", "HEAD"), ("scan", "--since", "HEAD~1"), ("history",))
    before = [run(*words, cwd=root) for words in commands]
    assert [outcome.code for outcome in before] == [1, 1, 0]
    plain = subprocess.run(("git", "log", "-p"), cwd=root, capture_output=True, check=True).stdout
    replace(git, root)
    replaced = subprocess.run(
        ("git", "log", "-p"), cwd=root, capture_output=True, check=True
    ).stdout
    assert replaced != plain
    assert [run(*words, cwd=root) for words in commands] == before
    answer = run("hook", stdin=stop(root), cwd=root).out
    assert "no-print" in answer
    assert "frozen" in answer
