"""``args: [--since, HEAD, --]`` at every stage: HEAD is never compared with itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import write_files
from tests.hook_programs import Commit, Source, commit, run_program, with_git
from tests.precommit.answers import FILES, NO_FILE, incomplete, refused, tree_without_licence
from tests.precommit.test_commits import diverged

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conftest import Git
    from tests.precommit.conftest import Hooked

OLD = {**FILES, "src/old.py": "print(0)\n"}
SINCE_HEAD = {"args": ["--since", "HEAD", "--"]}
NOTHING = incomplete("--since HEAD: nothing to compare: nothing is staged")
REFUSED_COMMIT = refused("src/old.py:2", tree=tree_without_licence(), is_staged=False)
REFUSED_COMMIT = Commit(
    1, REFUSED_COMMIT.said.replace("1 file checked", "1 file checked, 1 existing violation")
)


@pytest.fixture
def compared(hooked: Hooked, git: Git, project: Any) -> Path:
    """A project that compares with HEAD at each stage, and was pushed to ``origin``."""
    stages = ("pre-commit", "pre-merge-commit", "pre-push")
    root = hooked(OLD, content=SINCE_HEAD, tree=SINCE_HEAD, stages=stages)
    git(root, "remote", "add", "origin", str(project({})))
    return root


def send(root: Path, git: Git, branch: str = "pushed") -> None:
    git(root, "push", "-q", "--no-verify", "origin", f"HEAD:refs/heads/{branch}")


def break_unseen(root: Path, git: Git) -> None:
    """Commit, past the hooks, a new line beside an old one, and no licence."""
    write_files(root, {"src/old.py": "print(0)\nprint(1)\n"})
    (root / "LICENSE").unlink()
    git(root, "commit", "-q", "-n", "-a", "-m", "Unseen")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [("--amend", "-m", "Reworded"), ("--allow-empty",)], ids=["reword", "empty"]
)
def test_a_commit_of_nothing_passes(
    compared: Path, source: Source, git: Git, arguments: Sequence[str]
) -> None:
    """There is nothing to compare, and git asks all the same."""
    break_unseen(compared, git)
    assert commit(compared, source, *arguments) == NO_FILE


@pytest.mark.slow
def test_a_first_commit_is_all_new(hooked: Hooked, source: Source, git: Git) -> None:
    """Before it there was nothing."""
    root = hooked(FILES, content=SINCE_HEAD, tree=SINCE_HEAD)
    for text, code in (("x = 1\n", 0), ("print(1)\n", 1)):
        git(root, "update-ref", "-d", "HEAD")
        write_files(root, {"src/a.py": text})
        git(root, "add", "-A")
        assert commit(root, source).code == code


@pytest.mark.slow
def test_what_is_amended_is_old(compared: Path, source: Source, git: Git) -> None:
    """What is staged beside it is not."""
    break_unseen(compared, git)
    write_files(compared, {"src/old.py": "print(0)\nprint(1)\nprint(2)\n"})
    ended = commit(compared, source, "-a", "--amend")
    assert (ended.code, ended.said.count("error: "), "old.py:3" in ended.said) == (1, 1, True)


@pytest.mark.slow
def test_only_what_a_merge_adds_itself_is_new(hooked: Hooked, source: Source, git: Git) -> None:
    """What the other side brings along existed before; what the merge adds itself is not."""

    def diverge_unseen(**keys: Any) -> Path:
        return hooked(content=SINCE_HEAD, tree=SINCE_HEAD, **keys)

    ours, theirs = {"src/a.py": "x = 2\n"}, {"src/a.py": "x = 3\nprint(1)\n"}
    root = diverged(diverge_unseen, git, ours=ours, theirs=dict(theirs))
    assert with_git(root, source, "merge", "side").code == 1
    for text, expected in (("print(2)\n", (1, True)), ("", (0, False))):
        write_files(root, {"src/a.py": f"x = 2\nprint(1)\n{text}"})
        git(root, "add", "-A")
        ended = commit(root, source)
        assert (ended.code, "src/a.py:3:1: error" in ended.said) == expected


@pytest.mark.slow
def test_a_range_that_ends_at_head_is_checked(
    compared: Path, source: Source, git: Git, program: str
) -> None:
    """HEAD is the last of the commits that are checked: everything passed."""
    break_unseen(compared, git)
    refs = ("--from-ref", "HEAD~1", "--to-ref", "HEAD")
    assert run_program(compared, source, program, *refs) == REFUSED_COMMIT
    git(compared, "revert", "-n", "HEAD")
    git(compared, "commit", "-q", "-n", "-m", "Fixed")
    assert run_program(compared, source, program, *refs).code == 0


@pytest.mark.slow
@pytest.mark.parametrize("hook", ["phaser-lint", "phaser-lint-tree"])
def test_everything_compared_with_itself(
    compared: Path, source: Source, git: Git, program: str, hook: str
) -> None:
    """What a build runs passed for years; what is staged is something to compare."""
    break_unseen(compared, git)
    ended = run_program(compared, source, program, hook, "--all-files")
    assert (ended.code, ended.said.startswith(f"{hook}: {NOTHING}")) == (1, True)
    write_files(compared, {"src/a.py": "x = 2\n"})
    git(compared, "add", "-A")
    assert run_program(compared, source, program, hook, "--all-files").code == 0


def test_a_push_is_compared_with_the_remote_branch(
    compared: Path, source: Source, git: Git
) -> None:
    """What the remote's branch has existed before, be it behind or another one."""
    send(compared, git)
    break_unseen(compared, git)
    for branch in ("pushed", "new"):
        pushed = with_git(compared, source, "push", "-q", "origin", f"HEAD:refs/heads/{branch}")
        assert (pushed.code, pushed.said.endswith(REFUSED_COMMIT.said)) == (1, True)


@pytest.mark.slow
def test_a_push_of_everything(compared: Path, source: Source, git: Git) -> None:
    """Where the remote has nothing of it, all counts."""
    break_unseen(compared, git)
    pushed = with_git(compared, source, "push", "-q", "origin", "HEAD:refs/heads/new")
    assert (pushed.code, pushed.said.count(": error: ")) == (1, 3)


@pytest.mark.slow
def test_a_push_that_takes_commits_back(
    compared: Path, source: Source, git: Git, program: str
) -> None:
    """HEAD is what both have in common; compared is what the branch was with what it becomes.

    prek runs no hook where a push sends no commit.
    """
    break_unseen(compared, git)
    git(compared, "commit", "-q", "-n", "--allow-empty", "-m", "Kept")
    write_files(compared, {"LICENSE": "MIT\n", "src/old.py": "print(0)\n"})
    git(compared, "add", "-A")
    git(compared, "commit", "-q", "-n", "-m", "Fixed")
    send(compared, git)
    git(compared, "reset", "-q", "--hard", "HEAD~1")
    back = with_git(compared, source, "push", "-q", "-f", "origin", "HEAD:refs/heads/pushed")
    runs = int(program == "pre-commit")
    assert (back.code, back.said.count("Keep it.")) == (runs, runs)
    git(compared, "reset", "-q", "--hard", "HEAD~2")
    back = with_git(compared, source, "push", "-q", "-f", "origin", "HEAD:refs/heads/pushed")
    assert (back.code, "error" in back.said) == (0, False)


@pytest.mark.slow
def test_a_push_of_what_is_not_checked_out(compared: Path, source: Source, git: Git) -> None:
    """Its files cannot be checked; of several refs the programs take the first with new commits."""
    send(compared, git)
    git(compared, "switch", "-q", "-c", "other")
    break_unseen(compared, git)
    git(compared, "switch", "-q", "main")
    pushed = with_git(compared, source, "push", "-q", "origin", "other")
    reason = incomplete("other is not checked out: its files were not checked; git checkout other")
    expected = f"phaser-lint: {reason}\nphaser-lint-tree: {reason}"
    assert (pushed.code, pushed.said.endswith(expected)) == (1, True)
    git(compared, "switch", "-q", "other")
    several = with_git(compared, source, "push", "-q", "origin", "main", "other")
    assert (several.code, several.said.endswith(REFUSED_COMMIT.said)) == (1, True)


@pytest.mark.slow
def test_a_push_that_deletes_a_branch(compared: Path, source: Source, git: Git) -> None:
    """Nothing is sent, and the programs run no hook."""
    send(compared, git)
    assert with_git(compared, source, "push", "-q", "origin", ":pushed").code == 0
