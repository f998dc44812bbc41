"""``phaser-lint scan --staged``: what the next commit holds, whatever is on the disk."""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint import DOCS
from tests.command.made import contract, no_file, ways_on
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject, Run

NO_PRINT = {"no-print.yaml": contract("no-print")}
HAS_LICENSE = contract(
    "has-license", type="file_exists", pattern=None, file_glob="/LICENSE", message="Carry one."
)
PRINTS = "{}:1: error: Use the logger. [no-print]\n"
LACKS = ".claude/contracts/{}.yaml:1:1: error: files matching /LICENSE: Carry one. [has-license]\n"
NONE = "0 errors, 0 warnings\n"
BAD, GOOD = "print(1)\n", "x = 1\n"


def report_of(*places: str) -> str:
    listing = "".join(PRINTS.format(place) for place in places)
    errors = "1 error" if len(places) == 1 else f"{len(places)} errors"
    return f"{listing}\n{errors}, 0 warnings\n" if places else NONE


def scan_staged(run: Run, root: Path, *arguments: str) -> tuple[int, str]:
    outcome = run("scan", "--staged", *arguments, cwd=root)
    return outcome.code, outcome.out


# What stays silent.


def test_what_is_only_on_the_disk(project: MakeProject, run: Run, git: Git) -> None:
    """Edited but not staged, untracked, announced with ``git add -N``, committed before."""
    files = {"edited.py": GOOD, "fixed.py": GOOD, "old.py": BAD}
    root = project(files, contracts=NO_PRINT, commit=True)
    write_files(root, {"fixed.py": "y = 1\n", "announced.py": BAD, "untracked.py": BAD})
    git(root, "add", "fixed.py")
    git(root, "add", "-N", "announced.py")
    write_files(root, {"edited.py": BAD, "fixed.py": BAD})
    assert run("scan", "--staged", cwd=root) == (0, NONE, "1 file checked\n")


def test_without_staged_files_there_is_nothing_to_say(project: MakeProject, run: Run) -> None:
    """Nothing to say; an idle glob is no news in every commit."""
    contracts = {"idle.yaml": contract("idle", file_glob="*.nothing")}
    root = project({"a.py": BAD}, contracts=contracts, commit=True)
    assert run("scan", "--staged", "--quiet", cwd=root) == (0, "", "")


def test_submodules_and_links_are_no_content(project: MakeProject, run: Run, git: Git) -> None:
    """A submodule is no file at all; a link is checked by its name."""
    inner = project({"x.py": BAD}, commit=True)
    lacks = {"lacks.yaml": no_file("sub.py")}
    root = project({"a.txt": BAD}, contracts={**NO_PRINT, **lacks}, commit=True)
    from_file = ("-c", "protocol.file.allow=always")
    git(root, *from_file, "submodule", "--quiet", "add", str(inner), "sub.py")
    (root / "link.py").symlink_to("a.txt")
    git(root, "add", "-A")
    assert run("scan", "--staged", cwd=root) == (1, report_of("link.py:1"), "1 file checked\n")


def test_a_required_file_in_the_index(project: MakeProject, run: Run, git: Git) -> None:
    """On the disk it need not be: deleted there, or left out by a sparse checkout."""
    root = project({"LICENSE": "", "a/b.py": BAD}, contracts={"a.yaml": HAS_LICENSE}, commit=True)
    (root / "LICENSE").unlink()
    assert scan_staged(run, root) == (0, NONE)
    git(root, "checkout", "-q", "LICENSE")
    git(root, "sparse-checkout", "set", "--no-cone", "/.claude/")
    assert not (root / "LICENSE").exists()
    assert scan_staged(run, root) == (0, NONE)


def test_files_of_a_sparse_index_are_there(project: MakeProject, run: Run, git: Git) -> None:
    """It holds whole folders as one entry; their files are there all the same."""
    deep = contract("deep", type="file_exists", pattern=None, file_glob="/out/deep/x.txt")
    root = project({"in/a.py": GOOD, "out/deep/x.txt": ""}, contracts={"a.yaml": deep}, commit=True)
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "in", ".claude")
    assert not (root / "out").exists()
    assert "out/\n" in git(root, "ls-files", "--sparse")
    assert scan_staged(run, root) == (0, NONE)
    git(root, "rm", "-q", "--sparse", "out/deep/x.txt")
    assert scan_staged(run, root)[0] == 1


# What fires.


def test_staged_content_is_checked(project: MakeProject, run: Run, git: Git) -> None:
    """Added, edited, renamed, another kind of file: as staged, though fixed on the disk."""
    files = {"edited.py": GOOD, "moved.py": BAD, "was-link.py": GOOD}
    root = project(files, contracts=NO_PRINT)
    (root / "was-link.py").unlink()
    (root / "was-link.py").symlink_to("edited.py")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    (root / "was-link.py").unlink()
    write_files(root, {"added.py": BAD, "edited.py": GOOD + BAD, "was-link.py": BAD})
    git(root, "mv", "moved.py", "new-name.py")
    git(root, "add", "-A")
    write_files(root, {"added.py": GOOD, "edited.py": GOOD})
    (root / "was-link.py").unlink()
    expected = report_of("added.py:1", "edited.py:2", "new-name.py:1", "was-link.py:1")
    assert run("scan", "--staged", cwd=root) == (1, expected, "4 files checked\n")


def test_before_the_first_commit_all_is_new(project: MakeProject, run: Run, git: Git) -> None:
    """There is no HEAD to compare with."""
    root = project({"a.py": BAD, "b.py": GOOD, "c.py": BAD}, contracts=NO_PRINT)
    git(root, "add", "a.py", "b.py")
    assert run("scan", "--staged", cwd=root) == (1, report_of("a.py:1"), "2 files checked\n")


ODD = ["-n.py", " a .py", "'q\".py", "a\nb.py", "a\tb.py", "b\\c.py", "é.py", "\udcff.py", "*.py"]


def test_each_staged_file_is_found_under_its_name(project: MakeProject, run: Run, git: Git) -> None:
    """Each file is found under its own name."""
    root = project({}, contracts=NO_PRINT)
    for name in ODD:
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(BAD)
    git(root, "add", "-A")
    outcome = run("scan", "--staged", cwd=root)
    assert outcome.code == 1
    assert outcome.out.count("no-print") == len(ODD)
    assert outcome.err == f"{len(ODD)} files checked\n"


def test_a_commit_that_only_deletes(project: MakeProject, run: Run, git: Git) -> None:
    """What the index does not hold is missing, though it is still on the disk."""
    root = project({"LICENSE": "", "a.py": BAD}, contracts={"a.yaml": HAS_LICENSE}, commit=True)
    git(root, "rm", "-q", "--cached", "LICENSE")
    expected = f"{LACKS.format('a')}\n1 error, 0 warnings\n"
    assert (root / "LICENSE").exists()
    assert run("scan", "--staged", cwd=root) == (1, expected, "0 files checked\n")


def test_announced_only_is_missing(project: MakeProject, run: Run, git: Git) -> None:
    """``git add -N LICENSE`` commits no licence."""
    root = project({"LICENSE": ""}, contracts={"a.yaml": HAS_LICENSE})
    git(root, "add", ".claude")
    git(root, "add", "-N", "LICENSE")
    assert scan_staged(run, root)[0] == 1
    git(root, "add", "LICENSE")
    assert scan_staged(run, root) == (0, NONE)


def test_contracts_on_the_tree_read_the_index(project: MakeProject, run: Run, git: Git) -> None:
    """A word that some file must hold, in a file that the commit does not touch."""
    some = contract(
        "some", type="require_pattern", scope="tree", pattern="MIT", file_glob="*.md", message="M."
    )
    root = project({"a.md": "MIT", "b.md": ""}, contracts={"a.yaml": some}, commit=True)
    write_files(root, {"a.md": "", "b.md": "x"})
    git(root, "add", "b.md")
    assert scan_staged(run, root) == (0, NONE)
    git(root, "add", "a.md")
    assert scan_staged(run, root)[0] == 1


def test_a_forbidden_file_anywhere_in_the_index(project: MakeProject, run: Run, git: Git) -> None:
    """Staged, or committed before; not one that is just on the disk."""
    root = project({"a.py": GOOD}, contracts={"a.yaml": no_file("*.env")}, commit=True)
    write_files(root, {"x.env": ""})
    assert scan_staged(run, root) == (0, NONE)
    git(root, "add", "x.env")
    message = "x.env:1:1: error: Keep it out. [no-file]\n\n1 error, 0 warnings\n"
    assert scan_staged(run, root) == (1, message)
    git(root, "commit", "-q", "-m", "x")
    assert scan_staged(run, root) == (1, message)


def test_line_ends_of_the_index(project: MakeProject, run: Run, git: Git) -> None:
    """Under ``core.autocrlf`` the disk has others; what is committed is checked."""
    no_return = contract("no-return", pattern="\\r", message="Unix.")
    root = project({"a.py": b"x\r\n"}, contracts={"a.yaml": no_return})
    git(root, "-c", "core.autocrlf=true", "add", "-A")
    assert run("scan", "a.py", cwd=root).code == 1
    assert scan_staged(run, root) == (0, NONE)


def test_an_lfs_pointer_is_checked_as_it_is(project: MakeProject, run: Run, git: Git) -> None:
    """No filter runs: the index holds the pointer."""
    root = project({".gitattributes": "*.py filter=big\n"}, contracts=NO_PRINT)
    git(root, "config", "filter.big.clean", "echo pointer to print'('1')'")
    git(root, "config", "filter.big.smudge", "false")
    write_files(root, {"a.py": GOOD})
    git(root, "add", "-A")
    assert scan_staged(run, root) == (1, report_of("a.py:1").replace(":1:1:", ":1:12:"))


# Merges.


def conflicted(project: MakeProject, git: Git) -> Path:
    root = project({"a.py": GOOD, "b.py": GOOD}, contracts=NO_PRINT, commit=True)
    git(root, "checkout", "-q", "-b", "other")
    write_files(root, {"a.py": BAD, "b.py": BAD})
    git(root, "commit", "-q", "-a", "-m", "x")
    git(root, "checkout", "-q", "main")
    write_files(root, {"a.py": "y\n"})
    git(root, "commit", "-q", "-a", "-m", "y")
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "merge", "-q", "other")
    return root


def test_unmerged_files_are_reported(project: MakeProject, run: Run, git: Git) -> None:
    """git commits none of it, and which content counts is not decided."""
    root = conflicted(project, git)
    message = (
        "phaser-lint: --staged: unmerged: a.py; resolve the conflicts and git add the files first\n"
    )
    assert run("scan", "--staged", cwd=root) == (2, "", message)


def test_a_resolved_merge_has_all_of_its_changes(project: MakeProject, run: Run, git: Git) -> None:
    """Everything that the merge changes in this branch is in the commit."""
    root = conflicted(project, git)
    write_files(root, {"a.py": GOOD})
    git(root, "add", "a.py")
    assert run("scan", "--staged", cwd=root) == (1, report_of("b.py:1"), "2 files checked\n")


# Which folder, which files.


def test_a_root_below_the_top(project: MakeProject, run: Run, git: Git) -> None:
    """What is outside is not its business."""
    inner = {"api/.claude/contracts/a.yaml": contract(), "api/lib/a.py": BAD, "b.py": BAD}
    root = project(inner)
    git(root, "add", "-A")
    for where, path in (("api", "lib/a.py"), ("api/lib", "a.py")):
        expected = report_of(f"{path}:1").replace("no-print", "api/no-print")
        assert scan_staged(run, root / where) == (1, expected)
    assert scan_staged(run, root / "api", "--root", ".") == (1, report_of("lib/a.py:1"))


def test_a_commit_in_a_worktree_without_contracts_is_told_whose_refuse_it(
    project: MakeProject, git: Git, run: Run, tmp_path: Path
) -> None:
    """An invalid one of the main worktree had git say that its path is outside."""
    root = project({"a.py": "x = 1\n"}, commit=True)
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", str(linked))
    path = ".phaser/contracts/a.yaml"
    write_files(root, {path: contract()})
    write_files(linked, {"a.py": "print(1)\n"})
    git(linked, "add", "a.py")
    outcome = run("scan", "--staged", "--project-contracts", "--quiet", cwd=linked)
    place = os.path.relpath(root / path, linked)
    line = f"Its contract stands in another place: {place}\nnext:\n"
    assert (outcome.code, line in outcome.out + outcome.err) == (1, True)
    write_files(root, {path: contract(severity="eror")})
    outcome = run("scan", "--staged", "--project-contracts", "--quiet", cwd=linked)
    assert (outcome.code, "git ls-files" in outcome.out + outcome.err) == (2, False)
    assert f"{place}:" in outcome.out + outcome.err


def test_a_linked_worktree_has_an_index_of_its_own(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    git(root, "worktree", "add", "-q", "linked")
    write_files(root / "linked", {"a.py": BAD})
    git(root / "linked", "add", "a.py")
    assert scan_staged(run, root / "linked") == (1, report_of("a.py:1"))
    assert scan_staged(run, root) == (0, NONE)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("paths", "out"),
    [
        (("a.py",), report_of("a.py:1")),
        (("lib",), report_of("lib/b.py:1", "lib/gone.py:1")),
        (("lib/gone.py",), report_of("lib/gone.py:1")),
        ((".",), report_of("a.py:1", "lib/b.py:1", "lib/gone.py:1")),
        (("unstaged.py",), NONE),
        (("untracked.py",), NONE),
        (("deleted.py",), NONE),
        (("deleted.py", "a.py", "a.py"), report_of("a.py:1")),
    ],
)
def test_named_paths_are_checked_if_they_are_staged(
    project: MakeProject, run: Run, git: Git, paths: tuple[str, ...], out: str
) -> None:
    """Those of them that are staged; one that the disk no longer has may be named."""
    root = project({"unstaged.py": GOOD, "deleted.py": BAD}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": BAD, "lib/b.py": BAD, "lib/gone.py": BAD})
    git(root, "rm", "-q", "deleted.py")
    git(root, "add", "-A")
    write_files(root, {"unstaged.py": BAD, "untracked.py": BAD})
    (root / "lib/gone.py").unlink()
    assert scan_staged(run, root, *paths) == (1 if out != NONE else 0, out)


def test_paths_and_the_tree(project: MakeProject, run: Run, git: Git) -> None:
    """As on disk: with PATHS which files exist counts only with ``--tree``."""
    contracts = {**NO_PRINT, "license.yaml": HAS_LICENSE}
    root = project({"a.py": BAD, "b.py": BAD}, contracts=contracts)
    git(root, "add", "-A")
    lacks = LACKS.format("license")
    assert scan_staged(run, root, "a.py") == (1, report_of("a.py:1"))
    both_lines = f"{lacks}{PRINTS.format('a.py:1')}\n2 errors, 0 warnings\n"
    assert scan_staged(run, root, "a.py", "--tree") == (1, both_lines)
    assert scan_staged(run, root, "--tree") == (1, f"{lacks}\n1 error, 0 warnings\n")


def test_contracts_come_from_the_disk(project: MakeProject, run: Run, git: Git) -> None:
    """One that is being tried counts before it is staged."""
    root = project({"a.py": BAD}, commit=True)
    write_files(root, {"a.py": BAD * 2, ".claude/contracts/a.yaml": contract()})
    git(root, "add", "a.py")
    assert scan_staged(run, root) == (1, report_of("a.py:1", "a.py:2"))


# What it cannot do.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.py",), "nowhere.py: no such file or folder"),
        (("../x.py",), "../x.py: lies outside of the project at {root}"),
        (("--since", "HEAD"), "--staged and --since: expected one of them"),
    ],
)
def test_wrong_arguments_exit_with_2(
    project: MakeProject, run: Run, arguments: tuple[str, ...], message: str
) -> None:
    """Exit code 2 and one line."""
    root = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    expected = f"phaser-lint: {message.replace('{root}', str(root))}\n"
    assert run("scan", "--staged", *arguments, cwd=root) == (2, "", expected)


def test_without_git_nothing_is_staged(run: Run, tmp_path: Path) -> None:
    """Nothing is staged where there is no git."""
    root = tmp_path.resolve() / "plain"
    write_files(root, {".claude/contracts/a.yaml": contract(), "a.py": BAD})
    expected = f"phaser-lint: {root} is in no git repository\n"
    assert run("scan", "--staged", cwd=root) == (2, "", expected)


def test_a_broken_index_gives_no_verdict(project: MakeProject, run: Run, git: Git) -> None:
    """git's own words, and no verdict."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    (root / ".git" / "index").write_bytes(b"garbled")
    outcome = run("scan", "--staged", cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("phaser-lint: git diff-index: ")


# As a hook of git.

HOOK = f"#!/bin/sh\ncd {{folder}} && exec {PROGRAM} scan --staged --no-cache {{flags}}\n"


def install_hook(root: Path, folder: str = ".", flags: str = "") -> None:
    hook = root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(HOOK.format(folder=folder, flags=flags))
    hook.chmod(0o755)


def commit_output(git: Git, root: Path, *arguments: str) -> str:
    """What the hook said; empty if the commit was made."""
    try:
        git(root, "commit", "-q", "-m", "x", *arguments)
    except subprocess.CalledProcessError as error:
        return str(error.stdout) + str(error.stderr)
    return ""


HOOK_OUTPUT = f"{report_of('a.py:1')}1 file checked\n{ways_on('a.py')}"


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("arguments", [("-a",), ("a.py",), ("-o", "a.py"), ("-i", "a.py")])
def test_a_commit_with_an_index_of_its_own(
    project: MakeProject, git: Git, arguments: tuple[str, ...]
) -> None:
    """git tells the hook by ``GIT_INDEX_FILE``; the usual index has nothing staged."""
    root = project({"a.py": GOOD, "b.py": GOOD}, contracts=NO_PRINT, commit=True)
    install_hook(root)
    write_files(root, {"a.py": BAD})
    assert commit_output(git, root) != ""  # nothing to commit
    assert _expected_lines(commit_output(git, root, *arguments)) == _expected_lines(HOOK_OUTPUT)
    write_files(root, {"a.py": "y = 2\n"})
    assert commit_output(git, root, *arguments) == ""


def test_a_commit_of_one_file_leaves_what_else_is_staged(project: MakeProject, git: Git) -> None:
    """Only the file that is committed is checked."""
    root = project({"a.py": GOOD, "b.py": GOOD}, contracts=NO_PRINT, commit=True)
    install_hook(root)
    write_files(root, {"a.py": "y = 2\n", "b.py": BAD})
    git(root, "add", "b.py")
    assert commit_output(git, root, "a.py") == ""
    assert "b.py:1" in commit_output(git, root)


def test_a_hook_in_a_folder(project: MakeProject, git: Git) -> None:
    """The relative ``GIT_INDEX_FILE`` still means the same file."""
    inner = {"api/.claude/contracts/a.yaml": contract(), "api/a.py": GOOD}
    root = project(inner, commit=True)
    install_hook(root, "api")
    write_files(root, {"api/a.py": BAD})
    report = report_of("a.py:1").replace("no-print", "api/no-print")
    expected = f"{report}1 file checked\n{ways_on('a.py', name='api/no-print')}"
    assert _expected_lines(commit_output(git, root, "-a")) == _expected_lines(expected)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "git_flags", [(), ("--git-dir=.git",), ("--git-dir=.git", "--work-tree=.")]
)
def test_a_hook_in_a_folder_of_a_tree_that_is_given(
    project: MakeProject, git: Git, git_flags: tuple[str, ...]
) -> None:
    """git hands ``GIT_WORK_TREE=.`` on: a file above counted as one of the folder."""
    inner = {"api/.claude/contracts/a.yaml": contract(), "api/a.py": GOOD, "a.py": GOOD}
    root = project(inner, commit=True)
    install_hook(root, flags="--root api")
    write_files(root, {"api/a.py": BAD, "a.py": BAD})
    git(root, "add", "-A")
    with pytest.raises(subprocess.CalledProcessError) as refused:
        git(root, *git_flags, "commit", "-q", "-m", "x")
    expected = f"{report_of('api/a.py:1')}1 file checked\n{ways_on('api/a.py', is_staged=True)}"
    assert _expected_lines(
        str(refused.value.stdout) + str(refused.value.stderr)
    ) == _expected_lines(expected)


def test_a_hook_in_a_linked_worktree(project: MakeProject, git: Git) -> None:
    """git sets ``GIT_DIR`` there."""
    root = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    install_hook(root)
    git(root, "worktree", "add", "-q", "linked")
    write_files(root / "linked", {"a.py": BAD})
    assert _expected_lines(commit_output(git, root / "linked", "-a")) == _expected_lines(
        HOOK_OUTPUT
    )


def _expected_lines(message: str) -> list[str]:
    """The lines, as git passes both streams on in any order."""
    return sorted(line for line in message.split("\n") if line)


def test_nothing_staged_says_so(project: MakeProject, run: Run, git: Git) -> None:
    """A build that scans what is staged checks no content, and passed without a word."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract()}, commit=True)
    note = "phaser-lint: note: nothing is staged: no content was checked"
    alone = run("scan", "--staged", cwd=root)
    assert (alone.code, alone.err.startswith(note)) == (0, True)
    git(root, "rm", "-q", "--cached", "a.py")
    assert note not in run("scan", "--staged", cwd=root).err
    git(root, "update-ref", "-d", "HEAD")
    assert note not in run("scan", "--staged", cwd=root).err


# Contracts that no commit holds.

DRAFT = ".claude/contracts/draft.yaml"
DRAFTED = contract("draft", severity="fatal")
WRONG = (
    f'{DRAFT}:6: {{}}severity: expected one of error, warning, not "fatal" (contract skipped{{}})'
)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("scan", "--staged"), id="staged"),
        pytest.param(("pre-commit", "a.py"), id="pre-commit"),
        pytest.param(("pre-commit", "--tree"), id="tree"),
    ],
)
def test_an_invalid_draft_refuses_no_other_commit(
    project: MakeProject, run: Run, git: Git, words: tuple[str, ...]
) -> None:
    """A contract file that git does not track, ignored or not, is none of the commit."""
    root = project({"a.py": "", ".gitignore": ""}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": GOOD, DRAFT: DRAFTED})
    git(root, "add", "a.py")
    outcome = run(*words, cwd=root)
    said = [line for line in outcome.err.splitlines() if DRAFT in line]
    assert (outcome.code, said) == (0, [WRONG.format("note: ", "; git does not track the file")])
    write_files(root, {".gitignore": "draft.yaml\n"})
    # Git's own hook runs so: who relies on the contract sees that it checks nothing.
    assert run(*words, "--quiet", cwd=root) == (0, "", f"{said[0]}\n")
    git(root, "add", "-f", DRAFT)
    assert run(*words, "--quiet", cwd=root) == (2, "", WRONG.format("", "") + "\n")


def test_an_invalid_draft_is_a_problem_of_what_is_on_the_disk(
    project: MakeProject, run: Run
) -> None:
    """A scan checks files that git does not track, too."""
    root = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    write_files(root, {DRAFT: DRAFTED})
    assert run("scan", "--quiet", cwd=root) == (2, "", WRONG.format("", "") + "\n")


def test_a_draft_does_not_excuse_what_it_breaks(project: MakeProject, run: Run, git: Git) -> None:
    """Its id makes the contract of the commit invalid, which fails."""
    root = project({"a.py": ""}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": GOOD, ".claude/contracts/a.yaml": contract()})
    git(root, "add", "a.py")
    place = ".claude/contracts/no-print.yaml:1: rule_id: expected an id of its own; no-print is in"
    expected = f"{place} .claude/contracts/a.yaml:1 (contract skipped)\n"
    assert run("scan", "--staged", "--quiet", cwd=root) == (2, "", expected)


def test_a_draft_is_nothing_to_check_by(project: MakeProject, run: Run, git: Git) -> None:
    """A repository without any contract file fails in pre-commit; this is none."""
    root = project({"a.py": ""}, commit=True)
    write_files(root, {"a.py": GOOD, DRAFT: DRAFTED})
    git(root, "add", "a.py")
    outcome = run("pre-commit", "a.py", cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert "nothing can be checked" in outcome.err


UNSTAGED = "{}: note: counts as staged; the disk has other content\n"


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("folder", ["", "api/"], ids=["of the root", "of a folder"])
@pytest.mark.parametrize(
    "on_disk",
    [None, contract("no-print", enabled=False), contract("no-print", severity="warning")],
    ids=["deleted", "turned off", "weaker"],
)
def test_a_contract_counts_as_it_is_staged(
    project: MakeProject, run: Run, git: Git, on_disk: str | None, folder: str
) -> None:
    """An ``enabled: false`` that nobody staged let a commit pass that pre-commit refused."""
    path = f"{folder}.claude/contracts/no-print.yaml"
    root = project({f"{folder}a.py": GOOD, path: contract("no-print")}, commit=True)
    write_files(root, {f"{folder}a.py": BAD})
    git(root, "add", ".")
    if on_disk is None:
        (root / path).unlink()
    else:
        write_files(root, {path: on_disk})
    report = f"{folder}a.py:1:1: error: Use the logger. [{folder}no-print]"
    outcome = run("scan", "--staged", cwd=root)
    assert (outcome.code, outcome.out.splitlines()[0]) == (1, report)
    assert UNSTAGED.format(path) in outcome.err


@pytest.mark.parametrize(
    ("link", "leads_to", "on_disk"),
    [
        (".claude/contracts/a.yaml", "../../shared/a.yaml", None),
        (".claude/contracts/a.yaml", "../../shared/a.yaml", contract(enabled=False)),
        (".claude/contracts", "../shared", contract(enabled=False)),
    ],
)
def test_what_a_link_leads_to_counts_as_it_is_staged(
    project: MakeProject, run: Run, git: Git, link: str, leads_to: str, on_disk: str | None
) -> None:
    path = "shared/a.yaml"
    root = project({"a.py": BAD, path: contract()})
    (root / link).parent.mkdir(parents=True)
    (root / link).symlink_to(leads_to)
    git(root, "add", ".")
    if on_disk is None:
        (root / path).unlink()
    else:
        write_files(root, {path: on_disk})
    outcome = run("scan", "--staged", cwd=root)
    assert outcome[:2] == (1, report_of("a.py:1"))
    assert UNSTAGED.format(path) in outcome.err


def test_a_linked_configuration_counts_as_it_is_staged(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = project({"a.py": BAD, "shared.yaml": "exclude: b.py\n"}, contracts=NO_PRINT)
    (root / ".phaser").mkdir()
    (root / ".phaser/config.yaml").symlink_to("../shared.yaml")
    git(root, "add", ".")
    write_files(root, {"shared.yaml": "exclude: a.py\n"})
    assert run("scan", "--staged", cwd=root).code == 1


def test_a_contract_that_is_only_touched_is_the_same(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Git names it as changed: its times differ, or its line ends by a conversion."""
    path = ".claude/contracts/no-print.yaml"
    root = project({"a.py": GOOD, path: contract("no-print")}, commit=True)
    write_files(root, {"a.py": BAD})
    git(root, "add", ".")
    content = (root / path).read_bytes()
    (root / path).write_bytes(content.replace(b"\n", b"\r\n"))
    outcome = run("scan", "--staged", cwd=root)
    assert outcome == (1, report_of("a.py:1"), "1 file checked\n")
    (root / path).write_bytes(content)
    os.utime(root / path, (1, 1))
    assert run("scan", "--staged", cwd=root) == outcome


def test_a_contract_that_is_repaired_on_the_disk_only_refuses_the_commit(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = project({"a.py": GOOD}, commit=True)
    path = ".claude/contracts/no-print.yaml"
    write_files(root, {path: contract("no-print", severity="eror")})
    git(root, "add", ".")
    write_files(root, {path: contract("no-print")})
    outcome = run("scan", "--staged", cwd=root)
    assert outcome.code == 2
    assert f"{path}:" in outcome.err
    assert 'not "eror"' in outcome.err


def test_an_include_counts_as_it_is_staged(project: MakeProject, run: Run, git: Git) -> None:
    """And so do the contracts of an included folder."""
    shared_path, configuration_path = "shared/no-print.yaml", ".phaser/config.yaml"
    files = {"a.py": GOOD, shared_path: contract("no-print"), configuration_path: ""}
    root = project(files, commit=True)
    write_files(root, {"a.py": BAD, configuration_path: "include: [shared]\n"})
    git(root, "add", ".")
    write_files(root, {configuration_path: ""})
    assert scan_staged(run, root) == (1, report_of("a.py:1"))
    write_files(root, {configuration_path: "include: [shared]\n", shared_path: "{}\n"})
    assert scan_staged(run, root)[0] == 1


PAIRED = contract(
    "pair",
    type="file_pair",
    pattern=None,
    file_glob="/src/*.py",
    partner="t/{stem}.txt",
    message="Test it.",
    severity="warning",
)
LICENSED = contract(
    "licence",
    type="file_exists",
    pattern=None,
    file_glob="/LICENSE",
    message="Keep it.",
    severity="warning",
)
LISTED = contract(
    "listed",
    type="items_listed",
    pattern=r"flag_\w+",
    file_glob="/src/*.py",
    listed_in="/flags.txt",
    message="List it.",
    severity="warning",
)
ON_TREE = {"a.yaml": PAIRED, "b.yaml": LICENSED, "c.yaml": LISTED}
# Without a partner and a licence, and with a flag that is in no list.
OLD = {
    "src/old.py": "flag_old\n",
    "src/good.py": "flag_a\n",
    "t/good.txt": "x\n",
    "flags.txt": "flag_a\n",
    "other.txt": "x\n",
}


def shown_by_hook(run: Run, root: Path, *arguments: str) -> list[str]:
    """Each violation that git's hook shows: its path, and the contract."""
    words = ("scan", "--staged", "--project-contracts", "--quiet", *arguments)
    shown = re.findall(r"^(\S+?):\d+:\d+: \w+: .* \[(\w+)\]$", run(*words, cwd=root).out, re.M)
    return [f"{path} {rule_id}" for path, rule_id in shown]


ALL_OLD = [".claude/contracts/b.yaml licence", "src/old.py pair", "src/old.py listed"]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param({}, [], id="an empty commit"),
        pytest.param({"other.txt": "y\n"}, [], id="another file"),
        pytest.param({"src/good.py": "flag_a\n#\n"}, [], id="a good file"),
        pytest.param({"src/old.py": "flag_old\n#\n"}, ["src/old.py pair", "src/old.py listed"],
                     id="the file itself"),
        pytest.param({"t/good.txt": None}, ["src/good.py pair"], id="the partner is deleted"),
        pytest.param({"flags.txt": "\n"}, ["src/good.py listed"], id="the list loses a line"),
        pytest.param({"src/new.py": "x\n"}, ["src/new.py pair"], id="a file without a partner"),
        pytest.param({".claude/contracts/a.yaml": f"{PAIRED}url: 'https://a.example'\n"}, ALL_OLD,
                     id="a contract"),
        pytest.param({".phaser/config.yaml": "exclude: ['/gone/']\n"}, ALL_OLD,
                     id="the configuration"),
    ],
)  # fmt: skip
def test_a_warning_that_the_commit_has_nothing_to_do_with_is_no_word_of_it(
    project: MakeProject, run: Run, git: Git, texts: dict[str, str | None], expected: list[str]
) -> None:
    """What is missing was told of at each commit, and nobody read it any more."""
    root = project(OLD, contracts=ON_TREE, commit=True)
    write_files(root, {path: text for path, text in texts.items() if text is not None})
    for path in (path for path, text in texts.items() if text is None):
        (root / path).unlink()
    git(root, "add", "-A")
    assert shown_by_hook(run, root) == expected
    # By hand, and where warnings refuse the commit, all of them are told.
    assert len(shown_by_hook(run, root, "--fail-on", "warning")) >= len(ALL_OLD)
    assert "licence" in run("scan", "--staged", cwd=root).out


def test_an_error_on_the_tree_refuses_each_commit_until_it_is_recorded(
    project: MakeProject, run: Run, git: Git
) -> None:
    contracts = {"b.yaml": LICENSED.replace('"warning"', '"error"')}
    root = project(OLD, contracts=contracts, commit=True)
    write_files(root, {"other.txt": "y\n"})
    git(root, "add", "-A")
    assert shown_by_hook(run, root) == [".claude/contracts/b.yaml licence"]
    run("baseline", "--project-contracts", cwd=root)
    git(root, "add", "-A")
    assert shown_by_hook(run, root) == []


def test_the_first_commit_shows_all_warnings(project: MakeProject, run: Run, git: Git) -> None:
    root = project(OLD, contracts=ON_TREE)
    git(root, "add", "-A")
    assert shown_by_hook(run, root) == ALL_OLD


def test_what_is_left_out_of_a_hooks_output_counts_as_existing(
    project: MakeProject, run: Run, git: Git
) -> None:
    """As husky and lefthook run it, without ``--quiet``; git tells them the index."""
    root = project(OLD, contracts=ON_TREE, commit=True)
    write_files(root, {"other.txt": "y\n"})
    git(root, "add", "-A")
    outcome = run("scan", "--staged", cwd=root, env={"GIT_INDEX_FILE": ".git/index"})
    assert outcome == (0, NONE, "2 files checked, 3 existing violations\n")


def test_a_commit_refused_for_its_contracts_is_told_of_these_alone(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The next step explained a warning, which refuses nothing."""
    warning = contract(severity="warning")
    root = project({}, contracts={"a.yaml": warning}, commit=True)
    invalid = {".claude/contracts/b.yaml": contract("b", pattern="(")}
    write_files(root, {"a.py": BAD, **invalid})
    git(root, "add", "-A")
    outcome = run("scan", "--staged", "--quiet", cwd=root)
    assert (outcome.code, outcome.out) == (2, "a.py:1:1: warning: Use the logger. [no-print]\n")
    assert outcome.err.startswith(".claude/contracts/b.yaml:")
    assert "next:" not in outcome.err
    strict = run("scan", "--staged", "--quiet", "--fail-on", "warning", cwd=root)
    assert " why no-print a.py:1 --staged " in strict.err
    write_files(root, {"a.py": f"{BAD}eval(1)\n", "c.py": BAD})
    with_error = {".claude/contracts/c.yaml": contract("no-eval", pattern="eval")}
    write_files(root, with_error)
    git(root, "add", "-A")
    assert " why no-eval a.py:2 --staged " in run("scan", "--staged", "--quiet", cwd=root).err


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("is_conflict", [False, True])
def test_a_refused_merge_is_told_how_to_see_what_is_ones_own(
    project: MakeProject, run: Run, git: Git, is_conflict: bool
) -> None:
    """What upstream has was refused, and no step led on."""
    root = project({"a.py": GOOD, "b.py": GOOD}, contracts=NO_PRINT, commit=True)
    git(root, "switch", "-q", "-c", "theirs")
    write_files(root, {"a.py": BAD, "b.py": "theirs\n"})
    git(root, "commit", "-q", "-a", "-m", "Theirs")
    git(root, "switch", "-q", "-")
    write_files(root, {"b.py": "ours\n"} if is_conflict else {"c.py": GOOD})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Ours")
    step = (
        "  phaser-lint scan --since HEAD             # leaves out what the merge or rebase brings; "
        f"what to do where nothing is left: {DOCS}/git.md#upstream-changes\n"
    )
    with suppress(subprocess.CalledProcessError):
        git(root, "merge", "-q", "--no-commit", "theirs")
    write_files(root, {"b.py": "both\n"})
    git(root, "add", "-A")
    assert step in run("scan", "--staged", "--quiet", cwd=root).err
    assert run("scan", "--since", "HEAD", cwd=root).code == 0
    write_files(root, {"b.py": BAD})
    assert "b.py:1" in run("scan", "--since", "HEAD", cwd=root).out
    git(root, "reset", "-q", "--hard")
    write_files(root, {"b.py": BAD})
    git(root, "add", "-A")
    outcome = run("scan", "--staged", "--quiet", cwd=root)
    assert (outcome.code, "next:" in outcome.err, step in outcome.err) == (1, True, False)


def test_the_hook_of_the_tree_shows_beside_an_error_no_old_warning(
    project: MakeProject, run: Run, git: Git
) -> None:
    """pre-commit hides what a hook says that passes; one that fails said all of it."""
    contracts = {**ON_TREE, "b.yaml": LICENSED.replace('"warning"', '"error"')}
    root = project(OLD, contracts=contracts, commit=True)
    write_files(root, {"src/new.py": "x\n"})
    git(root, "add", "-A")
    words, in_commit = ("pre-commit", "--tree", "--quiet", "--"), {"GIT_INDEX_FILE": ".git/index"}
    shown = [line.rpartition("[")[2] for line in run(*words, cwd=root).out.splitlines()]
    assert shown == ["licence]", "pair]", "pair]", "listed]"]
    outcome = run(*words, cwd=root, env=in_commit)
    assert [line.partition(": ")[0] for line in outcome.out.splitlines()] == [
        ".claude/contracts/b.yaml:1:1",
        "src/new.py:1:1",
    ]
    assert outcome.code == 1
