"""Where levels count, in repositories of every shape: one answer of hook, enforce and scan."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.text import name_contract
from phaser_lint.project.levels import name_level_folder
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

    Shape = Callable[[Path, Git], dict[str, set[str]]]
    """Makes folders below a path; what is expected of each file in them."""

PLACE = ".claude/contracts/a.yaml"
USER = "home/.phaser/contracts/a.yaml"
NONE: set[str] = set()


def forbidding(rule_id: str) -> str:
    """A contract that every file of these tests breaks."""
    return contract(rule_id, pattern="bad", file_glob="*")


def repository(root: Path, git: Git, *rows: str) -> Path:
    """A repository with contracts: each row is a place with the id, as in ``a: top``."""
    for row in rows:
        folder, _, rule_id = row.partition(": ")
        write_files(root, {f"{folder}/{PLACE}": forbidding(rule_id)})
    root.mkdir(exist_ok=True)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A", "-f")
    git(root, "commit", "-q", "--allow-empty", "-m", "First")
    return root


def three_levels(top: Path, git: Git) -> dict[str, set[str]]:
    repository(top / "r", git, ".: top", "s: mid", "s/p: low")
    return {
        "r/x": {"top"},
        "r/s/x": {"top", "s/mid"},
        "r/s/p/q/x": {"top", "s/mid", "s/p/low"},
        "r/sp/x": {"top"},
    }


def user_and_below(top: Path, git: Git) -> dict[str, set[str]]:
    """The user's contract counts but where a level has its own of the id."""
    repository(top / "r", git, "s: user", "t: other")
    write_files(top, {USER: forbidding("user")})
    return {"r/x": {"user"}, "r/s/x": {"s/user"}, "r/t/x": {"user", "t/other"}}


def worktree_with_levels(top: Path, git: Git) -> dict[str, set[str]]:
    """It has a checkout of them, and they are its own."""
    root = repository(top / "r", git, ".: top", "s: mid")
    git(root, "worktree", "add", "-q", str(top / "w"))
    write_files(top / "w", {f"s/{PLACE}": forbidding("else")})
    return {"w/x": {"top"}, "w/s/x": {"top", "s/else"}, "r/s/x": {"top", "s/mid"}}


def worktree_without_levels(top: Path, git: Git) -> dict[str, set[str]]:
    """Contracts that git does not track are in the main worktree alone, and count in each."""
    root = repository(top / "r", git)
    write_files(root, {PLACE: forbidding("top"), f"s/{PLACE}": forbidding("mid")})
    git(root, "worktree", "add", "-q", str(top / "w"))
    return {"w/x": {"top"}, "w/s/x": {"top", "s/mid"}}


def worktree_inside(top: Path, git: Git) -> dict[str, set[str]]:
    """As Claude Code makes them."""
    root = repository(top / "r", git, ".: top", "s: mid")
    git(root, "worktree", "add", "-q", str(root / ".claude/worktrees/w"))
    return {"r/.claude/worktrees/w/x": {"top"}}


def submodules(top: Path, git: Git) -> dict[str, set[str]]:
    """One with a level is its own; one without counts as the outer repository's."""
    own_repository = repository(top / "own", git, ".: own")
    bare = repository(top / "bare", git)
    root = repository(top / "r", git, ".: top")
    for name, source in (("a", own_repository), ("b", bare)):
        git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(source), name)
    return {"r/a/x": {"own"}, "r/b/x": {"top"}}


def nested_repositories(top: Path, git: Git) -> dict[str, set[str]]:
    repository(top / "r", git, ".: top", "s: mid")
    repository(top / "r/s/own", git, ".: own")
    repository(top / "r/s/deep", git, "t: deep")
    repository(top / "r/s/bare", git)
    return {"r/s/own/x": {"own"}, "r/s/deep/t/x": {"t/deep"}, "r/s/bare/x": {"top", "s/mid"}}


def without_git(top: Path, _: Git) -> dict[str, set[str]]:
    """The farthest folder with a level is the root."""
    write_files(top, {f"r/{PLACE}": forbidding("top"), f"r/s/{PLACE}": forbidding("mid")})
    return {"r/x": {"top"}, "r/s/x": {"top", "s/mid"}, "other/x": NONE}


def linked_levels(top: Path, git: Git) -> dict[str, set[str]]:
    """A level is where its folder stands: the contracts, or the folder of a service, are links."""
    root = repository(top / "r", git, ".: top", "shared: shared")
    (root / "s/.claude").mkdir(parents=True)
    (root / "s/.claude/contracts").symlink_to(root / "shared/.claude/contracts")
    (root / "link").symlink_to(root / "shared")
    return {"r/s/x": {"top", "s/shared"}, "r/shared/x": {"top", "shared/shared"}}


def five_hundred(top: Path, git: Git) -> dict[str, set[str]]:
    names = [f"s{number}" for number in range(500)]
    repository(top / "r", git, ".: top", *(f"{name}: own" for name in names))
    return {"r/x": {"top"}, "r/s7/x": {"top", "s7/own"}, "r/s499/q/x": {"top", "s499/own"}}


SHAPES = (
    three_levels, user_and_below, worktree_with_levels, worktree_without_levels, worktree_inside,
    submodules, nested_repositories, without_git, linked_levels, five_hundred,
)  # fmt: skip


def told(text: str) -> set[str]:
    return set(re.findall(r"^Contract violation: (\S+)", text, re.MULTILINE))


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("shape", SHAPES, ids=[shape.__name__ for shape in SHAPES])
def test_every_entry_gives_the_same_answer_for_a_level(
    tmp_path: Path, run: Run, git: Git, shape: Shape
) -> None:
    """Before the edit, from wherever the agent works; on the file in place; on its whole folder."""
    top = tmp_path.resolve()
    env = {"HOME": str(top / "home")}
    for path, expected in shape(top, git).items():
        file = top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        for folder in {file.parent, top / path.partition("/")[0]}:
            payload = event(
                file_path=file, content="bad\n", cwd=folder, session_id=f"{folder}{path}"
            )
            specific = json.loads(run("hook", stdin=payload, cwd=folder, env=env).out)
            output = specific.get("hookSpecificOutput", {})
            assert told(output.get("permissionDecisionReason", "")) == expected, path
            enforced = json.loads(run("enforce", "--stdin", stdin=payload, cwd=folder, env=env).out)
            output = enforced.get("hookSpecificOutput", {})
            assert told(output.get("permissionDecisionReason", "")) == expected, path
        file.write_text("bad\n")
        for named_path in ("x", "."):
            outcome = run("scan", "--format=json", named_path, cwd=file.parent, env=env)
            rows = json.loads(outcome.out)["violations"]
            names = {
                name_contract((name_level_folder(row["level"]), row["rule_id"]))
                for row in rows
                if row["path"] == "x" or row["path"].endswith("/x")
            }
            assert names == expected, (path, named_path, outcome.err)
        file.unlink()


def test_a_level_that_comes_and_goes(project: MakeProject, run: Run) -> None:
    """Between two edits, in each way: with another contract file, changed, and deleted."""
    root = project({}, contracts={"a.yaml": forbidding("top")})
    (root / "s").mkdir()
    numbers = count()

    def answer() -> set[str]:
        session = str(next(numbers))  # what was denied before is said in fewer words
        payload = event(file_path=root / "s/x", content="bad\n", cwd=root, session_id=session)
        output = json.loads(run("hook", stdin=payload, cwd=root).out).get("hookSpecificOutput", {})
        return told(output.get("permissionDecisionReason", ""))

    level = root / "s" / PLACE
    assert answer() == {"top"}
    write_files(root, {f"s/{PLACE}": forbidding("own")})
    assert answer() == {"top", "s/own"}
    level.write_text("override: top\nenabled: false\n")
    assert answer() == NONE
    level.unlink()
    assert answer() == {"top"}
    (root / "s/.claude/contracts").rmdir()
    write_files(root, {".phaser/config.yaml": "exclude: [s/]\n"})
    assert answer() == NONE
