"""Baselines under real ``git merge``: by plain git, or by the union of both sides' lines."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

DEFAULT = ".phaser/baseline.jsonl"
NO_PRINT = {"no-print.yaml": contract("no-print")}
NONE = "0 errors, 0 warnings\n"
BAD, GOOD = "print(1)\n", "x = 1\n"


def scan_with_baseline(run: Run, root: Path) -> tuple[int, str, str]:
    return run("scan", "--baseline", DEFAULT, cwd=root)


def branch(git: Git, run: Run, root: Path, name: str, *paths: str, content: str = BAD) -> None:
    """A branch off the first commit that changes files, and their entries with them."""
    git(root, "checkout", "-q", "-B", name, "start")
    for path in paths:
        write_files(root, {path: content})
    assert run("baseline", "--update", cwd=root).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", name)


def is_merged(git: Git, root: Path) -> bool:
    git(root, "checkout", "-q", "one")
    try:
        git(root, "merge", "-q", "two")
    except subprocess.CalledProcessError:
        git(root, "merge", "--abort")
        return False
    return True


def start_with_baseline(project: MakeProject, run: Run, git: Git, *, union: bool) -> Path:
    """Ten files with existing violations, far enough apart for others between them."""
    files = {f"{number}0.py": BAD for number in range(1, 10)}
    attributes = {".gitattributes": f"{DEFAULT} merge=union\n"} if union else {}
    root = project({**files, **attributes}, contracts=NO_PRINT)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    git(root, "tag", "start")
    return root


DISTANT_LINE = (("15.py",), ("75.py",))
NEIGHBOURS = (("41.py",), ("42.py",))
BRANCHES = [
    pytest.param(*DISTANT_LINE, BAD, id="added far apart"),
    pytest.param(("20.py",), ("80.py",), GOOD, id="fixed far apart"),
    pytest.param(("20.py",), ("40.py",), GOOD, id="fixed with one between"),
    pytest.param(("20.py",), ("20.py",), GOOD, id="fixed by both"),
    pytest.param(("15.py", "85.py"), ("45.py",), BAD, id="added around"),
    pytest.param(("45.py",), ("45.py",), BAD, id="added by both"),
]
CLOSE = [
    pytest.param(*NEIGHBOURS, BAD, id="added in one place"),
    pytest.param(("40.py",), ("50.py",), GOOD, id="fixed side by side"),
]


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(("on_first", "on_second", "content"), BRANCHES)
def test_git_merges_baselines_of_two_branches(
    project: MakeProject,
    run: Run,
    git: Git,
    on_first: tuple[str],
    on_second: tuple[str],
    content: str,
) -> None:
    """By plain git, and the merge is the baseline that the merged files have."""
    root = start_with_baseline(project, run, git, union=False)
    branch(git, run, root, "one", *on_first, content=content)
    branch(git, run, root, "two", *on_second, content=content)
    assert is_merged(git, root)
    text = (root / DEFAULT).read_text()
    assert run("baseline", "--update", cwd=root).code == 0
    assert (root / DEFAULT).read_text() == text


@pytest.mark.parametrize(("on_first", "on_second", "content"), CLOSE)
def test_neighbours_need_the_union(
    project: MakeProject,
    run: Run,
    git: Git,
    on_first: tuple[str],
    on_second: tuple[str],
    content: str,
) -> None:
    """git takes changes of touching lines for a conflict, unless it may keep both sides."""
    root = start_with_baseline(project, run, git, union=False)
    branch(git, run, root, "one", *on_first, content=content)
    branch(git, run, root, "two", *on_second, content=content)
    assert not is_merged(git, root)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(("on_first", "on_second", "content"), [*BRANCHES, *CLOSE])
def test_the_union_is_a_baseline(
    project: MakeProject,
    run: Run,
    git: Git,
    on_first: tuple[str],
    on_second: tuple[str],
    content: str,
) -> None:
    """Nothing is new after it; what comes back of fixed entries is pruned."""
    root = start_with_baseline(project, run, git, union=True)
    branch(git, run, root, "one", *on_first, content=content)
    branch(git, run, root, "two", *on_second, content=content)
    assert is_merged(git, root)
    assert scan_with_baseline(run, root)[:2] == (0, NONE)
    assert run("baseline", "--prune", cwd=root).code == 0
    text = (root / DEFAULT).read_text()
    assert run("baseline", "--update", cwd=root).code == 0
    assert (root / DEFAULT).read_text() == text


def test_the_union_of_two_counts(project: MakeProject, run: Run, git: Git) -> None:
    """Both lines stay; the larger count is the one that counts."""
    root = start_with_baseline(project, run, git, union=True)
    branch(git, run, root, "one", "40.py", content=BAD * 2)
    branch(git, run, root, "two", "40.py", content=BAD * 3)
    git(root, "checkout", "-q", "one")
    git(root, "merge", "-q", "-X", "theirs", "two")
    assert (root / DEFAULT).read_text().count('"40.py"') == 2
    assert scan_with_baseline(run, root) == (
        0,
        NONE,
        "9 files checked, 11 existing violations (in the baseline)\n",
    )


def test_the_union_of_two_first_baselines(project: MakeProject, run: Run, git: Git) -> None:
    """Both branches introduced one."""
    root = project({".gitattributes": f"{DEFAULT} merge=union\n"}, contracts=NO_PRINT, commit=True)
    git(root, "tag", "start")
    branch(git, run, root, "one", "a.py", "c.py")
    branch(git, run, root, "two", "b.py", "c.py")
    assert is_merged(git, root)
    assert scan_with_baseline(run, root) == (
        0,
        NONE,
        "3 files checked, 3 existing violations (in the baseline)\n",
    )
