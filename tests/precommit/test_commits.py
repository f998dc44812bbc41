"""The hooks of the manifest in real commits: what is committed is checked, and nothing else."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint import DOCS
from tests.command.made import contract
from tests.command.test_pre_commit import WEAKER
from tests.conftest import write_files
from tests.hook_programs import Commit, Source, commit, start_git, with_git
from tests.precommit.answers import (
    CLEAN,
    CONTRACTS,
    FILES,
    NO_FILE,
    refused,
    totals,
    without_directive,
    without_licence,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git
    from tests.precommit.conftest import Hooked

WITH_A_KEY = Commit(
    1,
    "phaser-lint: Passed\nphaser-lint-tree: Failed, 1\n"
    f"key.pem:1:1: error: Keep it out. [no-file]\n\n{totals(1, 1)}\n"
    f"{without_directive('phaser-lint why no-file key.pem --staged')}",
)
BAD_PATTERN = (
    "Failed, 2\nincomplete: 0 errors, 0 warnings in what was checked; 1 contract problem\n"
    ".claude/contracts/bad.yaml:3: pattern: expected a regular expression; missing ) at position 1 "
    "(contract skipped)\n0 files checked, 1 contract problem"
)


def test_a_clean_commit_passes(hooked: Hooked, source: Source, git: Git) -> None:
    """An existing violation in a file that the commit does not touch is not its business."""
    root = hooked({**FILES, "src/old.py": "print(0)\n"})
    (root / "src" / "a.py").write_text("x = 2\n")
    git(root, "add", "-A")
    assert commit(root, source) == CLEAN
    assert git(root, "show", "HEAD:src/a.py") == "x = 2\n"


@pytest.mark.slow
def test_the_ways_on_can_be_typed_by_who_has_no_other_program(
    hooked: Hooked, source: Source, git: Git
) -> None:
    """Only the hooks' own environment has the program, and they put it before the PATH."""
    root = hooked()
    (root / "src" / "a.py").write_text("print(2)\n")
    git(root, "add", "-A")
    printed = start_git(root, source, "commit", "-q", "-m", "Next").stderr
    (way_on,) = re.findall(r"\S+ why no-print src/a\.py:1", printed)
    explained = subprocess.run(
        way_on.split(), cwd=root, env=source.environment, capture_output=True, text=True
    )
    assert (explained.returncode, explained.stdout.splitlines()[-1]) == (0, "violation")


@pytest.mark.slow
def test_a_repository_without_contracts_fails(hooked: Hooked, source: Source, git: Git) -> None:
    """Hooks that check nothing say "Passed" for years."""
    root = hooked(contracts={})
    (root / "src" / "a.py").write_text("print(2)\n")
    git(root, "add", "-A")
    ended = commit(root, source)
    reason = "phaser-lint: no contracts in .claude/contracts or .phaser/contracts of "
    assert (ended.code, ended.said.count(f"Failed, 2\n{reason}")) == (1, 2)


@pytest.mark.slow
def test_contracts_of_the_home_folder_do_not_count(
    hooked: Hooked, source: Source, git: Git, tmp_path: Path
) -> None:
    """A verdict on a commit must not depend on whose machine it is."""
    root = hooked()
    mine = tmp_path / "home" / ".phaser" / "contracts" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text(contract("mine", pattern="x"))
    (root / "src" / "a.py").write_text("x = 2\n")
    git(root, "add", "-A")
    assert commit(root, source, env={"HOME": str(tmp_path / "home")}) == CLEAN


@pytest.mark.slow
def test_an_excluded_file_is_skipped(hooked: Hooked, source: Source, git: Git) -> None:
    """Both programs name each file of the commit; a contract's exclusion counts still."""
    root = hooked(contracts={"no-print.yaml": contract(exclude_glob="src/generated/")})
    write_files(root, {"src/generated/b.py": "print(1)\n"})
    git(root, "add", "-A")
    assert commit(root, source) == CLEAN


@pytest.mark.slow
def test_a_linked_worktree_knows_what_is_old(
    hooked: Hooked, source: Source, git: Git, tmp_path: Path
) -> None:
    """There git sets GIT_DIR for hooks; what HEAD holds under a sub-folder is found still."""
    files = {f"sub/{path}": text for path, text in {**FILES, "src/a.py": "print(0)\n"}.items()}
    contracts = {f"sub/.claude/contracts/{name}": text for name, text in CONTRACTS.items()}
    hook_keys = {"args": ["--root", "sub", "--since", "HEAD"]}
    root = hooked({**files, **contracts}, contracts={}, content=hook_keys, tree=hook_keys)
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", str(linked))
    (linked / "sub" / "src" / "a.py").write_text("print(0)\nx = 2\n")
    git(linked, "add", "-A")
    assert commit(linked, source) == CLEAN


@pytest.mark.slow
def test_the_disk_does_not_count(hooked: Hooked, source: Source, git: Git) -> None:
    """A key that nobody adds is not committed; what a sparse checkout leaves out still is."""
    root = hooked()
    git(root, "sparse-checkout", "set", "--no-cone", "/*", "!/LICENSE")
    assert not (root / "LICENSE").exists()
    write_files(root, {"key.pem": "secret\n", "src/a.py": "x = 2\n"})
    git(root, "add", "src/a.py")
    assert commit(root, source) == CLEAN


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("staged", "on_disk", "expected"),
    [
        ("x = 2\n", "x = 2\nprint(1)\n", CLEAN),
        ("x = 2\nprint(1)\n", "x = 2\n", refused("src/a.py:2")),
        ("x = 2\nprint(1)\n", None, refused("src/a.py:2")),
    ],
    ids=["clean", "bad", "bad and gone"],
)
def test_the_staged_content_is_checked(
    hooked: Hooked, source: Source, git: Git, staged: str, on_disk: str | None, expected: Commit
) -> None:
    """Whatever the working copy holds beside it, and the working copy is kept."""
    root = hooked()
    file = root / "src" / "a.py"
    file.write_text(staged)
    git(root, "add", "-A")
    if on_disk is None:
        file.unlink()
    else:
        file.write_text(on_disk)
    assert commit(root, source) == expected
    assert (file.read_text() if file.exists() else None) == on_disk


@pytest.mark.slow
def test_a_staged_contract_counts_as_it_is_staged(hooked: Hooked, source: Source, git: Git) -> None:
    """The working copy of the contract would let the commit pass."""
    root = hooked()
    file = root / ".claude" / "contracts" / "no-print.yaml"
    file.write_text(contract(pattern="TODO"))
    (root / "src" / "a.py").write_text("TODO\n")
    git(root, "add", "-A")
    file.write_text(contract())
    note = f".claude/contracts/no-print.yaml:1: note: contract no-print changed: pattern{WEAKER}"
    assert commit(root, source) == refused("src/a.py:1", tree=f"Passed\n{note}")


def test_a_bad_commit_is_refused(hooked: Hooked, source: Source, git: Git) -> None:
    """The output names file, line, contract and message, and nothing is committed."""
    root = hooked()
    (root / "src" / "a.py").write_text("x = 2\nprint(1)\n")
    git(root, "add", "-A")
    assert commit(root, source) == refused("src/a.py:2")
    assert git(root, "show", "HEAD:src/a.py") == "x = 1\n"


@pytest.mark.slow
def test_what_is_text_is_ours_to_say(hooked: Hooked, source: Source, git: Git) -> None:
    """Both programs call every ``.pdf`` binary by its name, and pass no binary for a text."""
    root = hooked(contracts={"no-print.yaml": contract(file_glob="*")})
    write_files(root, {"print.pdf": "print(1)\n", "real.pdf": b"%PDF\0 print(1)\n"})
    git(root, "add", "-A")
    why = "binary by its control characters"
    unread = f"1 file not read: {why}"
    answer = refused("print.pdf:1").said.replace(
        "0 warnings\n1 file checked",
        f"0 warnings; {unread}\n{unread} (real.pdf)\n1 file checked, 1 skipped ({why}: 1)",
    )
    assert commit(root, source) == Commit(1, answer)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("flags", [("-a",), ("--", "LICENSE")], ids=["all", "by name"])
def test_a_required_file_cannot_be_deleted(
    hooked: Hooked, source: Source, git: Git, flags: tuple[str, ...]
) -> None:
    """A commit that only deletes passes no file to a hook; the second hook asks git itself."""
    root = hooked()
    (root / "LICENSE").unlink()
    assert commit(root, source, *flags) == without_licence()
    assert git(root, "show", "HEAD:LICENSE") == "MIT\n"


@pytest.mark.slow
def test_a_required_file_cannot_be_deleted_by_name_below_the_root(
    hooked: Hooked, source: Source
) -> None:
    """git names an index of its own for such a commit, and the project is a folder below."""
    hook_keys = {"args": ["--root", "sub", "--"]}
    contracts = {f"sub/.claude/contracts/{name}": text for name, text in CONTRACTS.items()}
    root = hooked(
        {"sub/LICENSE": "MIT\n", **contracts}, contracts={}, content=hook_keys, tree=hook_keys
    )
    (root / "sub" / "LICENSE").unlink()
    assert commit(root, source, "--", "sub/LICENSE") == without_licence(folder="sub/")


@pytest.mark.slow
@pytest.mark.parametrize("git_words", [(), ("add", "-N", "LICENSE")], ids=["untracked", "intended"])
def test_a_deleted_file_that_is_still_on_disk_is_missing(
    hooked: Hooked, source: Source, git: Git, git_words: tuple[str, ...]
) -> None:
    """``git rm --cached``: the commit is what the index holds."""
    root = hooked()
    git(root, "rm", "-q", "--cached", "LICENSE")
    if git_words:
        git(root, *git_words)
        write_files(root, {"src/b.py": "x = 1\n"})
        git(root, "add", "src/b.py")
    assert commit(root, source) == without_licence("Passed" if git_words else "Skipped")
    assert (root / "LICENSE").exists()


@pytest.mark.slow
def test_a_required_file_cannot_be_renamed(hooked: Hooked, source: Source, git: Git) -> None:
    """The new name is passed on, the old one is not."""
    root = hooked()
    git(root, "mv", "LICENSE", "LICENCE")
    assert commit(root, source) == without_licence("Passed")


@pytest.mark.slow
def test_a_renamed_file_is_checked_under_its_new_name(
    hooked: Hooked, source: Source, git: Git
) -> None:
    """Its content did not change, but it is a Python file now."""
    root = hooked({**FILES, "src/b.txt": "print(1)\n"})
    git(root, "mv", "src/b.txt", "src/b.py")
    assert commit(root, source) == refused("src/b.py:1")


def test_a_forbidden_file_cannot_be_added(hooked: Hooked, source: Source, git: Git) -> None:
    """It is the second hook that says so."""
    root = hooked()
    (root / "key.pem").write_text("secret\n")
    git(root, "add", "-A")
    assert commit(root, source) == WITH_A_KEY


@pytest.mark.slow
def test_an_invalid_contract_is_refused(hooked: Hooked, source: Source, git: Git) -> None:
    """Both hooks: what cannot be checked has not passed."""
    root = hooked()
    bad = root / ".claude" / "contracts" / "bad.yaml"
    bad.write_text(contract("bad", pattern="("))
    git(root, "add", "-A")
    assert commit(root, source) == Commit(
        1, f"phaser-lint: {BAD_PATTERN}\nphaser-lint-tree: {BAD_PATTERN}"
    )


@pytest.mark.slow
def test_a_resolved_conflict_is_checked(hooked: Hooked, source: Source, git: Git) -> None:
    """The commit that ends a merge holds what neither side had."""
    root = diverged(hooked, git, ours={"src/a.py": "x = 2\n"}, theirs={"src/a.py": "x = 3\n"})
    assert with_git(root, source, "merge", "side").code == 1
    (root / "src" / "a.py").write_text("print(2, 3)\n")
    git(root, "add", "-A")
    lines = [" ".join(line.split()) for line in commit(root, source).said.splitlines()]
    lines.remove(
        "phaser-lint scan --since HEAD # leaves out what the merge or rebase brings; what to do "
        f"where nothing is left: {DOCS}/git.md#upstream-changes"
    )
    assert lines == [" ".join(line.split()) for line in refused("src/a.py:1").said.splitlines()]


@pytest.mark.slow
def test_a_merge_without_conflicts_is_checked(hooked: Hooked, source: Source, git: Git) -> None:
    """The other side, which nobody checked, deletes the licence."""
    root = diverged(hooked, git, ours={"src/a.py": "x = 2\n"}, theirs={"LICENSE": None})
    merged = with_git(root, source, "merge", "-q", "-m", "Both", "side")
    lack = "error: files matching /LICENSE: Keep it. [licence]"
    assert (merged.code, lack in merged.said) == (1, True)
    assert git(root, "log", "-1", "--format=%s") == "Ours\n"


def diverged(
    hooked: Hooked, git: Git, *, ours: dict[str, str], theirs: dict[str, str | None]
) -> Path:
    """A project with a branch ``side`` of its own, both committed without the hooks."""
    root = hooked(stages=("pre-commit", "pre-merge-commit"))
    git(root, "switch", "-q", "-c", "side")
    write_files(root, {path: text for path, text in theirs.items() if text is not None})
    for path in (path for path, text in theirs.items() if text is None):
        (root / path).unlink()
    git(root, "commit", "-q", "-n", "-a", "-m", "Theirs")
    git(root, "switch", "-q", "main")
    write_files(root, ours)
    git(root, "commit", "-q", "-n", "-a", "-m", "Ours")
    return root


@pytest.mark.slow
def test_the_message_is_no_file(hooked: Hooked, source: Source, git: Git) -> None:
    """At commit-msg the programs pass ``.git/COMMIT_EDITMSG`` to every hook that does not say."""
    root = hooked(
        contracts={"next.yaml": contract(pattern="Next", file_glob="*")}, stages=["commit-msg"]
    )
    (root / "src" / "a.py").write_text("x = 2\n")
    git(root, "add", "-A")
    assert commit(root, source) == Commit(0, "")


@pytest.mark.slow
def test_no_file_is_skipped(hooked: Hooked, source: Source) -> None:
    """An empty commit has nothing for the first hook; the second looks always."""
    assert commit(hooked(), source, "--allow-empty") == NO_FILE
