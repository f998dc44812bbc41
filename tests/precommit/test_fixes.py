"""The hooks with ``args: [--fix, --]`` in real commits: they fix, fail, and then pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, ways_on
from tests.hook_programs import Source, commit
from tests.precommit.answers import CLEAN, totals

if TYPE_CHECKING:
    from tests.conftest import Git
    from tests.precommit.conftest import Hooked

CONTRACTS = {
    "no-print.yaml": contract(pattern=r"\bprint\((.*?)\)", fix=r"logger.info(\1)"),
    "license.yaml": contract(
        "license", type="file_exists", pattern=None, file_glob="/LICENSE", fix={"content": "MIT\n"}
    ),
}
FIX = {"args": ["--fix", "--"]}
LINES = "".join(f"{number}\n" for number in range(20))


def test_a_commit_that_is_fixed(hooked: Hooked, source: Source, git: Git) -> None:
    """Nothing is staged by the hook, and what was not staged is there afterwards."""
    files = {"a.py": LINES, "b.py": "x = 1\n", "LICENSE": "MIT\n"}
    root = hooked(files, contracts=CONTRACTS, content=FIX, tree=FIX)
    (root / "a.py").write_text(f"print(1)\n{LINES}")
    (root / "a.py").chmod(0o755)
    git(root, "add", "a.py")
    (root / "a.py").write_text(f"print(1)\n{LINES}print(2)  # not staged\n")
    (root / "b.py").write_text("print(3)\n")
    ended = commit(root, source)
    assert ended.code == 1
    assert "phaser-lint: Failed" in ended.said
    assert "1 violation fixed in 1 file" in ended.said
    fixed = f"logger.info(1)\n{LINES}print(2)  # not staged\n"
    assert (root / "a.py").read_text() == fixed
    assert (root / "b.py").read_text() == "print(3)\n"
    assert git(root, "show", ":a.py") == f"print(1)\n{LINES}"
    (root / "a.py").write_text(f"logger.info(1)\n{LINES}")
    git(root, "add", "a.py")
    (root / "a.py").write_text(fixed)
    assert commit(root, source) == CLEAN
    assert (root / "a.py").read_text() == fixed
    assert git(root, "show", "HEAD:a.py") == f"logger.info(1)\n{LINES}"
    assert git(root, "ls-tree", "HEAD", "a.py").startswith("100755 ")


@pytest.mark.slow
def test_a_file_that_is_missing(hooked: Hooked, source: Source, git: Git) -> None:
    """It is there afterwards, and in the commit once it is added."""
    root = hooked({"a.py": "x = 1\n", "LICENSE": "MIT\n"}, contracts=CONTRACTS, tree=FIX)
    git(root, "rm", "-q", "LICENSE")
    ended = commit(root, source)
    assert (ended.code, (root / "LICENSE").read_text()) == (1, "MIT\n")
    assert "1 violation fixed in 1 file" in ended.said
    # It is not staged for whoever commits, and another run does not touch it.
    second_commit = commit(root, source)
    assert second_commit.code == 1
    assert (
        "LICENSE: note: license: not fixed: it is there already, and no file of the project"
        in second_commit.said
    )
    git(root, "add", "LICENSE")
    (root / "a.py").write_text("x = 2\n")
    git(root, "add", "a.py")
    assert commit(root, source) == CLEAN


@pytest.mark.slow
def test_an_unfixed_file_is_left_and_said(hooked: Hooked, source: Source, git: Git) -> None:
    """A file that nothing fixes is left, and the hook says what is wrong, as without the flag."""
    root = hooked({"a.py": "x = 1\n"}, contracts={"no-print.yaml": contract()}, content=FIX)
    (root / "a.py").write_text("print(1)\n")
    git(root, "add", "-A")
    ended = commit(root, source)
    output = f"a.py:1:1: error: Use the logger. [no-print]\n\n{totals(1, 1)}\n{ways_on('a.py')}"
    assert ended == (1, f"phaser-lint: Failed, 1\n{output}phaser-lint-tree: Passed")
