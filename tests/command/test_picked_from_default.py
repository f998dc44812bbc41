"""What a branch picks, squashes or copies from the default one: nobody's news, in all integrations.

The commit that brought it passed, and ``--since``, the history and the pull request then blamed the
branch for it. What only the branch wrote comes beside, and is blamed by each of them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.command.test_own_branch import Texts, broken_ids, make_change, refused_tree
from tests.conftest import dated_an_hour_ago, write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "frozen.yaml": contract(
        "frozen", type="file_frozen", pattern=None, file_glob="/m/", changes=["modify", "delete"]
    ),
    "keep.yaml": contract("keep", type="keep_pattern", pattern=r"def (test_\w+)", file_glob="/t"),
    "words.yaml": contract("words", pattern="cart", file_glob="*.txt"),
}
START = {
    "m/1": "1\n", "m/2": "2\n", "t": "def test_a\ndef test_b\n", "a.txt": "a\nb\n", "c": "1\n",
}  # fmt: skip
THEIRS: dict[str, Texts] = {
    "changed": {"m/1": "changed\n", "t": "def test_b\n", "a.txt": "a\nb\ncart\n"},
    "deleted": {"m/1": None, "t": None, "b.txt": "cart\n"},
}
OWN = {"m/2": "own\n", "t": "def test_a\n", "a.txt": "own cart\na\nb\n"}
ALL = ["frozen", "keep", "words"]
WAYS = {
    "pick": "cherry-pick origin/main",
    "pick without a commit": "cherry-pick -n origin/main",
    "squash": "merge --squash origin/main",
    "files": "checkout --no-overlay origin/main -- .",
}
GoOn = Callable[[Texts], None]
ROWS = pytest.mark.parametrize("way", WAYS)
KINDS = pytest.mark.parametrize("theirs", THEIRS.values(), ids=THEIRS)


def commit(git: Git, root: Path, files: Texts) -> None:
    make_change(root, git, files)
    git(root, "commit", "-q", "--no-verify", "-m", "Work")


@pytest.fixture
def root(project: MakeProject, git: Git, environment: dict[str, str]) -> Path:
    """A branch with a commit of its own; the default one is where it left it."""
    root = project(START, contracts=CONTRACTS, commit=True)
    with dated_an_hour_ago(environment, root):
        git(root, "branch", "-M", "main")
        git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
        git(root, "switch", "-q", "-c", "topic")
        commit(git, root, {"own": "1\n"})
    return root


@pytest.fixture
def go_on(root: Path, git: Git, environment: dict[str, str]) -> GoOn:
    """Lets the default branch go on, as others did before an agent began."""

    def go_on(files: Texts) -> None:
        with dated_an_hour_ago(environment, root):
            git(root, "switch", "-q", "main")
            commit(git, root, files)
            git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
            git(root, "switch", "-q", "topic")

    return go_on


def bring(git: Git, root: Path, way: str) -> None:
    git(root, *WAYS[way].split())


def broken(run: Run, root: Path, *flags: str) -> list[str]:
    return sorted(broken_ids(run, root, *flags))


def stopped_by(run: Run, root: Path) -> list[str]:
    stdin = json.dumps({"hook_event_name": "Stop", "session_id": "abc123", "cwd": str(root)})
    reason = json.loads(run("hook", stdin=stdin.encode(), cwd=root).out).get("reason", "")
    return sorted({*re.findall(r"^Contract violation[^:]*: (\w+) in ", reason, re.MULTILINE)})


def blamed_in_history(run: Run, root: Path) -> list[str]:
    out = run("history", "-n", "1", cwd=root).out
    return sorted({*re.findall(r"error: .*\[(\w+)\]$", out, re.MULTILINE)})


@pytest.mark.one_row_in(5)
@ROWS
@KINDS
def test_what_the_default_branch_did_no_branch_is_blamed_for(
    root: Path, run: Run, git: Git, go_on: GoOn, way: str, theirs: Texts
) -> None:
    go_on(theirs)
    run("hook", stdin=command_event(root), cwd=root)
    bring(git, root, way)
    if way != "pick":
        assert broken(run, root, "--staged") == []
        assert broken(run, root, "--since", "HEAD") == []
        assert refused_tree(run, root).code == 0
        assert stopped_by(run, root) == []
        git(root, "commit", "-q", "-m", "Bring")
    assert broken(run, root, "--since", "HEAD~1") == []
    assert broken(run, root, "--since", "origin/main") == []
    assert blamed_in_history(run, root) == []
    assert stopped_by(run, root) == []


@pytest.mark.one_row_in(4)
@ROWS
def test_what_the_branch_did_beside_it_is_blamed_for(
    root: Path, run: Run, git: Git, go_on: GoOn, way: str
) -> None:
    go_on({"m/1": "changed\n", "c": "2\n"})
    run("hook", stdin=command_event(root), cwd=root)
    bring(git, root, way)
    write_files(root, OWN)
    git(root, "add", "--all")
    assert broken(run, root, "--staged") == ALL
    assert broken(run, root, "--since", "HEAD") == ALL
    git(root, "commit", "-q", "-m", "Both")
    assert broken(run, root, "--since", "origin/main") == ALL
    assert blamed_in_history(run, root) == ALL
    assert stopped_by(run, root) == ALL


@pytest.mark.slow
def test_an_agent_is_blamed_for_what_it_pushed_where_git_keeps_no_log(
    root: Path, run: Run, git: Git
) -> None:
    """The branch of the remote looked like work of others: nothing said that it was pushed."""
    git(root, "switch", "-q", "main")
    run("hook", stdin=command_event(root), cwd=root)
    commit(git, root, THEIRS["changed"])
    run("hook", stdin=command_event(root), cwd=root)
    git(root, "update-ref", "-m", "update by push", "refs/remotes/origin/main", "HEAD")
    git(root, "commit", "-q", "--amend", "-m", "Again")
    git(root, "reflog", "expire", "--expire=now", "--all")
    assert stopped_by(run, root) == ALL


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("way", ["cherry-pick main", "merge --squash main"])
def test_an_agent_is_blamed_for_its_own_that_it_pushed_to_the_default_branch(
    root: Path, run: Run, git: Git, way: str
) -> None:
    run("hook", stdin=command_event(root), cwd=root)
    git(root, "switch", "-q", "main")
    commit(git, root, THEIRS["changed"])
    git(root, "update-ref", "-m", "update by push", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "topic")
    git(root, *way.split())
    git(root, "commit", "-q", "--allow-empty", "-m", "Bring")
    assert stopped_by(run, root) == ALL


def test_one_more_than_the_default_branch_has_is_the_branchs_own(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    go_on({"a.txt": "a\nb\ncart\n"})
    git(root, "cherry-pick", "origin/main")
    commit(git, root, {"a.txt": "cart\na\nb\ncart\n"})
    assert broken(run, root, "--since", "HEAD~1") == ["words"]
    assert broken(run, root, "--since", "origin/main") == ["words"]


def test_what_the_default_branch_never_did_it_excuses_nobody_for(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    """It holds the violation that the branch fixed, and lacks the test that the branch added."""
    go_on({"a.txt": "a\nb\ncart\n"})
    git(root, "reset", "-q", "--hard", "main")
    commit(git, root, {"a.txt": "a\nb\n", "t": f"{START['t']}def test_c\n"})
    go_on({"c": "2\n"})
    commit(git, root, {"a.txt": "a\nb\ncart\n", "t": START["t"].replace("def test_b\n", "")})
    assert broken(run, root, "--since", "HEAD~1") == ["keep", "words"]
    assert broken(run, root, "--since", "origin/main") == ["keep"]


def test_a_range_of_the_default_branch_itself_is_checked_as_a_whole(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    go_on(THEIRS["changed"])
    git(root, "switch", "-q", "main")
    assert broken(run, root, "--since", "HEAD~1") == ALL
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    commit(git, root, {"c": "3\n"})
    assert broken(run, root, "--since", "HEAD~2") == ALL


def test_a_squashed_parent_is_nobodys_news_on_the_branch_above(
    root: Path, run: Run, git: Git
) -> None:
    """What the parent brought stands on the default branch; what is done to it then counts."""
    commit(git, root, {"m/3": "3\n", "a.txt": "a\nb\ncart\n"})
    git(root, "switch", "-q", "-c", "above")
    commit(git, root, {"c": "3\n"})
    git(root, "switch", "-q", "main")
    git(root, "merge", "-q", "--squash", "topic")
    git(root, "commit", "-q", "-m", "Topic (#1)")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "above")
    assert broken(run, root, "--since", "origin/main") == []
    write_files(root, {"m/3": "4\n", "a.txt": "a\ncart\nb\ncart\n"})
    git(root, "add", "--all")
    assert broken(run, root, "--since", "HEAD") == ["frozen", "words"]


@pytest.mark.slow
def test_a_merge_of_the_default_branch_needs_no_way_round_the_hook(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    """Its violations are in files that the branch did not touch, and in one with a conflict."""
    go_on({"old.txt": "cart\n", "z.txt": "1\n"})
    git(root, "merge", "-q", "main")
    commit(git, root, {"z.txt": "2\n"})
    go_on({"old.txt": "cart\nmore\n", "z.txt": "cart\n", "new.txt": "cart\n"})
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "merge", "-q", "origin/main")
    write_files(root, {"z.txt": "cart\n2\n"})
    git(root, "add", "--all")
    names = ["old.txt", "z.txt", "new.txt"]
    assert run("pre-commit", "--quiet", "--", *names, cwd=root) == (0, "", "")
    assert broken(run, root, "--staged") == []
    assert broken(run, root, "--since", "HEAD") == []
    write_files(root, {"z.txt": "cart\nmy cart\n2\n"})
    git(root, "add", "--all")
    outcome = run("pre-commit", "--quiet", "--", *names, cwd=root)
    assert (outcome.code, outcome.out.count("[words]")) == (1, 1)
    assert "z.txt:2:" in outcome.out
    assert broken(run, root, "--staged") == ["words"]
    git(root, "commit", "-q", "-m", "Merge")
    assert broken(run, root, "--since", "HEAD~1") == ["words"]


def test_an_old_violation_in_a_file_of_the_commit_is_still_reported(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    """A commit is checked by whole files, however far the default branch went on."""
    go_on({"old.txt": "cart\n"})
    git(root, "merge", "-q", "main")
    go_on({"old.txt": "cart\nmore\n"})
    write_files(root, {"old.txt": "mine\ncart\n"})
    git(root, "add", "--all")
    assert broken(run, root, "--staged") == ["words"]
    git(root, "reset", "-q", "--hard")
    assert run("pre-commit", "--quiet", "--", "old.txt", cwd=root).code == 1


def test_a_text_that_a_side_never_had_its_merge_does_not_take(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    """A release has a test of its own; while main is merged there, somebody deletes it."""
    write_files(root, {".phaser/config.yaml": "branches: release\n"})
    commit(git, root, {"t": f"{START['t']}def test_c\n"})
    git(root, "update-ref", "refs/remotes/origin/release", "HEAD")
    go_on({"c": "2\n"})
    git(root, "merge", "-q", "--no-commit", "--no-ff", "origin/main")
    write_files(root, {"t": START["t"]})
    git(root, "add", "--all")
    assert broken(run, root, "--staged") == ["keep"]
    assert stopped_by(run, root) == ["keep"]


def test_a_file_taken_back_to_where_another_branch_was_left_lost_what_came_since(
    root: Path, run: Run, git: Git, go_on: GoOn, environment: dict[str, str]
) -> None:
    """The clone's own main is old: it lacks the test, and took none away."""
    go_on({"t": f"{START['t']}def test_c\n"})
    with dated_an_hour_ago(environment, root):
        git(root, "merge", "-q", "--no-edit", "origin/main")
        git(root, "branch", "-f", "main", "main~1")
    run("hook", stdin=command_event(root), cwd=root)
    commit(git, root, {"t": START["t"]})
    assert stopped_by(run, root) == ["keep"]


def test_what_the_default_branch_wrote_into_a_file_that_the_branch_renamed_is_not_its_own(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    git(root, "mv", "a.txt", "renamed.txt")
    commit(git, root, {})
    go_on({"a.txt": "a\nb\ncart\n"})
    git(root, "cherry-pick", "-n", "origin/main")
    assert (root / "renamed.txt").read_text() == "a\nb\ncart\n"
    for _ in range(2):
        assert broken(run, root, "--staged") == []
        assert broken(run, root, "--since", "HEAD") == []
        write_files(root, {"c": "3\n"})  # and nothing else is as there
        git(root, "add", "--all")


def test_a_file_as_the_default_branch_always_had_it_nobody_here_wrote(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    """The branch mended it, and takes that back; the default branch did something else."""
    go_on({"old.txt": "cart\n"})
    git(root, "reset", "-q", "--hard", "main")
    commit(git, root, {"old.txt": "mended\n"})
    go_on({"c": "2\n"})
    write_files(root, {"old.txt": "cart\n"})
    git(root, "add", "--all")
    assert broken(run, root, "--staged") == []
    write_files(root, {"old.txt": "cart\nmore\n"})
    git(root, "add", "--all")
    assert broken(run, root, "--staged") == ["words"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_mode_that_the_default_branch_changed_is_not_the_branchs_own(
    root: Path, run: Run, git: Git, go_on: GoOn
) -> None:
    (root / "m/1").chmod(0o755)
    go_on({})
    git(root, "cherry-pick", "origin/main")
    (root / "m/2").chmod(0o755)
    assert broken(run, root, "--since", "HEAD~1") == ["frozen"]
    (root / "m/2").chmod(0o644)
    assert broken(run, root, "--since", "HEAD~1") == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("new_name", ["u", "tests/t"])
def test_a_rename_on_the_default_branch_takes_no_text_away(
    root: Path, git: Git, run: Run, new_name: str
) -> None:
    """The merge takes what the branch removes out of the file's new name."""
    git(root, "switch", "-q", "--detach", "origin/main")
    commit(git, root, {"t": None, new_name: START["t"]})
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "topic")
    commit(git, root, {"t": "def test_b\n"})

    outcome = run("scan", "--since", "origin/main", "-q", cwd=root)

    assert (outcome.code, outcome.out) == (
        1,
        "t:1:1: error: Use the logger. (line 1 before: def test_a) [keep]\n",
    )
