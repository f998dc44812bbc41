"""``phaser-lint scan --since``: what this branch adds, whatever happened elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, no_file
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

NO_PRINT = {"no-print.yaml": contract("no-print")}
HAS_LICENSE = contract(
    "has-license", type="file_exists", pattern=None, file_glob="/LICENSE", message="Carry one."
)
PRINTS = "{}:1: error: Use the logger. [no-print]\n"
NONE = "0 errors, 0 warnings\n"
BAD, GOOD = "print(1)\n", "x = 1\n"
LINES = "".join(f"line {number}\n" for number in range(30))


def report_of(*places: str) -> str:
    listing = "".join(PRINTS.format(place) for place in places)
    errors = "1 error" if len(places) == 1 else f"{len(places)} errors"
    return f"{listing}\n{errors}, 0 warnings\n" if places else NONE


def commit(git: Git, root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")


def branched(project: MakeProject, git: Git) -> Path:
    """A branch with a change of its own, and a main that went on and broke two files."""
    files = {"mine.py": GOOD, "theirs.py": GOOD, "fixed.py": BAD}
    root = project(files, contracts=NO_PRINT, commit=True)
    git(root, "checkout", "-q", "-b", "topic")
    write_files(root, {"mine.py": GOOD + BAD})
    commit(git, root)
    git(root, "checkout", "-q", "main")
    write_files(root, {"theirs.py": BAD, "more.py": BAD, "fixed.py": GOOD})
    commit(git, root)
    git(root, "checkout", "-q", "topic")
    return root


def test_what_the_other_branch_did_meanwhile_is_not_mine(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Neither what it broke nor what it fixed: the last common commit is compared with."""
    root = branched(project, git)
    outcome = run("scan", "--since", "main", cwd=root)
    assert outcome == (1, report_of("mine.py:2"), "1 file checked\n")
    git(root, "merge", "-q", "main")
    assert run("scan", "--since", "main", cwd=root) == outcome


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("revision", ["HEAD~1", "v1", "v1-annotated", "@{1}", ":/First"])
def test_forms_of_a_revision(project: MakeProject, run: Run, git: Git, revision: str) -> None:
    """Whatever names a commit."""
    root = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    git(root, "tag", "v1")
    git(root, "tag", "-a", "v1-annotated", "-m", "x")
    write_files(root, {"a.py": BAD})
    commit(git, root)
    outcome = run("scan", "--since", revision, cwd=root)
    assert outcome == (1, report_of("a.py:1"), "1 file checked\n")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("HEAD..main", "expected one revision, not the range HEAD..main; what is new since HEAD"),
        ("main...topic", "expected one revision, not the range main...topic; what is new since "),
        ("...main", "expected one revision, not the range ...main; what is new since HEAD counts"),
        ("^HEAD", "expected a git revision of {root}, not ^HEAD"),
        ("", "expected a git revision, found an empty text"),
        ("HEAD^{tree}", "expected a git revision of {root}, not HEAD^{tree}"),
        ("HEAD:a.py", "expected a git revision of {root}, not HEAD:a.py"),
        ("a.py", "expected a git revision of {root}, not a.py"),
        ("-n", "expected a git revision of {root}, not -n"),
        ("--output=a.py", "expected a git revision of {root}, not --output=a.py"),
        ("mian", "expected a git revision of {root}, not mian; did you mean main?\n"),
        ("0000", "expected a git revision of {root}, not 0000"),
        ("origin/", "expected a git revision, found origin/ with no name behind it: a variable "),
    ],
)
def test_a_text_that_names_no_commit_exits_with_2(
    project: MakeProject, run: Run, revision: str, message: str
) -> None:
    """Exit code 2, one line, and nothing is written."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    outcome = run("scan", f"--since={revision}", cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: --since: {message.replace('{root}', str(root))}")
    assert outcome.err.count("\n") == 1
    assert (root / "a.py").read_text() == BAD


_ID = "f8b498f" + "1" * 33
_OF_FORK = "a fork may lack it, so name the project's own address for it"


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("flag", ["--since", "--contracts-from"])
@pytest.mark.parametrize(
    ("revision", "hint"),
    [
        ("origin/main", "git fetch origin gets its branches"),
        ("refs/remotes/origin/main", "git fetch origin gets its branches"),
        (_ID, f"git fetch origin {_ID} gets it, where origin has it; {_OF_FORK}"),
        (_ID[:12], f"git fetch origin gets it, where origin has it; {_OF_FORK}"),
        ("topic/a", "git fetch origin gets tags, and branches, such as origin/main"),
        ("v1.2", "git fetch origin gets tags, and branches, such as origin/main"),
        ("there", "this clone has it as origin/there"),
        ("0000", ""),
        ("a.py", ""),
        ("HEAD~9", ""),
    ],
)
def test_what_was_not_fetched(
    project: MakeProject, run: Run, git: Git, flag: str, revision: str, hint: str
) -> None:
    """A CI system clones one branch, and compares with a commit of another."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    git(root, "remote", "add", "origin", "/nowhere")
    git(root, "update-ref", "refs/remotes/origin/there", "HEAD")
    not_found = f"{flag}: expected a git revision of {root}, not {revision}"
    message = f"phaser-lint: {not_found}{hint and f'; {hint}'}\n"
    assert run("scan", flag, revision, cwd=root) == (2, "", message)


def test_a_clone_of_one_branch_is_told_what_fetches_another(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """What git fetches by itself there is that branch alone."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    git(root, "branch", "other")
    url = root.as_uri()
    git(tmp_path, "clone", "-q", "--single-branch", "--branch", "other", url, "clone")
    clone = tmp_path / "clone"
    default = git(root, "branch", "--show-current").strip()
    words = f"git fetch origin +refs/heads/{default}:refs/remotes/origin/{default}"
    outcome = run("scan", "--since", f"origin/{default}", cwd=clone)
    assert outcome.code == 2
    assert outcome.err.endswith(f"; this clone has one branch of origin: {words} gets another\n")
    git(clone, *words.split()[1:])
    assert run("scan", "--since", f"origin/{default}", cwd=clone).code == 0


def test_before_the_first_commit(project: MakeProject, run: Run, git: Git) -> None:
    """HEAD stands for nothing yet, so everything is new; no other revision names a thing."""
    root = project({"a.py": BAD}, contracts=NO_PRINT)
    assert run("scan", "--since", "HEAD", cwd=root).out == report_of("a.py:1")
    git(root, "add", "-A")
    for flags in (("--since", "HEAD", "--", "a.py"), ("--tree", "--since", "HEAD", "--")):
        assert run("pre-commit", *flags, cwd=root).code == int("a.py" in flags)
    message = f"phaser-lint: --since: expected a git revision of {root}, not main\n"
    assert run("scan", "--since", "main", cwd=root) == (2, "", message)


def test_unrelated_histories_cannot_be_compared(project: MakeProject, run: Run, git: Git) -> None:
    """Nothing that both know: what is new cannot be known."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    git(root, "checkout", "-q", "--orphan", "other")
    message = "phaser-lint: --since: main and HEAD have no commit in common\n"
    assert run("scan", "--since", "main", cwd=root) == (2, "", message)
    write_files(root, {"a.py": BAD * 2})
    commit(git, root)
    assert run("scan", "--since", "main", cwd=root) == (2, "", message)


def test_a_shallow_clone_tells_how_to_get_the_base(
    project: MakeProject, run: Run, git: Git
) -> None:
    """What it does not hold cannot be compared with; how to get it is said."""
    origin = branched(project, git)
    root = origin / "clone"
    git(origin, "clone", "-q", "--depth=1", "--branch=topic", f"file://{origin}", str(root))
    hint = "; this clone is shallow: git fetch --unshallow gets the rest of the history\n"
    message = f"phaser-lint: --since: expected a git revision of {root}, not HEAD~1{hint}"
    assert run("scan", "--since", "HEAD~1", cwd=root) == (2, "", message)
    git(root, "fetch", "-q", "--depth=1", "origin", "main:main")
    message = f"phaser-lint: --since: main and HEAD have no commit in common{hint}"
    assert run("scan", "--since", "main", cwd=root) == (2, "", message)
    git(root, "fetch", "-q", "--unshallow", "origin", "main", "topic")
    assert run("scan", "--since", "main", cwd=root).out == report_of("mine.py:2")


# Renames.


@pytest.mark.parametrize("staged", [True, False])
def test_a_renamed_file_keeps_its_existing_violations(
    project: MakeProject, run: Run, git: Git, staged: bool
) -> None:
    """``git mv``, and plain ``mv``; also for what is wrong with the file as a whole."""
    lacks = contract("lacks", type="require_pattern", pattern="MIT", message="Say so.")
    contracts = {**NO_PRINT, "lacks.yaml": lacks, "none.yaml": no_file("*.py")}
    root = project({"a.py": LINES + BAD}, contracts=contracts, commit=True)
    (root / "lib").mkdir()
    (root / "a.py").rename(root / "lib/b.py")
    if staged:
        git(root, "add", "-A")
    assert run("scan", "--since", "HEAD", cwd=root) == (
        0,
        NONE,
        "1 file checked, 3 existing violations\n",
    )


def test_what_was_added_to_a_renamed_file_is_new(project: MakeProject, run: Run, git: Git) -> None:
    """git calls it a rename while most of it is the same."""
    root = project({"a.py": LINES + BAD}, contracts=NO_PRINT, commit=True)
    git(root, "mv", "a.py", "b.py")
    write_files(root, {"b.py": LINES + BAD + "print(2)\n"})
    expected = (1, report_of("b.py:32"), "1 file checked, 1 existing violation\n")
    assert run("scan", "--since", "HEAD", cwd=root) == expected
    commit(git, root)
    assert run("scan", "--since", "HEAD~1", cwd=root) == expected


def test_a_file_moved_to_where_a_contract_counts(project: MakeProject, run: Run, git: Git) -> None:
    """It broke nothing where it was."""
    strict = {"a.yaml": contract("no-print", file_glob="src/**")}
    root = project({"draft/a.py": LINES + BAD}, contracts=strict, commit=True)
    (root / "src").mkdir()
    git(root, "mv", "draft/a.py", "src/a.py")
    assert run("scan", "--since", "HEAD", cwd=root).out == report_of("src/a.py:31")


def test_a_copy_is_new(project: MakeProject, run: Run, git: Git) -> None:
    """There is more of it than before."""
    root = project({"a.py": LINES + BAD}, contracts=NO_PRINT, commit=True)
    write_files(root, {"b.py": LINES + BAD})
    git(root, "add", "-A")
    assert run("scan", "--since", "HEAD", cwd=root).out == report_of("b.py:31")


# Files that come and go.


def test_deleted_and_untracked_files_and_submodules(
    project: MakeProject, run: Run, git: Git
) -> None:
    """A deleted file has nothing new; submodules are not entered."""
    inner = project({"x.py": BAD}, commit=True)
    files = {"gone.py": BAD * 2, ".gitignore": "ignored.py\n"}
    root = project(files, contracts=NO_PRINT, commit=True)
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    (root / "gone.py").unlink()
    write_files(root, {"new.py": "print(2)\n", "ignored.py": BAD, "sub/x.py": BAD * 3})
    outcome = run("scan", "--since", "HEAD", cwd=root)
    message = "sub/: note: not entered: sub; a repository of its own is checked by a scan in it\n"
    assert outcome == (1, report_of("new.py:1"), f"{message}1 file checked\n")


def test_a_required_link_that_was_deleted(project: MakeProject, run: Run, git: Git) -> None:
    """A link counts as a file that is there, also before."""
    root = project({"COPYING": ""}, contracts={"a.yaml": HAS_LICENSE})
    (root / "LICENSE").symlink_to("COPYING")
    commit(git, root)
    (root / "LICENSE").unlink()
    assert run("scan", "--since", "HEAD", cwd=root).code == 1


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("flags", "unread"),
    [((), True), (("--since", "HEAD"), False), (("--tree",), False), (("src", "--tree"), False)],
)
@pytest.mark.parametrize("linked", [False, True], ids=["", "linked"])
def test_a_sparse_checkout_misses_nothing(
    project: MakeProject, run: Run, git: Git, flags: tuple[str, ...], unread: bool, linked: bool
) -> None:
    """A required file that it leaves out was called missing; of its content a scan says so."""
    files = {"src/a.py": GOOD, "out/LICENSE": "", "out/b.py": BAD}
    contracts = {**NO_PRINT, "a.yaml": HAS_LICENSE.replace("/LICENSE", "LICENSE")}
    root = project(files, contracts=contracts, commit=True)
    if linked:
        git(root, "worktree", "add", "-q", str(root.parent / "linked"))
        root = root.parent / "linked"
    git(root, "sparse-checkout", "set", "src", ".claude")
    assert not (root / "out").exists()
    outcome = run("scan", *flags, cwd=root)
    left_out = "; 1 file not read: left out by the sparse checkout"
    assert outcome[:2] == (0, NONE.replace("\n", f"{left_out}\n") if unread else NONE)
    assert ("skipped" in outcome.err) is unread
    git(root, "rm", "-q", "--sparse", "out/LICENSE")
    assert run("scan", *flags, cwd=root).code == 1


def test_the_tree_leaves_out_the_content_of_files(project: MakeProject, run: Run, git: Git) -> None:
    """``--tree`` leaves the content out here too: the second hook reported as the first one did."""
    root = project({"LICENSE": ""}, contracts={**NO_PRINT, "a.yaml": HAS_LICENSE}, commit=True)
    write_files(root, {"a.py": BAD})
    assert run("scan", "--since", "HEAD", "--tree", cwd=root).code == 0
    (root / "LICENSE").unlink()
    outcome = run("scan", "--since", "HEAD", "--tree", "--quiet", cwd=root)
    assert (outcome.code, outcome.out) == (
        1,
        ".claude/contracts/a.yaml:1:1: error: files matching /LICENSE: Carry one. [has-license]\n",
    )


def test_what_was_ignored_before_is_old_without_ignores(project: MakeProject, run: Run) -> None:
    """``--no-ignores`` holds for the earlier files too."""
    source = "print(1) # phaser:ignore no-print\n"
    root = project({"a.py": source}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": source + GOOD})
    outcome = run("scan", "--since", "HEAD", "--no-ignores", cwd=root)
    assert outcome == (0, NONE, "1 file checked, 1 existing violation\n")


def test_a_folder_without_a_change(project: MakeProject, run: Run) -> None:
    """It was said that git ignores all of it."""
    root = project({"a/x.py": "", "b/x.py": ""}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a/x.py": GOOD})
    assert run("scan", "--since", "HEAD", "b", cwd=root).err == "0 files checked\n"


def test_a_file_named_beside_its_folder(project: MakeProject, run: Run) -> None:
    """It is one file: what was there before is not there twice."""
    no_env = contract("no-env", type="file_not_exists", pattern=None, file_glob=".env")
    root = project({".env": ""}, contracts={"a.yaml": no_env}, commit=True)
    outcome = run("scan", ".", ".env", "--since", "HEAD", cwd=root)
    assert (outcome.code, outcome.out) == (0, NONE)
    assert run("scan", ".", ".env", cwd=root).out.count("[no-env]") == 1


def test_before_the_first_commit_no_contracts_judge_the_change(
    project: MakeProject, run: Run, git: Git
) -> None:
    """A note said that the empty tree, by its id, is no revision."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract()})
    git(root, "init", "-q")
    outcome = run("scan", "--since", "HEAD", cwd=root)
    assert outcome.code == 1
    note = ".claude/contracts/a.yaml:1: note: contract no-print added; phaser-lint scan shows what"
    assert outcome.err.startswith(note)
    assert outcome.err.endswith(" are refused\n1 file checked\n")


@pytest.mark.parametrize(
    ("arguments", "note"),
    [
        (("--since", "HEAD"), "a.py:1: note: new directive: ignore-file stay\n"),
        (("--staged",), ""),
    ],
)
def test_a_renamed_test_that_has_to_stay_is_told_what_counts(
    project: MakeProject, run: Run, git: Git, arguments: tuple[str, ...], note: str
) -> None:
    """Who wrote a directive beside the new name read nothing but the message again."""
    stay = contract("stay", type="keep_pattern", pattern=r"def (test_\w+)", message="Mend it.")
    root = project({"a.py": "def test_a(): 1\n"}, contracts={"a.yaml": stay}, commit=True)
    (root / "a.py").write_text("# phaser:ignore-file stay\ndef test_b(): 1\n")
    git(root, "add", "-A")
    assert run("scan", *arguments, "--project-contracts", cwd=root).err == (
        f"{note}1 file checked\n"
        "For stay a directive counts only in a file that had it before this change.\n"
        "Only if this is meant, leave out the text by the pattern, as with (?!name), or the file "
        "by exclude_glob, in .claude/contracts/a.yaml. "
        "CI checks by the contracts of the base, so merge that change first.\n"
    )


def test_all_counts_since_no_commit(project: MakeProject, run: Run) -> None:
    """CI calls so the commit before a scheduled run, or a branch's first: it ended with 2."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    outcome = run("scan", "--since", "0" * 40, "--allow-weaker", cwd=root)
    note = "--since 0000000…: git's name for no commit: all files are checked, all counts"
    remarks = f"phaser-lint: note: {note}\n1 file checked\n"
    assert outcome == (1, report_of("a.py:1"), remarks)
    assert run("why", "no-print", "a.py", "--since", "0" * 64, cwd=root).out.endswith(
        "\nviolation\n"
    )
