"""The hooks run by hand or by a build: everything, a range of commits, one hook, a trial."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, ways_on
from tests.conftest import write_files
from tests.hook_programs import Commit, Source, normalise_output, run_hooks, run_program
from tests.precommit.answers import CLEAN, FILES, refused, tree_without_licence

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git
    from tests.precommit.conftest import Hooked

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_the_manifest_is_valid(source: Source, program: str) -> None:
    """Each program's own check of it, which knows the names of the stages."""
    process_result = run_hooks(
        source.folder, source, program, "validate-manifest", ".pre-commit-hooks.yaml"
    )
    assert (
        process_result.returncode,
        "warning" in (process_result.stdout + process_result.stderr).lower(),
    ) == (0, False)


@pytest.mark.slow
def test_all_files_pass(hooked: Hooked, source: Source, program: str) -> None:
    """What a build runs."""
    assert run_program(hooked(), source, program, "--all-files") == CLEAN


@pytest.mark.slow
def test_all_files_are_checked_as_on_disk(
    hooked: Hooked, source: Source, git: Git, program: str
) -> None:
    """What is tracked is checked as it is on disk, for nothing is put aside; the rest is not."""
    root = hooked({**FILES, "src/old.py": "print(0)\n"})
    write_files(root, {"src/a.py": "print(1)\n", "src/untracked.py": "print(2)\n", "k.pem": ""})
    places = ("src/a.py:1", "src/old.py:1")
    expected = refused(*places, checked_count=3, is_staged=False, may_be_old=True)
    assert run_program(root, source, program, "--all-files") == expected


@pytest.mark.slow
def test_a_named_file_is_checked_staged_or_not(
    hooked: Hooked, source: Source, program: str
) -> None:
    """``--files`` names it, whatever is staged."""
    root = hooked({**FILES, "src/old.py": "print(0)\n"})
    assert run_program(root, source, program, "--files", "src/old.py") == refused(
        "src/old.py:1", is_staged=False, may_be_old=True
    )
    assert run_program(root, source, program, "--files", "src/a.py") == CLEAN
    assert run_program(root, source, program, "--files", "LICENSE") == CLEAN


@pytest.mark.slow
def test_a_range_of_commits(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """Files that were deleted in it are not checked; the tree is the one that is checked out."""
    root = hooked({**FILES, "src/old.py": "print(0)\n", "src/gone.py": "print(0)\n"})
    write_files(root, {"src/b.py": "print(1)\n"})
    (root / "src" / "gone.py").unlink()
    git(root, "add", "-A")
    git(root, "commit", "-q", "-n", "-m", "Second")
    (root / "LICENSE").unlink()
    git(root, "commit", "-q", "-n", "-a", "-m", "Third")
    both_commits, last_commit = (
        run_program(root, source, program, "--from-ref", ref, "--to-ref", "HEAD")
        for ref in ("HEAD~2", "HEAD~1")
    )
    tree = tree_without_licence(may_be_old=True)
    assert (both_commits, last_commit) == (
        refused("src/b.py:1", tree=tree, is_staged=False, may_be_old=True),
        Commit(1, f"phaser-lint: Skipped\nphaser-lint-tree: {tree}"),
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("hook", ["phaser-lint", "phaser-lint-tree"])
def test_each_hook_says_its_own_part(
    hooked: Hooked, source: Source, git: Git, program: str, hook: str
) -> None:
    """Each says its own part and no more."""
    root = hooked()
    write_files(root, {"src/a.py": "print(1)\n"})
    git(root, "rm", "-q", "LICENSE")
    git(root, "add", "-A")
    content, _, _ = refused("src/a.py:1", is_staged=False).said.partition("\nphaser-lint-tree")
    tree = f"phaser-lint-tree: {tree_without_licence()}"
    expected = {"phaser-lint": content, "phaser-lint-tree": tree}
    assert run_program(root, source, program, hook) == Commit(1, expected[hook])


@pytest.mark.slow
def test_a_hook_is_coloured_on_a_terminal(
    hooked: Hooked, source: Source, git: Git, program: str
) -> None:
    """On a terminal the programs give a hook one of its own: colours, and nothing that moves."""
    root = hooked()
    write_files(root, {"src/a.py": "print(1)\n"})
    git(root, "add", "-A")
    process_result = run_hooks(root, source, program, "run", "phaser-lint", "--color", "always")
    assert normalise_output(ESCAPE.sub("", process_result.stdout)) == COLOURED
    assert ESCAPE.search(normalise_output(process_result.stdout))
    assert "\x1b" not in ESCAPE.sub("", process_result.stdout)


COLOURED = f"""\
phaser-lint: Failed, 1
src/a.py:1:1: error: no-print
  Use the logger.
  1 │ print(1)
    │ ^^^^^^

1 error, 0 warnings
1 file checked
{ways_on("src/a.py").strip()}"""


def test_a_project_inside_has_its_own_configuration(
    hooked: Hooked, source: Source, git: Git, program: str
) -> None:
    """prek runs the hooks of each project of a workspace in its folder; pre-commit has no such.

    The project at the root is given all files, and checks them by the contracts of every level.
    """
    if program == "pre-commit":
        pytest.skip("pre-commit runs hooks at the root alone")
    root = hooked()
    config = (root / ".pre-commit-config.yaml").read_text()
    inner = {
        "sub/.pre-commit-config.yaml": config,
        "sub/.claude/contracts/todo.yaml": contract("todo", pattern="TODO"),
        "sub/b.py": "TODO\n",
    }
    write_files(root, inner)
    git(root, "add", "-A")
    ended = run_program(root, source, program)
    errors = [line.strip() for line in ended.said.splitlines() if "error: " in line]
    error_of_project = "b.py:1:1: error: Use the logger. [sub/todo]"
    assert (ended.code, errors) == (1, [error_of_project, f"sub/{error_of_project}"])
    assert (ended.said.count("Passed"), ended.said.count("Failed")) == (2, 2)
    write_files(root, {"sub/.pre-commit-config.yaml": config.replace("{", '{"orphan": true, ', 1)})
    git(root, "add", "-A")
    ended = run_program(root, source, program)
    errors = [line.strip() for line in ended.said.splitlines() if "error: " in line]
    assert (ended.code, errors) == (1, [error_of_project])


@pytest.mark.slow
def test_a_working_copy_is_tried(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """``try-repo`` builds the environment from a working copy."""
    root = hooked()
    write_files(root, {"src/a.py": "print(1)\n"})
    git(root, "add", "-A")
    process_result = run_hooks(root, source, program, "try-repo", str(source.folder), "phaser-lint")
    assert process_result.returncode == 1
    assert normalise_output(process_result.stdout).endswith(
        refused("src/a.py:1", is_staged=False).said.partition("\nphaser-lint-tree")[0]
    )


@pytest.mark.slow
def test_a_tag_is_a_revision_of_the_hooks(
    hooked: Hooked, source: Source, git: Git, program: str, tmp_path: Path
) -> None:
    """The revision is a tag of a clone, as users write it."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(source.folder), str(clone))
    git(clone, "tag", "v9.9.9")
    root = hooked(contracts={"no-print.yaml": contract()})
    config = root / ".pre-commit-config.yaml"
    text = config.read_text().replace(str(source.folder), str(clone))
    config.write_text(text.replace(source.revision, "v9.9.9"))
    write_files(root, {"src/a.py": "x = 2\n"})
    git(root, "add", "-A")
    ended = run_program(root, source, program)
    assert (ended.code, ended.said.endswith(CLEAN.said)) == (0, True)


@pytest.mark.slow
def test_a_hook_can_be_left_out(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """``SKIP`` names a hook by its id."""
    root = hooked()
    git(root, "rm", "-q", "LICENSE")
    environment = {**source.environment, "SKIP": "phaser-lint-tree"}
    ended = run_program(root, source._replace(environment=environment), program)
    assert (ended.code, ended.said.count("Skipped")) == (0, 2)
