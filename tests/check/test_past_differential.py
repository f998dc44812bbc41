"""A commit in the history is checked as ``scan --since`` checks it where it is checked out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.checked_history import check_history
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.new_violations import without_directives
from phaser_lint.check.open_project import open_every_level
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.project.git.revisions import name_empty_tree
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.check.checked_history import History
    from phaser_lint.contract.model import Report
    from tests.conftest import Git, MakeProject

CONTRACTS = {
    "forbids": contract("forbids", pattern=r"bad\w*", file_glob="*.py"),
    "once": contract("once", type="file_not_contains", pattern="odd", file_glob="*"),
    "requires": contract("requires", type="require_pattern", pattern="ok", file_glob="a/*.py"),
    "contains": contract("contains", type="file_contains", pattern="ok", file_glob="b/*.py"),
    "somewhere": contract(
        "somewhere", type="file_contains", pattern="bad2", file_glob="*.py", scope="tree"
    ),
    "exists": contract("exists", type="file_exists", pattern=None, file_glob="c/two.py"),
    "absent": contract("absent", type="file_not_exists", pattern=None, file_glob="b/thr*.py"),
    "frozen": contract("frozen", type="file_frozen", pattern=None, file_glob="c/"),
    "together": contract(
        "together", type="changed_together", pattern=None, file_glob="a/", with_glob="b/"
    ),
    "pairs": contract(
        "pairs", type="file_pair", pattern=None, file_glob="a/*.py", partner="b/{stem}.py"
    ),
    "folders": contract(
        "folders", type="file_pair", pattern=None, file_glob="*/", partner="{dir}/one.py"
    ),
    "items": contract(
        "items", type="items_listed", pattern=r"def (\w+)", file_glob="*.py", listed_in="list.md"
    ),
    "own": contract(
        "own", type="changed_together", pattern=None, file_glob="a/", with_glob="b/{name}"
    ),
    "own-items": contract(
        "own-items",
        type="items_listed",
        pattern=r"def (\w+)",
        file_glob="*.py",
        listed_in="b/{name}",
    ),
    "own-names": contract(
        "own-names",
        type="items_listed",
        pattern=None,
        item="{stem}",
        file_glob="*.py",
        listed_in="{dir}/one.py",
    ),
    "comments": contract("comments", pattern=r"bad\d|odd", **{"in": "comments"}, file_glob="*.py"),
    "in-code": contract(
        "in-code",
        type="require_pattern",
        pattern=r"bad\d|ok",
        **{"in": "code"},
        file_glob="{a,b}/*.py",
    ),
    "here": contract("here", pattern=r"bad\d", when_match="#", file_glob="*.py"),
    "imports": contract(
        "imports",
        type="forbid_import",
        pattern=None,
        forbid=["{dir}/**", "!{dir}/two"],
        file_glob="{a,b}/",
    ),
    "sizes": contract("sizes", type="file_limits", pattern=None, file_glob="*", max_lines=6),
    "names": contract("names", type="file_name", pattern=r"[a-z]+\.\w+", file_glob="*"),
}
NAMES = [f"{folder}/{name}.py" for folder in "abc" for name in ("one", "two", "Three")]
LINES = (
    *("bad1 = 1", "bad2 = 2", "  bad1 = 1", "ok", "odd", "def f():", "def g():", "x = 1", ""),
    *('"""', "# bad1", "x = 'odd'  # bad2", "from . import one", "from .two import one"),
    *("bad1 = 1  # phaser:ignore forbids", "# phaser:ignore-file once, frozen", "bad1 bad1"),
)


@pytest.mark.slow
def test_both_are_the_same(project: MakeProject, git: Git, tmp_path: Path) -> None:
    """Edits, moves, copies, deletions, links, merges and the first commit, made at random."""
    compare_history_with_scans(project, git, tmp_path, seed=19)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, *range(10, 19), *range(20, 30)])
def test_more_are_the_same(project: MakeProject, git: Git, tmp_path: Path, seed: int) -> None:
    """Other histories."""
    compare_history_with_scans(project, git, tmp_path, seed=seed)


def compare_history_with_scans(
    project: MakeProject, git: Git, tmp_path: Path, *, seed: int
) -> None:
    root, folder = project({}), tmp_path / "contracts"
    write_files(folder, {f"{name}.yaml": text for name, text in CONTRACTS.items()})
    make_history(root, git, random.Random(seed))
    history = history_of(root, str(folder))
    assert len(history.commits) == 14
    broken_ids = set()
    for checked_commit in history.commits:
        git(root, "checkout", "-q", "--force", checked_commit.commit.id)
        base = checked_commit.commit.parent or name_empty_tree(str(root))
        expected = scan_since(root, str(folder), base)
        assert violation_places(checked_commit.report) == violation_places(expected), (
            checked_commit.commit.subject
        )
        assert checked_commit.report.violations == expected.violations
        strict = scan_since(root, str(folder), base, ignores=False)
        suppressed = set(without_directives(expected.suppressed))
        assert set(checked_commit.overridden) <= suppressed
        assert {violation.contract_key for violation in checked_commit.overridden} == {
            violation.contract_key for violation in strict.violations if violation in suppressed
        }
        broken_ids |= {violation.rule_id for violation in checked_commit.report.violations}
    # The comparison is of something.
    assert len(broken_ids) > 9


def make_history(root: Path, git: Git, choose: random.Random) -> None:
    for number in range(14):
        if number == 6:
            git(root, "checkout", "-q", "-b", "side", "HEAD~2")
        if number == 9:
            git(root, "checkout", "-q", "main")
            git(root, "merge", "-q", "-s", "ours", "-m", "Merge", "side")
        for _ in range(choose.randint(1, 4)):
            change_one_file(root, choose)
        write_files(root, {"list.md": choose.choice(["f\n", "f g\n", "g\n"])})
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", f"Change {number}")


def change_one_file(root: Path, choose: random.Random) -> None:
    path = root / choose.choice(NAMES)
    existing_paths = [
        candidate for candidate in (root / name for name in NAMES) if candidate.is_file()
    ]
    path.parent.mkdir(exist_ok=True)
    change_kind = choose.choice(
        ["write", "write", "edit", "edit", "move", "part", "delete", "link"]
    )
    if change_kind == "write" or not existing_paths:
        path.unlink(missing_ok=True)
        path.write_text("".join(f"{choose.choice(LINES)}\n" for _ in range(choose.randint(0, 8))))
        return
    existing_path = choose.choice(existing_paths)
    lines = existing_path.read_text().splitlines(keepends=True)
    if change_kind == "edit":
        lines.insert(choose.randint(0, len(lines)), f"{choose.choice(LINES)}\n")
        existing_path.write_text("".join(lines))
    elif change_kind == "move":
        existing_path.rename(path)
    elif change_kind == "part" and path != existing_path and not path.is_symlink():
        path.write_text("".join(lines[::2]) + (path.read_text() if path.is_file() else ""))
        existing_path.write_text("".join(lines[1::2]))
    elif change_kind == "delete":
        existing_path.unlink()
    elif change_kind == "link":
        path.unlink(missing_ok=True)
        path.symlink_to("nowhere")


def history_of(root: Path, contracts_dir: str) -> History:
    options = ProjectOptions(root=str(root), contracts_dir=contracts_dir)
    _, contracts = open_every_level(options)
    return check_history(make_checker(contracts, 2.0), str(root), 100)


def scan_since(root: Path, contracts_dir: str, base: str, *, ignores: bool = True) -> Report:
    options = ProjectOptions(
        root=str(root), contracts_dir=contracts_dir, bases=(base,), cache=False, ignores=ignores
    )
    return check_project(options)


def violation_places(report: Report) -> list[str]:
    return [
        f"{violation.rule_id} {violation.path}:{violation.line}:{violation.column}"
        for violation in report.violations
    ]
