"""What changed, found by scans, git's hooks and agents': against which base, and whose it is."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract
from tests.conftest import dated_an_hour_ago, write_files
from tests.hook.test_after_command import command_event
from tests.hook.test_changes import frozen
from tests.hook.test_others_work import Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

NOTE = "1 contract not checked: frozen; needs --since REV or --staged"
FROZEN = {"a.yaml": frozen(file_glob="*.lock")}


def violating_paths(
    run: Run, root: Path, *arguments: str, env: dict[str, str] | None = None
) -> list[str]:
    command, *flags = arguments
    outcome = run(command, "--format=json", *flags, cwd=root, env=env)
    assert outcome.out, outcome.err
    report = json.loads(outcome.out)
    assert outcome.code == bool(report["violations"])
    return [violation["path"] for violation in report["violations"]]


@pytest.fixture
def changed_project(project: MakeProject, git: Git) -> Path:
    """A branch with one commit, with something staged, and something more on the disk."""
    names = ("committed", "staged", "edited", "gone", "moved", "same")
    root = project({f"{name}.lock": f"{name}\n" for name in names}, contracts=FROZEN, commit=True)
    git(root, "branch", "base")
    write_files(root, {"committed.lock": "2\n"})
    git(root, "commit", "-q", "-a", "-m", "Second")
    write_files(root, {"staged.lock": "2\n", "new.lock": "1\n"})
    git(root, "add", "-A")
    git(root, "mv", "moved.lock", "other.lock")
    write_files(root, {"edited.lock": "2\n", "untracked.lock": "1\n"})
    (root / "gone.lock").unlink()
    return root


STAGED = ["moved.lock", "new.lock", "other.lock", "staged.lock"]
ON_DISK = sorted([*STAGED, "edited.lock", "gone.lock", "untracked.lock"])


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("arguments", "env", "expected"),
    [
        (["scan"], {}, []),
        (["scan", "--tree"], {}, []),
        (["scan", "--staged"], {}, STAGED),
        (["scan", "--staged", "new.lock"], {}, ["new.lock"]),
        (["scan", "--since", "HEAD"], {}, ON_DISK),
        (["scan", "--since", "HEAD", "gone.lock", "same.lock"], {}, None),
        (["scan", "--since", "HEAD", "--tree", "same.lock"], {}, ON_DISK),
        (["scan", "--since", "base"], {}, sorted([*ON_DISK, "committed.lock"])),
        (["pre-commit", "--tree", "--"], {}, STAGED),
        (["pre-commit", "--tree", "--since", "base", "--"], {}, ["committed.lock", *STAGED]),
        (["pre-commit", "--tree", "--"], {"PRE_COMMIT_FROM_REF": "base"},
         ["committed.lock", *STAGED]),
        (["pre-commit", "--tree", "--"], {"PRE_COMMIT_FROM_REF": "0" * 40}, STAGED),
        (["pre-commit", "--tree", "--"], {"PRE_COMMIT_FROM_REF": ""}, STAGED),
        # Where a remote has nothing of it there is no before.
        (["pre-commit", "--tree", "--"], {"PRE_COMMIT_REMOTE_NAME": "origin"}, []),
        (["pre-commit", "--", "staged.lock"], {}, []),
        (["pre-commit", "--since", "HEAD", "--", "staged.lock"], {}, []),
    ],
)  # fmt: skip
def test_each_command_compares_with_its_own_base(
    changed_project: Path,
    run: Run,
    arguments: list[str],
    env: dict[str, str],
    expected: list[str] | None,
) -> None:
    """The disk, or the index; against HEAD, a revision, or what pre-commit starts from."""
    if expected is None:  # a file that is gone cannot be named
        assert run(*arguments, cwd=changed_project).code == 2
    else:
        assert violating_paths(run, changed_project, *arguments, env=env) == expected


def test_contracts_of_several_files_are_noted_under_none(project: MakeProject, run: Run) -> None:
    """Under the first of them it read as what is wrong with that file."""
    text = frozen(file_glob="*.lock")
    contracts = {f"{name}.yaml": text.replace("frozen", name, 1) for name in ("a", "b")}
    root = project({}, contracts=contracts)
    note = "phaser-lint: note: 2 contracts not checked: a, b; needs --since REV or --staged\n"
    assert run("scan", cwd=root).err.startswith(note)


@pytest.mark.parametrize(
    ("arguments", "has_note"),
    [
        (["scan"], True),
        (["scan", "--tree"], True),
        (["scan", "same.lock"], True),
        (["scan", "--since", "HEAD"], False),
        (["scan", "--staged"], False),
        (["pre-commit", "--", "same.lock"], False),
    ],
)
def test_a_run_without_a_before_says_so(
    project: MakeProject, run: Run, arguments: list[str], has_note: bool
) -> None:
    """And that is no error: nothing is wrong with what there is."""
    root = project({"same.lock": ""}, contracts=FROZEN, commit=True)
    outcome = run(*arguments, cwd=root)
    assert (outcome.code, NOTE in outcome.err) == (0, has_note)
    assert (NOTE in run("enforce", "--all", cwd=root).err) is True


def test_before_the_first_commit(project: MakeProject, run: Run, git: Git) -> None:
    """All is new."""
    root = project({"a.lock": ""}, contracts=FROZEN)
    git(root, "add", "-A")
    assert violating_paths(run, root, "scan", "--staged") == ["a.lock"]
    assert violating_paths(run, root, "pre-commit", "--tree", "--") == ["a.lock"]


def test_a_scan_below_the_top_checks_what_changed_there(project: MakeProject, run: Run) -> None:
    """A scan there checks what changed there; what else changed is known."""
    changed_together = contract(
        "together", type="changed_together", pattern=None, file_glob="*.py", with_glob="/NEWS"
    )
    files = {"api/a.py": "", "b.py": "", "NEWS": "", "api/a.lock": "", "b.lock": ""}
    root = project(files, contracts={**FROZEN, "b.yaml": changed_together}, commit=True)
    write_files(root, {name: "2\n" for name in files if name != "NEWS"})
    assert violating_paths(run, root / "api", "scan", "--since", "HEAD") == [
        "api/a.lock",
        "api/a.py",
    ]
    write_files(root, {"NEWS": "2\n"})
    assert violating_paths(run, root / "api", "scan", "--since", "HEAD") == ["api/a.lock"]


def test_globs_of_changes_begin_at_their_level(project: MakeProject, run: Run) -> None:
    """Paths are relative to a level, and a nearer contract takes its files out of both globs."""

    def pair_contract(glob: str, with_glob: str) -> str:
        return contract(
            "a", type="changed_together", pattern=None, file_glob=glob, with_glob=with_glob
        )

    files = {
        "pay/.claude/contracts/a.yaml": pair_contract("src/", "docs/"),
        "pay/src/a.py": "", "pay/docs/a.md": "", "src/b.py": "", "docs/b.md": "",
    }  # fmt: skip
    root = project(files, contracts={"a.yaml": pair_contract("src/", "docs/")}, commit=True)
    write_files(root, {"src/b.py": "2\n", "pay/docs/a.md": "2\n"})
    assert violating_paths(run, root, "scan", "--since", "HEAD") == ["src/b.py"]
    write_files(root, {"pay/src/a.py": "2\n"})
    assert violating_paths(run, root, "scan", "--since", "HEAD") == ["src/b.py"]
    write_files(root, {"docs/b.md": "2\n", "pay/docs/a.md": ""})
    assert violating_paths(run, root, "scan", "--since", "HEAD") == ["pay/src/a.py"]


def test_each_set_of_files_is_compared_by_itself(project: MakeProject, run: Run) -> None:
    """What was broken of other files says nothing of these: on disk, in the index, in a part."""
    changed_together = contract(
        "together",
        type="changed_together",
        pattern=None,
        file_glob="*.py",
        with_glob="{dir}/NEWS",
    )
    files = {f"{folder}{name}": "" for folder in ("a*/", "b/", "") for name in ("x.py", "NEWS")}
    root = project(files, contracts={"b.yaml": changed_together}, commit=True)
    write_files(root, {"a*/x.py": "2\n", "b/x.py": "2\n", "b/NEWS": "2\n", "x.py": "2\n"})
    assert violating_paths(run, root, "scan", "--since", "HEAD") == ["a*/x.py", "x.py"]
    assert violating_paths(run, root / "a*", "scan", "--since", "HEAD") == ["a*/x.py"]
    assert violating_paths(run, root, "scan", "--since", "HEAD", "b/x.py", "x.py") == ["x.py"]
    write_files(root, {"a*/NEWS": "2\n"})
    assert violating_paths(run, root, "scan", "--since", "HEAD") == ["x.py"]


def test_an_override_takes_files_out_of_a_contract_about_changes(
    project: MakeProject, run: Run
) -> None:
    """It takes files out; what checks its files together keeps its severity."""
    override = "override: {}\nseverity: warning\n"
    files = {
        "pay/.claude/contracts/a.yaml": override.format("frozen"),
        "pay/.claude/contracts/b.yaml": override.format("together"),
    }
    changed_together = contract(
        "together", type="changed_together", pattern=None, file_glob="*.py", with_glob="NEWS"
    )
    root = project(files, contracts={**FROZEN, "b.yaml": changed_together}, commit=True)
    write_files(root, {"pay/a.lock": "", "a.lock": "", "pay/a.py": ""})
    outcome = run("scan", "--since", "HEAD", "--format=json", cwd=root)
    report = json.loads(outcome.out)
    assert {violation["path"]: violation["severity"] for violation in report["violations"]} == {
        "a.lock": "error", "pay/a.lock": "warning", "pay/a.py": "error",
    }  # fmt: skip
    (problem,) = report["contract_problems"]
    assert "checks all its files together" in problem["expected"]


# What others brought.


def merge(work: Work) -> None:
    work.does("merge", "-q", "--no-commit", "side")


def squash(work: Work) -> None:
    work.does("merge", "-q", "--squash", "side")


def pick(work: Work) -> None:
    work.does("cherry-pick", "side")


def resolve(work: Work, side: str) -> None:
    merge(work)
    work.does("checkout", side, "--", "both.lock")


@pytest.fixture
def work(project: MakeProject, git: Git, run: Run, environment: dict[str, str]) -> Work:
    """A colleague changed ``both.lock``, as main did, and others, in one commit on ``side``.

    All that is an hour old: the session begins after it, and commits are dated in whole seconds.
    """
    files = {f"{name}.lock": "1\n" for name in ("both", "theirs", "deleted", "mine")}
    work = Work(project(files, contracts=FROZEN, commit=True), git, run)
    with dated_an_hour_ago(environment, work.root):
        work.does("switch", "-q", "-c", "side")
        (work.root / "deleted.lock").unlink()
        work.commit({"both.lock": "2\n", "theirs.lock": "2\n", "added.lock": "2\n"})
        work.does("switch", "-q", "main")
        work.commit({"both.lock": "3\n"})
    return work


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("bring", "expected"),
    [
        (lambda work: resolve(work, "--theirs"), []),
        (lambda work: resolve(work, "--ours"), []),
        (merge, ["both.lock"]),
        (squash, ["both.lock"]),
        (pick, ["both.lock"]),
    ],
)
def test_a_file_that_equals_a_side_of_a_merge_is_no_change(
    work: Work, bring: Callable[[Work], None], expected: list[str]
) -> None:
    """In conflict it is neither side's; what is taken from either is nobody's here."""
    assert work.after_command() == ""
    bring(work)
    assert work.since().split() == expected
    if not expected:
        work.does("add", "-A")
        for arguments in (("scan", "--staged"), ("pre-commit", "--tree", "--")):
            assert violating_paths(work.run, work.root, *arguments) == []
    assert [path for path in ("both.lock", "theirs.lock") if path in work.stops()] == expected


def test_a_file_that_differs_from_both_sides_is_a_change(work: Work) -> None:
    """It is who merges that did it."""
    assert work.after_command() == ""
    resolve(work, "--theirs")
    (work.root / "mine.lock").unlink()
    write_files(work.root, {"theirs.lock": "mine\n"})
    assert work.since().split() == ["mine.lock", "theirs.lock"]
    assert "mine.lock" in work.stops()


def test_an_agent_may_write_either_side_of_a_merge(work: Work, run: Run) -> None:
    """Either side of a frozen file, and nothing else."""
    assert work.after_command() == ""
    merge(work)

    def denied(text: str) -> bool:
        tool_input = {"file_path": str(work.root / "both.lock"), "content": text}
        payload: dict[str, Any] = {
            "session_id": "abc123", "cwd": str(work.root), "hook_event_name": "PreToolUse",
            "tool_name": "Write", "tool_input": tool_input,
        }  # fmt: skip
        return "deny" in run("hook", stdin=json.dumps(payload).encode(), cwd=work.root).out

    assert [denied(text) for text in ("2\n", "3\n", "4\n")] == [False, False, True]


def test_what_was_pulled_in_a_session_is_not_the_agents(work: Work) -> None:
    """Others committed it; what the session committed beside it is its own."""
    assert work.after_command() == ""
    work.commit({"mine.lock": "2\n"})
    assert "mine.lock" in work.after_command()
    resolve(work, "--theirs")
    work.commit({}, "Merged")
    answer = work.stops()
    assert "mine.lock" in answer
    assert "theirs.lock" not in answer


def test_a_link_that_was_merely_touched_is_no_change(
    project: MakeProject, run: Run, git: Git
) -> None:
    """As in a checkout that was copied: where it leads is what it holds."""
    root = project({"a.txt": "1\n"}, contracts=FROZEN)
    (root / "a.lock").symlink_to("a.txt")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "First")
    os.utime(root / "a.lock", (1, 1), follow_symlinks=False)
    assert violating_paths(run, root, "scan", "--since", "HEAD") == []
    (root / "a.lock").unlink()
    (root / "a.lock").symlink_to("b.txt")
    assert violating_paths(run, root, "scan", "--since", "HEAD") == ["a.lock"]


@pytest.mark.parametrize("side", [False, True])
def test_a_mode_is_of_who_changed_it(project: MakeProject, run: Run, git: Git, side: bool) -> None:
    """What a file holds says nothing of that: each branch has it as it was."""
    root = project({"a.lock": "1\n", "b.txt": "1\n"}, contracts=FROZEN, commit=True)
    git(root, "switch", "-q", "-c", "side")
    if side:
        (root / "a.lock").chmod(0o755)
    write_files(root, {"b.txt": "2\n"})
    git(root, "commit", "-q", "-a", "-m", "Theirs")
    git(root, "switch", "-q", "main")
    git(root, "merge", "-q", "--no-commit", "--no-ff", "side")
    (root / "a.lock").chmod(0o755)
    expected = [] if side else ["a.lock"]
    assert violating_paths(run, root, "scan", "--since", "HEAD") == expected


def test_a_mode_that_an_agent_committed_is_its_own(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = project({"a.lock": "1\n"}, contracts=FROZEN, commit=True)
    git(root, "branch", "older")
    run("hook", stdin=command_event(root), cwd=root)
    (root / "a.lock").chmod(0o755)
    git(root, "commit", "-q", "-a", "-m", "Mine")
    stop = {"session_id": "abc123", "cwd": str(root), "hook_event_name": "Stop"}
    outcome = run("hook", stdin=json.dumps(stop).encode(), cwd=root)
    assert "frozen in a.lock" in json.loads(outcome.out).get("reason", "")
