"""The hooks of the manifest, in the real pre-commit program and real commits.

Skipped where no package index can be reached, which pre-commit installs the hooks from.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.frontends.made import contract, no_file
from tests.hook_source import Commit, Source, commit, configuration, run_pre_commit, source_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject

FILES = {"src/a.py": "x = 1\n", "LICENSE": "MIT\n"}
CONTRACTS = {
    "no-print.yaml": contract(),
    "licence.yaml": contract(
        "licence", type="file_exists", pattern=None, file_glob="/LICENSE", message="Keep it."
    ),
    "no-file.yaml": no_file("*.pem"),
}
PASSED = """\
phaser-lint...Passed
phaser-lint (which files exist)...Passed
"""
REFUSED = """\
phaser-lint...Failed
- hook id: phaser-lint
- exit code: 1

src/a.py:2: error: no-print
  Use the logger.

1 error, 0 warnings
1 file checked

phaser-lint (which files exist)...Passed
"""
WITHOUT_LICENCE = """\
phaser-lint...(no files to check)Skipped
phaser-lint (which files exist)...Failed
- hook id: phaser-lint-tree
- exit code: 1

/LICENSE: error: licence
  Keep it.

1 error, 0 warnings
0 files checked

"""
WITH_A_KEY = """\
phaser-lint...Passed
phaser-lint (which files exist)...Failed
- hook id: phaser-lint-tree
- exit code: 1

key.pem: error: no-file
  Keep it out.

1 error, 0 warnings
1 file checked

"""
ODD_NAMES = """\
phaser-lint...Failed
- hook id: phaser-lint
- exit code: 1

src/-dash.py:1: error: no-print
  Use the logger.
src/a b.py:1: error: no-print
  Use the logger.
src/c\\nd.py:1: error: no-print
  Use the logger.
src/é.py:1: error: no-print
  Use the logger.

4 errors, 0 warnings
4 files checked

phaser-lint (which files exist)...Passed
"""
INVALID = """\
phaser-lint...Failed
- hook id: phaser-lint
- exit code: 2

0 errors, 0 warnings
.claude/contracts/bad.yaml: pattern: expected a regular expression; missing ) at position 1 (\
contract skipped)
0 files checked, 1 contract problem

phaser-lint (which files exist)...Failed
- hook id: phaser-lint-tree
- exit code: 2

0 errors, 0 warnings
.claude/contracts/bad.yaml: pattern: expected a regular expression; missing ) at position 1 (\
contract skipped)
0 files checked, 1 contract problem

"""


class Hooked(Protocol):
    """Makes a project with the hooks in its configuration; *arguments* are those of both."""

    def __call__(
        self,
        files: Mapping[str, str | bytes],
        *,
        contracts: Mapping[str, str | bytes],
        arguments: str = "[]",
    ) -> Path: ...


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Source:
    """The hook source, with its environment installed."""
    base = tmp_path_factory.getbasetemp()
    return source_in(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base, environment)


@pytest.fixture
def hooked(project: MakeProject, source: Source, git: Git) -> Hooked:
    """Makes projects whose first commit holds everything and whose next one is checked."""

    def make(
        files: Mapping[str, str | bytes],
        *,
        contracts: Mapping[str, str | bytes],
        arguments: str = "[]",
    ) -> Path:
        config = {".pre-commit-config.yaml": configuration(source, arguments)}
        root = project({**files, **config}, contracts=contracts, commit=True)
        done = run_pre_commit(root, source, "install")
        assert done.returncode == 0, done.stderr
        return root

    return make


def test_a_clean_commit_passes(hooked: Hooked, source: Source, git: Git) -> None:
    """An old violation in a file that the commit does not touch is not its business."""
    root = hooked({**FILES, "src/old.py": "print(0)\n"}, contracts=CONTRACTS)
    (root / "src" / "a.py").write_text("x = 2\n")
    git(root, "add", "-A")
    assert commit(root, source) == Commit(0, PASSED)
    assert git(root, "show", "HEAD:src/a.py") == "x = 2\n"


def test_contracts_of_the_home_folder_do_not_count(
    hooked: Hooked, source: Source, git: Git, tmp_path: Path
) -> None:
    """A verdict on a commit must not depend on whose machine it is."""
    root = hooked(FILES, contracts=CONTRACTS)
    mine = tmp_path / "home" / ".phaser" / "contracts" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text(contract("mine", pattern="x"))
    (root / "src" / "a.py").write_text("x = 2\n")
    git(root, "add", "-A")
    assert commit(root, source, env={"HOME": str(tmp_path / "home")}) == Commit(0, PASSED)


def test_a_linked_worktree_knows_what_is_old(
    hooked: Hooked, source: Source, git: Git, tmp_path: Path
) -> None:
    """There git sets GIT_DIR for hooks; what HEAD holds under a sub-folder is found still."""
    files = {f"sub/{path}": text for path, text in {**FILES, "src/a.py": "print(0)\n"}.items()}
    contracts = {f"sub/.claude/contracts/{name}": text for name, text in CONTRACTS.items()}
    root = hooked({**files, **contracts}, contracts={}, arguments="[--root, sub, --since, HEAD]")
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", str(linked))
    (linked / "sub" / "src" / "a.py").write_text("print(0)\nx = 2\n")
    git(linked, "add", "-A")
    assert commit(linked, source) == Commit(0, PASSED)


@pytest.mark.parametrize(
    ("staged", "on_disk", "expected"),
    [
        ("x = 2\n", "x = 2\nprint(1)\n", Commit(0, PASSED)),
        ("x = 2\nprint(1)\n", "x = 2\n", Commit(1, REFUSED)),
    ],
    ids=["clean", "bad"],
)
def test_the_staged_content_is_judged(
    hooked: Hooked, source: Source, git: Git, staged: str, on_disk: str, expected: Commit
) -> None:
    """Whatever the working copy holds beside it, and the working copy is kept."""
    root = hooked(FILES, contracts=CONTRACTS)
    file = root / "src" / "a.py"
    file.write_text(staged)
    git(root, "add", "-A")
    file.write_text(on_disk)
    assert commit(root, source) == expected
    assert file.read_text() == on_disk


def test_a_bad_commit_is_refused(hooked: Hooked, source: Source, git: Git) -> None:
    """The output names file, line, contract and message, and nothing is committed."""
    root = hooked(FILES, contracts=CONTRACTS)
    (root / "src" / "a.py").write_text("x = 2\nprint(1)\n")
    git(root, "add", "-A")
    assert commit(root, source) == Commit(1, REFUSED)
    assert git(root, "show", "HEAD:src/a.py") == "x = 1\n"


@pytest.mark.parametrize("flags", [("-a",), ("--", "LICENSE")], ids=["all", "by name"])
def test_a_required_file_cannot_be_deleted(
    hooked: Hooked, source: Source, git: Git, flags: tuple[str, ...]
) -> None:
    """A commit that only deletes passes no file to a hook; the second hook asks git itself."""
    root = hooked(FILES, contracts=CONTRACTS)
    (root / "LICENSE").unlink()
    assert commit(root, source, *flags) == Commit(1, WITHOUT_LICENCE)
    assert git(root, "show", "HEAD:LICENSE") == "MIT\n"


def test_a_forbidden_file_cannot_be_added(hooked: Hooked, source: Source, git: Git) -> None:
    """It is the second hook that says so."""
    root = hooked(FILES, contracts=CONTRACTS)
    (root / "key.pem").write_text("secret\n")
    git(root, "add", "-A")
    assert commit(root, source) == Commit(1, WITH_A_KEY)


def test_odd_file_names(hooked: Hooked, source: Source, git: Git) -> None:
    """Blanks, a line end, a dash in front, other alphabets: each is judged under its own name."""
    root = hooked(FILES, contracts=CONTRACTS)
    for name in ("a b.py", "c\nd.py", "-dash.py", "é.py"):
        (root / "src" / name).write_text("print(1)\n")
    git(root, "add", "-A")
    assert commit(root, source) == Commit(1, ODD_NAMES)


def test_an_invalid_contract_is_refused(hooked: Hooked, source: Source, git: Git) -> None:
    """Both hooks: what cannot be judged has not passed."""
    root = hooked(FILES, contracts=CONTRACTS)
    bad = root / ".claude" / "contracts" / "bad.yaml"
    bad.write_text(contract("bad", pattern="("))
    git(root, "add", "-A")
    assert commit(root, source) == Commit(1, INVALID)
