"""Contracts on changes, on a branch of one's own: what the branch as a whole keeps is kept.

``Add a migration``, and then ``Mend it`` before anybody has it, was refused by git's hook and
denied to an agent, where the pull request passes.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

FROZEN = contract(
    "frozen",
    type="file_frozen",
    pattern=None,
    file_glob="migrations/",
    changes=["modify", "delete"],
    message="Add a migration instead.",
)
TOGETHER = contract(
    "together",
    type="changed_together",
    pattern=None,
    file_glob="api.py",
    with_glob="/CHANGES.md",
    message="Say in CHANGES.md what changed.",
)
KEEP = contract(
    "keep",
    type="keep_pattern",
    pattern=r"def (test_\w+)",
    file_glob="test_*.py",
    message="Tests stay.",
)
Texts = dict[str, "str | None"]
CONTRACTS = {"frozen.yaml": FROZEN, "together.yaml": TOGETHER, "keep.yaml": KEEP}
SHARED = {
    "migrations/1.sql": "a\n",
    "api.py": "x = 1\n",
    "CHANGES.md": "1\n",
    "test_a.py": "def test_a(): 1\n",
}


def on_branch(
    project: MakeProject, git: Git, committed: Mapping[str, str], *, remote: str = "origin/main"
) -> Path:
    """A project on a branch that has *committed* what the *remote* one has not."""
    root = project(SHARED, contracts=CONTRACTS, commit=True)
    git(root, "update-ref", f"refs/remotes/{remote}", "HEAD")
    git(root, "switch", "-q", "-c", "topic")
    write_files(root, dict(committed))
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Work", "--allow-empty")
    return root


def broken_ids(run: Run, root: Path, *arguments: str) -> list[str]:
    outcome = run("scan", *arguments, "--format", "json", cwd=root)
    return [violation["rule_id"] for violation in json.loads(outcome.out)["violations"]]


def refused_tree(run: Run, root: Path) -> Outcome:
    """What the hook of the tree says that compares with the last commit."""
    return run("pre-commit", "--tree", "--since", "HEAD", "--quiet", "--", cwd=root)


NEW_TEST = "def test_a(): 1\ndef test_b(): 2\n"
# What the branch committed, and what is changed now.
KEPT = {
    "a migration of the branch": ({"migrations/2.sql": "b\n"}, {"migrations/2.sql": "c\n"}),
    "a migration put back": ({"migrations/1.sql": "b\n"}, {"migrations/1.sql": "a\n"}),
    "more of what was said": ({"api.py": "y\n", "CHANGES.md": "2\n"}, {"api.py": "z\n"}),
    "a test of the branch": ({"test_a.py": NEW_TEST}, {"test_a.py": "def test_a(): 1\n"}),
}
BROKEN = {
    "a migration of all": ({}, {"migrations/1.sql": "b\n"}, ["frozen"]),
    "one of all, changed twice": ({"migrations/1.sql": "b"}, {"migrations/1.sql": "c"}, ["frozen"]),
    "one that is silent": ({"api.py": "y\n"}, {"api.py": "z\n"}, ["together"]),
    "a test of all": ({"test_a.py": NEW_TEST}, {"test_a.py": "def test_b(): 2\n"}, ["keep"]),
}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("remote", ["origin/main", "upstream/master"])
@pytest.mark.parametrize(("committed", "changed"), KEPT.values(), ids=KEPT)
def test_what_the_branch_keeps_no_commit_of_it_breaks(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
    remote: str,
) -> None:
    root = on_branch(project, git, committed, remote=remote)
    write_files(root, changed)
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []
    assert broken_ids(run, root, "--since", remote) == []
    assert broken_ids(run, root, "--since", "HEAD") == []
    assert refused_tree(run, root) == (0, "", "")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("committed", "changed", "expected"), BROKEN.values(), ids=BROKEN)
def test_what_the_branch_breaks_a_commit_breaks(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
    expected: list[str],
) -> None:
    root = on_branch(project, git, committed)
    write_files(root, changed)
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == expected
    assert broken_ids(run, root, "--since", "origin/main") == expected
    assert broken_ids(run, root, "--since", "HEAD") == expected
    assert refused_tree(run, root).code == 1


FROM_DELETE = contract(
    "rewritten",
    type="file_frozen",
    pattern=None,
    file_glob="*.lock",
    changes=["modify"],
    message="Leave it.",
)
PACKAGES = contract(
    "packages",
    type="changed_together",
    pattern=None,
    file_glob="pkg/*/code.py",
    path_pattern="^pkg/([^/]+)/",
    with_glob="/pkg/{1}/LOG.md",
    message="Say it in the log.",
)
# What the branch committed, what then undoes half of it, and what the branch lacks for that.
UNDONE: dict[str, tuple[Texts, Texts, str]] = {
    "a new companion taken away": (
        {"pkg/a/code.py": "2", "pkg/a/LOG.md": "1"}, {"pkg/a/LOG.md": None}, "packages"
    ),
    "a companion put back": (
        {"api.py": "y\n", "CHANGES.md": "2\n"}, {"CHANGES.md": "1\n"}, "together"
    ),
    "a companion deleted": (
        {"api.py": "y\n", "CHANGES.md": "2\n"}, {"CHANGES.md": None}, "together"
    ),
    "the other half with another": (
        {"api.py": "y\n", "CHANGES.md": "2\n", "b.py": "b\n"},
        {"CHANGES.md": "1\n", "b.py": None},
        "together",
    ),
    "deleted, and then another": ({"a.lock": None}, {"a.lock": "2\n"}, "rewritten"),
}  # fmt: skip
UNDONE_ROWS = pytest.mark.parametrize(
    ("committed", "undone", "rule_id"), UNDONE.values(), ids=UNDONE
)


def before_undoing(project: MakeProject, git: Git, committed: Texts) -> Path:
    contracts = {**CONTRACTS, "rewritten.yaml": FROM_DELETE, "packages.yaml": PACKAGES}
    shared = {**SHARED, "a.lock": "1\n", "pkg/a/code.py": "1", "pkg/b/LOG.md": "1"}
    root = project(shared, contracts=contracts, commit=True)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "-c", "topic")
    make_change(root, git, committed)
    git(root, "commit", "-q", "-m", "Work")
    return root


@pytest.mark.one_row_in(3)
@UNDONE_ROWS
def test_a_commit_that_takes_away_what_the_branch_needs_breaks_it(
    project: MakeProject, run: Run, git: Git, committed: Texts, undone: Texts, rule_id: str
) -> None:
    """Each file of it may change by itself; the pull request was refused, and no commit was."""
    root = before_undoing(project, git, committed)
    assert broken_ids(run, root, "--staged") == []
    assert broken_ids(run, root, "--since", "origin/main") == []
    make_change(root, git, undone)
    assert broken_ids(run, root, "--since", "origin/main") == [rule_id]
    assert broken_ids(run, root, "--staged") == [rule_id]
    assert broken_ids(run, root, "--since", "HEAD") == [rule_id]
    assert refused_tree(run, root).code == 1
    assert "(counted over the whole branch)" in stopped_by(run, root)


@pytest.mark.slow
@pytest.mark.one_row_in(3)
@UNDONE_ROWS
def test_and_so_does_one_of_an_agent(
    project: MakeProject, run: Run, git: Git, committed: Texts, undone: Texts, rule_id: str
) -> None:
    root = before_undoing(project, git, committed)
    run("hook", stdin=command_event(root), cwd=root)
    make_change(root, git, undone)
    git(root, "commit", "-q", "-m", "Undo")
    assert f"Contract violation: {rule_id} in " in stopped_by(run, root)


@pytest.mark.one_row_in(3)
@UNDONE_ROWS
def test_and_one_on_a_branch_that_it_left(
    project: MakeProject, run: Run, git: Git, committed: Texts, undone: Texts, rule_id: str
) -> None:
    root = before_undoing(project, git, committed)
    run("hook", stdin=command_event(root), cwd=root)
    make_change(root, git, undone)
    git(root, "commit", "-q", "-m", "Undo")
    git(root, "switch", "-q", "main")
    assert f"of branch topic: {rule_id} in " in stopped_by(run, root)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("committed", "undone"),
    [
        # What an earlier commit broke, the next one does not, whichever file it touches.
        ({"api.py": "y\n"}, {"other.md": "1\n"}),
        ({"api.py": "y\n", "pkg/a/code.py": "2", "pkg/a/LOG.md": "1"}, {"pkg/b/LOG.md": "2"}),
        # Both halves are undone.
        ({"api.py": "y\n", "CHANGES.md": "2\n"}, {"api.py": "x = 1\n", "CHANGES.md": "1\n"}),
        ({"pkg/a/code.py": "2", "pkg/a/LOG.md": "1"}, {"pkg/a/LOG.md": "2"}),
    ],
)
def test_what_undoes_nothing_that_the_branch_needs_breaks_nothing(
    project: MakeProject, run: Run, git: Git, committed: Texts, undone: Texts
) -> None:
    root = before_undoing(project, git, committed)
    make_change(root, git, undone)
    assert broken_ids(run, root, "--staged") == []
    assert stopped_by(run, root) == ""


def test_a_fork_whose_default_branch_is_old(project: MakeProject, run: Run, git: Git) -> None:
    """The contributor's own remote lacks the migration, and that of the project has it."""
    root = on_branch(project, git, {"migrations/2.sql": "b\n"})
    git(root, "update-ref", "refs/remotes/upstream/main", "HEAD")
    git(root, "commit", "-q", "-m", "More", "--allow-empty")
    write_files(root, {"migrations/2.sql": "c\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == ["frozen"]
    assert decision(run, root, "migrations/2.sql", "d\n") == "deny"


@pytest.mark.parametrize("remote", ["upstream/topic", "origin/topic"])
def test_without_a_default_branch_a_commit_follows_the_last(
    project: MakeProject, run: Run, git: Git, remote: str
) -> None:
    """Nobody knows what others have: what is committed counts as theirs."""
    root = on_branch(project, git, {"migrations/2.sql": "b\n"}, remote=remote)
    write_files(root, {"migrations/2.sql": "c\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == ["frozen"]


def test_what_an_earlier_commit_broke_the_next_one_does_not(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = on_branch(project, git, {"migrations/1.sql": "b\n"})
    write_files(root, {"other.py": "x = 1\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []
    assert broken_ids(run, root, "--since", "origin/main") == ["frozen"]


def decision(run: Run, root: Path, path: str, text: str) -> str:
    """What the hook answers to a Write: ``deny``, or nothing."""
    outcome = run("hook", stdin=event(file_path=root / path, content=text, cwd=root), cwd=root)
    answer = json.loads(outcome.out).get("hookSpecificOutput", {})
    return str(answer.get("permissionDecision", ""))


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [("migrations/2.sql", "c\n", ""), ("migrations/1.sql", "c\n", "deny")],
)
def test_an_agent_mends_what_only_the_branch_has(
    project: MakeProject, run: Run, git: Git, path: str, text: str, expected: str
) -> None:
    root = on_branch(project, git, {"migrations/2.sql": "b\n"})
    assert decision(run, root, path, text) == expected


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("committed", "changed"), KEPT.values(), ids=KEPT)
def test_a_stop_asks_nothing_of_what_the_branch_keeps(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
) -> None:
    root = on_branch(project, git, committed)
    write_files(root, changed)
    assert stopped_by(run, root) == ""


def stopped_by(run: Run, root: Path) -> str:
    """What blocks a Stop of the session; nothing where it may."""
    stdin = json.dumps({"hook_event_name": "Stop", "session_id": "abc123", "cwd": str(root)})
    outcome = run("hook", stdin=stdin.encode(), cwd=root)
    return str(json.loads(outcome.out).get("reason", ""))


def commit_and_leave(run: Run, git: Git, root: Path, changed: Mapping[str, str]) -> None:
    """An agent commits on the branch, and goes back to what it left."""
    run("hook", stdin=command_event(root, "ls"), cwd=root)
    write_files(root, dict(changed))
    git(root, "commit", "-q", "-a", "-m", "Mend")
    git(root, "switch", "-q", "main")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("committed", "changed"), KEPT.values(), ids=KEPT)
def test_nor_of_a_branch_that_the_agent_committed_to_and_left(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
) -> None:
    root = on_branch(project, git, committed)
    commit_and_leave(run, git, root, changed)
    assert stopped_by(run, root) == ""


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("committed", "changed", "expected"), BROKEN.values(), ids=BROKEN)
def test_what_that_branch_breaks_stops_the_agent(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
    expected: list[str],
) -> None:
    root = on_branch(project, git, committed)
    commit_and_leave(run, git, root, changed)
    reason = stopped_by(run, root)
    assert (
        re.findall(r"^Contract violation in commit \w+ of branch topic: (\S+)", reason) == expected
    )


def test_a_test_that_such_a_branch_moved_before_stops_the_agent_where_it_goes(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = on_renaming_branch(project, git, {"test_a.py": None, "test_c.py": X})
    commit_and_leave(run, git, root, {"test_c.py": "x = 1\n"})
    reason = stopped_by(run, root)
    assert re.findall(r"of branch topic: keep in (\S+)\. Tests stay\.", reason) == ["test_c.py"]


def test_what_either_of_two_remotes_has_is_not_the_branchs_own(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Neither default branch holds the other: each has a migration that all of its users have."""
    root = on_branch(project, git, {"migrations/2.sql": "b\n"})
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "main")
    write_files(root, {"migrations/3.sql": "c\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Another")
    git(root, "update-ref", "refs/remotes/upstream/main", "HEAD")
    git(root, "merge", "-q", "--no-edit", "topic")
    for path in ("migrations/2.sql", "migrations/3.sql"):
        assert decision(run, root, path, "d\n") == "deny"
        write_files(root, {path: "d\n"})
        git(root, "add", "-A")
        assert broken_ids(run, root, "--staged") == ["frozen"]
        git(root, "reset", "-q", "--hard")


def test_what_an_earlier_commit_wrote_elsewhere_has_moved(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The new place was committed first: the pull request as a whole keeps the test."""
    root = on_branch(project, git, {"test_b.py": "def test_a(): 1\n"})
    assert decision(run, root, "test_a.py", "x = 1\n") == ""
    write_files(root, {"test_a.py": "x = 1\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []


X, Y = "def test_x(): x()\n", "def test_x(): y()\n"
# What the branch committed of two files that hold a test of one name, what it takes away then, and
# the file that holds that on the default branch.
TAKEN = {
    "the other one was renamed": ({"test_b.py": None, "test_c.py": Y}, {"test_a.py": None}, "a"),
    "renamed before both": ({"test_b.py": None, "test_0.py": Y}, {"test_a.py": None}, "a"),
    "moved": ({"test_b.py": "y = 1\n", "test_c.py": Y}, {"test_a.py": "x = 1\n"}, "a"),
    "renamed itself": ({"test_a.py": None, "test_c.py": X}, {"test_c.py": "x = 1\n"}, "a"),
    "both renamed": (
        {"test_a.py": None, "test_b.py": None, "test_c.py": Y, "test_d.py": X},
        {"test_c.py": "y = 1\n"},
        "b",
    ),
    "swapped": ({"test_a.py": Y, "test_b.py": X}, {"test_a.py": "y = 1\n"}, "a"),
}


def make_change(root: Path, git: Git, texts: Texts) -> None:
    """Write *texts*, and delete the files without one; all of it is staged."""
    write_files(root, {path: text for path, text in texts.items() if text is not None})
    for path, text in texts.items():
        if text is None:
            (root / path).unlink()
    git(root, "add", "-A")


def on_renaming_branch(project: MakeProject, git: Git, committed: Texts) -> Path:
    root = on_branch(project, git, {})
    git(root, "switch", "-q", "main")
    write_files(root, {"test_a.py": X, "test_b.py": Y})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Test both")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "-C", "topic")
    make_change(root, git, committed)
    git(root, "commit", "-q", "-m", "Move")
    return root


def losing_paths(run: Run, root: Path, *arguments: str) -> list[str]:
    outcome = run("scan", *arguments, "--format", "json", cwd=root)
    return [violation["path"] for violation in json.loads(outcome.out)["violations"]]


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(("committed", "taken", "stem"), TAKEN.values(), ids=TAKEN)
def test_a_test_that_the_branch_moved_is_lost_all_the_same(
    project: MakeProject, run: Run, git: Git, committed: Texts, taken: Texts, stem: str
) -> None:
    """The branch as a whole has one less, whatever its files are called meanwhile."""
    root, (path,) = on_renaming_branch(project, git, committed), taken
    assert losing_paths(run, root, "--since", "origin/main") == []
    edit = [] if taken[path] is None else [decision(run, root, path, str(taken[path]))]
    assert edit in ([], ["deny"])
    make_change(root, git, taken)
    assert losing_paths(run, root, "--staged") == [path]
    assert losing_paths(run, root, "--since", "HEAD") == [path]
    assert refused_tree(run, root).code == 1
    assert stopped_by(run, root).startswith(f"Contract violation: keep in {path}.")
    git(root, "commit", "-q", "-m", "Take one away")
    assert f" {path}:1:1: error: Tests stay." in run("history", "-n", "1", cwd=root).out
    assert losing_paths(run, root, "--since", "origin/main") == [f"test_{stem}.py"]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("first", ["test_a.py", "test_b.py"])
def test_a_second_test_of_the_branch_itself_may_go(
    project: MakeProject, run: Run, git: Git, first: str
) -> None:
    """The default branch has two of the name, and so has the branch, in whichever files."""
    root = on_renaming_branch(project, git, {first: None, "test_c.py": X, "test_d.py": Y})
    assert decision(run, root, "test_c.py", "x = 1\n") == ""
    make_change(root, git, {"test_c.py": "x = 1\n"})
    assert losing_paths(run, root, "--staged") == []
    assert losing_paths(run, root, "--since", "HEAD") == []
    assert stopped_by(run, root) == ""
    make_change(root, git, {"test_d.py": "y = 1\n"})
    assert len(losing_paths(run, root, "--staged")) == 1


def test_a_commit_of_one_folder_counts_what_the_branch_lost_in_another(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = on_renaming_branch(project, git, {"test_a.py": None, "unit/test_c.py": X})
    make_change(root, git, {"unit/test_c.py": "x = 1\n"})
    assert losing_paths(run, root, "--staged", "unit") == ["unit/test_c.py"]


MOVES_AWAY = """*** Begin Patch
*** Update File: test_a.py
-def test_a(): 1
+x = 1
*** Update File: test_b.py
-def test_a(): 1
+x = 1
*** End Patch
"""


@pytest.mark.parametrize("remote", ["origin/main", "origin/topic"])
def test_a_new_place_that_the_same_patch_takes_away_is_none(
    project: MakeProject, run: Run, git: Git, remote: str
) -> None:
    root = on_branch(project, git, {"test_b.py": "x = 1\n"}, remote=remote)
    write_files(root, {"test_b.py": "def test_a(): 1\n"})
    patch = json.loads(event("apply_patch", command=MOVES_AWAY, cwd=root))
    stdin = json.dumps({**patch, "turn_id": "1"}).encode()
    answer = json.loads(run("hook", "--agent", "codex", stdin=stdin, cwd=root).out)
    reason = answer["hookSpecificOutput"]["permissionDecisionReason"]
    assert reason.startswith("Contract violation: keep in test_a.py. Tests stay.")


@pytest.mark.parametrize(("remote", "is_told"), [("origin/main", False), ("origin/topic", True)])
def test_a_refused_amendment_says_what_it_is_compared_with(
    project: MakeProject, run: Run, git: Git, remote: str, is_told: bool
) -> None:
    root = on_branch(project, git, {"other.py": "x = 1\n"}, remote=remote)
    write_files(root, {"api.py": "z\n"})
    git(root, "add", "-A")
    refusal = run("scan", "--staged", "--quiet", cwd=root).err
    assert ("Compared with HEAD, also where --amend replaces it" in refusal) is is_told


def test_a_refused_commit_on_the_default_branch_calls_none_unknown(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = on_branch(project, git, {})
    git(root, "switch", "-q", "main")
    write_files(root, {"api.py": "z\n"})
    git(root, "add", "-A")
    refusal = run("scan", "--staged", "--quiet", cwd=root).err
    assert "explains the first violation" in refusal
    assert "no remote's default branch is known" not in refusal


def test_a_hook_of_git_names_a_command_for_the_folder_of_the_commit(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = on_branch(project, git, {})
    write_files(root, {"api.py": "z\n", "backend/a.py": "x = 1\n"})
    git(root, "add", "-A")
    env = {"GIT_PREFIX": "backend/"}
    refusal = run("scan", "--staged", "--quiet", cwd=root, env=env).err
    assert "phaser-lint why together ../api.py --staged" in refusal
    why = run("why", "together", "../api.py", "--staged", cwd=root / "backend")
    assert (why.code, why.out.splitlines()[-1]) == (0, "violation")


def commit_all(root: Path, git: Git, subject: str = "More") -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", subject)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("committed", "changed"), KEPT.values(), ids=KEPT)
def test_what_only_the_branch_has_may_change_after_the_commit_as_before_it(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
) -> None:
    """Whichever base is named: a commit, the branch as it was pushed, the one before a push."""
    root = on_branch(project, git, committed)
    git(root, "update-ref", "refs/remotes/origin/topic", "HEAD")
    before = git(root, "rev-parse", "HEAD").strip()
    write_files(root, changed)
    assert broken_ids(run, root, "--since", "origin/topic") == []
    commit_all(root, git)
    for base in ("HEAD~1", "origin/topic", before):
        assert broken_ids(run, root, "--since", base) == []
    env = {"PRE_COMMIT_FROM_REF": before, "PRE_COMMIT_TO_REF": "HEAD"}
    assert run("pre-commit", "--tree", cwd=root, env=env).code == 0
    assert pushed(run, root, before).code == 0
    assert "error" not in run("history", "-n", "1", cwd=root).out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("committed", "changed", "expected"), BROKEN.values(), ids=BROKEN)
def test_what_others_have_may_not(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
    expected: list[str],
) -> None:
    root = on_branch(project, git, committed)
    before = git(root, "rev-parse", "HEAD").strip()
    write_files(root, changed)
    commit_all(root, git)
    assert broken_ids(run, root, "--since", "HEAD~1") == expected
    assert pushed(run, root, before).code == 1
    assert "error" in run("history", "-n", "1", cwd=root).out


def pushed(run: Run, root: Path, before: str) -> Outcome:
    """What the Action says of a push to the branch, which was at *before*."""
    payload = root.parent / "push.json"
    repository = {"default_branch": "main"}
    payload.write_text(
        json.dumps({"ref": "refs/heads/topic", "before": before, "repository": repository})
    )
    env = {
        "GITHUB_EVENT_NAME": "push",
        "GITHUB_EVENT_PATH": str(payload),
        "GITHUB_WORKSPACE": str(root),
        "GITHUB_REF": "refs/heads/topic",
    }
    return run("action", cwd=root, env=env)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(("committed", "changed"), KEPT.values(), ids=KEPT)
def test_nor_does_a_shard_report_it(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
) -> None:
    root = on_branch(project, git, committed)
    write_files(root, changed)
    commit_all(root, git)
    reports = []
    for number in (1, 2):
        shard = ("--since", "HEAD~1", "--shard", f"{number}/2", "--format", "json")
        outcome = run("scan", *shard, cwd=root)
        assert outcome.code == 0
        (root.parent / f"{number}.json").write_text(outcome.out)
        reports.append(str(root.parent / f"{number}.json"))
    assert run("merge", *reports, cwd=root).code == 0


EXEMPTING = {
    "frozen": ("migrations/2.sql", "not on origin/main: your branch's own file, which may change"),
    "keep": ("test_a.py", "not on origin/main: your branch's own text, which may change"),
    "together": ("api.py", "met by all that the branch changed since it left origin/main"),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("rule_id", "named"), EXEMPTING.items(), ids=EXEMPTING)
def test_why_names_what_lets_it_change(
    project: MakeProject, run: Run, git: Git, rule_id: str, named: tuple[str, str]
) -> None:
    path, sentence = named
    brought = {"migrations/2.sql": "b", "test_a.py": NEW_TEST, "api.py": "y", "CHANGES.md": "2"}
    root = on_branch(project, git, brought)
    changed = {"migrations/2.sql": "c", "test_a.py": SHARED["test_a.py"], "api.py": "z"}
    write_files(root, changed)
    git(root, "add", "-A")
    assert sentence in run("why", rule_id, path, "--staged", cwd=root).out
    git(root, "commit", "-q", "-m", "Change them")
    assert sentence in run("why", rule_id, path, "--since", "HEAD~1", cwd=root).out
    assert "own branch" not in run("why", rule_id, path, "--since", "HEAD", cwd=root).out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("stays", [True, False])
def test_on_the_default_branch_nothing_is_exempt(
    project: MakeProject, run: Run, git: Git, *, stays: bool
) -> None:
    """What it has changed since the base that is named is no branch's own."""
    root = on_branch(project, git, {"migrations/2.sql": "b\n"})
    write_files(root, {"migrations/2.sql": "c\n"})
    commit_all(root, git)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    if not stays:
        write_files(root, {"other.py": "x = 1\n"})
        commit_all(root, git)
    base = "HEAD~1" if stays else "HEAD~2"
    assert broken_ids(run, root, "--since", base) == ["frozen"]
    assert "error" in run("history", "-n", "2", cwd=root).out


SQUASHED = {
    "a migration": ({"migrations/2.sql": "b\n"}, {"migrations/2.sql": "c\n"}, ["frozen"]),
    "a test": ({"test_a.py": NEW_TEST}, {"test_a.py": "def test_a(): 1\n"}, ["keep"]),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("is_broken", [False, True])
def test_what_a_rebase_brought_is_not_the_branchs_own(
    project: MakeProject, run: Run, git: Git, is_broken: bool
) -> None:
    """The branch is pushed over what the remote has of it; main took a test away meanwhile."""
    root = on_branch(project, git, {"own.py": "x = 1\n"})
    git(root, "update-ref", "refs/remotes/origin/topic", "HEAD")
    git(root, "switch", "-q", "main")
    write_files(root, {"migrations/1.sql": "b\n"})
    git(root, "rm", "-q", "test_a.py")
    git(root, "commit", "-q", "-a", "-m", "Take away")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "topic")
    git(root, "rebase", "-q", "main")
    if is_broken:
        write_files(root, {"migrations/1.sql": "c\n"})
        git(root, "commit", "-q", "-a", "-m", "Break")
    broken = ["frozen"] * is_broken
    assert broken_ids(run, root, "--since", "origin/topic") == broken
    assert broken_ids(run, root, "--since", "origin/main") == broken
    env = {
        "PRE_COMMIT_FROM_REF": git(root, "rev-parse", "origin/topic").strip(),
        "PRE_COMMIT_REMOTE_NAME": "origin",
    }
    outcome = run("pre-commit", "--tree", "--", cwd=root, env=env)
    assert (outcome.code, "[frozen]" in outcome.out) == (int(is_broken), is_broken)
    # What another branch lacks is compared with it as it is.
    git(root, "update-ref", "refs/remotes/origin/release", "refs/remotes/origin/topic")
    assert "keep" in broken_ids(run, root, "--since", "origin/release")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("committed", "changed", "expected"), SQUASHED.values(), ids=SQUASHED)
def test_what_the_default_branch_got_by_a_squash_is_not_the_branchs_own(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
    expected: list[str],
) -> None:
    """No merge base holds it, and all who pull have it."""
    root = on_branch(project, git, committed)
    git(root, "switch", "-q", "main")
    git(root, "merge", "-q", "--squash", "topic")
    commit_all(root, git, "Squashed")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "topic")
    if "migrations/2.sql" in changed:
        assert decision(run, root, "migrations/2.sql", "c\n") == "deny"
    write_files(root, changed)
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == expected
    assert refused_tree(run, root).code == 1
    assert f"Contract violation: {expected[0]} in " in stopped_by(run, root)
    git(root, "commit", "-q", "-m", "Change it")
    assert broken_ids(run, root, "--since", "HEAD~1") == expected


def test_a_default_branch_that_went_on_takes_nothing_from_the_branch(
    project: MakeProject, run: Run, git: Git
) -> None:
    """It has other migrations and tests by now; those of the branch stay its own."""
    root = on_branch(project, git, {"migrations/2.sql": "b\n", "test_a.py": NEW_TEST})
    git(root, "switch", "-q", "main")
    write_files(root, {"migrations/3.sql": "c\n", "test_a.py": "def test_a(): 1\n\n# c\n"})
    commit_all(root, git)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "topic")
    write_files(root, {"migrations/2.sql": "c\n", "test_a.py": "def test_a(): 1\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []
    git(root, "commit", "-q", "-m", "Change both")
    assert broken_ids(run, root, "--since", "HEAD~1") == []


def test_what_a_session_pushed_to_the_default_branch_is_no_longer_its_own(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Another commit after the push made a stop forget the frozen file that the first changed."""
    root = on_branch(project, git, {})
    run("hook", stdin=command_event(root), cwd=root)
    write_files(root, {"migrations/1.sql": "b\n"})
    commit_all(root, git)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    write_files(root, {"other.py": "x = 1\n"})
    commit_all(root, git)
    assert "Contract violation: frozen in " in stopped_by(run, root)
