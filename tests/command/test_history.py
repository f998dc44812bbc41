"""``phaser-lint history``: what is said of each commit, of each contract, and where it ends."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check import checked_history
from phaser_lint.report import commit_history
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

TODO = contract(
    "no-todo", pattern="TODO", file_glob="*", message="Write it down.", severity="warning"
)
SLOW = r"(a|aa|a.)+[^a]*\d$"
CONTRACTS = {"a.yaml": contract(), "b.yaml": TODO}


def commit(git: Git, root: Path, files: dict[str, str], subject: str = "More") -> str:
    write_files(root, files)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", subject)
    return git(root, "rev-parse", "HEAD").strip()[:12]


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    return project({"a.py": "x = 1\n"}, contracts=CONTRACTS, commit=True)


@pytest.mark.parametrize(
    "after",
    [
        {"a.py": "x = 1\n# one\n"},
        {"a.py": "  x = 1\n", "b.txt": "print(1)\n"},
        {},
    ],
)
def test_a_commit_that_breaks_nothing_is_counted(
    root: Path, git: Git, run: Run, after: dict[str, str]
) -> None:
    commit(git, root, after)
    outcome = run("history", "no-print", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    touched = 1 + ("a.py" in after)
    commits = "commits" if touched > 1 else "commit"
    assert outcome.out == (
        f"no-print  0 of {touched} {commits}\n"
        "2 commits checked, all there are: 0 would have been stopped, 0 warned about\n"
    )


def test_each_commit_answers_for_its_own(root: Path, git: Git, run: Run) -> None:
    """The newest first: what is added, let pass, moved, and what a later one takes out."""
    added = commit(git, root, {"a.py": "x = 1\nprint(1)\n"})
    warned = commit(git, root, {"b.txt": "TODO\n"})
    moved = commit(git, root, {"a.py": "x = 1\n", "c.py": "y = 1\n  print(1)\n"})
    passed = commit(git, root, {"c.py": "print(2)  # phaser:ignore no-print -- yes\n"})
    outcome = run("history", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        f"{passed} c.py:1:1: suppressed: Use the logger. [no-print]\n"
        f"{warned} b.txt:1:1: warning: Write it down. [no-todo]\n"
        f"{added} a.py:2:1: error: Use the logger. [no-print]\n"
        "\n"
        "no-print  1 of 4 commits, suppressed in 1\n"
        "no-todo   1 of 5 commits\n"
        "5 commits checked, all there are: 1 would have been stopped, 1 warned about\n"
    )
    assert moved not in outcome.out


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["print(1)\n", "x\n"], "1 of 2 commits"),
        (["print(1)\n", "print(2)\n", "x\n"], "2 of 3 commits"),
        (["print(1)\n", "print(2)\n"], "2 of 2 commits"),
        (
            ["print(1)  # phaser:ignore no-print\n", "x\n"],
            "0 of 2 commits, suppressed in 1",
        ),
    ],
)
def test_of_how_many_commits_each_contract_is_broken(
    project: MakeProject, git: Git, run: Run, texts: list[str], expected: str
) -> None:
    """Of the commits that change a file of it: the numbers say how often."""
    root = project({}, contracts={"a.yaml": contract()}, commit=True)
    for text in texts:
        commit(git, root, {"a.py": text})
    lines = run("history", cwd=root).out.splitlines()
    assert lines[-2] == f"no-print  {expected}"


def test_what_nothing_broke_is_counted(root: Path, git: Git, run: Run) -> None:
    """Seventeen lines of never say less than one, if nobody asks for them by name."""
    commit(git, root, {"a.py": "x = 1\nprint(1)\n"})
    *_, printed, line_of_others, totals = run("history", cwd=root).out.splitlines()
    assert (printed, line_of_others) == (
        "no-print  1 of 2 commits",
        "1 contract would have reported nothing",
    )
    lines_by_name = run("history", "no-todo", cwd=root).out.splitlines()
    assert lines_by_name == [
        "no-todo  0 of 2 commits",
        totals.replace("1 would", "0 would"),
    ]


def test_an_old_violation_with_a_new_directive_is_none(root: Path, git: Git, run: Run) -> None:
    """A directive in its own line suppresses what nobody added."""
    commit(git, root, {"a.py": "print(1)\n"})
    commit(git, root, {"a.py": "# phaser:ignore-next-line no-print\nprint(1)\n"})
    assert "suppressed" not in run("history", cwd=root).out


def test_merges_are_none_and_count_for_none(root: Path, git: Git, run: Run) -> None:
    """The commits of a branch are among them; -n counts those that are no merges."""
    git(root, "checkout", "-q", "-b", "side")
    side = commit(git, root, {"side.py": "print(1)\n"})
    git(root, "checkout", "-q", "main")
    main = commit(git, root, {"main.py": "print(1)\n"})
    git(root, "merge", "-q", "--no-edit", "side")
    outcome = run("history", "no-print", "-n", "2", cwd=root).out.splitlines()
    assert sorted(line.split(" ")[0] for line in outcome[:2]) == sorted([side, main])
    assert outcome[-1] == "2 commits checked: 2 would have been stopped, 0 warned about"


def test_the_first_commit_is_compared_with_nothing(
    project: MakeProject, git: Git, run: Run
) -> None:
    """All that it holds is new."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract()}, commit=True)
    first_commit = git(root, "rev-parse", "HEAD").strip()[:12]
    assert run("history", cwd=root).out.startswith(
        f"{first_commit} a.py:1:1: error: Use the logger."
    )


def test_the_end_of_a_shallow_clone_is_reported(
    root: Path, git: Git, run: Run, tmp_path: Path
) -> None:
    """Of its last commit nobody knows what it changed."""
    commit_at_end = commit(git, root, {"a.py": "print(1)\n"})
    last = commit(git, root, {"a.py": "print(1)\nprint(2)\n"})
    git(tmp_path, "clone", "-q", "--depth=2", f"file://{root}", "shallow")
    outcome = run("history", "no-print", cwd=tmp_path / "shallow")
    assert (outcome.code, outcome.err) == (
        0,
        f"phaser-lint: note: this clone is shallow and ends at {commit_at_end}, "
        "which is not checked; "
        "git fetch --unshallow gets the rest of the history\n",
    )
    assert outcome.out == (
        f"{last} a.py:2:1: error: Use the logger. [no-print]\n\n"
        "no-print  1 of 1 commit\n"
        "1 commit checked: 1 would have been stopped, 0 warned about\n"
    )
    enough = run("history", "-n1", cwd=tmp_path / "shallow")
    assert enough.err == ""


def test_a_partial_clone_lacks_what_was(root: Path, git: Git, run: Run, tmp_path: Path) -> None:
    """Nothing is fetched, and it is said how to."""
    commit(git, root, {"a.py": "print(1)\n"})
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{root}", "partial")
    outcome = run("history", cwd=tmp_path / "partial")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("git fetch --refetch --no-filter brings all of it\n")


def test_colours_and_what_is_skipped(root: Path, git: Git, run: Run) -> None:
    """In colours where that is asked for; what was not checked is counted."""
    added = commit(git, root, {"a.py": "print(1)\n", "b.py": "\0"})
    plain = run("history", "no-print", "-n1", cwd=root).out
    assert plain == (
        f"{added} a.py:1:1: error: Use the logger. [no-print]\n\n"
        "no-print  1 of 1 commit\n"
        "1 commit checked: 1 would have been stopped, 0 warned about, 1 skipped (binary: 1)\n"
    )
    for arguments, env in ((("--color=always",), {}), ((), {"FORCE_COLOR": "1"})):
        out = run("history", "no-print", "-n1", *arguments, cwd=root, env=env).out
        assert "\x1b[33m" in out
        assert re.sub(r"\x1b\[[\d;]*m", "", out) == plain


def test_json_has_history_by_commit_and_contract(root: Path, git: Git, run: Run) -> None:
    """All of it, by commit and by contract; paths count from the root."""
    added = commit(git, root, {"in/a.py": "print(1)\n"}, "Adds \x1b[2J it")
    outcome = run("history", "--json", "-n", "1", cwd=root / "in")
    document = json.loads(outcome.out)
    (only,) = document.pop("commits")
    (violation,) = only.pop("violations")
    assert (outcome.code, violation["path"], violation["line"]) == (0, "in/a.py", 1)
    assert only.pop("commit").startswith(added)
    assert only.pop("parent") == git(root, "rev-parse", "HEAD^").strip()
    assert only.pop("date") == git(root, "log", "-1", "--format=%cI").strip()
    assert only == {
        "subject": "Adds \x1b[2J it",
        "stopped": True,
        "overridden": [],
        "undecided": [],
        "skipped": [],
    }
    common_keys = {"level": "", "touched": 1, "overridden": 0, "undecided": 0}
    assert document == {
        "version": 1,
        "contracts": [
            {
                **common_keys,
                "rule_id": "no-print",
                "severity": "error",
                "frequency": "always",
                "broken": 1,
            },
            {
                **common_keys,
                "rule_id": "no-todo",
                "severity": "warning",
                "frequency": "never",
                "broken": 0,
            },
        ],
        "cut_at": None,
        "problems": [],
        "unchecked": [],
        "summary": {"judged": 1, "stopped": 1, "warned": 0},
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope"], "nope: no contract of that id is in force"),
        (["no-prin"], "no-prin: no contract of that id is in force; did you mean no-print?"),
        (["-n", "0"], "argument -n/--number: expected a number from 1 to 10000000"),
        (["-n", "1e3"], "argument -n/--number: expected a number from 1 to 10000000"),
        (["--jsn"], "--jsn"),
    ],
)
def test_wrong_arguments_exit_with_2(
    root: Path, run: Run, arguments: list[str], message: str
) -> None:
    """With exit code 2, and nothing on standard output."""
    outcome = run("history", *arguments, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("phaser-lint: ")
    assert message in outcome.err


def test_a_wrong_id_beside_a_wrong_example(root: Path, run: Run) -> None:
    """That contract is in force; of one that is skipped the id may be meant."""
    write_files(root / ".claude/contracts", {"c.yaml": contract("c", examples={"invalid": [""]})})
    outcome = run("history", "no-prin", cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("no contract of that id is in force; did you mean no-print?\n")
    write_files(root / ".claude/contracts", {"c.yaml": contract("no-prin", type="x")})
    outcome = run("history", "no-prin", cwd=root)
    assert outcome.code == 2
    assert outcome.err.startswith(".claude/contracts/c.yaml:2: type: expected one of ")


def test_without_git_there_is_no_history(tmp_path: Path, run: Run) -> None:
    outcome = run("history", cwd=tmp_path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"phaser-lint: {tmp_path.resolve()} is in no git repository\n"


def test_a_history_that_checked_less_exits_with_2(root: Path, git: Git, run: Run) -> None:
    """A contract that is skipped, and a pattern without an end, make less of it: 2."""
    write_files(root / ".claude/contracts", {"c.yaml": contract("slow", pattern=SLOW)})
    commit(git, root, {"a.py": f"{'a' * 50}!"})
    outcome = run("history", "slow", "-n1", "--timeout=5", cwd=root)
    assert outcome.code == 2
    assert "a.py: undecided: slow: the pattern took longer than 5 ms" in outcome.err
    assert outcome.out.startswith("slow  0 of 1 commit, undecided in 1\n")
    write_files(root / ".claude/contracts", {"c.yaml": "rule_id: broken\n"})
    outcome = run("history", cwd=root)
    assert outcome.code == 2
    assert ".claude/contracts/c.yaml:1: type: missing" in outcome.err


def test_a_checkout_runs_nothing(root: Path, git: Git, run: Run) -> None:
    """What ``git log`` would start to verify a signature."""
    commit(git, root, {"a.py": "print(1)\n"})
    for name, field in (("log.showSignature", "true"), ("gpg.program", "touch ran; false")):
        git(root, "config", name, field)
    git(root, "config", "diff.renames", "copies")
    git(root, "config", "log.date", "relative")
    assert "a.py:1:1: error" in run("history", cwd=root).out
    assert not (root / "ran").exists()


def test_a_commit_of_very_many_files(
    root: Path, git: Git, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take longer than all others: it is left out, and that is said."""
    for module in (checked_history, commit_history):
        monkeypatch.setattr(module, "MOST_FILES", 200)
    files = "".join(f"M 100644 :1 f/{number}.py\n" for number in range(201))
    stream = (
        "blob\nmark :1\ndata 2\n1\n\ncommit refs/heads/main\n"
        f"committer a <a@b> 1700000000 +0000\ndata 4\nmany\nfrom refs/heads/main^0\n{files}"
    )
    path = root.parent / "stream"
    path.write_text(stream)
    with path.open("rb") as file:
        subprocess.run(["git", "fast-import", "--quiet"], cwd=root, stdin=file, check=True)
    commit = git(root, "rev-parse", "HEAD").strip()[:12]
    message = f"{commit} is not checked: it changes 201 files, of at most 200"
    outcome = run("history", cwd=root)
    assert (outcome.code, message in outcome.err) == (2, True)
    outcome = run("try", "x = ", "--history", "5", "--json", cwd=root)
    assert outcome.code == 2
    assert [
        unchecked_commit["files"]
        for unchecked_commit in json.loads(outcome.out)["history"]["unchecked"]
    ] == [201]
