"""A file that git ignores is not there to a contract that forbids it: the same in all places.

"Do not commit yarn.lock" forbids no file that stays on one machine. What lies in such a file is
checked where somebody names it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.called_hooks import in_process
from tests.command.made import contract, event
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

__all__ = ["in_process"]
KEYS = {"type": "file_not_exists", "pattern": None, "file_glob": ["yarn.lock", "package-lock.json"]}
CONTRACTS = {"a.yaml": contract("one-lockfile", **KEYS)}
LISTED = "git ignores it, so to one-lockfile it is not there"


@pytest.fixture
def root(project: MakeProject) -> Path:
    project_root = project({".gitignore": "*.lock\n"}, contracts=CONTRACTS, commit=True)
    write_files(project_root, {"yarn.lock": "x\n"})
    return project_root


def test_one_verdict_on_a_forbidden_file_that_git_ignores(root: Path, run: Run) -> None:
    """A named scan reported an error where the hook, and a scan of all, let it pass."""
    (root / "yarn.lock").unlink()
    hook = event("Write", name="PreToolUse", cwd=root, file_path="yarn.lock", content="y")
    assert json.loads(run("hook", stdin=hook, cwd=root).out) == {}
    write_files(root, {"yarn.lock": "x\n"})
    assert run("scan", cwd=root).code == 0
    outcome = run("scan", "yarn.lock", cwd=root)
    assert (outcome.code, outcome.out) == (0, "0 errors, 0 warnings\n")
    assert f"yarn.lock: note: {LISTED}\n" in outcome.err


def test_one_verdict_once_git_tracks_it(root: Path, run: Run, git: Git) -> None:
    """Whoever adds it by force commits it."""
    git(root, "add", "-f", "yarn.lock")
    hook = event("Write", name="PreToolUse", cwd=root, file_path="yarn.lock", content="y")
    assert "deny" in run("hook", "--block", "all", stdin=hook, cwd=root).out
    words = (("scan",), ("scan", "yarn.lock"), ("scan", "--staged"), ("pre-commit", "yarn.lock"))
    assert [run(*command, cwd=root).code for command in words[:3]] == [1, 1, 1]
    assert run("pre-commit", "--tree", cwd=root).code == 1


def test_the_text_of_a_file_that_git_ignores_is_checked_where_it_is_named(
    project: MakeProject, run: Run
) -> None:
    """By an edit, as by ``scan FILE``: neither a scan of all nor Stop looks into it."""
    contracts = {"no-print.yaml": contract()}
    root = project({".gitignore": "out/\n"}, contracts=contracts, commit=True)
    write_files(root, {"out/a.py": "print(1)\n"})
    hook = event(cwd=root, file_path=root / "out/b.py", content="print(2)\n")
    assert '"deny"' in run("hook", stdin=hook, cwd=root).out
    assert run("scan", "out/a.py", cwd=root).code == 1
    assert run("scan", cwd=root).code == 0
    write_files(root, {"out/b.py": "print(2)\n"})
    stop = {"hook_event_name": "Stop", "session_id": "abc123", "cwd": str(root)}
    assert json.loads(run("hook", stdin=json.dumps(stop).encode(), cwd=root).out) == {}


@pytest.mark.parametrize("is_there", [True, False])
def test_why_says_that_git_ignores_it(root: Path, run: Run, *, is_there: bool) -> None:
    """Be the file there or not."""
    if not is_there:
        (root / "yarn.lock").unlink()
    answer = json.loads(run("why", "one-lockfile", "yarn.lock", "--json", cwd=root).out)
    steps = {step["about"]: step["said"] for step in answer["steps"]}
    assert (answer["result"], steps["listed"]) == (
        "not-selected", "no: git ignores it, so to the contract it is not there",
    )  # fmt: skip


@pytest.mark.usefixtures("in_process")
def test_doctor_tries_a_forbidden_file_that_git_has(root: Path, run: Run) -> None:
    """Of several the one that git does not ignore; of none it says why."""
    env = {"PATH": f"{PROGRAM.parent}:/usr/bin:/bin"}
    assert run("install", cwd=root, env=env).code == 0
    tried = json.loads(run("doctor", "--json", cwd=root, env=env).out)
    assert [hook["blocked"] for hook in tried["gates"]] == [["one-lockfile"]]
    (root / ".gitignore").write_text("*.lock\npackage-lock.json\n")
    outcome = run("doctor", cwd=root, env=env)
    assert outcome.code == 0, outcome.out
    reason = "git ignores what it forbids, so hooks and scans take that for not there"
    assert f"one-lockfile: not tested: {reason}" in outcome.out
