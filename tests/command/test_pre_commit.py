"""``phaser-lint pre-commit`` in this process: what is an option, and what a file of ours."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from phaser_lint.command.pre_commit import parser, separate_flags
from phaser_lint.core.errors import UsageError
from tests.command.made import RECORDING, RECORDS, contract, no_file, ways_on

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

FLAGS = parser().flags()
NO_PRINT = {"no-print.yaml": contract()}
BAD = "print(1)\n"
MEANT = "Only if this is meant, end line 1 with: # phaser:ignore no-print -- reason\n"
LICENCE = contract("licence", type="file_exists", pattern=None, file_glob="/LICENSE")


@pytest.mark.parametrize(
    ("files", "arguments", "options", "names"),
    [
        ("", "", "", ""),
        ("a", "-- a", "", "a"),
        ("-a", "-- -a", "", "-a"),
        ("--help", "-- --help", "", "--help"),
        ("a", "--quiet a", "--quiet a", ""),
        ("-a b", "--quiet -a b", "--quiet", "-a b"),
        ("a -b", "--quiet a -b", "--quiet a", "-b"),
        ("--quiet", "--quiet -- a", "--quiet", "a"),
        ("--", "-- -- a", "", "-- -- a"),
        ("--", "--quiet -- a", "--quiet", "-- a"),
        ("-a", "--quiet b", "--quiet b", ""),
    ],
)
def test_options_end_where_names_begin(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: str,
    arguments: str,
    options: str,
    names: str,
) -> None:
    """With and without the ``--``, and with files that are named like anything."""
    for name in files.split():
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    separated = separate_flags(arguments.split(), flags=FLAGS)
    assert tuple(map(list, separated)) == (options.split(), names.split())


@pytest.mark.parametrize("name", ["-h", "--help", "--quiet", "--fail-on=warning"])
def test_what_may_be_either_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Taken for a flag it could switch checks off, taken for a file it could lose an option."""
    (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=rf"^{name}: a flag, or the file of that name\?"):
        separate_flags(["--no-cache", name, "z.py"], flags=FLAGS)


@pytest.mark.parametrize(
    "names",
    [("b/x.py",), ("../p.py",), ("a/inner",), ("a/link",), ("a/out.py",)],
    ids=["beside", "above", "folder", "link to a folder", "link outside"],
)
def test_what_is_no_file_of_the_project_is_skipped(
    project: MakeProject, run: Run, names: tuple[str, ...]
) -> None:
    """Files outside of ``--root``, submodules, links; never the whole project in their place."""
    contracts = {f"a/.claude/contracts/{name}": text for name, text in NO_PRINT.items()}
    root = project({"a/bad.py": BAD, "a/inner/bad.py": BAD, "b/x.py": BAD, **contracts})
    (root / ".." / "p.py").write_text(BAD)
    (root / "a" / "link").symlink_to("../b")
    (root / "a" / "out.py").symlink_to("../../p.py")
    outcome = run("pre-commit", "--root", "a", "--quiet", "--", *names, cwd=root)
    assert (outcome.code, outcome.out) == (0, "")


def test_a_missing_file_is_reported(project: MakeProject, run: Run) -> None:
    """The programs name none; a stray argument is one."""
    root = project({}, contracts=NO_PRINT)
    message = "phaser-lint: error: no such file or folder\n"
    assert run("pre-commit", "error", cwd=root) == (2, "", message)


def test_contracts_further_down_check_what_is_below_them(
    project: MakeProject, run: Run, git: Git
) -> None:
    """They check what is below them, and a file without a level is clean.

    What git does not have are the contracts of others, as in a virtual environment.
    """
    contract_files = {
        f"{folder}/.claude/contracts/a.yaml": contract() for folder in ("b", "a/c", "env")
    }
    root = project({**contract_files, "x.py": BAD, "a/c/x.py": BAD})
    assert run("pre-commit", "--", "x.py", cwd=root).code == 2
    git(root, "add", "a", "b")
    assert run("pre-commit", "--", "x.py", cwd=root) == (
        0,
        "0 errors, 0 warnings\n",
        "0 files checked\n",
    )
    assert run("pre-commit", "--tree", "--", cwd=root).code == 0
    outcome = run("pre-commit", "--", "x.py", "a/c/x.py", cwd=root)
    assert (outcome.code, outcome.out.splitlines()[0]) == (
        1,
        "a/c/x.py:1:1: error: Use the logger. [a/c/no-print]",
    )
    flags = ("--contracts-dir", "b/.claude/contracts")
    assert run("pre-commit", *flags, "--", "x.py", cwd=root).code == 1


def test_a_project_without_contracts_is_reported(project: MakeProject, run: Run) -> None:
    """``--root src``, and a folder that nothing reads, passed every commit."""
    root = project({"src/x.py": BAD}, contracts=NO_PRINT)
    wrong = project({"x.py": BAD, "contracts/no-print.yaml": contract()})
    places = ".claude/contracts or .phaser/contracts"
    message = f"phaser-lint: no contracts in {places} of {root}/src: nothing can be checked\n"
    message_with_hint = (
        f"phaser-lint: no contracts in {places} of {wrong}: nothing can be checked; "
        "contracts/no-print.yaml looks like the contract no-print and is not read: "
        f"expected it in {places}\n"
    )
    assert run("pre-commit", "--root", ".", "--", "src/x.py", cwd=root).code == 1
    assert run("pre-commit", "--root", "src", "--", "src/x.py", cwd=root) == (2, "", message)
    assert run("pre-commit", "--tree", "--root", "src", "--", cwd=root) == (2, "", message)
    assert run("pre-commit", "--", "x.py", cwd=wrong) == (2, "", message_with_hint)
    disabled = project({"x.py": BAD}, contracts={"a.yaml": contract(enabled=False)})
    assert run("pre-commit", "--", "x.py", cwd=disabled).code == 0


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--staged",), "--staged: expected with scan; a hook checks what is staged by itself"),
        (("--shard", "1/2"), "--shard: expected with scan; the hooks make no reports to merge"),
        (("--tree", "--shard=1/2"), "--shard: expected with scan; the hooks make no reports to"),
        (("--stdin-filename", "x"), "--stdin-filename: expected with scan; a commit has its own"),
    ],
)
def test_what_is_no_option_of_a_hook(
    project: MakeProject, run: Run, flags: tuple[str, ...], message: str
) -> None:
    """With ``args: [--staged, --]`` no file was checked, and every commit passed."""
    root = project({"x.py": BAD}, contracts=NO_PRINT)
    outcome = run("pre-commit", *flags, "--", "x.py", cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")


def test_help_is_for_people(project: MakeProject, run: Run) -> None:
    """``args: [--help]`` passed every commit."""
    root = project({"x.py": BAD}, contracts=NO_PRINT)
    outcome = run("pre-commit", "--help", cwd=root)
    assert (outcome.code, outcome.out.split(" [")[0]) == (0, "usage: phaser-lint pre-commit")
    assert "--staged" not in outcome.out
    message = "phaser-lint: --help: nothing would be checked; take it out of the hook's args\n"
    for arguments in (
        ("--help", "x.py"),
        ("--tree", "--help"),
        ("--quiet", "--help", "--", "x.py"),
    ):
        assert run("pre-commit", *arguments, cwd=root) == (2, "", message)
    hook = {"PRE_COMMIT": "1"}
    assert run("pre-commit", "--help", cwd=root, env=hook) == (2, "", message)
    assert run("pre-commit", "-h", cwd=root, env=hook) == (2, "", message)


def test_the_tree_is_that_of_the_index(project: MakeProject, run: Run, git: Git) -> None:
    """Not that of the disk, whichever has more."""
    files = {"LICENSE": "", "key.pem": ""}
    root = project(files, contracts={"a.yaml": LICENCE, "b.yaml": no_file("*.pem")})
    git(root, "add", "key.pem")
    command = ("pre-commit", "--tree", "--quiet", "--")
    outcome_with_both = run(*command, cwd=root)
    git(root, "rm", "-q", "--cached", "key.pem")
    git(root, "add", "LICENSE")
    (root / "LICENSE").unlink()
    assert [line for line in outcome_with_both.out.splitlines() if ": error: " in line] == [
        ".claude/contracts/a.yaml:1:1: error: files matching /LICENSE: Use the logger. [licence]",
        "key.pem:1:1: error: Keep it out. [no-file]",
    ]
    assert (outcome_with_both.code, run(*command, cwd=root)) == (1, (0, "", ""))


def test_without_names_all_that_is_tracked_is_checked(
    project: MakeProject, run: Run, git: Git
) -> None:
    """``pass_filenames: false``: what is on disk and in the index."""
    root = project({"a.py": BAD, "b.py": BAD, "c.py": BAD}, contracts=NO_PRINT)
    git(root, "add", "a.py", "b.py", ".claude")
    (root / "b.py").unlink()
    outcome = run("pre-commit", "--quiet", "--", cwd=root)
    assert outcome == (
        1,
        "a.py:1:1: error: Use the logger. [no-print]\n",
        ways_on("a.py", recording=RECORDING),
    )


def test_only_tracked_files_are_new(project: MakeProject, run: Run, git: Git) -> None:
    """``--since``: an untracked file is in no commit."""
    root = project({"a.py": ""}, contracts=NO_PRINT, commit=True)
    for name in ("a.py", "b.py"):
        (root / name).write_text(BAD)
    git(root, "add", "a.py")
    outcome = run("pre-commit", "--since", "HEAD", "--quiet", "--", cwd=root)
    assert outcome == (
        1,
        "a.py:1:1: error: Use the logger. [no-print]\n",
        ways_on("a.py", recording={}),
    )


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("tree", [False, True])
@pytest.mark.parametrize("name", ["HEAD", "@", "HEAD~0", "main", "{head}", "ahead"])
def test_head_is_never_compared_with_itself(
    project: MakeProject, run: Run, git: Git, name: str, *, tree: bool
) -> None:
    """Where a build checked commits that are made, everything passed: a file that is gone, too."""
    files = {"LICENSE": "", "a.py": BAD}
    root = project(files, contracts={**NO_PRINT, "l.yaml": LICENCE}, commit=True)
    (root / "a.py").write_text(BAD * 2)
    git(root, "rm", "-q", "LICENSE")
    git(root, "commit", "-q", "-a", "-m", "two")
    ahead = git(root, "commit-tree", "-p", "HEAD", "-m", "three", "HEAD^{tree}").strip()
    git(root, "branch", "ahead", ahead)
    since = name.replace("{head}", git(root, "rev-parse", "HEAD").strip())
    command = ("pre-commit", "--quiet", "--since", since)
    command = (*command, "--tree", "--") if tree else (*command, "--", "a.py")
    alone = run(*command, cwd=root)
    message = (
        f"phaser-lint: --since {since}: nothing to compare: nothing is staged, so HEAD would be"
    )
    assert (alone.code, alone.out, alone.err.startswith(message)) == (2, "", True)
    assert run(*command, cwd=root, env={"GIT_INDEX_FILE": ".git/index"}) == (0, "", "")
    # Pushed is the branch as it is, and taken back to what it was before "ahead".
    for start in ("HEAD~1", "0" * 40):
        env = {"PRE_COMMIT_FROM_REF": start, "PRE_COMMIT_REMOTE_NAME": "origin"}
        outcome = run(*command, cwd=root, env=env)
        place = "files matching /LICENSE:" if tree else "a.py:2:1: error:"
        assert (outcome.code, place in outcome.out) == (1, True)
    itself = run(*command, cwd=root, env={"PRE_COMMIT_FROM_REF": "main"})
    message = (
        f"phaser-lint: --since {since}: nothing to compare: the commits start from HEAD itself"
    )
    assert (itself.code, itself.err.startswith(message)) == (2, True)


ENDS_ELSEWHERE = {
    "a branch": ({"PRE_COMMIT_FROM_REF": "main", "PRE_COMMIT_TO_REF": "topic"}, "topic"),
    "the commit before": (
        {"PRE_COMMIT_FROM_REF": "main~1", "PRE_COMMIT_TO_REF": "HEAD~1"},
        "HEAD~1",
    ),
    "its hash": ({"PRE_COMMIT_FROM_REF": "main", "PRE_COMMIT_TO_REF": "{id}"}, "{short}"),
    "a push": (
        {
            "PRE_COMMIT_FROM_REF": "main",
            "PRE_COMMIT_TO_REF": "{id}",
            "PRE_COMMIT_REMOTE_NAME": "origin",
            "PRE_COMMIT_LOCAL_BRANCH": "refs/heads/topic",
        },
        "topic",
    ),
    "a push of a tag": (
        {
            "PRE_COMMIT_FROM_REF": "main",
            "PRE_COMMIT_TO_REF": "{id}",
            "PRE_COMMIT_REMOTE_NAME": "origin",
            "PRE_COMMIT_LOCAL_BRANCH": "refs/tags/v1",
        },
        "v1",
    ),
    "a first push": (
        {"PRE_COMMIT_REMOTE_NAME": "origin", "PRE_COMMIT_LOCAL_BRANCH": "refs/heads/topic"},
        "topic",
    ),
}


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("is_staged", [False, True])
@pytest.mark.parametrize("command", [("--tree", "--"), ("--", "a.py"), ("--", "other/a.py")])
@pytest.mark.parametrize(("env", "name"), ENDS_ELSEWHERE.values(), ids=ENDS_ELSEWHERE)
def test_commits_that_are_not_checked_out_are_an_error(
    project: MakeProject,
    run: Run,
    git: Git,
    env: dict[str, str],
    name: str,
    command: tuple[str, ...],
    *,
    is_staged: bool,
) -> None:
    """``git checkout main; git push origin topic``: the files of main passed for those of topic."""
    root = project({"a.py": ""}, contracts={**NO_PRINT, "l.yaml": LICENCE}, commit=True)
    git(root, "commit", "-q", "--allow-empty", "-m", "two")
    git(root, "switch", "-q", "-c", "topic")
    (root / "a.py").write_text(BAD)
    git(root, "commit", "-q", "-a", "-m", "three")
    git(root, "tag", "-a", "-m", "one", "v1")
    commit = git(root, "rev-parse", "HEAD").strip()
    if name != "HEAD~1":
        git(root, "switch", "-q", "main")
    if is_staged:
        (root / "LICENSE").write_text("")
        git(root, "add", "LICENSE")
    env = {key: text.replace("{id}", commit) for key, text in env.items()}
    name = name.replace("{short}", commit[:12])
    assert run("pre-commit", *command, cwd=root, env=env) == (
        2,
        "",
        f"phaser-lint: {name} is not checked out: its files were not checked; "
        f"git checkout {shlex.quote(name)}\n",
    )


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("end", ["HEAD", "main", "v1", "origin/main", "{id}", "reworded", ":/two"])
def test_commits_that_are_checked_out_are_checked_by_any_name(
    project: MakeProject, run: Run, git: Git, end: str
) -> None:
    root = project({"a.py": ""}, contracts=NO_PRINT, commit=True)
    (root / "a.py").write_text(BAD)
    git(root, "commit", "-q", "-a", "-m", "two")
    git(root, "tag", "-a", "-m", "one", "v1")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    reworded = git(root, "commit-tree", "-p", "HEAD~1", "-m", "2", "HEAD^{tree}").strip()
    git(root, "branch", "reworded", reworded)
    # What is not staged the programs put aside; by hand it is there.
    (root / "a.py").write_text(f"x = 1\n{BAD}")
    to_ref = end.replace("{id}", git(root, "rev-parse", "HEAD").strip())
    env = {"PRE_COMMIT_FROM_REF": "HEAD~1", "PRE_COMMIT_TO_REF": to_ref}
    outcome = run("pre-commit", "--quiet", "--", "a.py", cwd=root, env=env)
    assert (outcome.code, outcome.out) == (1, "a.py:2:1: error: Use the logger. [no-print]\n")


def test_where_the_commits_end_has_to_be_known(project: MakeProject, run: Run) -> None:
    root = project({"a.py": ""}, contracts=NO_PRINT, commit=True)
    message = f"phaser-lint: PRE_COMMIT_TO_REF: expected a git revision of {root}, not gone\n"
    env = {"PRE_COMMIT_FROM_REF": "HEAD", "PRE_COMMIT_TO_REF": "gone"}
    assert run("pre-commit", "--", "a.py", cwd=root, env=env) == (2, "", message)


def test_all_files_are_checked_for_what_is_no_change(
    project: MakeProject, run: Run, git: Git
) -> None:
    frozen = contract("frozen", type="file_frozen", pattern=None, file_glob="a.py")
    contracts = {"f.yaml": frozen, "l.yaml": LICENCE}
    root = project({"LICENSE": "", "a.py": ""}, contracts=contracts, commit=True)
    assert run("pre-commit", "--tree", "--", cwd=root).code == 0
    git(root, "rm", "-q", "LICENSE")
    git(root, "commit", "-q", "-m", "two")
    outcome = run("pre-commit", "--tree", "--", cwd=root)
    assert (outcome.code, "files matching /LICENSE: " in outcome.out) == (1, True)


def test_of_commits_that_are_made_a_weaker_contract_is_named_once(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Both hooks told it twice, and that it shows "once it is committed"."""
    root = project({"a.py": ""}, contracts=NO_PRINT, commit=True)
    (root / ".claude/contracts/no-print.yaml").write_text(contract(enabled=False))
    git(root, "commit", "-q", "-a", "-m", "two")
    env = {"PRE_COMMIT_FROM_REF": "HEAD~1", "PRE_COMMIT_TO_REF": "HEAD"}
    err = run("pre-commit", "--tree", cwd=root, env=env).err
    note = ".claude/contracts/no-print.yaml:1: note: contract no-print disabled"
    assert err.splitlines()[1:] == [note, "0 files checked"]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("flags", [(), ("--since", "HEAD"), ("--since", "HEAD~1")])
def test_commits_are_checked_by_the_contracts_of_their_base(
    project: MakeProject, run: Run, git: Git, flags: tuple[str, ...]
) -> None:
    """A range of commits that weakens a contract passed without ``--since``; what was there before
    them, or what a person allows, is no matter of theirs.
    """
    root = project({"a.py": "", "old.py": BAD}, contracts=NO_PRINT, commit=True)
    (root / ".claude/contracts/no-print.yaml").write_text(contract(pattern="nothing"))
    (root / "a.py").write_text(BAD)
    (root / "old.py").write_text(f"x = 1\n{BAD}")
    git(root, "commit", "-q", "-a", "-m", "two")
    command = ("pre-commit", "--quiet", *flags)
    env = {"PRE_COMMIT_FROM_REF": "HEAD~1"}
    weaker = "a.py:1:1: error: Use the logger. (the change makes this contract weaker) [no-print]\n"
    outcome = run(*command, "--", "a.py", "old.py", cwd=root, env=env)
    assert (outcome.code, outcome.out) == (1, weaker)
    told = run("pre-commit", *flags, "--", "a.py", "old.py", cwd=root, env=env)
    assert "the change makes no-print weaker: relax it in an earlier change" in told.err
    allowed = run(*command, "--allow-weaker", "--", "a.py", "old.py", cwd=root, env=env)
    assert (allowed.code, allowed.out) == (0, "")
    push = {"PRE_COMMIT_REMOTE_NAME": "origin"}
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD~1")
    assert run(*command, "--", "a.py", "old.py", cwd=root, env=push).out == weaker


def test_commits_of_no_weaker_contract_are_checked_by_whole_files(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    (root / ".claude/contracts/no-print.yaml").write_text(contract(message="Use the log."))
    (root / "a.py").write_text(f"{BAD}x = 1\n")
    git(root, "commit", "-q", "-a", "-m", "two")
    outcome = run("pre-commit", "--", "a.py", cwd=root, env={"PRE_COMMIT_FROM_REF": "HEAD~1"})
    assert (outcome.code, outcome.out.splitlines()[0]) == (
        1,
        "a.py:1:1: error: Use the log. [no-print]",
    )
    assert "weaker" not in outcome.out


def test_commits_that_remove_all_contracts_are_told_so(
    project: MakeProject, run: Run, git: Git
) -> None:
    """It was said that there are none, as in a folder that is no project."""
    root = project({"a.py": ""}, contracts=NO_PRINT, commit=True)
    (root / "a.py").write_text("x = 1\n")
    git(root, "rm", "-q", "-r", ".claude")
    git(root, "commit", "-q", "-a", "-m", "two")
    for flags, env in ((("--since", "HEAD~1"), {}), ((), {"PRE_COMMIT_FROM_REF": "HEAD~1"})):
        outcome = run("pre-commit", *flags, "--", "a.py", cwd=root, env=env)
        assert (outcome.code, outcome.err.splitlines()[:2]) == (
            2,
            [
                ".claude/contracts: contracts: expected at least one; the change removes 1 "
                "contract of the base (only the base's contracts checked)",
                ".claude/contracts/no-print.yaml: note: contract no-print removed",
            ],
        )


def test_a_push_is_checked_by_the_contracts_before_it(
    project: MakeProject, run: Run, git: Git
) -> None:
    """``--contracts-from HEAD`` took those that the pushed commits relax."""
    root = project({"a.py": ""}, contracts=NO_PRINT, commit=True)
    (root / ".claude/contracts/no-print.yaml").write_text(contract(file_glob="none/*"))
    (root / "a.py").write_text(BAD)
    git(root, "commit", "-q", "-a", "-m", "two")
    command = ("pre-commit", "--contracts-from", "HEAD", "--quiet", "--", "a.py")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD~1")
    for start in ("HEAD~1", "0" * 40):
        env = {"PRE_COMMIT_FROM_REF": start, "PRE_COMMIT_REMOTE_NAME": "origin"}
        outcome = run(*command, cwd=root, env=env)
        # No command asks the contracts of a revision why.
        assert outcome == (1, "a.py:1:1: error: Use the logger. [no-print]\n", MEANT)


@pytest.mark.parametrize(
    ("flags", "out", "err"),
    [
        (
            ("--since", "HEAD"),
            "a.py:1:1: error: Use the logger. (the change makes this contract weaker) [no-print]\n",
            MEANT,
        ),
        (
            ("--contracts-from", "HEAD"),
            "a.py:1:1: error: Use the logger. [no-print]\n",
            MEANT,
        ),
        (
            ("--contracts-dir", "rules"),
            "a.py:1:1: error: Use the logger. [ruled]\n",
            """\
next:
  phaser-lint why ruled a.py:1 --staged --contracts-dir rules  # explains the first violation
"""
            + MEANT.replace("no-print", "ruled"),
        ),
    ],
)
def test_no_command_is_named_that_does_not_find_the_contract(
    project: MakeProject, run: Run, git: Git, flags: tuple[str, ...], out: str, err: str
) -> None:
    """`why no-print a.py:1 --staged`, as printed, said "no contract has that id"."""
    contracts = {**NO_PRINT, "other.yaml": contract("other", pattern="other")}
    files = {"a.py": "", "rules/a.yaml": contract("ruled")}
    root = project(files, contracts=contracts, commit=True)
    git(root, "rm", "-q", ".claude/contracts/no-print.yaml")
    (root / "a.py").write_text(BAD)
    git(root, "add", "-A")
    commit = {"GIT_INDEX_FILE": ".git/index"}
    outcome = run("pre-commit", "--quiet", *flags, "--", "a.py", cwd=root, env=commit)
    assert outcome == (1, out, err)


WEAKER = (
    "; this may be weaker: once it is committed, phaser-lint scan --since HEAD~1 shows what the "
    "contracts before it find"
)


@pytest.mark.parametrize(
    ("arguments", "checked"),
    [(("pre-commit", "--tree"), ""), (("scan", "--staged"), "1 file checked\n")],
)
def test_a_commit_that_removes_a_contract_says_so(
    project: MakeProject, run: Run, git: Git, arguments: tuple[str, ...], checked: str
) -> None:
    """It deleted the contract and broke it, and nothing named that."""
    contracts = {**NO_PRINT, "other.yaml": contract("other", pattern="other")}
    root = project({"a.py": ""}, contracts=contracts, commit=True)
    git(root, "rm", "-q", ".claude/contracts/no-print.yaml")
    (root / "a.py").write_text(BAD)
    git(root, "add", "-A")
    commit = {"GIT_INDEX_FILE": ".git/index"}
    expected = (
        f".claude/contracts/no-print.yaml: note: contract no-print removed{WEAKER}\n{checked}"
    )
    assert run(*arguments, cwd=root, env=commit).err == expected
    git(root, "commit", "-q", "-m", "two")
    # HEAD lacks it, too.
    assert "removed" not in run(*arguments, cwd=root, env=commit).err


def test_all_files_of_a_clean_tree_hold_no_change(project: MakeProject, run: Run) -> None:
    """There is none to speak of, and a build of all files was red for ever."""
    contracts = {
        f"{name}.yaml": contract(name, type="file_frozen", pattern=None, file_glob="*.sql")
        for name in ("a", "b", "c", "d")
    }
    root = project({"a.sql": ""}, contracts=contracts, commit=True)
    outcome = run("pre-commit", "--tree", cwd=root)
    needed = "needs something staged, or --from-ref and --to-ref"
    note = f"phaser-lint: note: 4 contracts not checked: a, b, c, …; {needed}"
    assert outcome == (0, "0 errors, 0 warnings\n", f"{note}\n0 files checked\n")
    hook = {"PRE_COMMIT": "1"}
    assert run("pre-commit", "--tree", cwd=root, env=hook) == (0, "", f"{note}\n")
    # Whoever pushes to an empty remote has neither at hand.
    first_push = {**hook, "PRE_COMMIT_REMOTE_NAME": "origin"}
    note = note.replace(needed, "needs a commit that the remote has")
    assert run("pre-commit", "--tree", cwd=root, env=first_push) == (0, "", f"{note}\n")


def test_the_way_out_is_for_commits(project: MakeProject, run: Run, git: Git) -> None:
    """Elsewhere ``--since HEAD`` is none, and of a push the note named a hash."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    git(root, "commit", "-q", "--allow-empty", "-m", "two")
    for env in ({}, {"PRE_COMMIT_FROM_REF": "HEAD~1"}, {"PRE_COMMIT_REMOTE_NAME": "origin"}):
        assert run("pre-commit", "--", "a.py", cwd=root, env=env).err == "1 file checked\n"
    (root / "b.py").write_text("")
    git(root, "add", "b.py")
    assert "--since, HEAD, --" in run("pre-commit", "--", "a.py", cwd=root).err


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("flags", "env", "base"),
    [
        ((), {"PRE_COMMIT_FROM_REF": "origin/main"}, "origin/main"),
        ((), {"PRE_COMMIT_FROM_REF": "HEAD~1"}, "HEAD~1"),
        ((), {"PRE_COMMIT_FROM_REF": "{id}"}, "{short}"),
        ((), {"PRE_COMMIT_FROM_REF": "0" * 40, "PRE_COMMIT_REMOTE_NAME": "origin"}, "{short}"),
        (("--since", "HEAD"), {"PRE_COMMIT_FROM_REF": "origin/main"}, "origin/main"),
        (("--since", "HEAD~1"), {"PRE_COMMIT_FROM_REF": "origin/main"}, "HEAD~1"),
    ],
)
def test_the_command_that_explains_a_change_names_the_base_that_it_was_compared_with(
    project: MakeProject,
    run: Run,
    git: Git,
    flags: tuple[str, ...],
    env: dict[str, str],
    base: str,
) -> None:
    """``--since HEAD`` explained ``change none`` where made commits are checked."""
    frozen = contract("frozen", type="file_frozen", pattern=None, file_glob="*.sql")
    root = project({"a.sql": "a"}, contracts={"frozen.yaml": frozen}, commit=True)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    start = git(root, "rev-parse", "HEAD").strip()
    (root / "a.sql").write_text("b")
    git(root, "commit", "-q", "-a", "-m", "two")
    base, env = (
        base.format(short=start[:12]),
        {name: text.format(id=start) for name, text in env.items()},
    )
    refusal = run("pre-commit", "--tree", "--quiet", *flags, cwd=root, env=env)
    assert f"phaser-lint why frozen a.sql --since {shlex.quote(base)} " in refusal.err
    why = run("why", "frozen", "a.sql", "--since", base, cwd=root)
    assert why.out.splitlines()[-1] == "violation"


def test_without_git_it_says_so(tmp_path: Path, run: Run) -> None:
    """There is no commit to check."""
    (tmp_path / ".claude" / "contracts").mkdir(parents=True)
    outcome = run("pre-commit", "--tree", "--", cwd=tmp_path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("phaser-lint: git ls-files: fatal: not a git repository")


# (options, the ways out that are named)
WAYS = [
    ("--no-baseline", "args: [--since, HEAD, --]"),
    ("", "phaser-lint baseline --project-contracts --update, or args: [--since, HEAD, --]"),
    (
        "--baseline b.jsonl",
        "phaser-lint baseline --project-contracts --update --file b.jsonl, "
        "or args: [--since, HEAD, --]",
    ),
]


@pytest.mark.parametrize(("options", "ways"), WAYS)
def test_the_way_out_is_one_that_works(
    project: MakeProject, run: Run, options: str, ways: str
) -> None:
    """Where a baseline is there already, only ``phaser-lint baseline`` refuses to write it."""
    header = '{"phaser-lint baseline": 2}\n'
    files = {"a.py": BAD, ".phaser/baseline.jsonl": header, "b.jsonl": header}
    root = project(files, contracts=NO_PRINT, commit=True)
    commit = {"GIT_INDEX_FILE": ".git/index"}
    output = run("pre-commit", *options.split(), "--", "a.py", cwd=root, env=commit).err
    note = "phaser-lint: note: 1 of 1 violation is in HEAD too; to count only what is new"
    # What the baseline that is there does not cover is new, but where the note says otherwise.
    has = dict.fromkeys(RECORDING, f"{RECORDS}; HEAD has a.py:1")
    recording = has if options == "--no-baseline" else {}
    next_steps = ways_on("a.py", recording=recording, is_staged=True)
    assert output == f"{note}: {ways}\n1 file checked\n{next_steps}"


def test_the_way_out_is_named_only_for_what_it_takes_away(
    project: MakeProject, run: Run, git: Git
) -> None:
    """What HEAD has of a line is in the baseline; the line that was added is new since HEAD."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    assert run("baseline", "--project-contracts", "--quiet", cwd=root).code == 0
    (root / "a.py").write_text(BAD + BAD)
    git(root, "add", "-A")
    commit = {"GIT_INDEX_FILE": ".git/index"}
    for flags in ((), ("--since", "HEAD")):
        outcome = run("pre-commit", *flags, "--", "a.py", cwd=root, env=commit)
        assert outcome.code == 1
        assert "a.py:2:1: error" in outcome.out
        assert "in HEAD too" not in outcome.err


def test_what_a_partial_clone_lacks_is_no_hint(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """The violation is reported all the same, without whether it exists in the base."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    (root / "a.py").write_text(f"x = 1\n{BAD}")
    git(root, "commit", "-q", "-a", "-m", "two")
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{root}", "partial")
    from_ref = {"PRE_COMMIT_FROM_REF": "HEAD~1"}
    outcome = run("pre-commit", "--quiet", "--", "a.py", cwd=tmp_path / "partial", env=from_ref)
    assert outcome == (
        1,
        "a.py:2:1: error: Use the logger. [no-print]\n",
        ways_on("a.py", 2, recording=RECORDING),
    )


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("flags", [("--", "a.py"), ("--tree", "--")])
@pytest.mark.parametrize(
    ("from_ref", "message"),
    [
        ("HEAD~9", "expected a git revision of {root}, not HEAD~9"),
        ("1" * 40, "expected a git revision of {root}, not " + "1" * 40),
        ("HEAD..", "expected one revision, not the range HEAD..; what is new since HEAD counts"),
        ("other", "other and HEAD have no commit in common"),
    ],
)
def test_where_the_commits_start_has_to_be_known(
    project: MakeProject, run: Run, git: Git, flags: tuple[str, ...], from_ref: str, message: str
) -> None:
    """Contracts about changes would pass, and of a hook that passes no word is seen."""
    root = project({"a.py": "x = 1\n"}, contracts=NO_PRINT, commit=True)
    git(root, "checkout", "-q", "--orphan", "other")
    git(root, "commit", "-q", "-m", "alone")
    git(root, "checkout", "-q", "main")
    outcome = run("pre-commit", *flags, cwd=root, env={"PRE_COMMIT_FROM_REF": from_ref})
    expected_error = message.replace("{root}", str(root))
    assert outcome == (2, "", f"phaser-lint: PRE_COMMIT_FROM_REF: {expected_error}\n")
