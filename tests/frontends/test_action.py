"""``phaser-lint action``: real clones, as GitHub's checkout makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.conftest import write_files
from tests.frontends.made import contract

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

OLD = "print(0)\n"
ANNOTATION = (
    "::error file={},line={line},endLine={line},col=1,endColumn=7,title=no-print::Use the logger.\n"
)
WHOLE = "phaser-lint: checking the whole project\n"
NO_BASE = (
    "phaser-lint: this checkout is not the pull request's merge commit with its base "
    "(fetch-depth: 2), so what is new cannot be told from what is old\n"
)
NEW = ANNOTATION.format("a.py", line=2) + ANNOTATION.format("new.py", line=1)
ONLY_NEW = f"{NEW}phaser-lint: 2 errors, 0 warnings; 2 files checked, 1 old\n"
EVERYTHING = (
    ANNOTATION.format("a.py", line=1)
    + NEW
    + ANNOTATION.format("old.py", line=1)
    + "phaser-lint: 4 errors, 0 warnings; 3 files checked\n"
)


class Origin(NamedTuple):
    """A repository on the server, with a pull request's merge commit under ``refs/pull/1``."""

    root: Path
    merge: str


@pytest.fixture
def origin(project: MakeProject, git: Git) -> Origin:
    """The base went on after the branch was made; the branch adds to old debt."""
    root = project({"a.py": OLD, "old.py": OLD}, contracts={"a.yaml": contract()}, commit=True)
    git(root, "switch", "-q", "-c", "branch")
    write_files(root, {"a.py": OLD + "print(1)\n", "new.py": "print(2)\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Change")
    git(root, "switch", "-q", "main")
    write_files(root, {"base.txt": "x\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Meanwhile")
    git(root, "merge", "-q", "--no-ff", "-m", "Merge", "branch")
    merge = git(root, "rev-parse", "HEAD").strip()
    git(root, "update-ref", "refs/pull/1/merge", merge)
    git(root, "reset", "-q", "--hard", "HEAD^1")
    git(root, "config", "uploadpack.allowAnySHA1InWant", "true")
    return Origin(root, merge)


def checkout(origin: Origin, git: Git, *, depth: int, ref: str = "refs/pull/1/merge") -> Path:
    """A workspace as actions/checkout makes it."""
    root = origin.root.parent / "workspace"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "remote", "add", "origin", f"file://{origin.root}")
    git(root, "fetch", "-q", "--no-tags", *([f"--depth={depth}"] if depth else []), "origin", ref)
    git(root, "checkout", "-q", "--detach", "FETCH_HEAD")
    return root


def act(run: Run, root: Path, event: str = "pull_request", **env: str) -> Outcome:
    given = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_WORKSPACE": str(root)}
    return run("action", cwd=root, env={**given, **env})


def test_merge_commit_with_its_base(origin: Origin, run: Run, git: Git) -> None:
    """``fetch-depth: 2``: only what the pull request introduces."""
    root = checkout(origin, git, depth=2)
    assert act(run, root, GITHUB_SHA=origin.merge) == (1, ONLY_NEW, "")


def test_whole_history(origin: Origin, run: Run, git: Git) -> None:
    """``fetch-depth: 0`` is the same."""
    assert act(run, checkout(origin, git, depth=0)) == (1, ONLY_NEW, "")


def test_merge_commit_alone(origin: Origin, run: Run, git: Git) -> None:
    """The default, ``fetch-depth: 1``: the base is fetched."""
    assert act(run, checkout(origin, git, depth=1)) == (1, ONLY_NEW, "")


def test_base_that_cannot_be_fetched(origin: Origin, run: Run, git: Git) -> None:
    """A fork without credentials: everything is checked, and the log says why."""
    root = checkout(origin, git, depth=1)
    git(root, "remote", "set-url", "origin", "file:///none")
    outcome = act(run, root)
    lines = outcome.out.splitlines(keepends=True)
    assert lines[0].startswith("phaser-lint: the base is not in this checkout: git fetch: ")
    assert (outcome.code, "".join(lines[1:]), outcome.err) == (1, NO_BASE + WHOLE + EVERYTHING, "")


def test_checkout_of_the_branch_itself(origin: Origin, run: Run, git: Git) -> None:
    """``ref: head.sha`` has no base to compare with."""
    root = checkout(origin, git, depth=2, ref="branch")
    assert act(run, root) == (1, NO_BASE + WHOLE + EVERYTHING, "")


def test_branch_that_ends_in_a_merge_of_its_own(origin: Origin, run: Run, git: Git) -> None:
    """Its first parent is the branch, not the base: what came before must not pass as old."""
    git(origin.root, "switch", "-q", "branch")
    git(origin.root, "merge", "-q", "--no-ff", "-m", "Update", "main")
    root = checkout(origin, git, depth=2, ref="branch")
    assert act(run, root, GITHUB_SHA=origin.merge) == (1, NO_BASE + WHOLE + EVERYTHING, "")


@pytest.mark.parametrize("event", ["push", "merge_group", "workflow_dispatch", ""])
def test_other_events(origin: Origin, run: Run, git: Git, event: str) -> None:
    """A branch is judged as a whole."""
    root = checkout(origin, git, depth=1)
    assert act(run, root, event) == (1, WHOLE + EVERYTHING, "")


def test_clean_pull_request(origin: Origin, run: Run, git: Git) -> None:
    """Old debt does not fail it."""
    git(origin.root, "switch", "-q", "-c", "clean")
    write_files(origin.root, {"a.py": OLD + "x\n"})
    git(origin.root, "commit", "-q", "-am", "Clean")
    git(origin.root, "switch", "-q", "main")
    git(origin.root, "merge", "-q", "--no-ff", "-m", "Merge", "clean")
    git(origin.root, "update-ref", "refs/pull/1/merge", "HEAD")
    outcome = act(run, checkout(origin, git, depth=2))
    said = "phaser-lint: 0 errors, 0 warnings; 1 file checked, 1 old\n"
    assert outcome == (0, said, "")


def test_inputs(origin: Origin, run: Run, git: Git) -> None:
    """They come as variables; blank ones are none."""
    root = checkout(origin, git, depth=2)
    outcome = act(run, root, PHASER_PATHS="  a.py\n", PHASER_FAIL_ON=" ", PHASER_ROOT="")
    expected = ANNOTATION.format("a.py", line=2)
    said = "phaser-lint: 1 error, 0 warnings; 1 file checked, 1 old\n"
    assert outcome == (1, expected + said, "")
    warn = contract("no-x", pattern="x", file_glob="*.txt", severity="warning")
    write_files(root, {"rules/a.yaml": warn, "x.txt": "x\n"})
    for fail_on, code in (("", 0), ("error", 0), ("warning", 1)):
        given = {"PHASER_CONTRACTS_DIR": "rules", "PHASER_FAIL_ON": fail_on}
        assert act(run, root, "push", **given).code == code


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"PHASER_FAIL_ON": "info"}, "fail-on: expected one of error, warning, not info"),
        ({"PHASER_ROOT": "none"}, "--root: expected a folder: none"),
        ({"PHASER_PATHS": "none.py"}, "none.py: no such file or folder"),
        ({"PHASER_CONTRACTS_DIR": "none"}, "--contracts-dir: expected a folder of contract files"),
    ],
)
def test_wrong_inputs(origin: Origin, run: Run, git: Git, env: dict[str, str], said: str) -> None:
    """Exit code 2 and a clear line."""
    outcome = act(run, checkout(origin, git, depth=2), **env)
    assert outcome.code == 2
    assert outcome.err.startswith(f"phaser-lint: {said}")
    assert outcome.err.count("\n") == 1


def test_contracts_of_the_home_folder_do_not_count(
    origin: Origin, run: Run, git: Git, tmp_path: Path
) -> None:
    """The verdict does not depend on whose machine it is."""
    root = checkout(origin, git, depth=2)
    write_files(tmp_path / "home/.phaser/contracts", {"a.yaml": contract("no-x", pattern="x")})
    assert act(run, root, HOME=str(tmp_path / "home")) == (1, ONLY_NEW, "")
