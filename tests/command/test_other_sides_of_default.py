"""A revert, a pick or a merge in progress: its other side excuses what the default branch holds.

The commit passed, and the pull request failed. What stays silent comes first.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "frozen.yaml": contract(
        "frozen", type="file_frozen", pattern=None, file_glob="/m/", changes=["modify", "delete"]
    ),
    "keep.yaml": contract("keep", type="keep_pattern", pattern=r"def (test_\w+)", file_glob="/t"),
    "together.yaml": contract(
        "together", type="changed_together", pattern=None, file_glob="/api", with_glob="/NEWS"
    ),
}
RULES = ["frozen", "keep", "together"]
TESTS = "def test_a\n" + "x\n" * 9
START = {"m/1": "1\n", "t": f"{TESTS}def test_b\n", "api": "1\n", "NEWS": "1\n", "f": "1\n"}
BREAKING = {"m/1": "2\n", "t": TESTS, "api": "2\n", "f": "theirs\n"}


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A project whose main branch is there at a remote, as another one of others is."""
    root = project(START, contracts=CONTRACTS, commit=True)
    git(root, "branch", "-M", "main")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    return root


def commit(git: Git, root: Path, branch: str, files: dict[str, str]) -> None:
    """Commit *files* on a *branch*, which begins where HEAD is where it is new."""
    git(root, "switch", "-q", *([] if branch in git(root, "branch") else ["-c"]), branch)
    write_files(root, dict(files))
    git(root, "add", "--all")
    git(root, "commit", "-q", "--no-verify", "-m", f"On {branch}")


def begin(git: Git, root: Path, way: str) -> None:
    """Begin to bring *theirs* into a branch of one's own, with a conflict in ``f``."""
    git(root, "switch", "-q", "main")
    commit(git, root, "mine", {"f": "mine\n"})
    words = {
        "merge": ["merge", "-q", "theirs"],
        "squash": ["merge", "-q", "--squash", "theirs"],
        "pick": ["cherry-pick", "theirs"],
        "rebase": ["rebase", "-q", "mine", "theirs"],
    }
    with suppress(subprocess.CalledProcessError):  # the conflict
        git(root, *words[way])
    write_files(root, {"f": "both\n"})
    git(root, "add", "--all")


def broken(run: Run, root: Path, *flags: str) -> list[str]:
    report = json.loads(run("scan", "--format", "json", *flags, cwd=root).out)
    return sorted(violation["rule_id"] for violation in report["violations"])


def stops(run: Run, root: Path) -> str:
    payload = {"cwd": str(root), "hook_event_name": "Stop", "session_id": "s"}
    stdin = json.dumps(payload).encode()
    return str(json.loads(run("hook", stdin=stdin, cwd=root).out).get("reason", ""))


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("way", ["merge", "squash", "pick"])
def test_what_the_default_branch_holds_is_excused(root: Path, run: Run, git: Git, way: str) -> None:
    """Whoever let it in there."""
    commit(git, root, "theirs", BREAKING)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    begin(git, root, way)
    assert broken(run, root, "--staged") == []
    # What is picked the branch has beside the default one: Stop counts over all of it.
    assert way == "pick" or stops(run, root) == ""


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("way", ["merge", "squash", "pick"])
def test_so_is_what_a_long_lived_branch_holds(root: Path, run: Run, git: Git, way: str) -> None:
    write_files(root, {".phaser/config.yaml": "branches: /theirs\n"})
    commit(git, root, "main", {})
    commit(git, root, "theirs", BREAKING)
    git(root, "update-ref", "refs/remotes/origin/theirs", "HEAD")
    begin(git, root, way)
    assert broken(run, root, "--staged") == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("way", ["merge", "squash"])
def test_a_branch_that_got_it_from_the_default_one_brings_it(
    root: Path, run: Run, git: Git, way: str
) -> None:
    commit(git, root, "theirs", BREAKING)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    commit(git, root, "theirs", {"g": "1\n"})
    begin(git, root, way)
    assert broken(run, root, "--staged") == []


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("way", ["merge", "squash", "pick"])
def test_without_a_remote_the_other_side_is_excused(
    root: Path, run: Run, git: Git, way: str
) -> None:
    git(root, "update-ref", "-d", "refs/remotes/origin/main")
    commit(git, root, "theirs", BREAKING)
    begin(git, root, way)
    assert broken(run, root, "--staged") == []
    assert stops(run, root) == ""


def test_a_rebase_makes_anew_what_the_branch_had(root: Path, run: Run, git: Git) -> None:
    """Who is in the midst of one made that commit before."""
    commit(git, root, "theirs", BREAKING)
    begin(git, root, "rebase")
    assert broken(run, root, "--staged") == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("way", ["merge", "squash", "pick"])
def test_what_only_another_branch_holds_is_not_excused(
    root: Path, run: Run, git: Git, way: str
) -> None:
    """The commit tells what the pull request will, and so does Stop."""
    commit(git, root, "theirs", BREAKING)
    git(root, "update-ref", "refs/remotes/origin/theirs", "HEAD")
    begin(git, root, way)
    assert broken(run, root, "--staged") == RULES
    reason = stops(run, root)
    assert [name for name in RULES if f"{name} in " in reason] == RULES
    git(root, "commit", "-q", "--no-verify", "-m", "Both")
    assert broken(run, root, "--since", "origin/main") == RULES


@pytest.mark.slow
def test_a_revert_is_not_excused(root: Path, run: Run, git: Git) -> None:
    """What it takes away the default branch holds; of one's own branch it may go."""
    commit(git, root, "main", {"m/2": "1\n", "t": f"{START['t']}def test_c\n"})
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    commit(git, root, "mine", {"m/3": "1\n"})
    git(root, "revert", "-n", "HEAD")
    assert broken(run, root, "--staged") == []
    git(root, "reset", "-q", "--hard")
    git(root, "revert", "-n", "HEAD^")
    assert broken(run, root, "--staged") == ["frozen", "keep"]
    assert "frozen in m/2" in stops(run, root)
    git(root, "commit", "-q", "--no-verify", "-m", "Revert")
    assert broken(run, root, "--since", "origin/main") == ["frozen", "keep"]
