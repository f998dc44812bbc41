"""What an agent reads of files in another worktree or repository: paths that mean one file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

AT = ".claude/contracts"
CONTRACTS = {
    f"{AT}/no-print.yaml": contract(ignorable=False),
    f"{AT}/no-todo.yaml": contract(
        "no-todo", pattern="TODO", message="Do it.", severity="warning", ignorable=False
    ),
    f"{AT}/title.yaml": contract(
        "title", type="require_pattern", pattern="^# T", file_glob="*.md", message="Say it."
    ),
    f"{AT}/slow.yaml": contract(
        "slow", pattern="(a|aa)+$", file_glob="*.txt", message="Not that.", severity="error"
    ),
}
OLD = "print('old')\n"


class Trees:
    """A session in ``own``, with a worktree of it beside, and one inside."""

    def __init__(self, root: Path, run: Run, git: Git) -> None:
        self.own, self._run = root, run
        self.beside, self.inside = root.parent / "beside", root / "trees/inside"
        for worktree in (self.beside, self.inside):
            git(root, "worktree", "add", "-q", str(worktree))

    def answer(self, stdin: bytes, *flags: str) -> Any:
        """The answer of the hook."""
        outcome = self._run("hook", *flags, stdin=stdin, cwd=self.own)
        assert (outcome.code, outcome.err) == (0, "")
        return json.loads(outcome.out)

    def patch(self, files: dict[Path | str, str], *, name: str = "PreToolUse", **keys: Any) -> Any:
        """What Codex reads of a patch that writes *files*."""
        changes = "".join(f"*** Add File: {path}\n+{text}" for path, text in files.items())
        patch = f"*** Begin Patch\n{changes}*** End Patch\n"
        stdin = event("apply_patch", name=name, cwd=self.own, command=patch, **keys)
        return self.answer(stdin, "--agent", "codex").get("hookSpecificOutput", {})

    def ran(self) -> str:
        """What the model reads after a command."""
        command = f"make -C {self.beside}; make -C {self.inside}"
        stdin = event("Bash", name="PostToolUse", cwd=self.own, command=command)
        answer = self.answer(json.dumps({**json.loads(stdin), "duration_ms": 1}).encode())
        text: str = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
        return text

    def stops(self) -> Any:
        """What is said at Stop."""
        return self.answer(event("", name="Stop", cwd=self.own, stop_hook_active=False))


@pytest.fixture
def trees(project: MakeProject, run: Run, git: Git) -> Trees:
    """A session that has seen nothing yet."""
    files = {**CONTRACTS, ".gitignore": "trees\n", "src/a.py": ""}
    return Trees(project(files, commit=True), run, git)


def denial_sentence(rule_id: str, path: Path | str, line: int = 1) -> str:
    return f"Contract violation: {rule_id} in {path} at line {line}. Use the logger."


def first_lines(text: str) -> list[str]:
    """The sentences, without the lines that are shown with them."""
    return [line for line in text.split("\n") if not line.startswith(" ")]


def test_the_one_file_of_an_edit_is_not_named(trees: Trees) -> None:
    """Wherever it lies: the agent knows which one it writes."""
    for path in ("src/b.py", trees.beside / "src/b.py", trees.inside / "src/b.py"):
        reason = trees.patch({path: "print(1)\n"})["permissionDecisionReason"]
        assert first_lines(reason)[0].endswith("no-print at line 1. Use the logger.")
        assert trees.patch({path: "x = 1\n"}) == {}


def test_a_patch_of_several_trees(trees: Trees) -> None:
    """One file of each: each is named, as the agent can open it."""
    files: dict[Path | str, str] = {
        "src/b.py": "print(1)\n",
        trees.inside / "src/b.py": "print(2)\n",
        trees.beside / "src/b.py": "print(3)\n",
    }
    denied = trees.patch(files)
    assert first_lines(denied["permissionDecisionReason"]) == [
        denial_sentence("no-print", "src/b.py"),
        denial_sentence("no-print", "trees/inside/src/b.py"),
        denial_sentence("no-print", trees.beside / "src/b.py"),
    ]


def test_a_patch_of_which_one_tree_is_checked(trees: Trees, project: MakeProject) -> None:
    """The file of the other one was named as well."""
    free = project({}) / "a.py"
    denied = trees.patch({free: "print(1)\n", "src/b.py": "print(1)\n"})
    assert first_lines(denied["permissionDecisionReason"]) == [
        denial_sentence("no-print", "src/b.py")
    ]


def test_after_a_patch_of_several_trees(trees: Trees) -> None:
    """Errors and warnings."""
    for tree in (trees.own, trees.beside):
        write_files(tree, {"src/b.py": "print(1)\n", "src/c.py": "TODO\n"})
    files: dict[Path | str, str] = {"src/b.py": "print(1)\n", trees.beside / "src/c.py": "TODO\n"}
    after = trees.patch(files, name="PostToolUse", tool_response="ok")
    assert first_lines(after["additionalContext"]) == [
        denial_sentence("no-print", "src/b.py"),
        f"Warning: no-todo in {trees.beside}/src/c.py at line 1. Do it.",
    ]


def test_a_violation_without_a_line_names_its_path(trees: Trees) -> None:
    """The file is reported by its path."""
    denied = trees.patch({trees.beside / "a.md": "x\n"})
    reason = denied["permissionDecisionReason"]
    assert first_lines(reason) == [f"Contract violation: title in {trees.beside}/a.md. Say it."]


def test_existing_violations_are_counted_once_of_each_repository(trees: Trees) -> None:
    """By the file, or the folder where several were changed; once of each repository."""

    def update(*paths: Path | str, session: str) -> str:
        changes = "".join(f"*** Update File: {path}\n@@\n+x = 1\n {OLD}" for path in paths)
        patch = f"*** Begin Patch\n{changes}*** End Patch\n"
        stdin = event("apply_patch", cwd=trees.own, command=patch, session_id=session)
        specific = trees.answer(stdin, "--agent", "codex").get("hookSpecificOutput", {})
        answer: str = specific.get("additionalContext", "")
        return answer

    write_files(trees.own, {"src/old.py": OLD})
    write_files(trees.beside, {"src/old.py": OLD, "src/older.py": OLD})
    other_file = trees.beside / "src/old.py"
    own_sentence = "1 existing violation in src/old.py is not counted."
    assert (
        update(other_file, session="a") == f"1 existing violation in {other_file} is not counted."
    )
    three_files = ("src/old.py", other_file, trees.beside / "src/older.py")
    assert update(*three_files, session="a") == own_sentence
    assert update(*three_files, session="a") == ""
    assert update(*three_files, session="b").split("\n") == [
        own_sentence,
        f"2 existing violations in the changed files of {trees.beside} are not counted.",
    ]


def test_undecided_and_binary_files_of_a_worktree_are_reported(trees: Trees) -> None:
    """Undecided, or binary."""
    slow, binary = trees.beside / "slow.txt", trees.inside / "src/b.py"
    answer = trees.patch({slow: "a" * 99 + "!\n", binary: "# " + "\x01" * 20 + "\n"})
    assert sorted(answer["additionalContext"].split("\n")) == [
        f"Not checked: slow on {slow}: the pattern took longer than 100 ms.",
        "Not checked: trees/inside/src/b.py: its control characters make it a binary file.",
    ]


def test_after_commands_and_at_stop(trees: Trees) -> None:
    """From the project, from within a worktree, and at the end."""
    assert trees.ran() == ""
    write_files(trees.beside, {"src/a.py": "print(1)\n"})
    assert first_lines(trees.ran()) == [denial_sentence("no-print", trees.beside / "src/a.py")]
    write_files(trees.inside, {"src/a.py": "print(1)\n"})
    assert first_lines(trees.ran()) == [denial_sentence("no-print", "trees/inside/src/a.py")]
    stop = trees.stops()
    assert first_lines(stop["reason"]) == [
        denial_sentence("no-print", "trees/inside/src/a.py"),
        denial_sentence("no-print", trees.beside / "src/a.py"),
    ]


def test_a_broken_contract_of_another_worktree_is_reported(trees: Trees) -> None:
    """What is wrong with one that another worktree has."""
    write_files(trees.beside, {f"{AT}/new.yaml": "rule_id: 3\n"})
    assert first_lines(trees.ran())[0].startswith(
        f"Contract skipped: {trees.beside}/{AT}/new.yaml:"
    )


def test_a_page_of_another_worktree_is_read_where_its_name_is_reported(trees: Trees) -> None:
    """Where something is reported of a name."""
    write_files(trees.beside, {"docs/log.md": "# [[no-print]]\n"})
    path = trees.beside / "src/b.py"
    stdin = event("Write", cwd=trees.own, file_path=path, content="# [[no-print]]\nprint(1)\n")
    answer = trees.answer(stdin, "--augment")
    assert f"Page {trees.beside}/docs/log.md, line 1:" in json.dumps(answer)


def test_a_contract_of_another_worktree_is_protected(trees: Trees) -> None:
    """A contract of another worktree is none of the project's."""
    write_files(trees.beside, {"src/new.py": ""})
    stdin = event("Write", cwd=trees.own, file_path=trees.beside / AT / "a.yaml", content="x")
    denied = trees.answer(stdin, "--protect")["hookSpecificOutput"]["permissionDecisionReason"]
    assert f" in {trees.beside}/{AT}/a.yaml. " in denied
