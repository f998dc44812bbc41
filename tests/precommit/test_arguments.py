"""What users give to the hooks in their configuration: arguments, files, stages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, ways_on
from tests.conftest import write_files
from tests.hook_programs import Commit, Source, commit, run_program, with_git
from tests.precommit.answers import (
    CLEAN,
    CONTRACTS,
    FILES,
    incomplete,
    refused,
    tree_without_licence,
    without_directive,
)
from tests.tables import one_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.conftest import Git
    from tests.precommit.conftest import Hooked

IN_SUB = {f"sub/.claude/contracts/{name}": text for name, text in CONTRACTS.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    one_in(
        3,
        [
            [],
            ["--"],
            ["--severity", "error"],
            ["--severity=error", "--"],
            ["--fail-on", "warning", "--no-ignores"],
            ["--root", "."],
            ["--since", "HEAD", "--no-cache"],
        ],
    ),
    ids=" ".join,
)
def test_arguments_do_not_break_names(
    hooked: Hooked, source: Source, git: Git, arguments: list[str]
) -> None:
    """A name such as ``-x.py`` was taken for a flag that does not exist."""
    root = hooked({**FILES, "-x.py": ""}, content={"args": arguments})
    write_files(root, {"-x.py": "print(1)\n", "src/a.py": "print(1)\n"})
    git(root, "add", "-A")
    assert commit(root, source) == refused("./-x.py:1", "src/a.py:1", checked_count=2)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", ["--help", "-h", "--fail-on=warning"])
def test_a_file_named_like_a_flag_ends_no_check(
    hooked: Hooked, source: Source, git: Git, name: str
) -> None:
    """``--help`` in a commit printed the help, and everything passed."""
    root = hooked(content={"args": ["--fail-on", "warning"]})
    write_files(root, {name: "", "src/a.py": "print(1)\n"})
    git(root, "add", "-A")
    message = f"{name}: a flag, or the file of that name? End the hook's args with --"
    assert commit(root, source) == Commit(
        1, f"phaser-lint: {incomplete(message)}\nphaser-lint-tree: Passed"
    )


@pytest.mark.slow
def test_a_file_named_dash_dash_is_checked(hooked: Hooked, source: Source, git: Git) -> None:
    """It was taken for the end of the options."""
    root = hooked(
        contracts={"no-print.yaml": contract(file_glob="*")}, content={"args": ["--quiet"]}
    )
    write_files(root, {"--": "print(1)\n", "z": "x\n"})
    git(root, "add", "-A")
    assert commit(root, source) == Commit(
        1,
        "phaser-lint: Failed, 1\n./--:1:1: error: Use the logger. [no-print]\n"
        f"{without_directive('phaser-lint why no-print ./--:1 --staged')}\n"
        "phaser-lint-tree: Passed",
    )


@pytest.mark.slow
def test_a_warning_fails_where_it_is_asked_to(hooked: Hooked, source: Source, git: Git) -> None:
    """Without the argument it passes, and the programs hide what it says."""
    contracts = {"no-print.yaml": contract(severity="warning")}
    lenient, strict = (
        hooked(contracts=contracts, content={"args": arguments})
        for arguments in (["--"], ["--fail-on", "warning", "--"])
    )
    output = (
        "src/a.py:1:1: warning: Use the logger. [no-print]\n\n0 errors, 1 warning\n1 file checked\n"
        f"{ways_on('src/a.py', is_staged=True)}"
    )
    for root in (lenient, strict):
        write_files(root, {"src/a.py": "print(1)\n"})
        git(root, "add", "-A")
    assert commit(lenient, source) == CLEAN
    assert commit(strict, source) == Commit(
        1, f"phaser-lint: Failed, 1\n{output}phaser-lint-tree: Passed"
    )


@pytest.mark.slow
@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sevrity", "error"], "unrecognized arguments: --sevrity"),
        (["--severity error"], "--severity error: no such file or folder"),
        (["--root", "sbu"], "--root: expected a folder: sbu"),
        (["error"], "error: no such file or folder"),
        (["--help"], "--help: nothing would be checked; take it out of the hook's args"),
        (["--root", "src"], "no contracts in .claude/contracts or .phaser/contracts of "),
    ],
    ids=lambda parameter: " ".join(parameter) if isinstance(parameter, list) else "",
)
def test_a_wrong_argument_is_said(
    hooked: Hooked, source: Source, git: Git, arguments: list[str], message: str
) -> None:
    """Nothing passes with it."""
    root = hooked(content={"args": arguments})
    write_files(root, {"src/a.py": "x = 2\n"})
    git(root, "add", "-A")
    ended = commit(root, source)
    assert ended.code == 1
    assert ended.said.startswith(f"phaser-lint: {incomplete(message)}")


@pytest.mark.slow
def test_files_outside_of_the_root_are_skipped(hooked: Hooked, source: Source, git: Git) -> None:
    """``--root sub``: a commit in another folder was an error."""
    hook_keys = {"args": ["--root", "sub", "--"]}
    files = {"sub/LICENSE": "MIT\n", "a.py": "", "sub/b.py": "", **IN_SUB}
    root = hooked(files, contracts={}, content=hook_keys, tree=hook_keys)
    write_files(root, {"a.py": "print(1)\n", "subtle/c.py": "print(1)\n"})
    git(root, "add", "-A")
    assert commit(root, source) == CLEAN
    write_files(root, {"a.py": "print(2)\n", "sub/b.py": "print(2)\n", "sub/-c.py": "print(2)\n"})
    git(root, "add", "-A")
    assert commit(root, source) == refused("sub/-c.py:1", "sub/b.py:1", checked_count=2)


@pytest.mark.slow
def test_contracts_further_down_count_below(hooked: Hooked, source: Source, git: Git) -> None:
    """Both hooks passed every commit, for no contract was at the root."""
    root = hooked({**FILES, **IN_SUB}, contracts={})
    write_files(root, {"sub/a.py": "print(1)\n", "a.py": "print(1)\n"})
    git(root, "add", "-A")
    refusal = commit(root, source)
    assert (refusal.code, [line for line in refusal.said.splitlines() if "error:" in line]) == (
        1,
        [
            "sub/a.py:1:1: error: Use the logger. [sub/no-print]",
            "sub/.claude/contracts/licence.yaml:1:1: error: files matching sub/LICENSE: Keep it. "
            "[sub/licence]",
        ],
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hook_keys", "places"),
    [
        ({"files": "^src/"}, ["src/a.py:1"]),
        ({"exclude": "^src/"}, ["b.py:1"]),
        ({"types": ["python"]}, ["b.py:1", "src/a.py:1"]),
        ({"types_or": ["toml", "json"]}, []),
        ({"pass_filenames": False}, ["b.py:1", "src/a.py:1", "src/old.py:1"]),
    ],
    ids=lambda hook_keys: next(iter(hook_keys)) if isinstance(hook_keys, dict) else "",
)
def test_a_user_chooses_the_files(
    hooked: Hooked, source: Source, git: Git, hook_keys: dict[str, Any], places: Sequence[str]
) -> None:
    """And nothing else changes; without names the whole project is checked."""
    contracts = {"no-print.yaml": contract()}
    root = hooked({"src/old.py": "print(0)\n"}, contracts=contracts, content=hook_keys)
    write_files(root, {"src/a.py": "print(1)\n", "b.py": "print(1)\n"})
    git(root, "add", "-A")
    if places:
        existing_count = int("src/old.py:1" in places)
        assert commit(root, source) == refused(
            *places, checked_count=len(places), existing_count=existing_count
        )
    else:
        assert commit(root, source).code == 0


@pytest.mark.slow
def test_old_violations_do_not_stop_a_commit_that_compares(
    hooked: Hooked, source: Source, git: Git
) -> None:
    """The ways out that a refused commit names: a baseline in its place, and ``--since HEAD``."""
    hook_keys = {"args": ["--since", "HEAD", "--"]}
    files = {"src/a.py": "print(0)\n", "LICENSE": "MIT\n"}
    root = hooked(files, content=hook_keys, tree=hook_keys)
    write_files(root, {"src/a.py": "x = 1\nprint(0)\n"})
    git(root, "add", "-A")
    assert commit(root, source) == CLEAN
    write_files(root, {"src/a.py": "x = 1\nprint(0)\nprint(1)\n"})
    git(root, "add", "-A")
    assert commit(root, source).code == 1


@pytest.mark.slow
def test_a_stage_before_a_push_checks_what_is_pushed(
    hooked: Hooked, source: Source, git: Git, project: Any
) -> None:
    """``stages: [pre-push, manual]``: a commit is free, what is pushed is checked."""
    hook_keys = {"stages": ["pre-push", "manual"]}
    root = hooked(content=hook_keys, tree=hook_keys, stages=("pre-commit", "pre-push"))
    remote = project({})
    git(root, "remote", "add", "origin", str(remote))
    git(root, "push", "-q", "--no-verify", "origin", "HEAD:refs/heads/pushed")
    (root / "LICENSE").unlink()
    write_files(root, {"src/a.py": "print(1)\n"})
    assert commit(root, source, "-a") == Commit(0, "")
    pushed = with_git(root, source, "push", "-q", "origin", "HEAD:refs/heads/pushed")
    tree = tree_without_licence(may_be_old=True)
    expected = refused("src/a.py:1", tree=tree, is_staged=False, may_be_old=True)
    assert (pushed.code, pushed.said.endswith(expected.said)) == (1, True)


@pytest.mark.slow
def test_a_push_of_what_is_not_checked_out_fails(
    hooked: Hooked, source: Source, git: Git, program: str
) -> None:
    """The files of the branch that was checked out passed for it."""
    root = hooked(stages=("pre-push",))
    git(root.parent, "init", "-q", "--bare", "origin.git")
    git(root, "remote", "add", "origin", str(root.parent / "origin.git"))
    git(root, "push", "-q", "--no-verify", "origin", "HEAD:refs/heads/main")
    git(root, "switch", "-q", "-c", "topic")
    write_files(root, {"bad.py": "print(1)\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Print")
    git(root, "switch", "-q", "-c", "fine", "HEAD~1")
    pushed = with_git(root, source, "push", "-q", "origin", "topic")
    message = "topic is not checked out: its files were not checked; git checkout topic"
    expected = Commit(1, f"phaser-lint: Skipped\nphaser-lint-tree: {incomplete(message)}")
    assert (pushed.code, pushed.said.endswith(expected.said)) == (1, True)
    by_hand = run_program(root, source, program, "--from-ref", "fine", "--to-ref", "topic")
    assert by_hand == expected


@pytest.mark.slow
def test_a_hook_runs_by_hand(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """``--hook-stage manual`` needs nothing in the configuration."""
    root = hooked()
    write_files(root, {"src/a.py": "print(1)\n"})
    git(root, "add", "-A")
    by_hand = run_program(root, source, program, "--hook-stage", "manual")
    assert by_hand == refused("src/a.py:1", is_staged=False)


@pytest.mark.slow
def test_json_and_github_formats(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """The format is the user's; the verdict is the same."""
    for name, mark in (("json", '"rule_id": "no-print"'), ("github", "::error file=src/a.py")):
        root = hooked(content={"args": ["--format", name, "--"]})
        write_files(root, {"src/a.py": "print(1)\n"})
        git(root, "add", "-A")
        ended = run_program(root, source, program, "phaser-lint")
        assert (ended.code, mark in ended.said) == (1, True)


@pytest.mark.slow
def test_only_warnings_are_asked_for(hooked: Hooked, source: Source, git: Git) -> None:
    """``--severity warning`` leaves errors to another run; a note says that no contract is left."""
    hook_keys = {"args": ["--severity", "warning", "--fail-on", "warning"]}
    root = hooked(content=hook_keys, tree=hook_keys)
    git(root, "rm", "-q", "LICENSE")
    write_files(root, {"src/a.py": "print(1)\n"})
    git(root, "add", "-A")
    note = f"{root}: note: no enabled contract of severity warning; nothing was checked"
    assert commit(root, source) == Commit(0, f"{CLEAN.said}\n{note}")
