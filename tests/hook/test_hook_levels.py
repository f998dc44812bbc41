"""``phaser-lint hook`` in a repository of several levels, in worktrees, across repositories."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

BAD = "print(1)\n"
AT = ".claude/contracts/no-print.yaml"
RULE = contract(ignorable=False)
NOTHING: dict[str, Any] = {}


class Session(NamedTuple):
    """An agent that works on the project at ``root``."""

    root: Path
    run: Run
    git: Git

    def answer(self, stdin: bytes) -> dict[str, Any]:
        env = {"CLAUDE_PROJECT_DIR": str(self.root)}
        outcome = self.run("hook", stdin=stdin, cwd=self.root, env=env)
        assert (outcome.code, outcome.err) == (0, "")
        answer: dict[str, Any] = json.loads(outcome.out)
        return answer

    def writes(self, path: Path, text: str = BAD, *, call: str = "1") -> dict[str, Any]:
        """What the hook answers before an edit."""
        call_keys = {"prompt_id": "p", "tool_use_id": call}
        return self.answer(event("Write", cwd=self.root, file_path=path, content=text, **call_keys))

    def wrote(self, path: Path, text: str) -> dict[str, Any]:
        """What it answers after it."""
        write_files(path.parent, {path.name: text})
        stdin = event(
            "Write", name="PostToolUse", cwd=self.root, file_path=path, content=text,
            tool_response={"type": "create", "originalFile": None},
        )  # fmt: skip
        return self.answer(stdin)

    def ran(self, command: str = "make", cwd: Path | None = None) -> str:
        """What the model reads after a command."""
        stdin = event("Bash", name="PostToolUse", cwd=cwd or self.root, command=command)
        payload = {**json.loads(stdin), "duration_ms": 1}
        answer = self.answer(json.dumps(payload).encode())
        text: str = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
        return text

    def stops(self) -> dict[str, Any]:
        return self.answer(event("", name="Stop", cwd=self.root, stop_hook_active=False))


@pytest.fixture
def session(project: MakeProject, run: Run, git: Git) -> Any:
    """Makes sessions in a repository whose files are all committed."""

    def make(files: dict[str, str | bytes]) -> Session:
        return Session(project(files, commit=True), run, git)

    return make


def violation_report(rule_id: str, path: str) -> str:
    return f"Contract violation: {rule_id} in {path} at line 1. Use the logger.\n  1: print(1)"


def denial_of(answer: dict[str, Any]) -> str:
    """The first sentence of the reason, for a denial."""
    specific = answer.get("hookSpecificOutput", {})
    reason: str = specific.get("permissionDecisionReason", "")
    return reason.partition(".")[0]


# Levels of one repository.


def test_contracts_of_a_folder_alone(session: Any) -> None:
    """The session begins at the root, which has none: each event answers by the same contracts."""
    here = session({f"packages/a/{AT}": RULE, "packages/a/a.py": "", "b.py": ""})
    assert denial_of(here.writes(here.root / "packages/a/a.py")) == (
        "Contract violation: packages/a/no-print at line 1"
    )
    assert here.writes(here.root / "b.py") == NOTHING
    write_files(here.root, {"packages/a/a.py": BAD, "b.py": BAD})
    assert here.ran() == violation_report("packages/a/no-print", "packages/a/a.py")
    assert here.ran() == ""
    stop = here.stops()
    assert (stop["decision"], stop["reason"]) == (
        "block",
        violation_report("packages/a/no-print", "packages/a/a.py"),
    )
    assert here.stops() == NOTHING


def test_an_empty_folder_is_no_level(session: Any) -> None:
    """``mkdir -p src/.claude/contracts`` takes nothing out of force."""
    here = session({AT: RULE, "src/a.py": ""})
    (here.root / "src/.claude/contracts").mkdir(parents=True)
    assert (
        denial_of(here.writes(here.root / "src/a.py")) == "Contract violation: no-print at line 1"
    )


def test_each_event_gives_the_verdict_of_the_nearer_contract(session: Any) -> None:
    """The nearer contract of an id replaces the farther one; all else of the root still counts."""
    nearer = contract(pattern="TODO", message="Finish it.", ignorable=None)
    here = session(
        {
            ".claude/contracts/no-print.yaml": contract(),
            ".claude/contracts/no-exec.yaml": contract("no-exec", pattern="exec"),
            "api/.phaser/contracts/no-print.yml": nearer,
            "api/a.py": "",
        }
    )
    path = here.root / "api/a.py"
    assert here.writes(path, BAD) == NOTHING
    text = "print(1)\nTODO\nexec\n"
    reason = here.writes(path, text)["hookSpecificOutput"]["permissionDecisionReason"]
    expected = ["no-exec at line 3", "api/no-print at line 2"]
    assert [violation for violation in expected if violation in reason] == expected
    assert reason.count("Contract violation") == 2
    write_files(here.root, {"api/a.py": text})
    for text_for_model in (here.ran(), here.stops()["reason"]):
        assert "no-exec in api/a.py at line 3" in text_for_model
        assert "api/no-print in api/a.py at line 2" in text_for_model
        assert text_for_model.count("Contract violation") == 2


def test_a_deleted_file_that_a_folder_requires(session: Any) -> None:
    """Nothing else changed below the level: what is gone tells which one counts."""
    required = contract(
        "license", type="file_exists", pattern=None, file_glob="/LICENSE", message="Keep it."
    )
    here = session({"lib/.claude/contracts/license.yaml": required, "lib/LICENSE": "x"})
    (here.root / "lib/LICENSE").unlink()
    stop = here.stops()
    assert stop["decision"] == "block"
    assert stop["reason"].startswith("Contract violation: lib/license in lib/LICENSE.")


def test_a_level_that_comes_and_goes(session: Any) -> None:
    """Between two edits; what was stored for the levels of before does not answer."""
    here = session({"api/a.py": ""})
    path, contract_file = here.root / "api/a.py", here.root / "api" / AT
    assert here.writes(path) == NOTHING
    write_files(here.root, {f"api/{AT}": contract()})
    assert denial_of(here.writes(path)) == "Contract violation: api/no-print at line 1"
    write_files(here.root, {AT: contract()})
    repeated_denial = "Contract violation, again: api/no-print at line 1"
    assert denial_of(here.writes(path, call="2")) == repeated_denial
    contract_file.unlink()
    assert denial_of(here.writes(path)) == "Contract violation: no-print at line 1"
    (here.root / AT).unlink()
    assert here.writes(path) == NOTHING


def test_a_level_behind_a_link(session: Any) -> None:
    """A folder of contracts that is a link; a file by a link is checked where it really lies, too.

    By its other name it lies below the level that this stands below.
    """
    here = session({"rules/no-print.yaml": RULE, "api/a.py": "", "free/x": ""})
    (here.root / "api/.claude").mkdir()
    (here.root / "api/.claude/contracts").symlink_to("../../rules")
    (here.root / "free/api").symlink_to("../api")
    (here.root / "api/out").symlink_to("../free")
    expected = "Contract violation: api/no-print at line 1"
    assert denial_of(here.writes(here.root / "api/a.py")) == expected
    assert denial_of(here.writes(here.root / "free/api/b.py")) == expected
    assert denial_of(here.writes(here.root / "api/out/a.py")) == expected


def test_a_patch_between_levels(session: Any) -> None:
    """What was fine where it lay is checked by the levels of where it moves, and the other way."""
    here = session({f"api/{AT}": RULE, "free/a.py": BAD, "api/old.py": BAD})
    rows = (
        ("free/a.py", "api/a.py", "Contract violation: api/no-print in api/a"),
        ("api/old.py", "free/b.py", ""),
        ("api/old.py", "api/b.py", ""),
    )
    for existing, new, expected in rows:
        change = f"*** Update File: {existing}\n*** Move to: {new}\n@@\n-{BAD}+{BAD}"
        patch = f"*** Begin Patch\n{change}*** End Patch\n"
        stdin = event("apply_patch", cwd=here.root, command=patch)
        env = {"CLAUDE_PROJECT_DIR": str(here.root)}
        outcome = here.run("hook", "--agent", "codex", stdin=stdin, cwd=here.root, env=env)
        assert denial_of(json.loads(outcome.out)) == expected


def test_a_patch_that_gives_another_name(session: Any) -> None:
    """The name where it moves to counts, and what it holds there, before it is there."""
    rule = contract("kebab", type="file_name", pattern=r"[a-z]+\.py")
    short = contract("short", type="file_limits", pattern=None, max_lines=1)
    here = session({AT: rule, ".claude/contracts/s.yaml": short, "a.py": "x\n", "B.py": "x\n"})
    rows = (
        ("a.py", "b.py", "-x\n+y", ""),
        ("a.py", "A.py", "-x\n+y", "Contract violation: kebab in A"),
        ("B.py", "b.py", "-x\n+y", ""),
        ("B.py", "lib/B.py", "-x\n+y", ""),
        ("B.py", "C.py", "-x\n+y", "Contract violation: kebab in C"),
        ("a.py", "b.py", "-x\n+y\n+z", "Contract violation: short in b"),
    )
    for existing, new, lines, expected in rows:
        change = f"*** Update File: {existing}\n*** Move to: {new}\n@@\n{lines}\n"
        patch = f"*** Begin Patch\n{change}*** End Patch\n"
        stdin = event("apply_patch", cwd=here.root, command=patch)
        env = {"CLAUDE_PROJECT_DIR": str(here.root)}
        outcome = here.run("hook", "--agent", "codex", stdin=stdin, cwd=here.root, env=env)
        assert denial_of(json.loads(outcome.out)) == expected, (existing, new)


def test_contracts_that_a_sparse_checkout_leaves_out(session: Any) -> None:
    """They check nothing; that is said, once."""
    here = session({AT: RULE, f"far/{AT}": RULE, "far/a.py": "", "api/a.py": ""})
    here.git(here.root, "sparse-checkout", "set", "--no-cone", "/api/", "/.claude/")
    assert here.stops() == {
        "systemMessage": f"phaser-lint: not read, as the sparse checkout leaves them out: far/{AT}"
    }
    assert here.stops() == NOTHING


# Worktrees.


@pytest.fixture
def tree(session: Any) -> Session:
    """A session whose repository ignores the agent's own worktrees."""
    tree_session: Session = session({AT: RULE, ".gitignore": ".claude/worktrees\n", "a.py": ""})
    return tree_session


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("worktree", "shown_path"),
    [(".claude/worktrees/w1", ".claude/worktrees/w1/a.py"), ("../w1", "{}/a.py")],
)
def test_a_worktree_that_a_command_worked_in(tree: Session, worktree: str, shown_path: str) -> None:
    """The event's folder is there; at Stop the agent is back, and reads what is from there."""
    top = (tree.root / worktree).resolve()
    tree.git(tree.root, "worktree", "add", "-q", str(top))
    assert tree.ran("true", cwd=top) == ""
    write_files(top, {"a.py": BAD})
    assert tree.ran(cwd=top) == violation_report("no-print", f"{top}/a.py")
    assert tree.ran(cwd=top) == ""
    tree.git(top, "commit", "-q", "-a", "-m", "Second")
    assert tree.stops()["reason"] == violation_report("no-print", shown_path.format(top))
    assert tree.stops() == NOTHING


def test_a_worktree_without_contracts_is_told_whose_refuse(session: Any) -> None:
    """Nothing in it said what the edit, or the commit, was held to."""
    of_main: Session = session({"a.py": ""})
    top = (of_main.root / "../w1").resolve()
    of_main.git(of_main.root, "worktree", "add", "-q", str(top))
    write_files(of_main.root, {AT: RULE})
    answer = of_main._replace(root=top).writes(top / "a.py")
    reason = answer["hookSpecificOutput"]["permissionDecisionReason"]
    line = f"  Its contract stands in another place: ../{of_main.root.name}/{AT}"
    assert line in reason.splitlines()


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("committed", [True, False])
@pytest.mark.parametrize("command", ["cd .claude/worktrees/w1 && make", "make -C {}/", "./make"])
def test_a_worktree_that_a_command_names_or_makes(
    tree: Session, command: str, committed: bool
) -> None:
    """All in one command, which begins and ends at the root."""
    top = tree.root / ".claude/worktrees/w1"
    tree.git(tree.root, "worktree", "add", "-q", str(top))
    write_files(top, {"a.py": BAD})
    if committed:
        tree.git(top, "commit", "-q", "-a", "-m", "Second")
    expected = violation_report("no-print", ".claude/worktrees/w1/a.py")
    assert tree.ran(command.format(top)) == expected
    assert tree.stops()["reason"] == expected


def test_a_worktree_of_others(tree: Session, git: Git) -> None:
    """What the session never touched is not its own, whatever lies there."""
    top = tree.root.parent / "w1"
    git(tree.root, "worktree", "add", "-q", str(top))
    write_files(top, {"a.py": BAD})
    past = 1_600_000_000
    os.utime(top / ".git", (past, past))
    assert tree.ran("make w12") == ""
    assert tree.ran("ls ../w1-old; make") == ""
    assert tree.stops() == NOTHING


def test_a_worktree_has_the_levels_of_the_main_one(session: Any) -> None:
    """Contracts that git ignores are in no other worktree, and count there all the same."""
    here = session({".gitignore": ".claude\n", "a.py": "", "api/a.py": ""})
    write_files(here.root, {f"api/{AT}": RULE})
    top = here.root.parent / "w1"
    here.git(here.root, "worktree", "add", "-q", str(top))
    assert denial_of(here.writes(top / "api/a.py")) == "Contract violation: api/no-print at line 1"
    assert here.writes(top / "a.py") == NOTHING
    write_files(top, {"api/a.py": BAD, "a.py": BAD})
    report = violation_report("api/no-print", f"{top}/api/a.py")
    place = f"{here.root.resolve()}/api/{AT}"
    expected = f"{report}\n  Its contract stands in another place: {place}"
    assert here.ran(cwd=top) == expected
    assert here.stops()["reason"] == expected


# Other repositories.


def test_another_repository_whose_file_a_tool_named(session: Any, project: MakeProject) -> None:
    """From then on commands and Stop are answered by its contracts; that is said once."""
    here = session({"a.py": ""})
    other_repository = project({"b.py": ""}, contracts={"no-print.yaml": RULE}, commit=True)
    write_files(other_repository, {"early.py": BAD})
    assert here.ran("cd ../project-2 && make", cwd=other_repository) == ""
    (other_repository / "early.py").unlink()
    assert here.wrote(other_repository / "b.py", "x = 1\n") == NOTHING
    write_files(other_repository, {"b.py": BAD})
    assert here.ran() == violation_report("no-print", f"{other_repository}/b.py")
    notice = (
        f"phaser-lint: {other_repository} is another repository; its files are checked by its own"
        " contracts."
    )
    stop = here.stops()
    assert (stop["reason"], stop["systemMessage"]) == (
        violation_report("no-print", f"{other_repository}/b.py"),
        notice,
    )
    assert here.stops() == NOTHING


def test_another_repository_after_a_refusal(session: Any, project: MakeProject) -> None:
    """What was refused there may come by a command."""
    here = session({"a.py": ""})
    other_repository = project({"b.py": ""}, contracts={"no-print.yaml": RULE}, commit=True)
    assert (
        denial_of(here.writes(other_repository / "b.py"))
        == "Contract violation: no-print at line 1"
    )
    write_files(other_repository, {"b.py": BAD})
    assert here.ran() == violation_report("no-print", f"{other_repository}/b.py")


def test_repositories_in_a_folder_without_git(
    session: Any, project: MakeProject, run: Run, git: Git
) -> None:
    """The session begins above them."""
    top = project({"b.py": ""}, contracts={"no-print.yaml": RULE}, commit=True)
    here = Session(top.parent, run, git)
    assert here.wrote(top / "b.py", "x = 1\n") == NOTHING
    write_files(top, {"b.py": BAD})
    expected = violation_report("no-print", f"{top.name}/b.py")
    assert here.ran() == expected
    assert here.stops()["reason"] == expected
